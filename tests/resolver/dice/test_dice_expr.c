#include "resolver/dice/dice_expr.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static char large[1 << 20];

static void parse(struct dice_expr *expr, const char *text)
{
    struct error err;
    if (dice_expr_parse(expr, str_of(text), &err) != STATUS_OK) {
        fail_msg("%s: %s", text, err.text);
    }
}

static void format(char *out, int size, const struct dice_expr *expr)
{
    struct text text = text_over(out, size);
    dice_expr_format(expr, &text);
    assert_false(text.is_cut);
}

/* Notation, its canonical form, least and greatest total, dice. */
static const struct {
    const char *notation;
    const char *canonical;
    int64_t low, high;
    int dice;
} accepted[] = {
    {"2d6+3", "2d6+3", 5, 15, 2},
    {"d20", "d20", 1, 20, 1},
    {"1d20", "1d20", 1, 20, 1},
    {"d%", "d100", 1, 100, 1},
    {"4dF", "4dF", -4, 4, 4},
    {"4DF", "4dF", -4, 4, 4},
    {" 2 D 6 ", "2d6", 2, 12, 2},
    {"7", "7", 7, 7, 0},
    {"007", "7", 7, 7, 0},
    {"0d6", "0d6", 0, 0, 0},
    {"10000d1000000", "10000d1000000", 10000, 10000000000, 10000},
    /* Operators: division rounds toward minus infinity, signs bind most. */
    {"-1", "-1", -1, -1, 0},
    {"-d6", "-d6", -6, -1, 1},
    {"--d6", "--d6", 1, 6, 1},
    {"(d6)", "d6", 1, 6, 1},
    {"((d6+1))*2", "(d6+1)*2", 4, 14, 1},
    {"2*(d6-3)", "2*(d6-3)", -4, 6, 1},
    {"1-(2-3)", "1-(2-3)", 2, 2, 0},
    {"1-2-3", "1-2-3", -4, -4, 0},
    {"8/(4/2)", "8/(4/2)", 4, 4, 0},
    {"8/4/2", "8/4/2", 1, 1, 0},
    {"7/2", "7/2", 3, 3, 0},
    {"-7/2", "-7/2", -4, -4, 0},
    {"-(7/2)", "-(7/2)", -3, -3, 0},
    {"7/-2", "7/-2", -4, -4, 0},
    {"-7/-2", "-7/-2", 3, 3, 0},
    {"2--3", "2--3", 5, 5, 0},
    {"2*-3", "2*-3", -6, -6, 0},
    {"-d6/2", "-d6/2", -3, -1, 1},
    {"100/d6", "100/d6", 16, 100, 1},
    {"(d6-4)*(d6-4)", "(d6-4)*(d6-4)", -6, 9, 2},
    {"+3", "3", 3, 3, 0},
    {"2d6++3", "2d6+3", 5, 15, 2},
    {"-+-d6", "--d6", 1, 6, 1},
    /* As they are pasted. */
    {"2d6\xE2\x88\x92"
     "1",
     "2d6-1", 1, 11, 2},
    {"\xE2\x80\x93"
     "d6",
     "-d6", -6, -1, 1},
    {"d6min\xE2\x88\x92"
     "2",
     "d6min-2", 1, 6, 1},
    {"2d6\xC3\x97"
     "10",
     "2d6*10", 20, 120, 2},
    {"2d6x10", "2d6*10", 20, 120, 2},
    {"2d6 X 10", "2d6*10", 20, 120, 2},
    {"3x4d6", "3*4d6", 12, 72, 4},
    {"(d6+1)x2x3", "(d6+1)*2*3", 12, 42, 1},
    {"d6min2 x 2", "d6min2*2", 4, 12, 1},
    {"d%x200", "d100*200", 200, 20000, 1},
    /* Lists. */
    {"max(2d6,7)", "max(2d6,7)", 7, 12, 2},
    {"MIN ( d6 , d8 , 3 )", "min(d6,d8,3)", 1, 3, 2},
    {"max(max(1,2),3)", "max(1,2,3)", 3, 3, 0},
    {"max(1,max(2,3))", "max(1,max(2,3))", 3, 3, 0},
    {"max(min(d6,3),2)", "max(min(d6,3),2)", 2, 3, 1},
    {"min(min(1,max(2,3,4),5),-(6-7))", "min(1,max(2,3,4),5,-(6-7))", 1, 1, 0},
    {"-max(d6,2)*2+1", "-max(d6,2)*2+1", -11, -3, 1},
    {"2*(max(1,d4))", "2*max(1,d4)", 2, 8, 1},
    {"min(d6!,4)", "min(d6!,4)", 1, 4, 1},
    {"max(-d6!,-4)", "max(-d6!,-4)", -4, -1, 1},
    {"d6max3min1", "d6min1max3", 1, 3, 1},
    {"12/max(1,d6-3)", "12/max(1,d6-3)", 4, 12, 1},
    /* Labels, after dice and numbers. */
    {"2d6[fire]", "2d6[fire]", 2, 12, 2},
    {"2D6 [ Cold Fire ] + 3[Bonus]", "2d6[Cold Fire]+3[Bonus]", 5, 15, 2},
    {"4d6kh3>=5[#1: \"d8\"]*2", "4d6kh3>=5[#1: \"d8\"]*2", 0, 6, 4},
    {"max(d6[\xC3\xA9t\xC3\xA9],d8)", "max(d6[\xC3\xA9t\xC3\xA9],d8)", 1, 8, 2},
    {"d66[loot]", "d66[loot]", 11, 66, 2},
    /* Tens and ones, when it is alone. */
    {"d66", "d66", 11, 66, 2},
    {" D 66 ", "d66", 11, 66, 2},
    {"+(d66)", "d66", 11, 66, 2},
    {"1d66", "1d66", 1, 66, 1},
    {"d66+1", "d66+1", 2, 67, 1},
    {"d66!", "d66!", 1, INT64_MAX, 1},
    {"-d66", "-d66", -66, -1, 1},
    {"max(d66,1)", "max(d66,1)", 1, 66, 1},
    /* Keep and drop. */
    {"4d6k3", "4d6kh3", 3, 18, 4},
    {"4d6kh3", "4d6kh3", 3, 18, 4},
    {"4d6kl", "4d6kl1", 1, 6, 4},
    {"4d6dl", "4d6dl1", 3, 18, 4},
    {"4d6dh2", "4d6dh2", 2, 12, 4},
    {"4d6kh9", "4d6kh9", 4, 24, 4},
    {"4d6dl9", "4d6dl9", 0, 0, 4},
    {"4d6kh0", "4d6kh0", 0, 0, 4},
    {"4d6kh99999999999999999999", "4d6kh1000000", 4, 24, 4},
    {"4d6k+3", "4d6kh1+3", 4, 9, 4},
    {"4d6 K H 3", "4d6kh3", 3, 18, 4},
    /* Two of a die. */
    {"d20adv", "2d20kh1", 1, 20, 2},
    {"1d20 DIS + 5", "2d20kl1+5", 6, 25, 2},
    {"d20advmin5r1", "2d20r1min5kh1", 5, 20, 2},
    {"dFdis", "2dFkl1", -1, 1, 2},
    /* Re-rolls. */
    {"4d6r1", "4d6r1", 8, 24, 4},
    {"4d6r=1", "4d6r1", 8, 24, 4},
    {"d6r<3", "d6r<3", 3, 6, 1},
    {"d6r<=3", "d6r<=3", 4, 6, 1},
    {"d6r>4", "d6r>4", 1, 4, 1},
    {"d6r>=4", "d6r>=4", 1, 3, 1},
    {"d6ro1", "d6ro1", 1, 6, 1},
    {"d6ro>=1", "d6ro>=1", 1, 6, 1},
    {"d6r7", "d6r7", 1, 6, 1},
    {"dFr-1", "dFr-1", 0, 1, 1},
    {"d6r>99999999999", "d6r>1000001", 1, 6, 1},
    /* Explosions. */
    {"d6!", "d6!", 1, INT64_MAX, 1},
    {"d6!6", "d6!", 1, INT64_MAX, 1},
    {"d6!5", "d6!5", 1, INT64_MAX, 1},
    {"d6!>4", "d6!>4", 1, INT64_MAX, 1},
    {"d6!<=2", "d6!<=2", 3, INT64_MAX, 1},
    {"d6!7", "d6!7", 1, 6, 1},
    {"d6!-1", "d6!-1", 0, INT64_MAX, 1},
    {"dF!=-1", "dF!=-1", INT64_MIN, 1, 1},
    {"dF!0", "dF!0", -1, 1, 1},
    {"-d6!", "-d6!", INT64_MIN, -1, 1},
    {"4d6!kh3", "4d6!kh3", 3, 18, 4},
    {"4d6!dl1", "4d6!dl1", 3, INT64_MAX, 4},
    {"1d1r2!2", "1d1r2!2", 1, 1, 1},
    {"d6r6!", "d6r6!", 1, 5, 1},
    {"100/d6!", "100/d6!", 0, 100, 1},
    {"-100/d6!", "-100/d6!", -100, -1, 1},
    {"d6!!", "d6!!", 1, INT64_MAX, 1},
    {"3d6! ! >4", "3d6!!>4", 3, INT64_MAX, 3},
    {"d6!!max8", "d6!!max8", 1, 8, 1},
    {"4d6!!kh3", "4d6!!kh3", 3, INT64_MAX, 4},
    {"dF!!=-1", "dF!!=-1", INT64_MIN, 1, 1},
    {"d6!!7", "d6!!7", 1, 6, 1},
    {"d6!P", "d6!p", 1, INT64_MAX, 1},
    {"2d10!p>=9", "2d10!p>=9", 2, INT64_MAX, 2},
    {"d6!p1", "d6!p1", 2, 6, 1},
    {"dF!p", "dF!p", -1, 0, 1},
    {"dF!p0", "dF!p0", INT64_MIN, 1, 1},
    /* Counting successes, with the comparison that is the last one. */
    {"6d6>=5", "6d6>=5", 0, 6, 6},
    {"6d6 CS >= 5", "6d6>=5", 0, 6, 6},
    {"6d6cs6", "6d6=6", 0, 6, 6},
    {"6d6cs=6", "6d6=6", 0, 6, 6},
    {"6d6=6", "6d6=6", 0, 6, 6},
    {"6d6>5", "6d6>5", 0, 6, 6},
    {"6d6<6", "6d6<6", 0, 6, 6},
    {"6d6r<3>=4", "6d6r<3>=4", 0, 6, 6},
    {"6d6ro1=1", "6d6ro1=1", 0, 6, 6},
    {"4d6kh3>=5", "4d6kh3>=5", 0, 3, 4},
    {"4d6kh>=5", "4d6kh1>=5", 0, 1, 4},
    {"d20adv>=15", "2d20kh1>=15", 0, 1, 2},
    {"4dF>=0", "4dF>=0", 0, 4, 4},
    {"3d6min2=2", "3d6min2=2", 0, 3, 3},
    {"10d10!>=8", "10d10!>=8", 10, INT64_MAX, 10},
    {"10d10!>=8>=8", "10d10!>=8>=8", 0, INT64_MAX, 10},
    {"10d10!cs>=8", "10d10!cs>=8", 0, INT64_MAX, 10},
    {"10d10!10>=8", "10d10!cs>=8", 0, INT64_MAX, 10},
    {"10d10!<=2>=8", "10d10!<=2>=8", 0, 10, 10},
    {"10d10!kh3>=8", "10d10!kh3>=8", 0, 3, 10},
    {"10d10!dl3>=8", "10d10!dl3>=8", 0, INT64_MAX, 10},
    {"3d6!!>=5", "3d6!!>=5", 3, INT64_MAX, 3},
    {"3d6!!6>=9", "3d6!!cs>=9", 0, 3, 3},
    {"6d6>=5+6d6=1", "6d6>=5+6d6=1", 0, 12, 12},
    {"2*6d6>=5-1", "2*6d6>=5-1", -1, 11, 6},
    {"(6d6>=5)x2", "6d6>=5*2", 0, 12, 6},
    {"12/(6d6>=5+1)", "12/(6d6>=5+1)", 1, 12, 6},
    /* Clamps. */
    {"3d6min2", "3d6min2", 6, 18, 3},
    {"3d6max5", "3d6max5", 3, 15, 3},
    {"3d6max5min2", "3d6min2max5", 6, 15, 3},
    {"d6max-2", "d6max-2", -2, -2, 1},
    {"d6!max0", "d6!max0", 0, 0, 1},
    /* All of them, in any order. */
    {"5d6kh3max5!>5min2ro1", "5d6ro1!>5min2max5kh3", 6, 15, 5},
    {"5D6 RO 1 ! > 5 MIN 2 MAX 5 K H 3", "5d6ro1!>5min2max5kh3", 6, 15, 5},
    /* 64 bits, to the last. */
    {"9223372036854775807", "9223372036854775807", INT64_MAX, INT64_MAX, 0},
    {"-9223372036854775807-1", "-9223372036854775807-1", INT64_MIN, INT64_MIN, 0},
    {"9223372036854775806+d1", "9223372036854775806+d1", INT64_MAX, INT64_MAX, 1},
    {"(-9223372036854775807-1)/1", "(-9223372036854775807-1)/1", INT64_MIN, INT64_MIN, 0},
    /* Sides without an end, through every operator. */
    {"1+-d6!", "1+-d6!", INT64_MIN, 0, 1},
    {"-d6!-1", "-d6!-1", INT64_MIN, -2, 1},
    {"1--d6!", "1--d6!", 2, INT64_MAX, 1},
    {"d6!*2", "d6!*2", 2, INT64_MAX, 1},
    {"d6!*-2", "d6!*-2", INT64_MIN, -2, 1},
    {"d6!*dF", "d6!*dF", INT64_MIN, INT64_MAX, 2},
    {"d6!*0", "d6!*0", 0, 0, 1},
    {"-2*d6!", "-2*d6!", INT64_MIN, -2, 1},
    {"dF*d6!", "dF*d6!", INT64_MIN, INT64_MAX, 2},
    {"0*d6!", "0*d6!", 0, 0, 1},
    {"(-d6!)*2", "-d6!*2", INT64_MIN, -2, 1},
    {"(-d6!)*-2", "-d6!*-2", 2, INT64_MAX, 1},
    {"(-d6!)*0", "-d6!*0", 0, 0, 1},
    {"2*-d6!", "2*-d6!", INT64_MIN, -2, 1},
    {"-2*-d6!", "-2*-d6!", 2, INT64_MAX, 1},
    {"0*-d6!", "0*-d6!", 0, 0, 1},
    {"max(-d6!,-d6!)", "max(-d6!,-d6!)", INT64_MIN, -1, 2},
    {"min(-d6!,1)", "min(-d6!,1)", INT64_MIN, -1, 1},
    {"min(1,-d6!)", "min(1,-d6!)", INT64_MIN, -1, 1},
    {"dF!!=-1min-3", "dF!!=-1min-3", -3, 1, 1},
    {"2d6!max0kh1", "2d6!max0kh1", 0, 0, 2},
    {"2d6!max-1dl1", "2d6!max-1dl1", INT64_MIN, -1, 2},
};

