/* What somebody who plays both games of the demo with the screen alone is told. */
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/state.h"

static const char *const cellar[] = {"encounter Cellar system=four-against-darkness",
                                     "add Ana class=warrior level=1",
                                     "add rats foe=minion count=3 level=2 treasure=1", NULL};

/* What lies there is told by the die: the prompt names no row of the table before it. */
static void test_treasure__is_not_told_before_the_die(void **state)
{
    static const char *const modifiers[] = {"-1", "0", "1", "5"};
    (void)state;
    for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++) {
        struct play *play = play_new(cellar);
        TEXT_BUFFER(line, 40);
        text_add(&line, "set rats treasure=%s", modifiers[i]);
        play_do(play, line.p);
        play_do(play, "attack rats 5");
        play_keys(play, "m");
        play_shows(play, "treasure of Rats, d6");
        play_shows(play, "then any dice that follow");
        play_hides(play, "then gold");
        play_hides(play, "omething magic");
        play_free(play);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_treasure__is_not_told_before_the_die),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
