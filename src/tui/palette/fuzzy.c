#include "tui/palette/fuzzy.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "base/utf8.h"

/* A gap costs less than a run earns, and two starts of words earn more than a run of two: "dg"
 * finds Damage Goblin before eDGe. */
enum {
    SCORE_CHARACTER = 16,
    SCORE_TEXT_START = 14,
    SCORE_WORD_START = 10,
    SCORE_RUN = 6,
    COST_GAP = 3,       /* for the first character left out between two matched ones */
    COST_GAP_LONGER = 1 /* for each further one */
};

/* Far below any score, and far from overflow. */
static const int NO_SCORE = INT_MIN / 2;

struct characters {
    uint32_t code[FUZZY_TEXT_MAX];
    int offset[FUZZY_TEXT_MAX];
    int n;
};

/* Splits a text into characters; false when there are more than `limit`. */
static bool characters_read(struct characters *out, struct str piece, int limit,
                            bool with_blanks)
{
    out->n = 0;
    int i = 0;
    while (i < piece.n) {
        struct utf8_step step = utf8_decode((struct str){piece.p + i, piece.n - i});
        if (step.code != ' ' || with_blanks) {
            if (out->n == limit) {
                return false;
            }
            out->code[out->n] = step.code;
            out->offset[out->n] = i;
            out->n++;
        }
        i += step.n;
    }
    return true;
}

static bool is_capital(uint32_t code)
{
    return utf8_lower(code) != code && utf8_upper(code) == code;
}

static bool is_separator(uint32_t code)
{
    return code < 0x80 && !char_is_digit((char)code) && !char_is_letter((char)code);
}

static int place_score(const struct characters *text, int place)
{
    if (place == 0) {
        return SCORE_CHARACTER + SCORE_TEXT_START;
    }
    uint32_t before = text->code[place - 1];
    uint32_t here = text->code[place];
    bool starts_word = (is_separator(before) && !is_separator(here)) ||
                       (is_capital(here) && !is_capital(before));
    return SCORE_CHARACTER + (starts_word ? SCORE_WORD_START : 0);
}

/* The best way to match the first characters of the pattern when the last of them is here. */
struct way {
    int score;
    int from; /* the place of the character before it */
};

/* Fills the row of ways for one more character from the row of the character before it (NULL
 * for the first one); true when there is any way. */
static bool row_fill(struct way *row, const struct way *before, uint32_t wanted,
                     const struct characters *text)
{
    bool is_found = false;
    int gap_score = NO_SCORE; /* of the best way whose character is at least two places back */
    int gap_from = 0;
    for (int place = 0; place < text->n; place++) {
        struct way best = {before == NULL ? 0 : NO_SCORE, 0};
        if (before != NULL && place >= 2) {
            gap_score = gap_score > NO_SCORE ? gap_score - COST_GAP_LONGER : NO_SCORE;
            int opened = before[place - 2].score;
            if (opened > NO_SCORE && opened - COST_GAP > gap_score) {
                gap_score = opened - COST_GAP;
                gap_from = place - 2;
            }
            best = (struct way){gap_score, gap_from};
        }
        if (before != NULL && place >= 1 && before[place - 1].score > NO_SCORE &&
            before[place - 1].score + SCORE_RUN >= best.score) {
            best = (struct way){before[place - 1].score + SCORE_RUN, place - 1};
        }
        bool matches = utf8_lower(text->code[place]) == wanted && best.score > NO_SCORE;
        best.score = matches ? best.score + place_score(text, place) : NO_SCORE;
        row[place] = best;
        is_found = is_found || matches;
    }
    return is_found;
}

bool fuzzy_match(struct fuzzy_match *out, struct str pattern, struct str text)
{
    struct characters wanted;
    struct characters places;
    if (!characters_read(&wanted, pattern, FUZZY_PATTERN_MAX, false)) {
        return false;
    }
    places.n = 0;
    if (wanted.n > 0) {
        (void)characters_read(&places, text, FUZZY_TEXT_MAX, true);
    }
    struct way ways[FUZZY_PATTERN_MAX][FUZZY_TEXT_MAX];
    for (int i = 0; i < wanted.n; i++) {
        if (!row_fill(ways[i], i == 0 ? NULL : ways[i - 1], utf8_lower(wanted.code[i]),
                      &places)) {
            return false;
        }
    }
    out->score = 0;
    out->length = text.n;
    out->count = wanted.n;
    if (wanted.n == 0) {
        return true;
    }
    int place = 0;
    for (int i = 0; i < places.n; i++) {
        if (i == 0 || ways[wanted.n - 1][i].score > out->score) {
            place = i;
            out->score = ways[wanted.n - 1][i].score;
        }
    }
    for (int i = wanted.n - 1; i >= 0; i--) {
        out->positions[i] = places.offset[place];
        place = ways[i][place].from;
    }
    return true;
}

int fuzzy_compare(const struct fuzzy_match *a, const struct fuzzy_match *b)
{
    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    if (a->length != b->length) {
        return a->length < b->length ? -1 : 1;
    }
    return (a->order > b->order) - (a->order < b->order);
}