static void test_dice_expr__every_form_is_read_and_written(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(accepted); i++) {
        struct dice_expr expr;
        parse(&expr, accepted[i].notation);
        char buf[200];
        format(buf, sizeof buf, &expr);
        assert_string_equal(buf, accepted[i].canonical);
        int64_t low;
        int64_t high;
        dice_expr_range(&expr, &low, &high);
        if (low != accepted[i].low || high != accepted[i].high) {
            fail_msg("%s: %lld to %lld", accepted[i].notation, (long long)low, (long long)high);
        }
        assert_int_equal(dice_expr_dice(&expr), accepted[i].dice);
    }
}

static void test_dice_expr__what_is_written_is_read_as_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(accepted); i++) {
        struct dice_expr first;
        struct dice_expr second;
        char once[200];
        char twice[200];
        parse(&first, accepted[i].notation);
        format(once, sizeof once, &first);
        parse(&second, once);
        format(twice, sizeof twice, &second);
        assert_string_equal(once, twice);
        assert_true(dice_expr_equal(&first, &second));
    }
}

static void test_dice_expr__bounds_have_an_end_where_the_range_has_none(void **state)
{
    (void)state;
    struct dice_expr expr;
    int64_t low;
    int64_t high;
    parse(&expr, "2d6!-d4!");
    dice_expr_range(&expr, &low, &high);
    assert_true(low == INT64_MIN && high == INT64_MAX);
    dice_expr_bounds(&expr, &low, &high);
    assert_true(low == 2 - 4000000 && high == 6000000 - 1);
}

