/* Files of keys: what they change, and the messages about those that cannot be used. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/state.h"
#include "app/settings/keys.h"
#include "games/games.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/term/term.h"

static bool is_command(struct str name, struct nearest *nearest)
{
    static const char *const names[] = {"damage", "undo", "hp", "attack"};
    for (int i = 0; i < 4; i++) {
        if (str_equal(name, names[i])) {
            return true;
        }
        nearest_offer(nearest, names[i]);
    }
    return false;
}

static const struct key_file_words words = {key_is_bindable, key_is_typed, is_command};

static struct key_file file;
static struct key_table table;
static struct diagnostics diagnostics;

static enum status parse(struct str bytes)
{
    diagnostics.count = 0;
    return key_file_parse(&file, bytes, "keys", &words, &diagnostics);
}

/* The binding of a key together with a file that must be right; a game is played that has keys
 * of its own. */
static const struct key_binding *binding(const char *text, enum key_context context,
                                         const char *key)
{
    if (parse(str_of(text)) != STATUS_OK) {
        fail_msg("%s: %s", diagnostics.diagnostic[0].where, diagnostics.diagnostic[0].text);
    }
    const struct key_binding *found = NULL;
    key_table_make(&table, games_find(system_at(0)), &file.own);
    for (int i = 0; i < table.count; i++) {
        const struct key_binding *one = &table.binding[i];
        if (one->context == context && strcmp(one->key, key) == 0) {
            assert_null(found);
            found = one;
        }
    }
    assert_non_null(found);
    return found;
}

/* ---- right files ----------------------------------------------------------------------- */

/* A key that was free is not any more: the file is still right, and the act is where it was. */
static void test_key_file__from_before_keys_moved_goes_on_working(void **state)
{
    (void)state;
    assert_string_equal(binding("party M @heal", CONTEXT_PARTY, "E")->command, "@enlist");
    assert_string_equal(binding("party M @heal", CONTEXT_PARTY, "M")->command, "@heal");
    assert_string_equal(binding("encounters P @tags", CONTEXT_ENCOUNTERS, "p")->command,
                        "@plan");
    assert_string_equal(binding("encounters p @plan", CONTEXT_ENCOUNTERS, "p")->command,
                        "@plan");
    assert_string_equal(binding("", CONTEXT_PARTY, "M")->command, "@enlist");
    assert_string_equal(binding("encounters I @tags", CONTEXT_ENCOUNTERS, "c")->command,
                        "@carry");
    assert_string_equal(binding("kinds N @edit", CONTEXT_KINDS, "n")->command, "@new");
    assert_string_equal(binding("log w @filter", CONTEXT_LOG, "x")->command, "@export");
    assert_string_equal(binding("past C @why", CONTEXT_PAST, "c")->command, "@go-on");
    assert_int_equal(parse(str_of("party M @heal\nparty E @rest")), STATUS_USAGE);
}

static void test_key_file__nothing_in_it_changes_nothing(void **state)
{
    (void)state;
    assert_int_equal(parse(str_of("")), STATUS_OK);
    assert_int_equal(file.own.count, 0);
    assert_int_equal(parse(str_of("# a word\n\n   \r\n#\n")), STATUS_OK);
    assert_int_equal(file.own.count, 0);
}

static void test_key_file__actions_are_found_by_their_old_names(void **state)
{
    (void)state;
    assert_string_equal(binding("D @mark", CONTEXT_TABLE, "D")->command, "@target");
    assert_string_equal(binding("D @mark", CONTEXT_TABLE, "D")->note, "target");
    assert_string_equal(binding("D @due", CONTEXT_TABLE, "D")->command, "@settle");
    assert_int_equal(parse(str_of("reader J @mark")), STATUS_USAGE);
}

/* Files that were written before some keys moved after @more bind what they did. */
static void test_key_file__keys_of_older_files_stay(void **state)
{
    (void)state;
    assert_string_equal(binding("_ @open-all", CONTEXT_TABLE, "_")->command, "@open-all");
    assert_string_equal(binding("F3 @choose-again", CONTEXT_TABLE, "F3")->command,
                        "@choose-again");
    assert_string_equal(binding(", undo\nF2 undo", CONTEXT_TABLE, ",")->command, "undo");
    assert_string_equal(binding("z damage %t", CONTEXT_TABLE, "z")->command, "damage %t");
}

