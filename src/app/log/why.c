#include "app/log/why.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/logged_roll.h"
#include "app/party/party_steps.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/array.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "resolver/dice/entered_source.h"
#include "tracker/counters.h"
#include "tracker/combatant_fields.h"
#include "tracker/naming.h"

/* ---- values ---------------------------------------------------------------------------- */

/* Adds the value; nothing when there is none. */
typedef void read_value_fn(const struct procedure *procedure, const struct state *state, int id,
                           struct text *out);

static void read_score(const struct procedure *procedure, const struct state *state, int id,
                       struct text *out)
{
    struct combatant_words words = {.score = ""};
    procedure->describe(state, id, &words);
    text_add_str(out, str_of(words.score));
}

static void read_words(const struct procedure *procedure, const struct state *state, int id,
                       struct text *out)
{
    struct combatant_words words = {.words = ""};
    procedure->describe(state, id, &words);
    text_add_str(out, str_of(words.words));
}

static void add_due(const struct procedure *procedure, const struct state *state, int id,
                    const char *about, struct text *out)
{
    struct pending pending[PENDING_MAX];
    int count = pending_checks(procedure, state, pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        if (pending[i].subject == id && strstr(pending[i].text, about) != NULL) {
            text_add(out, "%s%s", out->n > 0 ? "; " : "", pending[i].text);
        }
    }
}

static void read_due(const struct procedure *procedure, const struct state *state, int id,
                     struct text *out)
{
    add_due(procedure, state, id, "", out);
}

/* A check of a morale group is about its first member, and has the group's name. */
static void read_due_of_group(const struct procedure *procedure, const struct state *state,
                              int id, struct text *out)
{
    TEXT_BUFFER(name, NAME_SIZE + 8);
    group_name(state, group_of(state, id), &name);
    add_due(procedure, state, group_of(state, id), name.p, out);
}

static void read_left(const struct procedure *procedure, const struct state *state, int id,
                      struct text *out)
{
    struct bodies bodies;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies) &&
        bodies.open == NULL) {
        text_add(out, "%d", bodies.left);
    }
}

static void read_side(const struct procedure *procedure, const struct state *state, int id,
                      struct text *out)
{
    (void)procedure;
    if (state_is_set(state, id, FIELD_SIDE)) {
        bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        text_add_str(out, str_of(is_party ? "party" : "foes"));
    }
}

static void read_out(const struct procedure *procedure, const struct state *state, int id,
                     struct text *out)
{
    (void)procedure;
    enum way_out way = (enum way_out)state_value(state, id, FIELD_OUT, OUT_NOT);
    text_add_str(out, str_of(way == OUT_NOT ? "" : way_out_name(way)));
}

static void read_name(const struct procedure *procedure, const struct state *state, int id,
                      struct text *out)
{
    (void)procedure;
    text_add_str(out, str_of(state_name(state, id)));
}

static void read_note(const struct procedure *procedure, const struct state *state, int id,
                      struct text *out)
{
    (void)procedure;
    text_add_str(out, str_of(state_text(state, id, TEXT_NOTE)));
}

/* Values that are not plain numbers; the first of a name counts, before the fields of
 * combatants. */
static const struct {
    const char *name;
    read_value_fn *read;
} readings[] = {
    {"score", read_score}, {"words", read_words},
    {"due", read_due},     {"group-due", read_due_of_group},
    {"left", read_left},   {"side", read_side},
    {"out", read_out},     {"name", read_name},
    {"note", read_note},
};

enum { READINGS = sizeof readings / sizeof readings[0] };

/* the requested value: a reading, an attribute of the game, or a field by its number. */
struct value_asked {
    const char *name;
    read_value_fn *read;
    const struct value_def *attribute;
    int field;
};

/* An attribute that is not set may still follow from others, as an armour class does from
 * armour: then the facts tell it with its parts, "AC 23 (armour 3)". */
