#include "app/evenings.h"

#include <stdlib.h>

#include "store/campaign.h"

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

static void see_time(void *context, int64_t act, int64_t at_ms)
{
    evenings_see(context, act, at_ms);
}

enum status evenings_read(struct evenings *out, struct campaign *campaign, struct error *err)
{
    *out = (struct evenings){.first = NULL};
    return log_times(campaign, see_time, out, err);
}

enum status evenings_read_on(struct evenings *evenings, struct campaign *campaign,
                             int64_t *after, int rows, bool *is_whole, struct error *err)
{
    enum { ROWS_AT_ONCE = 32 };
    struct act_row row[ROWS_AT_ONCE];
    int count = 1;
    enum status status = STATUS_OK;
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
