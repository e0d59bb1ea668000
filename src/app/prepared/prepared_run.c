#include "app/prepared/prepared_run.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/party/party.h"
#include "app/library/table_library.h"
#include "games/games.h"
#include "resolver/dice/dice.h"
#include "tracker/carry.h"
#include "tracker/decide.h"
#include "tracker/settings.h"
#include "tracker/decision.h"

enum { GUESTS = 4, TOLD_SIZE = 16 * 1024 };

struct prepared_scratch {
    struct decision decision;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX]; /* of the table alone */
    int commands;
    struct kept_dice kept;
    int first[2 * ENCOUNTER_ENTRIES_MAX]; /* for each entry: its first combatant, */
    int count[2 * ENCOUNTER_ENTRIES_MAX]; /* and their number */
    char told[TOLD_SIZE];
    unsigned char text_memory[DECISION_TEXT_SIZE];
    unsigned char memory[ENCOUNTER_MEMORY_SIZE];
};

/* ---- parts of a text ----------------------------------------------------------------------
 */

void prepared_parts_open(struct prepared_parts *out, struct str bytes, const char *file)
{
    struct diagnostics diagnostics = {.count = 0};
    struct arena arena;
    *out = (struct prepared_parts){.memory = malloc(ENCOUNTER_MEMORY_SIZE)};
    CHECK(out->memory != NULL);
    arena_init(&arena, out->memory, ENCOUNTER_MEMORY_SIZE);
    struct yaml_source source = {.file = file,
                                 .code = STATUS_USAGE,
                                 .bytes = bytes,
                                 .diagnostics = &diagnostics,
                                 .keeps_lines = true};
    out->is_open = encounter_text_open(&out->text, &source, &arena);
}

void prepared_parts_close(struct prepared_parts *parts)
{
    free(parts->memory);
    parts->memory = NULL;
}

/* ---- deciding -------------------------------------------------------------------------- */

static void begin(struct prepared_run *run, const struct state *state)
{
    struct sitting *sitting = run->sitting;
    struct prepared_scratch *scratch = run->scratch;
    struct decision *decision = &scratch->decision;
    decision_begin(decision, run->procedure, state, scratch->text_memory);
    decision->seed = campaign_seed(sitting->campaign);
    decision->encounter = run->options->encounter;
    decision->asks = run->options->asks;
    decision->chances = run->options->is_check ? NULL : &sitting->chances;
    decision->tables = sitting->tables != NULL ? table_library_tables(sitting->tables) : NULL;
    decision->tables_error =
        sitting->tables_error.code != STATUS_OK ? &sitting->tables_error : NULL;
    decision->library = sitting->library != NULL ? record_library(sitting->library) : NULL;
    decision->library_error =
        sitting->library_error.code != STATUS_OK ? &sitting->library_error : NULL;
}

/* Entered dice are passed on to the line: they need not all be for it. */
static void decide_line(struct prepared_run *run, const char *line)
{
    struct prepared_scratch *scratch = run->scratch;
    begin(run, run->at);
    if (run->options->dice_count > run->used) {
        kept_dice_init(&scratch->kept);
        scratch->kept.draw = (uint32_t)run->at->value[ENCOUNTER_DRAW];
        kept_dice_restart(&scratch->kept);
        scratch->decision.kept = &scratch->kept;
        scratch->decision.more = run->options->dice + run->used;
        scratch->decision.more_count = run->options->dice_count - run->used;
    }
    decide(&scratch->decision, scratch->command, scratch->commands, run->at, str_of(line));
}

/* Keeps the decision as an act of the fight, on which the next line builds. */
static void take(struct prepared_run *run, const char *command)
{
    const struct decision *decision = &run->scratch->decision;
    run->act = act_blocks_grown(run->act, &run->acts_room, run->acts, sizeof *run->act);
    struct corrected_act *act = &run->act[run->acts++];
    *act = (struct corrected_act){
        .row = {.encounter = run->options->encounter,
                .round = decision->state.value[ENCOUNTER_ROUND],
                .at_ms = run->sitting->now_ms()},
        .events = act_blocks_events(&run->blocks, decision->event, decision->events),
        .count = decision->events};
    memcpy(act->row.label, decision->label, sizeof act->row.label);
    struct text text = text_over(act->row.command, sizeof act->row.command);
    text_add(&text, "%s", command);
    for (int i = 0; i < decision->events; i++) {
        if (decision->event[i].line.n > 0) {
            text_add(&run->told, "%s", run->told.n > 0 ? "\n" : "");
            text_add_str(&run->told, decision->event[i].line);
        }
    }
    run->used += decision->entered_used;
    state_copy(run->at, &decision->state);
}

