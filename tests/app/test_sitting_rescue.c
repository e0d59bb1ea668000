/* Anything may happen to the file of an open campaign at any moment, with or without copies:
 * each act that was shown is in a file whose path was reported, or it was refused with a
 * message before it was shown. All of these together, with the clock of the test. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "app/settings/program_settings.h"
#include "app/sitting/sitting.h"
#include "app/file/backup.h"
#include "app/file/file.h"
#include "support/unit.h"

enum { PATH_SIZE = 300, LINE_SIZE = 4 * PATH_SIZE, SECOND = 1000 };
enum { ACTS_BEFORE = 60, ACTS_OF_SCRIPT = 2000 };

/* There are no power failures here, and some hundred campaigns are written: neither the test
 * nor SQLite waits for the disk. */
int fsync(int file)
{
    return file < 0 ? -1 : 0;
}

int fdatasync(int file)
{
    return file < 0 ? -1 : 0;
}

/* What happens to the file c.db; older.db has some of its acts, stranger.db those of another
 * campaign. */
static const char *const happenings[] = {
    "mv c.db away.db",
    "rm c.db",
    "rm -rf c.db*",
    "cp older.db new.db && mv new.db c.db",
    "cp older.db c.db",
    "rm -rf c.db.backups && cp older.db c.db",
    "cp stranger.db c.db",
    "cp older.db c.db && rm -f c.db-wal",
    ": > c.db",
    "head -c 20000 older.db > c.db",
    "rm -f c.db-wal",
    ": > c.db-wal",
};
enum { HAPPENINGS = sizeof happenings / sizeof happenings[0] };

/* What the campaign was when it was opened, and what was done since. */
enum moment { FIRST_ACT, SOME_ACTS, IDLE, AFTER_SCRIPT, BY_SCRIPT, MOMENTS };
static const char *const moments[] = {[FIRST_ACT] = "the first act",
                                      [SOME_ACTS] = "some acts",
                                      [IDLE] = "acts and idle seconds",
                                      [AFTER_SCRIPT] = "acts behind a script",
                                      [BY_SCRIPT] = "the acts of a script"};

/* The ways of copies: kept, turned off, impossible. */
enum copies { KEPT, NOT_WANTED, IMPOSSIBLE, COPIES };
static const char *const copies[] = {
    [KEPT] = "copies", [NOT_WANTED] = "no copies", [IMPOSSIBLE] = "copies impossible"};

struct story {
    char folder[PATH_SIZE];
    char path[PATH_SIZE + 16];
    enum moment moment;
    enum copies copies;
    const char *happening;
    bool waits;   /* some idle seconds lie between that and the next act */
    bool chooses; /* the file is chosen in the end; otherwise the program is left */
    struct sitting *sitting;
    uint64_t seed; /* of the campaign that is made next */
    int shown;     /* the acts, which are numbered */
    struct result result;
};

static struct program_settings settings;
static int64_t clock_ms;

static int64_t given_clock(void)
{
    return clock_ms;
}

static void fail_story(const struct story *story, const char *what)
{
    fail_msg("%s, %s, \"%s\"%s%s: %s", moments[story->moment], copies[story->copies],
             story->happening, story->waits ? ", waited" : "",
             story->chooses ? ", save-as" : ", left", what);
}

static void in_shell(const struct story *story, const char *command)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "cd '%s' && %s", story->folder, command);
    assert_int_equal(system(line), 0);
}

static void open_campaign(struct story *story, const char *path)
{
    struct error err;
    struct sitting_options options = {.path = path,
                                      .has_seed = true,
                                      .seed = story->seed,
                                      .now_ms = given_clock,
                                      .settings = &settings};
    if (sitting_open(&story->sitting, &options, &err) != STATUS_OK) {
        fail_story(story, err.text);
    }
}

static void close_campaign(struct story *story)
{
    sitting_close(story->sitting);
    story->sitting = NULL;
}

