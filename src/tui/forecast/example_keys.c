#include <string.h>

#include "app/forecast/told.h"
#include "app/forecast/example.h"
#include "app/sitting/state.h"
#include "tui/forecast/forecast_sheet.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/reader.h"

/* An example of a forecast, walked through as the past is: the same panes and steps. Nothing of
 * it happened, so nothing can be done in it. */

struct example {
    struct look_back look;
    struct sitting_example *of; /* NULL: none is walked through */
};

static struct example *example_of(struct screen *screen)
{
    return screen_data(screen, &view_of_example);
}

static void say(struct screen *screen, enum role role, const char *words)
{
    look_back_say(&example_of(screen)->look, role, words);
}

static const char *end_words(enum fight_end end)
{
    static const char *const words[FIGHT_ENDS] = {
        [FIGHT_WON] = "the fight ends here: the party has won",
        [FIGHT_LOST] = "the fight ends here: nobody of the party is left",
        [FIGHT_FLED] = "the fight ends here: the party has fled",
        [FIGHT_STALEMATE] = "the fight is broken off here: it does not end"};
    return end != FIGHT_NEEDS ? words[end] : "";
}

/* ---- what is looked at ----------------------------------------------------------------- */

static void look(struct screen *screen)
{
    struct look_back *look_back = &example_of(screen)->look;
    struct sitting *then = sitting_example_then(example_of(screen)->of);
    struct example_place place;
    sitting_example_place(example_of(screen)->of, &place);
    look_back->banner = (struct past_banner){.example = forecast_example_name(place.which),
                                             .place = {.act = place.act, .newest = place.acts}};
    text_format(look_back->hint, sizeof look_back->hint, "%s",
                place.act == place.acts ? end_words(place.end) : "");
    look_back->model.banner = &look_back->banner;
    table_fill(&look_back->model, then);
    table_usual_odds(&look_back->model, then);
}

static void end(struct screen *screen)
{
    sitting_example_close(example_of(screen)->of);
    example_of(screen)->of = NULL;
}

static void begin(struct screen *screen)
{
    struct look_back *look_back = &example_of(screen)->look;
    const struct forecast_sheet *sheet = screen_data(screen, &view_of_forecast);
    if (sheet->is_of_table) {
        screen_look_as_at_the_table(screen, look_back);
    } else {
        screen_look_as_new(screen, look_back, sitting_example_then(example_of(screen)->of));
    }
    look_back->number = 0;
    look(screen);
    screen_push(screen, &view_of_example);
}

/* The next example of the forecast; says so when there is none. */
static void open(struct screen *screen)
{
    struct forecast_sheet *sheet = screen_data(screen, &view_of_forecast);
    screen_close(screen, &view_of_example);
    if (sheet->shown.forecast == NULL || sheet->shown.forecast->fights == 0) {
        screen_say(screen, ROLE_PLAIN, "no fight has been played yet");
        return;
    }
    for (int tries = 0; tries < FORECAST_EXAMPLES; tries++) {
        enum forecast_example which = sheet->example;
        sheet->example = (enum forecast_example)((which + 1) % FORECAST_EXAMPLES);
        if (sitting_example_open(&example_of(screen)->of, &sheet->shown, which)) {
            begin(screen);
            return;
        }
    }
    screen_say(screen, ROLE_PLAIN, "the party neither won nor lost");
}

/* ---- keys ------------------------------------------------------------------------------ */

static void say_end(struct screen *screen, enum past_move move)
{
    bool is_older = move == PAST_OLDER || move == PAST_OLDER_ROUND || move == PAST_FIRST;
    bool is_mark = move == PAST_OLDER_MARK || move == PAST_NEWER_MARK;
    say(screen, ROLE_PLAIN,
        is_mark    ? move == PAST_OLDER_MARK ? "no fall or morale check before this act"
                                             : "no fall or morale check after this act"
        : is_older ? "this is the start: the forecast begins here"
                   : "this is the end of the example");
}

static void step(struct screen *screen, const struct view_key *key)
{
    enum past_move move = table_past_move(key->act);
    if (sitting_example_move(example_of(screen)->of, move)) {
        look(screen);
    } else {
        say_end(screen, move);
    }
}

