/* `referee show`: the encounter at present. */

#include <string.h>

#include "cli/options.h"
#include "app/sitting/sitting.h"
#include "app/log/address.h"
#include "app/encounters/encounters.h"
#include "app/forecast/kept_forecasts.h"
#include "app/library/kinds.h"
#include "app/sitting/odds.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "cli/output.h"
#include "cli/subcommands.h"
#include "tracker/counters.h"
#include "tracker/library.h"
#include "tracker/turns.h"

/* ---- JSON ------------------------------------------------------------------------------ */

static json_t *field_json(const struct state *state, int id, int field)
{
    return state_is_set(state, id, field) ? json_integer(state_value(state, id, field, 0))
                                          : json_null();
}

static json_t *attribute_json(const struct state *state, int id, const struct value_def *def)
{
    int number = state_value(state, id, state_attribute(state, def->name), 0);
    switch (def->kind) {
    case VALUE_FLAG:
        return json_boolean(number != 0);
    case VALUE_CHOICE:
        return json_string(def->choices[number]);
    case VALUE_NUMBER:
    case VALUE_DECIMAL:
    case VALUE_DICE:
    case VALUE_SPAN:
        break;
    }
    return json_integer(number);
}

/* The attributes of the system that are set. */
static json_t *attributes_json(const struct state *state, int id)
{
    const struct system *system = state_system(state);
    json_t *object = json_object();
    for (int i = 0; i < system->attributes_count; i++) {
        const struct value_def *def = &system->attributes[i];
        if (value_is_text(def)) {
            const char *text = state_at(state, id)->text[state_text_field(state, def->name)];
            if (text[0] != '\0') {
                json_object_set_new(object, def->name, output_json_string(str_of(text)));
            }
        } else if (state_is_set(state, id, state_attribute(state, def->name))) {
            json_object_set_new(object, def->name, attribute_json(state, id, def));
        }
    }
    return object;
}

/* The game's own values that can be written, such as a weapon by its name; only if there are
 * any. */
static void add_given(json_t *object, const struct procedure *procedure,
                      const struct state *state, int id)
{
    json_t *given = json_object();
    for (int i = 0; i < procedure->gives_count; i++) {
        const struct given_def *def = &procedure->gives[i];
        TEXT_BUFFER(text, 512);
        if (def->format != NULL) {
            def->format(state, id, &text);
        }
        if (text.n > 0) {
            json_object_set_new(given, def->name, output_json_string(str_of(text.p)));
        }
    }
    if (json_object_size(given) > 0) {
        json_object_set(object, "given", given);
    }
    json_decref(given);
}

/* The score, as a number if it is one. */
static json_t *score_json(const char *score)
{
    int64_t number;
    if (str_to_int64(str_of(score), INT32_MIN, INT32_MAX, &number)) {
        return json_integer(number);
    }
    return output_json_string_or_null(score);
}

/* The number left of a combatant that stands for several, or the dice that will decide it. */
static json_t *bodies_json(const struct bodies *bodies)
{
    json_t *object = json_object();
    bool is_open = bodies->open != NULL;
    json_object_set_new(object, "left", is_open ? json_null() : json_integer(bodies->left));
    json_object_set_new(object, "of", is_open ? json_null() : json_integer(bodies->most));
    json_object_set_new(object, "open", is_open ? json_string(bodies->open) : json_null());
    return object;
}

/* Everything together that waits for a combatant, with its exact chances. */
static json_t *together_json(const struct together *together)
{
    json_t *chances = json_object();
    for (int i = 0; i < together->chances; i++) {
        json_object_set_new(chances, together->chance[i].name,
                            json_real(together->chance[i].value));
    }
    json_t *object = json_object();
    json_object_set_new(object, "what", output_json_string(str_of(together->what)));
    json_object_set_new(object, "chances", chances);
    return object;
}

/* Values that not everybody has, and that the lines for display show too; left out when there
 * are none. */
