/* What fell in an act, read from the traces of its events: the dice that stay when it is
 * decided again (resolver/dice/dice_kept.h), and the words one would type for them. */
#ifndef REFEREE_APP_SITTING_FALLEN_H
#define REFEREE_APP_SITTING_FALLEN_H

#include "base/status.h"
#include "base/text.h"
#include "resolver/dice/dice.h"
#include "resolver/dice/dice_kept.h"
#include "tracker/event.h"

struct campaign;

/* The dice of an act of the log; *out was kept_dice_init'ed. */
enum status fallen_read(struct kept_dice *out, struct campaign *campaign, int64_t act,
                        struct error *err) MUST_CHECK;
/* Adds the dice of one event. */
void fallen_add(struct kept_dice *out, const struct event *event);

/* Puts other dice in the places of those that fell, in their order: `before` are the dice that
 * stood in the line (where there are fewer, each other one is for one die more), `now` those
 * that stand there now. One that is the same is kept as it fell; "*" strikes what stood there.
 * Returns how many found a place: the others are for new places. */
int fallen_replace(struct kept_dice *kept, const struct entered *before, int before_count,
                   const struct entered *now, int now_count);

/* What a die showed. */
void fallen_add_die(const struct kept_die *die, struct text *out);
/* The typed dice as words, " 14 4", those that were rolled as "*" where typed ones come after
 * them; nothing when none was typed. */
void fallen_words(const struct kept_dice *kept, struct text *out);

/* "the 4 (damage) is not used any more", of all that have no place in what was decided; nothing
 * when all have. */
void fallen_tell_unused(const struct kept_dice *kept, struct text *out);
/* A die that was typed now for a place that there is not any more; false: there is none. */
bool fallen_misplaced(const struct kept_dice *kept, struct text *out);

#endif
