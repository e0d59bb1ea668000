/* An evening reviewed on a terminal the day after: what one asks about its fights. Every answer
 * is there after at most six keys, each typed letter among them, from the table on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/play.h"
#include "support/unit.h"
#include "support/visit.h"

enum { KEYS_MOST = 6, HOUR_MS = 60 * 60 * 1000 };

/* ---- two evenings ---------------------------------------------------------------------- */

static const char *const cellar[] = {"encounter \"Rat cellar\" system=trilemma",
                                     "add Bran side=party strength=12 wits=8 armour=2 hp=8",
                                     "add 2 rat strength=8 wits=3 ac=22 hp=6",
                                     "initiative 15 5",
                                     "attack r1 14 6",
                                     NULL};

/* The rest of the demo's second round: nobody but Marit hits. Then the third begins, and
 * Hookbill misses once more. */
static const char *const lantern[] = {"attack Hookbill 9",
                                      "next",
                                      "attack \"Odo Quill\" 3",
                                      "next",
                                      "attack Hookbill 2",
                                      "next",
                                      "attack s3 12 3",
                                      "next",
                                      "attack Ysolde 2",
                                      "next",
                                      "attack Ysolde 3",
                                      "next",
                                      "attack Marit 2",
                                      "next",
                                      "attack Marit 3",
                                      "next",
                                      "attack s3 4",
                                      "next",
                                      "next",
                                      "attack s3 3",
                                      "next",
                                      "attack Hookbill 9",
                                      "next",
                                      "attack \"Odo Quill\" 4",
                                      NULL};

static int play_two_evenings(void **state)
{
    struct play *play = play_new(cellar);
    *state = play;
    play_wait((int64_t)20 * HOUR_MS);
    play_script(play, "data/demo/spire.referee");
    for (int i = 0; lantern[i] != NULL; i++) {
        play_do(play, lantern[i]);
    }
    play_reopen(play, true);
    return 0;
}

/* ---- what is asked --------------------------------------------------------------------- */

/* Every word of `keys` that waits for something is an answer, and no key. */
static const struct {
    const char *question, *keys;
} asked[] = {
    {"Who dealt most damage?", "% \"expect:› Ysolde                2 of 3     2.0     12 \""},
    {"How often did the boss miss?",
     "% Q Q Q \"expect:Who missed most often?\" \"expect:Hookbill                         2  "
     "       3\""},
    {"Which hit points did they have when round 3 began?",
     "< 3 r \"expect:act 60 of 65, round 3\" \"expect:Shrike 3               ███████░░ "
     "13/16\" \"expect:Odo Quill              ███░░░░░░   2/6\" \"expect:r3  round 3 begins\""},
    {"What did Bran do last evening?",
     "/ b Right b Right Tab \"expect:by=bran\" \"expect:this evening\" \"expect:ask the log: 2 "
     "acts\" \"expect:Bran → Shrike 2: d20 [15]\" \"expect:Bran → Shrike 3: d20 [4]\""},
    {"What is in the log of the other fight?",
     "H Down l \"expect:log of Rat cellar\" \"expect:Bran → Rat 1: d20 [14]\""},
    {"Where is a report to share?", "H w Enter \"expect:the-broken-lantern.html\""},
    {"Why is Odo at 2?", "Up y \"expect:Odo Quill: HP 2\" \"expect:6 → 2\" "
                         "\"expect:Shrike 6 hits Odo Quill\""},
    {"Where did that happen?",
     "Up y Enter \"expect:LOOKING BACK\" Backspace \"expect:── why\""},
    {"How were the dice?", "% Right Right \"expect:d20  entered\""},
};

enum { QUESTIONS = sizeof asked / sizeof asked[0] };

static int count_keys(const char *keys)
{
    int count = 0;
    struct str rest = str_of(keys);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        struct str text = str_unquoted(word);
        bool is_typed = text.n > 5 && memcmp(text.p, "text:", 5) == 0;
        bool waits = text.n > 7 && memcmp(text.p, "expect:", 7) == 0;
        count += waits ? 0 : is_typed ? text.n - 5 : 1;
    }
    return count;
}

static void test_review__each_question_is_answered_within_six_keys(void **state)
{
    struct play *play = *state;
    struct pty *pty = visit_open(play->path, &terminal_usual);
    for (int i = 0; i < QUESTIONS; i++) {
        int keys = count_keys(asked[i].keys);
        if (keys > KEYS_MOST) {
            fail_msg("%s takes %d keys", asked[i].question, keys);
        }
        visit_press(pty, asked[i].keys);
        visit_press(pty, "Esc Esc Esc \"expect:? help\"");
    }
    visit_leave(pty);
}

/* ---- the report ------------------------------------------------------------------------ */

static void test_review__the_report_that_was_written_tells_the_fight(void **state)
{
    static char page[64 * 1024];
    struct play *play = *state;
    struct pty *pty = visit_open(play->path, &terminal_usual);
    char path[VISIT_PATH_SIZE];
    visit_press(pty, "H w Enter \"expect:the-broken-lantern.html\" Esc Esc \"expect:? help\"");
    text_format(path, sizeof path, "%s/the-broken-lantern.html", pty_folder(pty));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    visit_leave(pty);
    page[n] = '\0';
    assert_non_null(strstr(page, "<svg"));
    assert_non_null(strstr(page, "Hookbill"));
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_review__each_question_is_answered_within_six_keys,
                                        play_two_evenings, play_end),
        cmocka_unit_test_setup_teardown(
            test_review__the_report_that_was_written_tells_the_fight, play_two_evenings,
            play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
