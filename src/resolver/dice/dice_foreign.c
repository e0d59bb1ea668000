#include "resolver/dice/dice_foreign.h"

#include <string.h>

#include "base/nearest.h"

static const char counting[] = "counting successes is written after the die: 6d6>=5";
static const char exploding[] =
    "exploding dice are written with ! after the die: d6!, d6!>=5, d6!! or d6!p";
static const char keeping[] =
    "keeping the highest or lowest dice is written kh or kl: 4d6kh3, 2d20kl1";
static const char two_of_a_die[] =
    "advantage is written after a single die: d20adv, and disadvantage d20dis";
static const char labels[] = "a label stands behind dice or a number: 2d6[fire]";
static const char failures[] =
    "counting failures (cf, f, df) is not known; counting successes is written 6d6>=5";
static const char braces[] =
    "groups in braces are not known: max(...) and min(...) compare, kh and kl keep dice";
static const char one_keeping[] = "a die has at most one of kh, kl, dh, dl, adv and dis";
static const char adding_a_die[] =
    "adding a die for a face (ra) is not known; a die that explodes adds one: d6!";

/* clang-format off */
#define TAKEN(typed_, elsewhere_, here_, ours_, text_)                                          \
    {.kind = FOREIGN_TAKEN, .typed = typed_, .elsewhere = elsewhere_, .here = here_,            \
     .ours = ours_, .text = text_}
#define WRITTEN(typed_, ours_, text_)                                                           \
    {.kind = FOREIGN_WRITTEN, .typed = typed_, .ours = ours_, .text = text_}
#define WORDS(place_, words_, typed_, ours_, text_)                                             \
    {.kind = FOREIGN_WRITTEN, .typed = typed_, .ours = ours_, .text = text_, .place = place_,   \
     .words = words_}
#define SUFFIX(words_, typed_, suffix_, ours_, text_)                                           \
    {.kind = FOREIGN_WRITTEN, .typed = typed_, .ours = ours_, .text = text_,                    \
     .place = FOREIGN_BEHIND, .words = words_, .suffix = suffix_}
#define DESIGN(typed_, elsewhere_, here_, ours_, text_)                                         \
    {.kind = FOREIGN_BY_DESIGN, .typed = typed_, .elsewhere = elsewhere_, .here = here_,        \
     .ours = ours_, .text = text_}
#define BECOMES(dialect_, typed_, ours_)                                                        \
    {.kind = FOREIGN_DIALECT, .dialect = dialect_, .typed = typed_, .ours = ours_}
#define REFUSED(dialect_, typed_, ours_, text_)                                                 \
    {.kind = FOREIGN_DIALECT, .dialect = dialect_, .typed = typed_, .ours = ours_,              \
     .text = text_}
/* clang-format on */

