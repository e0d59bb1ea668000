#include "app/sitting/state.h"

#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/lines.h"
#include "games/games.h"
#include "store/backup.h"

/* ---- loading --------------------------------------------------------------------------- */

void sitting_state_changed(struct sitting *sitting)
{
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

/* A damaged log is shown up to the damage, and the user is told (sitting_notice). */
static enum status go_on(const struct sitting *sitting, enum status status)
{
    bool is_shown = status == STATUS_DAMAGED && campaign_damage(sitting->campaign) != NULL;
    return is_shown ? STATUS_OK : status;
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

static void gather_commands(struct sitting *sitting)
{
    sitting->commands = sitting->commands_of(state_system(&sitting->state), &sitting->made,
                                             sitting->command, COMMANDS_MAX);
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
    gather_commands(sitting);
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

static enum status load(struct sitting *sitting, struct error *err)
{
    enum status status = encounter_current(sitting->campaign, &sitting->encounter, err);
    if (status == STATUS_OK) {
        status = encounter_next(sitting->campaign, &sitting->next_encounter, err);
    }
    return status == STATUS_OK ? load_moment(sitting, -1, err) : status;
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
        status = load(sitting, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

void sitting_fail_read_only(const struct sitting *sitting, struct error *err)
{
    bool is_known = sitting->why_read_only[0] != '\0';
    error_set(err, STATUS_IO, sitting->path, "%s, so nothing was done",
              is_known ? sitting->why_read_only : "the campaign is read-only");
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
    out->kind = RESULT_FAILED;
    out->error = *err;
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
