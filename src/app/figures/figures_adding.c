#include "app/figures/figures_adding.h"

#include <limits.h>
#include <stdlib.h>

#include "app/log/act_view.h"
#include "app/chronicle/evenings.h"
#include "app/figures/figures_bytes.h"
#include "app/figures/figures_counting.h"
#include "app/figures/figures_sums.h"
#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "store/campaign.h"
#include "store/sums.h"

/* ---- a piece at a time ----------------------------------------------------------------- */

/* Acts between two sums that are kept while a long encounter is read, and between those at the
 * head of the open one. */
enum { ACTS_A_SUM = 1024, ACTS_AT_HEAD = 32 };

struct figures_adding {
    struct figures_counting counting;
    struct sitting_acts_wish wish;
    struct acts_reading *acts; /* NULL: not begun */
    struct encounter_row row;
    bool is_summed; /* it is a whole encounter, of which sums are kept */
    struct figures_base base;
    int64_t kept; /* acts that were told when a sum was kept last; -1: none ever was */
};

/* Whether it is all that leads to where an encounter is now. */
static bool is_whole_encounter(const struct sitting_acts_wish *wish)
{
    return (wish->asking == NULL || wish->asking->terms == 0) && wish->until == 0 &&
           wish->limit == 0 && wish->undone == UNDONE_LEFT_OUT;
}

static struct figures_adding *adding_new(struct figures *figures, struct sitting *sitting,
                                         const struct sitting_acts_wish *wish,
                                         struct act_view *view)
{
    struct figures_adding *adding = calloc(1, sizeof *adding);
    CHECK(adding != NULL);
    adding->counting =
        (struct figures_counting){.sitting = sitting, .figures = figures, .view = view};
    adding->wish = *wish;
    adding->wish.tells_all = true;
    adding->is_summed = view == NULL && is_whole_encounter(wish);
    if (adding->is_summed && wish->row != NULL) {
        adding->row = *wish->row;
    }
    return adding;
}

struct figures_adding *figures_adding_new(struct figures *figures, struct sitting *sitting,
                                          const struct sitting_acts_wish *wish)
{
    return adding_new(figures, sitting, wish, NULL);
}

/* From the last sum on the way, which is of no use when it cannot be read. */
static enum status begin_after_sum(struct figures_adding *adding, struct error *err)
{
    struct figures_counting *counting = &adding->counting;
    struct sitting *sitting = counting->sitting;
    struct position position = {.head = 0};
    struct sum sum;
    enum status status = STATUS_OK;
    if (adding->row.id == 0 && adding->wish.encounter != NULL) {
        status = sitting_find_encounter(sitting, adding->wish.encounter, &adding->row, err);
    } else if (adding->row.id == 0) {
        adding->row = sitting->encounter;
    }
    if (status == STATUS_OK && adding->row.id != 0) {
        status = log_position(sitting->campaign, adding->row.id, &position, err);
    }
    if (status != STATUS_OK || position.head == 0) {
        return status;
    }
    adding->base = figures_base_of(counting->figures);
    adding->wish.until = position.head;
    counting->encounter_id = adding->row.id;
    sitting->wants_sums = true;
    if (sums_find(sitting->campaign, adding->row.id, position.head, FIGURES_VERSION, &sum)) {
        if (figures_from_bytes(counting, adding->row.name, sum.bytes, sum.count)) {
            adding->wish.after = sum.act;
            adding->kept = 0;
            counting->figures->has_kept = true;
        }
        free(sum.bytes);
    }
    return STATUS_OK;
}

static enum status begin_adding(struct figures_adding *adding, struct error *err)
{
    enum status status = STATUS_OK;
    adding->kept = -1;
    if (adding->is_summed) {
        status = begin_after_sum(adding, err);
    }
    adding->acts = acts_reading_new(adding->counting.sitting, &adding->wish);
    return status;
}

static void keep_sum(struct figures_adding *adding, bool is_at_head)
{
    const struct figures_counting *counting = &adding->counting;
    int64_t since = counting->told - (adding->kept > 0 ? adding->kept : 0);
    bool is_open = adding->row.id == counting->sitting->encounter.id;
    int64_t wanted = !is_at_head ? ACTS_A_SUM : is_open && adding->kept >= 0 ? ACTS_AT_HEAD : 1;
    if (!adding->is_summed || counting->status != STATUS_OK || since < wanted) {
        return;
    }
    struct sum sum = {.encounter = counting->encounter_id,
                      .act = counting->last,
                      .version = FIGURES_VERSION,
                      .stays = !is_at_head};
    sum.bytes = figures_to_bytes(counting, &adding->base, &sum.count);
    sums_keep(counting->sitting->campaign, &sum);
    free(sum.bytes);
    adding->kept = counting->told;
}

