#include "tracker/prepared.h"

#include <stdarg.h>
#include <string.h>

#include "resolver/dice/dice_expr.h"
#include "resolver/system.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"

struct missing *missing_add(struct missing_list *list, int subject, const char *format, ...)
{
    if (list->count == list->most) {
        return NULL;
    }
    struct missing *missing = &list->missing[list->count++];
    *missing = (struct missing){.subject = subject, .rule = ""};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(missing->text, sizeof missing->text, format, arguments);
    va_end(arguments);
    return missing;
}

void missing_add_unset(struct missing_list *list, const struct state *state, int id,
                       const char *attribute, const char *rule)
{
    int field = state_field_find(state, str_of(attribute));
    if (field < 0 || state_is_set(state, id, field)) {
        return;
    }
    struct missing *missing =
        missing_add(list, id, "%s has no %s", state_name(state, id), attribute);
    if (missing != NULL) {
        missing->rule = rule;
        text_format(missing->command, sizeof missing->command, "set #%d %s=", id, attribute);
    }
}

/* ---- in any game ----------------------------------------------------------------------- */

static bool is_in_fight(const struct state *state, int id)
{
    return state_is_present(state, id) && state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
}

/* Names are unique at the table; two that differ only in case or blanks are easily confused. */
static bool is_like(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a == ' ' || *a == '-') {
            a++;
        }
        while (*b == ' ' || *b == '-') {
            b++;
        }
        if (char_lower(*a) != char_lower(*b)) {
            return false;
        }
        if (*a == '\0') {
            return true;
        }
    }
}

static void find_names(struct missing_list *list, const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        for (int other = 1; other < id; other++) {
            if (!state_is_present(state, id) || !state_is_present(state, other) ||
                !is_like(state_name(state, id), state_name(state, other))) {
                continue;
            }
            struct missing *missing =
                missing_add(list, id, "%s (#%d) and %s (#%d) have one name",
                            state_name(state, other), other, state_name(state, id), id);
            if (missing != NULL) {
                text_format(missing->command, sizeof missing->command, "rename #%d ", id);
            }
        }
    }
}

/* Dice that an older program understood, as a member of a party may have kept them. */
static void find_refused_dice(struct missing_list *list, const struct state *state)
{
    const struct system *system = state_system(state);
    for (int id = 1; id <= state->count; id++) {
        for (int i = 0; i < system->attributes_count && is_in_fight(state, id); i++) {
            const struct value_def *def = &system->attributes[i];
            const char *dice = def->kind == VALUE_DICE
                                   ? state_attribute_text(state, id, FIELD_SYSTEM + i)
                                   : "";
            struct dice_expr expr;
            struct error err;
            if (dice[0] == '\0' || dice_expr_parse(&expr, str_of(dice), &err) == STATUS_OK) {
                continue;
            }
            const char *lines = strchr(err.text, '\n'); /* which show the place */
            int n = lines != NULL ? (int)(lines - err.text) : (int)strlen(err.text);
            struct missing *missing =
                missing_add(list, id, "%s, %s %s: %.*s", state_name(state, id), def->name, dice,
                            n, err.text);
            if (missing != NULL) {
                missing->rule = def->rule;
                text_format(missing->command, sizeof missing->command, "set #%d %s=", id,
                            def->name);
            }
        }
    }
}

int missing_find(const struct procedure *procedure, const struct state *state,
                 struct missing *out, int most)
{
    struct missing_list list = {out, 0, most};
    bool has[2] = {false, false};
    for (int id = 1; id <= state->count; id++) {
        if (is_in_fight(state, id)) {
            has[state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY] = true;
        }
    }
    struct missing *missing = has[0] ? NULL : missing_add(&list, 0, "there are no foes yet");
    if (missing != NULL) {
        text_format(missing->command, sizeof missing->command, "add ");
    }
    find_names(&list, state);
    find_refused_dice(&list, state);
    if (procedure->missing != NULL) {
        procedure->missing(state, &list);
    }
    return list.count;
}
