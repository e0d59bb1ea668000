#include "app/chronicle/evenings.h"

#include <limits.h>
#include <stdlib.h>

#include "store/campaign.h"
#include "store/sums.h"

void evenings_add(struct evenings *evenings, const struct evening *evening)
{
    if (evenings->count == evenings->room) {
        evenings->room = evenings->room == 0 ? 16 : evenings->room * 2;
        evenings->evening =
            realloc(evenings->evening, (size_t)evenings->room * sizeof *evenings->evening);
        CHECK(evenings->evening != NULL);
    }
    evenings->evening[evenings->count++] = *evening;
}

void evenings_see(struct evenings *evenings, int64_t act, int64_t at_ms)
{
    int64_t gone = at_ms - evenings->latest_ms;
    if (evenings->count == 0 || gone >= EVENING_GAP_MS) {
        evenings_add(evenings, &(struct evening){.first = act, .first_ms = at_ms});
        gone = 0;
    }
    struct evening *evening = &evenings->evening[evenings->count - 1];
    evening->last = act;
    evening->last_ms = at_ms;
    evening->lasted_ms += gone > 0 ? gone : 0;
    evening->back_ms -= gone < 0 ? gone : 0;
    evenings->latest_ms = at_ms;
}

/* ---- those that are kept --------------------------------------------------------------- */

/* Whole numbers of eight bytes, the least first: the time of the latest act, and of each
 * evening those of its struct, in their order. */
enum { EVENINGS_VERSION = 3, NUMBER_BYTES = 8, NUMBERS = 6, ROWS_A_SUM = 1024 };

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
    for (int i = 1; i + NUMBERS <= count; i += NUMBERS) {
        evenings_add(evenings, &(struct evening){
                                   number_at(sum.bytes, i), number_at(sum.bytes, i + 1),
                                   number_at(sum.bytes, i + 2), number_at(sum.bytes, i + 3),
                                   number_at(sum.bytes, i + 4), number_at(sum.bytes, i + 5)});
    }
    evenings->latest_ms = count > 0 ? number_at(sum.bytes, 0) : 0;
    free(sum.bytes);
    return sum.act;
}

static void keep(const struct evenings *evenings, struct campaign *campaign, int64_t upto)
{
    struct sum sum = {.act = upto,
                      .version = EVENINGS_VERSION,
                      .count = (1 + NUMBERS * evenings->count) * NUMBER_BYTES};
    sum.bytes = malloc((size_t)sum.count);
    CHECK(sum.bytes != NULL);
    put_number_at(sum.bytes, 0, evenings->latest_ms);
    for (int i = 0; i < evenings->count; i++) {
        const struct evening *evening = &evenings->evening[i];
        const int64_t numbers[NUMBERS] = {evening->first,     evening->last,
                                          evening->first_ms,  evening->last_ms,
                                          evening->lasted_ms, evening->back_ms};
        for (int k = 0; k < NUMBERS; k++) {
            put_number_at(sum.bytes, NUMBERS * i + 1 + k, numbers[k]);
        }
    }
    sums_keep(campaign, &sum);
    free(sum.bytes);
}

/* ---- reading --------------------------------------------------------------------------- */

enum status evenings_read(struct evenings *out, struct campaign *campaign, struct error *err)
{
    int64_t after = 0;
    bool is_whole = false;
    *out = (struct evenings){.evening = NULL};
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
    free(evenings->evening);
}

int evening_of(const struct evenings *evenings, int64_t act, int64_t at_ms, bool is_of_fight)
{
    int before = 0; /* so many begin with this act or an older one */
    for (int high = evenings->count; before < high;) {
        int middle = before + (high - before) / 2;
        if (evenings->evening[middle].first <= act) {
            before = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct evening *last = before > 0 ? &evenings->evening[before - 1] : NULL;
    if (is_of_fight ||
        (last != NULL && (act <= last->last || at_ms < last->last_ms + EVENING_GAP_MS))) {
        return before;
    }
    bool is_soon =
        before < evenings->count && at_ms > evenings->evening[before].first_ms - EVENING_GAP_MS;
    return is_soon ? before + 1 : 0;
}
