#include "games/four_against_darkness/found.h"

#include <string.h>

#include "tracker/combatant_fields.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/kinds.h"
#include "games/four_against_darkness/records.h"

enum { USES_MOST = 100 };

void found_add(struct decision *decision, const struct table_row *row)
{
    TEXT_BUFFER(gives, TABLE_GIVES_MAX + 4);
    TEXT_BUFFER(label, LABEL_SIZE);
    char words[LABEL_SIZE];
    if (row->gives != NULL) {
        text_add(&gives, " (%s)", row->gives);
    }
    text_copy(words, LABEL_SIZE - gives.n, str_of(row->text)); /* these words give way */
    text_add(&label, "%s%s", words, gives.p);
    const struct effect *before =
        state_effect_labelled(&decision->state, FOUR_FOUND, 0, 0, str_of(label.p));
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FOUND, 0, 0, str_of(label.p),
                    before != NULL ? before->amount + 1 : 1);
}

const struct effect *found_first(const struct state *state)
{
    return state_effect(state, NULL, FOUR_FOUND, 0, 0);
}

int found_count(const struct state *state)
{
    const struct effect *found = NULL;
    int count = 0;
    while ((found = state_effect(state, found, FOUR_FOUND, 0, 0)) != NULL) {
        count += found->amount;
    }
    return count;
}

/* "uses sleep 3" of "a wand of sleep: 3 spells (uses sleep 3)"; empty without any. */
static struct str gives_of(const struct effect *found)
{
    int n = (int)strlen(found->label);
    const char *open = strrchr(found->label, '(');
    if (open == NULL || n == 0 || found->label[n - 1] != ')') {
        return (struct str){"", 0};
    }
    return (struct str){open + 1, (int)(found->label + n - 1 - (open + 1))};
}

struct str found_name(const struct effect *found)
{
    struct str gives = gives_of(found);
    struct str name = {found->label, gives.n > 0 ? (int)(gives.p - 1 - found->label)
                                                 : (int)strlen(found->label)};
    return str_trimmed(name);
}

/* ---- taking it ------------------------------------------------------------------------- */

/* "sleep 3": an ability, and how often; without a number as often as its record says. */
static void give_uses(struct decision *decision, int id, struct str words)
{
    struct str name = str_next_word(&words);
    const struct library_record *ability = record_find(decision, "ability", name);
    int64_t times;
    if (ability == NULL) {
        return;
    }
    const struct effect *before = uses_find(&decision->state, id, name);
    int had = before != NULL && before->amount > 0 ? before->amount : 0;
    int level = state_value(&decision->state, id, LEVEL, 1);
    bool is_said = str_to_int64(str_trimmed(words), 1, USES_MOST, &times);
    ability_put(decision, id, ability, level);
    TEXT_BUFFER(label, LABEL_SIZE);
    record_label(ability->name, &label);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_USES, id, 0, str_of(label.p),
                    had + (is_said ? (int)times : record_uses(ability, level)));
}

/* After what is noted of this one already. */
static void give_note(struct decision *decision, int id, struct str name)
{
    const char *before = state_text(&decision->state, id, TEXT_NOTE);
    TEXT_BUFFER(note, COMMAND_LINE_MAX);
    text_add(&note, "%s%s%.*s", before, before[0] != '\0' ? "; " : "", name.n, name.p);
    combatant_note(decision, id, (struct str){note.p, note.n});
}

static void give(struct decision *decision, int id, const struct effect *found)
{
    struct str rest = gives_of(found);
    struct str way = str_next_word(&rest);
    if (str_equal_any_case(way, str_of("uses"))) {
        give_uses(decision, id, rest);
    } else if (str_equal_any_case(way, str_of("equip"))) {
        gear_get(decision, id, str_trimmed(rest));
    } else {
        give_note(decision, id, found_name(found));
    }
}

/* One of it less. */
static void found_drop(struct decision *decision, const struct effect *found)
{
    if (found->amount > 1) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FOUND, 0, 0, str_of(found->label),
                        found->amount - 1);
    } else {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, found);
    }
}

void found_decide_take(struct decision *decision, const struct command *command)
{
    bool is_gone = command_option(command, "gone") != NULL;
    int id = command->argument[0].is_given ? command->argument[0].id : 0;
    const struct effect *effect = found_first(&decision->state);
    if (effect == NULL) {
        decision_wrong(decision, "nothing was found that nobody has taken");
        return;
    }
    struct effect found = *effect;
    struct str name = found_name(&found);
    if (id == 0 && !is_gone) {
        decision_ask(decision, QUESTION_COMBATANT, "who takes %.*s?", name.n, name.p)->wanted =
            WANTED_CHARACTER;
        return;
    }
    if (id != 0 && !is_character(&decision->state, id)) {
        decision_wrong(decision, "%s is a foe: one of the party takes it",
                       state_name(&decision->state, id));
        return;
    }
    if (is_gone) {
        struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
        decision_say(decision, event, "boss foes", "nobody takes %.*s", name.n, name.p);
        decision_label(decision, "nobody takes it");
    } else {
        struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
        decision_say(decision, event, "boss foes", "%s takes %.*s",
                     state_name(&decision->state, id), name.n, name.p);
        give(decision, id, &found);
        decision_label(decision, "%s takes what was found", state_name(&decision->state, id));
    }
    if (decision_goes_on(decision)) {
        found_drop(decision, state_effect_labelled(&decision->state, FOUR_FOUND, 0, 0,
                                                   str_of(found.label)));
    }
}
