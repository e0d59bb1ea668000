/* The encounters of the campaign: those that are prepared, then those of the table, the last
 * one made first, and below them the games for a new one and the demos. A campaign without
 * encounters begins with this view.
 *
 * The facts of each have been read or are read in idle moments
 * (app/encounters/encounters.h); filtering uses only those in memory. Drawing is in
 * encounters_view.h. */
#ifndef REFEREE_TUI_LISTS_ENCOUNTERS_H
#define REFEREE_TUI_LISTS_ENCOUNTERS_H

#include "app/file/demos.h"
#include "app/prepared/prepared.h"
#include "app/encounters/encounter_commands.h"
#include "app/encounters/encounters.h"
#include "tui/widgets/line_edit.h"

/* Older ones than this many are not listed; `open` finds them by name. At most ENCOUNTERS_READ
 * are read by the key that opens the list. */
enum { ENCOUNTERS_MAX = 256, ENCOUNTERS_READ = 16, GAMES_MAX = 16 };

/* What the row of a prepared encounter shows. */
struct prepared_brief {
    char course[24]; /* "ready", "2 missing", "played: won"; "": not read yet */
    int64_t fight;   /* the newest one that began from it; 0: none */
    char who[ENCOUNTER_WHO_SIZE];
};

/* One of the last evenings, above the list. */
struct evening_brief {
    char when[24];    /* "Fri 20 Nov" */
    char what[40];    /* "3 fights, 2 h 40 min" */
    char fights[160]; /* "Nest ledge: won, round 7; Ford: lost, round 3" */
};

enum { EVENINGS_BRIEF = 2 };

struct encounters {
    struct sitting_encounter encounter[ENCOUNTERS_MAX];
    int count;
    int shown[ENCOUNTERS_MAX]; /* those that pass the filter, by their indexes */
    int shown_count;
    struct sitting_prepared prepared[PREPARED_MAX];
    struct prepared_brief brief[PREPARED_MAX];
    int prepared_count;
    int shown_prepared[PREPARED_MAX];
    int shown_prepared_count;
    struct prepared_facts facts;                  /* of the picked prepared one */
    struct evening_brief evening[EVENINGS_BRIEF]; /* the newest first */
    int evenings;
    bool knows_evenings;                  /* they were read, in an idle moment */
    const struct system *game[GAMES_MAX]; /* the games at the table */
    int games;
    struct demo demo[DEMOS_MAX];
    bool demo_goes_on[DEMOS_MAX]; /* it was opened before */
    const struct system *demo_game[DEMOS_MAX];
    int demos;
    /* the game of the open one, if its party can go on to the next; or NULL */
    const struct system *goes_on;
    int picked; /* counts through going on, the prepared ones, the encounters, the games, the
                   demos */
    bool shows_archived;
    struct collection_ways ways; /* what can be undone here, and redone */
    int64_t now_ms;              /* the time of reading, for dates "long ago" */
    /* Only encounters with all of these words are shown; while there are words, neither games
     * nor going on are shown. */
    struct line_edit filter;
    bool is_filtering; /* they are being typed */
};

/* Opens without a filter, with the encounter on the table picked, or, once it is over, the next
 * one of the plan, else going on with its party; without one the first game. */
enum status encounters_begin(struct encounters *list, struct sitting *sitting,
                             struct error *err) MUST_CHECK;
/* Reads the list again, with the archived ones or without them; the same encounter stays picked
 * if it still exists, or else the entry in its place. */
enum status encounters_read(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err) MUST_CHECK;
/* After an idle moment: takes over facts read meanwhile, and the last evenings, as far as the
 * chronicle (app/chronicle/chronicle.h) has read the log. */
void encounters_learn(struct encounters *list, struct sitting *sitting);
/* After a change of the filter: picks the first encounter that passes it. */
void encounters_filter(struct encounters *list);
bool encounters_has_filter(const struct encounters *list);
/* Moves down by this many (negative: up), at most to the ends. */
void encounters_move(struct encounters *list, int steps);
/* The number of entries, and the encounter of an entry, or NULL: then *game is the game of a
 * new one. */
int encounters_entries(const struct encounters *list);
const struct sitting_encounter *encounters_at(const struct encounters *list, int entry,
                                              const struct system **game);
/* The picked encounter, or NULL: then *game is the picked game for a new one; NULL: nothing is
 * picked. */
const struct sitting_encounter *encounters_picked(const struct encounters *list,
                                                  const struct system **game);
/* The prepared encounter, and the demo, of an entry; NULL: it is something else. */
const struct sitting_prepared *encounters_prepared_at(const struct encounters *list, int entry);
const struct demo *encounters_demo_at(const struct encounters *list, int entry);
/* Reads what is shown of the picked prepared one, if it is not known yet; after every move. */
void encounters_look(struct encounters *list, struct sitting *sitting);
/* Picks an encounter, if it is shown. */
void encounters_pick(struct encounters *list, int64_t id);
/* Whether that new one is one for the party of the open one. */
bool encounters_goes_on(const struct encounters *list);
/* Whether the party of the open one can come along into the picked one, old or new. */
bool encounters_takes_party(const struct encounters *list);

#endif
