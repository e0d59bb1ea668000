/* Weapons and creatures of the referee's own, from the files of the XDG folder to the table. */
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

static int setup(void **state)
{
    (void)state;
    return home_begin("XDG_DATA_HOME");
}

static int teardown(void **state)
{
    (void)state;
    return home_end("XDG_DATA_HOME");
}

#define OWN_FILE "referee/library/caves-of-qud/mine.yaml"

/* The referee's own weapon: its displayed PV is 4 more than its base. */
static void test_own_weapons__ones_own_is_taken_up_like_any_other(void **state)
{
    (void)state;
    home_write(OWN_FILE, "weapons:\n  - name: long-oar\n    source: house\n    pv: 2\n"
                         "    damage: 1d4\n    to_hit: +1\n"
                         "creatures:\n  - name: ferryman\n    hp: 9\n    to_hit: +3\n"
                         "    dv: 4\n    av: 1\n    weapon: long-oar\n");
    static const char *const lines[] = {"encounter Weir system=qud",
                                        "add Ana side=party to_hit=2 dv=6 av=3 hp=20", NULL};
    struct play *play = play_new(lines);
    play->columns = 120;
    play->rows = 36;
    play_do(play, "set Ana weapon=long-oar");
    play_do(play, "add ferryman");
    play_keys(play, "");
    play_shows(play, "weapon: long oar, 1d4, PV 6, +1 to hit");
    play_do(play, "attack Ana by=Ferryman 15 1 1 1");
    play_keys(play, "");
    play_shows(play, "+ 3 to hit + 1 long oar = 19");
    play_shows(play, "PV 2 = 6 long oar - 4");
    play_free(play);
}

/* A mistake in that file is reported with its place when a weapon is asked for. */
static void test_own_weapons__a_mistake_in_the_users_file_is_reported(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Weir system=qud", "add Ana side=party",
                                        NULL};
    home_write(OWN_FILE, "weapons:\n  - name: long-oar\n    source: house\n    damge: 1d4\n");
    struct play *play = play_new(lines);
    play->columns = 160;
    play_keys(play, ": text:set Space text:Ana Space text:weapon=long-oar Enter");
    /* Word by word: where a line ends depends on the length of the path. */
    play_shows(play, "mine.yaml:4:5:");
    play_shows(play, "damge:");
    play_shows(play, "damage?");
    play_free(play);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_own_weapons__ones_own_is_taken_up_like_any_other),
        TEST(test_own_weapons__a_mistake_in_the_users_file_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