/* Notation, and the whole text of the error: reason, expression, caret. */
static const struct {
    const char *notation;
    const char *text;
} refused[] = {
    {"", "a dice expression is missing, such as 2d6+3"},
    {"2d6+", "expected a number or dice here, such as 2d6+3\n2d6+\n    ^"},
    {"2d6++", "expected a number or dice here, such as 2d6+3\n2d6++\n     ^"},
    {"2d6\xC3\x97*2", "a number or dice are missing before this\n2d6?*2\n    ^"},
    {"2d6[fire", "this label is not closed: ] is missing\n2d6[fire\n   ^"},
    {"2d6[ ]", "a label has 1 to 40 bytes, as in 2d6[fire]\n2d6[ ]\n   ^"},
    {"2d6[a[b]", "a label is plain text without brackets, as in 2d6[fire]\n2d6[a[b]\n   ^"},
    {"2d6[a\nb]", "a label is plain text without brackets, as in 2d6[fire]\n2d6[a b]\n   ^"},
    {"2d6[\xC3]", "a label is plain text without brackets, as in 2d6[fire]\n2d6[?]\n   ^"},
    {"1[12345678901234567890123456789012345678901]",
     "a label has 1 to 40 bytes, as in 2d6[fire]\n"
     "1[12345678901234567890123...\n ^"},
    {"max 3", "max takes a list, as in max(2d6, 7)\nmax 3\n    ^"},
    {"min(3)", "min compares two or more values, as in min(2d6, 7)\nmin(3)\n     ^"},
    {"max(3,4", "this parenthesis is not closed\nmax(3,4\n   ^"},
    {"max(3 4)", "an operator is missing before this: + - * or /\nmax(3 4)\n      ^"},
    {"max()", "expected a number or dice here, such as 2d6+3\nmax()\n    ^"},
    {"max(1,)", "expected a number or dice here, such as 2d6+3\nmax(1,)\n      ^"},
    {"2d", "the sides of the die are missing, as in d6, d% or dF\n2d\n  ^"},
    {"2dx", "the sides of the die are missing, as in d6, d% or dF\n2dx\n  ^"},
    {"d-6", "the sides of the die are missing, as in d6, d% or dF\nd-6\n ^"},
    {"d0", "a die has 1 to 1,000,000 sides\nd0\n ^"},
    {"d1000001", "a die has 1 to 1,000,000 sides\nd1000001\n ^"},
    {"d99999999999999999999", "a die has 1 to 1,000,000 sides\nd99999999999999999999\n ^"},
    {"1+10001d6", "0 to 10,000 dice are thrown at once\n1+10001d6\n  ^"},
    {"99999999999999999999d6",
     "0 to 10,000 dice are thrown at once\n99999999999999999999d6\n^"},
    {"9223372036854775808", "a number is at most 9223372036854775807\n9223372036854775808\n^"},
    {"9223372036854775807+1",
     "the total could be beyond 64 bits\n9223372036854775807+1\n                   ^"},
    {"9223372036854775807*d2",
     "the total could be beyond 64 bits\n9223372036854775807*d2\n                   ^"},
    {"-9223372036854775807-2",
     "the total could be beyond 64 bits\n-9223372036854775807-2\n                    ^"},
    {"d6!*d6!*d6!", "the total could be beyond 64 bits\nd6!*d6!*d6!\n       ^"},
    {"1/0", "division by 0\n1/0\n  ^"},
    {"5/(d6-1)", "the divisor can be 0: it lies between 0 and 5\n5/(d6-1)\n     ^"},
    {"5/0d6", "division by 0\n5/0d6\n  ^"},
    {"5/(2*d6-3)", "the divisor can be 0: it lies between -1 and 9\n5/(2*d6-3)\n       ^"},
    {"5/(d6!-2)",
     "the divisor can be 0: it lies between -1 and any height\n5/(d6!-2)\n      ^"},
    {"1/dF", "the divisor can be 0: it lies between -1 and 1\n1/dF\n  ^"},
    {"(2d6", "this parenthesis is not closed\n(2d6\n^"},
    {"2d6)", "no parenthesis is open here\n2d6)\n   ^"},
    {"()", "expected a number or dice here, such as 2d6+3\n()\n ^"},
    {"(1 2)", "an operator is missing before this: + - * or /\n(1 2)\n   ^"},
    {"2d6 3", "an operator is missing before this: + - * or /\n2d6 3\n    ^"},
    {"2(3)", "an operator is missing before this: + - * or /\n2(3)\n ^"},
    {"2d6d6",
     "an operator is missing before this: + - * or /; 2d6+d6 adds a second die\n2d6d6\n   ^"},
    {"2d6d", "h or l is missing: dh drops the highest, dl the lowest\n2d6d\n    ^"},
    {"d6x", "expected a number or dice here, such as 2d6+3\nd6x\n   ^"},
    {"d6mi",
     "the least and the most that a die counts are written min and max: d6min2\nd6mi\n  ^"},
    {"d6!!!", "a die has at most one explosion (!)\nd6!!!\n    ^"},
    {"d6!p5!!", "a die has at most one explosion (!)\nd6!p5!!\n     ^"},
    {"6d6>=5>=5", "a die has at most one number to meet: 6d6>=5\n6d6>=5>=5\n      ^"},
    {"6d6>=5kh3",
     "counting successes comes last on a die, as in 6d6kh3>=5\n6d6>=5kh3\n      ^"},
    {"6d6>=",
     "the number that dice must meet to be counted is missing, as in 6d6>=5\n6d6>=\n     ^"},
    {"6d6cs",
     "the number that dice must meet to be counted is missing, as in 6d6>=5\n6d6cs\n     ^"},
    {"12/6d6>=5", "the divisor can be 0: it lies between 0 and 6\n12/6d6>=5\n   ^"},
    {"d6r1ro2", "a die has at most one re-roll (r or ro)\nd6r1ro2\n    ^"},
    {"d6min1min2", "a die has at most one min\nd6min1min2\n      ^"},
    {"d6max1max2", "a die has at most one max\nd6max1max2\n      ^"},
    {"4d6kh3dl1", "a die has at most one of kh, kl, dh, dl, adv and dis\n4d6kh3dl1\n      ^"},
    {"d20advdis", "a die has at most one of kh, kl, dh, dl, adv and dis\nd20advdis\n      ^"},
    {"2d20adv", "adv needs a single die before it, as in d20adv\n2d20adv\n    ^"},
    {"0d20dis", "dis needs a single die before it, as in d20dis\n0d20dis\n    ^"},
    {"d6!adv",
     "of dice that explode write max(d6!, d6!) for the higher, min(d6!, d6!) for the lower\n"
     "d6!adv\n   ^"},
    {"d6r", "the faces to re-roll are missing, such as r1 or ro<3\nd6r\n   ^"},
    {"d6r>", "the faces to re-roll are missing, such as r1 or ro<3\nd6r>\n    ^"},
    {"d6!>", "the faces that explode are missing, such as ! or !>=5\nd6!>\n    ^"},
    {"d6min", "a number is missing, as in min2\nd6min\n     ^"},
    {"d6max+1", "a number is missing, as in max5\nd6max+1\n     ^"},
    {"d6min1000000001",
     "a die is clamped between -1,000,000,000 and 1,000,000,000\nd6min1000000001\n     ^"},
    {"d6min5max2", "min5 is above max2\nd6min5max2\n      ^"},
    {"d1!", "every face explodes: this would never end\nd1!\n  ^"},
    {"2+d6!>=1", "every face explodes: this would never end\n2+d6!>=1\n    ^"},
    {"d6!<7kh1", "every face explodes: this would never end\nd6!<7kh1\n  ^"},
    {"d6r<7", "every face is re-rolled: this would never end\nd6r<7\n  ^"},
    {"d1r1", "every face is re-rolled: this would never end\nd1r1\n  ^"},
    {"dF!>-2", "every face explodes: this would never end\ndF!>-2\n  ^"},
    {"2d6\t+\x01\x1b[31m", "expected a number or dice here, such as 2d6+3\n"
                           "2d6 +??[31m\n     ^"},
    {"d6+\xC3\xA9+\xFF", "expected a number or dice here, such as 2d6+3\nd6+?+?\n   ^"},
    {"9223372036854775806+d2",
     "the total could be beyond 64 bits\n9223372036854775806+d2\n                   ^"},
    {"9223372036854775807-(d6-3)",
     "the total could be beyond 64 bits\n9223372036854775807-(d6-3)\n                   ^"},
    {"4611686018427387904*(d2-1)*2", "the total could be beyond 64 bits\n"
                                     "4611686018427387904*(d2-1)*2\n"
                                     "                          ^"},
    {"(-9223372036854775807-1)/-1", "the total could be beyond 64 bits\n"
                                    "(-9223372036854775807-1)/-1\n"
                                    "                        ^"},
    {"5/(2-d6!)", "the divisor can be 0: it lies between any depth and 1\n5/(2-d6!)\n    ^"},
    {"d6min-1000000001",
     "a die is clamped between -1,000,000,000 and 1,000,000,000\nd6min-1000000001\n     ^"},
    {"d6min99999999999999999999",
     "a die is clamped between -1,000,000,000 and 1,000,000,000\nd6min99999999999999999999\n"
     "     ^"},
    {"d20cs",
     "the number that dice must meet to be counted is missing, as in 6d6>=5\nd20cs\n     ^"},
    {"6d6>=5!", "counting successes comes last on a die, as in 6d6kh3>=5\n6d6>=5!\n      ^"},
    {"6d6>=5r1", "counting successes comes last on a die, as in 6d6kh3>=5\n6d6>=5r1\n      ^"},
    {"6d6>=5max5",
     "counting successes comes last on a die, as in 6d6kh3>=5\n6d6>=5max5\n      ^"},
    {"6d6>=5dl1",
     "counting successes comes last on a die, as in 6d6kh3>=5\n6d6>=5dl1\n      ^"},
    {"d20>=5adv",
     "counting successes comes last on a die, as in 6d6kh3>=5\nd20>=5adv\n      ^"},
    {"6d6>=5(2)", "an operator is missing before this: + - * or /\n6d6>=5(2)\n      ^"},
    {"4d6 d F", "an operator is missing before this: + - * or /\n4d6 d F\n    ^"},
    {"d20disadv", "a die has at most one of kh, kl, dh, dl, adv and dis\nd20disadv\n      ^"},
    {"5d10x99999999999999999999",
     "a number is at most 9223372036854775807\n5d10x99999999999999999999\n     ^"},
    {"5d10 x", "expected a number or dice here, such as 2d6+3\n5d10 x\n      ^"},
    {"2d6*", "expected a number or dice here, such as 2d6+3\n2d6*\n    ^"},
    {"3x", "expected a number or dice here, such as 2d6+3\n3x\n  ^"},
    {"2d6+/2", "a number or dice are missing before this\n2d6+/2\n    ^"},
};

