/* Dice from outside at a table: a line that came becomes a face in the field of the open
 * question, an answer for who sent it, and words for who sees or hears the table. Screen and
 * linear mode share it. */
#ifndef REFEREE_APP_THROWN_THROWS_H
#define REFEREE_APP_THROWN_THROWS_H

#include "app/thrown/hand.h"
#include "tracker/command.h"
#include "tracker/decision.h"

struct sitting;

enum { THROWS_FIELD_SIZE = 1024, THROWS_TOLD_SIZE = 600, THROWS_ANSWER_SIZE = 1024 };

/* What is open at the table. */
struct throws_open {
    const struct question *question; /* for dice; NULL: nothing asks for them */
    const char *line;                /* the command so far */
    struct str field;                /* what is typed after it, or came from outside before */
};

struct throws;

struct throws *throws_begin(struct sitting *sitting);
void throws_end(struct throws *throws);
/* A line from outside. True when the table has something to show: see the functions below.
 * `answer`, THROWS_ANSWER_SIZE bytes, is a line of JSON:
 * {"taken": true, "for": "attack", "shows": 14, "missing": ["d6"], "waiting": 0} or
 * {"taken": false, "why": "handling"}. */
bool throws_take(struct throws *throws, const struct throws_open *open, struct str line,
                 struct text *answer);
/* A person takes the dice that are offered; false: none are. */
bool throws_take_offered(struct throws *throws, const struct throws_open *open);
/* The question is another one: dice that wait answer it. False: none does. */
bool throws_ask(struct throws *throws, const struct throws_open *open);
/* The field after one of these. Valid until the next call. */
struct str throws_field(const struct throws *throws);
/* For the ear: what the newest die shows and what becomes of it, "Ruby: d20 14, for attack".
 * THROWS_TOLD_SIZE bytes. */
void throws_speak(const struct throws *throws, struct text *out);

const struct hand *throws_hand(const struct throws *throws);
/* The field was changed by a person. */
void throws_see_field(struct throws *throws, struct str field);
/* The field for the line that is run, with the sources of its faces; the dice of it are let go
 * as it was the answer to this question. */
void throws_answer(struct throws *throws, const struct question *question, struct str field,
                   struct text *out);
/* The command is over: no die is kept for the next one. */
void throws_forget(struct throws *throws);

#endif
