/* Figures put together: one row a name over several encounters or evenings, a row an evening,
 * the times of turns. Pure sums of what was read (app/figures/figures.h). */
#ifndef REFEREE_APP_FIGURES_FIGURES_SUMS_H
#define REFEREE_APP_FIGURES_FIGURES_SUMS_H

#include "app/figures/figures.h"

/* What all rows come to by side, all checks by group, and all faces by die. */
void figures_put_together(struct figures *figures);

/* Rows of their own, freed by figures_sums_free. */
struct figures_sums {
    struct figures_row *row;
    int rows, room;
};

/* A row for each name of each side, the party first, then by damage dealt, attacks and name;
 * those who neither acted nor were hurt come after the others of their side. Hit points over
 * the rounds are those of the last encounter. `row` and `encounter` of the rows say nothing. */
void figures_by_name(const struct figures *figures, struct figures_sums *out);
/* A row for each evening and side that fought, the oldest first, the party before the foes. */
void figures_by_evening(const struct figures *figures, struct figures_sums *out);
void figures_sums_free(struct figures_sums *sums);

/* Whether there is anything to tell of it. */
bool figures_row_tells(const struct figures_row *row);
/* The share of worse results among all that its dice could have done: of the damage, or of the
 * hits where that is not known; below 0: neither is. */
double figures_luck(const struct figures_row *row);

/* That share as a number of 0 to 100, where only none at all is 0, and all of them 100. */
int figures_of_hundred(double luck);

/* The middle and the longest of the turns that took a second or more; false when none did.
 * `row` is whose the longest was. */
struct figures_times {
    int64_t middle_ms, longest_ms;
    int row;
};
bool figures_times(const struct figures *figures, struct figures_times *out);

#endif
