#include "support/played_fight.h"

#include <stdio.h>
#include <string.h>

#include "support/unit.h"

enum { LINE_SIZE = 400, ANSWERS_MAX = 8, ROUNDS_MAX = 60 };

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
        text_format(words->of[words->count++].word, sizeof words->of[0].word, "%s", word);
    }
    words->of[i].count++;
}

/* The line without those it is about and without numbers: "react shield", "attack by=
 * hand=off".
 */
static void count_line(struct played_words *words, const char *line)
{
    TEXT_BUFFER(kept, 48);
    bool is_skipped = false;
    for (const char *p = line; *p != '\0'; p++) {
        is_skipped = (is_skipped || *p == '#') && *p != ' ';
        if (!is_skipped && (*p != ' ' || kept.p[kept.n > 0 ? kept.n - 1 : 0] != ' ')) {
            text_add_char(&kept, *p);
        }
    }
    count_word(words, kept.p);
}

void played_init(struct played_fight *fight, struct table *table, const struct policy *party,
                 const struct policy *foes, uint64_t key)
{
    *fight = (struct played_fight){.table = table};
    fight->player.procedure = table->procedure;
    fight->player.side[SIDE_PARTY] = party;
    fight->player.side[SIDE_FOES] = foes;
    fight->player.key = key * 0x9e3779b97f4a7c15u;
    table->seed = key;
    table->asks = false;
}

void played_assume(struct played_fight *fight, const char *name, const char *choice)
{
    const struct assumption_def *def = fight->player.procedure->assumptions;
    int place = 0, word = 0;
    while (strcmp(def[place].name, name) != 0) {
        place++;
        assert_non_null(def[place].name);
    }
    while (strcmp(def[place].choice[word], choice) != 0) {
        word++;
        assert_non_null(def[place].choice[word]);
    }
    fight->player.assumed[place] = word;
}

static int left(const struct state *state, int side)
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        count += state_is_in(state, id) && state_value(state, id, FIELD_SIDE, SIDE_FOES) == side
                     ? 1
                     : 0;
    }
    return count;
}

/* The one whose policy answers: who acts, or else whose turn it is. */
static const struct policy *answering(const struct played_fight *fight, const char *line)
{
    const struct state *state = &fight->table->state;
    const char *by = strstr(line, "by=#");
    int id = state->value[ENCOUNTER_TURN];
    if (by != NULL) {
        sscanf(by + 4, "%d", &id);
    } else if (strchr(line, '#') != NULL) {
        sscanf(strchr(line, '#') + 1, "%d", &id);
    }
    return id > 0 ? player_policy(&fight->player, state, id) : fight->player.side[SIDE_PARTY];
}

/* Adds the policy's answer to the question that is open; false: it has none. */
static bool add_answer(const struct played_fight *fight, struct text *line)
{
    const struct question *question = &fight->table->decision.question;
    char name[48];
    int n = (int)strcspn(question->prefix, "=");
    text_format(name, sizeof name, "%.*s", n, question->prefix);
    if (n == 0) {
        text_format(name, sizeof name, "%.*s", (int)strcspn(line->p, " "), line->p);
    }
    const char *word = policy_answer(answering(fight, line->p), name);
    if (word != NULL) {
        text_add(line, " %s%s", question->prefix, word);
    }
    return word != NULL;
}

static void fails(struct played_fight *fight, const char *line, enum verdict verdict)
{
    const struct decision *decision = &fight->table->decision;
    text_format(fight->failed, sizeof fight->failed, "%s -> %s", line,
                verdict == VERDICT_REFUSED ? decision->refusal.reason
                : verdict == VERDICT_WRONG ? decision->error.text
                : verdict == VERDICT_ASKS  ? table_question(fight->table)
                                           : "it changes nothing");
}

static void print(const struct table *table, const char *line)
{
    printf("# %s\n", line);
    for (int i = 0; i < table->decision.events; i++) {
        if (table->decision.event[i].line.n > 0) {
            printf("#     %.*s\n", table->decision.event[i].line.n,
                   table->decision.event[i].line.p);
        }
    }
}

static bool play_line(struct played_fight *fight)
{
    struct table *table = fight->table;
    TEXT_BUFFER(line, LINE_SIZE);
    table->procedure->plays(&table->state, &fight->player, &line);
    text_add(&line, "%s", line.n == 0 ? "next" : "");
    if (fight->words != NULL) {
        count_line(fight->words, line.p);
    }
    enum verdict verdict = table_try(table, line.p);
    for (int i = 0; verdict == VERDICT_ASKS && i < ANSWERS_MAX && add_answer(fight, &line);
         i++) {
        verdict = table_try(table, line.p);
    }
    if (fight->prints) {
        print(table, line.p);
    }
    if (verdict != VERDICT_DONE || table->decision.events == 0) {
        fails(fight, line.p, verdict);
    }
    fight->lines++;
    return fight->failed[0] == '\0';
}

enum played_end played_run(struct played_fight *fight)
{
    const struct state *state = &fight->table->state;
    while (fight->lines < PLAYED_LINES_MAX && state->value[ENCOUNTER_ROUND] <= ROUNDS_MAX) {
        if (left(state, SIDE_FOES) == 0) {
            return PLAYED_WON;
        }
        if (left(state, SIDE_PARTY) == 0) {
            return PLAYED_LOST;
        }
        if (!play_line(fight)) {
            fail_msg("fight %llu, line %d: %s", (unsigned long long)fight->table->seed,
                     fight->lines, fight->failed);
        }
    }
    return PLAYED_STALEMATE;
}
