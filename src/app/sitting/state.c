#include "app/sitting/state.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "games/games.h"
#include "store/backup.h"
#include "tracker/carry.h"
#include "tracker/naming.h"

/* Reads the newest lines on the way to the head, about `most` of them. FIRST_LINES fill the log
 * of a screen of 40 rows; the rest is read when the table is idle. */
enum { FIRST_LINES = 24 };

/* ---- the newest lines of the log ----------------------------------------------------- */

/* The lines of one act, as they are read back: the last ones that fit are kept. They stand in
 * the sitting, not on the stack, of which a hardened program touches every page that it takes.
 */
struct reading {
    struct log_line *line;
    int count;
    struct act_row *row;
};

static bool see(void *context, int event_place, const struct event *event)
{
    struct reading *reading = context;
    struct log_place place = {reading->row->id, event_place, reading->row->round};
    if (reading->count == SITTING_LOG_LINES) {
        memmove(&reading->line[0], &reading->line[1],
                (SITTING_LOG_LINES - 1) * sizeof reading->line[0]);
        reading->count--;
    }
    log_line_put(&reading->line[reading->count++], &place, event);
    return true;
}

static enum status read_act(struct reading *out, struct sitting *sitting, struct act_row *row,
                            int64_t act, struct error *err)
{
    *out = (struct reading){.line = sitting->act_line, .row = row};
    return log_row_and_lines(sitting->campaign, act, row, see, out, err);
}

/* Backward from the head, filling the lines from their end; then they move to the front. */
enum status sitting_load_lines(struct sitting *sitting, int most, struct error *err)
{
    static const size_t size = sizeof sitting->line[0];
    struct reading reading;
    int first = SITTING_LOG_LINES;
    int64_t act = sitting->position.head;
    enum status status = STATUS_OK;
    while (act != 0 && first > SITTING_LOG_LINES - most) {
        struct act_row row;
        status = read_act(&reading, sitting, &row, act, err);
        if (status == STATUS_DAMAGED) {
            break; /* later lines can be read */
        }
        if (status != STATUS_OK) {
            return status;
        }
        int fit = reading.count < first ? reading.count : first;
        first -= fit;
        memcpy(&sitting->line[first], &reading.line[reading.count - fit], (size_t)fit * size);
        act = row.parent;
    }
    sitting->lines = SITTING_LOG_LINES - first;
    sitting->lines_reach_start = act == 0 && first > 0;
    sitting->has_only_first = !sitting->lines_reach_start && most < SITTING_LOG_LINES;
    memmove(&sitting->line[0], &sitting->line[first], (size_t)sitting->lines * size);
    return status;
}

/* Repeated undo uses the lines up: then they are read again, many at a time. */
static enum status sitting_take_back_lines(struct sitting *sitting, int64_t from,
                                           struct error *err)
{
    while (sitting->lines > 0 && sitting->line[sitting->lines - 1].act == from) {
        sitting->lines--;
    }
    bool is_used_up = sitting->lines < FIRST_LINES / 2 && !sitting->lines_reach_start;
    return is_used_up ? sitting_load_lines(sitting, SITTING_LOG_LINES, err) : STATUS_OK;
}

/* The same after the head has moved further. An act with lines here is on the way to where the
 * head was: those before it stay. */
static enum status sitting_follow_lines(struct sitting *sitting, struct error *err)
{
    int kept = sitting->lines;
    while (kept > 0 && sitting->line[kept - 1].act != sitting->position.head) {
        kept--;
    }
    if (kept >= FIRST_LINES || (kept > 0 && sitting->lines_reach_start)) {
        sitting->lines = kept;
        return STATUS_OK;
    }
    return sitting_load_lines(sitting, FIRST_LINES, err);
}

static enum status sitting_load_newest_lines(struct sitting *sitting, struct error *err)
{
    static const size_t size = sizeof sitting->line[0];
    struct reading reading;
    struct act_row row;
    enum status status = read_act(&reading, sitting, &row, sitting->position.head, err);
    if (status != STATUS_OK) {
        return status;
    }
    int room = SITTING_LOG_LINES - reading.count;
    int drop = sitting->lines > room ? sitting->lines - room : 0;
    sitting->lines -= drop;
    sitting->lines_reach_start = sitting->lines_reach_start && drop == 0;
    memmove(&sitting->line[0], &sitting->line[drop], (size_t)sitting->lines * size);
    memcpy(&sitting->line[sitting->lines], &reading.line[0], (size_t)reading.count * size);
    sitting->lines += reading.count;
    return STATUS_OK;
}

void sitting_tell_lines(const struct sitting *sitting, struct text *text)
{
    const struct decision *decision = &sitting->decision;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        if (event->line.n == 0) {
            continue;
        }
        text_add(text, "%s%.*s", text->n == 0 ? "" : "\n", event->line.n, event->line.p);
        if (event->rules.n > 0) {
            text_add(text, "  [%.*s]", event->rules.n, event->rules.p);
        }
    }
}

