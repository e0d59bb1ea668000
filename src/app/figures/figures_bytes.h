/* Figures of an encounter as bytes, and back: how sums of them are kept (store/sums.h). Numbers
 * are whole numbers of seven bits a byte, the sign last, or eight bytes of a double; a list
 * begins with its length. */
#ifndef REFEREE_APP_FIGURES_FIGURES_BYTES_H
#define REFEREE_APP_FIGURES_FIGURES_BYTES_H

#include "app/figures/figures_counting.h"

/* Of the bytes and of what is counted: who changes either raises it, and sums that older
 * programs kept are made again. */
enum { FIGURES_VERSION = 2 };

/* What the figures held before an encounter was added. */
struct figures_base {
    int rows, checks, thrown, turns;
    int64_t acts;
    int side_rounds[2];
};

struct figures_base figures_base_of(const struct figures *figures);

/* What was counted since then; free it. */
unsigned char *figures_to_bytes(const struct figures_counting *counting,
                                const struct figures_base *base, int *count);
/* Adds that to the figures of the counting, and goes on from there; the rows get this name of
 * the encounter, whose number the counting has. False, with nothing changed, when the bytes are
 * not those of a sum. */
bool figures_from_bytes(struct figures_counting *counting, const char *encounter,
                        const unsigned char *bytes, int count);

#endif
