/* Kinds that a hostile hand wrote, into the rows of a campaign or into files of one's own: what
 * is wrong is told in a line without a control character, what is too large is refused, and
 * every other kind is as if they were not there. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/library/record_library.h"
#include "app/sitting/sitting.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "games/games.h"
#include "store/campaign.h"
#include "store/changes.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

#define FOLDER "referee/library/trilemma/"

enum { LARGE = 3 << 20 };

static int setup(void **state)
{
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        "add-kind newt hp=3 note=sound", NULL};
    if (home_begin("XDG_DATA_HOME") != 0) {
        return 1;
    }
    *state = play_new(lines);
    return 0;
}

static int teardown(void **state)
{
    play_free(*state);
    return home_end("XDG_DATA_HOME");
}

/* ---- rows of the campaign -------------------------------------------------------------- */

/* As another program writes it, without asking whether it is right. */
static void write_row(struct play *play, int64_t id, const char *field, struct str text,
                      struct str line)
{
    struct campaign *campaign;
    struct error err;
    int64_t step;
    struct change change = {.thing = str_of(CHANGE_KIND),
                            .thing_id = id,
                            .field = str_of(field),
                            .is_set = true,
                            .new = text,
                            .line = line};
    assert_int_equal(campaign_open(&campaign, play->path, CAMPAIGN_WRITE, 0, games_find, &err),
                     STATUS_OK);
    if (changes_append(campaign, 1, &change, 1, &step, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    campaign_close(campaign);
}

static void assert_harmless(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if ((c < ' ' && c != '\n') || c == 0x7f) {
            fail_msg("a control character %d in: %s", c, text);
        }
    }
}

/* Every word that the program says of its kinds. */
static void check_words(struct play *play)
{
    static const char *const lines[] = {"kinds",    "kinds x",    "kind newt",
                                        "kind sot", "kinds-undo", "kinds-redo"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        sitting_run(play->sitting, lines[i], false, &play->result);
        assert_harmless(play->result.text);
        assert_harmless(play->result.label);
        assert_harmless(play->result.error.text);
        assert_harmless(play->result.error.where);
        assert_harmless(play->result.refusal.reason);
    }
}

static void check_the_newt(struct play *play)
{
    struct error err;
    const struct library_record *newt = sitting_kind(play->sitting, str_of("newt"), &err);
    assert_non_null(newt);
    assert_string_equal(library_text(newt, "note"), "sound");
    assert_non_null(sitting_kind(play->sitting, str_of("gully goblin"), &err));
    play_do(play, "add newt");
}

static char *repeated(const char *part, size_t size)
{
    char *bytes = malloc(size + 1);
    assert_non_null(bytes);
    size_t length = strlen(part);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = part[i % length];
    }
    bytes[size] = '\0';
    return bytes;
}

#define KIND(fields) "creatures:\n  - {" fields "}\n"

