#include "tui/views/encounters.h"

#include "app/sitting_state.h"
#include "tracker/carry.h"
#include "tracker/procedure.h"
#include "tui/canvas/canvas.h"

/* Whether anybody of the encounter on the table would come along to the next one. */
static bool has_party(struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    for (int id = 1; id <= state->count; id++) {
        if (carry_takes(state, id)) {
            return true;
        }
    }
    return false;
}

/* Where the encounters begin: above them stands that the party goes on, if there is one. */
static int first_encounter(const struct encounters *list)
{
    return list->goes_on != NULL ? 1 : 0;
}

/* Going on, the encounters, then the games. */
static int entries(const struct encounters *list)
{
    return first_encounter(list) + list->count + list->games;
}

enum status encounters_read(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err)
{
    list->count = 0;
    list->games = 0;
    list->shows_archived = shows_archived;
    list->goes_on = has_party(sitting) ? state_system(sitting_state(sitting)) : NULL;
    for (int i = 0; i < systems_count() && list->games < GAMES_MAX; i++) {
        list->game[list->games++] = system_at(i);
    }
    enum status status = sitting_encounters(sitting, shows_archived, list->encounter,
                                            ENCOUNTERS_MAX, &list->count, err);
    if (status == STATUS_OK) {
        status = sitting_encounters_owed(sitting, list->encounter, list->count, err);
    }
    if (status == STATUS_OK) {
        status = sitting_encounter_ways(sitting, &list->ways, err);
    }
    encounters_move(list, 0);
    return status;
}

enum status encounters_begin(struct encounters *list, struct sitting *sitting,
                             struct error *err)
{
    list->picked = 0;
    enum status status = encounters_read(list, sitting, false, err);
    list->picked = 0;
    for (int i = 0; i < list->count; i++) {
        list->picked = list->encounter[i].is_open ? first_encounter(list) + i : list->picked;
    }
    return status;
}

void encounters_move(struct encounters *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = entries(list) - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

/* The encounter of an entry, or NULL: then *game is that of a new one. */
static const struct sitting_encounter *entry_at(const struct encounters *list, int entry,
                                                const struct system **game)
{
    int i = entry - first_encounter(list);
    if (i >= 0 && i < list->count) {
        *game = NULL;
        return &list->encounter[i];
    }
    *game = i < 0 ? list->goes_on : list->game[i - list->count];
    return NULL;
}

const struct sitting_encounter *encounters_picked(const struct encounters *list,
                                                  const struct system **game)
{
    return entry_at(list, list->picked, game);
}

bool encounters_goes_on(const struct encounters *list)
{
    return list->picked < first_encounter(list);
}

bool encounters_takes_party(const struct encounters *list)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(list, &game);
    bool is_other = picked == NULL || !picked->is_open;
    return list->goes_on != NULL && is_other &&
           (picked != NULL ? picked->system : game) == list->goes_on;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { NAME_COLUMN = 2, ACTS_WIDTH = 12, ACTS_SIZE = 32, GAME_WIDTH_LEAST = 40 };

/* Name, game or what is still owed there, how much was done in it; where there is little room
 * the second is left out. */
static void draw_encounter(const struct sitting_encounter *encounter, struct canvas canvas,
                           int row)
{
    char buf[WORDING_SIZE];
    TEXT_BUFFER(text, ACTS_SIZE);
    if (encounter->is_open) {
        text_add(&text, "on the table");
    } else if (encounter->is_archived) {
        text_add(&text, "archived");
    } else {
        text_add(&text, "%lld act%s", (long long)encounter->acts,
                 encounter->acts == 1 ? "" : "s");
    }
    int width = canvas.columns - NAME_COLUMN - ACTS_WIDTH - 1;
    int name = width >= GAME_WIDTH_LEAST ? width * 3 / 5 : width;
    canvas_field(canvas, (struct strip){row, NAME_COLUMN, name, ALIGN_LEFT}, ROLE_OVERLAY,
                 wording(buf, canvas.frame, str_of(encounter->name)));
    const char *title = encounter->system != NULL ? encounter->system->title : "";
    TEXT_BUFFER(owed, SITTING_ENCOUNTER_NAME_SIZE + 8);
    text_add(&owed, "due: %s", encounter->owed);
    canvas_field(canvas,
                 (struct strip){row, NAME_COLUMN + name + 1, width - name - 1, ALIGN_LEFT},
                 ROLE_OVERLAY, str_of(encounter->owed[0] != '\0' ? owed.p : title));
    canvas_field(canvas,
                 (struct strip){row, canvas.columns - ACTS_WIDTH, ACTS_WIDTH, ALIGN_RIGHT},
                 ROLE_OVERLAY, (struct str){text.p, text.n});
}

static void draw_entry(const struct encounters *list, int i, struct canvas canvas, int row)
{
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    const struct system *game;
    const struct sitting_encounter *encounter = entry_at(list, i, &game);
    if (encounter != NULL) {
        draw_encounter(encounter, canvas, row);
    } else {
        canvas_format(canvas, row, NAME_COLUMN, ROLE_OVERLAY,
                      i < first_encounter(list) ? "the next encounter of %s, with this party"
                                                : "a new encounter of %s",
                      game->title);
    }
    if (i == list->picked) {
        canvas_set_role(canvas, whole, ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

/* For the one who sees the program for the first time. */
static void draw_advice(struct canvas canvas)
{
    struct str line;
    struct str rest =
        str_of("Press Enter and type a name for the encounter. At the table + or N adds "
               "combatants. Everything is saved as it happens, "
               "u takes it back, and ? explains every key.");
    for (int row = 0; grapheme_next_line(&line, &rest, canvas.columns - NAME_COLUMN); row++) {
        canvas_text(canvas, row, NAME_COLUMN, ROLE_DIM, line);
    }
}

void encounters_draw(const struct encounters *list, struct canvas canvas)
{
    struct canvas inside =
        sheet_draw(canvas, list->shows_archived ? "encounters, with the archived ones"
                           : list->count > 0    ? "encounters"
                                                : "which game?");
    int count = entries(list);
    int first = sheet_first(inside, count, list->picked);
    for (int row = 0; row < inside.rows && first + row < count; row++) {
        draw_entry(list, first + row, inside, row);
    }
    if (list->count == 0) {
        draw_advice(canvas_part(inside, count + 1, 0, inside.rows - count - 1, inside.columns));
    }
    sheet_draw_more(canvas, first > 0, first + inside.rows < count);
}
