#include "resolver/dice/dice_foreign.h"

#include <string.h>

/* Words in lower case, and the advice for each. A word ends where its letters end. */
struct foreign {
    const char *words; /* separated by blanks */
    const char *text;
};

static const char counting[] = "counting successes is written after the die: 6d6>=5";
static const char exploding[] =
    "exploding dice are written with ! after the die: d6!, d6!>=5, d6!! or d6!p";
static const char keeping[] =
    "keeping the highest or lowest dice is written kh or kl: 4d6kh3, 2d20kl1";
static const char two_of_a_die[] =
    "advantage is written after a single die: d20adv, and disadvantage d20dis";
static const char comment[] =
    "a comment (# and text) is understood at the end of a command line only";
static const char labels[] = "a label stands behind dice or a number: 2d6[fire]";
static const char command[] = "commands such as /roll are left out: 2d6+3";
static const char braces[] =
    "groups in braces are not known: max(...) and min(...) compare, kh and kl keep dice";
static const char variable[] = "values of a character sheet are not known: write the number";

/* After a die, a number or parentheses. */
static const struct foreign words_behind[] = {
    {"advantage disadvantage ad", two_of_a_die},
    {"keep h highest high best l lowest low worst", keeping},
    {"drop dropping without",
     "dropping the lowest or highest dice is written dl or dh: 4d6dl1"},
    {"reroll rerolls rerolling rr", "re-rolling is written r, or ro for once: 2d6r1, 2d6ro<3"},
    {"ra", "adding a die for a face (ra) is not known; a die that explodes adds one: d6!"},
    {"e ex exp explode explodes exploding ace aces acing ie xo", exploding},
    {"p penetrate penetrates penetrating",
     "penetrating dice are written !p after the die: d6!p"},
    {"compound compounding", "compounding dice are written !! after the die: d6!!"},
    {"t tn target s success successes hits hit", counting},
    {"sd sa sort sorted",
     "sorting dice (sd, sa) is not known: faces are shown in the order they fell"},
    {"cf f df sf fail failure failures botch",
     "counting failures (cf, f, df) is not known; counting successes is written 6d6>=5"},
    {"crit critical crits", "critical faces are not marked; 6d6=6 counts the sixes"},
    {"m mt ms match matches matching", "counting matching dice (m, mt) is not known"},
    {"u uo unique", "unique dice (u) are not known"},
    {"even odd", "counting even or odd dice is not known; a comparison counts: 6d6>=4"},
    {"mi ma", "the least and the most that a die counts are written min and max: d6min2"},
    {"plus and", "sums are written with +: 2d6+3"},
    {"minus", "differences are written with -: 2d6-1"},
    {"times", "products are written with * or x: 2d6*10; 3x 4d6 rolls three times"},
    {"vs dc ac against over under",
     "a total is not compared here; after the die a comparison counts dice: 6d6>=5"},
    {"or if", "one expression is rolled at a time; max(a, b) takes the higher"},
};

/* Our own suffixes in the wrong place. */
static const struct foreign suffixes[] = {
    {"k kh kl dh dl", "keeping and dropping stand directly after the die: 4d6kh3"},
    {"r ro", "re-rolling stands directly after the die: 2d6r1"},
    {"min max", "min and max stand directly after the die: d6min2; a list is max(2d6, 7)"},
    {"cs", counting},
    {"adv dis", two_of_a_die},
};

/* In place of a number or dice. */
static const struct foreign words_of_values[] = {
    {"floor", "floor is not needed: division rounds down by itself, as in 7/2"},
    {"ceil ceiling round abs sqrt pow mod",
     "the functions there are: max(a, b) and min(a, b); / rounds down"},
    {"adv advantage dis disadvantage", two_of_a_die},
    {"roll r", "the word roll is left out: 2d6+3"},
    {"k kh kl dh dl keep drop best worst highest lowest", keeping},
    {"e explode exploding", exploding},
    {"w t", "dice are written with d: 2d6"},
    {"x", "x multiplies what stands before it, as in 2d6x10; 3x 4d6 rolls three times"},
};

/* Signs in any place; the longest first. */
static const struct foreign signs[] = {
    {"#", comment},
    {"{ }", braces},
    {"[[ ]]", "double brackets are left out: 2d6+3"},
    {"@ $ ?{", variable},
    {"\xE2\x89\xA5", "at least is written >=, and it counts dice: 6d6>=5"},
    {"\xE2\x89\xA4", "at most is written <=, and it counts dice: 6d6<=2"},
    {"> < =", counting},
    {"\xC3\xB7 :", "division is written /"},
    {"\xC2\xB7", "products are written * or x"},
    {"^ **", "powers are not known"},
    {"%", "the remainder (%) is not known; d% is a die of 100 sides"},
    {".", "numbers are whole: there is no 1.5"},
    {", ; & |", "one expression is rolled at a time; max(a, b) and min(a, b) take lists"},
    {"\" '", "quotation marks are left out; a label stands in brackets: 2d6[fire]"},
    {"\\", "\\ means nothing here; division is written /"},
};

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static int letters(struct str rest)
{
    int n = 0;
    while (n < rest.n && char_is_letter(rest.p[n])) {
        n++;
    }
    return n;
}