static void add_further(json_t *object, struct sitting *sitting, int id)
{
    const struct state *state = sitting_state(sitting);
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct together *together = sitting_together(sitting, id);
    const char *note = state_text(state, id, TEXT_NOTE);
    struct bodies bodies;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies)) {
        json_object_set_new(object, "bodies", bodies_json(&bodies));
    }
    if (note[0] != '\0') {
        json_object_set_new(object, "note", output_json_string(str_of(note)));
    }
    if (together != NULL) {
        json_object_set_new(object, "together", together_json(together));
    }
}

/* The lines of the screen's panel, unchanged. */
static json_t *facts_json(struct sitting *sitting, int id)
{
    TEXT_BUFFER(text, COMBATANT_FACTS_SIZE);
    sitting_facts(sitting, id, &text);
    json_t *array = json_array();
    struct str rest = {text.p, text.n};
    for (struct str fact; combatant_next_fact(&rest, &fact);) {
        json_array_append_new(array, output_json_string(fact));
    }
    return array;
}

static json_t *combatant_json(struct sitting *sitting, int id)
{
    const struct state *state = sitting_state(sitting);
    const struct procedure *procedure = sitting_procedure(sitting);
    struct combatant_words row;
    memset(&row, 0, sizeof row);
    procedure->describe(state, id, &row);
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    enum way_out way = (enum way_out)state_value(state, id, FIELD_OUT, OUT_NOT);
    json_t *object = json_object();
    json_object_set_new(object, "id", json_integer(id));
    json_object_set_new(object, "name", output_json_string(str_of(state_name(state, id))));
    json_object_set_new(object, "kind",
                        output_json_string_or_null(state_at(state, id)->text[TEXT_KIND]));
    json_object_set_new(object, "side", json_string(side == SIDE_PARTY ? "party" : "foes"));
    json_object_set_new(object, "score", score_json(row.score));
    json_object_set_new(object, "hp", field_json(state, id, FIELD_HP));
    json_object_set_new(object, "hp_max", field_json(state, id, FIELD_HP_MAX));
    json_object_set_new(object, "hp_temporary", field_json(state, id, FIELD_HP_TEMPORARY));
    json_object_set_new(object, "harm", field_json(state, id, FIELD_DAMAGE_COUNTED));
    json_object_set_new(object, "out",
                        way == OUT_NOT ? json_null() : json_string(way_out_name(way)));
    json_object_set_new(object, "waiting", json_boolean(row.is_waiting));
    json_object_set_new(object, "acts",
                        output_json_string_or_null(combatant_turn(procedure, state, id)));
    json_object_set_new(object, "words", output_json_string(str_of(row.words)));
    json_object_set_new(object, "facts", facts_json(sitting, id));
    json_object_set_new(object, "attributes", attributes_json(state, id));
    add_further(object, sitting, id);
    add_given(object, procedure, state, id);
    return object;
}

static json_t *name_json(const struct state *state, int id)
{
    return id != 0 ? output_json_string(str_of(state_name(state, id))) : json_null();
}

static json_t *check_json(struct sitting *sitting, const struct pending *pending)
{
    const struct state *state = sitting_state(sitting);
    const char *rule = pending->rule != NULL ? pending->rule : "";
    const char *name;
    double chance;
    json_t *chances = json_object();
    if (sitting_pending_chance(sitting, pending, &name, &chance)) {
        json_object_set_new(chances, name, json_real(chance));
    }
    json_t *object = json_object();
    json_object_set_new(object, "text", output_json_string(str_of(pending->text)));
    json_object_set_new(object, "about", name_json(state, pending->subject));
    json_object_set_new(object, "by", name_json(state, pending->object));
    json_object_set_new(object, "command", output_json_string(str_of(pending->command)));
    json_object_set_new(object, "rule", json_string(rule));
    json_object_set_new(
        object, "title",
        output_json_string_or_null(rule_text_title(sitting_rule_texts(sitting), rule)));
    json_object_set_new(object, "chances", chances);
    return object;
}