static void test_dice_expr__an_error_points_at_the_place(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(refused); i++) {
        struct dice_expr expr;
        memset(&expr, 0x5A, sizeof expr);
        struct dice_expr before = expr;
        struct error err;
        assert_int_equal(dice_expr_parse(&expr, str_of(refused[i].notation), &err),
                         STATUS_USAGE);
        assert_int_equal(err.code, STATUS_USAGE);
        assert_string_equal(err.text, refused[i].text);
        assert_memory_equal(&expr, &before, sizeof expr);
        assert_int_equal(dice_expr_parse(&expr, str_of(refused[i].notation), NULL),
                         STATUS_USAGE);
    }
}

static void test_dice_expr__a_zero_byte_does_not_end_it(void **state)
{
    (void)state;
    struct dice_expr expr;
    struct error err;
    assert_int_equal(dice_expr_parse(&expr, (struct str){"d6\0+1", 5}, &err), STATUS_USAGE);
    assert_string_equal(err.text,
                        "this character is not known here; + - * or / can follow\nd6?+1\n  ^");
}

static void test_dice_expr__only_the_neighbourhood_of_the_place_is_shown(void **state)
{
    (void)state;
    char text[400];
    memset(text, 0, sizeof text);
    for (int i = 0; i < 40; i++) {
        strcat(text, "1d4+ ");
    }
    memcpy(text + 150, "?", 1);
    struct dice_expr expr;
    struct error err;
    assert_int_equal(dice_expr_parse(&expr, str_of(text), &err), STATUS_USAGE);
    assert_string_equal(err.text,
                        "expected a number or dice here, such as 2d6+3\n"
                        "...1d4+ 1d4+ 1d4+ 1d4+ 1d4+ 1d4+ 1d4+ 1d4+ ?d4+ 1d4+ 1d4+ 1d4+ "
                        "1d4+...\n"
                        "                                           ^");
}

