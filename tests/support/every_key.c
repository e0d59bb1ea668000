#include "support/every_key.h"

#include <string.h>

#include "games/games.h"
#include "support/unit.h"

static bool has(const struct key_table *table, const struct key_binding *binding)
{
    for (int i = 0; i < table->count; i++) {
        const struct key_binding *other = &table->binding[i];
        if (other->context == binding->context && strcmp(other->key, binding->key) == 0 &&
            strcmp(other->command, binding->command) == 0) {
            return true;
        }
    }
    return false;
}

void every_key(struct key_table *out)
{
    out->count = 0;
    for (int s = 0; s < systems_count(); s++) {
        static struct key_table one;
        key_table_make(&one, games_find(system_at(s)), NULL);
        for (int i = 0; i < one.count; i++) {
            if (!has(out, &one.binding[i])) {
                assert_true(out->count < KEY_BINDINGS_MAX);
                out->binding[out->count++] = one.binding[i];
            }
        }
    }
}
