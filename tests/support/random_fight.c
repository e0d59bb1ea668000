#include "support/random_fight.h"

#include <string.h>

#include "base/text.h"

void random_fight_party(struct table *table, const struct random_game *game,
                        struct draws *draws)
{
    int members = draws_between(draws, 2, RANDOM_MEMBERS_MAX);
    for (int i = 0; i < members; i++) {
        table_do(table, game->member[i]);
    }
}

const char *random_kind(const struct table *table, struct draws *draws)
{
    const struct library *library = table->decision.library;
    for (;;) {
        const struct library_record *record =
            &library->record[draws_between(draws, 0, library->count - 1)];
        if (strcmp(record->kind->name, table->procedure->fills) == 0) {
            return record->name;
        }
    }
}

void random_fight_join(struct table *table, int count, const char *kind, const char *side)
{
    TEXT_BUFFER(line, 200);
    text_add(&line, "add ");
    if (count > 1) {
        text_add(&line, "%d ", count);
    }
    text_add(&line, "%s side=%s", kind, side);
    table_do(table, line.p);
}
