/* The text of a prepared encounter in an editor, on a real terminal: the screen is left and
 * taken again, and whatever the editor does, what was there is there, or the whole new text. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/home.h"
#include "support/pty.h"
#include "support/unit.h"
#include "support/visit.h"

static char campaign[VISIT_PATH_SIZE];
static char variable[2 * VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    char line[VISIT_PATH_SIZE];
    if (home_begin("XDG_CONFIG_HOME") != 0) {
        return 1;
    }
    home_write("fight.referee", "encounter \"Nest ledge\" system=trilemma\n"
                                "add Anka side=party strength=14 wits=12 ac=24 hp=9\n"
                                "add crow strength=2 wits=6 ac=22 morale=8 hp=3\n"
                                "prepare Ford\n");
    snprintf(line, sizeof line, "run %s", home_path("fight.referee"));
    visit_campaign(campaign, "editor");
    return visit_run(campaign, line, NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return home_end("XDG_CONFIG_HOME");
}

/* EDITOR is a script of these lines, called with this behind it. */
static void be_editor(const char *script, const char *arguments)
{
    char text[3000];
    char path[VISIT_PATH_SIZE];
    snprintf(text, sizeof text, "#!/bin/sh\n%s\n", script);
    home_write("my editor", text);
    snprintf(path, sizeof path, "%s", home_path("my editor"));
    assert_int_equal(chmod(path, 0700), 0);
    snprintf(variable, sizeof variable, "EDITOR='%s'%s", path, arguments);
}

/* The list of prepared encounters. */
static struct pty *open_list(void)
{
    struct terminal_kind kind = terminal_usual;
    kind.further = variable;
    struct pty *pty = visit_open(campaign, &kind);
    visit_press(pty, "T E \"expect:prepared encounters\" expect:Ford");
    return pty;
}

/* After the editor the list is there again, says this, and the text is as it was. */
static void check_unchanged(const char *says)
{
    struct pty *pty = open_list();
    pty_key(pty, "e");
    pty_expect(pty, says);
    pty_expect(pty, "prepared encounters");
    visit_press(pty, "C-c C-c gone:Ford : \"text:prepared Ford\" Enter \"expect:name: crow\"");
    visit_press(pty, "C-c \"gone:name: crow\"");
    visit_leave(pty);
}

static const char good[] =
    "printf '# mine\\ngame: trilemma\\nfoes: [{name: Hookbill, wits: 3}]\\n'"
    " > \"$1\"";

static void test_editor__a_text_is_taken_back_as_it_was_left(void **state)
{
    (void)state;
    be_editor(good, "");
    struct pty *pty = open_list();
    visit_press(pty, "e \"expect:Ford is changed\"");
    visit_press(pty, "Enter \"expect:Missing or odd\" Enter expect:Hookbill");
    visit_press(pty, ": \"text:prepared Ford\" Enter expect:mine C-c gone:mine");
    visit_leave(pty);
}

static void test_editor__its_words_are_parted_without_a_shell(void **state)
{
    (void)state;
    be_editor("test \"$1\" = '$(id);' && test \"$2\" = 'two words' && shift 2 || exit 9\n"
              "printf 'game: trilemma\\n' > \"$1\"",
              " $(id); 'two words'");
    struct pty *pty = open_list();
    visit_press(pty, "e \"expect:Ford is changed\" C-c gone:Ford");
    visit_leave(pty);
}

static void test_editor__mistakes_are_shown_and_the_text_is_edited_on(void **state)
{
    (void)state;
    be_editor(
        "if grep -q 'wit:' \"$1\"; then sed -i 's/wit:/wits:/' \"$1\"\n"
        "else printf 'game: trilemma\\nfoes:\\n  - name: Rat\\n    wit: 3\\n' > \"$1\"; fi",
        "");
    struct pty *pty = open_list();
    visit_press(pty, "e \"expect:Not taken\" \"expect:Ford:4:5: wit\" \"expect:wits?\"");
    visit_press(pty, "Down \"expect:first e edits on\"");
    visit_press(pty, "e \"expect:Ford is changed\" \"gone:Not taken\" C-c gone:Ford");
    visit_leave(pty);
}

static void test_editor__what_was_written_can_be_dropped(void **state)
{
    (void)state;
    be_editor("echo 'game: chess' > \"$1\"", "");
    struct pty *pty = open_list();
    visit_press(pty, "e \"expect:does not know the game chess\"");
    visit_press(pty,
                "C-c \"expect:what you wrote is dropped\" \"gone:Not taken\" C-c gone:Ford");
    visit_press(pty, ": \"text:prepared Ford\" Enter \"expect:name: crow\" C-c gone:crow:");
    visit_leave(pty);
}

