/* What yuxtapa keeps in the state, by number (games/yuxtapa/effects.def). */
#ifndef REFEREE_GAMES_YUXTAPA_EFFECTS_H
#define REFEREE_GAMES_YUXTAPA_EFFECTS_H

#include "tracker/state.h"

enum {
    YUXTAPA_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) YUXTAPA_##name,
#include "games/yuxtapa/effects.def"
#undef EFFECT
};

#endif
