/* An evening reviewed by keys on a terminal: what one asks after a fight, each in at most six
 * keys beside the words that are typed. */
#include <string.h>

#include "support/unit.h"
#include "support/visit.h"

static char campaign[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    visit_campaign(campaign, "review");
    return visit_run(campaign, "run data/demo/spire.referee", NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return 0;
}

static const struct {
    const char *question, *keys;
} asked[] = {
    {"who dealt most damage?", "% \"expect:› Ysolde          2 of 2     1.3     12     4.6\""},
    {"what did the boss miss?",
     "% q q q \"expect:Who missed most often?\" \"expect:   Hookbill  \""},
    {"what did Bran do this evening?",
     "/ text:by=Bran Tab \"expect:this evening\" \"expect:ask the log: 1 act \" "
     "\"expect:Bran → Shrike 2: d20 [15]\""},
    {"what were the unlikely hits?",
     "/ \"text:action=attack chance<40%\" \"expect:Shrike 4 → Marit\""},
    {"why is Odo at 2?",
     "' y \"expect:Odo Quill: HP 2\" \"expect:6 → 2\" \"expect:shield-after -5 after it\""},
    {"where did that happen?", "' y Enter \"expect:LOOKING BACK\" Backspace \"expect:── why\""},
    {"how were the dice?", "% Right Right \"expect:d20  entered\""},
    {"who fell, and when?", "/ text:about=injury \"expect:Shrike 1\" \"expect:Shrike 2\""},
};

enum { KEYS_MOST = 6 };

/* Words that only type or wait are no keys of the question. */
static int count_keys(const char *keys)
{
    int count = 0;
    struct str rest = str_of(keys);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        struct str text = str_unquoted(word);
        bool is_typed =
            text.n > 5 && (memcmp(text.p, "text:", 5) == 0 || memcmp(text.p, "expec", 5) == 0);
        count += is_typed ? 0 : 1;
    }
    return count;
}

static void test_review__each_question_takes_at_most_six_keys(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        int keys = count_keys(asked[i].keys);
        if (keys > KEYS_MOST) {
            fail_msg("%s takes %d keys", asked[i].question, keys);
        }
        visit_press(pty, asked[i].keys);
        visit_press(pty, "Esc \"expect:? help\"");
    }
    visit_leave(pty);
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_review__each_question_takes_at_most_six_keys,
                                        prepare, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
