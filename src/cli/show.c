/* `referee show`: the encounter at present. */

#include <string.h>

#include "app/report/report.h"
#include "cli/options.h"
#include "app/sitting/sitting.h"
#include "app/log/address.h"
#include "app/encounters/encounters.h"
#include "app/forecast/kept.h"
#include "app/library/kinds.h"
#include "app/sitting/odds.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "cli/output.h"
#include "cli/subcommands.h"
#include "tracker/counters.h"
#include "tracker/library.h"
#include "tracker/turns.h"

/* ---- as a report ----------------------------------------------------------------------- */

static void set_field(json_t *row, const char *name, const struct state *state, int id,
                      int field)
{
    report_set_whole_or_null(row, name, state_is_set(state, id, field),
                             state_value(state, id, field, 0));
}

/* The attributes of the system that are set. */
static void add_attributes(json_t *row, const struct state *state, int id)
{
    const struct system *system = state_system(state);
    json_t *object = report_object(row, "attributes");
    for (int i = 0; i < system->attributes_count; i++) {
        const struct value_def *def = &system->attributes[i];
        if (value_is_text(def)) {
            const char *text = state_at(state, id)->text[state_text_field(state, def->name)];
            if (text[0] != '\0') {
                report_set_words(object, def->name, text);
            }
        } else if (state_is_set(state, id, state_attribute(state, def->name))) {
            int number = state_value(state, id, state_attribute(state, def->name), 0);
            report_set(object, def->name,
                       def->kind == VALUE_FLAG     ? json_boolean(number != 0)
                       : def->kind == VALUE_CHOICE ? json_string(def->choices[number])
                                                   : json_integer(number));
        }
    }
}

/* Values that not everybody has, and that the lines for display show too; left out when there
 * are none: how many one that stands for several still is, or the dice that will decide it;
 * everything together that waits for it, with its exact chances; the game's own values that can
 * be written, such as a weapon by its name. */
static void add_further(json_t *row, struct sitting *sitting, int id)
{
    const struct state *state = sitting_state(sitting);
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct together *together = sitting_together(sitting, id);
    const char *note = state_text(state, id, TEXT_NOTE);
    struct bodies bodies;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies)) {
        bool is_open = bodies.open != NULL;
        json_t *object = report_object(row, "bodies");
        report_set_whole_or_null(object, "left", !is_open, bodies.left);
        report_set_whole_or_null(object, "of", !is_open, bodies.most);
        report_set_words_or_null(object, "open", is_open ? bodies.open : "");
    }
    if (note[0] != '\0') {
        report_set_words(row, "note", note);
    }
    if (together != NULL) {
        json_t *object = report_object(row, "together");
        report_set_words(object, "what", together->what);
        json_t *chances = report_object(object, "chances");
        for (int i = 0; i < together->chances; i++) {
            report_set_real(chances, together->chance[i].name, true, together->chance[i].value);
        }
    }
    json_t *given = NULL;
    for (int i = 0; i < procedure->gives_count; i++) {
        const struct given_def *def = &procedure->gives[i];
        TEXT_BUFFER(text, 512);
        if (def->format != NULL) {
            def->format(state, id, &text);
        }
        if (text.n > 0) {
            given = given != NULL ? given : report_object(row, "given");
            report_set_words(given, def->name, text.p);
        }
    }
}

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