static void test_key_file__a_key_after_more_is_bound_in_its_context(void **state)
{
    (void)state;
    const struct key_binding *own = binding("more X damage %t 5", CONTEXT_MORE, "X");
    assert_string_equal(own->command, "damage %t 5");
    assert_string_equal(own->pressed, "F3 X");
    assert_string_equal(binding("more j @down", CONTEXT_MORE, "j")->command, "@down");
    assert_int_equal(parse(str_of("table X @cancel")), STATUS_USAGE);
    assert_string_equal(key_of_command(&table, "settings"), "F3 ,");
}

static void test_key_file__a_line_binds_at_the_table_or_in_its_context(void **state)
{
    (void)state;
    assert_string_equal(binding("D  damage %t 1 \r\n", CONTEXT_TABLE, "D")->command,
                        "damage %t 1");
    assert_string_equal(binding("D damage %t 1", CONTEXT_TABLE, "D")->note, "damage");
    assert_string_equal(binding("table D undo", CONTEXT_TABLE, "D")->command, "undo");
    assert_string_equal(binding("reader J @down", CONTEXT_READER, "J")->command, "@down");
    assert_string_equal(binding("log J @down", CONTEXT_LOG, "J")->command, "@down");
    assert_string_equal(binding("log G @rewind", CONTEXT_LOG, "G")->note, "undo to here");
    assert_string_equal(binding("palette C-o @help", CONTEXT_PALETTE, "C-o")->command, "@help");
    assert_string_equal(binding("Z damage %r", CONTEXT_TABLE, "Z")->command, "damage %r");
    assert_string_equal(binding("table # undo", CONTEXT_TABLE, "#")->command, "undo");
    assert_string_equal(binding("\" ruling damage %t", CONTEXT_TABLE, "\"")->command,
                        "ruling damage %t");
    assert_string_equal(binding("question C-y @accept", CONTEXT_QUESTION, "C-y")->command,
                        "@accept");
}

static void test_key_file__the_last_line_wins_over_earlier_ones_and_what_ships(void **state)
{
    (void)state;
    const char *text = "d undo\nd hp %s\nd damage %t 3\n";
    assert_string_equal(binding(text, CONTEXT_TABLE, "d")->command, "damage %t 3");
    assert_string_equal(binding("m undo\nZ @due\n", CONTEXT_TABLE, "m")->command, "undo");
    assert_string_equal(binding("m undo\nZ @due\n", CONTEXT_TABLE, "Z")->note, "settle");
}

static void test_key_file__ones_own_key_of_a_shipped_command_takes_its_place(void **state)
{
    (void)state;
    assert_string_equal(binding("Z undo\n", CONTEXT_TABLE, "Z")->note, "undo");
    assert_string_equal(binding("Z undo\n", CONTEXT_TABLE, "Z")->help,
                        "take the last act back");
    assert_string_equal(binding("Z undo\n", CONTEXT_TABLE, "u")->note, "");
    /* The footer shows one key of an act: the first. */
    assert_string_equal(binding("Z undo\nF9 undo\n", CONTEXT_TABLE, "Z")->note, "undo");
    assert_string_equal(binding("Z undo\nF9 undo\n", CONTEXT_TABLE, "F9")->note, "");
    assert_string_equal(binding("Z undo\nF9 undo\n", CONTEXT_TABLE, "F9")->help,
                        "take the last act back");
}

/* A game's key like any other; where the game has no such command it does nothing. */
static void test_key_file__ones_own_key_of_a_games_command_takes_its_place(void **state)
{
    const char *text = "Z attack %f by=%a\n";
    (void)state;
    assert_string_equal(binding(text, CONTEXT_TABLE, "Z")->note, "attack");
    assert_string_equal(binding(text, CONTEXT_TABLE, "Z")->help, "attack the target");
    assert_string_equal(binding(text, CONTEXT_TABLE, "a")->note, "");
    key_table_make(&table, NULL, &file.own);
    assert_string_equal(key_binding_find(&table, CONTEXT_TABLE, "Z")->help, "attack %f by=%a");
}

