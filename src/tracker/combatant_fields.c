#include "tracker/combatant_fields.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/naming.h"
#include "tracker/options.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"

int group_of(const struct state *state, int id)
{
    int group = state_value(state, id, FIELD_GROUP, id);
    return group >= 1 && group <= state->count ? group : id; /* a file may have any number */
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

void kind_add_plural(struct text *out, struct str kind)
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
    text_add(out, "%s", kind.n > 0 && char_is_letter(kind.p[kind.n - 1]) ? "s" : "");
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

/* True when it has ever had only one member, and so has that one's name. */
static bool group_is_one(const struct state *state, int group)
{
    const char *kind = state_at(state, group)->text[TEXT_KIND];
    return kind[0] == '\0' || group_counts(state, group).initial == 1;
}

void group_name(const struct state *state, int group, struct text *out)
{
    if (group_is_one(state, group)) {
        text_add(out, "%s", state_name(state, group));
    } else {
        kind_add_plural(out, str_of(state_at(state, group)->text[TEXT_KIND]));
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

typedef void give_fn(struct decision *decision, int id, struct str value);
typedef void format_fn(const struct state *state, int id, struct text *out);

static bool is_unset(struct str value)
{
    return str_equal(value, "-");
}

/* ---- names and notes ------------------------------------------------------------------- */

void combatant_rename(struct decision *decision, int id, struct str value)
{
    char clean[NAME_SIZE];
    int called = combatant_called(&decision->state, value);
    if (utf8_clean(clean, sizeof clean, value) || clean[0] == '\0' || is_unset(value)) {
        decision_wrong(decision, "name: expected plain text of 1 to %d" IN_LETTERS,
                       NAME_SIZE - 1);
    } else if (called != 0 && called != id) {
        decision_wrong(decision, "name: %s is taken", clean);
    } else {
        decision_text(decision, id, TEXT_NAME, value);
    }
}

static void format_name(const struct state *state, int id, struct text *out)
{
    text_add(out, "%s", state_name(state, id));
}

void combatant_note(struct decision *decision, int id, struct str note)
{
    char clean[NOTE_SIZE];
    if (utf8_clean(clean, sizeof clean, note)) {
        decision_wrong(decision, "note: plain text of at most %d" IN_LETTERS "; this has %d",
                       NOTE_SIZE - 1, note.n);
        return;
    }
    decision_text(decision, id, TEXT_NOTE, is_unset(note) ? str_of("") : note);
}

static void format_note(const struct state *state, int id, struct text *out)
{
    text_add(out, "%s", state_text(state, id, TEXT_NOTE));
}

/* ---- sides and groups ------------------------------------------------------------------ */

static const char *const sides[] = {"foes", "party", NULL};

static void give_side(struct decision *decision, int id, struct str value)
{
    for (int side = 0; sides[side] != NULL; side++) {
        if (str_equal_any_case(value, str_of(sides[side]))) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_SIDE, side);
            return;
        }
    }
    decision_wrong(decision, "side=%.*s: expected party or foes", value.n, value.p);
}

static void format_side(const struct state *state, int id, struct text *out)
{
    text_add(out, "%s", sides[state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY]);
}

/* The group of the named combatant; "-" for a group of its own. */
static void give_group(struct decision *decision, int id, struct str value)
{
    struct error err;
    int other = is_unset(value) ? id : combatant_find(&decision->state, value, &err);
    if (other == 0) {
        decision_wrong(decision, "group: expected the name of one of its members: %s",
                       err.text);
        return;
    }
    int from = group_of(&decision->state, id);
    int to = is_unset(value) ? id : group_of(&decision->state, other);
    bool is_alone = group_counts(&decision->state, from).initial == 1;
    if (from == id && !is_alone) {
        if (to == id && !is_unset(value)) {
            return;
        }
        bool leaves[COMBATANTS_MAX + 1] = {false};
        leaves[id] = true;
        group_part(decision, from, leaves);
        decision_unset(decision, EVENT_VALUE_CHANGED, id, FIELD_MORALE_MET);
        decision_unset(decision, EVENT_VALUE_CHANGED, id, FIELD_MORALE_DUE);
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP, to);
}

/* Writes a group by its first other member; nothing when the combatant is alone in it. */
static void format_group(const struct state *state, int id, struct text *out)
{
    for (int other = 1; other <= state->count; other++) {
        if (other != id && state_is_present(state, other) &&
            group_of(state, other) == group_of(state, id)) {
            combatant_word(state, other, out);
            return;
        }
    }
}

/* ---- attributes of the system, described ----------------------------------------------- */

static const char *const yes_no[] = {"yes", "no", NULL};

static void describe(const struct value_def *def, struct combatant_field *out)
{
    *out = (struct combatant_field){
        .name = def->name, .fallback = def->fallback, .rule = def->rule, .help = def->help};
    struct text expects = text_over(out->expects, sizeof out->expects);
    switch (def->kind) {
    case VALUE_NUMBER:
    case VALUE_DECIMAL:
        text_add(&expects, "%d to %d", def->low, def->high);
        break;
    case VALUE_SPAN:
        text_add(&expects, "low-high, such as 5-25, each %d to %d", def->low, def->high);
        break;
    case VALUE_DICE:
        text_add(&expects, "dice such as 2d6+1");
        break;
    case VALUE_FLAG:
        out->choices = yes_no;
        break;
    case VALUE_CHOICE:
        out->choices = def->choices;
        break;
    }
}

/* ---- numbers that change --------------------------------------------------------------- */

static bool has_sign(struct str value, char sign)
{
    return value.n > 1 && value.p[0] == sign && value.p[1] != sign;
}

static struct str unsigned_of(struct str value)
{
    return (struct str){value.p + 1, value.n - 1};
}

static const struct value_def *attribute_named(const struct state *state, struct str name)
{
    int field = state_field_find(state, name);
    return field >= FIELD_SYSTEM ? &state_system(state)->attributes[field - FIELD_SYSTEM]
                                 : NULL;
}

bool combatant_field_adds(const struct state *state, const struct option *option)
{
    const struct value_def *def = attribute_named(state, option->name);
    bool is_number = def != NULL ? def->kind == VALUE_NUMBER || def->kind == VALUE_DECIMAL
                                 : state_field_find(state, option->name) >= 0;
    return is_number && has_sign(option->value, '+');
}

/* There is no value to which it could be added. */
static void wrong_sum(struct decision *decision, int id, const struct option *option)
{
    struct str name = option->name;
    struct str number = unsigned_of(option->value);
    decision_wrong(decision, "%.*s=+%.*s: %s has no %.*s yet to add to; %.*s=%.*s sets it",
                   name.n, name.p, number.n, number.p, state_name(&decision->state, id), name.n,
                   name.p, name.n, name.p, number.n, number.p);
}

static void tell_sum(struct decision *decision, int id, const char *name, const char *now,
                     struct str more, const char *sum)
{
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    decision_say(decision, event, "", "%s: %s %s + %.*s = %s", state_name(&decision->state, id),
                 name, now, more.n, more.p, sum);
}

/* The attribute's number, or the one that holds while it is unset; "" when there is none. */
static void number_now(const struct state *state, int id, const struct value_def *def,
                       struct text *out)
{
    if (!state_attribute_format(state, id, def, out) && def->fallback != NULL) {
        text_add(out, "%s", def->fallback);
    }
}

/* A minus is part of the value, so it is wrong for a value that cannot be negative. */
static void wrong_minus(struct decision *decision, int id, const struct value_def *def,
                        struct str value)
{
    TEXT_BUFFER(now, NAME_SIZE);
    TEXT_BUFFER(way, 80);
    double from, less;
    struct str taken = unsigned_of(value);
    number_now(&decision->state, id, def, &now);
    if (str_to_decimal((struct str){now.p, now.n}, &from) && str_to_decimal(taken, &less) &&
        from - less >= def->low) {
        text_add(&way, "; for %.*s less type %s=", taken.n, taken.p, def->name);
        text_add_decimal(&way, from - less, 6);
    }
    decision_wrong(decision, "%s=%.*s: expected %d to %d, or +%.*s to add to it%s", def->name,
                   value.n, value.p, def->low, def->high, taken.n, taken.p, way.p);
}

/* Reads the sign of a number that is an attribute. False: the decision is wrong. */
static bool read_sign(struct decision *decision, int id, struct option *option,
                      struct text *sum)
{
    const struct value_def *def = attribute_named(&decision->state, option->name);
    if (def == NULL) {
        return true;
    }
    bool is_number = def->kind == VALUE_NUMBER || def->kind == VALUE_DECIMAL;
    if (is_number && has_sign(option->value, '+')) {
        /* "+2" becomes the sum with the combatant's value, in `sum`. False: the decision is
         * wrong. */
        TEXT_BUFFER(now, NAME_SIZE);
        double from, more;
        struct str added = unsigned_of(option->value);
        number_now(&decision->state, id, def, &now);
        if (!str_to_decimal((struct str){now.p, now.n}, &from)) {
            wrong_sum(decision, id, option);
            return false;
        }
        if (!str_to_decimal(added, &more)) {
            return true; /* the reader of the value says what is wrong with it */
        }
        text_add_decimal(sum, from + more, 6);
        tell_sum(decision, id, def->name, now.p, added, sum->p);
        option->value = (struct str){sum->p, sum->n};
        return true;
    }
    if (is_number && has_sign(option->value, '-') && def->low >= 0) {
        wrong_minus(decision, id, def, option->value);
    } else if ((def->kind == VALUE_DICE || def->kind == VALUE_SPAN) &&
               has_sign(option->value, '+')) {
        struct combatant_field field;
        describe(def, &field);
        decision_wrong(decision, "%s=%.*s: expected %s", def->name, option->value.n,
                       option->value.p, field.expects);
    }
    return decision_goes_on(decision);
}

/* ---- hit points ------------------------------------------------------------------------ */

/* An amount or dice; with a plus before it, added to the present hit points. */
static bool read_hp(struct decision *decision, int id, struct str value, int field, int *out)
{
    const struct state *state = &decision->state;
    const char *name = state_field_name(state, field);
    int now = state_value(state, id, field, 0);
    bool adds = has_sign(value, '+');
    struct str amount = adds ? unsigned_of(value) : value;
    TEXT_BUFFER(text, NAME_SIZE + 32);
    TEXT_BUFFER(sum, 16);
    text_add(&text, "%s: %s", state_name(state, id),
             field == FIELD_HP ? "hit points" : "hp_max");
    if (adds && !state_is_set(state, id, field)) {
        wrong_sum(decision, id, &(struct option){.name = str_of(name), .value = value});
        return false;
    }
    if (has_sign(value, '-')) {
        decision_wrong(decision,
                       "%s=%.*s: expected 0 to %d; `hp WHO %.*s` takes that many away", name,
                       value.n, value.p, AMOUNT_MAX, value.n, value.p);
        return false;
    }
    if (!table_amount_from(decision, amount, id, text.p, adds ? 0 : 1, AMOUNT_MAX, out)) {
        return false;
    }
    if (!adds) {
        return true;
    }
    if (now + *out > AMOUNT_MAX) {
        decision_wrong(decision, "%s=%.*s: %d + %d is more than %d", name, value.n, value.p,
                       now, *out, AMOUNT_MAX);
        return false;
    }
    TEXT_BUFFER(from, 16);
    TEXT_BUFFER(more, 16);
    text_add(&from, "%d", now);
    text_add(&more, "%d", *out);
    *out += now;
    text_add(&sum, "%d", *out);
    tell_sum(decision, id, name, from.p, (struct str){more.p, more.n}, sum.p);
    return true;
}

/* hp sets hit points and, for a new combatant or when higher, the maximum. */
static void give_hp(struct decision *decision, int id, struct str value)
{
    int hp;
    if (is_unset(value)) {
        decision_unset(decision, EVENT_VALUE_CHANGED, id, FIELD_HP);
    } else if (read_hp(decision, id, value, FIELD_HP, &hp)) {
        if (state_value(&decision->state, id, FIELD_HP_MAX, 0) < hp ||
            !state_is_set(&decision->state, id, FIELD_HP_MAX)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX, hp);
        }
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP, hp);
    }
}