/* ---- mistakes -------------------------------------------------------------------------- */

static struct yaml_source source_of(struct prepared_run *run)
{
    return (struct yaml_source){.file = run->options->file,
                                .code = STATUS_USAGE,
                                .bytes = run->options->text,
                                .diagnostics = &run->diagnostics,
                                .keeps_lines = true};
}

static void reason(const struct decision *decision, struct text *out)
{
    if (decision->verdict == VERDICT_REFUSED) {
        text_add(out, "%s", decision->refusal.reason);
    } else if (decision->verdict == VERDICT_ASKS) {
        text_add(out, "something is missing: ");
        question_text(&decision->question, out);
    } else {
        text_add(out, "%s", decision->error.text);
    }
}

static void complain(struct prepared_run *run, const struct yaml_value *at)
{
    struct yaml_source source = source_of(run);
    TEXT_BUFFER(text, ERROR_TEXT_SIZE);
    reason(&run->scratch->decision, &text);
    yaml_complain(&source, at->line, at->column, "%s", text.p);
}

/* A line for a combatant "x" with one field of an entry; false: it is not tried alone. */
static bool try_field(const struct prepared_game *game, const struct yaml_value *at,
                      struct text *line)
{
    bool is_count = str_equal(at->key, "count") && at->shape == YAML_SHAPE_SCALAR;
    text_add(line, is_count ? "add (%.*s) x" : "add x", at->text.n, at->text.p);
    return (is_count || prepared_option(game, at, line)) && !line->is_cut;
}

/* Without the name of that combatant, which nobody has written. */
static void forget_name(struct error *err)
{
    static const char name[] = "x: ";
    int n = (int)sizeof name - 1;
    if (str_equal_any_case((struct str){err->text, n}, str_of(name))) {
        memmove(err->text, err->text + n, strlen(err->text + n) + 1);
    }
}

/* Finds the wrong field of an entry: each is tried alone. False: none is wrong. */
static bool blame_fields(struct prepared_run *run, const struct yaml_value *map)
{
    bool is_blamed = false;
    struct prepared_game game = {run->procedure, NULL, run->at};
    for (const struct yaml_value *at = map->first; at != NULL; at = at->next) {
        TEXT_BUFFER(line, COMMAND_LINE_MAX);
        if (diagnostics_full(&run->diagnostics) || !try_field(&game, at, &line)) {
            continue;
        }
        begin(run, run->at);
        run->scratch->decision.asks = false;
        decide(&run->scratch->decision, run->scratch->command, run->scratch->commands, run->at,
               str_of(line.p));
        if (run->scratch->decision.verdict == VERDICT_WRONG) {
            forget_name(&run->scratch->decision.error);
            complain(run, at);
            is_blamed = true;
        }
    }
    return is_blamed;
}

/* ---- lines ----------------------------------------------------------------------------- */

/* "%w" is the combatant. */
static void fill(const char *line, int id, struct text *out)
{
    for (const char *c = line; *c != '\0'; c++) {
        if (c[0] == '%' && c[1] == 'w' && id != 0) {
            text_add(out, "#%d", id);
            c++;
        } else {
            text_add_char(out, *c);
        }
    }
}

/* Decides a line for one combatant, 0: nobody. False: it could not be done. */
static bool run_line(struct prepared_run *run, const struct prepared_line *line, int id)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 16);
    struct decision *decision = &run->scratch->decision;
    fill(line->text, id, &text);
    decide_line(run, text.p);
    if (decision->verdict == VERDICT_ASKS && decision->question.kind == QUESTION_DICE) {
        run->is_asking = true;
        run->question = decision->question;
        return false;
    }
    if (decision->verdict != VERDICT_DONE) {
        struct error err = decision->error;
        struct question question = decision->question;
        enum verdict verdict = decision->verdict;
        if (line->map == NULL || !blame_fields(run, line->map)) {
            decision->error = err;
            decision->question = question;
            decision->verdict = verdict;
            complain(run, line->at);
        }
        return false;
    }
    if (decision->events > 0) {
        take(run, text.p);
    }
    return true;
}

