#include "support/golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/unit.h"
#include "tui/canvas/canvas.h"

enum { PATH_SIZE = 256 };

/* The file's text, terminated; NULL when it cannot be read. The caller frees it. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = malloc(FRAME_DUMP_SIZE);
    assert_non_null(text);
    size_t count = fread(text, 1, FRAME_DUMP_SIZE - 1, file);
    text[count] = '\0';
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        fail_msg("%s cannot be written", path);
    }
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

/* The next line of *rest without its end; false after the last one. */
static bool next_line(struct str *line, const char **rest)
{
    if (**rest == '\0') {
        *line = (struct str){*rest, 0};
        return false;
    }
    const char *end = strchr(*rest, '\n');
    *line = (struct str){*rest, end != NULL ? (int)(end - *rest) : (int)strlen(*rest)};
    *rest += line->n + (end != NULL ? 1 : 0);
    return true;
}

static bool line_equal(struct str a, struct str b)
{
    return a.n == b.n && memcmp(a.p, b.p, (size_t)a.n) == 0;
}

/* Screens keep their rows, so lines are compared at the same place. */
static void print_difference(const char *path, const char *expected, const char *actual)
{
    print_error("--- %s\n+++ as it is now\n", path);
    int line_number = 1;
    for (;;) {
        struct str wanted;
        struct str found;
        bool has_wanted = next_line(&wanted, &expected);
        bool has_found = next_line(&found, &actual);
        if (!has_wanted && !has_found) {
            break;
        }
        if (has_wanted != has_found || !line_equal(wanted, found)) {
            print_error("@@ line %d\n", line_number);
            if (has_wanted) {
                print_error("-%.*s\n", wanted.n, wanted.p);
            }
            if (has_found) {
                print_error("+%.*s\n", found.n, found.p);
            }
        }
        line_number++;
    }
    print_error("If this is as it should be: run `make accept` and read the diff.\n");
}

static bool is_accepting(void)
{
    const char *accept = getenv("ACCEPT");
    return accept != NULL && strcmp(accept, "1") == 0;
}

void golden_assert_file(const char *path, const char *actual)
{
    if (is_accepting()) {
        write_file(path, actual);
        return;
    }
    char *expected = read_file(path);
    bool is_equal = expected != NULL && strcmp(expected, actual) == 0;
    if (!is_equal) {
        print_difference(path, expected != NULL ? expected : "", actual);
    }
    free(expected);
    assert_true(is_equal);
}

void golden_assert_text(const char *name, const char *actual)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "tests/screens/%s.txt", name);
    golden_assert_file(path, actual);
}

void golden_assert_frame(const char *name, const struct frame *frame)
{
    char *dump = malloc(FRAME_DUMP_SIZE);
    assert_non_null(dump);
    struct text text = text_over(dump, FRAME_DUMP_SIZE);
    frame_dump(&text, frame);
    assert_false(text.is_cut);
    golden_assert_text(name, dump);
    free(dump);
}

void golden_assert_block(const char *path, const char *begin, const char *end,
                         const char *actual)
{
    char *whole = read_file(path);
    assert_non_null(whole);
    char *block = strstr(whole, begin);
    assert_non_null(block);
    block += strlen(begin);
    char *rest = strstr(block, end);
    assert_non_null(rest);
    size_t n = (size_t)(rest - block);
    bool is_equal = n == strlen(actual) && memcmp(block, actual, n) == 0;
    if (!is_equal && is_accepting()) {
        size_t size = strlen(whole) + strlen(actual) + 1;
        char *changed = malloc(size);
        assert_non_null(changed);
        snprintf(changed, size, "%.*s%s%s", (int)(block - whole), whole, actual, rest);
        write_file(path, changed);
        free(changed);
        is_equal = true;
    } else if (!is_equal) {
        *rest = '\0';
        print_difference(path, block, actual);
    }
    free(whole);
    assert_true(is_equal);
}
