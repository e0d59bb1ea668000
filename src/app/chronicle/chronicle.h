/* The chronicle: the evenings of the campaign, newest first, with the fights of each, how long
 * they took, who took part, how they ended, and what is worth seeing: a fall, a morale check
 * that failed, a marker, a remark; the places without a fight, and what the party did between
 * them. What it is made of is in struct
 * chronicle_log. */
#ifndef REFEREE_APP_CHRONICLE_CHRONICLE_H
#define REFEREE_APP_CHRONICLE_CHRONICLE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/encounters/encounters.h"
#include "app/party/party_steps.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "tracker/command.h"

/* The evenings of a campaign: the acts of fights in all encounters, without a gap of six hours
 * between one and the next. What is done outside of fights, a search, a trap, a purchase,
 * belongs to the evening from whose fights less than six hours part it. Numbered from 1.
 *
 * The order of the acts decides: a clock that is set back begins no evening, and what stands
 * between two acts of one belongs to it, whatever its own time is. A clock that is set forward
 * while the campaign is open begins none either (app/sitting/clock.h); after one that was set
 * forward while no program ran, the next act begins an evening, as after a pause. */

struct campaign;
struct clock_step;

/* Acts of fights have it: so much or more of it parts two evenings. */
enum { EVENING_GAP_MS = 6 * 60 * 60 * 1000 };

struct evening {
    int64_t first, last; /* the acts of fights that it begins and ends with; rising */
    int64_t first_ms, last_ms;
    int64_t lasted_ms;  /* from act to act, as far as the clock went forward by itself */
    int64_t back_ms;    /* so far it was set back in all, */
    int64_t forward_ms; /* and forward, as far as that was seen */
};

struct evenings {
    struct evening *evening;
    int count, room;
    struct clock_step *step; /* that the campaign tells of, oldest first */
    int steps, steps_room;
    int64_t latest_ms; /* of the acts read so far */
    int64_t kept;      /* the last row of those that are kept; 0: none */
};

/* Free it with evenings_free, also after a failure. Reads a row for each act since those that
 * are kept beside the campaign (store/sums.h). */
enum status evenings_read(struct evenings *out, struct campaign *campaign,
                          struct error *err) MUST_CHECK;
/* The same in pieces of at most this many rows, from zeroed memory on. *after is 0 before the
 * first piece, then the last row that was read; *is_whole becomes true after the last, and
 * after a failure. */
enum status evenings_read_on(struct evenings *evenings, struct campaign *campaign,
                             int64_t *after, int rows, bool *is_whole,
                             struct error *err) MUST_CHECK;
void evenings_free(struct evenings *evenings);

struct sitting;

/* For idle moments: keeps them up with a long log before anybody asks, in pieces of about a
 * millisecond. False: nothing is left to do. */
bool evenings_filling_step(struct sitting *sitting);

/* The number of the evening of an act, which is one of a fight, or not; 0: it is of none. */
int evening_of(const struct evenings *evenings, int64_t act, int64_t at_ms, bool is_of_fight);

/* What the chronicle knows of each encounter, read from the log once, row after row: when it
 * was played, who fell, which morale checks failed, and how it stands. It is kept in memory and
 * in the file (store/campaign.h), and reading goes on from there; where what is kept is
 * damaged, it is read again from the start.
 *
 * Of an encounter whose log is damaged nothing counts from the damage on. */

/* Later ones are only counted. */
enum { CHRONICLE_SIGHTS_MAX = 96, CHRONICLE_TEXT_SIZE = 64, CHRONICLE_PARTY_SIZE = 160 };

enum sight_kind { SIGHT_FALL, SIGHT_BREAK, SIGHT_REMARK };

/* Something worth seeing. */
struct chronicle_sight {
    int64_t act;
    int round;
    enum sight_kind kind;
    int subject;        /* who fell; 0: the text says all */
    bool is_party;      /* one of the party */
    bool is_taken_back; /* its act is not on the way to where the encounter stands */
    bool is_over;       /* who fell stood up again */
    int more;           /* how many others of that side fell with it: only in a chronicle */
    char text[CHRONICLE_TEXT_SIZE]; /* the name of who fell, or what happened */
};

/* The acts of an encounter on one evening, those before and after its fight too. */
struct chronicle_stretch {
    int evening; /* from 1 */
    int64_t first, last;
    /* The times of the first and the last act of the fight, or, where none began, of all. */
    int64_t first_ms, last_ms;
    int acts;
    int64_t lasted_ms; /* between these two, as far as the clock went forward */
    bool has_fight;
    bool is_early; /* of an evening whose fights had not begun: see chronicle_stretch_counts */
};

