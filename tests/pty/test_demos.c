/* The fights that ship, taken over where their scripts stop and played to their end on a
 * terminal, by keys alone and with typed dice; one from its beginning; and two rounds of sixty.
 *
 * The demos and the sixty are played from the screen alone: each key is one that its last rows
 * name at that moment.
 *
 * tests/pty/NAME.keys has the keys, a line for each step, and after each what the screen must
 * show (see support/visit.h); tests/pty/NAME.json is the end. With ACCEPT=1 the end is written
 * down as what is expected. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/visit.h"
#include "support/unit.h"

enum { FILE_SIZE = 64 * 1024 };

static void read_file(char out[FILE_SIZE], const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("%s cannot be read", path);
    }
    size_t n = fread(out, 1, FILE_SIZE - 1, file);
    fclose(file);
    out[n] = '\0';
    assert_true(n < FILE_SIZE - 1);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

typedef void press_fn(struct pty *pty, const char *words);

static void press_file(struct pty *pty, const char *path, press_fn *press)
{
    static char steps[FILE_SIZE];
    read_file(steps, path);
    for (char *line = steps; *line != '\0';) {
        size_t n = strcspn(line, "\n");
        bool is_last = line[n] == '\0';
        line[n] = '\0';
        if (line[0] != '#') {
            press(pty, line);
        }
        line += is_last ? n : n + 1;
    }
}

static void expect_end(const char *campaign, const char *path)
{
    static char expected[FILE_SIZE];
    static char found[FILE_SIZE];
    char out[VISIT_PATH_SIZE];
    visit_campaign(out, "shown");
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    assert_int_equal(visit_run(campaign, "show --json", out), 0);
    read_file(found, out);
    visit_remove(out);
    if (getenv("ACCEPT") != NULL) {
        write_file(path, found);
    }
    read_file(expected, path);
    assert_string_equal(found, expected);
}

static void play_to_the_end(const char *folder, const char *name, press_fn *press)
{
    char campaign[VISIT_PATH_SIZE];
    char words[64];
    visit_campaign(campaign, name);
    snprintf(words, sizeof words, "run %s/%s.referee", folder, name);
    assert_int_equal(visit_run(campaign, words, NULL), 0);

    struct pty *pty = visit_open(campaign, &terminal_usual);
    snprintf(words, sizeof words, "tests/pty/%s.keys", name);
    press_file(pty, words, press);
    visit_leave(pty);

    snprintf(words, sizeof words, "tests/pty/%s.json", name);
    expect_end(campaign, words);
    visit_remove(campaign);
}

static void
test_demos__the_fight_in_the_spire_is_won_by_keys_that_the_screen_names(void **state)
{
    (void)state;
    play_to_the_end("data/demo", "spire", visit_press_what_is_named);
}

static void test_demos__the_dungeon_is_won_by_keys_that_the_screen_names(void **state)
{
    (void)state;
    play_to_the_end("data/demo", "dungeon", visit_press_what_is_named);
}

static void test_demos__a_whole_encounter_is_played_by_keys_that_the_screen_names(void **state)
{
    (void)state;
    play_to_the_end("tests/pty", "drain", visit_press_what_is_named);
}

static void
test_demos__two_rounds_of_sixty_are_played_by_keys_that_the_screen_names(void **state)
{
    (void)state;
    play_to_the_end("tests/pty", "sixty", visit_press_what_is_named);
}

static void test_demos__a_party_goes_on_to_its_second_fight_by_keys(void **state)
{
    (void)state;
    play_to_the_end("tests/pty", "party", visit_press);
}

/* An evening made from nothing, and the program killed between its fights. */
static void test_demos__an_evening_is_made_from_nothing_and_played_by_keys(void **state)
{
    (void)state;
    char campaign[VISIT_PATH_SIZE];
    visit_campaign(campaign, "evening");
    struct pty *pty = visit_start(campaign, &terminal_usual);
    press_file(pty, "tests/pty/evening.keys", visit_press);
    pty_signal(pty, SIGKILL);
    assert_int_equal(pty_wait(pty).signal_number, SIGKILL);
    pty_close(pty);
    pty = visit_open(campaign, &terminal_usual);
    press_file(pty, "tests/pty/evening_on.keys", visit_press);
    visit_leave(pty);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    visit_remove(campaign);
}

/* Keys of the lines from the one that begins with `from` up to the next comment. */
static int keys_of(const char *path, const char *from)
{
    static char steps[FILE_SIZE];
    int keys = 0;
    read_file(steps, path);
    struct str lines =
        str_of(strstr(steps, from) != NULL ? strchr(strstr(steps, from), '\n') : "");
    const char *end = strstr(lines.p, "\n#");
    lines.n = end != NULL ? (int)(end - lines.p) : lines.n;
    for (struct str word; (word = str_next_word(&lines)).p != NULL;) {
        bool waits = str_matches_glob(word, str_of("expect:*")) ||
                     str_matches_glob(word, str_of("gone:*"));
        bool types = str_matches_glob(word, str_of("text:*"));
        keys += waits ? 0 : types ? word.n - (int)strlen("text:") : 1;
    }
    return keys;
}

/* The numbers stand in tests/README.md. */
static void test_demos__a_prepared_fight_of_twelve_takes_fewer_than_sixty_keys(void **state)
{
    (void)state;
    assert_int_equal(keys_of("tests/pty/evening.keys", "# A fight of twelve"), 51);
    assert_int_equal(keys_of("tests/pty/evening.keys", "# The second, of eight"), 52);
    assert_int_equal(keys_of("tests/pty/evening.keys", "# The third, of seven"), 47);
    assert_int_equal(keys_of("tests/pty/evening.keys", "# All three on the plan"), 7);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_demos__a_prepared_fight_of_twelve_takes_fewer_than_sixty_keys),
        cmocka_unit_test(test_demos__an_evening_is_made_from_nothing_and_played_by_keys),
        cmocka_unit_test(
            test_demos__the_fight_in_the_spire_is_won_by_keys_that_the_screen_names),
        cmocka_unit_test(test_demos__the_dungeon_is_won_by_keys_that_the_screen_names),
        cmocka_unit_test(test_demos__a_whole_encounter_is_played_by_keys_that_the_screen_names),
        cmocka_unit_test(
            test_demos__two_rounds_of_sixty_are_played_by_keys_that_the_screen_names),
        cmocka_unit_test(test_demos__a_party_goes_on_to_its_second_fight_by_keys),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