/* ---- wrong files ----------------------------------------------------------------------- */

enum { FILE_SIZE = 64 * 1024 };

static int read_whole(const char *path, char *buf)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        buf[0] = '\0';
        return 0;
    }
    int n = (int)fread(buf, 1, FILE_SIZE - 1, in);
    fclose(in);
    buf[n] = '\0';
    return n;
}

/* Each tests/app/keys/NAME.keys is answered with exactly the lines of NAME.txt. */
static void test_key_file__every_bad_file_is_answered_as_expected(void **state)
{
    (void)state;
    DIR *folder = opendir("tests/app/keys");
    assert_non_null(folder);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!str_matches_glob(str_of(entry->d_name), str_of("*.keys"))) {
            continue;
        }
        static char bytes[FILE_SIZE], expected[FILE_SIZE], actual[FILE_SIZE];
        char path[400];
        snprintf(path, sizeof path, "tests/app/keys/%s", entry->d_name);
        int n = read_whole(path, bytes);
        snprintf(path + strlen(path) - strlen("keys"), 5, "txt");
        read_whole(path, expected);
        assert_int_equal(parse((struct str){bytes, n}), STATUS_USAGE);
        assert_int_equal(file.own.count, 0);
        struct text text = text_over(actual, sizeof actual);
        for (int i = 0; i < diagnostics.count; i++) {
            text_add(&text, "%s: %s\n", diagnostics.diagnostic[i].where,
                     diagnostics.diagnostic[i].text);
        }
        if (strcmp(actual, expected) != 0) {
            fail_msg("%s is answered:\n%s", path, actual);
        }
        files++;
    }
    closedir(folder);
    assert_int_equal(files, 30);
}

/* For any bytes there is an answer, and never half a table. */
static void test_key_file__any_bytes_are_answered(void **state)
{
    (void)state;
    static const char letters[] = "aDm#@%st \n\n\"undo damage reader table @down\xff\x80\xc3";
    uint64_t random = 88172645463325252U;
    int right = 0;
    for (int round = 0; round < 20000; round++) {
        char bytes[120];
        int n = 0;
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        uint64_t some = random;
        for (n = 0; n < (int)(random % sizeof bytes); n++) {
            some = some * 6364136223846793005U + 1442695040888963407U;
            bytes[n] = letters[(some >> 33) % (sizeof letters - 1)];
        }
        /* In memory of its own, so that reading beyond the end is noticed. */
        char *copy = malloc((size_t)n + 1);
        assert_non_null(copy);
        memcpy(copy, bytes, (size_t)n);
        bool is_right = parse((struct str){copy, n}) == STATUS_OK;
        free(copy);
        assert_int_equal(is_right, diagnostics.count == 0);
        assert_true(is_right || file.own.count == 0);
        right += is_right;
    }
    assert_true(right > 0);
}

/* ---- the user's own -------------------------------------------------------------------- */

static int setup(void **state)
{
    (void)state;
    return home_begin("XDG_CONFIG_HOME");
}

static int teardown(void **state)
{
    (void)state;
    return home_end("XDG_CONFIG_HOME");
}

static char told[USER_KEYS_TOLD_SIZE];

static bool load(void)
{
    struct text text = text_over(told, sizeof told);
    bool is_right = user_keys_load(&file, key_is_bindable, key_is_typed, &text);
    key_table_make(&table, games_find(system_at(0)), &file.own);
    return is_right;
}

static void test_user_keys__without_a_file_what_ships_is_in_force(void **state)
{
    (void)state;
    assert_true(load());
    assert_string_equal(key_of_command(&table, "undo"), "u");
}

static void test_user_keys__are_in_force_once_loaded(void **state)
{
    (void)state;
    home_write("referee/keys", "Z undo\n");
    assert_true(load());
    assert_string_equal(key_of_command(&table, "undo"), "Z");
    assert_non_null(key_binding_find(&table, CONTEXT_TABLE, "u"));
}