struct chronicle_fight {
    int64_t row;     /* the last row of the log that was read for it; 0: none */
    int64_t head;    /* the act after which it was then */
    int64_t damaged; /* the first act that nothing is known of; 0: the log is sound */
    struct chronicle_stretch *stretch;
    int stretches, stretches_room;
    struct chronicle_sight *sight;
    int sights, sights_room;
    /* How it stood after row `facts_row`; 0: not read yet. */
    int64_t facts_row;
    struct encounter_facts facts;
    char party[CHRONICLE_PARTY_SIZE]; /* "Anka, Odo Quill" */
    bool is_new;                      /* not in the file yet */
};

struct chronicle_log {
    struct chronicle_fight *fight; /* by id - 1 */
    int64_t fights, room;
    struct evenings evenings;
    int64_t row;        /* the last row of the log that was read */
    int64_t until;      /* the newest one when somebody last asked for more */
    int64_t cached_row; /* and the last one that is in the file */
    /* Of those that are kept in the file the newest are taken over first: the encounters from
     * this one on are here. Rows of an older one are not read before it is. */
    int64_t taken_from;
    int64_t cached_until; /* the last row that was in the file when that began */
    bool drops_cached;    /* what is in the file is damaged */
};

/* For idle moments, once the chronicle was read: the next piece, about a millisecond; at the
 * end it is written to the file. False: nothing is left to do. */
bool chronicle_log_step(struct sitting *sitting);
/* Forgets everything, since another campaign is open, or none. */
void chronicle_log_forget(struct sitting *sitting);

enum { CHRONICLE_NAME_SIZE = 64 };

/* A fight, or a place without one, on one evening. */
struct chronicle_entry {
    int64_t encounter;
    char name[CHRONICLE_NAME_SIZE];
    const struct system *system; /* NULL: this program does not know its game */
    struct chronicle_stretch stretch;
    bool is_last; /* it was not played on a later evening: `facts` say how it ended */
    bool is_open; /* it is on the table */
    bool is_archived;
    int64_t damaged;              /* the act from which on its log is damaged; 0: sound */
    struct encounter_facts facts; /* is_known false: they are being read */
    char party[CHRONICLE_PARTY_SIZE];
    /* What is worth seeing of that evening, oldest first, in `sight` of the chronicle. */
    int first_sight, sights;
};

struct chronicle_evening {
    int number; /* as session= counts them */
    int64_t first_ms, last_ms;
    int64_t lasted_ms;           /* as far as the clock went forward by itself */
    int64_t back_ms, forward_ms; /* so far it was set back and forward in all */
    int first, entries;          /* its encounters, in `entry` of the chronicle; */
    int fights;                  /* how many of them were fights */
    int first_step, steps;       /* those of the party, in `step` of the chronicle */
};

struct chronicle {
    struct chronicle_evening *evening; /* newest first */
    struct chronicle_entry *entry;     /* of each evening, in the order in which they began */
    struct chronicle_sight *sight;
    struct party_steps steps;       /* all of them, in their order */
    const struct party_step **step; /* those that are told, by evening */
    int evenings, entries, sights, told_steps;
    int entries_room, sights_room;
    bool is_whole; /* false: some of the log is still being read */
};

/* Zeroed memory is an empty chronicle; free it with chronicle_free, also after a failure. Reads
 * at most `rows` rows of the log and `states` encounters; what is left is read in idle moments
 * (chronicle_log_step). */
enum status chronicle_read(struct chronicle *out, struct sitting *sitting, int rows, int states,
                           struct error *err) MUST_CHECK;
void chronicle_free(struct chronicle *chronicle);

/* "won, round 7", "on the table, round 3", "goes on another evening". */
void chronicle_add_course(struct text *out, const struct chronicle_entry *entry);
/* "Odo Quill fell; 3 foes fell; pelicans break"; nothing where there was nothing. */
void chronicle_add_sights(struct text *out, const struct chronicle *chronicle,
                          const struct chronicle_entry *entry);
/* "2 fights, 1 place without one, 3 steps of the party, 2 h 40 min"; and the fights alone. */
void chronicle_add_evening(struct text *out, const struct chronicle_evening *evening);
void chronicle_add_fights(struct text *out, const struct chronicle_evening *evening);
/* "Odo Quill falls". */
void chronicle_sight_add(struct text *out, const struct chronicle_sight *sight);

/* True when more of it was read in idle moments since the last call. */
bool sitting_chronicle_has_grown(struct sitting *sitting);

/* The command `chronicle`. */
void sitting_run_chronicle(struct sitting *sitting, const struct command *command,
                           struct result *out);

#endif
