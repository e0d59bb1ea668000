/* Copies of a campaign: on demand, automatic ones in idle moments, which of them stay, going
 * back to one, and making derived tables again. The test sets the clock. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/file/backup.h"
#include "app/file/campaigns.h"
#include "app/file/file.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "store/changes.h"
#include "store/fixture.h"
#include "store/part_file.h"
#include "support/unit.h"

enum { PATH_SIZE = 300, SECOND = 1000, MINUTE = 60 * SECOND, DAY = 24 * 60 * MINUTE };

struct place {
    char folder[PATH_SIZE];
    char path[PATH_SIZE + 16];
    struct sitting *sitting;
    struct result result;
};

static int64_t clock_ms;

static int64_t given_clock(void)
{
    return clock_ms;
}

static void open_campaign(struct place *place)
{
    struct error err;
    struct sitting_options options = {
        .path = place->path, .has_seed = true, .seed = 5, .now_ms = given_clock};
    if (sitting_open(&place->sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
}

static void in_shell(const struct place *place, const char *command)
{
    char line[2 * PATH_SIZE];
    snprintf(line, sizeof line, "cd '%s' && %s", place->folder, command);
    assert_int_equal(system(line), 0);
}

static int begin(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    const char *parent = getenv("TMPDIR");
    snprintf(place->folder, sizeof place->folder, "%s/backup-XXXXXX",
             parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->path, sizeof place->path, "%s/c.db", place->folder);
    setenv("TZ", "UTC", 1);
    clock_ms = 1700000000000; /* 2023-11-14, 22:13:20 */
    open_campaign(place);
    *state = place;
    return 0;
}

static int end(void **state)
{
    struct place *place = *state;
    sitting_close(place->sitting);
    place->sitting = NULL;
    in_shell(place, "rm -rf ./*");
    rmdir(place->folder);
    free(place);
    return 0;
}

static enum result_kind run(struct place *place, const char *line)
{
    sitting_run(place->sitting, line, true, &place->result);
    return place->result.kind;
}

static void act(struct place *place)
{
    if (run(place, "note the lamp falls") != RESULT_DONE) {
        fail_msg("%s", place->result.error.text);
    }
}

/* As by a script, which keeps no copy. */
static void acts(struct place *place, int count)
{
    for (int i = 0; i < count; i++) {
        sitting_run(place->sitting, "note the lamp falls", false, &place->result);
        assert_int_equal(place->result.kind, RESULT_DONE);
    }
}

/* Nobody presses a key for this time, and idle work is done as often as at the table. */
static void be_idle(struct place *place, int64_t ms)
{
    struct error err;
    for (int64_t until = clock_ms + ms; clock_ms < until; clock_ms += SECOND) {
        do {
            assert_int_equal(sitting_housekeep(place->sitting, &err), STATUS_OK);
        } while (sitting_is_copying(place->sitting));
    }
}

static int copies(struct place *place)
{
    struct sitting_copy list[SITTING_COPIES_MAX];
    return sitting_copies(place->sitting, list, SITTING_COPIES_MAX);
}

static long size_of(const struct place *place, const char *suffix)
{
    char path[PATH_SIZE + 64];
    struct stat found;
    snprintf(path, sizeof path, "%s%s", place->path, suffix);
    return stat(path, &found) == 0 ? (long)found.st_size : -1;
}

/* ---- on demand ------------------------------------------------------------------------- */