void sitting_add_lines_of(struct sitting *sitting, const struct decision *decision)
{
    int added = 0;
    for (int i = 0; i < decision->events; i++) {
        added += decision->event[i].line.n > 0 ? 1 : 0;
    }
    int skip = added > SITTING_LOG_LINES ? added - SITTING_LOG_LINES : 0;
    int room = SITTING_LOG_LINES - (added - skip);
    int drop = sitting->lines > room ? sitting->lines - room : 0;
    memmove(&sitting->line[0], &sitting->line[drop],
            (size_t)(sitting->lines - drop) * sizeof sitting->line[0]);
    sitting->lines -= drop;
    sitting->lines_reach_start = sitting->lines_reach_start && drop == 0 && skip == 0;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        if (event->line.n == 0) {
            continue;
        }
        if (skip > 0) {
            skip--;
            continue;
        }
        struct log_place place = {.act = sitting->position.head,
                                  .event = i,
                                  .round = decision->state.value[ENCOUNTER_ROUND]};
        log_line_put(&sitting->line[sitting->lines++], &place, event);
    }
}

void sitting_add_lines(struct sitting *sitting, struct text *text)
{
    sitting_tell_lines(sitting, text);
    sitting_add_lines_of(sitting, &sitting->decision);
}

int sitting_log(const struct sitting *sitting, const struct log_line **out)
{
    *out = sitting->line;
    return sitting->lines;
}

/* ---- loading --------------------------------------------------------------------------- */

const struct read_line *sitting_read_line(struct sitting *sitting, const char *line)
{
    char composed[COMMAND_LINE_MAX + 1];
    struct str read = name_in_form(str_of(line), NAME_COMPOSED, composed, sizeof composed);
    bool is_read = sitting->has_read && str_equal(read, sitting->read->line);
    if (is_read) {
        return sitting->read;
    }
    if (sitting->read == NULL) {
        sitting->read = malloc(sizeof *sitting->read);
        CHECK(sitting->read != NULL);
    }
    struct read_line *out = sitting->read;
    sitting->has_read = read.n <= COMMAND_LINE_MAX;
    if (sitting->has_read) {
        text_format(out->line, sizeof out->line, "%.*s", read.n, read.p);
        read = str_of(out->line);
    }
    out->status = command_parse(&out->command, sitting_procedure(sitting), sitting->command,
                                sitting->commands, &sitting->state, read, &out->error);
    return out;
}

void *sitting_scratch(struct sitting *sitting, size_t size)
{
    return act_blocks_take(&sitting->scratch, size);
}

void sitting_state_changed(struct sitting *sitting)
{
    sitting->has_read = false;
    sitting->is_decided_on = false;
    sitting->has_odds = false;
    sitting->chance_of.command[0] = '\0';
    memset(sitting->knows_together, 0, sizeof sitting->knows_together);
}

static enum status load_labels(struct sitting *sitting, struct error *err)
{
    struct log_way undo, redo;
    enum status status =
        log_undo(sitting->campaign, sitting->encounter.id, sitting->position.head, &undo, err);
    if (status == STATUS_OK) {
        status = log_redo(sitting->campaign, sitting->encounter.id, sitting->position.head,
                          &redo, err);
    }
    bool is_known = status == STATUS_OK;
    memcpy(sitting->undo_label, is_known ? undo.label : "", is_known ? sizeof undo.label : 1);
    memcpy(sitting->redo_label, is_known ? redo.label : "", is_known ? sizeof redo.label : 1);
    return status;
}

/* A damaged log is shown up to the damage. */
static enum status go_on(const struct sitting *sitting, enum status status)
{
    return sitting_ended_at_damage(sitting, status) ? STATUS_OK : status;
}

