/* The sitting: what is committed, what is not, and what is reported about it. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/commands.h"
#include "app/sitting/odds.h"
#include "app/sitting/state.h"
#include "support/unit.h"

struct place {
    char path[512];
    struct sitting *sitting;
    struct result result;
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static enum status open_at(struct place *place, bool is_read_only, struct error *err)
{
    struct sitting_options options = {.path = place->path,
                                      .is_read_only = is_read_only,
                                      .has_seed = true,
                                      .seed = 5,
                                      .now_ms = fixed_clock};
    place->sitting = NULL;
    return sitting_open(&place->sitting, &options, err);
}

static void reopen(struct place *place)
{
    struct error err;
    sitting_close(place->sitting);
    if (open_at(place, false, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
}

static void remove_files(const struct place *place)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s%s", place->path, endings[i]);
        remove(path);
    }
    char line[600];
    snprintf(line, sizeof line, "rm -rf '%s.backups'", place->path);
    if (system(line) != 0) {
        perror(line);
    }
}

static int begin(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    const char *folder = getenv("TMPDIR");
    snprintf(place->path, sizeof place->path, "%s/session-%ld.db",
             folder != NULL ? folder : "/tmp", (long)getpid());
    remove_files(place);
    reopen(place);
    *state = place;
    return 0;
}

static int end(void **state)
{
    struct place *place = *state;
    sitting_close(place->sitting);
    remove_files(place);
    free(place);
    return 0;
}

static enum result_kind run(struct place *place, const char *line)
{
    sitting_run(place->sitting, line, false, &place->result);
    return place->result.kind;
}

static void do_all(struct place *place, const char *const *lines)
{
    for (int i = 0; lines[i] != NULL; i++) {
        if (run(place, lines[i]) != RESULT_DONE) {
            fail_msg("%s: %s%s", lines[i], place->result.error.text,
                     place->result.refusal.reason);
        }
    }
}

static const char *const small_fight[] = {"add Ana side=party strength=14 wits=12 ac=24 hp=9",
                                          "add 2 rat strength=8 wits=3 ac=22 hp=6",
                                          "initiative 15 5", NULL};

static void test_sitting__the_first_act_makes_the_first_encounter(void **state)
{
    struct place *place = *state;
    assert_string_equal(sitting_encounter_name(place->sitting), "");
    assert_int_equal(run(place, "undo"), RESULT_REFUSED);
    assert_int_equal(run(place, "add Ana"), RESULT_DONE);
    assert_string_equal(sitting_encounter_name(place->sitting), "first encounter");
    assert_string_equal(sitting_undo_label(place->sitting), "Ana joins");
    reopen(place);
    assert_int_equal(sitting_state(place->sitting)->count, 1);
    assert_string_equal(sitting_undo_label(place->sitting), "Ana joins");
}

static void test_sitting__a_cancelled_question_leaves_nothing_to_undo(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    char label[96];
    snprintf(label, sizeof label, "%s", sitting_undo_label(place->sitting));
    /* B7: asking commits nothing. */
    sitting_run(place->sitting, "attack r1", true, &place->result);
    assert_int_equal(place->result.kind, RESULT_ASKS);
    assert_string_equal(sitting_undo_label(place->sitting), label);
    /* Nor does an act that changes nothing. */
    assert_int_equal(run(place, "heal Ana 5"), RESULT_TOLD);
    assert_string_equal(sitting_undo_label(place->sitting), label);
}

static void test_sitting__undo_of_clamped_damage_brings_back_what_was(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    /* B5: 6 less 60 is 0, and undone it is 6. */
    assert_int_equal(run(place, "damage r1 60"), RESULT_DONE);
    assert_int_equal(state_value(sitting_state(place->sitting), 2, FIELD_HP, -1), 0);
    assert_int_equal(run(place, "undo"), RESULT_DONE);
    assert_int_equal(state_value(sitting_state(place->sitting), 2, FIELD_HP, -1), 6);
    assert_string_equal(sitting_redo_label(place->sitting), "Rat 1 takes 60 damage");
}

static void test_sitting__the_log_shows_the_way_to_the_present(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    assert_int_equal(run(place, "attack r1 9 3"), RESULT_DONE);
    const struct log_line *line;
    int lines = sitting_log(place->sitting, &line);
    assert_string_equal(line[lines - 1].line, "Rat 1: 6 → 3 of 6 HP");
    assert_string_equal(line[lines - 1].rules, "5.18");
    assert_int_equal(line[lines - 1].round, 1);
    assert_int_equal(run(place, "undo"), RESULT_DONE);
    int fewer = sitting_log(place->sitting, &line);
    assert_int_equal(fewer, lines - 2);
    assert_int_equal(run(place, "redo"), RESULT_DONE);
    reopen(place);
    assert_int_equal(sitting_log(place->sitting, &line), lines);
    assert_string_equal(line[lines - 1].line, "Rat 1: 6 → 3 of 6 HP");
}