/* To a round or to an act by its number; without one: to the beginning of this round. */
static void go_by_number(struct screen *screen, const struct view_key *key)
{
    struct look_back *look_back = &example_of(screen)->look;
    struct sitting_example *example = example_of(screen)->of;
    bool is_round = key->act == ACT_ROUND;
    int number = look_back->number;
    look_back->number = 0;
    if (number == 0 && !is_round) {
        say(screen, ROLE_PLAIN, "type the number of an act first, as 27#");
        return;
    }
    number = number > 0 ? number : look_back->model.state->value[ENCOUNTER_ROUND];
    if (is_round ? sitting_example_go_to_round(example, number)
                 : sitting_example_go(example, number)) {
        look(screen);
        return;
    }
    TEXT_BUFFER(words, 80);
    text_add(&words, "there is no %s %d in this example", is_round ? "round" : "act", number);
    say(screen, ROLE_PLAIN, words.p);
}

static void select_and_look(struct screen *screen, const struct view_key *key)
{
    screen_look_select(screen, &example_of(screen)->look,
                       sitting_example_then(example_of(screen)->of), key->act);
}

/* The other example, if there is one. */
static void change_example(struct screen *screen, const struct view_key *key)
{
    (void)key;
    struct example_place before, after;
    sitting_example_place(example_of(screen)->of, &before);
    open(screen);
    sitting_example_place(example_of(screen)->of, &after);
    if (before.which == after.which) {
        say(screen, ROLE_PLAIN, "there is no other example in this forecast");
    }
}

static void read_whole(struct screen *screen, const struct view_key *key)
{
    static char told[READER_TEXT_SIZE];
    struct text text = text_over(told, sizeof told);
    struct forecast_sheet *sheet = screen_data(screen, &view_of_forecast);
    struct example_place place;
    (void)key;
    sitting_example_place(example_of(screen)->of, &place);
    if (forecast_shown_example(&sheet->shown, place.which, &text)) {
        screen_read(screen, "an example, never played", (struct str){text.p, text.n});
    }
}

static void refuse(struct screen *screen, const struct view_key *key)
{
    const struct key_table *keys = &example_of(screen)->look.model.keys;
    TEXT_BUFFER(words, 120);
    (void)key;
    text_add(&words,
             "this is an example, and nothing can be done in it: %s leads back to the "
             "forecast",
             key_in_context(keys, CONTEXT_EXAMPLE, ACT_CANCEL));
    say(screen, ROLE_WARNING, words.p);
}

static bool before_key(struct screen *screen, const struct view_key *key)
{
    return table_look_before_key(&example_of(screen)->look, key, CONTEXT_EXAMPLE);
}

/* ---- the view -------------------------------------------------------------------------- */

static void draw(const struct view_place *place, void *self)
{
    look_back_draw(self, place->canvas);
}

const struct view view_of_example = {
    .context = CONTEXT_EXAMPLE,
    .room = VIEW_SHEET,
    .size = sizeof(struct example),
    .open = open,
    .on =
        {
            [ACT_CANCEL] = screen_act_close,
            [ACT_BACK] = screen_act_close,
            [ACT_HELP] = screen_act_help,
            [ACT_LOOK_OLDER] = step,
            [ACT_LOOK_NEWER] = step,
            [ACT_PAGE_UP] = step,
            [ACT_PAGE_DOWN] = step,
            [ACT_FIRST] = step,
            [ACT_LAST] = step,
            [ACT_MARK_OLDER] = step,
            [ACT_MARK_NEWER] = step,
            [ACT_ROUND] = go_by_number,
            [ACT_ADDRESS] = go_by_number,
            [ACT_UP] = select_and_look,
            [ACT_DOWN] = select_and_look,
            [ACT_TURN] = select_and_look,
            [ACT_TARGET] = select_and_look,
            [ACT_FOE] = select_and_look,
            [ACT_EXAMPLE] = change_example,
            [ACT_LOG] = read_whole,
        },
    .other = refuse,
    .before = before_key,
    .draw = draw,
    .closed = end,
};
