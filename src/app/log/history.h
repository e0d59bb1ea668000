/* The acts of an encounter or of the campaign, as the log keeps them, read one after the other
 * in any number. */
#ifndef REFEREE_APP_LOG_HISTORY_H
#define REFEREE_APP_LOG_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log/asking.h"
#include "app/sitting/result.h"
#include "app/log/act.h"
#include "base/status.h"
#include "tracker/command.h"

struct sitting;

struct encounter_row;
struct evenings;

struct sitting_acts_wish {
    const char *encounter;           /* its name; NULL: the open one */
    const struct encounter_row *row; /* that encounter itself, in place of its name; borrowed */
    const struct evenings *evenings; /* of the campaign, if they are known already; borrowed */
    bool is_of_all; /* of every encounter, in the order in which they happened */
    int64_t until;  /* only the way to this act, in its encounter; 0: to its head */
    int64_t after;  /* only what follows this act, which is on that way; 0: from the start */
    int limit;      /* only the newest this many; 0: all */
    enum undone_acts undone;
    const struct asking *asking; /* only acts that fit it; NULL: all. Its undone is not read */
    bool tells_rolls; /* with what was rolled; so it is too where something is asked */
    bool tells_all;   /* acts that do not fit too: sitting_act.fits says which do */
    /* With those of all encounters: the steps of the party too, at their places between the
     * acts (sitting_act.step). */
    bool tells_party;
};

/* The acts that the words ask for: an encounter's exact name means that encounter, the others
 * are a question (`asking`, which the wish borrows); without words it is the open encounter,
 * with words the campaign. The words must outlive the wish. */
enum status sitting_read_wish(struct sitting_acts_wish *out, struct asking *asking,
                              struct sitting *sitting, const char *const *words, int count,
                              struct error *err) MUST_CHECK;

/* The acts of an encounter or of all, oldest first. STATUS_USAGE, with the nearest name, when
 * there is no such encounter. Names are those of the moment of the act. What is damaged is left
 * out, and STATUS_DAMAGED names it after the acts that could be told. In memory is a number for
 * each act there is, and one act. */
enum status sitting_acts(struct sitting *sitting, const struct sitting_acts_wish *wish,
                         sitting_see_act_fn *see, void *context, struct error *err) MUST_CHECK;

/* ---- a piece at a time ----------------------------------------------------------------- */

/* The same in pieces, so that a screen can take keys in between: first the rows are gathered
 * from the newest back, then the acts are told. They are those of the moment of the first
 * piece. The wish is copied; its asking and evenings must outlive the reading, its encounter
 * the first piece. Evenings that are not known are read in the first piece; with a limit all
 * is gathered and sifted in one. */
struct acts_reading;
struct acts_reading *acts_reading_new(struct sitting *sitting,
                                      const struct sitting_acts_wish *wish);
/* Tells this many acts at most, or gathers rows in about the same time; *is_whole becomes true
 * after the last, and after a failure. What is damaged is as for sitting_acts. */
enum status acts_reading_step(struct acts_reading *reading, int acts, sitting_see_act_fn *see,
                              void *context, bool *is_whole, struct error *err) MUST_CHECK;
void acts_reading_free(struct acts_reading *reading); /* NULL does nothing */

/* In pieces for a screen that wants the newest first: first the newest rows, then what the
 * index of texts finds (store/search.h), then the whole log, encounter after encounter, where
 * acts of the index are told again. The wish and its asking are copied; its encounter's name,
 * and its evenings, are not read. Who acted on whom is told only where the question needs
 * it. */
struct acts_search;
struct acts_search *acts_search_new(struct sitting *sitting,
                                    const struct sitting_acts_wish *wish);
/* Looks at this many rows of the log at most; *is_whole becomes true after the last. What is
 * damaged is left out. */
enum status acts_search_step(struct acts_search *search, int rows, sitting_see_act_fn *see,
                             void *context, bool *is_whole, struct error *err) MUST_CHECK;
void acts_search_free(struct acts_search *search); /* NULL does nothing */

#endif