static void add_combatant(json_t *list, struct sitting *sitting, int id)
{
    const struct state *state = sitting_state(sitting);
    const struct procedure *procedure = sitting_procedure(sitting);
    struct combatant_words words;
    memset(&words, 0, sizeof words);
    procedure->describe(state, id, &words);
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    const char *turn = combatant_turn(procedure, state, id);
    TEXT_BUFFER(hp, 40);
    TEXT_BUFFER(told, 1000);
    add_hit_points(procedure, state, id, &hp);
    text_add(&told, "%s%s%s", words.words,
             words.words[0] != '\0' && turn[0] != '\0' ? ", " : "", turn);
    enum way_out way = (enum way_out)state_value(state, id, FIELD_OUT, OUT_NOT);
    json_t *row = report_row(list);
    int64_t score;
    report_set_whole(row, "id", id);
    report_set_words(row, "name", state_name(state, id));
    report_set_words_or_null(row, "kind", state_at(state, id)->text[TEXT_KIND]);
    report_set_words(row, "side", side == SIDE_PARTY ? "party" : "foes");
    if (str_to_int64(str_of(words.score), INT32_MIN, INT32_MAX, &score)) {
        report_set_whole(row, "score", score);
    } else {
        report_set_words_or_null(row, "score", words.score);
    }
    set_field(row, "hp", state, id, FIELD_HP);
    set_field(row, "hp_max", state, id, FIELD_HP_MAX);
    set_field(row, "hp_temporary", state, id, FIELD_HP_TEMPORARY);
    set_field(row, "harm", state, id, FIELD_DAMAGE_COUNTED);
    report_set_words_or_null(row, "out", way == OUT_NOT ? "" : way_out_name(way));
    report_set_flag(row, "waiting", words.is_waiting);
    report_set_words_or_null(row, "acts", turn);
    report_set_words(row, "words", words.words);
    report_set_words(row, ".now", state->value[ENCOUNTER_TURN] == id ? "> " : "  ");
    report_set_words(row, ".score", words.score);
    report_set_words(row, ".hp", hp.p);
    report_set_words(row, ".told", told.p);
    /* The lines of the screen's panel, unchanged. */
    TEXT_BUFFER(facts, COMBATANT_FACTS_SIZE);
    sitting_facts(sitting, id, &facts);
    json_t *lines = report_list(row, "facts");
    struct str rest = {facts.p, facts.n};
    for (struct str fact; combatant_next_fact(&rest, &fact);) {
        json_array_append_new(lines, report_string(fact));
    }
    add_attributes(row, state, id);
    add_further(row, sitting, id);
}

/* "! morale due: pelicans: morale p1, 72% holds  [5.21 Morale]". */
static void add_check_line(json_t *row, struct sitting *sitting, const struct pending *pending,
                           const char *rule)
{
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
    report_set_words(row, ".line", line.p);
}

/* Once for each combatant: everything together that waits for it. */
static void add_together(json_t *row, struct sitting *sitting, const struct pending *pending,
                         int at)
{
    int id = pending[at].subject;
    const struct together *together = sitting_together(sitting, id);
    for (int i = 0; i < at; i++) {
        together = pending[i].subject == id ? NULL : together;
    }
    if (together != NULL) {
        TEXT_BUFFER(text, 200);
        text_add(&text, "%s, ", state_name(sitting_state(sitting), id));
        together_format(together, &text);
        report_set_words(row, ".together", text.p);
    }
}

static json_t *add_check(json_t *list, struct sitting *sitting, const struct pending *pending)
{
    const struct state *state = sitting_state(sitting);
    const char *rule = pending->rule != NULL ? pending->rule : "";
    int subject = pending->subject, object = pending->object;
    const char *name;
    double chance;
    json_t *row = report_row(list);
    add_check_line(row, sitting, pending, rule);
    report_set_words(row, "text", pending->text);
    report_set_words_or_null(row, "about", subject != 0 ? state_name(state, subject) : "");
    report_set_words_or_null(row, "by", object != 0 ? state_name(state, object) : "");
    report_set_words(row, "command", pending->command);
    report_set_words(row, "rule", rule);
    report_set_words_or_null(row, "title", rule_text_title(sitting_rule_texts(sitting), rule));
    json_t *chances = report_object(row, "chances");
    if (sitting_pending_chance(sitting, pending, &name, &chance)) {
        report_set_real(chances, name, true, chance);
    }
    return row;
}

static json_t *report_of(struct sitting *sitting, const char *at)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct state *state = sitting_state(sitting);
    struct pending pending[PENDING_MAX];
    int ids[COMBATANTS_MAX];
    const char *name = sitting_encounter_name(sitting);
    TEXT_BUFFER(phase, 80);
    TEXT_BUFFER(kept, 400);
    procedure->phase(state, &phase);
    sitting_add_kept_line(sitting, sitting_encounter_number(sitting), state, &kept);
    int turn = state->value[ENCOUNTER_TURN];
    json_t *report = json_object();
    report_set_words_or_null(report, "encounter", name);
    report_set_words(report, ".encounter", name[0] != '\0' ? name : "no encounter yet");
    report_set_words(report, ".kept", kept.p);
    if (at[0] != '\0') {
        report_set_words(report, "at", at);
    }
    report_set_words(report, "system", state_system(state)->id);
    report_set_whole(report, "round", state->value[ENCOUNTER_ROUND]);
    report_set_words(report, "phase", phase.p);
    report_set_whole_or_null(report, "turn", turn != 0, turn);
    json_t *list = report_list(report, "counters");
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            const struct counter *counter = &state->counter[i];
            int of = counter->number[COUNTER_OF], most = counter->number[COUNTER_MOST];
            json_t *row = report_row(list);
            TEXT_BUFFER(line, 400);
            counter_format(state, counter, &line);
            report_set_words(row, ".line", line.p);
            report_set_words(row, "name", counter->name);
            report_set_whole(row, "now", counter->number[COUNTER_NOW]);
            report_set_whole_or_null(row, "most", most != 0, most);
            report_set_words(row, "per", counter_per_words[counter->number[COUNTER_PER]]);
            report_set_whole_or_null(row, "of", of != 0, of);
            report_set_words_or_null(row, "then", counter->then);
            report_set_flag(row, "due", counter_has_ended(counter));
        }
    }
    list = report_list(report, "combatants");
    int count = turns_order(procedure, state, ids);
    for (int i = 0; i < count; i++) {
        add_combatant(list, sitting, ids[i]);
    }
    list = report_list(report, "due");
    count = pending_checks(procedure, state, pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        add_together(add_check(list, sitting, &pending[i]), sitting, pending, i);
    }
    if (procedure->guide != NULL) {
        TEXT_BUFFER(guide, GUIDE_SIZE);
        procedure->guide(state, &guide);
        report_set_words_or_null(report, "next", guide.p);
    }
    report_set_words_or_null(report, "undo", sitting_undo_label(sitting));
    report_set_words_or_null(report, "redo", sitting_redo_label(sitting));
    return report;
}

