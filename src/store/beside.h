/* The derived file beside a campaign ("-search" at the end of its name): the index of its texts
 * (store/search.h) sums of its figures and charts of its fights (store/sums.h).
 *
 * It is a file of its own since its tables would cost every opening of the campaign the time to
 * read their definitions, and an act would wait for its pages. It can be deleted at any time.
 * It is made only once somebody has asked, filled while the table is idle, and never in the
 * commit of an act. One that cannot be read, or that belongs to another log, is removed and
 * made again. */
#ifndef REFEREE_STORE_BESIDE_H
#define REFEREE_STORE_BESIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "store/campaign.h"
#include "store/db.h"

enum { BESIDE_PATH_MAX = CAMPAIGN_PATH_MAX + 16 };

/* The file, open. */
struct beside {
    struct db *db;
    /* Of the index of texts. */
    bool knows_mark;
    int64_t upto;    /* the last row that is in it */
    bool is_filling; /* a transaction is open, since `steps` steps */
    int steps;
};

/* The file of this campaign; NULL: there is none. `makes`: it is made when it can be. */
struct beside *beside_open(struct campaign *campaign, bool makes);
/* Closes it; a transaction must have ended. */
void beside_close(struct campaign *campaign);
/* Removes it too, after which it is made again. */
void beside_remove(struct campaign *campaign);
/* For what cannot be read or written: it is made again by the next program that fills it, and
 * left alone where that fails too. One that another program holds is only closed. It must be
 * open, as far as it could be. */
void beside_give_up(struct campaign *campaign);
/* False for a campaign that is only read, or lost its place. */
bool beside_can_be_written(const struct campaign *campaign);

bool beside_has_file(const struct campaign *campaign);
void beside_path(const struct campaign *campaign, char out[BESIDE_PATH_MAX]);
/* The checksum of a row of the log, which tells logs apart; row 0 is before the first.
 * STATUS_DAMAGED when there is no such row, as the file then is of another log. */
enum status beside_log_checksum(struct campaign *campaign, int64_t row, int64_t *out,
                                struct error *err) MUST_CHECK;

#endif
