#include "base/nearest.h"

#include <stddef.h>

static int least(int a, int b)
{
    return a < b ? a : b;
}

int nearest_slips(struct str a, struct str b, int limit)
{
    if (a.n > NEAREST_LENGTH_MAX || b.n > NEAREST_LENGTH_MAX || a.n - b.n > limit ||
        b.n - a.n > limit) {
        return limit + 1;
    }
    /* slips[i % 3][j]: between the first i letters of a and the first j of b; a swap looks back
     * two rows. */
    int slips[3][NEAREST_LENGTH_MAX + 1];
    for (int j = 0; j <= b.n; j++) {
        slips[0][j] = j;
    }
    for (int i = 1; i <= a.n; i++) {
        int *row = slips[i % 3];
        const int *above = slips[(i - 1) % 3];
        row[0] = i;
        for (int j = 1; j <= b.n; j++) {
            char x = char_lower(a.p[i - 1]);
            char y = char_lower(b.p[j - 1]);
            row[j] = least(above[j - 1] + (x != y), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == char_lower(b.p[j - 2]) && y == char_lower(a.p[i - 2])) {
                row[j] = least(row[j], slips[(i - 2) % 3][j - 2] + 1);
            }
        }
    }
    return least(slips[a.n % 3][b.n], limit + 1);
}

void nearest_init(struct nearest *nearest, struct str word)
{
    *nearest = (struct nearest){.word = word};
}

/* True when a word of the name, not its first, begins with what was typed. */
static bool begins_later_word(struct str typed, struct str name)
{
    enum { LETTERS_LEAST = 3 };
    for (int i = 1; typed.n >= LETTERS_LEAST && i + typed.n <= name.n; i++) {
        struct str part = {name.p + i, typed.n};
        if (name.p[i - 1] == ' ' && str_equal_any_case(typed, part)) {
            return true;
        }
    }
    return false;
}

void nearest_offer(struct nearest *nearest, const char *known)
{
    struct str word = nearest->word;
    struct str offered = str_of(known);
    int limit = word.n < 6 ? 1 : word.n / 3;
    int slips = nearest_slips(word, offered, limit);
    int rank = 2 * slips;
    if (slips > 0 && word.n >= 2 && offered.n > word.n &&
        str_equal_any_case(word, (struct str){offered.p, word.n})) {
        rank = 1;
    } else if (slips > 0 && begins_later_word(word, offered)) {
        rank = 3;
    } else if (slips > limit || (slips > 0 && slips >= word.n)) {
        return;
    }
    if (nearest->best == NULL || rank < nearest->rank) {
        nearest->best = known;
        nearest->rank = rank;
    }
}

struct nearest_question nearest_question(const struct nearest *nearest)
{
    struct nearest_question question = {""};
    struct text text = text_over(question.text, sizeof question.text);
    if (nearest->best != NULL) {
        text_add(&text, "; did you mean %.*s?", NEAREST_LENGTH_MAX, nearest->best);
    }
    return question;
}