static void read_derived(const struct procedure *procedure, const struct state *state, int id,
                         const char *name, struct text *out)
{
    TEXT_BUFFER(facts, 2000);
    if (procedure->facts != NULL) {
        procedure->facts(state, id, &facts);
    }
    for (const char *at = facts.p; *at != '\0' && out->n == 0;) {
        int n = (int)strcspn(at, "\n");
        struct str rest = {at, n};
        struct str word = str_next_word(&rest);
        rest = str_trimmed(rest);
        struct str parts = rest;
        struct str amount = str_next_word(&parts);
        parts = str_trimmed(parts);
        bool has_parts = parts.n > 0 && (parts.p[0] == '=' || parts.p[0] == '(');
        if (str_equal_any_case(word, str_of(name)) && has_parts && char_is_digit(amount.p[0])) {
            text_add_str(out, rest);
        }
        at += n + (at[n] == '\n' ? 1 : 0);
    }
}

static void read_asked(const struct value_asked *asked, const struct procedure *procedure,
                       const struct state *state, int id, struct why_value *out)
{
    memset(out, 0, sizeof *out);
    struct text text = text_over(out->text, sizeof out->text);
    if (id > state->count || !state_is_present(state, id)) {
        return;
    }
    if (asked->read != NULL) {
        asked->read(procedure, state, id, &text);
    } else if (asked->attribute != NULL) {
        (void)state_attribute_format(state, id, asked->attribute, &text);
        if (text.n == 0) {
            read_derived(procedure, state, id, asked->attribute->name, &text);
        }
    } else if (state_is_set(state, id, asked->field)) {
        text_add(&text, "%d", state_value(state, id, asked->field, 0));
    }
    out->is_set = text.n > 0;
    out->is_number =
        out->is_set && str_to_int64(str_of(out->text), INT32_MIN, INT32_MAX, &out->number);
}

/* ---- what is asked --------------------------------------------------------------------- */

/* A combatant, else the first of the morale group of this name; 0: err says why. */
static int find_who(const struct state *state, struct str who, bool *is_group,
                    struct error *err)
{
    *is_group = false;
    for (int id = 1; id <= state->count; id++) {
        TEXT_BUFFER(name, NAME_SIZE + 8);
        if (state_is_present(state, id) && group_of(state, id) == id) {
            group_name(state, id, &name);
            *is_group = str_equal_any_case(who, str_of(name.p)) &&
                        !str_equal_any_case(who, str_of(state_name(state, id)));
        }
        if (*is_group) {
            return id;
        }
    }
    return combatant_find(state, who, err);
}

static const struct value_def *attribute_named(const struct system *system, struct str name)
{
    for (int i = 0; i < system->attributes_count; i++) {
        if (str_equal_any_case(name, str_of(system->attributes[i].name))) {
            return &system->attributes[i];
        }
    }
    return NULL;
}

static bool find_asked(const struct state *state, struct str field, struct value_asked *out)
{
    const struct system *system = state_system(state);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < READINGS; i++) {
        if (str_equal_any_case(field, str_of(readings[i].name))) {
            out->name = readings[i].name;
            out->read = readings[i].read;
            return true;
        }
    }
    out->attribute = attribute_named(system, field);
    out->field = out->attribute == NULL ? state_field_find(state, field) : 0;
    out->name = out->attribute != NULL ? out->attribute->name
                : out->field >= 0      ? state_field_name(state, out->field)
                                       : NULL;
    return out->name != NULL;
}

static enum status no_such_value(const struct state *state, struct str field, struct error *err)
{
    const struct system *system = state_system(state);
    struct nearest nearest;
    nearest_init(&nearest, field);
    for (int i = 0; i < READINGS; i++) {
        nearest_offer(&nearest, readings[i].name);
    }
    for (int i = 0; i < FIELD_SYSTEM; i++) {
        nearest_offer(&nearest, state_field_name(state, i));
    }
    for (int i = 0; i < system->attributes_count; i++) {
        nearest_offer(&nearest, system->attributes[i].name);
    }
    return error_set(err, STATUS_USAGE, "", "combatants have no value called %s%s",
                     utf8_shown(field).text,
                     nearest.best != NULL ? nearest_question(&nearest).text
                                          : "; try hp, score, words, due or an attribute");
}