/* The editor lets another program change the same text first. */
static void be_late(void)
{
    char script[2600];
    char theirs[VISIT_PATH_SIZE];
    home_write("theirs.yaml", "game: trilemma\nfoes: [{name: Theirs, wits: 1}]\n");
    snprintf(theirs, sizeof theirs, "%s", home_path("theirs.yaml"));
    snprintf(script, sizeof script,
             "grep -q Mine \"$1\" && exit 0\n"
             "echo 'read-encounter \"%s\" Ford replace' | '%s' --db '%s' run > /dev/null\n"
             "printf 'game: trilemma\\nfoes: [{name: Mine, wits: 3}]\\n' > \"$1\"",
             theirs, visit_program(), campaign);
    be_editor(script, "");
}

static void
test_editor__a_text_that_another_program_changed_is_shown_beside_ones_own(void **state)
{
    (void)state;
    be_late();
    struct pty *pty = open_list();
    visit_press(pty, "e \"expect:Another program changed it meanwhile\" expect:Theirs "
                     "expect:Mine");
    visit_press(pty, "Esc \"expect:what you wrote is dropped\" C-c gone:Ford");
    visit_press(pty, ": \"text:prepared Ford\" Enter expect:Theirs C-c gone:Theirs");
    visit_leave(pty);
}

static void test_editor__ones_own_text_takes_its_place_when_it_is_edited_on(void **state)
{
    (void)state;
    be_late();
    struct pty *pty = open_list();
    visit_press(pty, "e \"expect:Another program changed it meanwhile\"");
    visit_press(pty, "e \"expect:Ford is changed\" \"gone:Another program\" C-c gone:Ford");
    visit_press(pty, ": \"text:prepared Ford\" Enter expect:Mine C-c gone:Mine");
    visit_leave(pty);
}

static void test_editor__one_that_fails_changes_nothing(void **state)
{
    (void)state;
    be_editor("echo 'game: trilemma' > \"$1\"; exit 3", "");
    check_unchanged("nothing is changed: my editor failed (3)");
}

static void test_editor__one_that_writes_nothing_changes_nothing(void **state)
{
    (void)state;
    be_editor("true", "");
    check_unchanged("nothing was changed");
}

static void test_editor__one_that_removes_the_file_changes_nothing(void **state)
{
    (void)state;
    be_editor("rm \"$1\"", "");
    check_unchanged("cannot be read");
}

/* The file that the editor was given, as its script wrote into the file "where". */
static void find_edited(char out[VISIT_PATH_SIZE])
{
    FILE *file = fopen(home_path("where"), "r");
    assert_non_null(file);
    assert_non_null(fgets(out, VISIT_PATH_SIZE, file));
    fclose(file);
    out[strcspn(out, "\n")] = '\0';
}

/* What the editor writes at first cannot be taken or stored; it writes a good text when it is
 * given that again. `spoils` and `mends` are lines of its script; `is_full`: no file may grow
 * much. */
static void check_kept(const char *spoils, const char *mends, bool is_full, const char *says)
{
    char script[2600];
    char path[VISIT_PATH_SIZE] = "";
    struct stat about;
    snprintf(
        script, sizeof script,
        "if test -e '%s'; then grep -q Mine \"$1\" || exit 9\n"
        "%s\nprintf 'game: trilemma\\nfoes: [{name: Mine, wits: 5}]\\n' > \"$1\"; exit; fi\n"
        "echo \"$1\" > '%s'\n"
        "printf 'game: trilemma\\nfoes: [{name: Mine, wits: 3}]\\n' > \"$1\"\n%s",
        home_path("where"), mends, home_path("where"), spoils);
    be_editor(script, "");
    struct pty *pty = open_list();
    if (is_full) {
        pty_limit_files(pty, 1024);
    }
    visit_press(pty, "e \"expect:Not stored; e opens what you wrote again\"");
    pty_expect(pty, says);
    /* It waits while something else is done. */
    visit_press(pty, "Down \"expect:first e edits on\" C-c \"expect:what you wrote is kept\"");
    pty_limit_files(pty, -1);
    visit_press(pty,
                "T E \"expect:Not stored\" e \"expect:Ford is changed\" \"gone:Not stored\"");
    visit_press(pty, "C-c gone:Ford : \"text:prepared Ford\" Enter \"expect:wits: 5\"");
    visit_press(pty, "C-c \"gone:wits: 5\"");
    visit_leave(pty);
    find_edited(path);
    assert_int_equal(stat(path, &about), -1);
}