/* Nobody has more than the maximum; a combatant that had more is now unhurt. */
static void give_hp_max(struct decision *decision, int id, struct str value)
{
    int most;
    if (is_unset(value)) {
        decision_unset(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX);
    } else if (read_hp(decision, id, value, FIELD_HP_MAX, &most)) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX, most);
        if (state_value(&decision->state, id, FIELD_HP, 0) > most) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP, most);
        }
    }
}

static void format_number(const struct state *state, int id, int field, struct text *out)
{
    if (state_is_set(state, id, field)) {
        text_add(out, "%d", state_value(state, id, field, 0));
    }
}

static void format_hp(const struct state *state, int id, struct text *out)
{
    format_number(state, id, FIELD_HP, out);
}

static void format_hp_max(const struct state *state, int id, struct text *out)
{
    format_number(state, id, FIELD_HP_MAX, out);
}

/* ---- hidden ---------------------------------------------------------------------------- */

static void give_hidden(struct decision *decision, int id, struct str value)
{
    bool is_hidden = false;
    if (!str_to_flag(value, &is_hidden) && !is_unset(value)) {
        decision_wrong(decision, "hidden=%.*s: expected yes or no", value.n, value.p);
        return;
    }
    conditions_hide(decision, id, is_hidden);
}

static void format_hidden(const struct state *state, int id, struct text *out)
{
    text_add(out, "%s", state_has_effect(state, EFFECT_HIDDEN, id, 0) ? "yes" : "");
}

