/* What the chronicle knows, as plain data: the evenings, and of each encounter when it was
 * played, what is worth seeing and how it stands. chronicle_log reads it, chronicle_text keeps
 * it. */
#ifndef REFEREE_APP_CHRONICLE_CHRONICLE_DATA_H
#define REFEREE_APP_CHRONICLE_CHRONICLE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "app/encounters/encounters.h"
#include "app/chronicle/evenings.h"

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

/* The acts of an encounter on one evening. */
struct chronicle_stretch {
    int evening; /* from 1 */
    int64_t first, last, first_ms, last_ms;
    int acts;
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

/* Room for them in the log; the new one is not filled yet. */
struct chronicle_fight *chronicle_fight_of(struct chronicle_log *log, int64_t encounter);
struct chronicle_stretch *chronicle_add_stretch(struct chronicle_fight *fight);
struct chronicle_sight *chronicle_add_sight(struct chronicle_fight *fight);
/* Frees all of it; nothing is known then. */
void chronicle_log_empty(struct chronicle_log *log);

#endif
