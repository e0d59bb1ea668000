#include "support/unit.h"

#include <string.h>
#include <unistd.h>

#include "cli/lines.h"

static struct lines lines;
static int pipe_ends[2];

/* A file with these bytes. */
static FILE *file_of(const char *bytes, size_t n)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    rewind(file);
    return file;
}

static void assert_line(enum line_kind kind, const char *text)
{
    assert_int_equal(lines_next(&lines), kind);
    assert_true(str_equal(lines.line, text));
}

static void test_lines__ends_are_left_out_and_the_last_line_needs_none(void **state)
{
    (void)state;
    FILE *file = file_of("one\r\n\ntwo \nlast", 15);
    lines_init(&lines, file);
    assert_line(LINE_READ, "one");
    assert_line(LINE_READ, "");
    assert_line(LINE_READ, "two ");
    assert_line(LINE_READ, "last");
    assert_int_equal(lines.number, 4);
    assert_int_equal(lines_next(&lines), LINE_END);
    fclose(file);
}

static void test_lines__a_byte_order_mark_is_left_out_of_the_first_line_only(void **state)
{
    (void)state;
    FILE *file = file_of("\xEF\xBB\xBF"
                         "a\n\xEF\xBB\xBF"
                         "b\n",
                         10);
    lines_init(&lines, file);
    assert_line(LINE_READ, "a");
    assert_line(LINE_READ, "\xEF\xBB\xBF"
                           "b");
    assert_int_equal(lines_next(&lines), LINE_END);
    fclose(file);
}

static void test_lines__a_line_beyond_the_limit_is_passed_over_whole(void **state)
{
    (void)state;
    static char bytes[2 * LINE_BYTES_MAX + 8];
    memset(bytes, 'x', sizeof bytes);
    bytes[LINE_BYTES_MAX] = '\n'; /* the longest line that is read */
    memcpy(bytes + sizeof bytes - 3, "\nb\n", 3);
    FILE *file = file_of(bytes, sizeof bytes);
    lines_init(&lines, file);
    assert_int_equal(lines_next(&lines), LINE_READ);
    assert_int_equal(lines.line.n, LINE_BYTES_MAX);
    assert_int_equal(lines_next(&lines), LINE_TOO_LONG);
    assert_line(LINE_READ, "b");
    assert_int_equal(lines.number, 3);
    fclose(file);
}

static bool type_more(void *context, int descriptor)
{
    static const char *const typed[] = {"on", "e\r\nt", "wo\nla", "st"};
    int *count = context;
    (void)descriptor;
    if (*count < 4) {
        const char *text = typed[(*count)++];
        assert_int_equal(write(pipe_ends[1], text, strlen(text)), strlen(text));
    } else {
        close(pipe_ends[1]);
    }
    return false;
}

static bool type_and_end(void *context, int descriptor)
{
    (void)type_more(context, descriptor);
    return *(int *)context == 2;
}

/* A waiting function is called whenever no input is left, within a line too. */
static void test_lines__the_one_who_waits_is_called_before_more_is_read(void **state)
{
    (void)state;
    int count = 0;
    assert_int_equal(pipe(pipe_ends), 0);
    FILE *file = fdopen(pipe_ends[0], "r");
    assert_non_null(file);
    lines_init(&lines, file);
    lines_wait_by(&lines, type_more, &count);
    assert_line(LINE_READ, "one");
    assert_int_equal(count, 2);
    assert_line(LINE_READ, "two");
    assert_int_equal(count, 3);
    assert_line(LINE_READ, "last");
    assert_int_equal(lines_next(&lines), LINE_END);
    fclose(file);
}

/* It may also end the line, as if Enter had been pressed: what comes later is the next one. */
static void test_lines__the_one_who_waits_can_end_a_line(void **state)
{
    (void)state;
    int count = 0;
    assert_int_equal(pipe(pipe_ends), 0);
    FILE *file = fdopen(pipe_ends[0], "r");
    assert_non_null(file);
    lines_init(&lines, file);
    lines_wait_by(&lines, type_and_end, &count);
    assert_line(LINE_READ, "on");
    assert_line(LINE_READ, "e");
    assert_line(LINE_READ, "two");
    assert_line(LINE_READ, "last");
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines__the_one_who_waits_can_end_a_line),
        cmocka_unit_test(test_lines__ends_are_left_out_and_the_last_line_needs_none),
        cmocka_unit_test(test_lines__the_one_who_waits_is_called_before_more_is_read),
        cmocka_unit_test(test_lines__a_byte_order_mark_is_left_out_of_the_first_line_only),
        cmocka_unit_test(test_lines__a_line_beyond_the_limit_is_passed_over_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
