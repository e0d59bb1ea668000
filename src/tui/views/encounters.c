#include "tui/views/encounters.h"

#include <string.h>

#include "app/sitting_idle.h"
#include "app/sitting_state.h"
#include "tracker/carry.h"
#include "tracker/procedure.h"

/* ---- entries --------------------------------------------------------------------------- */

/* Whether anybody of the encounter on the table can come along to the next one. */
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

bool encounters_has_filter(const struct encounters *list)
{
    return line_edit_text(&list->filter).n > 0;
}

/* Where the encounters begin: after the entry for going on with the party, if there is one. */
static int first_encounter(const struct encounters *list)
{
    return list->goes_on != NULL && !encounters_has_filter(list) ? 1 : 0;
}

int encounters_entries(const struct encounters *list)
{
    int games = encounters_has_filter(list) ? 0 : list->games;
    return first_encounter(list) + list->shown_count + games;
}

const struct sitting_encounter *encounters_at(const struct encounters *list, int entry,
                                              const struct system **game)
{
    int i = entry - first_encounter(list);
    *game = NULL;
    if (i >= 0 && i < list->shown_count) {
        return &list->encounter[list->shown[i]];
    }
    if (entry < encounters_entries(list)) {
        *game = i < 0 ? list->goes_on : list->game[i - list->shown_count];
    }
    return NULL;
}

const struct sitting_encounter *encounters_picked(const struct encounters *list,
                                                  const struct system **game)
{
    return encounters_at(list, list->picked, game);
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

/* ---- picking --------------------------------------------------------------------------- */

void encounters_move(struct encounters *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = encounters_entries(list) - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

void encounters_pick(struct encounters *list, int64_t id)
{
    for (int i = 0; i < list->shown_count; i++) {
        if (list->encounter[list->shown[i]].id == id) {
            list->picked = first_encounter(list) + i;
        }
    }
}

static void choose_shown(struct encounters *list)
{
    struct str words = line_edit_text(&list->filter);
    list->shown_count = 0;
    for (int i = 0; i < list->count; i++) {
        if (sitting_encounter_holds(&list->encounter[i], words)) {
            list->shown[list->shown_count++] = i;
        }
    }
}

void encounters_filter(struct encounters *list)
{
    choose_shown(list);
    list->picked = 0;
}

/* ---- reading --------------------------------------------------------------------------- */

static enum status read_all(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err)
{
    list->count = 0;
    list->games = 0;
    list->shows_archived = shows_archived;
    list->now_ms = sitting_now_ms(sitting);
    list->goes_on = has_party(sitting) ? state_system(sitting_state(sitting)) : NULL;
    for (int i = 0; i < systems_count() && list->games < GAMES_MAX; i++) {
        list->game[list->games++] = system_at(i);
    }
    enum status status = sitting_encounters(sitting, shows_archived, ENCOUNTERS_READ,
                                            list->encounter, ENCOUNTERS_MAX, &list->count, err);
    if (status == STATUS_OK) {
        status = sitting_encounter_ways(sitting, &list->ways, err);
    }
    choose_shown(list);
    return status;
}

enum status encounters_read(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(list, &game);
    int64_t id = picked != NULL ? picked->id : 0;
    enum status status = read_all(list, sitting, shows_archived, err);
    encounters_move(list, 0);
    if (id != 0) {
        encounters_pick(list, id);
    }
    return status;
}

/* Whether the game says that the party goes on from here: what is open is over. */
static bool is_over(const struct sitting *sitting)
{
    TEXT_BUFFER(text, GUIDE_SIZE);
    const struct procedure *procedure = sitting_procedure(sitting);
    if (procedure->guide != NULL) {
        procedure->guide(sitting_state(sitting), &text);
    }
    return strstr(text.p, "`encounters`") != NULL;
}

enum status encounters_begin(struct encounters *list, struct sitting *sitting,
                             struct error *err)
{
    list->is_filtering = false;
    list->picked = 0;
    line_edit_init(&list->filter);
    enum status status = read_all(list, sitting, false, err);
    bool goes_on = list->goes_on != NULL && is_over(sitting);
    for (int i = 0; i < list->count; i++) {
        if (list->encounter[i].is_open && !goes_on) {
            encounters_pick(list, list->encounter[i].id);
        }
    }
    return status;
}

void encounters_learn(struct encounters *list, struct sitting *sitting)
{
    sitting_encounters_learn(sitting, list->encounter, list->count);
}