static void test_dice_expr__huge_expressions_are_refused(void **state)
{
    (void)state;
    struct dice_expr expr;
    struct error err;
    static const struct {
        char first, second;
        const char *reason;
    } rows[] = {
        {'1', '+', "an expression has at most 4096 bytes\n"},
        {'(', '(', "an expression has at most 4096 bytes\n"},
        {'-', '-', "an expression has at most 4096 bytes\n"},
        {'9', '9', "an expression has at most 4096 bytes\n"},
        {'\0', '\xFF', "an expression has at most 4096 bytes\n"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        for (int at = 0; at < (int)sizeof large; at++) {
            large[at] = at % 2 == 0 ? rows[i].first : rows[i].second;
        }
        struct str text = {large, sizeof large};
        assert_int_equal(dice_expr_parse(&expr, text, &err), STATUS_USAGE);
        assert_memory_equal(err.text, rows[i].reason, strlen(rows[i].reason));
        /* The same as long as is allowed: refused for another reason. */
        text.n = DICE_TEXT_MAX;
        assert_int_equal(dice_expr_parse(&expr, text, &err), STATUS_USAGE);
        assert_true(strlen(err.text) < 300);
    }
}

static void test_dice_expr__depth_and_size_have_limits(void **state)
{
    (void)state;
    struct dice_expr expr;
    struct error err;
    char text[1000];
    for (int depth = DICE_DEPTH_MAX; depth <= DICE_DEPTH_MAX + 1; depth++) {
        snprintf(text, sizeof text, "%.*s1%.*s", depth,
                 "((((((((((((((((((((((((((((((((((((((((", depth,
                 "))))))))))))))))))))))))))))))))))))))))");
        bool fits = depth == DICE_DEPTH_MAX;
        assert_int_equal(dice_expr_parse(&expr, str_of(text), &err),
                         fits ? STATUS_OK : STATUS_USAGE);
        snprintf(text, sizeof text, "%.*sd6", depth,
                 "----------------------------------------");
        assert_int_equal(dice_expr_parse(&expr, str_of(text), &err),
                         fits ? STATUS_OK : STATUS_USAGE);
    }
    assert_memory_equal(err.text, "parentheses and signs nested deeper than 32\n", 44);
    text[0] = '1';
    text[1] = '\0';
    for (int nodes = 3; nodes <= DICE_NODES_MAX; nodes += 2) {
        strcat(text, "+1");
        parse(&expr, text);
        assert_int_equal(expr.nodes, nodes);
    }
    strcat(text, "+1");
    assert_int_equal(dice_expr_parse(&expr, str_of(text), &err), STATUS_USAGE);
    assert_memory_equal(err.text, "more than 100 numbers, dice and operators\n", 42);
    assert_true(sizeof expr <= 8 * 1024);
    /* With a sign before it the limit is reached at a number, or at dice. */
    static const char *const last[] = {"+1", "+d6"};
    for (int i = 0; i < COUNT(last); i++) {
        memset(text, 0, sizeof text);
        strcat(text, "-1");
        for (int nodes = 4; nodes <= DICE_NODES_MAX; nodes += 2) {
            strcat(text, "+1");
            parse(&expr, text);
        }
        strcat(text, last[i]);
        assert_int_equal(dice_expr_parse(&expr, str_of(text), &err), STATUS_USAGE);
        assert_memory_equal(err.text, "more than 100 numbers, dice and operators\n", 42);
    }
    /* Lists are nested as parentheses are. */
    memset(text, 0, sizeof text);
    for (int depth = 0; depth <= DICE_DEPTH_MAX; depth++) {
        strcat(text, "max(1,");
    }
    assert_int_equal(dice_expr_parse(&expr, str_of(text), &err), STATUS_USAGE);
    assert_memory_equal(err.text, "parentheses and signs nested deeper than 32\n", 44);
    /* Seven labels of 35 bytes find room, an eighth does not. */
    memset(text, 0, sizeof text);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(dice_expr_parse(&expr, str_of(i == 0 ? "1" : text + 1), &err),
                         STATUS_OK);
        strcat(text, "+1[12345678901234567890123456789012345]");
    }
    assert_int_equal(dice_expr_parse(&expr, str_of(text + 1), &err), STATUS_USAGE);
    assert_memory_equal(err.text, "all labels together have at most 254 bytes\n", 43);
}

static void test_dice_expr__the_longest_canonical_writing_is_read_again(void **state)
{
    (void)state;
    char text[DICE_TEXT_MAX + 1] = "";
    for (int i = 0; i < DICE_NODES_MAX / 2; i++) {
        strcat(text, i == 0 ? "" : "-");
        strcat(text, "9999d999999ro<=-999999!>=999999min-999999999max999999999kh999999");
    }
    struct dice_expr first;
    struct dice_expr second;
    char canonical[DICE_TEXT_MAX + 1];
    parse(&first, text);
    format(canonical, sizeof canonical, &first);
    parse(&second, canonical);
    assert_true(dice_expr_equal(&first, &second));
    /* What is short enough as it was typed may be too long as it is written: k is kh there. */
    struct error err;
    memset(text, 0, sizeof text);
    for (int i = 0; i < DICE_NODES_MAX / 2; i++) {
        strcat(text, i == 0 ? "" : "+");
        strcat(text, "10000d1000000ro<=-1000001!!<=-1000001min-1000000000max1000000000"
                     "k1000000<=999999");
    }
    assert_int_equal(dice_expr_parse(&second, str_of(text), &err), STATUS_USAGE);
    assert_memory_equal(err.text, "an expression has at most 4096 bytes\n", 37);
}

/* ---- what players type ----------------------------------------------------------------- */

struct form {
    char notation[100], answer[20], text[160];
};

/* A line of the table; false when it is empty or a comment. */
static bool form_read(struct form *out, const char *line)
{
    if (line[0] == '#' || line[0] == '\n') {
        return false;
    }
    int n = sscanf(line, "%99[^|]|%19[^|]|%159[^\n]", out->notation, out->answer, out->text);
    assert_int_equal(n, 3);
    char *const cells[] = {out->notation, out->answer, out->text};
    for (int i = 0; i < 3; i++) {
        struct str cell = str_trimmed(str_of(cells[i]));
        memmove(cells[i], cell.p, (size_t)cell.n);
        cells[i][cell.n] = '\0';
    }
    return true;
}

static void check_form(const struct form *form)
{
    struct dice_expr expr;
    struct error err = {0};
    char canonical[200];
    int times = 1;
    int wanted_times = 1;
    bool repeats = sscanf(form->answer, "repeats %d", &wanted_times) == 1;
    enum status status =
        repeats ? dice_expr_parse_as(&times, &expr, str_of(form->notation), DICE_TYPED, &err)
                : dice_expr_parse(&expr, str_of(form->notation), &err);
    bool is_known = strcmp(form->answer, "no") != 0;
    if ((status == STATUS_OK) != is_known) {
        fail_msg("%s: %s", form->notation, is_known ? err.text : "it is understood");
    }
    if (is_known) {
        format(canonical, sizeof canonical, &expr);
        assert_string_equal(canonical, form->text);
        assert_int_equal(times, wanted_times);
    } else if (strstr(err.text, form->text) == NULL) {
        fail_msg("%s: \"%s\" does not say \"%s\"", form->notation, err.text, form->text);
    }
}

