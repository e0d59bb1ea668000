#include "app/sitting/changes.h"

#include <stdlib.h>

#include "app/sitting/change_ways.h"
#include "app/sitting/result.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"

/* The caller's to free. */
static enum status read_ways(struct sitting *sitting, const char *thing, const char *field,
                             struct change_ways **out, struct error *err)
{
    *out = malloc(sizeof **out);
    CHECK(*out != NULL);
    return change_ways_read(*out, sitting->campaign, thing, field, err);
}

enum status sitting_ways(struct sitting *sitting, const char *thing, const char *field,
                         struct sitting_ways *out, struct error *err)
{
    struct change_ways *ways;
    enum status status = read_ways(sitting, thing, field, &ways, err);
    text_format(out->undo, sizeof out->undo, "%s", change_steps_newest(&ways->done));
    text_format(out->redo, sizeof out->redo, "%s", change_steps_newest(&ways->undone));
    free(ways);
    return status;
}

bool sitting_may_change(struct sitting *sitting, struct result *out)
{
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        sitting_fail_read_only(sitting, &out->error);
        return false;
    }
    return true;
}

enum status sitting_take_back(struct sitting *sitting, const char *thing, const char *field,
                              bool is_undo, struct text *line, struct error *err)
{
    struct change_ways *ways;
    int64_t undoing;
    enum status status = read_ways(sitting, thing, field, &ways, err);
    const struct change_steps *steps = is_undo ? &ways->done : &ways->undone;
    if (status == STATUS_OK && steps->count == 0) {
        status = error_set(err, STATUS_MISSING, "", "nothing was changed");
    } else if (status == STATUS_OK && sitting_is_read_only(sitting)) {
        sitting_fail_read_only(sitting, err);
        status = err->code;
    } else if (status == STATUS_OK) {
        text_add(line, "%s: %s", is_undo ? "undone" : "redone", change_steps_newest(steps));
        status = changes_undo(sitting->campaign, sitting->now_ms(),
                              steps->step[steps->count - 1].step,
                              (struct str){line->p, line->n}, &undoing, err);
    }
    free(ways);
    return status;
}

bool sitting_run_take_back(struct sitting *sitting, const char *thing, const char *field,
                           bool is_undo, const char *where, struct result *out)
{
    struct error err;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    enum status status = sitting_take_back(sitting, thing, field, is_undo, &line, &err);
    if (status == STATUS_MISSING) {
        out->kind = RESULT_REFUSED;
        out->refusal.rule = "";
        text_format(out->refusal.reason, sizeof out->refusal.reason,
                    is_undo ? "nothing was changed in %s" : "nothing was taken back in %s",
                    where);
    } else if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
    } else if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        out->kind = RESULT_DONE;
        text_format(out->label, sizeof out->label, "%s", line.p);
        text_format(out->text, sizeof out->text, "%s", line.p);
    }
    return status == STATUS_OK;
}