/* ---- the fields every system has ------------------------------------------------------- */

#define FORMAT_OF_AMOUNT "0 to 10000, or dice such as 2d8"

/* The first few are used most and come before the attributes of the system. */
enum { COMMON_FIRST = 4 };

static const struct common_field {
    struct combatant_field field;
    give_fn *give;
    format_fn *format;
} common[] = {
    {{.name = "name",
      .expects = "text, at most 63 bytes",
      .is_always_set = true,
      .rule = "",
      .help = "its name; each name must be unique"},
     combatant_rename,
     format_name},
    {{.name = "side",
      .fallback = "foes",
      .choices = sides,
      .is_always_set = true,
      .rule = "",
      .help = "the side it fights for"},
     give_side,
     format_side},
    {{.name = "hp",
      .expects = FORMAT_OF_AMOUNT,
      .rule = "",
      .help = "what is left; leave empty to count damage taken instead"},
     give_hp,
     format_hp},
    {{.name = "hp_max",
      .expects = FORMAT_OF_AMOUNT,
      .rule = "",
      .help = "hit points when unhurt; never less than hp"},
     give_hp_max,
     format_hp_max},
    {{.name = "group",
      .expects = "the name of one of its members",
      .rule = "",
      .help = "its morale group; empty: with others of its kind, or its own"},
     give_group,
     format_group},
    {{.name = "hidden",
      .fallback = "no",
      .choices = yes_no,
      .rule = "",
      .help = "players do not see the combatant yet"},
     give_hidden,
     format_hidden},
    {{.name = "traits",
      .expects = "a list: shield, reach 2, no riposte",
      .rule = "",
      .help = "what it has (with an amount, if any) or lacks"},
     traits_give,
     traits_format},
    {{.name = "conditions",
      .expects = "a list: prone, poisoned 2 (rounds)",
      .rule = "",
      .help = "they last until they are ended, or for some rounds"},
     conditions_give,
     conditions_brief},
    {{.name = "note",
      .expects = "text, at most 159 bytes",
      .rule = "",
      .help = "something to remember: holds the key"},
     combatant_note,
     format_note},
};