static bool is_among(struct str word, const char *words)
{
    struct str rest = str_of(words);
    for (struct str one; (one = str_next_word(&rest)).p != NULL;) {
        if (str_equal_any_case(word, one)) {
            return true;
        }
    }
    return false;
}

/* The advice of a table for the word that begins here; NULL when it has none. */
static const char *of_word(const struct foreign *table, int count, struct str rest)
{
    struct str word = {rest.p, letters(rest)};
    for (int i = 0; i < count && word.n > 0; i++) {
        if (is_among(word, table[i].words)) {
            return table[i].text;
        }
    }
    return NULL;
}

static const char *of_sign(struct str rest)
{
    for (int i = 0; i < COUNT(signs); i++) {
        struct str all = {signs[i].words, (int)strlen(signs[i].words)};
        for (int at = 0; at < all.n;) {
            int end = at;
            while (end < all.n && all.p[end] != ' ') {
                end++;
            }
            int n = end - at;
            if (rest.n >= n && memcmp(rest.p, all.p + at, (size_t)n) == 0) {
                return signs[i].text;
            }
            at = end + 1;
        }
    }
    return NULL;
}

/* The word or the character that stands here, as a message shows it. */
static void add_seen(struct text *out, struct str rest)
{
    enum { SHOWN = 24 };
    int n = letters(rest);
    if (n > 0) {
        text_add_char(out, '"');
        text_add_str(out, (struct str){rest.p, n < SHOWN ? n : SHOWN});
        text_add(out, "%s\"", n > SHOWN ? "..." : "");
    } else if (rest.p[0] > ' ' && rest.p[0] < 0x7F) {
        text_add(out, "\"%c\"", rest.p[0]);
    } else {
        text_add(out, "this character");
    }
}

bool dice_foreign_suffix(struct text *out, struct str rest)
{
    bool is_word = letters(rest) > 1;
    const char *text = is_word ? of_word(words_behind, COUNT(words_behind), rest) : NULL;
    text_add(out, "%s", text != NULL ? text : "");
    return text != NULL;
}

void dice_foreign_operator(struct text *out, struct str rest, enum dice_before before)
{
    const char *text = of_word(words_behind, COUNT(words_behind), rest);
    text = text != NULL ? text : of_word(suffixes, COUNT(suffixes), rest);
    if (text == NULL && rest.p[0] == '!') {
        text = exploding;
    }
    if (text == NULL && rest.p[0] == '[' && !(rest.n > 1 && rest.p[1] == '[')) {
        text = before == BEFORE_LABEL ? "a die or a number has one label: 2d6[fire]" : labels;
    }
    text = text != NULL ? text : of_sign(rest);
    if (text != NULL && before == BEFORE_LABEL && rest.p[0] != '#' && rest.p[0] != '[') {
        text = "a label comes last, behind all that belongs to the die: 4d6kh3[fire]";
    }
    bool is_value = char_is_digit(rest.p[0]) || rest.p[0] == '(' ||
                    (letters(rest) == 1 && char_lower(rest.p[0]) == 'd');
    if (text != NULL) {
        text_add(out, "%s", text);
    } else if (is_value) {
        text_add(out, "an operator is missing before this: + - * or /");
    } else {
        add_seen(out, rest);
        text_add(out, " is not known here; + - * or / can follow");
    }
}

void dice_foreign_value(struct text *out, struct str rest)
{
    const char *text = of_word(words_of_values, COUNT(words_of_values), rest);
    if (text == NULL && letters(rest) > 0) {
        text_add(out, "expected a number or dice here, such as 2d6+3, not ");
        add_seen(out, rest);
        return;
    }
    if (text == NULL && rest.n > 0) {
        char next = rest.n > 1 ? rest.p[1] : ' ';
        bool is_command = rest.p[0] == '/' && char_is_letter(next);
        bool is_label = rest.p[0] == '[' && next != '[';
        text = is_command ? command
               : is_label ? labels
               : rest.p[0] == '*' || rest.p[0] == '/'
                   ? "a number or dice are missing before this"
               : rest.p[0] == '!' ? exploding
                                  : of_sign(rest);
    }
    text_add(out, "%s", text != NULL ? text : "expected a number or dice here, such as 2d6+3");
}
