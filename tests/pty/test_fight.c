/* A fight on a real terminal by keys alone, with the program killed in its middle. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/visit.h"
#include "support/unit.h"

/* A campaign with the fight set up, closed again. */
static struct play *prepare(void)
{
    struct play *play = play_new(fight_lines(FIGHT_NEST));
    sitting_close(play->sitting);
    play->sitting = NULL;
    return play;
}

/* Anka hits, the turn goes on, and the program dies while Ulf's dice are asked for. */
static void fight_until_killed(const struct play *play)
{
    struct pty *pty = visit_open(play->path, &terminal_usual);
    visit_press(pty, "Tab a");
    pty_expect(pty, "Anka → Pelican 1");
    pty_expect(pty, "attack, d20");
    pty_type(pty, "14 4");
    pty_key(pty, "Enter");
    pty_expect(pty, "undo: Anka hits Pelican 1");
    pty_key(pty, "n");
    pty_expect(pty, "undo: Ulf's turn");
    pty_key(pty, "a");
    pty_expect(pty, "Ulf → Pelican 1: attack, d20");
    pty_type(pty, "19");
    pty_expect(pty, "then it asks: Ulf → Pelican 1: damage");
    pty_signal(pty, SIGKILL);
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, SIGKILL);
    pty_close(pty);
}

static void test_fight__a_killed_program_goes_on_where_it_was(void **state)
{
    (void)state;
    struct play *play = prepare();
    fight_until_killed(play);

    struct pty *pty = visit_open(play->path, &terminal_usual);
    pty_expect(pty, "12/16");
    pty_expect(pty, "undo: Ulf's turn");
    visit_press(pty, "Tab a");
    pty_expect(pty, "Ulf → Pelican 1: attack, d20");
    pty_type(pty, "20 6");
    pty_key(pty, "Enter");
    pty_expect(pty, "undo: Ulf hits Pelican 1");
    pty_key(pty, "u");
    pty_expect(pty, "undone: Ulf hits Pelican 1");
    pty_key(pty, "C-r");
    pty_expect(pty, "redone: Ulf hits Pelican 1");
    pty_type(pty, ":out pel* dead");
    pty_key(pty, "Enter");
    pty_expect(pty, "undo: Pelican 1 and 3 more: dead");
    visit_leave(pty);

    play_reopen(play, false);
    assert_int_equal(play_value(play, "Pelican 1", FIELD_HP), 6);
    assert_int_equal(state_is_in(sitting_state(play->sitting), 3), false);
    play_free(play);
}

static void test_fight__a_plain_terminal_is_enough(void **state)
{
    (void)state;
    struct play *play = prepare();
    static const struct terminal_kind plain = {"vt100", "C", NULL, 24, 80};
    struct pty *pty = visit_open(play->path, &plain);
    pty_expect(pty, ">]   27 + Anka");
    pty_key(pty, "Tab");
    pty_expect(pty, "  *  11   Pelican 1");
    pty_key(pty, "a");
    pty_expect(pty, "Anka -> Pelican 1: attack, d20");
    pty_key(pty, "Esc");
    pty_expect_gone(pty, "attack, d20");
    pty_expect_row(pty, 23, "? help");
    pty_key(pty, "q");
    pty_wait(pty);
    /* What is written next does not stand in the keys of before. */
    assert_null(strstr(pty_row(pty, 23), "? help"));
    visit_end(pty, 0);
    play_free(play);
}

static void test_fight__the_screen_follows_the_terminal(void **state)
{
    (void)state;
    struct play *play = prepare();
    struct pty *pty = visit_open(play->path, &terminal_usual);
    pty_resize(pty, 12, 40);
    pty_expect(pty, "n next");
    pty_expect_gone(pty, "HP 9 of 9");
    pty_resize(pty, 3, 10);
    pty_expect(pty, "too small:");
    pty_resize(pty, 24, 80);
    pty_expect(pty, "HP 9 of 9");
    pty_key(pty, "C-z");
    pty_expect_stopped(pty);
    assert_true(pty_is_cooked(pty));
    pty_continue(pty);
    pty_expect(pty, "HP 9 of 9");
    visit_leave(pty);
    play_free(play);
}

/* A second program writes while the table is open: the table shows it by itself, and both go
 * on. */
static void test_fight__what_another_program_writes_is_shown(void **state)
{
    char script[VISIT_PATH_SIZE];
    char words[2 * VISIT_PATH_SIZE];
    (void)state;
    struct play *play = prepare();
    visit_campaign(script, "script");
    FILE *file = fopen(script, "w");
    assert_non_null(file);
    assert_true(fputs("damage \"Pelican 2\" 5\nnext\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    struct pty *pty = visit_open(play->path, &terminal_usual);
    pty_expect(pty, "undo: initiative");
    snprintf(words, sizeof words, "run '%s'", script);
    assert_int_equal(visit_run(play->path, words, NULL), 0);
    pty_expect(pty, "another program changed the campaign");
    visit_press(pty, "\"expect:undo: Ulf's turn\" expect:11/16 u \"expect:undo: Pelican 2\"");
    visit_leave(pty);
    visit_remove(script);
    play_free(play);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fight__a_killed_program_goes_on_where_it_was),
        cmocka_unit_test(test_fight__a_plain_terminal_is_enough),
        cmocka_unit_test(test_fight__the_screen_follows_the_terminal),
        cmocka_unit_test(test_fight__what_another_program_writes_is_shown),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