static void test_dice_expr__what_players_type_is_understood_or_named(void **state)
{
    (void)state;
    FILE *file = fopen("tests/resolver/dice/forms.txt", "r");
    assert_non_null(file);
    char line[400];
    int known = 0;
    int named = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        struct form form;
        if (form_read(&form, line)) {
            check_form(&form);
            known += strcmp(form.answer, "no") != 0;
            named += strcmp(form.answer, "no") == 0;
        }
    }
    fclose(file);
    assert_true(known >= 40 && named >= 40);
}

/* ---- what other programs mean ---------------------------------------------------------- */

/* The next of the examples, which are separated by ", "; false when there is none. */
static bool next_example(const char **list, char out[64])
{
    const char *end = strstr(*list, ", ");
    /* the comma of a list is no separator */
    int n = end != NULL ? (int)(end - *list) : (int)strlen(*list);
    assert_true(n < 64);
    memcpy(out, *list, (size_t)n);
    out[n] = '\0';
    *list += end != NULL ? n + 2 : n;
    return n > 0;
}

/* An error as people read it, without the text of the roll and the caret. */
static void assert_says(const struct error *err, const struct dice_foreign *row)
{
    const char *gap = strstr(row->text, "{}");
    int head = gap != NULL ? (int)(gap - row->text) : (int)strlen(row->text);
    if (strncmp(err->text, row->text, (size_t)head) != 0 ||
        (gap != NULL && strstr(err->text, gap + 2) == NULL)) {
        fail_msg("%s: \"%s\" does not say \"%s\"", row->typed, err->text, row->text);
    }
}

static void check_foreign(const struct dice_foreign *row)
{
    const char *list = row->typed;
    char typed[64];
    for (int i = 0; next_example(&list, typed); i++) {
        struct dice_expr expr;
        struct error err = {0};
        enum status status = dice_expr_parse_as(NULL, &expr, str_of(typed), row->dialect, &err);
        assert_int_equal(status, row->text != NULL ? STATUS_USAGE : STATUS_OK);
        if (row->text != NULL) {
            assert_says(&err, row);
            /* the new spelling is that of the first example */
            TEXT_BUFFER(told, 200);
            dice_foreign_say(&told, row, str_of(""));
            assert_true(i > 0 || strncmp(err.text, told.p, (size_t)told.n) == 0);
            continue;
        }
        assert_string_equal(expr.written, row->ours);
        TEXT_BUFFER(meant, 200);
        dice_expr_tell(&expr, &meant);
        if (row->kind == FOREIGN_TAKEN) {
            assert_string_equal(meant.p, row->here);
        }
    }
}

static void test_dice_expr__every_row_of_the_list_of_other_programs_is_so(void **state)
{
    (void)state;
    const struct dice_foreign *row;
    int count = 0;
    for (; (row = dice_foreign_at(count)) != NULL; count++) {
        assert_non_null(row->typed);
        assert_true(row->text != NULL || row->ours != NULL);
        check_foreign(row);
    }
    assert_true(count > FOREIGN_NAMED + 40);
}

/* What people paste, as it was found in other programs: each is in the list that help shows. */
static const struct {
    const char *typed, *answer; /* the canonical form, or a part of the error */
} pasted[] = {
    {"1d20cs>19+7", "cs on a single die marks a critical elsewhere; to count write 1d20>19"},
    {"1d20cs20", "to count write 1d20=20"},
    {"2d20kh1cs>18", "to count write 2d20kh1>18"},
    {"d6!cs>=5", "to count write d6!6>=5"},
    {"6d6cs>=5", "6d6>=5"},
    {"2d6>=7",
     "no face meets this one; for the total see the column \"or more\" of `odds 2d6`"},
    {"d20>=21", "the column \"or more\" of `odds d20`"},
    {"d20+2d4>=15", "the column \"or more\" of `odds d20+2d4`"},
    {"3*(d4+2d6>=7)", "the column \"or more\" of `odds d4+2d6`"},
    {"max(3, (d4)+2d6>=7)", "the column \"or more\" of `odds (d4)+2d6`"},
    {"2d6<1", "the column \"or less\" of `odds 2d6`"},
    {"2d6=9", "the column \"chance\" of `odds 2d6`"},
    {"6d6min2>=2", "every face meets this one"},
    {"3d6!!cs>=7", "3d6!!cs>=7"},
    {"3d6!cs>=7", "no face meets this one"},
    {"5d10x10", "*10 multiplies, ! explodes"},
    {"5d10x 10", "*10 multiplies, ! explodes"},
    {"d6!x6", "*6 multiplies"},
    {"2d6x10", "2d6*10"},
    {"5d10 x 10", "5d10*10"},
    {"5d10\xC3\x97"
     "10",
     "5d10*10"},
    {"5d10x2d6", "5d10*2d6"},
    {"6#3d6", "several rolls are written 6x 3d6"},
    {"4d6k>4", "dice are counted with 4d6>4"},
    {"4d6kh1>4", "4d6kh1>4"},
    {"2d66", "d66 is two dice, tens and ones, and stands alone: 2x d66"},
    {"d66adv", "stands alone: 2x d66"},
    {"1d66", "1d66"},
    {"4d6d1", "4d6dl1"},
    {"4d6d%", "an operator is missing before this"},
    {"4d6d20", "an operator is missing before this: + - * or /; 4d6+d20 adds a second die"},
    {"4d6L", "written dl1"},
    {"4d6-L", "4d6dl1"},
    {"4d6s1", "written dl1"},
    {"4d6b3", "written kh3"},
    {"4d6w1", "written kl1"},
    {"!r 2d6", "commands such as /roll are left out: 2d6\n"},
    {"!roll", "commands such as /roll are left out"},
    {".r", "commands such as /roll are left out"},
    {"=2d6", "commands such as /roll are left out: 2d6\n"},
    {"d20+5>=15", "the column \"or more\" of `odds d20+5`"},
    {"1d20+5 dis", "disadvantage d20dis"},
    {"1d20+5 adv", "disadvantage d20dis"},
    {"4dF.2", "4dF"},
    {"4dF.1", "dF.1"},
    {"(2+1)d6", "is a plain number"},
    {"3d(2+4)", "is a plain number"},
    {"d6**2", "powers are not known"},
    {"2d6//2", "division is written with one / and rounds down"},
    {"6 4d6", "several rolls are written 6x 4d6"},
    {"2w6", "dice are written with d: 2d6"},
    {"2t6", "dice are written with d: 2d6"},
    {"6x3d6", "6*3d6"},
    {"4d6kh3kl1", "at most one of kh, kl"},
    {"4d6b1234567", "written kh1234567"},
    {"4d6b1234567890123456789012", "written kh3"},
    {"1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20+21+d20>=99", "of `odds 2d6`"},
    {"2d6 abcdefghijklmnopqrstuvwxyz", "\"abcdefghijklmnopqrstuvwx...\" is not known here"},
    {"2d6 ~", "\"~\" is not known here"},
    {"2d6 \x7F", "this character is not known here"},
    {"2d6{", "groups in braces are not known"},
    {"2drop", "dropping the lowest or highest dice is written dl or dh"},
    {"2dl1", "keeping and dropping stand directly after the die"},
    {"(4d6)dl1", "keeping and dropping stand directly after the die"},
    {"(4d6)!", "exploding dice are written with ! after the die"},
    {"(4d6)[", "a label stands behind dice or a number"},
    {"(4d6)[fire]", "a label stands behind dice or a number"},
    {"(4d6)[[1]]", "double brackets are left out"},
    {"2d6[fire][cold]", "a die or a number has one label"},
    {"2d6[fire]#cold", "a comment (# and text) is understood at the end"},
    {"2d6[fire]!", "a label comes last"},
    {"2[fire]d6", "an operator is missing before this"},
    {"!", "exploding dice are written with ! after the die"},
    {"!5", "exploding dice are written with ! after the die"},
    {"2d6+!", "exploding dice are written with ! after the die"},
    {"=", "counting successes is written after the die"},
    {"==2d6", "counting successes is written after the die"},
    {"/roll 1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", "are left out: 2d6+3\n"},
    {"[", "a label stands behind dice or a number"},
    {"[fire]", "a label stands behind dice or a number"},
    {"[[", "double brackets are left out"},
    {"4d6kh1000001", "4d6kh1000000"},
    {"4dF.x", "numbers are whole"},
    {"4dF.22", "numbers are whole"},
    {"4dF.3", "numbers are whole"},
    {"6#", "a comment (# and text) is understood at the end"},
    {"6 4D6", "several rolls are written 6x 4D6"},
    {"5d10 x10", "*10 multiplies"},
};

