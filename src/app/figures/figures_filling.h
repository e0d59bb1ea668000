/* Keeping the sums of figures (store/sums.h) up with the log in idle moments, once somebody has
 * asked for figures of this campaign. */
#ifndef REFEREE_APP_FIGURES_FIGURES_FILLING_H
#define REFEREE_APP_FIGURES_FIGURES_FILLING_H

#include <stdbool.h>

struct sitting;

/* Does a piece of it, as long as a key may wait; false when nothing is left to do. */
bool figures_filling_step(struct sitting *sitting);
/* Gives back what a filling holds. */
void figures_filling_forget(struct sitting *sitting);

#endif