/* The value when none is named. */
static const char *usual_field(const struct procedure *procedure, const struct state *state,
                               int id, bool is_group)
{
    struct bodies bodies;
    bool is_several = procedure->bodies != NULL && procedure->bodies(state, id, &bodies);
    return is_group                            ? "group-due"
           : is_several                        ? "left"
           : state_is_set(state, id, FIELD_HP) ? "hp"
                                               : "harm";
}

/* Values that tell something when they are empty: in the fight, no check is due. */
static bool tells_when_empty(const char *name)
{
    static const char *const names[] = {"hp", "out", "words", "due", "group-due"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* What is asked for most, then the fields of combatants, then the attributes; NULL after the
 * last, and "" for what was listed before. */
static const char *name_of_value(const struct state *state, int i)
{
    static const char *const first[] = {"hp",        "score", "out",  "words", "due",
                                        "group-due", "left",  "harm", "side",  "name"};
    enum { FIRST = sizeof first / sizeof first[0] };
    const struct system *system = state_system(state);
    int fields = FIRST + FIELD_SYSTEM;
    const char *name = i < FIRST    ? first[i]
                       : i < fields ? state_field_name(state, i - FIRST)
                       : i < fields + system->attributes_count
                           ? system->attributes[i - fields].name
                           : NULL;
    bool is_known = i >= FIRST && i < fields && strcmp(name, "present") == 0;
    for (int k = 0; k < FIRST && i >= FIRST && name != NULL; k++) {
        is_known = is_known || strcmp(first[k], name) == 0;
    }
    return is_known ? "" : name;
}

const char *sitting_why_value(struct sitting *sitting, int id, int i)
{
    const struct state *state = &sitting->state;
    const struct procedure *procedure = sitting_procedure(sitting);
    const char *usual = usual_field(procedure, state, id, false);
    const char *name = usual;
    for (int k = 0; name != NULL && i > 0; k++) {
        struct value_asked asked;
        struct why_value value;
        name = name_of_value(state, k);
        if (name != NULL && name[0] != '\0' && strcmp(name, usual) != 0 &&
            find_asked(state, str_of(name), &asked)) {
            read_asked(&asked, procedure, state, id, &value);
            i -= value.is_set || tells_when_empty(name) ? 1 : 0;
        }
    }
    return name != NULL ? name : "";
}

/* ---- what an act said ------------------------------------------------------------------ */

struct saying {
    int id; /* only what is about this combatant; 0: everything */
    struct text text, rules, chance;
    bool has_said;
};

static void add_rules(struct text *out, struct str rules)
{
    struct str rule;
    while ((rule = str_next_word(&rules)).n > 0) {
        struct str known = str_of(out->p), one;
        bool is_there = false;
        while ((one = str_next_word(&known)).n > 0) {
            is_there =
                is_there || (one.n == rule.n && memcmp(one.p, rule.p, (size_t)rule.n) == 0);
        }
        if (!is_there) {
            text_add(out, "%s%.*s", out->n > 0 ? " " : "", rule.n, rule.p);
        }
    }
}

/* The first roll of the act by or against the combatant. */
static void say_chance(struct saying *saying, const struct event *event)
{
    struct logged_roll roll;
    double chance;
    if (saying->chance.n > 0) {
        return;
    }
    logged_roll_read(&roll, event->trace);
    const char *words =
        roll.request != NULL ? log_request_result(roll.request, roll.outcome, &chance) : NULL;
    if (words != NULL) {
        text_add(&saying->chance, "%s ", words);
        text_add_percent(&saying->chance, chance);
    }
    logged_roll_free(&roll);
}

static bool say_event(void *context, const struct event *event)
{
    struct saying *saying = context;
    bool is_about =
        saying->id == 0 || event->subject == saying->id || event->object == saying->id;
    if (is_about && event->trace.n > 0) {
        say_chance(saying, event);
    }
    if (event->line.n == 0 || !is_about) {
        return true;
    }
    text_add_str(&saying->text, str_of(saying->text.n > 0 ? "; " : ""));
    text_add_str(&saying->text, event->line);
    add_rules(&saying->rules, event->rules);
    saying->has_said = true;
    return true;
}

/* The lines about the combatant, or all of them if there are none, and where dice of the act
 * came from that told their faces themselves. */
static enum status say_act(struct sitting *sitting, int id, const char *command,
                           struct why_link *link, struct error *err)
{
    struct saying saying = {.id = id,
                            .text = text_over(link->text, sizeof link->text),
                            .rules = text_over(link->rules, sizeof link->rules),
                            .chance = text_over(link->chance, sizeof link->chance)};
    enum status status = log_events(sitting->campaign, link->act, say_event, &saying, err);
    if (status == STATUS_OK && !saying.has_said) {
        saying.id = 0;
        status = log_events(sitting->campaign, link->act, say_event, &saying, err);
    }
    if (saying.has_said) {
        entered_sources_tell(str_of(command), "; ", "", &saying.text);
    }
    return status;
}

/* ---- the chain ------------------------------------------------------------------------- */

/* A stretch of the way, walked forward: what an act took away is not always known when it is
 * taken back, and then each step back would fold again from a snapshot. */
struct walk {
    struct sitting *sitting;
    struct value_asked asked;
    int id;
    struct state state;
    int64_t *act; /* of the stretch, the newest first */
    int acts;
    int64_t before;        /* the act that they follow; 0: the start */
    struct why_link *link; /* oldest first */
    int links, room;
};

/* The acts that lead to `head`, the newest `most`. */
static enum status find_stretch(struct walk *walk, int64_t head, int most, struct error *err)
{
    struct sitting *sitting = walk->sitting;
    struct log_stretch *way = NULL;
    int ways = 0, room = 0;
    enum status status =
        log_way_to(sitting->campaign, sitting->encounter.id, head, &way, &ways, err);
    walk->before = 0;
    for (int i = 0; status == STATUS_OK && i < ways && walk->before == 0; i++) {
        for (int64_t act = way[i].last; act >= way[i].first && walk->before == 0; act--) {
            if (walk->acts == most) {
                walk->before = act;
                continue;
            }
            walk->act = array_grown(walk->act, walk->acts, &room, sizeof *walk->act, realloc);
            CHECK(walk->act != NULL);
            walk->act[walk->acts++] = act;
        }
    }
    free(way);
    return status;
}

/* Goes one act forward; adds a link if the value changes. */
static enum status step_forward(struct walk *walk, int64_t from, int64_t act,
                                struct why_value *value, struct error *err)
{
    struct sitting *sitting = walk->sitting;
    struct act_row row;
    struct why_value after;
    enum log_step step;
    enum status status = log_state_moved(sitting->campaign, sitting->encounter.id, from, act,
                                         &walk->state, &step, err);
    if (status != STATUS_OK) {
        return status;
    }
    read_asked(&walk->asked, sitting_procedure(sitting), &walk->state, walk->id, &after);
    if (after.is_set == value->is_set && strcmp(after.text, value->text) == 0) {
        return STATUS_OK;
    }
    status = log_row(sitting->campaign, act, &row, err);
    walk->link = array_grown(walk->link, walk->links, &walk->room, sizeof *walk->link, realloc);
    CHECK(walk->link != NULL);
    struct why_link *link = &walk->link[walk->links++];
    memset(link, 0, sizeof *link);
    link->act = act;
    link->round = row.round;
    link->from = *value;
    link->to = after;
    text_format(link->label, sizeof link->label, "%s", row.label);
    *value = after;
    return status == STATUS_OK ? say_act(sitting, walk->id, row.command, link, err) : status;
}

static enum status walk_stretch(struct walk *walk, struct error *err)
{
    struct sitting *sitting = walk->sitting;
    struct why_value value;
    enum status status =
        log_state(sitting->campaign, sitting->encounter.id, walk->before, &walk->state, err);
    int64_t from = walk->before;
    read_asked(&walk->asked, sitting_procedure(sitting), &walk->state, walk->id, &value);
    if (walk->id > walk->state.count) {
        walk->before = 0; /* it was not there yet */
    }
    for (int i = walk->acts - 1; status == STATUS_OK && i >= 0; i--) {
        status = step_forward(walk, from, walk->act[i], &value, err);
        from = walk->act[i];
    }
    return status;
}

/* The links of the stretch before those there are. */
static void put_before(struct why *why, struct walk *walk)
{
    walk->link = realloc(walk->link, (size_t)(walk->links + why->links) * sizeof *walk->link);
    CHECK(walk->link != NULL || walk->links + why->links == 0);
    if (why->links > 0) {
        memcpy(&walk->link[walk->links], why->link, (size_t)why->links * sizeof *why->link);
    }
    free(why->link);
    why->link = walk->link;
    why->links += walk->links;
    why->upto = walk->before;
}

enum status sitting_why_older(struct sitting *sitting, struct why *why, int acts,
                              struct error *err)
{
    const struct state *state = &sitting->state;
    struct walk *walk = calloc(1, sizeof *walk);
    CHECK(walk != NULL);
    *walk = (struct walk){.sitting = sitting, .id = why->id};
    state_init(&walk->state, state_system(state));
    CHECK(find_asked(state, str_of(why->field), &walk->asked));
    /* As of one moment: two reads for each act, which cost a fraction so. */
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = find_stretch(walk, why->upto, acts, err);
        status = status == STATUS_OK && walk->acts > 0 ? walk_stretch(walk, err) : status;
        campaign_end_reading(sitting->campaign);
    }
    if (status == STATUS_OK) {
        put_before(why, walk);
    } else {
        free(walk->link);
    }
    free(walk->act);
    free(walk);
    return status;
}

enum status sitting_why_newest(struct sitting *sitting, struct str who, struct str field,
                               int acts, struct why *out, struct error *err)
{
    const struct state *state = &sitting->state;
    const struct procedure *procedure = sitting_procedure(sitting);
    struct value_asked asked;
    bool is_group;
    memset(out, 0, sizeof *out);
    int64_t step;
    int id = find_who(state, who, &is_group, err);
    if (id == 0) {
        return is_party_step(who, &step) ? party_step_is_no_act(sitting, step, err)
                                         : STATUS_USAGE;
    }
    struct str name = field.n > 0 ? field : str_of(usual_field(procedure, state, id, is_group));
    if (!find_asked(state, name, &asked)) {
        return no_such_value(state, field, err);
    }
    struct text called = text_over(out->combatant, sizeof out->combatant);
    if (is_group) {
        group_name(state, id, &called);
    } else {
        text_add_str(&called, str_of(state_name(state, id)));
    }
    text_format(out->field, sizeof out->field, "%s", asked.name);
    read_asked(&asked, procedure, state, id, &out->value);
    out->id = id;
    out->at = out->upto = sitting->position.head;
    enum status status =
        out->upto != 0 ? sitting_why_older(sitting, out, acts, err) : STATUS_OK;
    if (status != STATUS_OK) {
        why_free(out);
    }
    return status;
}

enum status sitting_why(struct sitting *sitting, struct str who, struct str field,
                        struct why *out, struct error *err)
{
    return sitting_why_newest(sitting, who, field, INT_MAX, out, err);
}

void why_free(struct why *why)
{
    free(why->link);
    memset(why, 0, sizeof *why);
}

/* ---- in words -------------------------------------------------------------------------- */

static const char *shown(const struct why_value *value)
{
    return value->is_set ? value->text : "-";
}

void why_format(const struct why *why, struct text *out)
{
    text_add(out, "%s: %s is %s", why->combatant, why->field,
             why->value.is_set ? why->value.text : "not set");
}

void why_link_format(const struct why_link *link, struct text *out)
{
    text_add(out, "%s → %s", shown(&link->from), shown(&link->to));
}

void sitting_run_why(struct sitting *sitting, const struct command *command, struct result *out)
{
    struct why why;
    struct error err;
    enum status status =
        sitting_why(sitting, command->argument[0].word, command->argument[1].word, &why, &err);
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    why_format(&why, &text);
    for (int i = 0; i < why.links; i++) {
        const struct why_link *link = &why.link[i];
        text_add(&text, "\n#%lld r%d  ", (long long)link->act, link->round);
        why_link_format(link, &text);
        text_add(&text, ": %s", link->text[0] != '\0' ? link->text : link->label);
    }
    why_free(&why);
}
