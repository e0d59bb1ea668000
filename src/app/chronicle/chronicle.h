/* The chronicle: the evenings of the campaign, newest first, with the fights of each, how long
 * they took, who took part, how they ended, and what is worth seeing: a fall, a morale check
 * that failed, a marker, a remark; the places without a fight, and what the party did between
 * them. What it is made of is in chronicle_log. */
#ifndef REFEREE_APP_CHRONICLE_CHRONICLE_H
#define REFEREE_APP_CHRONICLE_CHRONICLE_H

#include "app/chronicle/chronicle_log.h"
#include "app/party/party_steps.h"
#include "app/sitting/result.h"
#include "tracker/command.h"

struct sitting;

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
    int64_t lasted_ms;     /* as far as the clock went forward */
    int64_t back_ms;       /* so far it was set back in all */
    int first, entries;    /* its encounters, in `entry` of the chronicle; */
    int fights;            /* so many of them were fights */
    int first_step, steps; /* those of the party, in `step` of the chronicle */
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
/* "2 fights, 1 place without one, 3 steps of the party, 2 h 40 min". */
void chronicle_add_evening(struct text *out, const struct chronicle_evening *evening);
/* "Odo Quill falls". */
void chronicle_sight_add(struct text *out, const struct chronicle_sight *sight);

/* Whether more of it was read in idle moments since the last call. */
bool sitting_chronicle_has_grown(struct sitting *sitting);

/* The command `chronicle`. */
void sitting_run_chronicle(struct sitting *sitting, const struct command *command,
                           struct result *out);

#endif
