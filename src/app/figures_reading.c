#include "app/figures_reading.h"

#include "app/sitting_data.h"

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
        figures_free(&reading->figures);
        evenings_free(&reading->evenings);
        reading->evenings = (struct evenings){.first = NULL};
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
    reading->next = 0;
    reading->scope = scope;
    text_format(reading->encounter, sizeof reading->encounter, "%s", encounter);
    asking_copy(&reading->asking, asking);
    if (scope == SCOPE_EVENING) {
        reading->is_whole = !asking_add_last_evening(&reading->asking);
    }
}

/* One encounter, or the open one (NULL). */
static enum status add_encounter(struct figures_reading *reading, struct sitting *sitting,
                                 const char *encounter, const struct encounter_row *row,
                                 struct error *err)
{
    struct sitting_acts_wish wish = {.encounter = encounter,
                                     .row = row,
                                     .evenings = &reading->evenings,
                                     .asking = &reading->asking,
                                     .undone = reading->asking.undone};
    return figures_add(&reading->figures, sitting, &wish, err);
}

/* Whether anything of it was done in the last evening. */
static enum status is_of_evening(bool *out, const struct figures_reading *reading,
                                 struct sitting *sitting, int64_t encounter, struct error *err)
{
    struct position position;
    enum status status = log_position(sitting->campaign, encounter, &position, err);
    const struct evenings *evenings = &reading->evenings;
    *out = status == STATUS_OK && evenings->count > 0 &&
           position.row >= evenings->first[evenings->count - 1];
    return status;
}

static enum status add_next(struct figures_reading *reading, struct sitting *sitting,
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
    return status == STATUS_OK && is_wanted ? add_encounter(reading, sitting, NULL, &row, err)
                                            : status;
}

enum status figures_reading_step(struct figures_reading *reading, struct sitting *sitting,
                                 struct error *err)
{
    if (reading->evenings.first == NULL) {
        enum status status = evenings_read(&reading->evenings, sitting->campaign, err);
        if (status != STATUS_OK) {
            reading->is_whole = true;
            return status;
        }
    }
    if (reading->scope == SCOPE_FIGHT) {
        reading->is_whole = true;
        return add_encounter(reading, sitting,
                             reading->encounter[0] != '\0' ? reading->encounter : NULL, NULL,
                             err);
    }
    return add_next(reading, sitting, err);
}