static void test_user_keys__with_a_mistake_are_not_used_at_all(void **state)
{
    (void)state;
    home_write("referee/keys", "Z undo\nY nonsense\n X @nonsense\n");
    assert_false(load());
    assert_non_null(
        strstr(told, "/referee/keys\n\tThe file has mistakes, so none of it is used"));
    assert_non_null(strstr(told, "\nkeys:2:3\tnonsense: there is no such command"));
    assert_non_null(strstr(told, "\nkeys:3:4\t@nonsense: there is no such action"));
    assert_null(strstr(told, "There may be more"));
    assert_string_equal(key_of_command(&table, "undo"), "u");
}

static void test_user_keys__the_screen_shows_what_is_in_force(void **state)
{
    (void)state;
    static const char *const fight[] = {"encounter Ledge", "add Anka", "add Ulf", NULL};
    struct play *play = play_new(fight);
    home_write("referee/keys", "Z undo\nreader J @down\nF5 note hello\n");
    assert_true(load());
    play->own_keys = &file.own;
    play_keys(play, "Esc");
    play_shows(play, "Z undo");
    play_hides(play, "u undo");
    play_keys(play, "?");
    play_shows(play, "Z u           take the last act back");
    play_shows(play, "J scroll");
    play_keys(play, "F5");
    assert_string_equal(sitting_undo_label(play->sitting), "note: hello");
    play_keys(play, "F5 Z Z");
    assert_int_equal(sitting_state(play->sitting)->count, 2);
    assert_string_equal(sitting_undo_label(play->sitting), "Ulf joins");
    play_free(play);
}

static void test_user_keys__what_is_wrong_with_them_is_read_first(void **state)
{
    (void)state;
    static const char *const fight[] = {"encounter Ledge", "add Anka", NULL};
    struct play *play = play_new(fight);
    home_write("referee/keys", "Z undoo\nreader J @dwn\nform j @down\nencountrs r @down\n");
    assert_false(load());
    play->own_keys = &file.own;
    play->columns = 120;
    play_keys_after(play, told, "");
    play_shows(play, "── your own files ──");
    play_shows(play, "so none of it is used: the built-in keys are used.");
    play_shows(play, "keys:1:3      undoo: there is no such command");
    play_shows(
        play,
        "keys:2:10     @dwn: there is no such action in this context; did you mean @down?");
    play_shows(play, "keys:3:6      j: this key types a character here and cannot be bound");
    play_shows(play, "did you mean encounters?");
    play_keys_after(play, told, "Esc");
    play_shows(play, "u undo");
    play_free(play);
}

/* Ten mistakes are reported at most. */
static void test_user_keys__many_mistakes_are_cut_short(void **state)
{
    (void)state;
    char lines[400] = "";
    for (int i = 0; i < 12; i++) {
        strcat(lines, "Z nonsense\n");
    }
    home_write("referee/keys", lines);
    assert_false(load());
    assert_non_null(strstr(told, "\nkeys:10:3\t"));
    assert_null(strstr(told, "\nkeys:11:"));
    assert_non_null(strstr(told, "There may be more after these."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key_file__from_before_keys_moved_goes_on_working),
        cmocka_unit_test(test_key_file__nothing_in_it_changes_nothing),
        cmocka_unit_test(test_key_file__actions_are_found_by_their_old_names),
        cmocka_unit_test(test_key_file__a_key_after_more_is_bound_in_its_context),
        cmocka_unit_test(test_key_file__keys_of_older_files_stay),
        cmocka_unit_test(test_key_file__a_line_binds_at_the_table_or_in_its_context),
        cmocka_unit_test(test_key_file__the_last_line_wins_over_earlier_ones_and_what_ships),
        cmocka_unit_test(test_key_file__ones_own_key_of_a_shipped_command_takes_its_place),
        cmocka_unit_test(test_key_file__ones_own_key_of_a_games_command_takes_its_place),
        cmocka_unit_test(test_key_file__every_bad_file_is_answered_as_expected),
        cmocka_unit_test(test_key_file__any_bytes_are_answered),
        cmocka_unit_test_setup_teardown(test_user_keys__without_a_file_what_ships_is_in_force,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_user_keys__are_in_force_once_loaded, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_user_keys__with_a_mistake_are_not_used_at_all,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_user_keys__the_screen_shows_what_is_in_force,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_user_keys__what_is_wrong_with_them_is_read_first,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_user_keys__many_mistakes_are_cut_short, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
