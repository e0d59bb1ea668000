#include "support/played_fight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/unit.h"

int played_count(const struct played_words *words, const char *word)
{
    for (int i = 0; i < words->count; i++) {
        if (strcmp(words->of[i].word, word) == 0) {
            return words->of[i].count;
        }
    }
    return 0;
}

void played_print(const struct played_words *words)
{
    for (int i = 0; i < words->count; i++) {
        printf("# %7d %s\n", words->of[i].count, words->of[i].word);
    }
}

static void count_word(struct played_words *words, const char *word)
{
    int i = 0;
    while (i < words->count && strcmp(words->of[i].word, word) != 0) {
        i++;
    }
    assert_true(i < PLAYED_WORDS_MAX);
    if (i == words->count) {
        text_format(words->of[i].word, sizeof words->of[i].word, "%s", word);
        words->of[i].count = 0;
        words->count++;
    }
    words->of[i].count++;
}

/* The line without those it is about and without numbers: "react shield", "attack by=
 * hand=off".
 */
static void count_line(struct played_words *words, const char *line)
{
    TEXT_BUFFER(kept, 64);
    bool is_skipped = false;
    for (const char *p = line; *p != '\0'; p++) {
        is_skipped = (is_skipped || *p == '#') && *p != ' ';
        if (!is_skipped && (*p != ' ' || kept.p[kept.n > 0 ? kept.n - 1 : 0] != ' ')) {
            text_add_char(&kept, *p);
        }
    }
    count_word(words, kept.p);
}

/* A shield before the roll may be paid for again: for another attack in the same turn. */
static void check_once(struct played_fight *played, const int32_t *now, const char *line)
{
    TEXT_BUFFER(told, 100);
    int64_t turn = (int64_t)now[ENCOUNTER_ROUND] * (COMBATANTS_MAX + 1) + now[ENCOUNTER_TURN];
    size_t n = strlen(line);
    if (turn != played->turn) {
        played->turn = turn;
        played->reacted[0] = '\0';
    }
    if (strncmp(line, "react ", 6) != 0 || strcmp(line + n - 7, " shield") == 0) {
        return;
    }
    text_add(&told, "%s\n", line);
    if (strstr(played->reacted, told.p) != NULL) {
        fail_msg("twice in one turn: %s", line);
    }
    strncat(played->reacted, told.p, sizeof played->reacted - strlen(played->reacted) - 1);
}

static void see(void *context, const struct fight *fight, const char *line)
{
    struct played_fight *played = context;
    check_once(played, fight->decision.state.value, line);
    if (played->words != NULL) {
        count_line(played->words, line);
    }
    if (played->prints) {
        printf("# %s\n", line);
    }
    for (int i = 0; i < fight->decision.events && played->prints; i++) {
        struct str told = fight->decision.event[i].line;
        if (told.n > 0) {
            printf("#     %.*s\n", told.n, told.p);
        }
    }
}

void played_init(struct played_fight *played, struct table *table, const struct policy *party,
                 const struct policy *foes)
{
    *played = (struct played_fight){.table = table};
    played->player.procedure = table->procedure;
    played->player.side[SIDE_PARTY] = party;
    played->player.side[SIDE_FOES] = foes;
    played->fight = calloc(1, sizeof *played->fight);
    assert_non_null(played->fight);
}

void played_free(struct played_fight *played)
{
    free(played->fight);
}

void played_assume(struct played_fight *played, const char *name, const char *choice)
{
    const struct assumption_def *def = played->player.procedure->assumptions;
    int place = 0, word = 0;
    while (strcmp(def[place].name, name) != 0) {
        place++;
        assert_non_null(def[place].name);
    }
    while (strcmp(def[place].choice[word], choice) != 0) {
        word++;
        assert_non_null(def[place].choice[word]);
    }
    played->player.assumed[place] = word;
}

const struct fight_outcome *played_run(struct played_fight *played, int number)
{
    const struct table *table = played->table;
    struct fight_rules rules = {.procedure = table->procedure,
                                .defs = table->command,
                                .defs_count = table->commands,
                                .library = table->decision.library,
                                .seed = 11};
    played->turn = -1;
    played->fight->sees = see;
    played->fight->context = played;
    fight_play(played->fight, &rules, &played->player, &table->state, (uint64_t)number);
    const struct fight_outcome *outcome = &played->fight->outcome;
    if (outcome->refused > 0 || outcome->end == FIGHT_NEEDS) {
        fail_msg("fight %d, after %d lines: %s", number, outcome->acts,
                 outcome->refused > 0 ? outcome->first_refused : outcome->needs);
    }
    return outcome;
}