/* Later arrivals are checked now, and decided when they are met. */
static bool check_later(struct prepared_run *run, const struct prepared_line *line)
{
    struct decision *decision = &run->scratch->decision;
    begin(run, run->at);
    decision->asks = false;
    decide(decision, run->scratch->command, run->scratch->commands, run->at,
           str_of(line->later));
    if (decision->verdict != VERDICT_DONE) {
        struct error err = decision->error;
        if (!blame_fields(run, line->map)) {
            decision->error = err;
            decision->verdict = VERDICT_WRONG;
            complain(run, line->at);
        }
        return false;
    }
    return true;
}

static void complain_which(struct prepared_run *run, const struct prepared_line *line)
{
    struct yaml_source source = source_of(run);
    int count = run->scratch->count[line->entry];
    if (count > 0) { /* otherwise it is already reported that they are not here */
        yaml_complain(&source, line->at->line, line->at->column,
                      "only %d of them %s here, so there is no number %d", count,
                      count == 1 ? "is" : "are", line->which);
    }
}

static void run_for(struct prepared_run *run, const struct prepared_line *line)
{
    struct prepared_scratch *scratch = run->scratch;
    int before = run->at->count;
    int first = line->entry >= 0 ? scratch->first[line->entry] : 0;
    switch (line->whom) {
    case PREPARED_ADDS:
        if (run_line(run, line, 0)) {
            scratch->first[line->entry] = before + 1;
            scratch->count[line->entry] = run->at->count - before;
        }
        break;
    case PREPARED_EACH:
        for (int i = 0; i < scratch->count[line->entry]; i++) {
            if (!run_line(run, line, first + i)) {
                break;
            }
        }
        break;
    case PREPARED_ONE:
        if (line->which > scratch->count[line->entry]) {
            complain_which(run, line);
        } else {
            run_line(run, line, first + line->which - 1);
        }
        break;
    case PREPARED_LATER:
        if (check_later(run, line)) {
            run_line(run, line, 0);
        }
        break;
    case PREPARED_TABLE:
        run_line(run, line, 0);
        break;
    }
}

static void run_lines(struct prepared_run *run)
{
    for (int i = 0; i < run->lines.count && !run->is_asking; i++) {
        if (diagnostics_full(&run->diagnostics)) {
            return;
        }
        const char *kind = run->lines.line[i].kind, *fills = run->procedure->fills;
        run->is_gone[i] = kind != NULL && fills != NULL &&
                          library_find(record_library(run->sitting->library), fills,
                                       str_of(kind), NULL) == NULL;
        run_for(run, &run->lines.line[i]);
    }
}

/* ---- who is here before ---------------------------------------------------------------- */

static void bring_by(struct prepared_run *run,
                     void (*carry)(struct decision *decision, const struct state *from),
                     const struct state *from)
{
    struct decision *decision = &run->scratch->decision;
    begin(run, run->at);
    decision->asks = false;
    carry(decision, from);
    triggers_run(decision, run->at);
    if (decision_goes_on(decision) && decision->events > 0) {
        take(run, "carry");
    }
}

