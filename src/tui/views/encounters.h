/* The encounters of the campaign, the one made last first, and below them the games that
 * another one can be of. It is also what a campaign without any begins with. Drawing is pure.
 */
#ifndef REFEREE_TUI_VIEWS_ENCOUNTERS_H
#define REFEREE_TUI_VIEWS_ENCOUNTERS_H

#include "app/sitting_encounter_changes.h"
#include "app/sitting_encounters.h"
#include "tui/canvas/canvas.h"

/* Older ones than this many are not listed; `open` finds them by name. */
enum { ENCOUNTERS_MAX = 256, GAMES_MAX = 16 };

struct encounters {
    struct sitting_encounter encounter[ENCOUNTERS_MAX];
    int count;
    const struct system *game[GAMES_MAX]; /* those that run at the table */
    int games;
    const struct system
        *goes_on; /* of the open one, if its party can go on to the next; or NULL */
    int picked;   /* counts through going on, the encounters, the games */
    bool shows_archived;
    struct sitting_ways ways; /* what can be taken back here, and done again */
};

/* The one on the table is picked; where there is none, the first game. */
enum status encounters_begin(struct encounters *list, struct sitting *sitting,
                             struct error *err) MUST_CHECK;
/* Reads the list again, with the archived ones or without them; the same entry is picked as far
 * as it is there. */
enum status encounters_read(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err) MUST_CHECK;
/* Down by this many (negative: up), as far as there are any. */
void encounters_move(struct encounters *list, int steps);
/* The picked encounter, or NULL: then *game is picked, for a new one. */
const struct sitting_encounter *encounters_picked(const struct encounters *list,
                                                  const struct system **game);
/* Whether that new one is the next of the open one's party. */
bool encounters_goes_on(const struct encounters *list);
/* Whether the party of the open one can come along into the picked one, old or new. */
bool encounters_takes_party(const struct encounters *list);
void encounters_draw(const struct encounters *list, struct canvas canvas);

#endif