/* ---- for display ----------------------------------------------------------------------- */

enum { SCORE_COLUMNS = 5, NAME_COLUMNS_MAX = 30 };

static void print_line(const json_t *report, const char *name, const char *pattern)
{
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    const char *words = json_string_value(report_value(report, name));
    if (words != NULL && words[0] != '\0') {
        report_tell(report, pattern, &line);
        output_row(&line);
    }
}

static void print_combatants(const json_t *list, const struct sitting *sitting)
{
    int names = output_columns("name");
    json_t *row, *fact;
    size_t i, k;
    json_array_foreach(list, i, row)
    {
        int columns = output_columns(json_string_value(report_value(row, "name")));
        names = columns > names ? columns : names;
    }
    const struct report_column columns[] = {
        {.title = "  ", .name = ".now"},
        {.title = sitting_procedure(sitting)->score,
         .name = ".score",
         .columns = SCORE_COLUMNS},
        {.title = "name",
         .name = "name",
         .columns = names < NAME_COLUMNS_MAX ? names : NAME_COLUMNS_MAX},
        {.title = "side", .name = "side", .columns = 5},
        {.title = state_system(sitting_state(sitting))->hit_points,
         .name = ".hp",
         .columns = 9},
        {.name = ".told"}};
    if (json_array_size(list) == 0) {
        output_line("  nobody is here");
        return;
    }
    output_report_head(columns, 6);
    json_array_foreach(list, i, row)
    {
        output_report_row(row, columns, 6);
        print_line(row, "note", "         note: {note}");
    }
    /* The facts from the screen's panel for each, after its name. */
    json_array_foreach(list, i, row)
    {
        TEXT_BUFFER(line, 2 * COMBATANT_FACTS_SIZE);
        report_tell(row, "  {name}: ", &line);
        json_array_foreach(report_value(row, "facts"), k, fact)
        {
            report_tell(fact, k > 0 ? "; {}" : "{}", &line);
        }
        if (k > 0) {
            output_row(&line);
        }
    }
}

static void print_encounter(const json_t *report, const struct sitting *sitting)
{
    json_t *row;
    size_t i;
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    report_tell(report, "{.encounter} · {system} · {phase}", &line);
    report_tell(report, report_value(report, "at") != NULL ? " · as it was after {at}" : "",
                &line);
    output_row(&line);
    json_array_foreach(report_value(report, "counters"), i, row)
    {
        print_line(row, ".line", "  {.line}");
    }
    print_combatants(report_value(report, "combatants"), sitting);
    json_array_foreach(report_value(report, "due"), i, row)
    {
        print_line(row, ".line", "{.line}");
        print_line(row, ".together", "  {.together}");
    }
    print_line(report, "next", "next: {next}");
    print_line(report, ".kept", "{.kept}");
    print_line(report, "undo", "undo: {undo}");
    print_line(report, "redo", "redo: {redo}");
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
        output_report(report_of(sitting, at.p));
    } else if (status == STATUS_OK && !is_json) {
        json_t *report = report_of(sitting, at.p);
        print_encounter(report, sitting);
        json_decref(report);
    }
    return options_campaign_close(sitting,
                                  status == STATUS_OK ? EXIT_DONE : output_error(&err));
}