static json_t *pending_json(struct sitting *sitting)
{
    struct pending pending[PENDING_MAX];
    int count = pending_checks(sitting_procedure(sitting), sitting_state(sitting), pending,
                               PENDING_MAX);
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(array, check_json(sitting, &pending[i]));
    }
    return array;
}

static json_t *counter_json(const struct counter *counter)
{
    int of = counter->number[COUNTER_OF];
    int most = counter->number[COUNTER_MOST];
    json_t *object = json_object();
    json_object_set_new(object, "name", output_json_string(str_of(counter->name)));
    json_object_set_new(object, "now", json_integer(counter->number[COUNTER_NOW]));
    json_object_set_new(object, "most", most != 0 ? json_integer(most) : json_null());
    json_object_set_new(object, "per",
                        json_string(counter_per_words[counter->number[COUNTER_PER]]));
    json_object_set_new(object, "of", of != 0 ? json_integer(of) : json_null());
    json_object_set_new(object, "then", output_json_string_or_null(counter->then));
    json_object_set_new(object, "due", json_boolean(counter_has_ended(counter)));
    return object;
}

static json_t *counters_json(const struct state *state)
{
    json_t *array = json_array();
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            json_array_append_new(array, counter_json(&state->counter[i]));
        }
    }
    return array;
}

static void phase_text(const struct procedure *procedure, const struct state *state, char *buf,
                       int size)
{
    struct text text = text_over(buf, size);
    procedure->phase(state, &text);
}

/* What comes next, if the procedure says so; otherwise "". */
static void guide_text(const struct procedure *procedure, const struct state *state, char *buf,
                       int size)
{
    struct text text = text_over(buf, size);
    if (procedure->guide != NULL) {
        procedure->guide(state, &text);
    }
}

static void print_json(struct sitting *sitting, const char *at)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct state *state = sitting_state(sitting);
    char phase[80];
    phase_text(procedure, state, phase, sizeof phase);
    int ids[COMBATANTS_MAX];
    int count = turns_order(procedure, state, ids);
    json_t *combatants = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(combatants, combatant_json(sitting, ids[i]));
    }
    int turn = state->value[ENCOUNTER_TURN];
    json_t *document = json_object();
    json_object_set_new(document, "encounter",
                        output_json_string_or_null(sitting_encounter_name(sitting)));
    if (at[0] != '\0') {
        json_object_set_new(document, "at", output_json_string(str_of(at)));
    }
    json_object_set_new(document, "system", json_string(state_system(state)->id));
    json_object_set_new(document, "round", json_integer(state->value[ENCOUNTER_ROUND]));
    json_object_set_new(document, "phase", output_json_string(str_of(phase)));
    json_object_set_new(document, "turn", turn != 0 ? json_integer(turn) : json_null());
    json_object_set_new(document, "counters", counters_json(state));
    json_object_set_new(document, "combatants", combatants);
    json_object_set_new(document, "due", pending_json(sitting));
    if (procedure->guide != NULL) {
        char guide[GUIDE_SIZE];
        guide_text(procedure, state, guide, sizeof guide);
        json_object_set_new(document, "next", output_json_string_or_null(guide));
    }
    json_object_set_new(document, "undo",
                        output_json_string_or_null(sitting_undo_label(sitting)));
    json_object_set_new(document, "redo",
                        output_json_string_or_null(sitting_redo_label(sitting)));
    output_json(document);
}

/* ---- for display ----------------------------------------------------------------------- */

enum { SCORE_COLUMNS = 5, NAME_COLUMNS_MAX = 30 };

/* Hit points, or the number left of a combatant that stands for several. */
static void add_hit_points(const struct procedure *procedure, const struct state *state, int id,
                           struct text *out)
{
    struct bodies bodies;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies)) {
        if (bodies.open != NULL) {
            text_add(out, "%s", bodies.open);
        } else {
            text_add(out, "%d of %d", bodies.left, bodies.most);
        }
    } else if (state_is_set(state, id, FIELD_HP)) {
        text_add(out, "%d", state_value(state, id, FIELD_HP, 0));
        if (state_is_set(state, id, FIELD_HP_MAX)) {
            text_add(out, "/%d", state_value(state, id, FIELD_HP_MAX, 0));
        }
    } else if (state_value(state, id, FIELD_DAMAGE_COUNTED, 0) > 0) {
        text_add(out, "-%d", state_value(state, id, FIELD_DAMAGE_COUNTED, 0));
    }
    if (state_value(state, id, FIELD_HP_TEMPORARY, 0) > 0) {
        text_add(out, "+%d", state_value(state, id, FIELD_HP_TEMPORARY, 0));
    }
}