static void test_dice_expr__what_people_paste_is_named_or_told(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(pasted); i++) {
        struct dice_expr expr;
        struct error err = {0};
        enum status status = dice_expr_parse(&expr, str_of(pasted[i].typed), &err);
        const char *text = status == STATUS_OK ? expr.written : err.text;
        if (status == STATUS_OK ? strcmp(text, pasted[i].answer) != 0
                                : strstr(text, pasted[i].answer) == NULL) {
            fail_msg("%s: \"%s\", not \"%s\"", pasted[i].typed, text, pasted[i].answer);
        }
    }
}

/* What is typed as in a dialect: its form here, or a part of the error. */
static const struct {
    enum dice_reading dialect;
    const char *typed, *answer;
} in_dialects[] = {
    {DICE_ROLL20, "d20cs", "the faces that are marked are missing"},
    {DICE_ROLL20, "floor(3d6)", "3d6"},
    {DICE_ROLL20, "floor(7/2+7/2)", "this dialect keeps fractions"},
    {DICE_ROLL20, "floor(7/2+1)", "this dialect keeps fractions"},
    {DICE_ROLL20, "floor(7/2", "this parenthesis is not closed"},
    {DICE_ROLL20, "floor 7/2", "floor is not needed"},
    {DICE_ROLL20, "floor(floor(7/2)*2)", "floor is not needed"},
    {DICE_FOUNDRY, "4d6r", "4d6ro1"},
    {DICE_FOUNDRY, "1d20cs>10", "1d20>10"},
    {DICE_FOUNDRY, "5d10x>", "the faces that explode are missing"},
    {DICE_FOUNDRY, "5d10 x 10", "5d10*10"},
    {DICE_FOUNDRY, "5d10x10x9", "a die has at most one explosion (x)"},
    {DICE_FOUNDRY, "4d6r1rr2", "a die has at most one re-roll (r or rr)"},
    {DICE_AVRAE, "4d6min2", "4d6min2"},
    {DICE_AVRAE, "4d6max2", "4d6max2"},
    {DICE_AVRAE, "4d6m2", "counting matching dice (m, mt) is not known"},
    {DICE_AVRAE, "4d6kh3pl1", "a die has at most one of kh, kl, ph and pl"},
    {DICE_AVRAE, "4d6e6e5", "a die has at most one explosion (e)"},
    {DICE_AVRAE, "4d6mi2mi3", "a die has at most one number after mi"},
    {DICE_AVRAE, "4d6ma5ma4", "a die has at most one number after ma"},
    {DICE_AVRAE, "4d6rr1ro2", "a die has at most one re-roll (rr or ro)"},
};

static void test_dice_expr__dialects_are_read_or_named(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(in_dialects); i++) {
        struct dice_expr expr;
        struct error err = {0};
        enum status status = dice_expr_parse_as(NULL, &expr, str_of(in_dialects[i].typed),
                                                in_dialects[i].dialect, &err);
        if (status == STATUS_OK ? strcmp(expr.written, in_dialects[i].answer) != 0
                                : strstr(err.text, in_dialects[i].answer) == NULL) {
            fail_msg("%s: \"%s\", not \"%s\"", in_dialects[i].typed,
                     status == STATUS_OK ? expr.written : err.text, in_dialects[i].answer);
        }
    }
}

/* The words that tell which faces a typed roll means. */
static void test_dice_expr__what_a_roll_means_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *told;
    } rows[] = {
        {"2d6+3", ""},
        {"8d6!>=5", ""},
        {"4d6r7", "re-rolls no face until another face falls"},
        {"d66+1", "one die of 66 sides"},
        {"d66ro<3+1", "one die of 66 sides, re-rolls 1, 2 once"},
        {"6d6>=5", "counts 5, 6"},
        {"3d6!!6>=5", "counts 5 or more"},
        {"3d6!!6=9", "counts 9"},
        {"3d6!!6=1000000", "counts 1000000"},
        {"3d6!!6<=9", "counts 1 to 9"},
        {"3d6!!max8>=7", "counts 7, 8"},
        {"3d6!p6<=2", "counts 0, 1, 2"},
        {"6d6>=5+3d8r1", "6d6>=5 counts 5, 6; 3d8r1 re-rolls 1 until another face falls"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr;
        TEXT_BUFFER(told, 200);
        parse(&expr, rows[i].typed);
        dice_expr_tell(&expr, &told);
        assert_string_equal(told.p, rows[i].told);
    }
}

/* What the first version of the notation understood: a log may have it. */
static void test_dice_expr__a_log_keeps_what_is_refused_now(void **state)
{
    static const struct {
        const char *notation;
        int64_t low, high;
    } rows[] = {
        {"2d66", 2, 132},    {"2d6>=7", 0, 0},           {"6d6>=1", 6, 6},
        {"4d6kh1>4", 0, 1},  {"4d6k>4", 0, 1},           {"5d10x10", 50, 500},
        {"1d20cs>19", 0, 1}, {"d6!cs>=5", 0, INT64_MAX}, {"4d6d1", 3, 18},
    };
    (void)state;
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr;
        int64_t low, high;
        assert_int_equal(
            dice_expr_parse_as(NULL, &expr, str_of(rows[i].notation), DICE_LOGGED, NULL),
            STATUS_OK);
        dice_expr_range(&expr, &low, &high);
        assert_int_equal(low, rows[i].low);
        assert_int_equal(high, rows[i].high);
    }
}

static void test_dice_expr__dialects_have_names(void **state)
{
    (void)state;
    enum dice_reading reading = DICE_TYPED;
    struct error err;
    assert_int_equal(dice_dialect_find(&reading, str_of("Roll20"), &err), STATUS_OK);
    assert_int_equal(reading, DICE_ROLL20);
    assert_int_equal(dice_dialect_find(&reading, str_of("fondry"), &err), STATUS_USAGE);
    assert_non_null(strstr(err.text, "foundry"));
}

