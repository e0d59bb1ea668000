#include "app/figures/figures_filling.h"

#include <stdlib.h>

#include "app/figures/figures_reading.h"
#include "app/sitting/data.h"
#include "store/sums.h"

/* Acts that are told again and again without a new sum take less time than a key may. */
enum { ROWS_LEFT = 32 };

struct figures_filling {
    struct figures_reading reading;
    int64_t filled; /* the newest row when it was done last */
    bool is_wanted;
};

static bool begin(struct sitting *sitting)
{
    struct figures_filling *filling = sitting->filling;
    if (filling == NULL) {
        filling = sitting->filling = calloc(1, sizeof *filling);
        CHECK(filling != NULL);
        filling->is_wanted = sums_are_kept(sitting->campaign);
    }
    filling->is_wanted = filling->is_wanted || sitting->wants_sums;
    int64_t newest = campaign_newest_row(sitting->campaign);
    if (!filling->is_wanted || !sums_can_be_kept(sitting->campaign) ||
        newest < filling->filled + ROWS_LEFT) {
        return false;
    }
    struct asking none = {.terms = 0};
    filling->filled = newest;
    figures_reading_begin(&filling->reading, SCOPE_CAMPAIGN, "", &none);
    return true;
}

bool figures_filling_step(struct sitting *sitting)
{
    struct error err;
    bool is_reading = sitting->filling != NULL && sitting->filling->reading.has_begun;
    if (!is_reading && !begin(sitting)) {
        return false;
    }
    struct figures_reading *reading = &sitting->filling->reading;
    (void)!figures_reading_step(reading, sitting, FIGURES_PIECE,
                                &err); /* it is damaged there */
    if (reading->is_whole) {
        figures_reading_done(reading);
    }
    return true;
}

void figures_filling_forget(struct sitting *sitting)
{
    if (sitting->filling != NULL) {
        figures_reading_done(&sitting->filling->reading);
        free(sitting->filling);
        sitting->filling = NULL;
    }
}
