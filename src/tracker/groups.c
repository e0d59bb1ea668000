#include "tracker/groups.h"

#include <string.h>

#include "tracker/naming.h"
#include "tracker/options.h"

int group_of(const struct state *state, int id)
{
    return state_value(state, id, FIELD_GROUP, id);
}

int group_for(const struct state *state, int id)
{
    const char *kind = state_at(state, id)->text[TEXT_KIND];
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    for (int other = 1; other < id; other++) {
        bool is_like = state_is_present(state, other) &&
                       strcmp(state_at(state, other)->text[TEXT_KIND], kind) == 0 &&
                       state_value(state, other, FIELD_SIDE, SIDE_FOES) == side;
        if (is_like) {
            return group_of(state, other);
        }
    }
    return id;
}

struct group_count group_counts(const struct state *state, int group)
{
    struct group_count count = {0};
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) && group_of(state, id) == group) {
            count.initial++;
            count.left += state_is_in(state, id) ? 1 : 0;
        }
    }
    count.fallen = count.initial - count.left;
    return count;
}

int group_part(struct decision *decision, int group, const bool *leaves)
{
    const struct state *state = &decision->state;
    int met = state_value(state, group, FIELD_MORALE_MET, 0);
    int due = state_value(state, group, FIELD_MORALE_DUE, 0);
    int first = 0;
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (group_of(state, id) != group || leaves[id]) {
            continue;
        }
        if (first == 0) {
            first = id;
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_MORALE_MET, met);
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_MORALE_DUE, due);
        }
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP, first);
    }
    return first;
}

static bool ends_with(struct str word, const char *end)
{
    int n = (int)strlen(end);
    return word.n >= n && str_equal_any_case((struct str){word.p + word.n - n, n}, str_of(end));
}

/* The rules of English plurals; the first ending that fits counts. Any other word takes an s if
 * it ends with a Latin letter: other scripts have their own plurals. With a plural of NULL the
 * word is unchanged: it is not a noun (drowned), is already a plural (rats), or is irregular
 * (boatman, folk). */
static const struct plural {
    const char *end, *plural;
} plurals[] = {{"ed", NULL},   {"man", NULL},   {"men", NULL},   {"folk", NULL}, {"kin", NULL},
               {"fish", NULL}, {"deer", NULL},  {"eep", NULL},   {"ouse", NULL}, {"oose", NULL},
               {"foot", NULL}, {"tooth", NULL}, {"child", NULL}, {"ay", "ays"},  {"ey", "eys"},
               {"oy", "oys"},  {"uy", "uys"},   {"y", "ies"},    {"lf", "lves"}, {"fe", NULL},
               {"ss", "sses"}, {"s", NULL},     {"x", "xes"},    {"z", "zes"},   {"ch", "ches"},
               {"sh", "shes"}};

static void add_plural(struct text *out, struct str kind)
{
    for (size_t i = 0; i < sizeof plurals / sizeof plurals[0]; i++) {
        if (ends_with(kind, plurals[i].end)) {
            int stem = kind.n - (int)strlen(plurals[i].end);
            const char *plural = plurals[i].plural;
            text_add_str(out, (struct str){kind.p, plural != NULL ? stem : kind.n});
            text_add(out, "%s", plural != NULL ? plural : "");
            return;
        }
    }
    text_add_str(out, kind);
    text_add(out, "%s", char_is_letter(kind.p[kind.n - 1]) ? "s" : "");
}

int group_member(const struct state *state, int group)
{
    int id = 1;
    while (id <= state->count &&
           !(state_is_present(state, id) && group_of(state, id) == group)) {
        id++;
    }
    return id <= state->count ? id : 0;
}

bool group_is_one(const struct state *state, int group)
{
    const char *kind = state_at(state, group)->text[TEXT_KIND];
    return kind[0] == '\0' || group_counts(state, group).initial == 1;
}

void group_name(const struct state *state, int group, struct text *out)
{
    if (group_is_one(state, group)) {
        text_add(out, "%s", state_name(state, group));
    } else {
        add_plural(out, str_of(state_at(state, group)->text[TEXT_KIND]));
    }
}

const char *group_holds(const struct state *state, int group, bool holds)
{
    bool is_one = group_is_one(state, group);
    return holds ? is_one ? "holds" : "hold" : is_one ? "breaks" : "break";
}

/* "shrikes break: what do Shrike 3 and 2 more do?": those who still fight may be few of the
 * group. */
static void ask_broken(const struct state *state, int group, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && group_of(state, id) == group) {
            ids[count++] = id;
        }
    }
    bool is_one = group_is_one(state, group);
    group_name(state, group, out);
    text_add(out, " %s: what %s ", group_holds(state, group, false),
             is_one || count == 1 ? "does" : "do");
    text_add(out, "%s do?",
             is_one       ? "it"
             : count == 0 ? "they"
                          : combatants_named(state, ids, count).text);
}

bool group_broken_way(struct decision *decision, const struct command *command, int group,
                      enum broken_way *out)
{
    static const char *const ways[] = {"flee", "surrender", "other", NULL};
    TEXT_BUFFER(prompt, 2 * NAME_SIZE + 48);
    ask_broken(&decision->state, group, &prompt);
    int way = BROKEN_FLEE;
    bool is_known = option_choice(decision, command, "then", ways, prompt.p, &way);
    if (!is_known && decision->verdict == VERDICT_ASKS) {
        text_copy(decision->question.about[BROKEN_OTHER], QUESTION_ABOUT_SIZE,
                  str_of("way (only in the log)"));
    }
    *out = (enum broken_way)way;
    return is_known;
}