static bool act(struct story *story, bool asks)
{
    char line[40];
    snprintf(line, sizeof line, "note act %d", story->shown + 1);
    sitting_run(story->sitting, line, asks, &story->result);
    story->shown += story->result.kind == RESULT_DONE;
    return story->result.kind == RESULT_DONE;
}

static void acts(struct story *story, int count, bool asks)
{
    for (int i = 0; i < count; i++) {
        if (!act(story, asks)) {
            fail_story(story, story->result.error.text);
        }
    }
}

/* Like the table while nobody presses a key. */
static void be_idle(struct story *story, int seconds)
{
    struct error err;
    bool has_changed = false;
    for (int i = 0; i < seconds; i++, clock_ms += SECOND) {
        while (sitting_idle(story->sitting, clock_ms)) {
        }
        (void)!sitting_follow(&has_changed, story->sitting, &err);
    }
}

/* ---- the stories ----------------------------------------------------------------------- */

/* Of each beginning there is one campaign, which every story has a copy of. */
static void prepare(struct story *story, bool has_script)
{
    settings.number[PROGRAM_BACKUPS] = 1;
    story->shown = 0;
    story->seed = 5;
    in_shell(story, "rm -rf ./*");
    open_campaign(story, story->path);
    acts(story, ACTS_BEFORE / 2, false);
    be_idle(story, 10);
    in_shell(story, "cp c.db older.db");
    close_campaign(story);
    open_campaign(story, story->path);
    acts(story, has_script ? ACTS_OF_SCRIPT : ACTS_BEFORE / 2, false);
    close_campaign(story);
    char other[PATH_SIZE + 16];
    int shown = story->shown;
    snprintf(other, sizeof other, "%s/stranger.db", story->folder);
    story->seed = 6;
    open_campaign(story, other);
    acts(story, ACTS_BEFORE, false);
    be_idle(story, 10);
    close_campaign(story);
    story->shown = shown;
    in_shell(story, has_script ? "cp -r . ../long" : "cp -r . ../short");
}

static void come_to(struct story *story)
{
    bool has_script = story->moment == AFTER_SCRIPT;
    in_shell(story, has_script ? "rm -rf ./* && cp -r ../long/. ."
                               : "rm -rf ./* && cp -r ../short/. .");
    story->shown = has_script ? ACTS_BEFORE / 2 + ACTS_OF_SCRIPT : ACTS_BEFORE;
    settings.number[PROGRAM_BACKUPS] = story->copies != NOT_WANTED;
    if (story->copies != KEPT) {
        in_shell(story, "rm -rf c.db.backups");
    }
    if (story->copies == IMPOSSIBLE) {
        in_shell(story, ": > c.db.backups");
    }
    open_campaign(story, story->path);
    bool asks = story->moment != BY_SCRIPT;
    acts(story, story->moment == FIRST_ACT ? 1 : 5, asks);
    if (story->moment == IDLE) {
        be_idle(story, 3);
        acts(story, 1, asks);
        be_idle(story, 3);
    }
}

/* Where the campaign is in the end, according to the message. */
static void end_story(struct story *story, char out[PATH_SIZE + 64])
{
    char line[LINE_SIZE];
    TEXT_BUFFER(path, PATH_SIZE + 64);
    TEXT_BUFFER(told, LINE_SIZE);
    snprintf(out, PATH_SIZE + 64, "%s", story->path);
    if (story->chooses && sitting_has_lost_file(story->sitting)) {
        sitting_suggest_path(story->sitting, &path);
        snprintf(line, sizeof line, "save-as \"%s\"", path.p);
        sitting_run(story->sitting, line, true, &story->result);
        if (story->result.kind != RESULT_DONE || strstr(story->result.text, path.p) == NULL) {
            fail_story(story, story->result.error.text);
        }
        snprintf(out, PATH_SIZE + 64, "%s", path.p);
        acts(story, 2, true);
    } else if (sitting_rescue(story->sitting, &told)) {
        const char *kept = strstr(told.p, "is kept in ");
        if (kept == NULL) {
            fail_story(story, told.p);
        }
        snprintf(out, PATH_SIZE + 64, "%s", kept + strlen("is kept in "));
    }
    close_campaign(story);
}