static enum status load_head(struct sitting *sitting, struct error *err)
{
    sitting_state_changed(sitting);
    enum status told = log_state(sitting->campaign, sitting->encounter.id,
                                 sitting->position.head, &sitting->state, err);
    enum status status = go_on(sitting, told);
    if (told == STATUS_OK) {
        status = go_on(sitting, load_labels(sitting, err));
    } else {
        sitting->undo_label[0] = sitting->redo_label[0] = '\0';
    }
    if (status == STATUS_OK) {
        status = go_on(sitting, sitting_load_lines(sitting, FIRST_LINES, err));
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
        status = load_labels(sitting, err);
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
        return sitting_follow_lines(sitting, err);
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

enum status sitting_unknown_system(const struct encounter_row *encounter, struct error *err)
{
    return error_set(
        err, STATUS_FOREIGN, encounter->name,
        "the encounter %s belongs to the game %s, which this program does not have",
        encounter->name, encounter->system);
}

/* Loads the encounter sitting->encounter as it was after an act; -1: as it is now. */
static enum status load_moment(struct sitting *sitting, int64_t act, struct error *err)
{
    bool is_new = sitting->encounter.id == 0;
    const struct system *system =
        is_new ? system_at(0) : system_find(str_of(sitting->encounter.system));
    if (system == NULL) {
        return sitting_unknown_system(&sitting->encounter, err);
    }
    memset(&sitting->position, 0, sizeof sitting->position);
    state_empty(&sitting->state, system);
    sitting_state_changed(sitting);
    sitting->commands = sitting->commands_of(state_system(&sitting->state), &sitting->made,
                                             sitting->command, COMMANDS_MAX);
    if (is_new) {
        sitting->lines = 0;
        sitting->lines_reach_start = true;
        sitting->has_only_first = false;
        return load_labels(sitting, err);
    }
    enum status status =
        log_position(sitting->campaign, sitting->encounter.id, &sitting->position, err);
    if (act >= 0) {
        sitting->position.head = act;
    }
    /* A program with another layout of the state finds no snapshot of its own: the next idle
     * moment makes one, so that only one opening takes long. */
    sitting->wants_snapshot = true;
    return status == STATUS_OK ? load_head(sitting, err) : status;
}

enum status sitting_load_moment(struct sitting *sitting, const struct encounter_row *encounter,
                                int64_t act, struct error *err)
{
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        sitting->encounter = *encounter;
        status = load_moment(sitting, act, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

enum status sitting_load_whole(struct sitting *sitting, const struct encounter_row *encounter,
                               int64_t act, struct error *err)
{
    enum status status = sitting_load_moment(sitting, encounter, act, err);
    if (status == STATUS_OK && campaign_damage(sitting->campaign) != NULL) {
        /* The same once more, without going on before the damage. */
        status = log_state(sitting->campaign, encounter->id, sitting->position.head,
                           &sitting->state, err);
    }
    return status;
}

enum status sitting_load(struct sitting *sitting, struct error *err)
{
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = encounter_current(sitting->campaign, &sitting->encounter, err);
        if (status == STATUS_OK) {
            status = encounter_next(sitting->campaign, &sitting->next_encounter, err);
        }
        status = status == STATUS_OK ? load_moment(sitting, -1, err) : status;
        campaign_end_reading(sitting->campaign);
    }
    sitting->needs_load = status != STATUS_OK;
    return status;
}

void sitting_fail_read_only(const struct sitting *sitting, struct error *err)
{
    const char *why = sitting->why_read_only[0] != '\0' ? sitting->why_read_only
                                                        : "the campaign is read-only";
    error_set(err, STATUS_IO, sitting->path, "%s%s", why,
              strstr(why, ". ") != NULL ? ". Nothing was done" : ", so nothing was done");
}

void sitting_add_ways_on(const struct sitting *sitting, struct error *err)
{
    struct error why = *err;
    bool is_gone = campaign_place(sitting->campaign) == CAMPAIGN_MOVED;
    error_set(err, STATUS_ELSEWHERE, sitting->path, "%s; nothing is written there. %s: %s",
              why.text,
              campaign_can_be_kept(sitting->campaign) ? "Nothing is lost yet" : "The ways on",
              is_gone ? "`save-as` writes the open campaign there again, `save-as FILE` to "
                        "another file"
                      : "`save-as FILE` writes the open campaign to a file and goes on there; "
                        "`reopen` goes on with the file that is there now");
}

void sitting_fail(struct sitting *sitting, const struct error *err, struct result *out)
{
    result_fail(out, err);
    if (err->code == STATUS_ELSEWHERE) {
        sitting_add_ways_on(sitting, &out->error);
    }
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

/* ---- looking --------------------------------------------------------------------------- */

const struct state *sitting_state(const struct sitting *sitting)
{
    return &sitting->state;
}

const struct system *sitting_party_system(const struct sitting *sitting)
{
    for (int id = 1; id <= sitting->state.count; id++) {
        if (carry_takes(&sitting->state, id)) {
            return state_system(&sitting->state);
        }
    }
    return NULL;
}

const struct procedure *sitting_procedure(const struct sitting *sitting)
{
    return games_find(state_system(&sitting->state));
}

int64_t sitting_encounter_number(const struct sitting *sitting)
{
    return sitting->encounter.id;
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

const struct error *sitting_damage(const struct sitting *sitting)
{
    return campaign_damage(sitting->campaign);
}

bool sitting_ended_at_damage(const struct sitting *sitting, enum status status)
{
    return status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
}

const char *sitting_notice(struct sitting *sitting)
{
    const char *word = campaign_word(sitting->campaign);
    const struct error *damage = sitting_damage(sitting);
    if (damage == NULL || sitting->has_told_damage) {
        return word;
    }
    sitting->has_told_damage = true;
    text_format(
        sitting->notice, sizeof sitting->notice,
        "the log is damaged (%s: %s). You see the fight as it was before that, and "
        "nothing can be written. `referee verify` lists everything that is wrong. To go on: "
        "`backups` lists the earlier copies, and `restore` goes back to one of them",
        damage->where, damage->text);
    return sitting->notice;
}

int64_t sitting_act_now(const struct sitting *sitting)
{
    return sitting->position.head;
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
