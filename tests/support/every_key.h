/* The keys of all games at once, for tests that press every key. */
#ifndef REFEREE_TESTS_SUPPORT_EVERY_KEY_H
#define REFEREE_TESTS_SUPPORT_EVERY_KEY_H

#include "app/settings/keys.h"

/* The bindings of all games, each once: a key may occur with a command of each game. */
void every_key(struct key_table *out);

#endif
