#include "cli/linear_question.h"

#include <string.h>

#include "cli/spoken.h"
#include "tracker/procedure.h"
#include "tracker/turns.h"

/* Likely answers: combatants still in the fight, except the one who acts. */
static void add_names(const struct procedure *procedure, const struct state *state,
                      enum wanted wanted, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = turns_order(procedure, state, ids);
    const char *before = "";
    for (int i = 0; i < count; i++) {
        bool is_party = state_value(state, ids[i], FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        bool is_actor = wanted != WANTED_SELECTED && wanted != WANTED_HURT &&
                        ids[i] == procedure->actor(state);
        enum way_out way = (enum way_out)state_value(state, ids[i], FIELD_OUT, OUT_NOT);
        if (wanted_of_side(wanted, is_party) && wanted_of_way(wanted, way) && !is_actor) {
            text_add(out, "%s%s", before, state_name(state, ids[i]));
            before = ", ";
        }
    }
    text_add(out, "%s", before[0] == '\0' ? "a name" : "");
}

static void add_choices(const struct question *question, struct text *out)
{
    for (int i = 0; i < question->choices; i++) {
        text_add(out, "%s%d ", i == 0 ? "" : ", ", i + 1);
        question_choice_name(question, i, out);
        if (question->about[i][0] != '\0') {
            text_add(out, "%s %s", question->about_explains ? ":" : "", question->about[i]);
        }
        text_add(out, "%s%s", question->note[i][0] != '\0' ? " " : "", question->note[i]);
    }
    if (question->digit_about != NULL) {
        text_add(out, "; a number after it: %s", question->digit_about);
    }
    switch (question->else_takes) {
    case ELSE_TAKES_NOTHING:
        break;
    case ELSE_TAKES_NUMBER:
        text_add(out, ", or a number after =");
        break;
    case ELSE_TAKES_WORDS:
        text_add(out, ", or other words");
        break;
    }
    if (question->usual > 0) {
        text_add(out, "; Enter alone: ");
        question_choice_name(question, question->usual - 1, out);
    }
}

static void add_only_chance(const struct line_odds *odds, struct text *out)
{
    double chance;
    const char *name = odds->count == 1 ? act_odds_chance(&odds->act[0], &chance) : NULL;
    if (name != NULL) {
        text_add(out, ", %s ", name);
        text_add_percent(out, chance);
    }
}

void linear_prompt(const struct procedure *procedure, const struct state *state,
                   const struct question *question, bool dice_follow,
                   const struct line_odds *odds, struct text *out)
{
    TEXT_BUFFER(text, QUESTION_TEXT_SIZE);
    question_text(question, &text);
    spoken_add(out, (struct str){text.p, text.n}, true);
    switch (question->kind) {
    case QUESTION_DICE:
        add_only_chance(odds, out);
        text_add(out, " (Enter rolls");
        if (question->more > 0) {
            text_add(out, " all %d%s", 1 + question->more,
                     question->dice.missing == 1 ? ", * rolls one" : "");
        } else if (dice_follow) {
            text_add(out, " all, * rolls one");
        }
        text_add(out, "): ");
        break;
    case QUESTION_COMBATANT:
        text_add(out, " (");
        add_names(procedure, state, question->wanted, out);
        text_add(out, question->takes_several ? "; several separated by commas): " : "): ");
        break;
    case QUESTION_NUMBER:
        text_add(out, " (%d to %d): ", question->low, question->high);
        break;
    case QUESTION_CHOICE:
        text_add(out, " (");
        add_choices(question, out);
        text_add(out, "): ");
        break;
    case QUESTION_TEXT:
        text_add(out, out->n > 0 && out->p[out->n - 1] == '?' ? " " : ": ");
        break;
    }
}

void linear_ask_for(const struct command *command, struct question *out)
{
    const struct argument_def *argument = command->missing;
    memset(out, 0, sizeof *out);
    struct text prompt = text_over(out->prompt, sizeof out->prompt);
    out->kind = QUESTION_TEXT;
    out->rule = "";
    switch (argument->kind) {
    case ARGUMENT_COMBATANT: /* the table asks for them itself */
    case ARGUMENT_COMBATANTS:
    case ARGUMENT_NUMBER:
        text_add(&prompt, "%s: %s, a number or dice such as 2d6", command->def->name,
                 argument->name);
        return;
    case ARGUMENT_CHANGE:
        text_add(&prompt, "%s: %s, such as -7, +5, =12, -2d6, or t5 for temporary ones",
                 command->def->name, argument->name);
        return;
    case ARGUMENT_WORD:
    case ARGUMENT_NAME:
    case ARGUMENT_TEXT:
        text_add(&prompt, "%s: %s", command->def->name, argument->name);
        return;
    case ARGUMENT_CHOICE:
        text_add(&prompt, "%s: %s", command->def->name, argument->name);
        for (int i = 0; argument->choices[i] != NULL; i++) {
            text_add(&prompt, "%s%s", i == 0 ? ", " : " or ", argument->choices[i]);
        }
        return;
    }
}

struct str linear_answer(const struct question *question, struct str typed)
{
    int64_t number;
    if (question->kind == QUESTION_DICE && typed.n == 0) {
        return str_of("roll");
    }
    if (question->kind == QUESTION_CHOICE && question->usual > 0 && typed.n == 0) {
        return str_of(question->choice[question->usual - 1]);
    }
    if (question->kind == QUESTION_CHOICE &&
        str_to_int64(typed, 1, question->choices, &number)) {
        return str_of(question->choice[number - 1]);
    }
    for (int i = 0; question->kind == QUESTION_CHOICE && i < question->choices; i++) {
        TEXT_BUFFER(name, QUESTION_PROMPT_SIZE);
        question_choice_name(question, i, &name);
        if (str_equal_any_case(typed, (struct str){name.p, name.n})) {
            return str_of(question->choice[i]);
        }
    }
    return typed;
}

/* Names of several words need no quotes when only names are possible: "pelican 1, p2". */
static void add_names_quoted(struct str names, struct text *out)
{
    const char *gap = "";
    for (struct str name; str_next_part(&names, ',', &name); gap = ",") {
        const char *quote = memchr(name.p, ' ', (size_t)name.n) != NULL ? "\"" : "";
        text_add(out, "%s%s%.*s%s", gap, quote, name.n, name.p, quote);
    }
}

void linear_add_answer(const struct question *question, struct str answer, struct text *out)
{
    text_add(out, " ");
    if (question->kind == QUESTION_COMBATANT &&
        memchr(answer.p, '"', (size_t)answer.n) == NULL) {
        text_add(out, "%s", question->prefix);
        add_names_quoted(answer, out);
    } else {
        question_add_answer(question, answer, out);
    }
}
