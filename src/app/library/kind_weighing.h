/* How strong a kind is: its fights against a party that is stated in
 * data/<game>/weighing.referee, or the campaign's own, played as a forecast plays them, first
 * against one of its characters and then against all of them. Each fight rolls the kind again,
 * so that dice of hit points and of numbers count too. */
#ifndef REFEREE_APP_LIBRARY_KIND_WEIGHING_H
#define REFEREE_APP_LIBRARY_KIND_WEIGHING_H

#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "forecast/interval.h"
#include "resolver/system.h"
#include "tracker/library.h"
#include "tracker/state.h"

enum { WEIGHING_FIGHTS = 400 }; /* against each: at most 5 points to either side */

enum weighing_against { WEIGHED_BY_ONE, WEIGHED_BY_ALL, WEIGHINGS };

/* Zeros: nothing has been played. */
struct kind_weight {
    int64_t fights;                /* against each */
    int64_t won[WEIGHINGS];        /* by the party, or its one character */
    char why_not[ERROR_TEXT_SIZE]; /* the kind cannot be weighed; "": it can */
};

struct kind_weighing;
struct random_tables;

/* Prepares to weigh kinds of a game, from this library, which is borrowed with its records;
 * `tables` may be NULL. STATUS_MISSING: no party is stated for this game, or its fights are not
 * played by themselves. */
enum status kind_weighing_new(struct kind_weighing **out, const struct system *system,
                              const struct library *library, const struct random_tables *tables,
                              struct error *err) MUST_CHECK;
/* The fights are of these members (carry_members) from now on, in place of the stated party;
 * false when they cannot come: then nothing is changed. */
bool kind_weighing_take_party(struct kind_weighing *weighing, const struct state *members);
void kind_weighing_free(struct kind_weighing *weighing); /* NULL does nothing */

/* Whether records of its kind are what foes are made from. */
bool kind_is_weighed(const struct kind_weighing *weighing, const struct library_record *record);

/* Plays the next fights with the kind of this name, up to WEIGHING_FIGHTS in all; false when
 * they have been played, or it cannot be weighed. The same fights in any number of calls. */
bool kind_weigh(struct kind_weighing *weighing, const char *name, struct kind_weight *weight,
                int fights);

/* The party's chance to win, with its interval; before the first fight 0 to 1. */
struct interval kind_weight_chance(const struct kind_weight *weight,
                                   enum weighing_against against);

/* Those of the party, in order: the first one is the one character. */
int kind_weighing_party(const struct kind_weighing *weighing);
const char *kind_weighing_name(const struct kind_weighing *weighing, int place);

/* "Ysolde wins 98%, the four >99%"; before the first fight "". */
void kind_weighing_tell(const struct kind_weighing *weighing, const struct kind_weight *weight,
                        struct text *out);

#endif
