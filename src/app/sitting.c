#include "app/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/campaign_path.h"
#include "app/fresh_seed.h"
#include "app/sitting_amend.h"
#include "app/sitting_private.h"
#include "base/utf8.h"

static int64_t system_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- opening --------------------------------------------------------------------------- */

/* A campaign that cannot be written can still be looked at, as from a read-only medium. */
static enum status open_campaign(struct sitting *sitting, const struct sitting_options *options,
                                 struct error *err)
{
    if (options->is_read_only) {
        return campaign_open(&sitting->campaign, sitting->path, CAMPAIGN_READ, 0, err);
    }
    uint64_t seed = options->seed;
    enum status status = options->has_seed ? STATUS_OK : fresh_seed(&seed, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = campaign_open(&sitting->campaign, sitting->path, CAMPAIGN_CREATE, seed, err);
    if (status == STATUS_IO &&
        campaign_open(&sitting->campaign, sitting->path, CAMPAIGN_READ, 0, NULL) == STATUS_OK) {
        return STATUS_OK;
    }
    return status;
}

/* A file that was named must be sound. */
static enum status open_tables(struct sitting *sitting, const char *file, struct error *err)
{
    struct diagnostics diagnostics;
    sitting->has_tables = true;
    if (table_library_open(&sitting->tables, file, &diagnostics) == STATUS_OK) {
        return STATUS_OK;
    }
    sitting->tables_error = diagnostics.diagnostic[0];
    if (file == NULL) {
        return STATUS_OK;
    }
    *err = sitting->tables_error;
    return err->code;
}

/* The records of the system at the table, read when they are first needed. What is wrong with
 * them is told when one is asked for. */
static void open_library(struct sitting *sitting, const struct system *system)
{
    if (sitting->library_system == system) {
        return;
    }
    record_library_close(sitting->library);
    sitting->library = NULL;
    sitting->library_system = system;
    struct diagnostics diagnostics;
    if (record_library_open(&sitting->library, system, &diagnostics) != STATUS_OK) {
        sitting->library_error = diagnostics.diagnostic[0];
    }
}

void sitting_need_files(struct sitting *sitting)
{
    struct error err;
    sitting->reads_records = true;
    open_library(sitting, state_system(&sitting->state));
    if (!sitting->has_tables) {
        /* What is wrong with tables nobody named is told when they are used. */
        (void)!open_tables(sitting, NULL, &err);
    }
}

enum status sitting_open(struct sitting **out, const struct sitting_options *options,
                         struct error *err)
{
    struct sitting *sitting = calloc(1, sizeof *sitting);
    CHECK(sitting != NULL);
    sitting->now_ms = options->now_ms != NULL ? options->now_ms : system_now_ms;
    enum status status = STATUS_OK;
    if (options->path != NULL) {
        status = campaign_path_copy(sitting->path, sizeof sitting->path, options->path, err);
    } else {
        status = campaign_path_default(sitting->path, sizeof sitting->path,
                                       !options->is_read_only, err);
    }
    if (status == STATUS_OK && options->tables != NULL) {
        status = open_tables(sitting, options->tables, err);
    }
    if (status == STATUS_OK) {
        status = open_campaign(sitting, options, err);
    }
    if (status == STATUS_OK) {
        status = sitting_load(sitting, err);
    }
    if (status != STATUS_OK) {
        sitting_close(sitting);
        return status;
    }
    *out = sitting;
    return STATUS_OK;
}

static void tidy_campaign(struct sitting *sitting)
{
    if (sitting_is_read_only(sitting)) {
        return;
    }
    struct error err;
    /* Snapshots only make reading fast: a failure shows again, and is told, at the next act. */
    if (sitting->wants_snapshot && sitting->encounter.id != 0 &&
        log_keep_snapshot(sitting->campaign, sitting->encounter.id, sitting->position.head,
                          &sitting->state, &err) == STATUS_OK) {
        sitting->wants_snapshot = false;
    }
    campaign_tidy(sitting->campaign);
}

void sitting_close(struct sitting *sitting)
{
    if (sitting == NULL) {
        return;
    }
    if (sitting->campaign != NULL) {
        tidy_campaign(sitting);
        campaign_close(sitting->campaign);
    }
    table_library_close(sitting->tables);
    record_library_close(sitting->library);
    free(sitting);
}

/* ---- loading --------------------------------------------------------------------------- */

void sitting_state_changed(struct sitting *sitting)
{
    sitting->is_decided_on = false;
    sitting->has_odds = false;
    sitting->chance_of.command[0] = '\0';
}

enum status sitting_load_labels(struct sitting *sitting, struct error *err)
{
    struct act_row row;
    sitting->undo_label[0] = '\0';
    sitting->redo_label[0] = '\0';
    if (sitting->encounter.id == 0) {
        return STATUS_OK;
    }
    if (sitting->position.head != 0) {
        enum status status = log_row(sitting->campaign, sitting->position.head, &row, err);
        if (status != STATUS_OK) {
            return status;
        }
        memcpy(sitting->undo_label, row.label, sizeof row.label);
    }
    int64_t child;
    enum status status = log_newest_child(sitting->campaign, sitting->encounter.id,
                                          sitting->position.head, &child, err);
    if (status == STATUS_OK && child != 0) {
        status = log_row(sitting->campaign, child, &row, err);
        if (status == STATUS_OK) {
            memcpy(sitting->redo_label, row.label, sizeof row.label);
        }
    }
    return status;
}

static enum status load_head(struct sitting *sitting, struct error *err)
{
    sitting_state_changed(sitting);
    enum status status = log_state(sitting->campaign, sitting->encounter.id,
                                   sitting->position.head, &sitting->state, err);
    if (status == STATUS_OK) {
        status = sitting_load_labels(sitting, err);
    }
    if (status == STATUS_OK) {
        status = sitting_load_lines(sitting, FIRST_LINES, err);
    }
    return status;
}

static enum status follow_head(struct sitting *sitting, int64_t from, struct error *err)
{
    enum log_step step;
    sitting_state_changed(sitting);
    enum status status = log_state_moved(sitting->campaign, sitting->encounter.id, from,
                                         sitting->position.head, &sitting->state, &step, err);
    if (status == STATUS_OK) {
        status = sitting_load_labels(sitting, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    switch (step) {
    case LOG_STEP_BACK:
        return sitting_take_back_lines(sitting, from, err);
    case LOG_STEP_FORWARD:
        return sitting_load_newest_lines(sitting, err);
    case LOG_STEP_ELSEWHERE:
        return sitting_load_lines(sitting, FIRST_LINES, err);
    }
    CHECK(false);
    return STATUS_OK;
}

enum status sitting_follow_head(struct sitting *sitting, int64_t from, struct error *err)
{
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = follow_head(sitting, from, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

int sitting_commands_of(const struct system *system, struct made_commands *made,
                        const struct command_def **out, int most)
{
    int count = procedure_commands(system, made, out, most);
    return count + sitting_own_commands(out + count, most - count);
}

static void gather_commands(struct sitting *sitting)
{
    sitting->commands = sitting_commands_of(state_system(&sitting->state), &sitting->made,
                                            sitting->command, COMMANDS_MAX);
}

/* An encounter of a system that this program does not run at the table. */
static enum status unknown_system(const struct encounter_row *encounter, struct error *err)
{
    return error_set(
        err, STATUS_FOREIGN, encounter->name,
        "the encounter %s belongs to the game %s, which this program does not have",
        encounter->name, encounter->system);
}

static enum status load(struct sitting *sitting, struct error *err)
{
    enum status status = encounter_current(sitting->campaign, &sitting->encounter, err);
    if (status != STATUS_OK) {
        return status;
    }
    bool is_new = sitting->encounter.id == 0;
    const struct system *system =
        is_new ? system_at(0) : system_find(str_of(sitting->encounter.system));
    if (system == NULL) {
        return unknown_system(&sitting->encounter, err);
    }
    memset(&sitting->position, 0, sizeof sitting->position);
    state_empty(&sitting->state, system);
    sitting_state_changed(sitting);
    gather_commands(sitting);
    if (is_new) {
        sitting->lines = 0;
        sitting->lines_reach_start = true;
        sitting->has_only_first = false;
        return sitting_load_labels(sitting, err);
    }
    status = log_position(sitting->campaign, sitting->encounter.id, &sitting->position, err);
    /* A program that knows the state by another layout finds no snapshot of its own: the next
     * idle moment makes one, so that only one opening takes long. */
    sitting->wants_snapshot = true;
    return status == STATUS_OK ? load_head(sitting, err) : status;
}

enum status sitting_load(struct sitting *sitting, struct error *err)
{
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = load(sitting, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

void sitting_fail(struct sitting *sitting, const struct error *err, struct result *out)
{
    out->kind = RESULT_FAILED;
    out->error = *err;
    if (err->code != STATUS_CONFLICT) {
        return;
    }
    struct error again;
    if (sitting_load(sitting, &again) != STATUS_OK) {
        out->error = again;
        return;
    }
    error_set(&out->error, STATUS_CONFLICT, "",
              "another program changed this encounter; it is shown as it is now, and your "
              "act was not done: try again");
}

/* ---- running --------------------------------------------------------------------------- */

static bool is_own_command(struct sitting *sitting, struct str line)
{
    struct str name = str_next_word(&line);
    if (str_equal_any_case(name, str_of("ruling"))) {
        name = str_next_word(&line);
    }
    for (int i = 0; i < sitting->commands; i++) {
        if (name.p != NULL && sitting_own_command(sitting->command[i]) != NULL &&
            str_equal_any_case(name, str_of(sitting->command[i]->name))) {
            return true;
        }
    }
    return false;
}

static bool parse_own_command(struct sitting *sitting, struct str line, struct command *command,
                              struct result *out)
{
    bool is_parsed = command_parse(command, sitting->command, sitting->commands,
                                   &sitting->state, line, &out->error) == STATUS_OK;
    out->kind = is_parsed ? RESULT_TOLD : RESULT_WRONG;
    return is_parsed;
}

static void run_own_command(struct sitting *sitting, struct str line, struct result *out)
{
    struct command command;
    if (parse_own_command(sitting, line, &command, out)) {
        sitting_own_command(command.def)(sitting, &command, out);
    }
}

/* Of these only an amended act is told before it is done. */
static void preview_own_command(struct sitting *sitting, struct str line, struct result *out)
{
    struct command command;
    if (parse_own_command(sitting, line, &command, out) &&
        sitting_own_command(command.def) == sitting_run_amend) {
        sitting_preview_amend(sitting, &command, out);
    }
}

/* The first act brings the encounter into being, just before it is written. */
static enum status make_encounter(struct sitting *sitting, struct error *err)
{
    if (sitting->encounter.id != 0) {
        return STATUS_OK;
    }
    const struct system *system = state_system(&sitting->state);
    int64_t id;
    enum status status = encounter_create(sitting->campaign, "first encounter", system->id,
                                          sitting->now_ms(), &id, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (id != 1) {
        /* Somebody else made the first one meanwhile: the dice were drawn for number 1. */
        return error_set(err, STATUS_CONFLICT, "", "another program was first");
    }
    return encounter_current(sitting->campaign, &sitting->encounter, err);
}

void sitting_commit(struct sitting *sitting, const char *line, struct result *out)
{
    const struct decision *decision = &sitting->decision;
    struct error err;
    enum status status = make_encounter(sitting, &err);
    struct act_row act = {.encounter = sitting->encounter.id,
                          .round = decision->state.value[ENCOUNTER_ROUND],
                          .at_ms = sitting->now_ms()};
    memcpy(act.label, decision->label, sizeof act.label);
    struct text command;
    text_init(&command, act.command, sizeof act.command);
    text_add_str(&command, str_of(line));
    if (status == STATUS_OK) {
        status = log_append(sitting->campaign, &act, decision->event, decision->events,
                            &sitting->position, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    state_copy(&sitting->state, &decision->state);
    sitting_state_changed(sitting);
    sitting->wants_snapshot = true;
    memcpy(sitting->undo_label, act.label, sizeof act.label);
    sitting->redo_label[0] = '\0';
    struct text text;
    text_init(&text, out->text, sizeof out->text);
    sitting_add_lines(sitting, &text);
    out->kind = RESULT_DONE;
    memcpy(out->label, decision->label, sizeof out->label);
}

bool sitting_settle(struct sitting *sitting, struct result *out)
{
    const struct decision *decision = &sitting->decision;
    switch (decision->verdict) {
    case VERDICT_ASKS:
        out->kind = RESULT_ASKS;
        out->question = decision->question;
        return false;
    case VERDICT_REFUSED:
        out->kind = RESULT_REFUSED;
        out->refusal = decision->refusal;
        return false;
    case VERDICT_WRONG:
        out->kind = RESULT_WRONG;
        out->error = decision->error;
        return false;
    case VERDICT_DONE:
        break;
    }
    if (decision->events == 0) {
        /* An act that changes nothing leaves no entry to undo. */
        out->kind = RESULT_TOLD;
        bool has_answer = decision->answer[0] != '\0';
        snprintf(out->text, sizeof out->text, "%s",
                 has_answer ? decision->answer : "nothing changed");
        return false;
    }
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        error_set(&out->error, STATUS_IO, sitting->path,
                  "the campaign is read-only, so nothing was done");
        return false;
    }
    return true;
}

/* Cleaning can make three bytes of one; what is too long then is refused as well. */
struct clean_line {
    char p[COMMAND_LINE_MAX * 3 + 1];
};

/* False when there is nothing to run: the line is too long, empty or a comment. */
static bool clean(struct clean_line *to, const char *line, struct result *out)
{
    memset(out, 0, sizeof *out);
    out->kind = RESULT_TOLD;
    size_t n = strlen(line);
    utf8_clean(to->p, sizeof to->p, str_of(n <= COMMAND_LINE_MAX ? line : ""));
    if (n > COMMAND_LINE_MAX || strlen(to->p) > COMMAND_LINE_MAX) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "", "a line has at most %d bytes",
                  COMMAND_LINE_MAX);
        return false;
    }
    struct str rest = str_of(to->p);
    struct str first = str_next_word(&rest);
    return first.p != NULL && !(first.n > 0 && first.p[0] == '#' && first.p == to->p);
}

void sitting_decide(struct sitting *sitting, const struct state *state, const char *line,
                    bool asks)
{
    struct decision *decision = &sitting->decision;
    bool is_own = state == &sitting->state;
    if (is_own && sitting->is_decided_on) {
        decision_begin_again(decision, state, sitting->text_memory);
    } else {
        decision_begin(decision, state, sitting->text_memory);
    }
    sitting->is_decided_on = is_own;
    decision->seed = campaign_seed(sitting->campaign);
    decision->encounter = sitting->encounter.id == 0 ? 1 : (uint32_t)sitting->encounter.id;
    decision->asks = asks;
    decision->tables = sitting->tables != NULL ? table_library_tables(sitting->tables) : NULL;
    decision->tables_error = &sitting->tables_error;
    if (sitting->reads_records) {
        open_library(sitting, state_system(state));
    }
    decision->library = sitting->library != NULL ? record_library(sitting->library) : NULL;
    decision->library_error = sitting->library == NULL ? &sitting->library_error : NULL;
    decide(decision, sitting->command, sitting->commands, state, str_of(line));
}

void sitting_run(struct sitting *sitting, const char *line, bool asks, struct result *out)
{
    struct clean_line kept;
    if (!clean(&kept, line, out)) {
        return;
    }
    sitting->asks = asks;
    sitting_need_files(sitting);
    if (is_own_command(sitting, str_of(kept.p))) {
        run_own_command(sitting, str_of(kept.p), out);
        return;
    }
    sitting_decide(sitting, &sitting->state, kept.p, asks);
    if (sitting_settle(sitting, out)) {
        sitting_commit(sitting, kept.p, out);
    }
}

void sitting_tell_preview(const struct sitting *sitting, struct result *out)
{
    struct text text;
    text_init(&text, out->text, sizeof out->text);
    sitting_tell_lines(sitting, &text);
    out->kind = RESULT_DONE;
    memcpy(out->label, sitting->decision.label, sizeof out->label);
}

void sitting_preview(struct sitting *sitting, const char *line, struct result *out)
{
    struct clean_line kept;
    if (!clean(&kept, line, out)) {
        return;
    }
    if (is_own_command(sitting, str_of(kept.p))) {
        preview_own_command(sitting, str_of(kept.p), out);
        return;
    }
    sitting_decide(sitting, &sitting->state, kept.p, true);
    if (sitting_settle(sitting, out)) {
        sitting_tell_preview(sitting, out);
    }
}

/* ---- looking --------------------------------------------------------------------------- */

const struct state *sitting_state(const struct sitting *sitting)
{
    return &sitting->state;
}

const struct procedure *sitting_procedure(const struct sitting *sitting)
{
    return procedure_of(&sitting->state);
}

const char *sitting_encounter_name(const struct sitting *sitting)
{
    return sitting->encounter.name;
}

const char *sitting_path(const struct sitting *sitting)
{
    return sitting->path;
}

bool sitting_is_read_only(const struct sitting *sitting)
{
    return campaign_is_read_only(sitting->campaign);
}

const char *sitting_undo_label(const struct sitting *sitting)
{
    return sitting->undo_label;
}

const char *sitting_redo_label(const struct sitting *sitting)
{
    return sitting->redo_label;
}

int sitting_commands(const struct sitting *sitting, const struct command_def *const **out)
{
    *out = sitting->command;
    return sitting->commands;
}

const struct odds *sitting_odds(struct sitting *sitting, int actor, int target,
                                const struct inputs **inputs, const struct error **why)
{
    bool is_kept =
        sitting->has_odds && sitting->odds_actor == actor && sitting->odds_target == target;
    if (!is_kept) {
        sitting->has_odds = true;
        sitting->odds_actor = actor;
        sitting->odds_target = target;
        arena_init(&sitting->odds_arena, sitting->odds_memory, sizeof sitting->odds_memory);
        sitting->odds_failed =
            !sitting_procedure(sitting)->usual_act(
                &sitting->state, actor, target, &sitting->odds_inputs, &sitting->odds_error) ||
            odds_of(&sitting->odds, &sitting->odds_inputs, &sitting->odds_arena,
                    &sitting->odds_error) != STATUS_OK;
    }
    *inputs = &sitting->odds_inputs;
    *why = &sitting->odds_error;
    return sitting->odds_failed ? NULL : &sitting->odds;
}

static void find_chance(struct sitting *sitting, const struct pending *pending)
{
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    sitting->chance_of = *pending;
    sitting->chance_name = NULL;
    arena_init(&arena, sitting->chance_memory, sizeof sitting->chance_memory);
    if (pending->action == NULL ||
        !sitting_procedure(sitting)->pending_act(&sitting->state, pending, &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < inputs.action->outcomes_count && sitting->chance_name == NULL; i++) {
        if (odds.is_listed[i] && inputs.action->outcomes[i].kind == OUTCOME_CHANCE) {
            sitting->chance_name = inputs.action->outcomes[i].name;
            sitting->chance = odds.chance[i];
        }
    }
}

bool sitting_pending_chance(struct sitting *sitting, const struct pending *pending,
                            const char **name, double *chance)
{
    /* Several can be settled by the same command, one after the other. */
    if (pending->command[0] == '\0' ||
        strcmp(sitting->chance_of.command, pending->command) != 0 ||
        strcmp(sitting->chance_of.text, pending->text) != 0) {
        find_chance(sitting, pending);
    }
    *name = sitting->chance_name;
    *chance = sitting->chance;
    return sitting->chance_name != NULL;
}

enum status sitting_verify(struct sitting *sitting, sitting_found_fn *found, void *context,
                           struct error *err)
{
    return campaign_verify(sitting->campaign, found, context, err);
}

enum status sitting_follow(bool *has_changed, struct sitting *sitting, struct error *err)
{
    *has_changed = campaign_has_changed(sitting->campaign);
    return *has_changed ? sitting_load(sitting, err) : STATUS_OK;
}

void sitting_tidy(struct sitting *sitting)
{
    struct error err;
    sitting_need_files(sitting);
    /* The screen keeps the lines it has when the others cannot be read: the next act tells why.
     */
    if (sitting->has_only_first &&
        sitting_load_lines(sitting, SITTING_LOG_LINES, &err) != STATUS_OK) {
        sitting->has_only_first = false;
    }
    tidy_campaign(sitting);
}
