/* What the chronicle knows of each encounter, read from the log once, row after row: when it
 * was played, who fell, which morale checks failed, and how it stands. It is kept in memory and
 * in the file (store/chronicle_rows.h), and reading goes on from there; where what is kept is
 * damaged, it is read again from the start.
 *
 * Of an encounter whose log is damaged nothing counts from the damage on. */
#ifndef REFEREE_APP_CHRONICLE_CHRONICLE_LOG_H
#define REFEREE_APP_CHRONICLE_CHRONICLE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "app/chronicle/evenings.h"
#include "app/encounters/encounters.h"
#include "base/status.h"

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
    int more;           /* so many others of that side fell with it: only in a chronicle */
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
    int64_t row;      /* the last row of the log that was read */
    int64_t until;    /* the newest one when somebody last asked for more */
    int64_t kept_row; /* and the last one that is in the file */
    bool drops_kept;  /* what is in the file is damaged */
};

struct sitting;

/* Whether a stretch belongs to its evening: what was done before its first fight does, when
 * less than six hours part it from that. */
bool chronicle_stretch_counts(const struct chronicle_log *log,
                              const struct chronicle_stretch *stretch);

/* What is known, after at most `rows` more rows were read and `states` encounters looked at;
 * with 0 rows, without rows that were written since the last call. *is_whole: nothing is left
 * to read. Valid until the sitting does something else. */
enum status chronicle_log_read(struct chronicle_log **out, struct sitting *sitting, int rows,
                               int states, bool *is_whole, struct error *err) MUST_CHECK;
/* For idle moments, once the chronicle was read: the next piece, about a millisecond; at the
 * end it is written to the file. False: nothing is left to do. */
bool chronicle_log_step(struct sitting *sitting);
/* Whether what was read has grown since the last call. */
bool chronicle_log_has_grown(struct sitting *sitting);
/* Forgets everything, since another campaign is open, or none. */
void chronicle_log_forget(struct sitting *sitting);

#endif
