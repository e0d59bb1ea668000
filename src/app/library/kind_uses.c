#include "app/library/kind_uses.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/kind_of_combatant.h"
#include "app/sitting/data.h"
#include "app/library/kinds.h"
#include "app/sitting/state.h"
#include "tracker/combatant_fields.h"

/* Counts one more combatant made from it. */
static void count_use(struct kind_uses *out, const char *kind, const char *encounter,
                      bool is_gone)
{
    for (int i = out->count - 1; i >= 0 && strcmp(out->use[i].encounter, encounter) == 0; i--) {
        if (strcmp(out->use[i].kind, kind) == 0) {
            out->use[i].count++;
            return;
        }
    }
    if (out->count < KIND_USES_MAX) {
        struct kind_use *use = &out->use[out->count++];
        *use = (struct kind_use){.count = 1, .is_gone = is_gone};
        text_format(use->kind, sizeof use->kind, "%s", kind);
        text_format(use->encounter, sizeof use->encounter, "%s", encounter);
    }
}

static void look_at(struct sitting *sitting, const struct state *state, const char *encounter,
                    struct kind_uses *out)
{
    for (int id = 1; id <= state->count; id++) {
        const struct library_record *behind =
            kind_behind(sitting_library(sitting), sitting_procedure(sitting), state, id);
        const char *from = combatant_made_from(state, id);
        bool is_foe = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
        if (!state_is_present(state, id) || (from == NULL && !is_foe)) {
            continue; /* a character is made from a kind only when that was given */
        }
        if (behind != NULL || from != NULL) {
            count_use(out, behind != NULL ? behind->name : from, encounter, behind == NULL);
        }
    }
}

static enum status read_state(struct sitting *sitting, const struct sitting_encounter *of,
                              struct state *state, struct error *err)
{
    struct position position;
    state_init(state, of->system);
    enum status status = log_position(sitting->campaign, of->id, &position, err);
    return status == STATUS_OK ? log_state(sitting->campaign, of->id, position.head, state, err)
                               : status;
}

/* Whether no round has begun and there are combatants. */
static bool is_prepared(const struct state *state)
{
    return state->value[ENCOUNTER_ROUND] == 0 && state->count > 0;
}

enum status sitting_kind_uses(struct sitting *sitting, struct kind_uses *out, struct error *err)
{
    const struct system *system = state_system(&sitting->state);
    struct sitting_encounter *list = calloc(KIND_USES_ENCOUNTERS_MAX, sizeof *list);
    struct state *state = calloc(1, sizeof *state);
    int count;
    out->count = 0;
    CHECK(list != NULL && state != NULL);
    enum status status =
        sitting_encounters(sitting, false, 0, list, KIND_USES_ENCOUNTERS_MAX, &count, err);
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        if (list[i].system != system) {
            continue;
        }
        status = read_state(sitting, &list[i], state, err);
        if (status == STATUS_OK && is_prepared(state)) {
            look_at(sitting, state, list[i].name, out);
        }
    }
    free(state);
    free(list);
    return status;
}

bool kind_uses_tell(const struct kind_uses *uses, const char *kind, struct text *out)
{
    bool has_any = false;
    for (int i = 0; i < uses->count; i++) {
        if (strcmp(uses->use[i].kind, kind) == 0) {
            text_add(out, "%s%s (%d)", has_any ? ", " : "", uses->use[i].encounter,
                     uses->use[i].count);
            has_any = true;
        }
    }
    return has_any;
}
