/* Trilemma's shots: aiming, and shooting, also into a melee (5.21, 5.22; T21, T22). */
#ifndef REFEREE_GAMES_TRILEMMA_SHOOTING_H
#define REFEREE_GAMES_TRILEMMA_SHOOTING_H

#include "tracker/command.h"

decide_fn trilemma_decide_aim, trilemma_decide_shoot;

#endif
