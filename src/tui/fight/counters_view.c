#include "tui/fight/counters_view.h"

#include "tracker/counters.h"
#include "tui/canvas/grapheme.h"

enum { DOT_GAP = 3, NAME_LEAST = 3, NAME_SHORT = 8, MORE_WIDTH = 2 /* " …" */ };

/* How much is shown of each. */
enum detail { DETAIL_ALL, DETAIL_NO_UNIT, DETAIL_NO_OWNER, DETAIL_SHORT, DETAILS };

static bool is_shown(const struct state *state, int place)
{
    return state_has_counter(state, place) && !counter_has_ended(&state->counter[place]);
}

/* The text after its name: " in 4 rounds", " 2/6", " 3 rounds (Ana)". */
static void add_rest(const struct state *state, const struct counter *counter,
                     enum detail detail, struct text *out)
{
    struct counter one = *counter;
    one.name[0] = '\0';
    one.number[COUNTER_OF] = detail <= DETAIL_NO_UNIT ? counter->number[COUNTER_OF] : 0;
    if (detail == DETAIL_ALL) {
        counter_brief(state, &one, out);
    } else {
        counter_shortest(state, &one, out);
    }
}

static int width_of(const struct state *state, int place, enum detail detail)
{
    const struct counter *counter = &state->counter[place];
    int name = grapheme_width(str_of(counter->name));
    TEXT_BUFFER(rest, NAME_SIZE + 40);
    add_rest(state, counter, detail, &rest);
    return DOT_GAP + (detail == DETAIL_SHORT && name > NAME_SHORT ? NAME_SHORT : name) +
           grapheme_width((struct str){rest.p, rest.n});
}

static int width_of_all(const struct state *state, enum detail detail)
{
    int width = 0;
    for (int i = 0; i < state->counters; i++) {
        width += is_shown(state, i) ? width_of(state, i, detail) : 0;
    }
    return width;
}

int counters_width(const struct state *state)
{
    return width_of_all(state, DETAIL_ALL);
}

/* Draws one counter within the canvas; its name is cut to make room for its number. */
static int draw(const struct state *state, int place, enum detail detail, struct canvas canvas,
                int column)
{
    const struct counter *counter = &state->counter[place];
    enum role role = counter_is_close(counter) ? ROLE_WARNING : ROLE_TITLE;
    TEXT_BUFFER(rest, NAME_SIZE + 40);
    add_rest(state, counter, detail, &rest);
    if (column > 1) {
        column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    }
    int room = canvas.columns - column - grapheme_width((struct str){rest.p, rest.n});
    room = detail == DETAIL_SHORT && room > NAME_SHORT ? NAME_SHORT : room;
    struct canvas name = canvas_part(canvas, 0, 0, 1, column + room);
    if (room >= NAME_LEAST) {
        column = canvas_text(name, 0, column, role, str_of(counter->name));
    }
    return canvas_text(canvas, 0, column, role, (struct str){rest.p, rest.n});
}

/* Of the remaining counters the one nearest to its end, the earliest of equals; -1: none. */
static int nearest(const struct state *state, const bool is_drawn[COUNTERS_MAX])
{
    int best = -1;
    for (int i = 0; i < state->counters; i++) {
        if (is_shown(state, i) && !is_drawn[i] &&
            (best < 0 ||
             counter_left(&state->counter[i]) < counter_left(&state->counter[best]))) {
            best = i;
        }
    }
    return best;
}

static int draw_some(const struct state *state, struct canvas canvas, int column)
{
    bool is_drawn[COUNTERS_MAX] = {false};
    int left = 0;
    for (int i = 0; i < state->counters; i++) {
        left += is_shown(state, i) ? 1 : 0;
    }
    for (bool is_first = true; left > 0; left--, is_first = false) {
        int place = nearest(state, is_drawn);
        int room = canvas.columns - column - (left > 1 ? MORE_WIDTH : 0);
        if (!is_first && width_of(state, place, DETAIL_SHORT) > room) {
            return canvas_glyph(canvas, 0, column + 1, ROLE_TITLE, GLYPH_ELLIPSIS);
        }
        is_drawn[place] = true;
        column = draw(state, place, DETAIL_SHORT, canvas_part(canvas, 0, 0, 1, column + room),
                      column);
    }
    return column;
}

int counters_draw(const struct state *state, struct canvas canvas, int column)
{
    int detail = DETAIL_ALL;
    while (detail < DETAILS &&
           width_of_all(state, (enum detail)detail) > canvas.columns - column) {
        detail++;
    }
    if (detail == DETAILS) {
        return draw_some(state, canvas, column);
    }
    for (int i = 0; i < state->counters; i++) {
        if (is_shown(state, i)) {
            column = draw(state, i, (enum detail)detail, canvas, column);
        }
    }
    return column;
}
