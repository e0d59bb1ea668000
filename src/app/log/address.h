/* Encounters by name, acts by address ("Nest ledge"#27, or #27 in the open encounter), and the
 * table as it is or was there. */
#ifndef REFEREE_APP_LOG_ADDRESS_H
#define REFEREE_APP_LOG_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct sitting;
struct sitting_act;
struct encounter_row;
struct result;

/* Finds one by name in any case; STATUS_USAGE, with the nearest name, when there is none. */
enum status sitting_find_encounter(struct sitting *sitting, const char *name,
                                   struct encounter_row *out, struct error *err) MUST_CHECK;

/* "Nest ledge"#27. */
void act_address_format(const char *encounter, int64_t act, struct text *out);
/* The same, or party#12. */
void sitting_act_address(const struct sitting_act *act, struct text *out);

/* True when the words have the form of an address: `#27`, `"Nest ledge"#27`. */
bool is_act_address(struct str words);
/* The act that an address names, and its encounter. STATUS_USAGE, with the reason, when there
 * is none. */
enum status sitting_act_at(struct sitting *sitting, struct str words, struct encounter_row *row,
                           int64_t *act, struct error *err) MUST_CHECK;

/* Shows what the words name, without opening it: an encounter as it is now, or as it was after
 * an act. The exact name of an encounter means that encounter; otherwise the number of an act
 * follows the last #, after the encounter's name, with or without quotes. *act is that number,
 * 0 when the words name no act. The sitting must be read-only. */
enum status sitting_look(struct sitting *sitting, const char *words, int64_t *act,
                         struct error *err) MUST_CHECK;

/* The act that an address names, as above, in *act; false, with *act 0, when the words are none
 * of an act that there is. */
bool sitting_find_act(struct sitting *sitting, const char *words, int64_t *act);

/* Checks and copies the name for an encounter, in CAMPAIGN_NAME_SIZE bytes; false when it is
 * not valid, with the reason in *result. */
bool encounter_name_copy(char *out, struct str name, struct result *result);

/* Finds one by its name or, like a combatant, by a unique beginning; those that are not
 * archived first. False when there is none, with the reason in *out. */
bool encounter_named(struct sitting *sitting, const char *name, struct encounter_row *row,
                     struct result *out);

/* The name that is wanted, or with the first number behind it that is free, as
 * "Ford 2", in CAMPAIGN_NAME_SIZE bytes. */
enum status encounter_name_free(struct sitting *sitting, const char *wanted, char *out,
                                struct error *err) MUST_CHECK;

#endif
