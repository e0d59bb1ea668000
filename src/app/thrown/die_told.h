/* What a die tells of itself, from outside the program: a line of JSON from a relay, a phone or
 * `referee throw`, or a word such as d20:14. Read with care, as the dice of several makers do
 * not agree: what can be understood is, what a die cannot show is refused.
 *
 * {"die": "d20", "face": 14, "state": "rolled", "id": "7f01", "name": "Ruby"}; only the face is
 * needed. The names that the app of Pixels dice sends are read too (dieType, faceValue,
 * rollState, pixelId, pixelName), states by their numbers, and the letters of GoDice. Pure. */
#ifndef REFEREE_APP_THROWN_DIE_TOLD_H
#define REFEREE_APP_THROWN_DIE_TOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum die_kind {
    DIE_ANY, /* it was not said */
    DIE_D4,
    DIE_D6,
    DIE_D8,
    DIE_D10, /* 0 to 9, where 0 counts 10; 10 is read too */
    DIE_D12,
    DIE_D20,
    DIE_D00,  /* tens: 0, 10 to 90 */
    DIE_D100, /* one body with a hundred faces */
    DIE_FUDGE /* 1 to 6: 1 and 6 are plus, 2 and 5 minus, 3 and 4 blank; or -1, 0, 1 */
};

/* True when it lies still, by what it says. */
enum die_state {
    DIE_LIES,  /* rolled, stable, or nothing is said */
    DIE_DOUBT, /* crooked, tilted, fake, moved, onFace: a person has to look */
    DIE_MOVES, /* rolling, as it falls */
    DIE_HELD   /* handling, unknown, charging: no throw */
};

/* TOLD_LINE_SIZE: of a line with its end; a longer one is refused. */
enum { TOLD_ID_SIZE = 40, TOLD_NAME_SIZE = 32, TOLD_LINE_SIZE = 1024 };

struct die_told {
    enum die_kind kind;
    enum die_state state;
    char state_word[16];       /* "crooked"; "" when it was not said */
    bool has_face;             /* false only for DIE_MOVES and DIE_HELD */
    int face;                  /* as the die shows it */
    char id[TOLD_ID_SIZE];     /* "": not known */
    char name[TOLD_NAME_SIZE]; /* "Ruby", clean; "": none */
};

/* Reads a line, without its end. STATUS_USAGE: it is no such line, or the die lacks the face;
 * then nothing counts. */
enum status die_told_read(struct die_told *out, struct str line, struct error *err) MUST_CHECK;
/* Reads a word of `referee throw`: "14", "d6:4", "d00:30". */
enum status die_told_read_word(struct die_told *out, struct str word,
                               struct error *err) MUST_CHECK;
/* Gives it this id; of a long one the end is mixed to a number, so that two that begin alike
 * stay two. */
void die_told_set_id(struct die_told *die, const char *id);
/* Adds it as a line that die_told_read reads, without an end. */
void die_told_add(const struct die_told *die, struct text *out);

/* "d20", "d00", "dF"; of DIE_ANY "die". */
const char *die_kind_name(enum die_kind kind);

/* ---- repeats --------------------------------------------------------------------------- */

enum { DICE_HEARD_MAX = 32 };

/* What one source has told so far: dice say the same again when they are connected again, and
 * each time that they hear the same state. Zeroed at first; the longest silent one is
 * forgotten. */
struct dice_heard {
    struct die_heard {
        char id[TOLD_ID_SIZE]; /* "": a free place */
        bool has_lain;         /* `face` and `at_ms` are of the last time that it lay */
        bool lay_in_doubt;
        int face;
        int64_t at_ms;
        bool has_moved;  /* since then */
        bool ever_moves; /* it says when it rolls */
    } die[DICE_HEARD_MAX];
};

/* True when this is a throw of its own, and not the last one told again: the same die with the
 * same face, and no rolling between; of a die that never tells of rolling, within a second. A
 * die without an id is always new. */
bool dice_heard_is_new(struct dice_heard *heard, const struct die_told *die, int64_t now_ms);

#endif
