/* The encounters of the campaign, the one made last first, and below them the games that
 * another one can be of. It is also what a campaign without any begins with.
 *
 * What is shown of each was read before or is read in idle moments (app/encounter_facts.h);
 * filtering looks at what is in memory alone. How it is drawn stands in encounters_view.h. */
#ifndef REFEREE_TUI_VIEWS_ENCOUNTERS_H
#define REFEREE_TUI_VIEWS_ENCOUNTERS_H

#include "app/sitting_encounter_changes.h"
#include "app/sitting_encounters.h"
#include "tui/views/line_edit.h"

/* Older ones than this many are not listed; `open` finds them by name. At most ENCOUNTERS_READ
 * are read by the key that opens the list. */
enum { ENCOUNTERS_MAX = 256, ENCOUNTERS_READ = 16, GAMES_MAX = 16 };

struct encounters {
    struct sitting_encounter encounter[ENCOUNTERS_MAX];
    int count;
    int shown[ENCOUNTERS_MAX]; /* those that the filter lets through, by their places */
    int shown_count;
    const struct system *game[GAMES_MAX]; /* those that run at the table */
    int games;
    const struct system
        *goes_on; /* of the open one, if its party can go on to the next; or NULL */
    int picked;   /* counts through going on, the encounters shown, the games */
    bool shows_archived;
    struct sitting_ways ways; /* what can be taken back here, and done again */
    int64_t now_ms;           /* when it was read: what "long ago" is */
    /* Only encounters are shown that hold each of these words; while there are any, neither
     * games nor going on. */
    struct line_edit filter;
    bool is_filtering; /* they are being typed */
};

/* Nothing is filtered; the one on the table is picked; where there is none, the first game. */
enum status encounters_begin(struct encounters *list, struct sitting *sitting,
                             struct error *err) MUST_CHECK;
/* Reads the list again, with the archived ones or without them; the same encounter is picked if
 * it is still there, else what stands in its place. */
enum status encounters_read(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err) MUST_CHECK;
/* After an idle moment: what was read meanwhile. */
void encounters_learn(struct encounters *list, struct sitting *sitting);
/* After the filter was changed: the first that it lets through is picked. */
void encounters_filter(struct encounters *list);
bool encounters_has_filter(const struct encounters *list);
/* Down by this many (negative: up), as far as there are any. */
void encounters_move(struct encounters *list, int steps);
/* How many entries there are, and the encounter of one, or NULL: then *game is that of a new
 * one. */
int encounters_entries(const struct encounters *list);
const struct sitting_encounter *encounters_at(const struct encounters *list, int entry,
                                              const struct system **game);
/* The picked encounter, or NULL: then *game is picked, for a new one; NULL: nothing is. */
const struct sitting_encounter *encounters_picked(const struct encounters *list,
                                                  const struct system **game);
/* Picks an encounter, if it is shown. */
void encounters_pick(struct encounters *list, int64_t id);
/* Whether that new one is the next of the open one's party. */
bool encounters_goes_on(const struct encounters *list);
/* Whether the party of the open one can come along into the picked one, old or new. */
bool encounters_takes_party(const struct encounters *list);

#endif
