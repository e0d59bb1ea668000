/* The rules of the open encounter: every rule that a command cites during a fight (in its
 * events, refusals, questions and pending checks) is among the system's rule texts. SEED= draws
 * other lines. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "support/cited.h"
#include "support/draws.h"
#include "support/random_line.h"
#include "support/unit.h"

/* Most lines are only decided, which is quick: a fight stays small, and meets many of them. */
enum { FIGHTS = 6, LINES = 1200, DONE_ONE_OF = 6 };

static struct sitting *open_fight(const char *path, const struct system *system, int fight)
{
    struct sitting *sitting;
    struct result result;
    struct error err;
    char line[128];
    struct sitting_options options = {.path = path, .has_seed = true, .seed = (uint64_t)fight};
    remove(path);
    if (sitting_open(&sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    snprintf(line, sizeof line, "encounter Rules system=%s", system->id);
    sitting_run(sitting, line, false, &result);
    assert_int_equal(result.kind, RESULT_DONE);
    return sitting;
}

static void cite_rule(struct cited *cited, const char *rule, const char *by)
{
    cited_by(cited, str_of(rule != NULL ? rule : ""), by);
}

static void cite_decision(struct cited *cited, const struct decision *decision,
                          const char *line)
{
    for (int i = 0; i < decision->events; i++) {
        cited_by(cited, decision->event[i].rules, line);
    }
    if (decision->verdict == VERDICT_ASKS) {
        cite_rule(cited, decision->question.rule, line);
    }
    if (decision->verdict == VERDICT_REFUSED) {
        cite_rule(cited, decision->refusal.rule, line);
    }
    struct pending pending[PENDING_MAX];
    int pending_checks = decision->procedure->pending(&decision->state, pending, PENDING_MAX);
    for (int i = 0; i < pending_checks; i++) {
        cite_rule(cited, pending[i].rule, pending[i].text);
    }
}

static void fight(struct cited *cited, struct sitting *sitting, struct draws *draws)
{
    const struct command_def *const *defs;
    int count = sitting_commands(sitting, &defs);
    for (int i = 0; i < LINES; i++) {
        struct result result;
        TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
        random_line(&text, draws, defs, count, sitting_state(sitting));
        sitting_decide(sitting, sitting_state(sitting), text.p,
                       draws_between(draws, 0, 1) == 1);
        cite_decision(cited, &sitting->decision, text.p);
        if (i % DONE_ONE_OF == 0) {
            sitting_run(sitting, text.p, false, &result);
        }
    }
}

static void test_sitting__every_rule_a_fight_cites_has_a_text(void **state)
{
    const char *folder = getenv("TMPDIR");
    char path[512];
    struct draws draws;
    (void)state;
    draws_init(&draws);
    snprintf(path, sizeof path, "%s/rules-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    for (int i = 0; i < systems_count(); i++) {
        struct cited *cited = cited_begin(system_at(i));
        for (int k = 0; k < FIGHTS; k++) {
            struct sitting *sitting = open_fight(path, system_at(i), k);
            fight(cited, sitting, &draws);
            sitting_close(sitting);
        }
        cited_end(cited);
    }
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sitting__every_rule_a_fight_cites_has_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