/* In {} stands the new spelling of what was typed, or else of the first example. */
static const struct dice_foreign rows[] = {
    [FOREIGN_CRITICAL] =
        TAKEN("1d20cs>19+7, 2d20kh1cs20",
              "Roll20, rpg-dice-roller, dice-roller-parser: marks a critical", NULL, "1d20>19",
              "cs on a single die marks a critical elsewhere; to count write "
              "{}"),
    [FOREIGN_NO_FACE] = TAKEN("2d6>=7, d20>=21", "Avrae, BCDice: compare the total", NULL,
                              "the column \"or more\" of `odds 2d6`",
                              "a comparison counts dice, and no face meets this one; for the "
                              "total see {}"),
    [FOREIGN_EVERY_FACE] = TAKEN("2d6>=1, d20<=20", "Avrae, BCDice: compare the total", NULL,
                                 "the column \"or more\" of `odds 2d6`",
                                 "a comparison counts dice, and every face meets this one; for "
                                 "the total see {}"),
    [FOREIGN_TIMES] = TAKEN("5d10x10", "Foundry: explodes; rolldice: ten rolls", NULL, "*10",
                            "glued to a die x explodes elsewhere: {} multiplies, ! explodes"),
    [FOREIGN_ROLLS] = TAKEN("6#3d6", "dicelab, chat bots: six rolls", NULL, "6x 3d6",
                            "several rolls are written {}"),
    [FOREIGN_KEEP_VALUE] = TAKEN("4d6k>4", "Avrae: keeps the dice over 4", NULL, "4d6>4",
                                 "k keeps a number of the highest dice, as in 4d6kh3; dice "
                                 "are counted with {}"),
    [FOREIGN_D66] = TAKEN("2d66", "BCDice: two d66", NULL, "2x d66",
                          "d66 is two dice, tens and ones, and stands alone: {}"),
    [FOREIGN_TOTAL] = WRITTEN("d20+5>=15, (6d6)>=5", "the column \"or more\" of `odds d20+5`",
                              "counting successes is written after the die: 6d6>=5; for the "
                              "total see {}"),
    [FOREIGN_COMMAND] = WRITTEN("!r 2d6, !roll, .r, =2d6, /roll 2d6", "2d6",
                                "commands such as /roll are left out: {}"),
    [FOREIGN_DROPS_ALL] =
        WRITTEN("2d6d8", "2d6+d8",
                "an operator is missing before this: + - * or /; {} adds a second "
                "die"),
    [FOREIGN_COUNT] = WRITTEN("(2+1)d6, 3d(2+4)", "3d6",
                              "the number of dice, and of their sides, is a plain number, as "
                              "in {}"),
    [FOREIGN_DIVISION] =
        WRITTEN("2d6//2", "2d6/2", "division is written with one / and rounds down"),
    [FOREIGN_POWER] = WORDS(FOREIGN_SIGN, "^ **", "d6**2, 2d6^2", NULL, "powers are not known"),
    [FOREIGN_SEVERAL] =
        WRITTEN("6 4d6", "6x 4d6",
                "an operator is missing before this: + - * or /; several rolls are "
                "written {}"),
    [FOREIGN_LETTER] = WRITTEN("2w6, 2t6", "2d6", "dice are written with d: {}"),
    [FOREIGN_FUDGE] =
        WRITTEN("4dF.1", "4dF", "dF.1 (one + and one - on six sides) is not known; dF is dF.2"),
    [FOREIGN_FRACTIONS] = REFUSED(DICE_ROLL20, "2d6/2, floor(2d6/2+d6/2)", "floor(2d6/2)",
                                  "this dialect keeps fractions, and here division rounds "
                                  "down: {} is the same in both"),
    [FOREIGN_LIMIT] = REFUSED(DICE_FOUNDRY, "5d10x2=10, 4d6r1=1", NULL,
                              "a limit on how often (x2=10, r1=1) is not known"),
    [FOREIGN_ONCE] =
        REFUSED(DICE_FOUNDRY, "5d10xo", NULL, "exploding only once (xo) is not known"),
    [FOREIGN_ORDER] = REFUSED(DICE_FOUNDRY, "4d6kh3r1", NULL,
                              "this dialect applies suffixes as they are written, and here "
                              "re-rolls come first, then !, min, max, kh and the comparison"),
    [FOREIGN_COIN] =
        REFUSED(DICE_FOUNDRY, "3dc", "d2-1", "coins (dc) are not known; {} is 0 or 1"),
    [FOREIGN_BY_VALUE] = REFUSED(DICE_AVRAE, "4d6k3, 4d6k>4, 4d6p1", "4d6kh3",
                                 "Avrae keeps and drops the dice that show this, which is not "
                                 "known; so many of the highest are {}"),
    [FOREIGN_SELECTOR] = REFUSED(DICE_AVRAE, "4d6rrl1, 4d6eh1", NULL,
                                 "choosing the highest or lowest dice (h, l) is known only "
                                 "for keeping and dropping"),
    [FOREIGN_COMPARED] =
        REFUSED(DICE_AVRAE, "2d6>=7, 2d6+3>=7", "the column \"or more\" of `odds 2d6`",
                "Avrae compares the total; see {}"),
    [FOREIGN_PERCENT] =
        REFUSED(DICE_AVRAE, "d%", "d100", "Avrae's d% shows 0, 10 .. 90, and here d% is {}"),
    [FOREIGN_CUT_ONCE] = REFUSED(DICE_AVRAE, "7/2+7/2", "7//2",
                                 "Avrae keeps fractions up to the end, and here each division "
                                 "rounds down, as {} does there"),

    /* Strict comparisons: the explanation says which faces are meant. */
    TAKEN("5d10>7", "Roll20: 7 counts too", "counts 8, 9, 10", "5d10>7", NULL),
    TAKEN("2d6ro<2", "Roll20: re-rolls 2 too", "re-rolls 1 once", "2d6ro<2", NULL),
    TAKEN("4d6r<3", "Roll20: re-rolls 3 too", "re-rolls 1, 2 until another face falls",
          "4d6r<3", NULL),
    TAKEN("8d6!>5", "Roll20: explodes on 5 too", "explodes on 6", "8d6!>5", NULL),
    TAKEN("1d20r<10", "Foundry: once", "re-rolls 1 to 9 until another face falls", "1d20r<10",
          NULL),

    WRITTEN("4d6d1", "4d6dl1", NULL),
    WRITTEN("4dF.2", "4dF", NULL),
    SUFFIX("l", "4d6L", "dl", "dl1", "dropping the lowest dice is written {}, keeping them kl"),
    WORDS(FOREIGN_VALUE, "l", "4d6-L", "dl1",
          "dropping the lowest die is written {} after the dice: 4d6dl1"),
    WORDS(FOREIGN_VALUE, "h", "4d6-H", "dh1",
          "dropping the highest die is written {} after the dice: 4d6dh1"),
    SUFFIX("s", "4d6s1", "dl", "dl1",
           "dropping the lowest dice is written {}; counting successes is written 6d6>=5"),
    SUFFIX("b best", "4d6b3, 4d6best3", "kh", "kh3", "keeping the highest dice is written {}"),
    SUFFIX("w worst", "4d6w1", "kl", "kl1", "keeping the lowest dice is written {}"),
    WORDS(FOREIGN_BEHIND, "advantage disadvantage ad", "d20 advantage", NULL, two_of_a_die),
    WORDS(FOREIGN_BEHIND, "keep h highest high lowest low", "4d6 keep 3, 4d6h3", NULL, keeping),
    WORDS(FOREIGN_BEHIND, "drop dropping without", "4d6 drop lowest", NULL,
          "dropping the lowest or highest dice is written dl or dh: 4d6dl1"),
    WORDS(FOREIGN_BEHIND, "reroll rerolls rerolling rr", "4d6rr1, 4d6 reroll 1", NULL,
          "re-rolling is written r, or ro for once: 2d6r1, 2d6ro<3"),
    WORDS(FOREIGN_BEHIND, "ra", "4d6ra6", NULL, adding_a_die),
    WORDS(FOREIGN_BEHIND, "e ex exp explode explodes exploding ace aces acing ie xo", "3d6e6",
          NULL, exploding),
    WORDS(FOREIGN_BEHIND, "p penetrate penetrates penetrating", "3d6 penetrating", NULL,
          "penetrating dice are written !p after the die: d6!p"),
    WORDS(FOREIGN_BEHIND, "compound compounding", "5d6 compounding", NULL,
          "compounding dice are written !! after the die: d6!!"),
    WORDS(FOREIGN_BEHIND, "t tn target success successes hits hit", "6d6t5", NULL, counting),
    WORDS(FOREIGN_BEHIND, "sd sa sort sorted", "6d10sd", NULL,
          "sorting dice (sd, sa) is not known: faces are shown in the order they fell"),
    WORDS(FOREIGN_BEHIND, "cf f df sf fail failure failures botch", "5d10>=8f1", NULL,
          failures),
    WORDS(FOREIGN_BEHIND, "crit critical crits", "d20 crit", NULL,
          "critical faces are not marked; 6d6=6 counts the sixes"),
    WORDS(FOREIGN_BEHIND, "m mt ms match matches matching", "8d6mt3", NULL,
          "counting matching dice (m, mt) is not known"),
    WORDS(FOREIGN_BEHIND, "u uo unique", "4d6u", NULL, "unique dice (u) are not known"),
    WORDS(FOREIGN_BEHIND, "even odd", "6d6even", NULL,
          "counting even or odd dice is not known; a comparison counts: 6d6>=4"),
    WORDS(FOREIGN_BEHIND, "mi ma", "2d6mi2", NULL,
          "the least and the most that a die counts are written min and max: d6min2"),
    WORDS(FOREIGN_BEHIND, "plus and", "2d6 plus 3", NULL, "sums are written with +: 2d6+3"),
    WORDS(FOREIGN_BEHIND, "minus", "2d6 minus 1", NULL,
          "differences are written with -: 2d6-1"),
    WORDS(FOREIGN_BEHIND, "times", "2d6 times 3", NULL,
          "products are written with * or x: 2d6*10; 3x 4d6 rolls three times"),
    WORDS(FOREIGN_BEHIND, "vs dc ac against over under", "d20 vs 15", NULL,
          "a total is not compared here; after the die a comparison counts dice: 6d6>=5"),
    WORDS(FOREIGN_BEHIND, "or if", "2d6 or 3d6", NULL,
          "one expression is rolled at a time; max(a, b) takes the higher"),
    WORDS(FOREIGN_SUFFIX, "k kh kl dh dl", "(4d6)kh3", NULL,
          "keeping and dropping stand directly after the die: 4d6kh3"),
    WORDS(FOREIGN_SUFFIX, "r ro", "(2d6)r1", NULL,
          "re-rolling stands directly after the die: 2d6r1"),
    WORDS(FOREIGN_SUFFIX, "min max", "(d6)min2", NULL,
          "min and max stand directly after the die: d6min2; a list is max(2d6, 7)"),
    WORDS(FOREIGN_SUFFIX, "cs", "(6d6)cs6", NULL, counting),
    WORDS(FOREIGN_SUFFIX, "adv dis", "1d20+5 dis, 1d20+5 adv", NULL, two_of_a_die),
    WORDS(FOREIGN_VALUE, "floor", "floor(7/2)", NULL,
          "floor is not needed: division rounds down by itself, as in 7/2"),
    WORDS(FOREIGN_VALUE, "ceil ceiling round abs sqrt pow mod", "round(2d6/3)", NULL,
          "the functions there are: max(a, b) and min(a, b); / rounds down"),
    WORDS(FOREIGN_VALUE, "adv advantage dis disadvantage", "adv d20", NULL, two_of_a_die),
    WORDS(FOREIGN_VALUE, "roll r", "roll 2d6", NULL, "the word roll is left out: 2d6+3"),
    WORDS(FOREIGN_VALUE, "k kh kl dh dl keep drop best worst highest lowest", "kh3 4d6", NULL,
          keeping),
    WORDS(FOREIGN_VALUE, "e explode exploding", "explode d6", NULL, exploding),
    WORDS(FOREIGN_VALUE, "w t", "w6", NULL, "dice are written with d: 2d6"),
    WORDS(FOREIGN_VALUE, "x", "x3", NULL,
          "x multiplies what stands before it, as in 2d6x10; 3x 4d6 rolls three times"),
    WORDS(FOREIGN_SIGN, "#", "2d6 # fire", NULL,
          "a comment (# and text) is understood at the end of a command line only"),
    WORDS(FOREIGN_SIGN, "{ }", "{4d6,3d8}kh1", NULL, braces),
    WORDS(FOREIGN_SIGN, "[[ ]]", "[[2d6+3]]", NULL, "double brackets are left out: 2d6+3"),
    WORDS(FOREIGN_SIGN, "@ $ ?{", "1d20+@{str}", NULL,
          "values of a character sheet are not known: write the number"),
    WORDS(FOREIGN_SIGN, "\xE2\x89\xA5",
          "6d6\xE2\x89\xA5"
          "5",
          NULL, "at least is written >=, and it counts dice: 6d6>=5"),
    WORDS(FOREIGN_SIGN, "\xE2\x89\xA4",
          "6d6\xE2\x89\xA4"
          "2",
          NULL, "at most is written <=, and it counts dice: 6d6<=2"),
    WORDS(FOREIGN_SIGN, "> < =", ">=5", NULL, counting),
    WORDS(FOREIGN_SIGN, "\xC3\xB7 :",
          "2d6\xC3\xB7"
          "2",
          NULL, "division is written /"),
    WORDS(FOREIGN_SIGN, "\xC2\xB7",
          "2d6\xC2\xB7"
          "3",
          NULL, "products are written * or x"),
    WORDS(FOREIGN_SIGN, "%", "d20%2", NULL,
          "the remainder (%) is not known; d% is a die of 100 sides"),
    WORDS(FOREIGN_SIGN, ".", "1.5*d6", NULL, "numbers are whole: there is no 1.5"),
    WORDS(FOREIGN_SIGN, ", ; & |", "2d6;2d6", NULL,
          "one expression is rolled at a time; max(a, b) and min(a, b) take lists"),
    WORDS(FOREIGN_SIGN, "\" '", "\"2d6\"", NULL,
          "quotation marks are left out; a label stands in brackets: 2d6[fire]"),
    WORDS(FOREIGN_SIGN, "\\", "2d6\\2", NULL, "\\ means nothing here; division is written /"),

    DESIGN("2d6/2", "rpg-dice-roller, dice-roller-parser, roll: keep 3.5", "rounds down",
           "2d6/2", NULL),
    DESIGN("-7/2", "-3, -3.5 or -4", "-4: rounds toward minus infinity", "-7/2", NULL),
    DESIGN("7/2+7/2", "Avrae: 7, cut once at the end", "6: each division rounds down",
           "7/2+7/2", NULL),
    DESIGN("d%", "Avrae: 0, 10 .. 90", "1 to 100", "d100", NULL),
    DESIGN("4d6k3", "Avrae: keeps the dice that show 3", "keeps the three highest", "4d6kh3",
           NULL),
    DESIGN("6x3d6", "rolldice: six rolls", "six times 3d6; six rolls are 6x 3d6", "6*3d6",
           NULL),
    DESIGN("4d6kh3kl1", "rpg-dice-roller: always 0", NULL, NULL, one_keeping),

    BECOMES(DICE_ROLL20, "5d10>7", "5d10>=7"),
    BECOMES(DICE_ROLL20, "2d6ro<2", "2d6ro<=2"),
    BECOMES(DICE_ROLL20, "4d6r<3", "4d6r<=3"),
    BECOMES(DICE_ROLL20, "8d6!>5", "8d6!>=5"),
    BECOMES(DICE_ROLL20, "4d6d1", "4d6dl1"),
    BECOMES(DICE_ROLL20, "1d20cs>19+7", "1d20+7"),
    BECOMES(DICE_ROLL20, "2d20kh1cs20cf1+7", "2d20kh1+7"),
    BECOMES(DICE_ROLL20, "6d6cs>5", "6d6"),
    BECOMES(DICE_ROLL20, "d66", "1d66"),
    BECOMES(DICE_ROLL20, "floor(2d6/2)", "2d6/2"),
    REFUSED(DICE_ROLL20, "5d10>8f1", NULL, failures),
    REFUSED(DICE_ROLL20, "{4d6,3d8}kh1", NULL, braces),
    BECOMES(DICE_FOUNDRY, "4d6r1", "4d6ro1"),
    BECOMES(DICE_FOUNDRY, "1d20r<10", "1d20ro<10"),
    BECOMES(DICE_FOUNDRY, "1d20rr<10", "1d20r<10"),
    BECOMES(DICE_FOUNDRY, "5d10x10", "5d10!"),
    BECOMES(DICE_FOUNDRY, "5d10x", "5d10!"),
    BECOMES(DICE_FOUNDRY, "5d10x>8", "5d10!>8"),
    BECOMES(DICE_FOUNDRY, "10d20cs>10", "10d20>10"),
    BECOMES(DICE_FOUNDRY, "4d6d1", "4d6dl1"),
    BECOMES(DICE_FOUNDRY, "floor(2d6/2)", "2d6/2"),
    REFUSED(DICE_FOUNDRY, "2d6/2", "floor(2d6/2)",
            "this dialect keeps fractions, and here division rounds down: {} is the same in "
            "both"),
    REFUSED(DICE_FOUNDRY, "6d6even", NULL,
            "counting even or odd dice is not known; a comparison counts: 6d6>=4"),
    BECOMES(DICE_AVRAE, "4d6rr1", "4d6r1"),
    BECOMES(DICE_AVRAE, "4d6ro<3", "4d6ro<3"),
    BECOMES(DICE_AVRAE, "2d6e6", "2d6!"),
    BECOMES(DICE_AVRAE, "2d6e>4", "2d6!>4"),
    BECOMES(DICE_AVRAE, "2d6mi2", "2d6min2"),
    BECOMES(DICE_AVRAE, "2d6ma5", "2d6max5"),
    BECOMES(DICE_AVRAE, "4d6kh3", "4d6kh3"),
    BECOMES(DICE_AVRAE, "4d6pl1", "4d6dl1"),
    BECOMES(DICE_AVRAE, "2d6//2", "2d6/2"),
    REFUSED(DICE_AVRAE, "4d6ra6", NULL, adding_a_die),
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct dice_foreign *dice_foreign_at(int i)
{
    return i < ROWS ? &rows[i] : NULL;
}

const struct dice_foreign *dice_foreign_row(enum dice_foreign_id id)
{
    return &rows[id];
}

void dice_foreign_say(struct text *out, const struct dice_foreign *row, struct str ours)
{
    const char *gap = strstr(row->text, "{}");
    if (gap == NULL) {
        text_add(out, "%s", row->text);
        return;
    }
    text_add_str(out, (struct str){row->text, (int)(gap - row->text)});
    text_add_str(out, ours.n > 0 ? ours : str_of(row->ours));
    text_add(out, "%s", gap + 2);
}

/* ---- dialects -------------------------------------------------------------------------- */

static const char *const dialects[DICE_READINGS] = {
    [DICE_TYPED] = "",          [DICE_LOGGED] = "",     [DICE_ROLL20] = "roll20",
    [DICE_FOUNDRY] = "foundry", [DICE_AVRAE] = "avrae",
};

const char *dice_dialect_name(enum dice_reading reading)
{
    return dialects[reading];
}

enum status dice_dialect_find(enum dice_reading *out, struct str name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = DICE_ROLL20; i < DICE_READINGS; i++) {
        if (str_equal_any_case(name, str_of(dialects[i]))) {
            *out = (enum dice_reading)i;
            return STATUS_OK;
        }
        nearest_offer(&nearest, dialects[i]);
    }
    return error_set(err, STATUS_USAGE, "", "dialect: expected roll20, foundry or avrae%s",
                     nearest_question(&nearest).text);
}

