#include "app/correct/delete.h"

#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"

/* Acts that describe a combatant, and do nothing to it. */
static bool only_describes(const struct act_row *act)
{
    static const char *const names[] = {"add",  "duplicate", "set",   "rename", "note-on",
                                        "hide", "reveal",    "trait", "carry"};
    struct str rest = str_of(act->command);
    struct str name = str_next_word(&rest);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (str_equal_any_case(name, str_of(names[i]))) {
            return true;
        }
    }
    return false;
}

struct search {
    int id;
    bool is_found;
};

static bool see_event(void *context, const struct event *event)
{
    struct search *search = context;
    search->is_found = event->subject == search->id || event->object == search->id;
    return !search->is_found;
}

/* The newest act on the way to the head that the combatant did or that was done to it; id 0:
 * none. */
static enum status find_act(struct sitting *sitting, int id, struct act_row *out,
                            struct error *err)
{
    struct search search = {.id = id};
    enum status status = STATUS_OK;
    int64_t act = sitting->position.head;
    for (; act != 0 && status == STATUS_OK && !search.is_found; act = out->parent) {
        status = log_row(sitting->campaign, act, out, err);
        if (status == STATUS_OK && !only_describes(out)) {
            status = log_events(sitting->campaign, act, see_event, &search, err);
        }
        if (search.is_found) {
            break;
        }
    }
    out->id = status == STATUS_OK && search.is_found ? out->id : 0;
    return status;
}

void sitting_run_delete(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    int id = command->argument[0].id;
    struct act_row act = {.id = 0};
    struct error err;
    TEXT_BUFFER(word, 2 * NAME_SIZE + 2);
    combatant_word(&sitting->state, id, &word);
    if (find_act(sitting, id, &act, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (act.id != 0) {
        struct text reason = text_over(out->refusal.reason, sizeof out->refusal.reason);
        text_add(&reason,
                 "%s has acted or was a target (#%lld): `remove %s` takes it off the table "
                 "and keeps those acts",
                 state_name(&sitting->state, id), (long long)act.id, word.p);
        out->refusal.rule = "";
        out->kind = RESULT_REFUSED;
        return;
    }
    TEXT_BUFFER(line, 2 * NAME_SIZE + 16);
    text_add(&line, "remove %s", word.p);
    sitting_decide(sitting, &sitting->state, line.p, false);
    if (sitting_settle(sitting, out)) {
        sitting_commit(sitting, line.p, out);
    }
}