enum { COMMON = sizeof common / sizeof common[0] };
_Static_assert(COMMON + GIVES_MAX + ATTRIBUTES_MAX <= COMBATANT_FIELDS_MAX,
               "a combatant's fields fit into a form");
_Static_assert(NAME_SIZE == 64 && NOTE_SIZE == 160 && AMOUNT_MAX == 10000,
               "the table above tells the limits in words");

/* ---- attributes of the system ---------------------------------------------------------- */

/* Dice in their usual notation. */
static bool canonical_dice(struct decision *decision, const struct value_def *def,
                           struct str value, struct text *out)
{
    struct dice_expr expr;
    struct error err;
    if (dice_expr_parse(&expr, value, &err) != STATUS_OK) {
        decision_wrong(decision, "%s: %s", def->name, err.text);
        return false;
    }
    dice_expr_format(&expr, out);
    if (dice_expr_dice(&expr) > 100) {
        decision_wrong(decision, "%s: at most 100 dice", def->name);
        return false;
    }
    return true;
}

/* Values that are kept as text. */
static void give_text(struct decision *decision, int id, const struct value_def *def,
                      struct str value)
{
    struct input input;
    struct error err;
    TEXT_BUFFER(text, 256);
    if (def->kind == VALUE_DICE) {
        if (!canonical_dice(decision, def, value, &text)) {
            return;
        }
    } else if (input_parse(&input, NULL, def, value, &err) != STATUS_OK) {
        decision_wrong(decision, "%s", err.text);
        return;
    } else {
        text_add_str(&text, value);
    }
    if (text.n >= NAME_SIZE) {
        decision_wrong(decision, "%s: at most %d characters", def->name, NAME_SIZE - 1);
        return;
    }
    decision_text(decision, id, state_text_field(&decision->state, def->name),
                  (struct str){text.p, text.n});
}

