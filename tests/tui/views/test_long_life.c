/* No key reads more of a campaign because its log is long: the rows that SQLite reads for each
 * are counted in a campaign whose evenings were short, and in one where they were long. */
#include <stdio.h>

#include <sqlite3.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "store/campaign_file.h"
#include "support/play.h"
#include "support/unit.h"

/* The encounters before the open one, and the acts of that. */
enum { ENCOUNTERS = 14, ACTS_OF_OPEN = 80 };

/* ---- what SQLite reads ------------------------------------------------------------------ */

static long rows_read;

static int watch_row(unsigned event, void *context, void *statement, void *more)
{
    (void)event, (void)context, (void)statement, (void)more;
    rows_read++;
    return 0;
}

static int watch_connection(sqlite3 *connection, char **error, const void *routines)
{
    (void)error, (void)routines;
    return sqlite3_trace_v2(connection, SQLITE_TRACE_ROW, watch_row, NULL);
}

/* ---- campaigns -------------------------------------------------------------------------- */

static void fight(struct play *play, int number, int acts)
{
    char line[80];
    snprintf(line, sizeof line, "encounter \"ledge %d\" system=trilemma", number);
    play_do(play, line);
    play_do(play, "add 2 hero side=party strength=14 wits=12 armour=4 hp=1000 damage=1d6");
    play_do(play, "add 2 shrike strength=12 wits=12 ac=22 damage=1d8 hp=1000");
    play_do(play, "initiative 19 4 13");
    for (int i = 4; i < acts; i += 2) {
        const struct state *now = sitting_state(play->sitting);
        int turn = now->value[ENCOUNTER_TURN];
        bool is_party =
            turn != 0 && state_value(now, turn, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        if (turn != 0) {
            play_do(play, is_party ? "attack \"Shrike 1\" 15 4" : "attack \"Hero 1\" 15 4");
        }
        play_do(play, turn != 0 ? "next" : "next by=party");
    }
}

static void ask(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
}

/* Opened again, with what is kept beside it as after an evening on which all of it was asked
 * for. */
static struct play *campaign_of(int acts, int acts_of_open)
{
    static const char *const none[] = {NULL};
    struct play *play = play_new(none);
    for (int i = 1; i <= ENCOUNTERS; i++) {
        fight(play, i, acts);
        play_wait(7 * 24 * 3600 * INT64_C(1000));
    }
    fight(play, ENCOUNTERS + 1, acts_of_open);
    play_reopen(play, false);
    play->sitting->campaign->sums_from = 0;
    ask(play, "encounters");
    ask(play, "chronicle");
    ask(play, "figures");
    play_reopen(play, false);
    play->sitting->campaign->sums_from = 0;
    return play;
}

static long rows_of_keys(struct play *play, const char *keys)
{
    play_reopen(play, false);
    play->sitting->campaign->sums_from = 0;
    rows_read = 0;
    play_keys(play, keys);
    return rows_read;
}

static long rows_of_line(struct play *play, const char *line)
{
    play_reopen(play, false);
    play->sitting->campaign->sums_from = 0;
    rows_read = 0;
    ask(play, line);
    return rows_read;
}

/* ---- the tests -------------------------------------------------------------------------- */

/* Beside what grows with an act's number: a page of an index more, say. */
enum { MORE = 8 };

/* One whose evenings were short, and one in which they were ten times as long. */
struct lives {
    struct play *young, *old;
};

static int begin(void **state)
{
    static struct lives lives;
    if (sqlite3_auto_extension((void (*)(void))watch_connection) != SQLITE_OK) {
        return -1;
    }
    lives = (struct lives){campaign_of(8, ACTS_OF_OPEN), campaign_of(80, ACTS_OF_OPEN)};
    *state = &lives;
    return 0;
}

static int end(void **state)
{
    struct lives *lives = *state;
    play_free(lives->young);
    play_free(lives->old);
    sqlite3_reset_auto_extension();
    return 0;
}

static void compare(const struct lives *lives, const char *what,
                    long rows_of(struct play *play, const char *what))
{
    long of_young = rows_of(lives->young, what), of_old = rows_of(lives->old, what);
    assert_true(of_young > 0);
    if (of_old > of_young + MORE) {
        fail_msg("%s reads %ld rows of a young campaign and %ld of an old one", what, of_young,
                 of_old);
    }
}

static void test_long_life__keys_read_no_more_of_a_long_log(void **state)
{
    static const char *const keys[] = {"T", "H", ", k", "y", "l", "U", "<", "%", "n u", "p"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        compare(*state, keys[i], rows_of_keys);
    }
}

/* Lines that answer from what is kept. */
static void test_long_life__lines_read_no_more_of_a_long_log(void **state)
{
    static const char *const lines[] = {"encounters", "chronicle",      "kinds",
                                        "figures",    "why \"Hero 1\"", "plan"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        compare(*state, lines[i], rows_of_line);
    }
}

/* `y` reads the newest acts of the fight, and the others in idle moments. */
static void test_long_life__why_reads_the_newest_acts_of_a_long_fight(void **state)
{
    (void)state;
    struct play *long_one = campaign_of(8, 4 * ACTS_OF_OPEN);
    struct play *longer = campaign_of(8, 8 * ACTS_OF_OPEN);
    long rows = rows_of_keys(longer, "y");
    assert_true(rows <= rows_of_keys(long_one, "y") + 64 * 8);
    play_keys(longer, "y");
    play_shows(longer, "older acts are being read");
    play_free(long_one);
    play_free(longer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_life__keys_read_no_more_of_a_long_log),
        cmocka_unit_test(test_long_life__lines_read_no_more_of_a_long_log),
        cmocka_unit_test(test_long_life__why_reads_the_newest_acts_of_a_long_fight),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
