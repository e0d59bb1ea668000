/* A fight as a short story, for the players: who was wounded, fell, fled, came, by whom, and
 * nothing else of an act. It is made of what they may see (app/log/act_view.h): a wound that
 * somebody hidden dealt came "from the dark". */
#ifndef REFEREE_APP_EXPORT_STORY_H
#define REFEREE_APP_EXPORT_STORY_H

#include "app/log/act_view.h"
#include "exchange/telling.h"

/* Who wounded whom last, by id: who falls later, by a check on its life, fell by that. Zeroed
 * at the beginning of an encounter. */
struct story {
    int wounded_by[COMBATANTS_MAX + 1];
};

/* Adds the sentences of the act that the view looked at last; nothing when nothing of it
 * matters. With numbers it says how many hit points are left, and tells every wound; without
 * them only what is left to the party, and of foes only wounds that cost half of what they
 * have. */
void story_add(struct story *story, const struct act_view *view, bool has_numbers,
               struct text *out);

/* Makes a telling of rows a story: its tales are its acts, and without numbers nothing says how
 * many hit points foes have or what they did by number. */
void story_replace_acts(struct telling *telling, bool has_numbers);

#endif
