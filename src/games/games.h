/* The games that run at the table: which procedure a rule system's encounters have. The list is
 * made by the makefile from the folders below games/; the one who stands below is handed a
 * procedure, or games_find as a function (struct procedure, find_procedure_fn). */
#ifndef REFEREE_GAMES_GAMES_H
#define REFEREE_GAMES_GAMES_H

#include "resolver/system.h"
#include "tracker/procedure.h"

/* The procedure of a system: its own, else the generic one (games/generic/procedure.h). */
const struct procedure *games_find(const struct system *system);

#endif
