/* The games: the procedure of each rule system. The makefile makes the list from the folders in
 * games/; lower layers get a procedure, or games_find as a function (find_procedure_fn). */
#ifndef REFEREE_GAMES_GAMES_H
#define REFEREE_GAMES_GAMES_H

#include "resolver/system.h"
#include "tracker/procedure.h"

/* The procedure of a system: its own, or else the generic one (games/generic/procedure.h). */
const struct procedure *games_find(const struct system *system);

#endif
