/* Correcting an earlier act: it is decided again, and the acts after it are replayed, with the
 * same dice, on a branch of its own; the old acts stay. One undo takes the whole correction
 * back.
 *
 * `amend` works through this, and so do commands of a game that take a roll back and make it
 * again (decision_again). Nothing is written before everything is decided: a question, a
 * refusal or a failure changes nothing. An act that no longer fits is left out, and the log
 * says why; dice for new places are asked for one after the other, and the answers are in
 * `more` in this order. */
#ifndef REFEREE_APP_CORRECT_CORRECTION_H
#define REFEREE_APP_CORRECT_CORRECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/decision.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "resolver/dice/dice.h"
#include "store/campaign.h"
#include "tracker/state.h"

struct sitting;
struct campaign;

struct correction {
    struct act_row act;             /* decided again; it is on the way to the head */
    const char *line;               /* its line now, without dice */
    struct again_dice dice;         /* its dice, and dice for new places of all acts */
    const char *last;               /* a line for the end, only for its costs; or NULL */
    const char *by_last;            /* with it: that line's own label, "Pell again, luck" */
    const struct roll_again *again; /* with it: the roll that is made again */
    const char *roller;             /* and whose it is, "Pell" */
    const char *fell;               /* and its old dice, " 6 2" */
    const char *why;                /* the line that made the correction */
    bool asks;
    bool is_preview; /* only report what the result would be */
};

void sitting_correct(struct sitting *sitting, struct correction *correction,
                     struct result *out);
/* True when the line that was decided wants a roll made again (decision_again); if so, finds
 * the roll and corrects its act. `line` is the one that was decided. */
bool sitting_wants_roll_again(const struct sitting *sitting);
void sitting_roll_again(struct sitting *sitting, const char *line, bool asks, bool is_preview,
                        struct result *out);
/* Finds out whether an act, which was decided on the state `before`, had a roll made again:
 * *out is then the act with that roll, *kept its other dice, and *was the dice of the roll, " 6
 * 2"; otherwise the id of *out is 0. */
enum status sitting_find_again(struct sitting *sitting, const struct act_row *act,
                               const struct state *before, struct kept_dice *kept,
                               struct text *was, struct act_row *out,
                               struct error *err) MUST_CHECK;
/* A line without its dice, as it is parsed on this state; the dice are put into *dice and
 * counted. False when the line cannot be read: it is then copied unchanged. `err` may be
 * NULL. */
bool sitting_split_dice(const struct sitting *sitting, const struct state *state,
                        struct str line, struct text *out, struct entered *dice, int *count,
                        struct error *err);

/* The dice of an act, read from the traces of its events: those that stay when it is decided
 * again (resolver/dice/dice.h), and the words to type for them. */

/* The dice of an act of the log; *out was kept_dice_init'ed. */
enum status fallen_read(struct kept_dice *out, struct campaign *campaign, int64_t act,
                        struct error *err) MUST_CHECK;
/* Replaces dice in order: `before` are the dice that were in the line (if there are fewer, each
 * further one is for another die), `now` the present ones. An equal die is kept; "*" strikes
 * the old one. Returns how many have a place: the others are for new places. */
int fallen_replace(struct kept_dice *kept, const struct entered *before, int before_count,
                   const struct entered *now, int now_count);
/* What the die showed. */
void fallen_add_die(const struct kept_die *die, struct text *out);
/* All dice as words, the rolled ones too. */
void fallen_all_words(const struct kept_dice *kept, struct text *out);

#endif
