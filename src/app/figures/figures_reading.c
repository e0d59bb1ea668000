#include "app/figures/figures_reading.h"

#include <limits.h>
#include <string.h>

#include "app/figures/figures_sums.h"
#include "app/sitting/data.h"

enum { EVENING_ROWS = 32 }; /* their times are read while one act is told */

const char *asked_scope_name(enum asked_scope scope)
{
    static const char *const names[SCOPES] = {
        [SCOPE_FIGHT] = "this fight",
        [SCOPE_EVENING] = "this evening",
        [SCOPE_CAMPAIGN] = "the campaign",
    };
    return names[scope];
}

void figures_reading_done(struct figures_reading *reading)
{
    if (reading->has_begun) {
        figures_adding_free(reading->adding);
        reading->adding = NULL;
        figures_free(&reading->figures);
        evenings_free(&reading->evenings);
        reading->evenings = (struct evenings){.evening = NULL};
        reading->evenings_after = 0;
        reading->knows_evenings = false;
        reading->has_begun = false;
    }
}

void figures_reading_begin(struct figures_reading *reading, enum asked_scope scope,
                           const char *encounter, const struct asking *asking)
{
    figures_reading_done(reading);
    figures_init(&reading->figures);
    reading->has_begun = true;
    reading->is_whole = false;
    reading->is_checked = false;
    reading->next = 0;
    reading->scope = scope;
    text_format(reading->encounter, sizeof reading->encounter, "%s", encounter);
    asking_copy(&reading->asking, asking);
    if (scope == SCOPE_EVENING) {
        reading->is_whole = !asking_add_last_evening(&reading->asking);
    }
}

/* One encounter, or the open one (both NULL). */
static void begin_encounter(struct figures_reading *reading, struct sitting *sitting,
                            const char *encounter, const struct encounter_row *row)
{
    struct sitting_acts_wish wish = {.encounter = encounter,
                                     .row = row,
                                     .evenings = &reading->evenings,
                                     .asking = &reading->asking,
                                     .undone = reading->asking.undone};
    reading->adding = figures_adding_new(&reading->figures, sitting, &wish);
}

static enum status add_piece(struct figures_reading *reading, int acts, struct error *err)
{
    bool is_whole;
    enum status status = figures_adding_step(reading->adding, acts, &is_whole, err);
    if (is_whole) {
        figures_adding_free(reading->adding);
        reading->adding = NULL;
        reading->is_whole = reading->scope == SCOPE_FIGHT;
    }
    return status;
}

/* Whether anything of it was done in the last evening. */
static enum status is_of_evening(bool *out, const struct figures_reading *reading,
                                 struct sitting *sitting, int64_t encounter, struct error *err)
{
    struct position position;
    enum status status = log_position(sitting->campaign, encounter, &position, err);
    const struct evenings *evenings = &reading->evenings;
    *out = status == STATUS_OK && evenings->count > 0 &&
           position.row >= evenings->evening[evenings->count - 1].first;
    return status;
}

static enum status add_next(struct figures_reading *reading, struct sitting *sitting, int acts,
                            struct error *err)
{
    struct encounter_row row;
    int count;
    bool is_wanted = true;
    enum status status = encounter_list(sitting->campaign, &row, 1, reading->next, &count, err);
    reading->is_whole = status != STATUS_OK || count == 0;
    reading->next++;
    if (reading->is_whole) {
        return status;
    }
    if (reading->scope == SCOPE_EVENING) {
        status = is_of_evening(&is_wanted, reading, sitting, row.id, err);
    }
    if (status != STATUS_OK || !is_wanted) {
        return status;
    }
    begin_encounter(reading, sitting, NULL, &row);
    return add_piece(reading, acts, err);
}

static enum status read_piece(struct figures_reading *reading, struct sitting *sitting,
                              int acts, struct error *err)
{
    if (!reading->knows_evenings) {
        enum status status =
            evenings_read_on(&reading->evenings, sitting->campaign, &reading->evenings_after,
                             acts < INT_MAX / EVENING_ROWS ? acts * EVENING_ROWS : INT_MAX,
                             &reading->knows_evenings, err);
        reading->is_whole = reading->is_whole || status != STATUS_OK;
        if (status != STATUS_OK || !reading->knows_evenings) {
            return status;
        }
    }
    if (reading->adding != NULL) {
        return add_piece(reading, acts, err);
    }
    if (reading->scope == SCOPE_FIGHT) {
        const char *encounter = reading->encounter[0] != '\0' ? reading->encounter : NULL;
        begin_encounter(reading, sitting, encounter, NULL);
        return add_piece(reading, acts, err);
    }
    return add_next(reading, sitting, acts, err);
}

enum status figures_reading_step(struct figures_reading *reading, struct sitting *sitting,
                                 int acts, struct error *err)
{
    enum status status = read_piece(reading, sitting, acts, err);
    if (reading->is_whole) {
        figures_put_together(&reading->figures);
    }
    return status;
}

bool figures_reading_check(struct figures_reading *reading, struct sitting *sitting)
{
    if (!reading->has_begun || !reading->is_whole || reading->is_checked) {
        return false;
    }
    if (!reading->figures.has_kept ||
        figures_check_kept(sitting, FIGURES_CHECKED, &reading->is_checked)) {
        reading->is_checked = reading->is_checked || !reading->figures.has_kept;
        return !reading->is_checked;
    }
    struct asking asking;
    char encounter[FIGURES_NAME_SIZE];
    asking_copy(&asking, &reading->asking);
    memcpy(encounter, reading->encounter, sizeof encounter);
    figures_reading_begin(reading, reading->scope, encounter, &asking);
    return true;
}
