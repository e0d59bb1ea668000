#include <stdlib.h>

#include "app/forecast/evening.h"
#include "app/forecast/shown.h"
#include "app/sitting/sitting.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

/* The plan as an evening that is forecast: it is told in the reader, and told again with more
 * evenings whenever there is time. Closing the reader stops it. */

enum { TURN = 20 }; /* evenings between two looks at the keys, at most */

struct table_evening {
    struct sitting_evening plan;
    bool is_read;
    int64_t until_ms; /* what is played now ends then */
};

void table_end_evening(struct table *table)
{
    if (table->evening != NULL) {
        sitting_evening_end(&table->evening->plan);
        free(table->evening);
        table->evening = NULL;
    }
}

void table_open_evening(struct table *table)
{
    table_read(table, "the evening", str_of("The plan is being read."));
    table->evening = calloc(1, sizeof *table->evening);
    CHECK(table->evening != NULL);
}

static bool is_time_up(void *context)
{
    const struct table *table = context;
    return sitting_now_ms(table->sitting) >= table->evening->until_ms;
}

static void tell(struct table *table, bool goes_on)
{
    static char told[READER_TEXT_SIZE];
    const struct forecast_evening *evening = &table->evening->plan.evening;
    struct text text = text_over(told, sizeof told);
    TEXT_BUFFER(title, READER_TITLE_SIZE);
    text_add(&title, "the evening, %lld of %d played%s", (long long)evening->evenings,
             EVENINGS_USUAL, goes_on ? ", playing" : "");
    forecast_evening_tell(evening, &text);
    reader_replace(&table->reader, evening->fought > 0 ? title.p : "the evening",
                   (struct str){text.p, text.n});
    reader_scroll(&table->reader, 0, table_view_sheet(canvas_of(&table->frame)));
}

/* Reading the plan takes a moment of its own. */
static bool read_plan(struct table *table)
{
    struct error err;
    const struct forecast_wish wish = {.fights = EVENINGS_USUAL, .seed = 1};
    struct sitting_evening *plan = &table->evening->plan;
    table->evening->is_read = true;
    if (sitting_evening_begin(plan, table->sitting, &wish, &err) != STATUS_OK) {
        table_say_error(table, &err);
        table_close(table, &view_of_reader);
        return false;
    }
    forecast_evening_begin(&plan->evening);
    tell(table, plan->evening.fought > 0);
    return plan->evening.fought > 0;
}

bool table_learn_evening(struct table *table)
{
    if (table->evening == NULL) {
        return false;
    }
    struct forecast_evening *evening = &table->evening->plan.evening;
    if (!table->evening->is_read) {
        return read_plan(table);
    }
    if (evening->fought == 0 || evening->evenings >= EVENINGS_USUAL) {
        return false;
    }
    int64_t most = evening->evenings + TURN;
    evening->crew.is_over = is_time_up;
    evening->crew.context = table;
    table->evening->until_ms = sitting_now_ms(table->sitting) + FORECAST_SHOWN_SLICE_MS;
    forecast_evening_go_on(evening, most < EVENINGS_USUAL ? most : EVENINGS_USUAL);
    bool goes_on = evening->evenings < EVENINGS_USUAL;
    tell(table, goes_on);
    return goes_on;
}
