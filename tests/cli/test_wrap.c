#include "support/unit.h"

#include <string.h>

#include "cli/output.h"

enum { LINES_SIZE = 400 };

/* The line as it is laid out in this many columns, with line ends between its parts. */
static const char *laid_out(const char *line, int columns)
{
    static char buf[LINES_SIZE];
    struct text out = text_over(buf, sizeof buf);
    struct str rest = str_of(line);
    int indent = 0;
    while (rest.n > 0) {
        int n = wrap_bytes(rest, columns - indent);
        text_add(&out, "%s%*s", out.n > 0 ? "\n" : "", indent, "");
        text_add_str(&out, (struct str){rest.p, n});
        indent = wrap_indent(str_of(line), columns);
        rest = str_trimmed_start((struct str){rest.p + n, rest.n - n});
    }
    return buf;
}

static void test_wrap__lines_go_on_at_a_blank_under_their_text(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int columns;
        const char *wanted;
    } rows[] = {
        {"as wide as it may be", 20, "as wide as it may be"},
        {"a word more than it may be", 20, "a word more than it\n  may be"},
        {"  roll   dice, or on a random table", 24,
         "  roll   dice, or on a\n         random table"},
        {"    by=  who does it, if it is not the acting combatant", 20,
         "    by=  who does\n         it, if it\n         is not the\n         acting\n        "
         " combatant"},
        /* A column that begins in the right half leaves too little room. */
        {"attack with one of these  [5.14] now", 30, "attack with one of these\n  [5.14] now"},
        {"123456789012345678901234567", 20, "12345678901234567890\n  1234567"},
        {"a 123456789012345678901234567", 20, "a\n  123456789012345678\n  901234567"},
        /* Wide characters take two columns, combining marks none. */
        {"狼狼狼狼狼狼狼狼狼狼狼", 20, "狼狼狼狼狼狼狼狼狼狼\n  狼"},
        {"e\u0301e\u0301e\u0301e\u0301 12345678901234567", 20,
         "e\u0301e\u0301e\u0301e\u0301\n  12345678901234567"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(laid_out(rows[i].line, rows[i].columns), rows[i].wanted);
    }
}

static void test_wrap__nothing_is_cut_at_any_width(void **state)
{
    (void)state;
    static const char line[] = "  r2  Odo → Hookbill: d20 [14] + 9 = 23 vs AC 22: hit  5.14";
    for (int columns = WRAP_COLUMNS_MIN; columns < 80; columns++) {
        const char *text = laid_out(line, columns);
        const char *wanted = line;
        int width = 0;
        for (const char *p = text; *p != '\0'; p++) {
            width = *p == '\n' ? 0 : width + ((*p & 0xC0) != 0x80 ? 1 : 0);
            assert_true(width <= columns);
            if (*p != ' ' && *p != '\n') {
                wanted += strspn(wanted, " ");
                assert_int_equal(*p, *wanted++);
            }
        }
        assert_int_equal(*wanted, '\0');
    }
}

static void test_wrap__an_expression_is_cropped_round_its_caret(void **state)
{
    (void)state;
    static const struct {
        const char *line, *caret;
        int columns;
        const char *wanted; /* NULL: it stays as it is */
    } rows[] = {
        {"1d6+1d6+x", "        ^", 20, NULL},
        {"1234567890123456789x", "                   ^", 19, "...90123456789x"},
        {"x234567890123456789012345", "^", 20, "x234567890123..."},
        {"123456789012345678901234567890x4567890", "                              ^", 20,
         "...34567890x4567..."},
        {"no caret under this line of words", "a word", 20, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        TEXT_BUFFER(out, LINES_SIZE);
        int place = -1;
        struct str line = str_of(rows[i].line);
        struct str caret = str_of(rows[i].caret);
        bool is_cropped = wrap_caret(&out, &place, line, caret, rows[i].columns);
        assert_int_equal(is_cropped, rows[i].wanted != NULL);
        if (is_cropped) {
            assert_string_equal(out.p, rows[i].wanted);
            assert_int_equal(out.p[place], 'x');
            assert_true(out.n <= rows[i].columns);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrap__lines_go_on_at_a_blank_under_their_text),
        cmocka_unit_test(test_wrap__nothing_is_cut_at_any_width),
        cmocka_unit_test(test_wrap__an_expression_is_cropped_round_its_caret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
