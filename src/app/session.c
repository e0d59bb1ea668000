#include "app/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/campaign_path.h"
#include "app/fresh_seed.h"
#include "app/session_amend.h"
#include "app/session_private.h"
#include "base/utf8.h"

static int64_t system_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- opening --------------------------------------------------------------------------- */

/* A campaign that cannot be written can still be looked at, as from a read-only medium. */
static enum status open_campaign(struct session *session, const struct session_options *options,
                                 struct error *err)
{
    if (options->is_read_only) {
        return campaign_open(&session->campaign, session->path, CAMPAIGN_READ, 0, err);
    }
    uint64_t seed = options->seed;
    enum status status = options->has_seed ? STATUS_OK : fresh_seed(&seed, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = campaign_open(&session->campaign, session->path, CAMPAIGN_CREATE, seed, err);
    if (status == STATUS_IO &&
        campaign_open(&session->campaign, session->path, CAMPAIGN_READ, 0, NULL) == STATUS_OK) {
        return STATUS_OK;
    }
    return status;
}

/* A file that was named must be sound. */
static enum status open_tables(struct session *session, const char *file, struct error *err)
{
    struct problems problems;
    session->has_tables = true;
    if (table_library_open(&session->tables, file, &problems) == STATUS_OK) {
        return STATUS_OK;
    }
    session->tables_error = problems.problem[0];
    if (file == NULL) {
        return STATUS_OK;
    }
    *err = session->tables_error;
    return err->code;
}

/* The records of the system at the table, read when they are first needed. What is wrong with
 * them is told when one is asked for. */
static void open_library(struct session *session, const struct system *system)
{
    if (session->library_system == system) {
        return;
    }
    record_library_close(session->library);
    session->library = NULL;
    session->library_system = system;
    struct problems problems;
    if (record_library_open(&session->library, system, &problems) != STATUS_OK) {
        session->library_error = problems.problem[0];
    }
}

void session_need_files(struct session *session)
{
    struct error err;
    session->reads_records = true;
    open_library(session, state_system(&session->state));
    if (!session->has_tables) {
        /* What is wrong with tables nobody named is told when they are used. */
        (void)!open_tables(session, NULL, &err);
    }
}

enum status session_open(struct session **out, const struct session_options *options,
                         struct error *err)
{
    struct session *session = calloc(1, sizeof *session);
    CHECK(session != NULL);
    session->now_ms = options->now_ms != NULL ? options->now_ms : system_now_ms;
    enum status status = STATUS_OK;
    if (options->path != NULL) {
        status = campaign_path_copy(session->path, sizeof session->path, options->path, err);
    } else {
        status = campaign_path_default(session->path, sizeof session->path,
                                       !options->is_read_only, err);
    }
    if (status == STATUS_OK && options->tables != NULL) {
        status = open_tables(session, options->tables, err);
    }
    if (status == STATUS_OK) {
        status = open_campaign(session, options, err);
    }
    if (status == STATUS_OK) {
        status = session_load(session, err);
    }
    if (status != STATUS_OK) {
        session_close(session);
        return status;
    }
    *out = session;
    return STATUS_OK;
}

static void tidy_campaign(struct session *session)
{
    if (session_is_read_only(session)) {
        return;
    }
    struct error err;
    /* Snapshots only make reading fast: a failure shows again, and is told, at the next act. */
    if (session->wants_snapshot && session->encounter.id != 0 &&
        log_keep_snapshot(session->campaign, session->encounter.id, session->position.head,
                          &session->state, &err) == STATUS_OK) {
        session->wants_snapshot = false;
    }
    campaign_tidy(session->campaign);
}

void session_close(struct session *session)
{
    if (session == NULL) {
        return;
    }
    if (session->campaign != NULL) {
        tidy_campaign(session);
        campaign_close(session->campaign);
    }
    table_library_close(session->tables);
    record_library_close(session->library);
    free(session);
}

/* ---- loading --------------------------------------------------------------------------- */

void session_state_changed(struct session *session)
{
    session->is_decided_on = false;
    session->has_odds = false;
    session->chance_of.command[0] = '\0';
}

enum status session_load_labels(struct session *session, struct error *err)
{
    struct act_row row;
    session->undo_label[0] = '\0';
    session->redo_label[0] = '\0';
    if (session->encounter.id == 0) {
        return STATUS_OK;
    }
    if (session->position.head != 0) {
        enum status status = log_row(session->campaign, session->position.head, &row, err);
        if (status != STATUS_OK) {
            return status;
        }
        memcpy(session->undo_label, row.label, sizeof row.label);
    }
    int64_t child;
    enum status status = log_newest_child(session->campaign, session->encounter.id,
                                          session->position.head, &child, err);
    if (status == STATUS_OK && child != 0) {
        status = log_row(session->campaign, child, &row, err);
        if (status == STATUS_OK) {
            memcpy(session->redo_label, row.label, sizeof row.label);
        }
    }
    return status;
}

static enum status load_head(struct session *session, struct error *err)
{
    session_state_changed(session);
    enum status status = log_state(session->campaign, session->encounter.id,
                                   session->position.head, &session->state, err);
    if (status == STATUS_OK) {
        status = session_load_labels(session, err);
    }
    if (status == STATUS_OK) {
        status = session_load_lines(session, FIRST_LINES, err);
    }
    return status;
}

static enum status follow_head(struct session *session, int64_t from, struct error *err)
{
    enum log_step step;
    session_state_changed(session);
    enum status status = log_state_moved(session->campaign, session->encounter.id, from,
                                         session->position.head, &session->state, &step, err);
    if (status == STATUS_OK) {
        status = session_load_labels(session, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    switch (step) {
    case LOG_STEP_BACK:
        return session_take_back_lines(session, from, err);
    case LOG_STEP_FORWARD:
        return session_load_newest_lines(session, err);
    case LOG_STEP_ELSEWHERE:
        return session_load_lines(session, FIRST_LINES, err);
    }
    CHECK(false);
    return STATUS_OK;
}

enum status session_follow_head(struct session *session, int64_t from, struct error *err)
{
    enum status status = campaign_begin_reading(session->campaign, err);
    if (status == STATUS_OK) {
        status = follow_head(session, from, err);
        campaign_end_reading(session->campaign);
    }
    return status;
}

int session_commands_of(const struct system *system, struct made_commands *made,
                        const struct command_def **out, int most)
{
    int count = procedure_commands(system, made, out, most);
    return count + session_own_commands(out + count, most - count);
}

static void gather_commands(struct session *session)
{
    session->commands = session_commands_of(state_system(&session->state), &session->made,
                                            session->command, COMMANDS_MAX);
}

/* An encounter of a system that this program does not run at the table. */
static enum status unknown_system(const struct encounter_row *encounter, struct error *err)
{
    return error_set(err, STATUS_FOREIGN, encounter->name,
                     "the encounter %s is played by %s, which this program cannot run",
                     encounter->name, encounter->system);
}

static enum status load(struct session *session, struct error *err)
{
    enum status status = encounter_current(session->campaign, &session->encounter, err);
    if (status != STATUS_OK) {
        return status;
    }
    bool is_new = session->encounter.id == 0;
    const struct system *system =
        is_new ? system_at(0) : system_find(str_of(session->encounter.system));
    if (system == NULL) {
        return unknown_system(&session->encounter, err);
    }
    memset(&session->position, 0, sizeof session->position);
    state_empty(&session->state, system);
    session_state_changed(session);
    gather_commands(session);
    if (is_new) {
        session->lines = 0;
        session->lines_reach_start = true;
        session->has_only_first = false;
        return session_load_labels(session, err);
    }
    status = log_position(session->campaign, session->encounter.id, &session->position, err);
    /* A program that knows the state by another layout finds no snapshot of its own: the next
     * idle moment makes one, so that only one opening takes long. */
    session->wants_snapshot = true;
    return status == STATUS_OK ? load_head(session, err) : status;
}

enum status session_load(struct session *session, struct error *err)
{
    enum status status = campaign_begin_reading(session->campaign, err);
    if (status == STATUS_OK) {
        status = load(session, err);
        campaign_end_reading(session->campaign);
    }
    return status;
}

void session_fail(struct session *session, const struct error *err, struct result *out)
{
    out->kind = RESULT_FAILED;
    out->error = *err;
    if (err->code != STATUS_CONFLICT) {
        return;
    }
    struct error again;
    if (session_load(session, &again) != STATUS_OK) {
        out->error = again;
        return;
    }
    error_set(&out->error, STATUS_CONFLICT, "",
              "another program has written to this encounter; it is shown as it is now, and "
              "nothing of yours was done: try again");
}

/* ---- running --------------------------------------------------------------------------- */

static bool is_own_command(struct session *session, struct str line)
{
    struct str name = str_next_word(&line);
    if (str_equal_any_case(name, str_of("ruling"))) {
        name = str_next_word(&line);
    }
    for (int i = 0; i < session->commands; i++) {
        if (name.p != NULL && session_own_command(session->command[i]) != NULL &&
            str_equal_any_case(name, str_of(session->command[i]->name))) {
            return true;
        }
    }
    return false;
}

static bool parse_own_command(struct session *session, struct str line, struct command *command,
                              struct result *out)
{
    bool is_parsed = command_parse(command, session->command, session->commands,
                                   &session->state, line, &out->error) == STATUS_OK;
    out->kind = is_parsed ? RESULT_TOLD : RESULT_WRONG;
    return is_parsed;
}

static void run_own_command(struct session *session, struct str line, struct result *out)
{
    struct command command;
    if (parse_own_command(session, line, &command, out)) {
        session_own_command(command.def)(session, &command, out);
    }
}

/* Of these only an amended act is told before it is done. */
static void preview_own_command(struct session *session, struct str line, struct result *out)
{
    struct command command;
    if (parse_own_command(session, line, &command, out) &&
        session_own_command(command.def) == session_run_amend) {
        session_preview_amend(session, &command, out);
    }
}

/* The first act brings the encounter into being, just before it is written. */
static enum status make_encounter(struct session *session, struct error *err)
{
    if (session->encounter.id != 0) {
        return STATUS_OK;
    }
    const struct system *system = state_system(&session->state);
    int64_t id;
    enum status status = encounter_create(session->campaign, "first encounter", system->id,
                                          session->now_ms(), &id, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (id != 1) {
        /* Somebody else made the first one meanwhile: the dice were drawn for number 1. */
        return error_set(err, STATUS_CONFLICT, "", "another program was first");
    }
    return encounter_current(session->campaign, &session->encounter, err);
}

void session_commit(struct session *session, const char *line, struct result *out)
{
    const struct decision *decision = &session->decision;
    struct error err;
    enum status status = make_encounter(session, &err);
    struct act_row act = {.encounter = session->encounter.id,
                          .round = decision->state.value[ENCOUNTER_ROUND],
                          .at_ms = session->now_ms()};
    memcpy(act.label, decision->label, sizeof act.label);
    struct text command;
    text_init(&command, act.command, sizeof act.command);
    text_add_str(&command, str_of(line));
    if (status == STATUS_OK) {
        status = log_append(session->campaign, &act, decision->event, decision->events,
                            &session->position, &err);
    }
    if (status != STATUS_OK) {
        session_fail(session, &err, out);
        return;
    }
    state_copy(&session->state, &decision->state);
    session_state_changed(session);
    session->wants_snapshot = true;
    memcpy(session->undo_label, act.label, sizeof act.label);
    session->redo_label[0] = '\0';
    struct text text;
    text_init(&text, out->text, sizeof out->text);
    session_add_lines(session, &text);
    out->kind = RESULT_DONE;
    memcpy(out->label, decision->label, sizeof out->label);
}

bool session_settle(struct session *session, struct result *out)
{
    const struct decision *decision = &session->decision;
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
    if (session_is_read_only(session)) {
        out->kind = RESULT_FAILED;
        error_set(&out->error, STATUS_IO, session->path,
                  "the campaign can only be read here, so nothing was done");
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

void session_decide(struct session *session, const struct state *state, const char *line,
                    bool asks)
{
    struct decision *decision = &session->decision;
    bool is_own = state == &session->state;
    if (is_own && session->is_decided_on) {
        decision_begin_again(decision, state, session->text_memory);
    } else {
        decision_begin(decision, state, session->text_memory);
    }
    session->is_decided_on = is_own;
    decision->seed = campaign_seed(session->campaign);
    decision->encounter = session->encounter.id == 0 ? 1 : (uint32_t)session->encounter.id;
    decision->asks = asks;
    decision->tables = session->tables != NULL ? table_library_tables(session->tables) : NULL;
    decision->tables_error = &session->tables_error;
    if (session->reads_records) {
        open_library(session, state_system(state));
    }
    decision->library = session->library != NULL ? record_library(session->library) : NULL;
    decision->library_error = session->library == NULL ? &session->library_error : NULL;
    decide(decision, session->command, session->commands, state, str_of(line));
}

void session_run(struct session *session, const char *line, bool asks, struct result *out)
{
    struct clean_line kept;
    if (!clean(&kept, line, out)) {
        return;
    }
    session->asks = asks;
    session_need_files(session);
    if (is_own_command(session, str_of(kept.p))) {
        run_own_command(session, str_of(kept.p), out);
        return;
    }
    session_decide(session, &session->state, kept.p, asks);
    if (session_settle(session, out)) {
        session_commit(session, kept.p, out);
    }
}

void session_tell_preview(const struct session *session, struct result *out)
{
    struct text text;
    text_init(&text, out->text, sizeof out->text);
    session_tell_lines(session, &text);
    out->kind = RESULT_DONE;
    memcpy(out->label, session->decision.label, sizeof out->label);
}

void session_preview(struct session *session, const char *line, struct result *out)
{
    struct clean_line kept;
    if (!clean(&kept, line, out)) {
        return;
    }
    if (is_own_command(session, str_of(kept.p))) {
        preview_own_command(session, str_of(kept.p), out);
        return;
    }
    session_decide(session, &session->state, kept.p, true);
    if (session_settle(session, out)) {
        session_tell_preview(session, out);
    }
}

/* ---- looking --------------------------------------------------------------------------- */

const struct state *session_state(const struct session *session)
{
    return &session->state;
}

const struct procedure *session_procedure(const struct session *session)
{
    return procedure_of(&session->state);
}

const char *session_encounter_name(const struct session *session)
{
    return session->encounter.name;
}

const char *session_path(const struct session *session)
{
    return session->path;
}

bool session_is_read_only(const struct session *session)
{
    return campaign_is_read_only(session->campaign);
}

const char *session_undo_label(const struct session *session)
{
    return session->undo_label;
}

const char *session_redo_label(const struct session *session)
{
    return session->redo_label;
}

int session_commands(const struct session *session, const struct command_def *const **out)
{
    *out = session->command;
    return session->commands;
}

const struct odds *session_odds(struct session *session, int actor, int target,
                                const struct inputs **inputs, const struct error **why)
{
    bool is_kept =
        session->has_odds && session->odds_actor == actor && session->odds_target == target;
    if (!is_kept) {
        session->has_odds = true;
        session->odds_actor = actor;
        session->odds_target = target;
        arena_init(&session->odds_arena, session->odds_memory, sizeof session->odds_memory);
        session->odds_failed =
            !session_procedure(session)->usual_act(
                &session->state, actor, target, &session->odds_inputs, &session->odds_error) ||
            odds_of(&session->odds, &session->odds_inputs, &session->odds_arena,
                    &session->odds_error) != STATUS_OK;
    }
    *inputs = &session->odds_inputs;
    *why = &session->odds_error;
    return session->odds_failed ? NULL : &session->odds;
}

static void find_chance(struct session *session, const struct due *due)
{
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    session->chance_of = *due;
    session->chance_name = NULL;
    arena_init(&arena, session->chance_memory, sizeof session->chance_memory);
    if (due->action == NULL ||
        !session_procedure(session)->due_act(&session->state, due, &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < inputs.action->outcomes_count && session->chance_name == NULL; i++) {
        if (odds.is_listed[i] && inputs.action->outcomes[i].kind == OUTCOME_CHANCE) {
            session->chance_name = inputs.action->outcomes[i].name;
            session->chance = odds.chance[i];
        }
    }
}

bool session_due_chance(struct session *session, const struct due *due, const char **name,
                        double *chance)
{
    /* Several can be settled by the same command, one after the other. */
    if (due->command[0] == '\0' || strcmp(session->chance_of.command, due->command) != 0 ||
        strcmp(session->chance_of.text, due->text) != 0) {
        find_chance(session, due);
    }
    *name = session->chance_name;
    *chance = session->chance;
    return session->chance_name != NULL;
}

enum status session_verify(struct session *session, session_found_fn *found, void *context,
                           struct error *err)
{
    return campaign_verify(session->campaign, found, context, err);
}

enum status session_follow(bool *has_changed, struct session *session, struct error *err)
{
    *has_changed = campaign_has_changed(session->campaign);
    return *has_changed ? session_load(session, err) : STATUS_OK;
}

void session_tidy(struct session *session)
{
    struct error err;
    session_need_files(session);
    /* The screen keeps the lines it has when the others cannot be read: the next act tells why.
     */
    if (session->has_only_first &&
        session_load_lines(session, SESSION_LOG_LINES, &err) != STATUS_OK) {
        session->has_only_first = false;
    }
    tidy_campaign(session);
}