static void print_row(const struct procedure *procedure, const struct state *state, int id,
                      int name_columns)
{
    struct combatant_words row;
    memset(&row, 0, sizeof row);
    procedure->describe(state, id, &row);
    TEXT_BUFFER(text, 40);
    add_hit_points(procedure, state, id, &text);
    TEXT_BUFFER(line, 1000);
    text_add(&line, "%c ", state->value[ENCOUNTER_TURN] == id ? '>' : ' ');
    output_column(&line, row.score, SCORE_COLUMNS);
    output_column(&line, state_name(state, id), name_columns);
    output_column(
        &line, state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY ? "party" : "foes",
        5);
    output_column(&line, text.p, 9);
    text_add(&line, "%s", row.words);
    const char *turn = combatant_turn(procedure, state, id);
    if (turn[0] != '\0') {
        text_add(&line, "%s%s", row.words[0] != '\0' ? ", " : "", turn);
    }
    output_row(&line);
    const char *note = state_text(state, id, TEXT_NOTE);
    if (note[0] != '\0') {
        output_line("%*snote: %s", SCORE_COLUMNS + 4, "", note);
    }
}

static void print_rows(const struct procedure *procedure, const struct state *state)
{
    int ids[COMBATANTS_MAX];
    int count = turns_order(procedure, state, ids);
    int name_columns = 4;
    for (int i = 0; i < count; i++) {
        int columns = output_columns(state_name(state, ids[i]));
        name_columns = columns > name_columns ? columns : name_columns;
    }
    name_columns = name_columns < NAME_COLUMNS_MAX ? name_columns : NAME_COLUMNS_MAX;
    if (count == 0) {
        output_line("  nobody is here");
        return;
    }
    TEXT_BUFFER(line, 200);
    text_add(&line, "  ");
    output_column(&line, procedure->score, SCORE_COLUMNS);
    output_column(&line, "name", name_columns);
    output_column(&line, "side", 5);
    text_add(&line, "%s", state_system(state)->hit_points);
    output_row(&line);
    for (int i = 0; i < count; i++) {
        print_row(procedure, state, ids[i], name_columns);
    }
}

/* The facts from the screen's panel for each combatant, after its name. */
static void print_facts(struct sitting *sitting)
{
    int ids[COMBATANTS_MAX];
    const struct state *state = sitting_state(sitting);
    int count = turns_order(sitting_procedure(sitting), state, ids);
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(facts, COMBATANT_FACTS_SIZE);
        sitting_facts(sitting, ids[i], &facts);
        TEXT_BUFFER(line, 2 * COMBATANT_FACTS_SIZE);
        text_add(&line, "  %s: ", state_name(state, ids[i]));
        struct str rest = {facts.p, facts.n};
        const char *gap = "";
        for (struct str fact; combatant_next_fact(&rest, &fact); gap = "; ") {
            text_add(&line, "%s%.*s", gap, fact.n, fact.p);
        }
        if (facts.n > 0) {
            output_row(&line);
        }
    }
}

/* Once for each combatant: everything together that waits for it. */
static void print_together(struct sitting *sitting, const struct pending *pending, int at)
{
    int id = pending[at].subject;
    const struct together *together = sitting_together(sitting, id);
    for (int i = 0; i < at; i++) {
        together = pending[i].subject == id ? NULL : together;
    }
    if (together != NULL) {
        TEXT_BUFFER(text, 120);
        together_format(together, &text);
        output_line("  %s, %s", state_name(sitting_state(sitting), id), text.p);
    }
}

