#include "tui/forecast/compare.h"

#include <stdlib.h>

#include "app/forecast/compare.h"
#include "app/forecast/slice.h"
#include "app/sitting/sitting.h"
#include "tui/loop/screen.h"
#include "tui/widgets/reader.h"

enum {
    SHOWN_BATCH = 20,   /* fights of each chance between two tellings */
    SHOWN_FIGHTS = 1000 /* of each: ±3 points */
};

struct compare_shown {
    struct sitting *sitting;
    char words[COMMAND_LINE_MAX + 1];
    struct compare compare;
    bool is_read;
    struct forecast_crew crew;
    struct forecast_slice slice;
};

static void end(void *self)
{
    struct compare_shown *shown = self;
    compare_end(&shown->compare);
    forecast_crew_end(&shown->crew);
    free(shown);
}

/* Reading both logs takes a moment of its own. */
static enum grows read_both(struct compare_shown *shown, struct error *err)
{
    struct str words[2];
    compare_words(words, str_of(shown->words));
    shown->is_read = true;
    return compare_begin(&shown->compare, shown->sitting, words, err) == STATUS_OK
               ? GROWS_ON
               : GROWS_FAILED;
}

static enum grows play(struct compare_shown *shown)
{
    forecast_slice_begin(&shown->slice, sitting_clock, shown->sitting, &shown->crew);
    bool goes_on = compare_play(&shown->compare, &shown->crew, SHOWN_BATCH) &&
                   compare_fights(&shown->compare) < SHOWN_FIGHTS;
    return goes_on ? GROWS_ON : GROWS_NO_MORE;
}

static enum grows go_on(void *self, struct screen *screen, struct text *title, struct text *out,
                        struct error *err)
{
    struct compare_shown *shown = self;
    (void)screen;
    enum grows grows = shown->is_read ? play(shown) : read_both(shown, err);
    text_add(title, "two fights");
    if (grows != GROWS_FAILED) {
        text_add(title, ", %lld of %d played after each act%s",
                 (long long)compare_fights(&shown->compare), SHOWN_FIGHTS,
                 grows == GROWS_ON ? ", playing" : "");
        compare_tell(&shown->compare, out);
    }
    return grows;
}

bool screen_opens_compare(struct screen *screen, struct str words)
{
    struct str both[2];
    int64_t encounter, act;
    struct error err;
    compare_words(both, words);
    for (int i = 0; i < 2; i++) {
        if (words.n == 0 ||
            sitting_chart_find(&encounter, &act, screen->sitting, both[i], &err) != STATUS_OK) {
            return false; /* the command says what is wrong */
        }
    }
    struct compare_shown *shown = calloc(1, sizeof *shown);
    CHECK(shown != NULL);
    shown->sitting = screen->sitting;
    text_format(shown->words, sizeof shown->words, "%.*s", words.n, words.p);
    screen_close(screen, &view_of_palette);
    screen_read_growing(screen, "two fights", str_of("The logs are being read."),
                        &(struct reader_growing){shown, go_on, end});
    return true;
}
