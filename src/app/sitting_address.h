/* Encounters by name, acts by address ("Nest ledge"#27, or #27 in the open encounter), and the
 * table as it stands or stood there. */
#ifndef REFEREE_APP_SITTING_ADDRESS_H
#define REFEREE_APP_SITTING_ADDRESS_H

#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct sitting;
struct encounter_row;
struct result;

/* By name, in any case of letters; STATUS_USAGE, with the nearest name, when there is none. */
enum status sitting_find_encounter(struct sitting *sitting, const char *name,
                                   struct encounter_row *out, struct error *err) MUST_CHECK;

/* "Nest ledge"#27. */
void act_address_format(const char *encounter, int64_t act, struct text *out);

/* Shows what the words name, without opening it: an encounter as it stands, or as it was after
 * an act. What is exactly an encounter's name means that encounter; else the number of an act
 * stands after the last #, and the encounter's name, in quotes or not, before it. *act is that
 * number, 0 when the words name no act. The sitting must be one that only looks. */
enum status sitting_look(struct sitting *sitting, const char *words, int64_t *act,
                         struct error *err) MUST_CHECK;

/* The name for an encounter, in CAMPAIGN_NAME_SIZE bytes; false, and *result says why, when it
 * is none. */
bool encounter_name_copy(char *out, struct str name, struct result *result);

/* By its name or, like a combatant, by a beginning that no other one has; those that are not
 * archived first. False, and *out says why, when there is none. */
bool encounter_named(struct sitting *sitting, const char *name, struct encounter_row *row,
                     struct result *out);

#endif