void combatant_attribute_give(struct decision *decision, int id, const struct value_def *def,
                              struct str value)
{
    int field = state_attribute(&decision->state, def->name);
    if (is_unset(value) && value_is_text(def)) {
        decision_text(decision, id, state_text_field(&decision->state, def->name), str_of(""));
        return;
    }
    if (is_unset(value)) {
        decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
        return;
    }
    if (value_is_text(def)) {
        give_text(decision, id, def, value);
        return;
    }
    /* Dice are stored in inputs; the other kinds are not. */
    struct input input;
    struct error err;
    if (input_parse(&input, NULL, def, value, &err) != STATUS_OK) {
        decision_wrong(decision, "%s", err.text);
        return;
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, field, input.number);
}

/* ---- all of them ----------------------------------------------------------------------- */

/* A field by its index: one of these three. */
struct field_place {
    const struct common_field *common;
    const struct given_def *given;
    const struct value_def *attribute;
};

struct field_list {
    struct field_place place[COMBATANT_FIELDS_MAX];
    int count;
};

/* What the procedure reads itself and the system has no attribute for: of those that stand
 * before the attributes, or of those after them. */
static void list_given(const struct procedure *procedure, const struct state *state,
                       bool are_late, struct field_list *out)
{
    for (int i = 0; i < procedure->gives_count; i++) {
        const struct given_def *given = &procedure->gives[i];
        bool is_attribute = state_attribute(state, given->name) >= 0;
        if (!is_attribute && given->comes_late == are_late) {
            out->place[out->count++] = (struct field_place){.given = given};
        }
    }
}

/* All of them. The procedure's own stand around the attributes. */
static void list_fields(const struct procedure *procedure, const struct state *state,
                        struct field_list *out)
{
    const struct system *system = state_system(state);
    CHECK(procedure->gives_count <= GIVES_MAX);
    out->count = 0;
    for (int i = 0; i < COMMON_FIRST; i++) {
        out->place[out->count++] = (struct field_place){.common = &common[i]};
    }
    list_given(procedure, state, false, out);
    for (int i = 0; i < system->attributes_count; i++) {
        out->place[out->count++] = (struct field_place){.attribute = &system->attributes[i]};
    }
    list_given(procedure, state, true, out);
    for (int i = COMMON_FIRST; i < COMMON; i++) {
        out->place[out->count++] = (struct field_place){.common = &common[i]};
    }
}

static struct field_place place_of(const struct procedure *procedure, const struct state *state,
                                   int i)
{
    struct field_list list;
    list_fields(procedure, state, &list);
    CHECK(i >= 0 && i < list.count);
    return list.place[i];
}