/* "! morale due: pelicans: morale p1, 72% holds  [5.21 Morale]". */
static void print_check(struct sitting *sitting, const struct pending *pending)
{
    const char *rule = pending->rule != NULL ? pending->rule : "";
    const char *title = rule_text_title(sitting_rule_texts(sitting), rule);
    TEXT_BUFFER(line, 600);
    TEXT_BUFFER(chance, 60);
    text_add(&line, "! %s%s%s", pending->text, pending->command[0] != '\0' ? ": " : "",
             pending->command);
    if (sitting_add_pending_chance(sitting, pending, &chance)) {
        text_add(&line, ", %s", chance.p);
    }
    if (rule[0] != '\0') {
        const char *gap = char_is_digit(rule[0]) ? " " : ": ";
        bool is_said = title[0] == '\0' || str_equal_any_case(str_of(title), str_of(rule));
        text_add(&line, "  [%s%s%s]", rule, is_said ? "" : gap, is_said ? "" : title);
    }
    output_row(&line);
}

static void print_pending(struct sitting *sitting)
{
    struct pending pending[PENDING_MAX];
    int count = pending_checks(sitting_procedure(sitting), sitting_state(sitting), pending,
                               PENDING_MAX);
    for (int i = 0; i < count; i++) {
        print_check(sitting, &pending[i]);
        print_together(sitting, pending, i);
    }
}

static void print_guide(const struct procedure *procedure, const struct state *state)
{
    char guide[GUIDE_SIZE];
    guide_text(procedure, state, guide, sizeof guide);
    if (guide[0] != '\0') {
        output_line("next: %s", guide);
    }
}

static void print_counters(const struct state *state)
{
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            TEXT_BUFFER(text, 400);
            counter_format(state, &state->counter[i], &text);
            output_line("  %s", text.p);
        }
    }
}

static void print_forecast(struct sitting *sitting)
{
    TEXT_BUFFER(line, 400);
    sitting_add_kept_line(sitting, sitting_encounter_number(sitting), sitting_state(sitting),
                          &line);
    if (line.n > 0) {
        output_line("%s", line.p);
    }
}

static void print_encounter(struct sitting *sitting, const char *at)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct state *state = sitting_state(sitting);
    const char *name = sitting_encounter_name(sitting);
    char phase[80];
    phase_text(procedure, state, phase, sizeof phase);
    output_line("%s · %s · %s%s%s", name[0] != '\0' ? name : "no encounter yet",
                state_system(state)->id, phase, at[0] != '\0' ? " · as it was after " : "", at);
    print_counters(state);
    print_rows(procedure, state);
    print_facts(sitting);
    print_pending(sitting);
    print_guide(procedure, state);
    print_forecast(sitting);
    if (sitting_undo_label(sitting)[0] != '\0') {
        output_line("undo: %s", sitting_undo_label(sitting));
    }
    if (sitting_redo_label(sitting)[0] != '\0') {
        output_line("redo: %s", sitting_redo_label(sitting));
    }
}

/* What to show; `at` is its address, "" for the open encounter at present. */
static enum status look(struct sitting *sitting, const struct options *options, struct text *at,
                        struct error *err)
{
    int64_t act = 0;
    if (options->words == 0) {
        return STATUS_OK;
    }
    enum status status = sitting_look(sitting, options->word[0], &act, err);
    if (status == STATUS_OK && act != 0) {
        act_address_format(sitting_encounter_name(sitting), act, at);
    }
    return status;
}

int show_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    TEXT_BUFFER(at, 2 * SITTING_ENCOUNTER_NAME_SIZE);
    if (subcommand_words(options, 1, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = look(sitting, options, &at, &err);
    bool is_json = options_has(options, OPTION_JSON);
    if (status == STATUS_OK && is_json && sitting_damage(sitting) == NULL) {
        print_json(sitting, at.p);
    } else if (status == STATUS_OK && !is_json) {
        print_encounter(sitting, at.p);
    }
    return options_campaign_close(sitting,
                                  status == STATUS_OK ? EXIT_DONE : output_error(&err));
}