/* ---- words ----------------------------------------------------------------------------- */

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

/* The row for the word that begins here; NULL: no row of that place has it. A word ends where
 * its letters end. */
static const struct dice_foreign *of_word(enum dice_foreign_place place, struct str rest)
{
    struct str word = {rest.p, letters(rest)};
    for (int i = 0; i < ROWS && word.n > 0; i++) {
        if (rows[i].place == place && is_among(word, rows[i].words)) {
            return &rows[i];
        }
    }
    return NULL;
}

/* Adds the advice of a row for the word that begins here: "b3" is "kh3", "L" is "dl1". */
static void say_word(struct text *out, const struct dice_foreign *row, struct str rest)
{
    enum { DIGITS_SHOWN = 6 };
    int from = letters(rest);
    int n = 0;
    while (from + n < rest.n && n < DIGITS_SHOWN && char_is_digit(rest.p[from + n])) {
        n++;
    }
    TEXT_BUFFER(ours, 24);
    if (row->suffix != NULL) {
        text_add(&ours, "%s", row->suffix);
        text_add_str(&ours, n > 0 ? (struct str){rest.p + from, n} : str_of("1"));
    }
    dice_foreign_say(out, row, (struct str){ours.p, ours.n});
}

/* Signs of a row are compared byte by byte. */
static const char *of_sign(struct str rest)
{
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].place != FOREIGN_SIGN) {
            continue;
        }
        struct str all = str_of(rows[i].words);
        for (int at = 0; at < all.n;) {
            int end = at;
            while (end < all.n && all.p[end] != ' ') {
                end++;
            }
            int n = end - at;
            if (rest.n >= n && memcmp(rest.p, all.p + at, (size_t)n) == 0) {
                return rows[i].text;
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
    const struct dice_foreign *row = letters(rest) > 1 ? of_word(FOREIGN_BEHIND, rest) : NULL;
    if (row != NULL) {
        say_word(out, row, rest);
    }
    return row != NULL;
}

bool dice_foreign_is_word(struct str rest, const char *words)
{
    return is_among((struct str){rest.p, letters(rest)}, words);
}

bool dice_foreign_is_behind(struct str rest)
{
    bool is_fudge = rest.n > 1 && char_lower(rest.p[1]) == 'f';
    return letters(rest) > 1 && !is_fudge &&
           (of_word(FOREIGN_SUFFIX, rest) != NULL || of_word(FOREIGN_BEHIND, rest) != NULL);
}

void dice_foreign_operator(struct text *out, struct str rest, enum dice_before before)
{
    const struct dice_foreign *row = of_word(FOREIGN_BEHIND, rest);
    row = row != NULL ? row : of_word(FOREIGN_SUFFIX, rest);
    const char *text = NULL;
    if (row == NULL && rest.p[0] == '!') {
        text = exploding;
    }
    if (row == NULL && rest.p[0] == '[' && !(rest.n > 1 && rest.p[1] == '[')) {
        text = before == BEFORE_LABEL ? "a die or a number has one label: 2d6[fire]" : labels;
    }
    text = text != NULL || row != NULL ? text : of_sign(rest);
    if ((text != NULL || row != NULL) && before == BEFORE_LABEL && rest.p[0] != '#' &&
        rest.p[0] != '[') {
        text = "a label comes last, behind all that belongs to the die: 4d6kh3[fire]";
        row = NULL;
    }
    bool is_value = char_is_digit(rest.p[0]) || rest.p[0] == '(' ||
                    (letters(rest) == 1 && char_lower(rest.p[0]) == 'd');
    if (row != NULL) {
        say_word(out, row, rest);
    } else if (text != NULL) {
        text_add(out, "%s", text);
    } else if (is_value) {
        text_add(out, "an operator is missing before this: + - * or /");
    } else {
        add_seen(out, rest);
        text_add(out, " is not known here; + - * or / can follow");
    }
}

/* A command of a chat bot before the dice, or a spreadsheet's sign: "!r 2d6", ".r", "/roll",
 * "=2d6". What is left is the new spelling. */
static bool add_command(struct text *out, struct str rest)
{
    enum { SHOWN = 40 };
    bool is_sign = rest.p[0] == '!' || rest.p[0] == '.' || rest.p[0] == '/';
    bool is_command = is_sign && rest.n > 1 && char_is_letter(rest.p[1]);
    bool is_formula = rest.p[0] == '=' && rest.n > 1 && rest.p[1] != '=';
    if (!is_command && !is_formula) {
        return false;
    }
    int from = 1;
    from += is_command ? letters((struct str){rest.p + 1, rest.n - 1}) : 0;
    struct str left = str_trimmed((struct str){rest.p + from, rest.n - from});
    bool is_shown = left.n > 0 && left.n <= SHOWN;
    dice_foreign_say(out, &rows[FOREIGN_COMMAND], is_shown ? left : str_of("2d6+3"));
    return true;
}

void dice_foreign_value(struct text *out, struct str rest, bool is_start)
{
    const struct dice_foreign *row = of_word(FOREIGN_VALUE, rest);
    if (row == NULL && letters(rest) > 0) {
        text_add(out, "expected a number or dice here, such as 2d6+3, not ");
        add_seen(out, rest);
        return;
    }
    const char *text = NULL;
    if (row == NULL && rest.n > 0) {
        bool is_label = rest.p[0] == '[' && !(rest.n > 1 && rest.p[1] == '[');
        if (is_start && add_command(out, rest)) {
            return;
        }
        text = is_label ? labels
               : rest.p[0] == '*' || rest.p[0] == '/'
                   ? "a number or dice are missing before this"
               : rest.p[0] == '!' ? exploding
                                  : of_sign(rest);
    }
    if (row != NULL) {
        say_word(out, row, rest);
    } else {
        text_add(out, "%s",
                 text != NULL ? text : "expected a number or dice here, such as 2d6+3");
    }
}