static void test_backup__a_copy_is_a_campaign_of_its_own(void **state)
{
    struct place *place = *state;
    char line[2 * PATH_SIZE];
    act(place);
    snprintf(line, sizeof line, "backup \"%s/a copy.db\"", place->folder);
    assert_int_equal(run(place, line), RESULT_TOLD);
    act(place);
    struct stat found;
    snprintf(line, sizeof line, "%s/a copy.db", place->folder);
    assert_int_equal(stat(line, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    snprintf(line, sizeof line, "campaign %s/a copy.db", place->folder);
    assert_int_equal(run(place, line), RESULT_DONE);
    assert_string_equal(sitting_undo_label(place->sitting), "note: the lamp falls");
    assert_int_equal(run(place, "undo"), RESULT_DONE);
    assert_int_equal(run(place, "undo"), RESULT_REFUSED);
}

static void test_backup__nothing_is_overwritten_unless_asked(void **state)
{
    struct place *place = *state;
    char line[2 * PATH_SIZE];
    act(place);
    in_shell(place, "echo precious > there.db");
    snprintf(line, sizeof line, "backup %s/there.db", place->folder);
    assert_int_equal(run(place, line), RESULT_FAILED);
    assert_non_null(strstr(place->result.error.text, "a file of this name already"));
    in_shell(place, "grep -q precious there.db && ! ls *.part-* 2> /dev/null");
    snprintf(line, sizeof line, "backup %s/there.db replace", place->folder);
    assert_int_equal(run(place, line), RESULT_TOLD);
    in_shell(place, "! grep -q precious there.db");
    snprintf(line, sizeof line, "backup %s replace", place->path);
    assert_int_equal(run(place, line), RESULT_WRONG);
    snprintf(line, sizeof line, "backup %s/nowhere/c.db", place->folder);
    assert_int_equal(run(place, line), RESULT_FAILED);
    assert_non_null(strstr(place->result.error.text, "there is no folder"));
}

/* ---- by themselves --------------------------------------------------------------------- */

static void test_backup__a_copy_is_kept_when_something_changed_and_nobody_is_there(void **state)
{
    struct place *place = *state;
    be_idle(place, 30 * SECOND);
    assert_int_equal(copies(place), 0); /* nothing has happened yet */
    act(place);
    be_idle(place, SECOND);
    assert_int_equal(copies(place), 1); /* the first one is made at once */
    be_idle(place, 60 * MINUTE);
    assert_int_equal(copies(place), 1);
    act(place);
    be_idle(place, SECOND);
    assert_int_equal(copies(place), 1);
    be_idle(place, 4 * SECOND);
    assert_int_equal(copies(place), 2);
    act(place);
    be_idle(place, 5 * SECOND);
    assert_int_equal(copies(place), 2); /* the last one is not ten minutes old */
    be_idle(place, 10 * MINUTE);
    assert_int_equal(copies(place), 3);
    in_shell(place, "test \"$(stat -c %a c.db.backups)\" = 700 && "
                    "test \"$(stat -c %a c.db.backups/*.db | sort -u)\" = 600");
    /* The next sitting finds that the newest copy has everything. */
    sitting_close(place->sitting);
    place->sitting = NULL;
    clock_ms += DAY;
    open_campaign(place);
    be_idle(place, MINUTE);
    assert_int_equal(copies(place), 3);
}

/* As another program does it: no command of the table does yet. */
static void change_name(struct place *place, const char *name)
{
    struct campaign *other = NULL;
    struct error err;
    int64_t step = 0;
    struct change change = {.thing = str_of(CHANGE_ENCOUNTER),
                            .thing_id = 1,
                            .field = str_of(CHANGE_NAME),
                            .is_set = true,
                            .new = str_of(name)};
    assert_int_equal(campaign_open(&other, place->path, CAMPAIGN_WRITE, 0, games_find, &err),
                     STATUS_OK);
    assert_int_equal(changes_append(other, clock_ms, &change, 1, &step, &err), STATUS_OK);
    campaign_close(other);
}

/* Changes outside the fights are not acts, but they are kept too. */
static void test_backup__a_change_alone_makes_another_copy(void **state)
{
    struct place *place = *state;
    act(place);
    be_idle(place, 5 * SECOND);
    assert_int_equal(copies(place), 1);
    clock_ms += 11 * MINUTE;
    change_name(place, "Cellar");
    be_idle(place, 5 * SECOND);
    assert_int_equal(copies(place), 2);
    clock_ms += 11 * MINUTE;
    assert_int_equal(run(place, "encounter Stairs"), RESULT_DONE);
    be_idle(place, 5 * SECOND);
    assert_int_equal(copies(place), 3);
    be_idle(place, 60 * MINUTE);
    assert_int_equal(copies(place), 3);
    /* The next sitting finds them in the newest copy. */
    sitting_close(place->sitting);
    place->sitting = NULL;
    clock_ms += DAY;
    open_campaign(place);
    be_idle(place, MINUTE);
    assert_int_equal(copies(place), 3);
}

/* Without a home there is no file for a setting: it holds, and fails for it is not kept. */
static void run_setting(struct place *place, const char *line)
{
    assert_int_equal(run(place, line), RESULT_FAILED);
}

/* With the setting `backups` off nothing is kept, except for copies on demand. */
static void test_backup__none_is_kept_when_the_setting_says_no(void **state)
{
    struct place *place = *state;
    char line[2 * PATH_SIZE];
    run_setting(place, "settings backups no");
    act(place);
    be_idle(place, 60 * MINUTE);
    assert_int_equal(copies(place), 0);
    in_shell(place, "test ! -e c.db.backups");
    snprintf(line, sizeof line, "backup %s/asked.db", place->folder);
    assert_int_equal(run(place, line), RESULT_TOLD);
    run_setting(place, "settings backups yes");
    be_idle(place, MINUTE);
    assert_int_equal(copies(place), 1);
}

/* Five copies an evening on four evenings; the copies that stay have this many acts. */
static void keep_evenings(struct place *place, const char *newest, const char *evenings,
                          const int *acts, int count)
{
    char line[PATH_SIZE];
    snprintf(line, sizeof line, "settings backups-newest %s", newest);
    run_setting(place, line);
    snprintf(line, sizeof line, "settings backups-evenings %s", evenings);
    run_setting(place, line);
    for (int evening = 0; evening < 4; evening++) {
        for (int i = 0; i < 5; i++) {
            act(place);
            be_idle(place, 5 * SECOND);
            clock_ms += 20 * MINUTE;
        }
        clock_ms += DAY - 5 * (20 * MINUTE + 5 * SECOND);
    }
    struct sitting_copy list[SITTING_COPIES_MAX];
    assert_int_equal(sitting_copies(place->sitting, list, SITTING_COPIES_MAX), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(list[i].acts, acts[i]);
    }
}

static void test_backup__the_settings_say_how_many_of_the_newest_stay(void **state)
{
    static const int acts[] = {20, 19, 18, 17, 16, 15, 14};
    keep_evenings(*state, "7", "0", acts, 7);
}

static void test_backup__the_settings_say_of_how_many_evenings_one_stays(void **state)
{
    static const int acts[] = {20, 15, 10};
    keep_evenings(*state, "1", "3", acts, 3);
}

/* A copy is checked in steps of a few rows, so that a key need not wait for more. */
static void test_backup__a_copy_is_read_again_in_steps(void **state)
{
    struct place *place = *state;
    struct error err;
    acts(place, 1000);
    int steps = 0;
    do {
        assert_int_equal(sitting_housekeep(place->sitting, &err), STATUS_OK);
        steps++;
        if (steps == 5) {
            acts(place, 1); /* which is in the copy or in memory beside it */
        }
    } while (sitting_is_copying(place->sitting));
    assert_in_range(steps, 1000 / 100, 1000);
    assert_int_equal(copies(place), 1);
}

/* Those of programs that were killed in the middle of a copy; another table is copying now. */
static void test_backup__what_killed_copies_left_is_removed(void **state)
{
    struct place *place = *state;
    struct part_file other;
    char path[2 * PATH_SIZE];
    in_shell(place,
             "mkdir c.db.backups && cd c.db.backups && : > 2026-01-01-200000.db.part-xR3k9Q && "
             ": > 2026-01-01-200000.db.part-xR3k9Q-journal && "
             ": > 2026-01-02-200000.db.part-0a1b2c && : > notes.part-1");
    snprintf(path, sizeof path, "%s/c.db.backups/2026-01-03-200000.db", place->folder);
    assert_true(part_file_begin(&other, path, 0600));
    act(place);
    be_idle(place, 30 * SECOND);
    assert_int_equal(copies(place), 1);
    assert_int_equal(access(other.path, F_OK), 0);
    part_file_drop(&other);
    in_shell(place, "cd c.db.backups && rm notes.part-1 && ! ls | grep part");
}

/* A bit of the copy is flipped before it is checked: it does not become a copy. */
static void test_backup__a_copy_with_a_wrong_row_is_not_kept(void **state)
{
    struct place *place = *state;
    struct error err = {0};
    act(place);
    assert_int_equal(sitting_housekeep(place->sitting, &err), STATUS_OK);
    assert_int_equal(sitting_housekeep(place->sitting, &err), STATUS_OK);
    in_shell(place, "sed -i 's/the lamp falls/the damp falls/g' c.db.backups/*.part-*");
    enum status status = STATUS_OK;
    while (status == STATUS_OK && sitting_is_copying(place->sitting)) {
        status = sitting_housekeep(place->sitting, &err);
    }
    assert_int_equal(status, STATUS_DAMAGED);
    assert_non_null(strstr(err.text, "differs"));
    assert_int_equal(copies(place), 0);
    in_shell(place, "test -z \"$(ls c.db.backups)\"");
}

/* A list checks the contents of a file by checksums, or says that it did not. */
static void test_backup__a_list_tells_what_is_damaged_and_what_was_not_checked(void **state)
{
    struct place *place = *state;
    static struct fixture copy;
    struct sitting_copy list[8];
    struct sitting_campaign campaign[8];
    char line[3 * PATH_SIZE];
    acts(place, 5);
    be_idle(place, SECOND);
    assert_int_equal(sitting_copies(place->sitting, list, 8), 1);
    assert_int_equal(list[0].trust, SITTING_CHECKED);
    assert_int_equal(list[0].acts, 5);
    snprintf(copy.path, sizeof copy.path, "%s.backups/%s.db", place->path, list[0].name);
    fixture_tamper(&copy, "UPDATE log SET acts = 900 WHERE id = 5");
    assert_int_equal(sitting_copies(place->sitting, list, 8), 1);
    assert_int_equal(list[0].trust, SITTING_DAMAGED);
    assert_int_equal(list[0].acts, 4);
    assert_int_equal(run(place, "backups"), RESULT_TOLD);
    assert_non_null(strstr(place->result.text, ", damaged"));
    snprintf(line, sizeof line,
             "cp tests/fixtures/version_1/campaign.referee-campaign '%s/old.db'",
             place->folder);
    assert_int_equal(system(line), 0);
    assert_int_equal(sitting_campaigns(place->sitting, campaign, 8), 2);
    assert_int_equal(campaign[0].trust, SITTING_CHECKED);
    assert_int_equal(campaign[1].trust, SITTING_NOT_CHECKED);
    assert_int_equal(run(place, "campaigns"), RESULT_TOLD);
    assert_non_null(strstr(place->result.text, ", not checked"));
    snprintf(line, sizeof line,
             "cp tests/fixtures/version_2/campaign.referee-campaign '%s/old.db'",
             place->folder);
    assert_int_equal(system(line), 0);
    assert_int_equal(sitting_campaigns(place->sitting, campaign, 8), 2);
    assert_int_equal(campaign[1].trust, SITTING_CHECKED);
    assert_in_range(campaign[1].acts, 500, 5000);
}

/* Everything shown can be rescued from the first idle moment on, without an earlier copy: a
 * campaign that was brought here is copied before anything is typed. */
static void test_backup__a_file_copied_over_at_once_is_made_up_for(void **state)
{
    struct place *place = *state;
    char line[2 * PATH_SIZE];
    act(place);
    snprintf(line, sizeof line, "backup %s/older.db", place->folder);
    assert_int_equal(run(place, line), RESULT_TOLD);
    acts(place, 200);
    sitting_close(place->sitting);
    place->sitting = NULL;
    in_shell(place, "rm -rf c.db.backups");
    open_campaign(place);
    act(place); /* at once: nobody was idle */
    in_shell(place, "cp older.db c.db");
    assert_int_equal(run(place, "note more"), RESULT_FAILED);
    assert_true(sitting_has_lost_file(place->sitting));
    snprintf(line, sizeof line, "save-as %s/kept.db", place->folder);
    if (run(place, line) != RESULT_DONE) {
        fail_msg("%s", place->result.error.text);
    }
    struct sitting_campaign list[8];
    assert_int_equal(sitting_campaigns(place->sitting, list, 8), 3);
    assert_int_equal(list[0].acts, 202);
    assert_int_equal(list[0].trust, SITTING_CHECKED);
}

/* The newest copy is further behind than the rows kept at a key: the present contents are kept
 * in memory before the first line. */
static void test_backup__an_act_right_after_a_long_script_is_made_up_for(void **state)
{
    struct place *place = *state;
    char line[2 * PATH_SIZE];
    act(place);
    act(place); /* behind the first copy */
    snprintf(line, sizeof line, "backup %s/older.db", place->folder);
    assert_int_equal(run(place, line), RESULT_TOLD);
    sitting_close(place->sitting);
    place->sitting = NULL;
    open_campaign(place);
    acts(place, 1100);
    sitting_close(place->sitting);
    place->sitting = NULL;
    clock_ms += SECOND;
    open_campaign(place);
    act(place); /* at once: nobody was idle */
    in_shell(place, "cp older.db c.db");
    assert_int_equal(run(place, "note more"), RESULT_FAILED);
    assert_true(sitting_has_lost_file(place->sitting));
    snprintf(line, sizeof line, "save-as %s/kept.db", place->folder);
    if (run(place, line) != RESULT_DONE) {
        fail_msg("%s", place->result.error.text);
    }
    struct sitting_campaign list[8];
    assert_int_equal(sitting_campaigns(place->sitting, list, 8), 3);
    assert_int_equal(list[0].acts, 1103);
    assert_int_equal(list[0].trust, SITTING_CHECKED);
}

/* Three of one evening stay, and one of each of the ten evenings before; past midnight is the
 * same evening. */
static void test_backup__the_last_three_stay_and_one_of_ten_evenings(void **state)
{
    struct place *place = *state;
    for (int evening = 0; evening < 14; evening++) {
        for (int i = 0; i < 5; i++) {
            act(place);
            be_idle(place, 5 * SECOND);
            clock_ms += 30 * MINUTE; /* the last ones after midnight */
        }
        clock_ms += DAY - 5 * (30 * MINUTE + 5 * SECOND);
    }
    struct sitting_copy list[SITTING_COPIES_MAX];
    assert_int_equal(sitting_copies(place->sitting, list, SITTING_COPIES_MAX), 12);
    assert_int_equal(strncmp(list[0].name, "2023-11-28-00", 13), 0);
    assert_int_equal(list[0].acts, 70);
    assert_int_equal(list[1].acts, 69);
    assert_int_equal(list[2].acts, 68);
    for (int i = 3; i < 12; i++) {
        assert_int_equal(list[i].acts, 65 - 5 * (i - 3));
    }
    /* Other files in that folder are left alone. */
    in_shell(place, "echo mine > c.db.backups/mine.db");
    act(place);
    be_idle(place, 15 * MINUTE);
    in_shell(place, "grep -q mine c.db.backups/mine.db");
    assert_int_equal(run(place, "backups"), RESULT_TOLD);
    assert_null(strstr(place->result.text, "mine"));
}

static void test_backup__a_failure_is_reported_once_and_stops_nothing(void **state)
{
    struct place *place = *state;
    struct error err = {0}, first = {0};
    in_shell(place, "echo > c.db.backups"); /* no folder can be made there */
    act(place);
    int told = 0;
    for (int i = 0; i < 3600; i++) {
        clock_ms += SECOND;
        if (sitting_housekeep(place->sitting, &err) != STATUS_OK) {
            first = err;
            told++;
        }
    }
    assert_int_equal(told, 1);
    assert_non_null(strstr(first.text, "no copy of the campaign can be kept"));
    act(place);
    in_shell(place, "rm c.db.backups");
    be_idle(place, 11 * MINUTE);
    assert_int_equal(copies(place), 1);
}

static void test_backup__after_some_idle_seconds_the_file_alone_is_the_campaign(void **state)
{
    struct place *place = *state;
    for (int i = 0; i < 5; i++) {
        act(place);
    }
    be_idle(place, 10 * SECOND);
    in_shell(place, "cp c.db plain.db");
    assert_true(size_of(place, "-wal") > 0);
    act(place);
    char line[2 * PATH_SIZE];
    snprintf(line, sizeof line, "campaign %s/plain.db", place->folder);
    assert_int_equal(run(place, line), RESULT_DONE);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(run(place, "undo"), RESULT_DONE);
    }
    assert_int_equal(run(place, "undo"), RESULT_REFUSED);
}

/* ---- going back ------------------------------------------------------------------------ */

static void test_backup__restoring_keeps_what_was_open_beside(void **state)
{
    struct place *place = *state;
    struct sitting_copy copy;
    char line[2 * PATH_SIZE];
    act(place);
    be_idle(place, 5 * SECOND);
    assert_int_equal(sitting_copies(place->sitting, &copy, 1), 1);
    assert_int_equal(run(place, "note the rope breaks"), RESULT_DONE);
    assert_int_equal(run(place, "restore 2020-01-01-000000"), RESULT_WRONG);
    assert_int_equal(run(place, "restore ../c"), RESULT_WRONG);
    snprintf(line, sizeof line, "restore %s", copy.name);
    assert_int_equal(run(place, line), RESULT_DONE);
    assert_non_null(strstr(place->result.text, "c-kept.db"));
    assert_int_equal(run(place, "undo"), RESULT_DONE);
    assert_int_equal(run(place, "undo"), RESULT_REFUSED);
    /* The table goes on, and its copies too. */
    act(place);
    be_idle(place, 11 * MINUTE);
    assert_int_equal(copies(place), 2);
    snprintf(line, sizeof line, "campaign %s/c-kept.db", place->folder);
    assert_int_equal(run(place, line), RESULT_DONE);
    assert_int_equal(run(place, "undo"), RESULT_DONE);
    assert_int_equal(run(place, "undo"), RESULT_DONE);
    assert_int_equal(run(place, "undo"), RESULT_REFUSED);
}

/* A name that is there is not written to again: what its writer could not remove goes now. */
static void test_backup__restoring_beside_a_copy_removes_what_its_writer_left(void **state)
{
    struct place *place = *state;
    struct sitting_copy copy;
    char line[2 * PATH_SIZE];
    act(place);
    be_idle(place, 5 * SECOND);
    assert_int_equal(sitting_copies(place->sitting, &copy, 1), 1);
    in_shell(place, ": > c-kept.db && : > c-kept.db.part-0a1b2c");
    snprintf(line, sizeof line, "restore %s", copy.name);
    assert_int_equal(run(place, line), RESULT_DONE);
    assert_non_null(strstr(place->result.text, "c-kept-2.db"));
    in_shell(place, "test -e c-kept.db && ! ls *.part-* 2> /dev/null");
}

/* Going back works even then: a file too damaged to be copied is kept unchanged. */
static void test_backup__a_damaged_campaign_can_be_gone_back_from(void **state)
{
    struct place *place = *state;
    static struct fixture file;
    struct sitting_copy copy;
    char line[2 * PATH_SIZE];
    acts(place, 3);
    be_idle(place, 5 * SECOND);
    assert_int_equal(sitting_copies(place->sitting, &copy, 1), 1);
    act(place);
    sitting_close(place->sitting);
    snprintf(file.path, sizeof file.path, "%s", place->path);
    fixture_tamper(&file, "DELETE FROM event WHERE act = 2");
    fixture_tamper_by_force(&file, "DELETE FROM log WHERE id = 2");
    open_campaign(place);
    assert_non_null(strstr(sitting_notice(place->sitting), "`restore` goes back"));
    assert_int_equal(run(place, "note more"), RESULT_FAILED);
    be_idle(place, 11 * MINUTE);
    assert_int_equal(copies(place), 1); /* none is made of a damaged one */
    snprintf(line, sizeof line, "restore %s", copy.name);
    if (run(place, line) != RESULT_DONE) {
        fail_msg("%s", place->result.error.text);
    }
    assert_non_null(strstr(place->result.text, "c-kept.db"));
    assert_int_equal(copy.acts, 3);
    act(place);
    assert_string_equal(sitting_notice(place->sitting), "");
    snprintf(file.path, sizeof file.path, "%s/c-kept.db", place->folder);
    assert_int_equal(fixture_number(&file, "SELECT max(id) FROM log"), 4);
}

static void test_backup__the_campaigns_of_the_folder_are_listed(void **state)
{
    struct place *place = *state;
    struct sitting_campaign list[8];
    char line[2 * PATH_SIZE];
    setenv("XDG_DATA_HOME", place->folder, 1);
    act(place);
    snprintf(line, sizeof line, "backup %s/b.db", place->folder);
    assert_int_equal(run(place, line), RESULT_TOLD);
    in_shell(place, "echo no campaign > a.db && cp b.db d.txt");
    act(place);
    assert_int_equal(sitting_campaigns(place->sitting, list, 8), 2);
    assert_true(list[0].is_open);
    assert_int_equal(list[0].acts, 2);
    assert_non_null(strstr(list[1].path, "/b.db"));
    assert_int_equal(list[1].acts, 1);
    assert_false(list[1].is_open);
    assert_int_equal(run(place, "campaign c.txt"), RESULT_FAILED);
    act(place);
}

/* ---- what is derived ------------------------------------------------------------------- */

static void test_backup__all_that_is_derived_is_made_again(void **state)
{
    struct place *place = *state;
    struct error err;
    int encounters = 0;
    for (int i = 0; i < 70; i++) {
        act(place);
    }
    sitting_tidy(place->sitting);
    assert_int_equal(run(place, "encounter Stairs"), RESULT_DONE);
    act(place);
    sitting_close(place->sitting);
    place->sitting = NULL;
    static struct fixture fixture;
    snprintf(fixture.path, sizeof fixture.path, "%s", place->path);
    fixture_number(&fixture, "UPDATE snapshot SET state = zeroblob(9) RETURNING 9");
    open_campaign(place);
    assert_int_equal(sitting_rebuild(place->sitting, &encounters, &err), STATUS_OK);
    assert_int_equal(encounters, 2);
    sitting_close(place->sitting);
    place->sitting = NULL;
    assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM lines"), 71);
    assert_int_equal(fixture_number(&fixture, "SELECT min(length(state)) > 9 FROM snapshot"),
                     1);
    open_campaign(place);
    act(place);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_backup__##name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(a_copy_is_a_campaign_of_its_own),
        TEST(nothing_is_overwritten_unless_asked),
        TEST(a_copy_is_kept_when_something_changed_and_nobody_is_there),
        TEST(a_change_alone_makes_another_copy),
        TEST(none_is_kept_when_the_setting_says_no),
        TEST(the_settings_say_how_many_of_the_newest_stay),
        TEST(the_settings_say_of_how_many_evenings_one_stays),
        TEST(a_copy_is_read_again_in_steps),
        TEST(what_killed_copies_left_is_removed),
        TEST(a_copy_with_a_wrong_row_is_not_kept),
        TEST(a_list_tells_what_is_damaged_and_what_was_not_checked),
        TEST(a_file_copied_over_at_once_is_made_up_for),
        TEST(an_act_right_after_a_long_script_is_made_up_for),
        TEST(the_last_three_stay_and_one_of_ten_evenings),
        TEST(a_failure_is_reported_once_and_stops_nothing),
        TEST(after_some_idle_seconds_the_file_alone_is_the_campaign),
        TEST(restoring_keeps_what_was_open_beside),
        TEST(restoring_beside_a_copy_removes_what_its_writer_left),
        TEST(a_damaged_campaign_can_be_gone_back_from),
        TEST(the_campaigns_of_the_folder_are_listed),
        TEST(all_that_is_derived_is_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