enum status figures_adding_step(struct figures_adding *adding, int acts, bool *is_whole,
                                struct error *err)
{
    struct figures_counting *counting = &adding->counting;
    enum status status = adding->acts == NULL ? begin_adding(adding, err) : STATUS_OK;
    *is_whole = status != STATUS_OK;
    counting->err = err;
    if (status == STATUS_OK) {
        status =
            acts_reading_step(adding->acts, acts, figures_count_act, counting, is_whole, err);
        status = status == STATUS_OK ? counting->status : status;
    }
    if (status == STATUS_OK) {
        keep_sum(adding, *is_whole);
    }
    if (*is_whole) {
        figures_count_end(counting);
    }
    return status;
}

void figures_adding_free(struct figures_adding *adding)
{
    if (adding != NULL) {
        acts_reading_free(adding->acts);
        free(adding);
    }
}

bool figures_check_kept(struct sitting *sitting, int rows, bool *is_whole)
{
    struct error err;
    enum status status =
        log_check(sitting->campaign, &sitting->checked_row, rows, is_whole, &err);
    return status != STATUS_DAMAGED || sitting_damage(sitting) == NULL;
}

/* ---- at once --------------------------------------------------------------------------- */

static enum status add_encounter(struct figures *figures, struct sitting *sitting,
                                 const struct sitting_acts_wish *wish, struct act_view *view,
                                 struct error *err)
{
    struct figures_adding *adding = adding_new(figures, sitting, wish, view);
    bool is_whole = false;
    enum status status = STATUS_OK;
    while (!is_whole) {
        status = figures_adding_step(adding, INT_MAX, &is_whole, err);
    }
    figures_adding_free(adding);
    return status;
}

/* One encounter after the other; those that follow a damaged one are read too. */
static enum status add_all(struct figures *figures, struct sitting *sitting,
                           const struct sitting_acts_wish *wish, struct act_view *view,
                           struct error *err)
{
    struct sitting_acts_wish one = *wish;
    struct encounter_row row;
    enum status status = STATUS_OK, worst = STATUS_OK;
    int count = 1;
    one.is_of_all = false;
    one.row = &row;
    for (int i = 0; status == STATUS_OK && count > 0; i++) {
        struct error own;
        status = encounter_list(sitting->campaign, &row, 1, i, &count, err);
        if (status != STATUS_OK || count == 0) {
            break;
        }
        enum status added = add_encounter(figures, sitting, &one, view, &own);
        if (added != STATUS_OK && worst == STATUS_OK && err != NULL) {
            *err = own;
        }
        worst = worst == STATUS_OK ? added : worst;
        status = added == STATUS_DAMAGED ? STATUS_OK : added;
    }
    return status == STATUS_OK ? worst : status;
}

static enum status read_once(struct figures *out, struct sitting *sitting,
                             const struct sitting_acts_wish *wish, struct act_view *view,
                             struct error *err)
{
    struct sitting_acts_wish own = *wish;
    struct evenings evenings = {.evening = NULL};
    bool is_of_all =
        wish->is_of_all && wish->row == NULL && wish->encounter == NULL && wish->until == 0;
    enum status status = STATUS_OK;
    figures_init(out);
    if (wish->evenings == NULL) {
        status = evenings_read(&evenings, sitting->campaign, err);
        own.evenings = &evenings;
    }
    if (status == STATUS_OK) {
        status = is_of_all ? add_all(out, sitting, &own, view, err)
                           : add_encounter(out, sitting, &own, view, err);
    }
    evenings_free(&evenings);
    figures_put_together(out);
    return status;
}

static enum status read_figures(struct figures *out, struct sitting *sitting,
                                const struct sitting_acts_wish *wish, struct act_view *view,
                                struct error *err)
{
    bool is_whole;
    enum status status = read_once(out, sitting, wish, view, err);
    if (out->has_kept && !figures_check_kept(sitting, INT_MAX, &is_whole)) {
        figures_free(out);
        status = read_once(out, sitting, wish, view, err);
    }
    return status;
}

enum status figures_read(struct figures *out, struct sitting *sitting,
                         const struct sitting_acts_wish *wish, struct error *err)
{
    return read_figures(out, sitting, wish, NULL, err);
}

enum status figures_read_for_players(struct figures *out, struct sitting *sitting,
                                     const struct sitting_acts_wish *wish, struct error *err)
{
    struct act_view *view = malloc(sizeof *view);
    CHECK(view != NULL);
    act_view_init(view, sitting, true);
    enum status status = read_figures(out, sitting, wish, view, err);
    free(view);
    return status;
}
