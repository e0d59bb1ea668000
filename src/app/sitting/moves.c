#include "app/sitting/moves.h"

#include <string.h>

#include "app/sitting/data.h"
#include "app/encounters/encounter_commands.h"
#include "app/sitting/state.h"

static void move(struct sitting *sitting, enum row_kind kind, int64_t head, const char *label,
                 struct result *out)
{
    struct error err;
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        sitting_fail_read_only(sitting, &out->error);
        return;
    }
    struct act_row row = {.kind = kind,
                          .encounter = sitting->encounter.id,
                          .round = sitting->state.value[ENCOUNTER_ROUND],
                          .at_ms = sitting->now_ms()};
    static const char *const verbs[] = {
        [ROW_UNDO] = "undone", [ROW_REDO] = "redone", [ROW_REWIND] = "went back to"};
    struct text text = text_over(row.label, sizeof row.label);
    text_add(&text, "%s: %s", verbs[kind], label);
    int64_t from = sitting->position.head;
    if (log_move(sitting->campaign, &row, head, &sitting->position, &err) != STATUS_OK ||
        sitting_follow_head(sitting, from, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    out->kind = RESULT_DONE;
    memcpy(out->label, row.label, sizeof out->label);
    text_format(out->text, sizeof out->text, "%s", row.label);
}

/* An encounter without anybody may have been begun by mistake: the way back is told. */
static void refuse_start(struct sitting *sitting, struct result *out)
{
    char before[NAME_SIZE];
    TEXT_BUFFER(reason, sizeof out->refusal.reason);
    text_add(&reason, "there is nothing to undo: this is the start");
    if (sitting->state.count == 0 && sitting_encounter_before(sitting, before)) {
        text_add(&reason, "; `open ");
        text_add_quoted(&reason, str_of(before));
        text_add(&reason, "` goes back to it");
    }
    result_refuse(out, reason.p);
}

void sitting_run_undo(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    (void)command;
    struct log_way way;
    struct error err;
    if (log_undo(sitting->campaign, sitting->encounter.id, sitting->position.head, &way,
                 &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (way.to < 0) {
        refuse_start(sitting, out);
    } else {
        move(sitting, ROW_UNDO, way.to, way.label, out);
    }
}

void sitting_run_redo(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    (void)command;
    struct log_way way;
    struct error err;
    if (log_redo(sitting->campaign, sitting->encounter.id, sitting->position.head, &way,
                 &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (way.to < 0) {
        result_refuse(out, "there is nothing to redo");
    } else {
        move(sitting, ROW_REDO, way.to, way.label, out);
    }
}

/* Any act of the encounter, on any branch; 0 is the start. */
void sitting_run_rewind(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    int64_t act;
    struct act_row row = {.label = "the start"};
    struct error err;
    if (!str_to_int64(command->argument[0].word, 0, INT64_MAX / 2, &act)) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "",
                  "rewind needs the number of an act, as `log` shows it; 0 is the start");
        return;
    }
    if (act != 0 && (log_row(sitting->campaign, act, &row, &err) != STATUS_OK ||
                     row.encounter != sitting->encounter.id || row.kind != ROW_ACT)) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "", "there is no act %lld in this encounter",
                  (long long)act);
        return;
    }
    if (sitting->encounter.id == 0 || act == sitting->position.head) {
        text_format(out->text, sizeof out->text, "nothing changed");
        return;
    }
    struct position was = sitting->position;
    struct log_fate fate;
    if (log_fate(sitting->campaign, sitting->encounter.id, was.head, act, &fate, &err) !=
        STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    move(sitting, ROW_REWIND, act, row.label, out);
    if (out->kind == RESULT_DONE && fate.kind == LOG_CORRECTED) {
        struct text text = text_over(out->text, sizeof out->text);
        text_add(&text,
                 "%s\nact %lld was corrected, and this is how it was before: `rewind %lld` "
                 "goes back to act %lld",
                 out->label, (long long)act, (long long)fate.now, (long long)fate.now);
    }
}