static bool has_party(const struct prepared_run *run)
{
    for (int id = 1; id <= run->at->count; id++) {
        if (state_value(run->at, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            return true;
        }
    }
    const struct yaml_value *party = run->text.part[ENCOUNTER_PARTY];
    return party != NULL && party->count > 0;
}

/* The settings of the encounter before, or its party with them; else those who are here
 * tonight. */
static void bring(struct prepared_run *run)
{
    const struct prepared_options *options = run->options;
    if (options->from != NULL) {
        bring_by(run, options->carries ? carry_party : settings_carry, options->from);
    }
    if (options->members != NULL && !has_party(run)) {
        bring_by(run, carry_members, options->members);
    }
}

/* A check is of the fight as it would begin: with the members who are here tonight. */
static void bring_members(struct prepared_run *run)
{
    struct state *members = calloc(1, sizeof *members);
    CHECK(members != NULL);
    if (run->options->is_check && !has_party(run) &&
        sitting_party_tonight(run->sitting, run->text.system, members)) {
        bring_by(run, carry_members, members);
        run->members = run->at->count;
    }
    free(members);
}

/* Formulas of a party that is not here yet can be looked at all the same. */
static void bring_guests(struct prepared_run *run)
{
    static const char *const lines[GUESTS] = {
        "add \"party member 1\" side=party", "add \"party member 2\" side=party",
        "add \"party member 3\" side=party", "add \"party member 4\" side=party"};
    if (!run->options->is_check || has_party(run)) {
        return;
    }
    for (int i = 0; i < GUESTS; i++) {
        begin(run, run->at);
        run->scratch->decision.asks = false;
        decide(&run->scratch->decision, run->scratch->command, run->scratch->commands, run->at,
               str_of(lines[i]));
        if (run->scratch->decision.verdict == VERDICT_DONE) {
            state_copy(run->at, &run->scratch->decision.state);
        }
    }
    run->guests = run->at->count;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* The commands of the table: those of the application itself cannot be lines of a text. */
static void list_commands(struct prepared_run *run)
{
    struct prepared_scratch *scratch = run->scratch;
    const struct command_def *all[COMMANDS_MAX];
    int count = run->sitting->commands_of(run->text.system, &scratch->made, all, COMMANDS_MAX);
    for (int i = 0; i < count; i++) {
        if (all[i]->decide != NULL) {
            scratch->command[scratch->commands++] = all[i];
        }
    }
}

/* Every typed die must have a place. */
static void check_dice(struct prepared_run *run)
{
    const struct prepared_options *options = run->options;
    if (run->is_asking || run->diagnostics.count > 0 || run->used >= options->dice_count ||
        options->dice[run->used].kind == GIVEN_ROLL_ALL) {
        return;
    }
    diagnostics_add(&run->diagnostics, STATUS_USAGE, "",
                    "%d dice were entered and %d are thrown at the start", options->dice_count,
                    run->used);
}

bool prepared_run(struct prepared_run *run, struct sitting *sitting,
                  const struct prepared_options *options)
{
    *run = (struct prepared_run){.sitting = sitting, .options = options};
    run->scratch = calloc(1, sizeof *run->scratch);
    run->at = calloc(1, sizeof *run->at);
    CHECK(run->scratch != NULL && run->at != NULL);
    arena_init(&run->arena, run->scratch->memory, sizeof run->scratch->memory);
    run->told = text_over(run->scratch->told, TOLD_SIZE);
    struct yaml_source source = source_of(run);
    if (!encounter_text_open(&run->text, &source, &run->arena)) {
        return false;
    }
    run->procedure = games_find(run->text.system);
    state_init(run->at, run->text.system);
    sitting_need_files(sitting);
    sitting_open_library(sitting, run->text.system);
    list_commands(run);
    struct prepared_game game = {run->procedure, record_library(sitting->library), run->at};
    bool is_made = prepared_lines_make(&run->lines, &run->text, &game, &source, &run->arena);
    if (!is_made && (!options->is_check || diagnostics_full(&run->diagnostics))) {
        return false;
    }
    bring(run);
    bring_members(run);
    bring_guests(run);
    run_lines(run);
    check_dice(run);
    return run->diagnostics.count == 0 && !run->is_asking;
}

void prepared_run_done(struct prepared_run *run)
{
    act_blocks_free(&run->blocks);
    free(run->act);
    free(run->at);
    free(run->scratch);
    run->act = NULL;
    run->at = NULL;
    run->scratch = NULL;
}

int prepared_run_line_of(const struct prepared_run *run, int id)
{
    int found = -1;
    for (int i = 0; i < run->lines.count; i++) {
        const struct prepared_line *one = &run->lines.line[i];
        int first = one->entry >= 0 ? run->scratch->first[one->entry] : 0;
        bool adds = one->whom == PREPARED_ADDS && id >= first &&
                    id < first + run->scratch->count[one->entry];
        found = adds ? i : found;
    }
    return found;
}
