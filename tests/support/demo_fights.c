#include "support/demo_fights.h"

#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/forecast/begin.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static const char evening[] = "evening";
const char *const demo_names[] = {"spire",   "saltworks", "mill_pond", "sunken_larder",
                                  "dungeon", evening,     NULL};

static void see_fight(const struct forecast_from *from, demo_fight_fn *see, void *context)
{
    struct forecast *forecast;
    struct error err;
    const struct forecast_wish wish = {.fights = 1};
    if (forecast_new(&forecast, from, &wish, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    assert_string_equal(forecast->one[0].side[SIDE_PARTY]->name, "sensible");
    see(context, forecast);
    forecast_free(forecast);
}

/* Whether an encounter of a script begins with this line, after those that put everybody in
 * place. */
static bool begins(const struct state *state, const char *line)
{
    static const char *const words[] = {"initiative", "order", "next", "attack", "wait"};
    bool is_first = strcmp(state_system(state)->id, "four-against-darkness") == 0 &&
                    strncmp(line, "surprise", 8) == 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        is_first = is_first || strncmp(line, words[i], strlen(words[i])) == 0;
    }
    return is_first;
}

static void see_script(const char *path, demo_fight_fn *see, void *context)
{
    char line[COMMAND_LINE_MAX + 2];
    struct play *play = play_new((const char *const[]){NULL});
    bool has_begun = true;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        has_begun = has_begun && strncmp(line, "encounter", 9) != 0;
        if (!has_begun && begins(sitting_state(play->sitting), line)) {
            struct forecast_from from;
            has_begun = true;
            sitting_forecast_open(play->sitting, &from);
            see_fight(&from, see, context);
        }
        if (line[0] != '\0' && line[0] != '#') {
            play_do(play, line);
        }
    }
    fclose(file);
    play_free(play);
}

static void see_prepared(const char *path, demo_fight_fn *see, void *context)
{
    static const char *const prepared[] = {"Toll bridge", "Bell tower", "Salt cellar"};
    struct play *play = play_new((const char *const[]){NULL});
    play_script(play, path);
    play_reopen(play, true);
    for (size_t i = 0; i < sizeof prepared / sizeof prepared[0]; i++) {
        struct sitting_forecast found;
        struct error err;
        if (sitting_forecast_find(&found, play->sitting, prepared[i], &err) != STATUS_OK) {
            fail_msg("%s: %s", err.where, err.text);
        }
        see_fight(&found.from, see, context);
        sitting_forecast_done(&found);
    }
    play_free(play);
}

void demo_fights(const char *demo, demo_fight_fn *see, void *context)
{
    char path[64];
    snprintf(path, sizeof path, "data/demo/%s.referee", demo);
    (strcmp(demo, evening) == 0 ? see_prepared : see_script)(path, see, context);
}