static void test_dice_expr__a_repeated_roll_is_one_expression_and_a_number(void **state)
{
    (void)state;
    static const struct {
        const char *notation;
        int times; /* 0: refused */
        const char *text;
    } rows[] = {
        {"2d6", 1, "2d6"},
        {"3x 4d6kh3", 3, "4d6kh3"},
        {" 3 X\td66", 3, "d66"},
        {"1000000x d6", 1000000, "d6"},
        {"3x4d6", 1, "3*4d6"},
        {"3*4d6", 1, "3*4d6"},
        {"3\xC3\x97 4d6", 1, "3*4d6"},
        {"0x d6", 0, "a roll is repeated 1 to 1,000,000 times\n0x d6\n^"},
        {"1000001x d6", 0, "a roll is repeated 1 to 1,000,000 times\n1000001x d6\n^"},
        {"99999999999999999999x d6", 0,
         "a roll is repeated 1 to 1,000,000 times\n99999999999999999999x d6\n^"},
        {"3x ", 0, "expected a number or dice here, such as 2d6+3\n3x \n   ^"},
        {"2x 3x d6", 2, "3*d6"}, /* within a repeated one x multiplies */
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr;
        struct error err;
        int times = -1;
        enum status status =
            dice_expr_parse_as(&times, &expr, str_of(rows[i].notation), DICE_TYPED, &err);
        assert_int_equal(status, rows[i].times > 0 ? STATUS_OK : STATUS_USAGE);
        assert_int_equal(times, rows[i].times > 0 ? rows[i].times : -1);
        assert_string_equal(status == STATUS_OK ? expr.written : err.text, rows[i].text);
    }
}

/* ---- the short way ---------------------------------------------------------------------- */

/* A plain text is read without descent; with a blank before it, it is not. Both give the same
 * expression, byte by byte, or the same mistake; without one nothing is written. */
static void assert_read_alike(const char *text)
{
    static struct dice_expr expr[2];
    struct error err[2];
    char long_way[32];
    snprintf(long_way, sizeof long_way, " %s", text);
    memset(expr, 0x5a, sizeof expr);
    memset(err, 0, sizeof err);
    enum status first = dice_expr_parse(&expr[0], str_of(text), &err[0]);
    enum status second = dice_expr_parse(&expr[1], str_of(long_way), &err[1]);
    if (first != second || (first == STATUS_OK && !dice_expr_equal(&expr[0], &expr[1]))) {
        fail_msg("\"%s\" is not read as \"%s\"", text, long_way);
    }
    if (first == STATUS_OK) {
        assert_string_equal(expr[0].written, expr[1].written);
    } else {
        const char *end = strchr(err[0].text, '\n');
        assert_non_null(end);
        assert_memory_equal(err[0].text, err[1].text, (size_t)(end - err[0].text));
        assert_memory_equal(&expr[0], &expr[1], sizeof expr[0]);
    }
}

static void test_dice_expr__plain_dice_are_read_as_by_the_whole_parser(void **state)
{
    static const char *const counts[] = {"",   "0",   "1",   "2",    "9",    "10",
                                         "99", "100", "999", "1000", "0002", "10000"};
    static const char *const added[] = {"",    "+0",   "-0",     "+1",    "-1",  "+9",  "-10",
                                        "+99", "-100", "+999",   "-1000", "+00", "-01", "+",
                                        "-",   "+1+1", "-1d4",   "+2.5",  "+ 1", "++1", "+-1",
                                        "!",   "kh1",  "[fire]", " ",     "d6",  "x",   "+1 x"};
    (void)state;
    char text[32];
    for (int i = 0; i < COUNT(counts); i++) {
        for (int sides = 0; sides <= 1001; sides++) {
            snprintf(text, sizeof text, "%sd%d", counts[i], sides);
            assert_read_alike(text);
            snprintf(text, sizeof text, "%sd%d-%d", counts[i], sides, sides % 102);
            assert_read_alike(text);
        }
        for (int k = 0; k < COUNT(added); k++) {
            static const char *const sides[] = {"", "0", "1", "6", "06", "66", "%", "F", "-6"};
            for (int j = 0; j < COUNT(sides); j++) {
                snprintf(text, sizeof text, "%sd%s%s", counts[i], sides[j], added[k]);
                assert_read_alike(text);
            }
        }
    }
    for (int count = 0; count <= 1001; count++) {
        snprintf(text, sizeof text, "%dd6+%d", count, 1001 - count);
        assert_read_alike(text);
    }
}

/* What fuzzing has found or started from: each is read or refused in words. */
static void test_dice_expr__the_corpus_is_read_or_refused(void **state)
{
    (void)state;
    DIR *directory = opendir("tests/fuzz/corpus/notation");
    assert_non_null(directory);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        char path[400];
        snprintf(path, sizeof path, "tests/fuzz/corpus/notation/%s", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        int n = (int)fread(large, 1, sizeof large, file);
        fclose(file);
        struct dice_expr first;
        struct dice_expr second;
        struct error err = {0};
        if (dice_expr_parse(&first, (struct str){large, n}, &err) == STATUS_OK) {
            char canonical[DICE_TEXT_MAX + 1];
            format(canonical, sizeof canonical, &first);
            parse(&second, canonical);
            assert_true(dice_expr_equal(&first, &second));
        } else {
            assert_non_null(strchr(err.text, '\n'));
            assert_int_equal(err.text[strlen(err.text) - 1], '^');
        }
        files++;
    }
    closedir(directory);
    assert_true(files >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice_expr__every_form_is_read_and_written),
        cmocka_unit_test(test_dice_expr__what_is_written_is_read_as_the_same),
        cmocka_unit_test(test_dice_expr__bounds_have_an_end_where_the_range_has_none),
        cmocka_unit_test(test_dice_expr__an_error_points_at_the_place),
        cmocka_unit_test(test_dice_expr__a_zero_byte_does_not_end_it),
        cmocka_unit_test(test_dice_expr__only_the_neighbourhood_of_the_place_is_shown),
        cmocka_unit_test(test_dice_expr__huge_expressions_are_refused),
        cmocka_unit_test(test_dice_expr__depth_and_size_have_limits),
        cmocka_unit_test(test_dice_expr__the_longest_canonical_writing_is_read_again),
        cmocka_unit_test(test_dice_expr__what_players_type_is_understood_or_named),
        cmocka_unit_test(test_dice_expr__every_row_of_the_list_of_other_programs_is_so),
        cmocka_unit_test(test_dice_expr__what_people_paste_is_named_or_told),
        cmocka_unit_test(test_dice_expr__dialects_are_read_or_named),
        cmocka_unit_test(test_dice_expr__what_a_roll_means_is_told),
        cmocka_unit_test(test_dice_expr__a_log_keeps_what_is_refused_now),
        cmocka_unit_test(test_dice_expr__dialects_have_names),
        cmocka_unit_test(test_dice_expr__a_repeated_roll_is_one_expression_and_a_number),
        cmocka_unit_test(test_dice_expr__plain_dice_are_read_as_by_the_whole_parser),
        cmocka_unit_test(test_dice_expr__the_corpus_is_read_or_refused),
    };
    return cmocka_run_group_tests_name("dice_expr", tests, NULL, NULL);
}
