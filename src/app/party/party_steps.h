/* The steps of the party of every game, in their order: who joined, what was bought, rests,
 * advancement, notes. None belongs to a fight; each stands among the acts of the log after the
 * newest row that there was, whatever the clock said. The address of one is party#12. */
#ifndef REFEREE_APP_PARTY_PARTY_STEPS_H
#define REFEREE_APP_PARTY_PARTY_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "resolver/system.h"

struct sitting;

#define PARTY_STEPS_NAME "The party"

struct party_step {
    int64_t number; /* party#12: of the campaign's steps, not one after the other */
    int64_t undoes; /* the step that it takes back or restores; 0: none */
    int64_t after;  /* the newest row of the log then; 0: none */
    int64_t at_ms;
    bool is_undone;
    bool is_home;                /* what a fight did to the party, which its own acts tell */
    bool has_note;               /* it changed what is noted about a member */
    const struct system *system; /* NULL: this program does not know the game */
    char label[100];
    char *what; /* what it changed, a line for each: "Bran: Life 3 to 7"; owned */
};

struct party_steps {
    struct party_step *step;
    int count, room;
};

/* Zeroed memory, to be freed by party_steps_free, also on failure. */
enum status party_steps_read(struct party_steps *out, struct sitting *sitting,
                             struct error *err) MUST_CHECK;
void party_steps_free(struct party_steps *steps);

/* party#12 */
void party_step_address(int64_t number, struct text *out);
/* True when the words have that form. */
bool is_party_step(struct str words, int64_t *number);
/* STATUS_USAGE for the address of a step where an act is wanted: what it is, and that it
 * belongs to no fight, or that there is none. */
enum status party_step_is_no_act(struct sitting *sitting, int64_t number, struct error *err);

#endif
