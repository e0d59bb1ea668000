/* What Caves of Qud keeps in the state, by number (games/caves_of_qud/effects.def). */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_EFFECTS_H
#define REFEREE_GAMES_CAVES_OF_QUD_EFFECTS_H

#include "tracker/state.h"

enum {
    QUD_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) QUD_##name,
#include "games/caves_of_qud/effects.def"
#undef EFFECT
};

#endif