static void test_rows__of_a_hostile_hand_take_no_other_kind_away(void **state)
{
    struct play *play = *state;
    static const struct {
        const char *text;
        const char *told; /* of the mistake; NULL: it is none */
    } rows[] = {
        {"", "expected a list of records"},
        {"\xff\xfe\x80", "expected text in UTF-8"},
        {"creatures: [", "did not find expected"},
        {"foes:\n  - {name: x, foe: vermin, level: 1}\n", "has no such field"},
        {KIND("name: \"a\\nb\""), "name: expected"},
        {KIND("name: \"\\e[2J\""), "name: expected"},
        {KIND("name: moth, note: \"\\e[2J\\e]0;x\\a \\u202E drow\""), NULL},
        {KIND("name: moth, hp: 999999999999999999999"), "hp: expected"},
        {KIND("name: moth, hp: 9d9d9"), "hp: "},
        {KIND("name: newt, hp: 99"), "there is a creature newt already"},
        {KIND("name: gully-gnat, leads: nobody-at-all"), "there is no creature nobody-at-all"},
        {"a: &a [x]\nb: [*a, *a, *a]\n", "anchors"},
        {"creatures:\n  - {name: rat-one}\n  - {name: rat-one}\n", "rat-one already"},
        {"--- {}\n--- {}\n", "one document"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct diagnostics diagnostics;
        write_row(play, 100, "trilemma", str_of(rows[i].text), str_of("a line"));
        check_words(play);
        check_the_newt(play);
        sitting_library_of(play->sitting, system_find(str_of("trilemma")), &diagnostics);
        assert_int_equal(diagnostics.count, rows[i].told != NULL ? 1 : 0);
        if (rows[i].told != NULL &&
            strstr(diagnostics.diagnostic[0].text, rows[i].told) == NULL) {
            fail_msg("row %zu: %s", i, diagnostics.diagnostic[0].text);
        }
        for (int k = 0; k < diagnostics.count; k++) {
            assert_harmless(diagnostics.diagnostic[k].text);
            assert_non_null(
                strstr(diagnostics.diagnostic[k].where, "kind 100 of the campaign"));
        }
    }
}

/* Dice that an older program understood and that are refused now: the kind stays, is told with
 * its place and the new spelling, and can be changed. */
static void test_rows__of_an_older_notation_stay_and_are_told(void **state)
{
    struct play *play = *state;
    struct diagnostics diagnostics;
    struct error err;
    write_row(play, 100, "trilemma", str_of(KIND("name: beast, hp: 2d6>=7, damage: 2d66")),
              str_of("a line"));
    sitting_library_of(play->sitting, system_find(str_of("trilemma")), &diagnostics);
    assert_int_equal(diagnostics.count, 1);
    assert_non_null(strstr(diagnostics.diagnostic[0].where, "kind 100 of the campaign"));
    const struct library_record *beast = sitting_kind(play->sitting, str_of("beast"), &err);
    assert_non_null(beast);
    assert_string_equal(library_text(beast, "damage"), "2d66");
    sitting_run(play->sitting, "add beast", true, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    sitting_run(play->sitting, "add beast hp=4", true, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "2x d66"));
    play_do(play, "edit-kind beast damage=1d6 hp=7");
    play_do(play, "add beast");
}

/* Texts of megabytes, deep ones, a line of the log without end. */
static void test_rows__of_megabytes_are_refused(void **state)
{
    struct play *play = *state;
    static const char *const parts[] = {"x", "[", "- ", "a: ", "\"", "\n", "creatures:\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char *bytes = repeated(parts[i], LARGE);
        write_row(play, 200 + (int64_t)i, "trilemma", (struct str){bytes, LARGE},
                  str_of("a line"));
        free(bytes);
    }
    char *line = repeated("\x1b[31m", LARGE);
    write_row(play, 300, "trilemma", str_of(KIND("name: moth")), (struct str){line, LARGE});
    free(line);
    check_words(play);
    check_the_newt(play);
    play_do(play, "add moth");
    struct diagnostics diagnostics;
    sitting_library_of(play->sitting, system_find(str_of("trilemma")), &diagnostics);
    assert_int_equal(diagnostics.count, sizeof parts / sizeof parts[0]);
    assert_non_null(strstr(diagnostics.diagnostic[0].text, "at most 1048576 bytes"));
}

/* Numbers of things that nobody gave out. */
static void test_rows__of_impossible_numbers_can_be_worked_with(void **state)
{
    struct play *play = *state;
    write_row(play, -5, "trilemma", str_of(KIND("name: moth")), str_of("a line"));
    write_row(play, INT64_MAX, "trilemma", str_of(KIND("name: mole")), str_of("a line"));
    check_words(play);
    play_do(play, "add moth");
    play_do(play, "add mole");
    sitting_run(play->sitting, "add-kind vole hp=2", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_string_equal(play->result.error.text,
                        "there is no number left for another kind of this campaign; edit-kind "
                        "changes one that is there");
    play_do(play, "edit-kind mole hp=4");
    play_do(play, "archive-kind moth");
    play_do(play, "kinds-undo");
    check_the_newt(play);
}

/* More kinds of them than a library holds, which is told once. */
static void test_rows__without_end_only_fill_the_library(void **state)
{
    struct play *play = *state;
    enum { ROWS = 30, EACH = 900 };
    static char bytes[1 << 20];
    for (int row = 0; row < ROWS; row++) {
        struct text text = text_over(bytes, sizeof bytes);
        text_add(&text, "creatures:\n");
        for (int i = 0; i < EACH; i++) {
            text_add(&text, "  - name: mote-%d-%d\n", row, i);
        }
        write_row(play, 400 + row, "trilemma", (struct str){text.p, text.n}, str_of("a line"));
    }
    check_words(play);
    check_the_newt(play);
    struct diagnostics diagnostics;
    const struct library *library =
        sitting_library_of(play->sitting, system_find(str_of("trilemma")), &diagnostics);
    assert_in_range(library->count, 19000, 20000);
    assert_non_null(strstr(diagnostics.diagnostic[0].text, "at most 20000 records"));
}

/* ---- files ----------------------------------------------------------------------------- */

static void test_files__of_a_hostile_hand_take_no_other_file_away(void **state)
{
    struct play *play = *state;
    char *large = repeated("creatures:\n", LARGE), *deep = repeated("[", 1 << 19);
    home_write(FOLDER "a.yaml", "creatures:\n  - {name: moth, hp: 1}\n");
    home_write(FOLDER "b.yaml", large);
    home_write(FOLDER "c.yaml", deep);
    home_write(FOLDER "d\x1b[2J\xff.yaml", "creatures: 3\n");
    home_write(FOLDER "e.yaml", "\xff\xff");
    free(large);
    free(deep);
    assert_int_equal(mkdir(home_path(FOLDER "f.yaml"), 0700), 0);
    assert_int_equal(mkfifo(home_path(FOLDER "g.yaml"), 0600), 0);
    assert_int_equal(symlink("h.yaml", home_path(FOLDER "h.yaml")), 0);
    assert_int_equal(symlink("/dev/zero", home_path(FOLDER "i.yaml")), 0);
    home_write(FOLDER "z.yaml", "creatures:\n  - {name: mole, hp: 2}\n");
    play_reopen(play, false);
    struct diagnostics diagnostics;
    sitting_library_of(play->sitting, system_find(str_of("trilemma")), &diagnostics);
    assert_int_equal(diagnostics.count, 8);
    for (int i = 0; i < diagnostics.count; i++) {
        assert_harmless(diagnostics.diagnostic[i].text);
        assert_harmless(diagnostics.diagnostic[i].where);
    }
    check_words(play);
    play_do(play, "add moth");
    play_do(play, "add mole");
    check_the_newt(play);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_rows__of_a_hostile_hand_take_no_other_kind_away),
        TEST(test_rows__of_an_older_notation_stay_and_are_told),
        TEST(test_rows__of_megabytes_are_refused),
        TEST(test_rows__of_impossible_numbers_can_be_worked_with),
        TEST(test_rows__without_end_only_fill_the_library),
        TEST(test_files__of_a_hostile_hand_take_no_other_file_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
