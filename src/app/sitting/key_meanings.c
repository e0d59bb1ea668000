#include "app/sitting/key_meanings.h"

#include <stddef.h>

static const struct key_meaning meanings[] = {
#define EVERYWHERE(key, means, does) {KEY_EVERYWHERE, key, means, does},
#define LISTS(key, means, does) {KEY_IN_LISTS, key, means, does},
#include "app/sitting/key_meanings.def"
#undef LISTS
#undef EVERYWHERE
};

enum { MEANINGS = sizeof meanings / sizeof meanings[0] };

const struct key_meaning *key_meaning_at(int index)
{
    return index < MEANINGS ? &meanings[index] : NULL;
}

void key_meanings_write(struct text *out, enum key_place place, const char *gap)
{
    for (int i = 0; i < MEANINGS; i++) {
        if (meanings[i].place == place) {
            text_add(out, "%s%s%s\n", meanings[i].key, gap, meanings[i].means);
        }
    }
}

void key_meanings_tell(struct text *out)
{
    text_add(out, "At the table and in every view a key does this, or nothing\n\n");
    key_meanings_write(out, KEY_EVERYWHERE, "  ");
    text_add(out, "\nIn every list: encounters, prepared ones, kinds, party, plan, campaigns,\n"
                  "chronicle, log, past acts, open checks\n\n");
    key_meanings_write(out, KEY_IN_LISTS, "  ");
    text_add(out,
             "\nAt the table other letters act on the fight, each game's in its own way: ?\n"
             "lists them.\n");
}
