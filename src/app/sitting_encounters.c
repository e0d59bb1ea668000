#include "app/sitting_encounters.h"

#include <string.h>

#include "app/sitting_data.h"

/* The store lists them in order of making, in pieces; of too many the oldest are let go. */
static void keep(struct sitting_encounter *out, int most, int *count,
                 const struct encounter_row *row, bool is_open)
{
    *count = *count < most ? *count + 1 : most;
    memmove(&out[1], &out[0], (size_t)(*count - 1) * sizeof out[0]);
    out[0] = (struct sitting_encounter){
        .system = system_find(str_of(row->system)), .acts = row->acts, .is_open = is_open};
    static_assert(sizeof out[0].name == sizeof row->name, "names are as long as the store's");
    memcpy(out[0].name, row->name, sizeof out[0].name);
}

enum status sitting_encounters(struct sitting *sitting, struct sitting_encounter *out, int most,
                               int *count, struct error *err)
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
            keep(out, most, count, &rows[i], rows[i].id == sitting->encounter.id);
        }
    }
    return STATUS_OK;
}
