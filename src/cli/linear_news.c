#include "cli/linear_news.h"

#include <string.h>

#include "app/sitting/state.h"
#include "cli/output.h"
#include "cli/spoken.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"

static void phase_of(const struct sitting *sitting, char out[PHASE_SIZE])
{
    struct text text = text_over(out, PHASE_SIZE);
    sitting_procedure(sitting)->phase(sitting_state(sitting), &text);
}

static bool was_said(const struct news *news, const struct pending *pending)
{
    for (int i = 0; i < news->pending_checks; i++) {
        if (strcmp(news->pending[i].text, pending->text) == 0 &&
            strcmp(news->pending[i].command, pending->command) == 0) {
            return true;
        }
    }
    return false;
}

/* Says each check once, until it comes again. `text`: what has just been said. A request for
 * the checks adds the rule of each. */
static void say_new_pending(struct news *news, struct sitting *sitting, const char *text,
                            bool has_rules)
{
    const struct state *state = sitting_state(sitting);
    static struct pending pending[PENDING_MAX];
    int count = pending_checks(sitting_procedure(sitting), state, pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        if (was_said(news, &pending[i])) {
            continue;
        }
        if (strstr(text, pending[i].text) == NULL) {
            spoken_lines(pending[i].text, true);
        }
        spoken_settling(sitting, &pending[i]);
        if (has_rules && pending[i].rule != NULL) {
            spoken_rule(sitting, pending[i].rule);
        }
        bool is_first = true;
        for (int k = 0; k < i; k++) {
            is_first = is_first && pending[k].subject != pending[i].subject;
        }
        if (is_first) {
            spoken_together(sitting, pending[i].subject);
        }
    }
    memcpy(news->pending, pending, sizeof pending);
    news->pending_checks = count;
}

/* Whether the text contains each part of the phase, "round 2, the foes' melee". */
static bool tells_phase(const char *text, const char *phase)
{
    char part[PHASE_SIZE];
    while (*phase != '\0') {
        size_t n = strcspn(phase, ",");
        text_format(part, sizeof part, "%.*s", (int)n, phase);
        if (strstr(text, part) == NULL) {
            return false;
        }
        phase += n;
        phase += strspn(phase, ", ");
    }
    return true;
}

/* Says what comes next, unless it was said last, or is a pending check, which has been said. */
static void say_guide(struct news *news, const struct sitting *sitting)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    char guide[GUIDE_SIZE] = "";
    struct text text = text_over(guide, sizeof guide);
    if (procedure->guide != NULL) {
        procedure->guide(sitting_state(sitting), &text);
    }
    bool is_due = false;
    for (int i = 0; i < news->pending_checks; i++) {
        is_due = is_due || strstr(guide, news->pending[i].text) != NULL;
    }
    if (!is_due && strcmp(guide, news->guide) != 0) {
        spoken_guide(sitting);
    }
    text_format(news->guide, sizeof news->guide, "%s", guide);
}

static void keep_place(struct news *news, struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    text_format(news->encounter, sizeof news->encounter, "%s", sitting_encounter_name(sitting));
    phase_of(sitting, news->phase);
    news->turn = state->value[ENCOUNTER_TURN];
}

/* What the table should remember of the one whose turn it is, as the screen says it, too when
 * the line of the turn left it out: conditions in somebody's own words. */
static void say_conditions(const struct sitting *sitting, const char *text)
{
    const struct state *state = sitting_state(sitting);
    int turn = state->value[ENCOUNTER_TURN];
    TEXT_BUFFER(conditions, 400);
    if (turn != 0) {
        conditions_format_of_turn(sitting_procedure(sitting), state, turn, true, &conditions);
    }
    if (conditions.n > 0 && strstr(text, conditions.p) == NULL) {
        output_line("%s is %s.", state_name(state, turn), conditions.p);
    }
}

void news_say(struct news *news, struct sitting *sitting, const char *text)
{
    const struct state *state = sitting_state(sitting);
    const char *encounter = sitting_encounter_name(sitting);
    char phase[PHASE_SIZE];
    phase_of(sitting, phase);
    int turn = state->value[ENCOUNTER_TURN];
    if (strcmp(encounter, news->encounter) != 0) {
        spoken_place(sitting);
        say_conditions(sitting, text);
        news->pending_checks = 0;
    } else {
        char its_turn[NAME_SIZE + 16];
        text_format(its_turn, sizeof its_turn, "%s's turn",
                    turn != 0 ? state_name(state, turn) : "");
        if (strcmp(phase, news->phase) != 0 && !tells_phase(text, phase)) {
            output_line("Now: %s.", phase);
        }
        if (turn != news->turn && strstr(text, its_turn) == NULL) {
            spoken_turn(state);
        }
        if (turn != news->turn) {
            say_conditions(sitting, text);
        }
    }
    keep_place(news, sitting);
    say_new_pending(news, sitting, text, false);
    say_guide(news, sitting);
}

void news_say_pending(struct news *news, struct sitting *sitting)
{
    news->pending_checks = 0;
    say_new_pending(news, sitting, "", true);
    output_line("%s", news->pending_checks == 0 ? "No check is pending."
                                                : "There are no other pending checks.");
    spoken_guide(sitting);
}

void news_say_place(const struct news *news, const struct sitting *sitting)
{
    spoken_place(sitting);
    if (news->pending_checks > 0) {
        output_line("%d %s pending; type due to hear %s.", news->pending_checks,
                    news->pending_checks == 1 ? "check is" : "checks are",
                    news->pending_checks == 1 ? "it" : "them");
    }
    spoken_ways_back(sitting);
    spoken_guide(sitting);
}

void news_begin(struct news *news, struct sitting *sitting)
{
    spoken_place(sitting);
    say_conditions(sitting, "");
    keep_place(news, sitting);
    news_say(news, sitting, "");
}
