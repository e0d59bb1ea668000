#include "app/evenings.h"

#include <limits.h>
#include <stdlib.h>

#include "store/campaign.h"
#include "store/sums.h"

static const int64_t GAP_MS = INT64_C(6) * 60 * 60 * 1000;

void evenings_add(struct evenings *evenings, int64_t act)
{
    if (evenings->count == evenings->room) {
        evenings->room = evenings->room == 0 ? 16 : evenings->room * 2;
        evenings->first =
            realloc(evenings->first, (size_t)evenings->room * sizeof *evenings->first);
        CHECK(evenings->first != NULL);
    }
    evenings->first[evenings->count++] = act;
}

/* A clock that was set back does not begin an evening. */
void evenings_see(struct evenings *evenings, int64_t act, int64_t at_ms)
{
    if (evenings->count == 0 || at_ms - GAP_MS >= evenings->latest_ms) {
        evenings_add(evenings, act);
    }
    evenings->latest_ms = at_ms;
}

/* ---- those that are kept --------------------------------------------------------------- */

/* Whole numbers of eight bytes, the least first: the time of the latest act, and the act that
 * each evening begins with. */
enum { EVENINGS_VERSION = 1, NUMBER_BYTES = 8, ROWS_A_SUM = 1024 };

static int64_t number_at(const unsigned char *bytes, int i)
{
    uint64_t number = 0;
    for (int k = NUMBER_BYTES - 1; k >= 0; k--) {
        number = number << 8 | bytes[i * NUMBER_BYTES + k];
    }
    return (int64_t)number;
}

static void put_number_at(unsigned char *bytes, int i, int64_t number)
{
    for (int k = 0; k < NUMBER_BYTES; k++) {
        bytes[i * NUMBER_BYTES + k] = (unsigned char)((uint64_t)number >> (8 * k));
    }
}

static int64_t find_kept(struct evenings *evenings, struct campaign *campaign)
{
    struct sum sum;
    if (!sums_find(campaign, 0, campaign_newest_row(campaign), EVENINGS_VERSION, &sum)) {
        return 0;
    }
    int count = sum.count / NUMBER_BYTES;
    for (int i = 1; i < count; i++) {
        evenings_add(evenings, number_at(sum.bytes, i));
    }
    evenings->latest_ms = count > 0 ? number_at(sum.bytes, 0) : 0;
    free(sum.bytes);
    return sum.act;
}

static void keep(const struct evenings *evenings, struct campaign *campaign, int64_t upto)
{
    struct sum sum = {.act = upto,
                      .version = EVENINGS_VERSION,
                      .count = (1 + evenings->count) * NUMBER_BYTES};
    sum.bytes = malloc((size_t)sum.count);
    CHECK(sum.bytes != NULL);
    put_number_at(sum.bytes, 0, evenings->latest_ms);
    for (int i = 0; i < evenings->count; i++) {
        put_number_at(sum.bytes, i + 1, evenings->first[i]);
    }
    sums_keep(campaign, &sum);
    free(sum.bytes);
}

/* ---- reading --------------------------------------------------------------------------- */

enum status evenings_read(struct evenings *out, struct campaign *campaign, struct error *err)
{
    int64_t after = 0;
    bool is_whole = false;
    *out = (struct evenings){.first = NULL};
    return evenings_read_on(out, campaign, &after, INT_MAX, &is_whole, err);
}

enum status evenings_read_on(struct evenings *evenings, struct campaign *campaign,
                             int64_t *after, int rows, bool *is_whole, struct error *err)
{
    enum { ROWS_AT_ONCE = 32 };
    struct act_row row[ROWS_AT_ONCE];
    int count = 1;
    enum status status = STATUS_OK;
    if (*after == 0) {
        *after = evenings->kept = find_kept(evenings, campaign);
    }
    for (; status == STATUS_OK && rows > 0 && count > 0; rows -= count) {
        int most = rows < ROWS_AT_ONCE ? rows : ROWS_AT_ONCE;
        status = log_rows_after(campaign, *after, row, most, &count, err);
        for (int i = 0; status == STATUS_OK && i < count; i++) {
            *after = row[i].id;
            if (row[i].kind == ROW_ACT && row[i].round > 0) {
                evenings_see(evenings, row[i].id, row[i].at_ms);
            }
        }
    }
    *is_whole = status != STATUS_OK || count == 0;
    if (status == STATUS_OK && *is_whole && *after - evenings->kept >= ROWS_A_SUM) {
        keep(evenings, campaign, *after);
        evenings->kept = *after;
    }
    return status;
}

void evenings_free(struct evenings *evenings)
{
    free(evenings->first);
}

int evening_of(const struct evenings *evenings, int64_t act)
{
    int low = 0;
    int high = evenings->count;
    while (low < high) { /* the number that begin with this act or an older one */
        int middle = low + (high - low) / 2;
        if (evenings->first[middle] <= act) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
