#include "games/caves_of_qud/on_hit.h"

#include "tracker/conditions.h"

bool caves_of_qud_asks_on_hit(struct decision *decision, const struct command *command)
{
    const struct argument *what = &command->argument[1];
    TEXT_BUFFER(resistance, LABEL_SIZE + 16);
    if (!what->is_given) {
        condition_ask(decision, command, ", on hit",
                      "what? or: cold damage=1d4, own torn arm rounds=2",
                      (const char *const[]){"acid", "cold", "electric", "heat", NULL});
        return true;
    }
    text_add(&resistance, "%.*s_resistance", what->word.n, what->word.p);
    bool is_damage = state_attribute(&decision->state, resistance.p) >= 0;
    if (is_damage && !command_option(command, "damage") && !command_option(command, "own")) {
        struct question *question =
            decision_ask(decision, QUESTION_TEXT, "%s, on hit: how much %.*s? as 1d4",
                         state_name(&decision->state, command->argument[0].ids[0]),
                         what->word.n, what->word.p);
        text_format(question->prefix, sizeof question->prefix, "damage=");
    }
    return !decision_goes_on(decision);
}