static void test_editor__a_text_that_is_too_long_is_opened_again(void **state)
{
    (void)state;
    check_kept("head -c 70000 /dev/zero | tr '\\0' '#' >> \"$1\"", "", false,
               "expected at most 65536 bytes");
}

static void test_editor__a_text_with_a_zero_byte_is_opened_again(void **state)
{
    (void)state;
    check_kept("printf '\\0' >> \"$1\"", "", false, "without zero bytes");
}

static void test_editor__what_finds_its_campaign_moved_is_opened_again(void **state)
{
    (void)state;
    char away[2 * VISIT_PATH_SIZE + 20], back[2 * VISIT_PATH_SIZE + 20];
    snprintf(away, sizeof away, "mv '%s' '%s.away'", campaign, campaign);
    snprintf(back, sizeof back, "mv '%s.away' '%s'", campaign, campaign);
    check_kept(away, back, false, "was moved or deleted");
}

static void test_editor__what_finds_the_disk_full_is_opened_again(void **state)
{
    (void)state;
    check_kept("", "", true, "the disk ");
}

/* Without going on: what was written is in the file that was told, also after the end. */
static void test_editor__what_is_never_stored_stays_in_its_file(void **state)
{
    (void)state;
    char lines[1000];
    char path[VISIT_PATH_SIZE] = "";
    struct stat about;
    snprintf(lines, sizeof lines, "echo \"$1\" > '%s'; printf 'game: trilemma\\n\\0' > \"$1\"",
             home_path("where"));
    be_editor(lines, "");
    check_unchanged("without zero bytes");
    find_edited(path);
    assert_int_equal(stat(path, &about), 0);
    assert_true(about.st_size > 0);
    assert_int_equal(remove(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(remove(path), 0);
}

static void test_editor__one_that_is_killed_changes_nothing(void **state)
{
    (void)state;
    be_editor("echo 'game: trilemma' > \"$1\"; kill -9 $$", "");
    check_unchanged("nothing is changed: my editor was ended by signal 9");
}

static void test_editor__one_that_is_not_there_is_named(void **state)
{
    (void)state;
    snprintf(variable, sizeof variable, "EDITOR=/no/such/editor -x");
    check_unchanged("nothing is changed: editor cannot be run");
}

static void test_editor__the_keys_of_signals_are_the_editors(void **state)
{
    (void)state;
    be_editor("echo EDITING; read answer; true", "");
    struct pty *pty = open_list();
    visit_press(pty, "e expect:EDITING");
    pty_key(pty, "C-c");
    pty_expect(pty, "was ended by signal 2");
    /* Other words than before: those of the first editor may still be there. */
    be_editor("echo AGAIN; read answer; true", "");
    visit_press(pty,
                "e expect:AGAIN resize:100x30 text:x Enter \"expect:nothing was changed\"");
    visit_press(pty, "C-c gone:Ford");
    visit_leave(pty);
}

static void test_editor__who_ends_the_program_ends_the_editor_too(void **state)
{
    (void)state;
    be_editor("echo 'game: trilemma' > \"$1\"; echo EDITING; exec sleep 1000", "");
    struct pty *pty = open_list();
    visit_press(pty, "e expect:EDITING");
    pty_signal(pty, SIGTERM);
    pty_wait(pty);
    assert_true(pty_is_as_before(pty));
    pty_close(pty);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    be_editor("true", "");
    check_unchanged("nothing was changed");
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_editor__a_text_is_taken_back_as_it_was_left,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__its_words_are_parted_without_a_shell,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(
            test_editor__mistakes_are_shown_and_the_text_is_edited_on, prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__what_was_written_can_be_dropped, prepare,
                                        clear),
        cmocka_unit_test_setup_teardown(
            test_editor__a_text_that_another_program_changed_is_shown_beside_ones_own, prepare,
            clear),
        cmocka_unit_test_setup_teardown(
            test_editor__ones_own_text_takes_its_place_when_it_is_edited_on, prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__one_that_fails_changes_nothing, prepare,
                                        clear),
        cmocka_unit_test_setup_teardown(test_editor__one_that_writes_nothing_changes_nothing,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__one_that_removes_the_file_changes_nothing,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__a_text_that_is_too_long_is_opened_again,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__a_text_with_a_zero_byte_is_opened_again,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(
            test_editor__what_finds_its_campaign_moved_is_opened_again, prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__what_finds_the_disk_full_is_opened_again,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__what_is_never_stored_stays_in_its_file,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__one_that_is_killed_changes_nothing,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__one_that_is_not_there_is_named, prepare,
                                        clear),
        cmocka_unit_test_setup_teardown(test_editor__the_keys_of_signals_are_the_editors,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_editor__who_ends_the_program_ends_the_editor_too,
                                        prepare, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
