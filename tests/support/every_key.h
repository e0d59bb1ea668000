/* The keys of all games at once, for tests that press whatever there is. */
#ifndef REFEREE_TESTS_SUPPORT_EVERY_KEY_H
#define REFEREE_TESTS_SUPPORT_EVERY_KEY_H

#include "app/keys.h"

/* What any game binds, each once: a key may be there with a command of each. */
void every_key(struct key_table *out);

#endif
