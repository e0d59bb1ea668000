#include "app/sitting_encounters.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting_data.h"
#include "games/games.h"

/* The store lists them in order of making, in pieces; of too many the oldest are let go. */
static void keep(struct sitting_encounter *out, int most, int *count,
                 const struct encounter_row *row, bool is_open)
{
    *count = *count < most ? *count + 1 : most;
    memmove(&out[1], &out[0], (size_t)(*count - 1) * sizeof out[0]);
    out[0] = (struct sitting_encounter){.id = row->id,
                                        .system = system_find(str_of(row->system)),
                                        .acts = row->acts,
                                        .is_open = is_open,
                                        .is_archived = row->is_archived};
    static_assert(sizeof out[0].name == sizeof row->name, "names are as long as the store's");
    memcpy(out[0].name, row->name, sizeof out[0].name);
}

/* Only of the newest: each has to be read. */
enum { OWED_MAX = 16 };

static enum status look_at_owed(struct sitting *sitting, struct sitting_encounter *encounter,
                                struct state *state, struct error *err)
{
    const struct procedure *procedure = games_find(encounter->system);
    struct position position;
    struct text text = text_over(encounter->owed, sizeof encounter->owed);
    if (procedure->owed == NULL) {
        return STATUS_OK;
    }
    enum status status = log_position(sitting->campaign, encounter->id, &position, err);
    if (status == STATUS_OK) {
        status = log_state(sitting->campaign, encounter->id, position.head, state, err);
    }
    if (status == STATUS_OK) {
        procedure->owed(state, &text);
    }
    return status;
}

enum status sitting_encounters_owed(struct sitting *sitting, struct sitting_encounter *list,
                                    int count, struct error *err)
{
    enum status status = STATUS_OK;
    struct state *state = malloc(sizeof *state);
    CHECK(state != NULL);
    for (int i = 0; i < count && i < OWED_MAX && status == STATUS_OK; i++) {
        if (list[i].system != NULL) {
            state_init(state, list[i].system);
            status = look_at_owed(sitting, &list[i], state, err);
        }
    }
    free(state);
    return status;
}

enum status sitting_encounters(struct sitting *sitting, bool wants_archived,
                               struct sitting_encounter *out, int most, int *count,
                               struct error *err)
{
    enum { AT_ONCE = 64 };
    struct encounter_row rows[AT_ONCE];
    int read = AT_ONCE;
    *count = 0;
    for (int skip = 0; read == AT_ONCE; skip += read) {
        enum status status = encounter_list(sitting->campaign, rows, AT_ONCE, skip, &read, err);
        if (status != STATUS_OK) {
            return status;
        }
        for (int i = 0; i < read; i++) {
            if (wants_archived || !rows[i].is_archived) {
                keep(out, most, count, &rows[i], rows[i].id == sitting->encounter.id);
            }
        }
    }
    return STATUS_OK;
}
