/* The acts of an encounter or of the campaign, as the log keeps them, read one after the other
 * in any number. */
#ifndef REFEREE_APP_SITTING_HISTORY_H
#define REFEREE_APP_SITTING_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "app/asking.h"
#include "app/result.h"
#include "app/sitting_act.h"
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
    int limit;      /* only the newest this many; 0: all */
    enum undone_acts undone;
    const struct asking *asking; /* only acts that fit it; NULL: all. Its undone is not read */
    bool tells_rolls; /* with what was rolled; so it is too where something is asked */
    bool tells_all;   /* acts that do not fit too: sitting_act.fits says which do */
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

/* The same in pieces, so that a screen can take keys in between: first the newest rows, then
 * what the index of texts finds (store/search.h), then the whole log, encounter after
 * encounter, where acts of the index are told again. The wish and its asking are copied; its
 * encounter's name, and its evenings, are not read. Who acted on whom is told only where the
 * question needs it. */
struct acts_search;
struct acts_search *acts_search_new(struct sitting *sitting,
                                    const struct sitting_acts_wish *wish);
/* Looks at this many rows of the log at most; *is_whole becomes true after the last. What is
 * damaged is left out. */
enum status acts_search_step(struct acts_search *search, int rows, sitting_see_act_fn *see,
                             void *context, bool *is_whole, struct error *err) MUST_CHECK;
void acts_search_free(struct acts_search *search); /* NULL does nothing */

/* ---- to go back by --------------------------------------------------------------------- */

/* How far a list of past acts has been read; all zero before its first piece. */
struct sitting_past {
    int64_t before; /* the last row read */
    int64_t on_way; /* the next act on the way to the head */
    bool is_whole;  /* there are none before those already read */
};

struct sitting_past_act {
    int64_t id;
    int64_t follows; /* the act it followed; 0: the start */
    int round;
    bool is_here;     /* it is the encounter's head */
    bool is_undone;   /* not on the way to the head */
    int64_t now;      /* it was corrected, and is now this act; 0: it was not */
    int64_t left_out; /* it was left out when this act was corrected; 0: it was not */
    char label[96];
};

/* The next piece of the open encounter's acts, newest first: at most `most`, *count is their
 * number. The cost does not depend on the length of the log. */
enum status sitting_past_acts(struct sitting *sitting, struct sitting_past *past,
                              struct sitting_past_act *out, int most, int *count,
                              struct error *err) MUST_CHECK;

/* The command `history`. */
void sitting_run_history(struct sitting *sitting, const struct command *command,
                         struct result *out);

#endif
