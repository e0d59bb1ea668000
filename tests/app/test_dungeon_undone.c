/* The demo of Four Against Darkness, whose dice are all given: each of its encounters ends as
 * it should, and can be undone act by act to its beginning and made again, to the byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "games/games.h"
#include "app/sitting/state.h"
#include "support/unit.h"
#include "tracker/procedure.h"

enum { ACTS_MAX = 60 };

struct play {
    char path[512];
    struct sitting *sitting;
    struct state after[ACTS_MAX]; /* after[k]: the state after k acts of this encounter */
    int acts, encounters;
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void run(struct play *play, const char *line)
{
    struct result result;
    sitting_run(play->sitting, line, false, &result);
    if (result.kind != RESULT_DONE) {
        fail_msg("%s: %s", line, result.error.text);
    }
}

/* How each encounter of the demo ends; the last one breaks off where its readers sit down. */
static void check_end(const struct play *play)
{
    static const char *const phases[] = {"over: won", "over: won", "over: won",
                                         "round 1, the foes' melee, a door"};
    static const int life[][4] = {{8, 3, 4, 6}, {8, 2, 4, 6}, {8, 5, 4, 6}, {8, 5, 4, 6}};
    const struct state *state = sitting_state(play->sitting);
    TEXT_BUFFER(phase, 64);
    games_find(state_system(state))->phase(state, &phase);
    assert_string_equal(phase.p, phases[play->encounters - 1]);
    for (int id = 1; id <= 4; id++) {
        assert_int_equal(state_value(state, id, FIELD_HP, -1),
                         life[play->encounters - 1][id - 1]);
    }
}

static void undo_and_redo(struct play *play)
{
    for (int at = play->acts - 1; at >= 0; at--) {
        run(play, "undo");
        assert_true(state_equal(sitting_state(play->sitting), &play->after[at]));
    }
    for (int at = 1; at <= play->acts; at++) {
        run(play, "redo");
        assert_true(state_equal(sitting_state(play->sitting), &play->after[at]));
    }
}

static void end_encounter(struct play *play)
{
    if (play->encounters > 0) {
        check_end(play);
        undo_and_redo(play);
    }
}

static void play_line(struct play *play, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '\0' || line[0] == '#') {
        return;
    }
    bool is_new = strncmp(line, "encounter ", 10) == 0;
    if (is_new) {
        end_encounter(play);
    }
    run(play, line);
    play->acts = is_new ? 0 : play->acts + 1;
    play->encounters += is_new ? 1 : 0;
    assert_true(play->acts < ACTS_MAX);
    play->after[play->acts] = *sitting_state(play->sitting);
}

static void test_dungeon__every_act_can_be_undone(void **state)
{
    (void)state;
    static struct play play;
    struct error err;
    const char *folder = getenv("TMPDIR");
    snprintf(play.path, sizeof play.path, "%s/dungeon-undone-%ld.db",
             folder != NULL ? folder : "/tmp", (long)getpid());
    remove(play.path);
    struct sitting_options options = {
        .path = play.path, .has_seed = true, .seed = 99, .now_ms = fixed_clock};
    if (sitting_open(&play.sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    FILE *file = fopen("data/demo/dungeon.referee", "r");
    assert_non_null(file);
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        play_line(&play, line);
    }
    fclose(file);
    end_encounter(&play);
    assert_int_equal(play.encounters, 4);
    sitting_close(play.sitting);
    remove(play.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dungeon__every_act_can_be_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