static void see_fault(void *context, const struct fault *fault)
{
    fail_story(context, fault->what);
}

/* The file is whole, and each act that was shown is in it. */
static void check_file(struct story *story, const char *path)
{
    struct error err;
    char found_path[LINE_SIZE], sql[200];
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    if (sitting_verify_file(path, found_path, sizeof found_path, see_fault, story, &err) !=
        STATUS_OK) {
        fail_story(story, err.text);
    }
    snprintf(sql, sizeof sql,
             "SELECT count(DISTINCT command) FROM log WHERE kind = 'act' AND "
             "CAST(substr(command, 10) AS INTEGER) BETWEEN 1 AND %d",
             story->shown);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    if (sqlite3_column_int(rows, 0) != story->shown) {
        fail_story(story, "acts that were shown are missing");
    }
    sqlite3_finalize(rows);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void tell(struct story *story)
{
    char path[PATH_SIZE + 64];
    come_to(story);
    in_shell(story, story->happening);
    if (story->waits) {
        be_idle(story, 4);
    }
    if (!act(story, story->moment != BY_SCRIPT) && story->result.error.text[0] == '\0') {
        fail_story(story, "an act was refused without a word");
    }
    end_story(story, path);
    check_file(story, path);
}

static void tell_all(void **state, enum moment moment)
{
    struct story *story = *state;
    story->moment = moment;
    prepare(story, moment == AFTER_SCRIPT);
    for (int copy = 0; copy < COPIES; copy++) {
        for (int i = 0; i < HAPPENINGS; i++) {
            /* With waiting and choosing, with neither; and if copies are kept with each
             * alone. */
            for (int way = 0; way < 4; way += copy == KEPT && moment == SOME_ACTS ? 1 : 3) {
                story->copies = (enum copies)copy;
                story->happening = happenings[i];
                story->waits = (way & 1) != 0;
                story->chooses = (way & 2) != 0;
                tell(story);
            }
        }
    }
}

static void test_rescue__loses_nothing_at_the_first_act(void **state)
{
    tell_all(state, FIRST_ACT);
}

static void test_rescue__loses_nothing_after_some_acts(void **state)
{
    tell_all(state, SOME_ACTS);
}

static void test_rescue__loses_nothing_in_idle_seconds(void **state)
{
    tell_all(state, IDLE);
}

static void test_rescue__loses_nothing_after_a_long_script(void **state)
{
    tell_all(state, AFTER_SCRIPT);
}

static void test_rescue__loses_nothing_within_a_script(void **state)
{
    tell_all(state, BY_SCRIPT);
}

/* No file may grow, as on a full disk; then there is room again, and the campaign goes on. */
static void test_rescue__a_full_disk_refuses_an_act_until_there_is_room(void **state)
{
    struct story *story = *state;
    char path[PATH_SIZE + 64];
    story->happening = "the disk is full";
    story->chooses = false;
    for (int i = 0; i < (int)MOMENTS * (int)COPIES; i++) {
        struct rlimit old, tight;
        story->moment = (enum moment)(i / COPIES);
        story->copies = (enum copies)(i % COPIES);
        if (i % COPIES == 0) {
            prepare(story, story->moment == AFTER_SCRIPT);
        }
        come_to(story);
        signal(SIGXFSZ, SIG_IGN);
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
        tight = (struct rlimit){.rlim_cur = 1024, .rlim_max = old.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
        bool is_done = act(story, true);
        be_idle(story, 4);
        bool is_done_later = act(story, true);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
        assert_false(is_done || is_done_later);
        assert_non_null(strstr(story->result.error.text, "disk"));
        acts(story, 2, true);
        in_shell(story, "cp older.db c.db");
        assert_false(act(story, true));
        end_story(story, path);
        check_file(story, path);
    }
}

/* The campaign is opened by a link, which leads to another campaign later: its file was never
 * moved. A second table has the file itself open. */
static void test_rescue__a_link_pointed_elsewhere_moves_nothing(void **state)
{
    struct story *story = *state;
    struct story other = *story;
    TEXT_BUFFER(told, LINE_SIZE);
    char link[PATH_SIZE + 16];
    story->happening = "ln -sfn stranger.db link.db";
    story->moment = SOME_ACTS;
    prepare(story, false);
    in_shell(story, "ln -s c.db link.db && cp stranger.db before.db");
    snprintf(link, sizeof link, "%s/link.db", story->folder);
    settings.number[PROGRAM_BACKUPS] = 0;
    open_campaign(story, link);
    acts(story, 3, true);
    other.shown = story->shown;
    open_campaign(&other, story->path);
    in_shell(story, story->happening);
    acts(story, 3, true);
    be_idle(story, 4);
    assert_false(sitting_has_lost_file(story->sitting));
    assert_false(sitting_rescue(story->sitting, &told));
    close_campaign(story);
    other.shown = story->shown;
    be_idle(&other, 4);
    acts(&other, 3, true);
    assert_false(sitting_rescue(other.sitting, &told));
    close_campaign(&other);
    check_file(&other, story->path);
    in_shell(story, "cmp stranger.db before.db && test ! -e link-kept.db");
}

/* Nor does going back to a copy, which takes the place of the file. */
static void test_rescue__a_restored_copy_stays_behind_the_link(void **state)
{
    struct story *story = *state;
    char link[PATH_SIZE + 16], line[100], name[40];
    story->happening = "restore";
    story->moment = SOME_ACTS;
    prepare(story, false);
    in_shell(story, "mkdir others && cp stranger.db others/c.db && ln -s . here");
    snprintf(link, sizeof link, "%s/here/c.db", story->folder);
    open_campaign(story, link);
    struct sitting_copy found[SITTING_COPIES_MAX];
    assert_true(sitting_copies(story->sitting, found, SITTING_COPIES_MAX) > 0);
    in_shell(story, "ln -sfn others here");
    snprintf(name, sizeof name, "%s", found[0].name);
    snprintf(line, sizeof line, "restore %s", name);
    sitting_run(story->sitting, line, true, &story->result);
    assert_int_equal(story->result.kind, RESULT_DONE);
    acts(story, 1, true);
    close_campaign(story);
    in_shell(story,
             "cmp stranger.db others/c.db && test -e c-kept.db && test ! -e others/c-kept.db");
    story->shown = ACTS_BEFORE / 2;
    check_file(story, story->path);
}

static int begin(void **state)
{
    struct story *story = calloc(1, sizeof *story);
    const char *parent = getenv("TMPDIR");
    snprintf(story->folder, sizeof story->folder, "%s/rescue-XXXXXX",
             parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(story->folder));
    strcat(story->folder, "/play");
    assert_int_equal(mkdir(story->folder, 0700), 0);
    snprintf(story->path, sizeof story->path, "%s/c.db", story->folder);
    program_settings_init(&settings, NULL, 0);
    setenv("TZ", "UTC", 1);
    clock_ms = 1700000000000;
    *state = story;
    return 0;
}

static int end(void **state)
{
    struct story *story = *state;
    close_campaign(story);
    in_shell(story, "cd .. && rm -rf play long short && rmdir \"$PWD\"");
    free(story);
    return 0;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_rescue__##name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(loses_nothing_at_the_first_act),
        TEST(loses_nothing_after_some_acts),
        TEST(loses_nothing_in_idle_seconds),
        TEST(loses_nothing_after_a_long_script),
        TEST(loses_nothing_within_a_script),
        TEST(a_link_pointed_elsewhere_moves_nothing),
        TEST(a_restored_copy_stays_behind_the_link),
        TEST(a_full_disk_refuses_an_act_until_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