static const char *name_of(const struct field_place *place)
{
    return place->common != NULL  ? place->common->field.name
           : place->given != NULL ? place->given->name
                                  : place->attribute->name;
}

int combatant_fields(const struct procedure *procedure, const struct state *state)
{
    struct field_list list;
    list_fields(procedure, state, &list);
    return list.count;
}

int combatant_field_find(const struct procedure *procedure, const struct state *state,
                         const char *name)
{
    struct field_list list;
    list_fields(procedure, state, &list);
    for (int i = 0; i < list.count; i++) {
        if (strcmp(name_of(&list.place[i]), name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The procedure's own values for an attribute, such as names of records; NULL: none. */
static const struct given_def *given_named(const struct procedure *procedure, const char *name)
{
    for (int i = 0; i < procedure->gives_count; i++) {
        if (strcmp(procedure->gives[i].name, name) == 0) {
            return &procedure->gives[i];
        }
    }
    return NULL;
}

void combatant_field_at(const struct procedure *procedure, const struct state *state, int i,
                        struct combatant_field *out)
{
    struct field_place place = place_of(procedure, state, i);
    if (place.common != NULL) {
        *out = place.common->field;
    } else if (place.given != NULL) {
        *out = (struct combatant_field){.name = place.given->name,
                                        .records = place.given->records,
                                        .adds = place.given->format == NULL,
                                        .rule = "",
                                        .help = place.given->help};
        struct text expects = text_over(out->expects, sizeof out->expects);
        text_add(&expects, "%s", place.given->expects);
    } else {
        const struct given_def *given = given_named(procedure, place.attribute->name);
        describe(place.attribute, out);
        out->records = given != NULL ? given->records : NULL;
        if (given != NULL && given->format != NULL) {
            text_format(out->expects, sizeof out->expects, "%s", given->expects);
        }
    }
}

static void format_at(const struct procedure *procedure, const struct state *state, int id,
                      const struct field_place *place, struct text *out)
{
    const struct given_def *given = place->attribute != NULL
                                        ? given_named(procedure, place->attribute->name)
                                        : place->given;
    if (place->common != NULL) {
        place->common->format(state, id, out);
    } else if (given != NULL && given->format != NULL) {
        given->format(state, id, out);
    } else if (place->attribute != NULL) {
        state_attribute_format(state, id, place->attribute, out);
    }
}

void combatant_field_format(const struct procedure *procedure, const struct state *state,
                            int id, int i, struct text *out)
{
    struct field_place place = place_of(procedure, state, i);
    format_at(procedure, state, id, &place, out);
}

static void unknown_field(struct decision *decision, struct str name)
{
    struct combatant_field field;
    struct nearest nearest;
    nearest_init(&nearest, name);
    TEXT_BUFFER(list, 240);
    for (int i = 0; i < combatant_fields(decision->procedure, &decision->state); i++) {
        combatant_field_at(decision->procedure, &decision->state, i, &field);
        nearest_offer(&nearest, field.name);
        text_add(&list, "%s%s", i == 0 ? "" : ", ", field.name);
    }
    char shown[48];
    utf8_clean(shown, sizeof shown, name);
    decision_wrong(decision, "there is no %s to set%s%s known are %s", shown,
                   nearest_question(&nearest).text, nearest.best != NULL ? "" : ";", list.p);
}

void combatant_field_give(struct decision *decision, int id, const struct option *option)
{
    const struct procedure *procedure = decision->procedure;
    struct str name = option->name;
    struct option read = *option;
    TEXT_BUFFER(sum, NAME_SIZE);
    if (!read_sign(decision, id, &read, &sum) ||
        (procedure->give != NULL && procedure->give(decision, id, name, read.value))) {
        return;
    }
    for (int i = 0; i < COMMON; i++) {
        if (str_equal_any_case(name, str_of(common[i].field.name))) {
            common[i].give(decision, id, read.value);
            return;
        }
    }
    int field = state_field_find(&decision->state, name);
    if (field < FIELD_SYSTEM) {
        unknown_field(decision, name);
    } else {
        combatant_attribute_give(
            decision, id, &state_system(&decision->state)->attributes[field - FIELD_SYSTEM],
            read.value);
    }
}

/* What a combatant had before its record was known, and keeps: whether each of its fields had a
 * value, and the attributes as they were typed. */
struct kept {
    bool is_set[COMBATANT_FIELDS_MAX];
    char attribute[ATTRIBUTES_MAX][NAME_SIZE]; /* "": it is unset */
};

static void keep(const struct decision *decision, int id, struct kept *out)
{
    const struct state *state = &decision->state;
    const struct system *system = state_system(state);
    /* Of every field of a combatant whether it has a value, by its index. */
    struct field_list list;
    list_fields(decision->procedure, state, &list);
    for (int i = 0; i < list.count; i++) {
        TEXT_BUFFER(text, NOTE_SIZE);
        format_at(decision->procedure, state, id, &list.place[i], &text);
        out->is_set[i] = text.n > 0;
    }
    for (int i = 0; i < system->attributes_count; i++) {
        struct text text = text_over(out->attribute[i], NAME_SIZE);
        state_attribute_format(state, id, &system->attributes[i], &text);
    }
}

/* True when a combatant has a field of this name without a value yet. Hit points may have been
 * given by either of two fields. */
static bool is_open(const struct decision *decision, const struct kept *kept, int id,
                    const char *name)
{
    struct combatant_field field;
    int i = combatant_field_find(decision->procedure, &decision->state, name);
    if (i < 0 || kept->is_set[i]) {
        return false;
    }
    combatant_field_at(decision->procedure, &decision->state, i, &field);
    bool is_hp = strcmp(name, "hp") == 0;
    return !field.is_always_set && !(is_hp && state_is_set(&decision->state, id, FIELD_HP_MAX));
}

/* A list as one would type it; a number without a plus, which would add it to another. */
static void give_field(struct decision *decision, int id, const char *name,
                       const struct library_texts *texts)
{
    TEXT_BUFFER(value, 512);
    for (int i = 0; i < texts->count; i++) {
        text_add(&value, "%s%s", i == 0 ? "" : ", ", texts->text[i]);
    }
    int sign = value.n > 1 && value.p[0] == '+' ? 1 : 0;
    struct option option = {.name = str_of(name), .value = {value.p + sign, value.n - sign}};
    combatant_field_give(decision, id, &option);
}

void combatant_unfill(struct decision *decision, int id)
{
    const struct effect *before =
        state_effect(&decision->state, NULL, EFFECT_MADE_FROM, id, ANYBODY);
    if (before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
}

void combatant_remember(struct decision *decision, int id, const struct library_record *record)
{
    combatant_unfill(decision, id);
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_MADE_FROM, id, 0,
                    str_of(record->name), 1);
}

void combatant_fill(struct decision *decision, int id, const struct library_record *record)
{
    struct kept kept;
    keep(decision, id, &kept);
    combatant_remember(decision, id, record);
    for (int i = 1; i < record->kind->fields_count && decision_goes_on(decision); i++) {
        const char *name = record->kind->fields[i].value.name;
        if (record->field[i].count > 0 && is_open(decision, &kept, id, name)) {
            give_field(decision, id, name, &record->field[i]);
        }
    }
    /* Some fields bring values of others, as a weapon brings its damage: restores the earlier
     * values. */
    const struct system *system = state_system(&decision->state);
    for (int i = 0; i < system->attributes_count && decision_goes_on(decision); i++) {
        TEXT_BUFFER(now, NAME_SIZE);
        state_attribute_format(&decision->state, id, &system->attributes[i], &now);
        if (kept.attribute[i][0] != '\0' && !str_equal(str_of(kept.attribute[i]), now.p)) {
            combatant_attribute_give(decision, id, &system->attributes[i],
                                     str_of(kept.attribute[i]));
        }
    }
}

const char *combatant_made_from(const struct state *state, int id)
{
    const struct effect *from = state_effect(state, NULL, EFFECT_MADE_FROM, id, ANYBODY);
    return from != NULL ? from->label : NULL;
}

bool combatant_is_made_from(const struct effect *effect)
{
    return effect->kind == EFFECT_MADE_FROM;
}