static void test_sitting__a_full_disk_is_said_and_nothing_is_shown_as_done(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    struct state before = *sitting_state(place->sitting);
    char wal[600];
    struct stat size;
    snprintf(wal, sizeof wal, "%s-wal", place->path);
    assert_int_equal(stat(wal, &size), 0);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, tight;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    tight = old;
    tight.rlim_cur = (rlim_t)size.st_size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    enum result_kind kind = run(place, "damage r1 2");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(kind, RESULT_FAILED);
    assert_true(strlen(place->result.error.text) > 0);
    assert_true(state_equal(sitting_state(place->sitting), &before));
    /* There is room again: the program goes on, and nothing was half done. */
    assert_int_equal(run(place, "damage r1 2"), RESULT_DONE);
    reopen(place);
    assert_int_equal(state_value(sitting_state(place->sitting), 2, FIELD_HP, -1), 4);
}

static void test_sitting__two_tables_on_one_campaign_do_not_overwrite(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    struct place other = *place;
    struct error err;
    assert_int_equal(open_at(&other, false, &err), STATUS_OK);
    assert_int_equal(run(&other, "damage r1 2"), RESULT_DONE);
    sitting_run(place->sitting, "damage r1 3", true, &place->result);
    assert_int_equal(place->result.kind, RESULT_FAILED);
    assert_non_null(strstr(place->result.error.text, "another program changed"));
    /* What the other wrote is shown now, and the next act goes through. */
    assert_int_equal(state_value(sitting_state(place->sitting), 2, FIELD_HP, -1), 4);
    assert_int_equal(run(place, "damage r1 1"), RESULT_DONE);
    /* Nobody watches a script, so it retries by itself. */
    assert_int_equal(run(&other, "damage r1 1"), RESULT_DONE);
    assert_int_equal(run(place, "damage r1 1"), RESULT_DONE);
    assert_int_equal(state_value(sitting_state(place->sitting), 2, FIELD_HP, -1), 1);
    sitting_close(other.sitting);
}

static void test_sitting__read_only_looks_and_refuses_to_write(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    sitting_close(place->sitting);
    struct error err;
    assert_int_equal(open_at(place, true, &err), STATUS_OK);
    assert_true(sitting_is_read_only(place->sitting));
    assert_int_equal(sitting_state(place->sitting)->count, 3);
    static const char *const lines[] = {"damage r1 1", "undo", "encounter Other", NULL};
    for (int i = 0; lines[i] != NULL; i++) {
        assert_int_equal(run(place, lines[i]), RESULT_FAILED);
    }
    assert_int_equal(run(place, "encounters"), RESULT_TOLD);
}

static void test_sitting__a_damaged_campaign_is_named_and_left_untouched(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    sitting_close(place->sitting);
    FILE *file = fopen(place->path, "r+b");
    assert_non_null(file);
    fseek(file, 100, SEEK_SET);
    for (int i = 0; i < 3900; i++) {
        fputc(0x5a, file);
    }
    fclose(file);
    struct stat before, after;
    struct error err;
    stat(place->path, &before);
    assert_int_not_equal(open_at(place, false, &err), STATUS_OK);
    assert_true(err.code == STATUS_DAMAGED || err.code == STATUS_FOREIGN);
    stat(place->path, &after);
    assert_int_equal(before.st_size, after.st_size);
    assert_int_equal(before.st_mtime, after.st_mtime);
}

static void test_sitting__encounters_are_found_by_name(void **state)
{
    struct place *place = *state;
    assert_int_equal(run(place, "encounter \"The Nest\""), RESULT_DONE);
    assert_int_equal(run(place, "encounter \"The Nest\""), RESULT_WRONG);
    assert_int_equal(run(place, "encounter Cellar system=4ad"), RESULT_DONE);
    assert_string_equal(sitting_procedure(place->sitting)->system, "four-against-darkness");
    assert_int_equal(run(place, "encounter X system=trilema"), RESULT_WRONG);
    assert_non_null(strstr(place->result.error.text, "did you mean trilemma"));
    assert_int_equal(run(place, "open \"The Nset\""), RESULT_WRONG);
    assert_non_null(strstr(place->result.error.text, "did you mean The Nest"));
    assert_int_equal(run(place, "open \"the nest\""), RESULT_DONE);
    assert_string_equal(sitting_procedure(place->sitting)->system, "trilemma");
}

