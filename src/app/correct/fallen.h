/* The dice of an act, read from the traces of its events: those that stay when it is decided
 * again (resolver/dice/dice_kept.h), and the words to type for them. */
#ifndef REFEREE_APP_CORRECT_FALLEN_H
#define REFEREE_APP_CORRECT_FALLEN_H

#include "base/status.h"
#include "base/text.h"
#include "resolver/dice/dice.h"
#include "tracker/event.h"

struct campaign;

/* The dice of an act of the log; *out was kept_dice_init'ed. */
enum status fallen_read(struct kept_dice *out, struct campaign *campaign, int64_t act,
                        struct error *err) MUST_CHECK;
/* Adds the dice of one event. */
void fallen_add(struct kept_dice *out, const struct event *event);

/* Replaces dice in order: `before` are the dice that were in the line (if there are fewer, each
 * further one is for another die), `now` the present ones. An equal die is kept; "*" strikes
 * the old one. Returns how many have a place: the others are for new places. */
int fallen_replace(struct kept_dice *kept, const struct entered *before, int before_count,
                   const struct entered *now, int now_count);

/* What the die showed. */
void fallen_add_die(const struct kept_die *die, struct text *out);
/* The typed dice as words, " 14 4", with "*" for rolled ones before a typed one; nothing when
 * none was typed. */
void fallen_words(const struct kept_dice *kept, struct text *out);
/* All dice as words, the rolled ones too. */
void fallen_all_words(const struct kept_dice *kept, struct text *out);

/* "the 4 (damage) is no longer used", for all dice without a place in the decision; nothing
 * when all have one. */
void fallen_tell_unused(const struct kept_dice *kept, struct text *out);
/* A die typed now for a place that no longer exists; false: none. */
bool fallen_misplaced(const struct kept_dice *kept, struct text *out);

#endif
