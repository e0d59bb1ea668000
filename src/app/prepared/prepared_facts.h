/* What a prepared encounter comes to, before its fight: who is in it, what is missing or odd,
 * what is read aloud. All of it is found by deciding the text (app/prepared/prepared_run.h),
 * which is kept until the text or a kind changes: lists show what is kept, and idle moments
 * read the rest, one encounter at each step. */
#ifndef REFEREE_APP_PREPARED_PREPARED_FACTS_H
#define REFEREE_APP_PREPARED_PREPARED_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/encounters/encounter_facts.h"
#include "app/prepared/prepared.h"
#include "base/status.h"
#include "tracker/prepared.h"

struct sitting;

/* Something that is missing or odd before a start. */
struct ready_item {
    char text[200];
    int line, column;                   /* of the place in the text; 0: not from a text */
    char command[MISSING_COMMAND_SIZE]; /* the line that corrects it at the table, to be
                                           completed; "" */
    const char *rule;
};

enum { READY_MAX = 64 };

/* For a prepared encounter, or (id 0) the one on the table. Mistakes in its text come first,
 * each with its place. */
enum status sitting_ready(struct sitting *sitting, int64_t id, struct ready_item *out, int most,
                          int *count, struct error *err) MUST_CHECK;

enum { PREPARED_PROSE_SIZE = 600, PREPARED_LINE_SIZE = 208 };

struct prepared_facts {
    bool is_known;                     /* false: not read yet, and the rest is empty */
    int combatants;                    /* without the party that comes to it */
    int missing;                       /* how much is missing or odd, mistakes included */
    char first[PREPARED_LINE_SIZE];    /* the first of that */
    char who[ENCOUNTER_WHO_SIZE];      /* "2 × bridge hound, Big Osric" */
    char counters[PREPARED_LINE_SIZE]; /* "howl 0/2, gully-goblin arrive 3" */
    char place[PREPARED_LINE_SIZE], wants[PREPARED_LINE_SIZE];
    /* The beginnings of what is read aloud and of the notes, in one line each. */
    char read[PREPARED_PROSE_SIZE], notes[PREPARED_PROSE_SIZE];
};

/* The facts of one of the list. If they are not kept they are read while *budget is above 0,
 * which takes one off it; otherwise is_known is false, and prepared_facts_step reads them. */
enum status prepared_facts_find(struct prepared_facts *out, struct sitting *sitting,
                                const struct sitting_prepared *prepared, int *budget,
                                struct error *err) MUST_CHECK;
/* For idle moments: reads the facts of one that was asked for. False: none is left. */
bool prepared_facts_step(struct sitting *sitting);
/* Forgets all of them, since another campaign is open, or none. */
void prepared_facts_forget(struct sitting *sitting);

/* "ready", "2 missing", "". */
void prepared_facts_add_course(struct text *out, const struct prepared_facts *facts);

#endif