static void test_sitting__an_encounter_is_opened_by_its_beginning(void **state)
{
    struct place *place = *state;
    char line[40];
    assert_int_equal(run(place, "encounter \"Wet cellar\""), RESULT_DONE);
    assert_int_equal(run(place, "encounter Wet"), RESULT_DONE);
    for (int i = 0; i < 40; i++) {
        snprintf(line, sizeof line, "encounter Room-%d", i);
        assert_int_equal(run(place, line), RESULT_DONE);
    }
    assert_int_equal(run(place, "encounter \"Damp attic\""), RESULT_DONE);
    assert_int_equal(run(place, "open \"wet c\""), RESULT_DONE);
    assert_string_equal(sitting_encounter_name(place->sitting), "Wet cellar");
    assert_int_equal(run(place, "open damp"), RESULT_DONE); /* after forty others */
    assert_string_equal(sitting_encounter_name(place->sitting), "Damp attic");
    /* A whole name is meant before any beginning. */
    assert_int_equal(run(place, "open wet"), RESULT_DONE);
    assert_string_equal(sitting_encounter_name(place->sitting), "Wet");
    assert_int_equal(run(place, "open room"), RESULT_WRONG);
    assert_string_equal(place->result.error.text,
                        "there is no encounter room, and several begin with that");
    assert_int_equal(run(place, "open wte"), RESULT_WRONG);
    assert_non_null(strstr(place->result.error.text, "did you mean Wet?"));
}

static void test_sitting__hostile_lines_are_cleaned_or_refused(void **state)
{
    struct place *place = *state;
    assert_int_equal(run(place, "add \"Ev\x1b[31mil\x07\" hp=3"), RESULT_DONE);
    assert_string_equal(state_name(sitting_state(place->sitting), 1), "Evil");
    assert_int_equal(run(place, "add \"\xff\xfe\xc0\x80\" hp=3"), RESULT_DONE);
    static char line[100000];
    memset(line, 'x', sizeof line - 1);
    assert_int_equal(run(place, line), RESULT_WRONG);
    assert_int_equal(run(place, "# a comment"), RESULT_TOLD);
    assert_int_equal(run(place, "   "), RESULT_TOLD);
    assert_int_equal(run(place, "ruling undo"), RESULT_DONE);
}

static void test_sitting__a_preview_says_what_would_be_and_does_nothing(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    struct state before = *sitting_state(place->sitting);
    sitting_preview(place->sitting, "hp r1 -4", &place->result);
    assert_int_equal(place->result.kind, RESULT_DONE);
    assert_string_equal(place->result.text, "Rat 1: 6 → 2 of 6 HP");
    assert_true(state_equal(sitting_state(place->sitting), &before));
    assert_int_equal(run(place, "undo"), RESULT_DONE);
    assert_string_equal(place->result.label, "undone: initiative for 3");
}

static void test_sitting__odds_are_those_of_the_usual_act(void **state)
{
    struct place *place = *state;
    do_all(place, small_fight);
    const struct act_odds *act = sitting_usual_odds(place->sitting, 1, 2)->act;
    assert_int_equal(act->error.code, STATUS_OK);
    /* 14 + d20 against 22: 8 and above, 13 in 20. */
    assert_true(act->odds.chance[0] > 0.6499999 && act->odds.chance[0] < 0.6500001);
    assert_int_equal(run(place, "set r1 ac=25"), RESULT_DONE);
    act = sitting_usual_odds(place->sitting, 1, 2)->act;
    assert_true(act->odds.chance[0] > 0.4999999 && act->odds.chance[0] < 0.5000001);
    assert_int_equal(run(place, "add Blank"), RESULT_DONE);
    act = sitting_usual_odds(place->sitting, 1, 4)->act;
    assert_string_equal(act->error.text, "Blank has no AC yet");
}

static void test_sitting__no_two_commands_have_one_name(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        struct made_commands made;
        const struct command_def *defs[COMMANDS_MAX];
        int count = sitting_commands_of(system_at(i), &made, defs, COMMANDS_MAX);
        assert_true(count < COMMANDS_MAX);
        for (int one = 0; one < count; one++) {
            for (int other = 0; other < one; other++) {
                assert_string_not_equal(defs[one]->name, defs[other]->name);
            }
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_sitting__the_first_act_makes_the_first_encounter),
        TEST(test_sitting__a_cancelled_question_leaves_nothing_to_undo),
        TEST(test_sitting__undo_of_clamped_damage_brings_back_what_was),
        TEST(test_sitting__the_log_shows_the_way_to_the_present),
        TEST(test_sitting__a_full_disk_is_said_and_nothing_is_shown_as_done),
        TEST(test_sitting__two_tables_on_one_campaign_do_not_overwrite),
        TEST(test_sitting__read_only_looks_and_refuses_to_write),
        TEST(test_sitting__a_damaged_campaign_is_named_and_left_untouched),
        TEST(test_sitting__encounters_are_found_by_name),
        TEST(test_sitting__an_encounter_is_opened_by_its_beginning),
        TEST(test_sitting__hostile_lines_are_cleaned_or_refused),
        TEST(test_sitting__a_preview_says_what_would_be_and_does_nothing),
        TEST(test_sitting__odds_are_those_of_the_usual_act),
        cmocka_unit_test(test_sitting__no_two_commands_have_one_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
