#include "tui/forecast/evening.h"

#include <stdlib.h>

#include "app/forecast/evening.h"
#include "app/forecast/slice.h"
#include "app/sitting/sitting.h"
#include "tui/loop/screen.h"
#include "tui/widgets/reader.h"

/* The plan as an evening that is forecast: it is told in the reader, and told again with more
 * evenings whenever there is time. Closing the reader stops it. */

enum { TURN = 20 }; /* evenings between two looks at the keys, at most */

struct evening_shown {
    struct sitting_evening plan;
    struct sitting *sitting;
    char rest[EVENING_REST_SIZE]; /* what a rest is; "": by the game's rule */
    bool is_read;
    struct forecast_slice slice;
};

static void end(void *self)
{
    struct evening_shown *shown = self;
    sitting_evening_end(&shown->plan);
    free(shown);
}

/* Reading the plan takes a moment of its own. */
static enum status read_plan(struct evening_shown *shown, struct error *err)
{
    const struct forecast_wish wish = {.fights = EVENINGS_USUAL,
                                       .seed = 1,
                                       .rest = shown->rest[0] != '\0' ? shown->rest : NULL};
    shown->is_read = true;
    enum status status = sitting_evening_begin(&shown->plan, shown->sitting, &wish, err);
    if (status == STATUS_OK) {
        forecast_evening_begin(&shown->plan.evening);
    }
    return status;
}

static void play(struct evening_shown *shown)
{
    struct forecast_evening *evening = &shown->plan.evening;
    int64_t most = evening->evenings + TURN;
    forecast_slice_begin(&shown->slice, sitting_clock, shown->sitting, &evening->crew);
    forecast_evening_go_on(evening, most < EVENINGS_USUAL ? most : EVENINGS_USUAL);
}

static enum grows go_on(void *self, struct screen *screen, struct text *title, struct text *out,
                        struct error *err)
{
    struct evening_shown *shown = self;
    const struct forecast_evening *evening = &shown->plan.evening;
    (void)screen;
    if (shown->is_read) {
        play(shown);
    } else if (read_plan(shown, err) != STATUS_OK) {
        return GROWS_FAILED;
    }
    bool goes_on = forecast_evening_can_play(evening) && evening->evenings < EVENINGS_USUAL;
    text_add(title, "the evening");
    if (forecast_evening_can_play(evening)) {
        text_add(title, ", %lld of %d played%s", (long long)evening->evenings, EVENINGS_USUAL,
                 goes_on ? ", playing" : "");
    }
    forecast_evening_tell(evening, out);
    return goes_on ? GROWS_ON : GROWS_NO_MORE;
}

static void open(struct screen *screen, struct str rest)
{
    struct evening_shown *shown = calloc(1, sizeof *shown);
    CHECK(shown != NULL);
    shown->sitting = screen->sitting;
    text_format(shown->rest, sizeof shown->rest, "%.*s", rest.n, rest.p);
    screen_read_growing(screen, "the evening", str_of("The plan is being read."),
                        &(struct reader_growing){shown, go_on, end});
}

void screen_open_evening(struct screen *screen)
{
    open(screen, str_of(""));
}

bool screen_opens_evening(struct screen *screen, struct str rest)
{
    struct error err;
    struct evening_rest read;
    if (rest.n > 0 && evening_rest_read(&read, rest, &err) != STATUS_OK) {
        return false; /* the command says what is wrong */
    }
    screen_close(screen, &view_of_palette);
    open(screen, rest);
    return true;
}
