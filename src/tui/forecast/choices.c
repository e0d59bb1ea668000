#include "tui/forecast/choices.h"

#include <stdlib.h>
#include <string.h>

#include "app/forecast/choices.h"
#include "app/forecast/slice.h"
#include "app/sitting/sitting.h"
#include "tui/loop/screen.h"
#include "tui/widgets/reader.h"

/* What else could be done in place of an act: told in the reader at once, without chances
 * first, so that one thinks before one looks; these come in while fights are played. */

enum {
    SHOWN_BATCH = 20,   /* fights of each choice between two tellings */
    SHOWN_FIGHTS = 1000 /* of each */
};

struct choices_shown {
    struct sitting *sitting;
    int64_t encounter, act;
    struct sitting_chart chart;
    struct chart_choices *choices; /* NULL: the log is still to be read */
    struct forecast_crew crew;
    struct forecast_slice slice;
};

static void end(void *self)
{
    struct choices_shown *shown = self;
    choices_free(shown->choices);
    sitting_chart_end(&shown->chart);
    forecast_crew_end(&shown->crew);
    free(shown);
}

static enum grows read_choices(struct choices_shown *shown, struct error *err)
{
    if (sitting_chart_new(&shown->chart, shown->sitting, shown->encounter, shown->act, err) !=
        STATUS_OK) {
        return GROWS_FAILED;
    }
    const struct chart *chart = shown->chart.chart;
    shown->choices = choices_new(chart, chart->acts - (shown->act != 0 ? 1 : 0));
    return shown->choices->count > 0 ? GROWS_ON : GROWS_NO_MORE;
}

static enum grows play(struct choices_shown *shown)
{
    forecast_slice_begin(&shown->slice, sitting_clock, shown->sitting, &shown->crew);
    bool goes_on = choices_play(shown->choices, &shown->crew, SHOWN_BATCH) &&
                   shown->choices->fights < SHOWN_FIGHTS;
    return goes_on ? GROWS_ON : GROWS_NO_MORE;
}

static enum grows go_on(void *self, struct screen *screen, struct text *title, struct text *out,
                        struct error *err)
{
    struct choices_shown *shown = self;
    (void)screen;
    enum grows grows = shown->choices == NULL ? read_choices(shown, err) : play(shown);
    text_add(title, "other choices");
    if (grows != GROWS_FAILED && shown->choices->fights > 0) {
        text_add(title, ", %lld fights of each%s", (long long)shown->choices->fights,
                 grows == GROWS_ON ? ", playing" : "");
    }
    if (grows != GROWS_FAILED) {
        choices_tell(shown->choices, out);
    }
    return grows;
}

void screen_open_choices(struct screen *screen, int64_t encounter, int64_t act)
{
    struct choices_shown *shown = calloc(1, sizeof *shown);
    CHECK(shown != NULL);
    *shown =
        (struct choices_shown){.sitting = screen->sitting, .encounter = encounter, .act = act};
    screen_read_growing(screen, "other choices", str_of("The log is being read."),
                        &(struct reader_growing){shown, go_on, end});
}

bool screen_opens_choices(struct screen *screen, struct str words)
{
    int64_t encounter, act;
    struct error err;
    if (sitting_chart_find(&encounter, &act, screen->sitting, words, &err) != STATUS_OK) {
        return false; /* the command says what is wrong */
    }
    screen_close(screen, &view_of_palette);
    screen_open_choices(screen, encounter, act);
    return true;
}
