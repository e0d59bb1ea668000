/* How many bytes a key sends to the terminal: over a slow line each is felt. Names in other
 * scripts cost no more than Latin ones while their rows stay as they are. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "support/unit.h"
#include "support/visit.h"

enum { FIGHTERS = 12, KEYS = 12, SCRIPT_SIZE = 4000 };

static char campaign[VISIT_PATH_SIZE];
static char script_path[VISIT_PATH_SIZE];

static const char *const other_names[] = {"Zoë’s “owl”", "Łódź",  "Ольга",
                                          "狼の群れ",    "ชัยชนะ", "🐉 wyrm"};

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    remove(script_path);
    return 0;
}

/* A fight of twelve; `names`: six of them, or NULL for names in ASCII. */
static struct pty *open_fight(const char *const *names)
{
    clear(NULL);
    visit_campaign(campaign, "bytes");
    visit_campaign(script_path, "bytes.script");
    TEXT_BUFFER(script, SCRIPT_SIZE);
    text_add(&script, "encounter \"Ford\" system=trilemma\n");
    for (int i = 0; i < FIGHTERS; i++) {
        const char *name = names != NULL ? names[i % 6] : "Hookbill";
        text_add(&script, "add \"%s %c\" side=%s hp=9 strength=12\n", name, 'A' + i,
                 i % 2 == 0 ? "party" : "foes");
    }
    FILE *file = fopen(script_path, "w");
    assert_non_null(file);
    assert_int_equal(fputs(script.p, file) >= 0, 1);
    assert_int_equal(fclose(file), 0);
    char arguments[VISIT_PATH_SIZE + 8];
    snprintf(arguments, sizeof arguments, "run %s", script_path);
    assert_int_equal(visit_run(campaign, arguments, NULL), 0);
    struct pty *pty = visit_open(campaign, &terminal_usual);
    pty_expect(pty, "L"); /* the last name */
    return pty;
}

/* Bytes for the letters of a note that is typed: the rows of names stay. */
static int bytes_of_typing(const char *const *names)
{
    struct pty *pty = open_fight(names);
    visit_press(pty, ": \"text:note a\" expect:note");
    pty_expect(pty, ":note a");
    size_t before = strlen(pty_output(pty));
    for (int i = 1; i <= KEYS; i++) {
        char awaited[64];
        text_format(awaited, sizeof awaited, ":note a%.*s", i, "bcdefghijklm");
        pty_type(pty, (char[]){(char)('a' + i), '\0'});
        pty_expect(pty, awaited);
    }
    int bytes = (int)(strlen(pty_output(pty)) - before);
    visit_press(pty, "Esc gone::note");
    visit_leave(pty);
    return bytes;
}

static void test_bytes__names_in_other_scripts_cost_no_more_than_twice(void **state)
{
    (void)state;
    int latin = bytes_of_typing(NULL);
    int other = bytes_of_typing(other_names);
    print_message("bytes for %d keys: %d with Latin names, %d with others\n", KEYS, latin,
                  other);
    assert_true(latin > KEYS);
    assert_in_range(other, KEYS, 2 * latin);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes__names_in_other_scripts_cost_no_more_than_twice),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, clear);
}
