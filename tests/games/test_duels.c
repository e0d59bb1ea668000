/* Each creature and foe that ships against one stated character: data/<game>/duels.md, for
 * people who read a bestiary or add to it. If a duel is just blows in turn, its odds are exact;
 * in Four Against Darkness, where morale, saves and shrinking groups decide, each duel is
 * played many times. `make accept` writes the tables again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resolver/dice/dice_expr_distribution.h"
#include "resolver/odds.h"
#include "support/auto_fight.h"
#include "support/golden.h"
#include "support/unit.h"

enum { TEXT_SIZE = 1 << 16, HP_MAX = 400, DUELS = 100 };

static const struct game {
    const char *system;
    const char *title;
    const char *hero;  /* the line that adds it */
    const char *ready; /* a line before the first blow, if it can be done; NULL: none */
    const char *about; /* a sentence beside that */
    bool is_played;
} games[] = {
    {.system = "trilemma",
     .title = "Trilemma",
     .hero = "add Ysolde side=party strength=14 wits=12 armour=4 hp=9",
     .about = "Nobody buys a reaction."},
    {.system = "four-against-darkness",
     .title = "Four Against Darkness",
     .hero = "add Hild class=warrior level=2",
     .is_played = true},
    {.system = "caves-of-qud",
     .title = "Caves of Qud",
     .hero = "add Ana side=party to_hit=3 dv=6 av=4 ma=3 weapon=steel-mace hp=30 player=yes",
     .about = "The off hand does nothing, and what hits bring beside damage is left out."},
    {.system = "pixel-dungeon",
     .title = "Pixel Dungeon",
     .hero = "add Wren side=party accuracy=14 dodge=8 damage=2-10 armor=4 hp=40",
     .ready = "surprise #2 off",
     .about = "Nobody is surprised."},
    {.system = "yuxtapa",
     .title = "yuxtapa",
     .hero = "add Ana side=party class=fighter hp=16",
     .about = "Spells are left out."},
};
enum { GAMES = sizeof games / sizeof games[0] };

/* ---- exact ----------------------------------------------------------------------------- */

/* The damage of one blow: mass[d] for each damage, and everything from HP_MAX on at HP_MAX. */
struct blow {
    double hit, mean;
    double mass[HP_MAX + 1];
};

static void read_blow(struct blow *out, const struct table *table, int actor, int target)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct arena arena;
    struct inputs inputs;
    struct odds odds;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    if (!table->procedure->usual_act(&table->state, actor, target, &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        fail_msg("%s against %s: %s", state_name(&table->state, actor),
                 state_name(&table->state, target), err.text);
    }
    int hit = outcome_find(inputs.action, "hit");
    int damage = outcome_find(inputs.action, "damage");
    assert_true(hit >= 0 && damage >= 0);
    memset(out, 0, sizeof *out);
    out->hit = odds.chance[hit];
    out->mean = odds.numbers[damage].mean;
    double rest = 1;
    for (int i = 0; i < odds.numbers[damage].count; i++) {
        int64_t value = odds.numbers[damage].value[i];
        out->mass[value < HP_MAX ? value : HP_MAX] += odds.numbers[damage].mass[i];
        rest -= odds.numbers[damage].mass[i];
    }
    out->mass[0] += rest > 0 ? rest : 0; /* a miss has no damage */
}

/* The hero's chance to win when both have this many hit points: they attack in turn, and each
 * begins half of the duels. With `hero_next` it is her turn.
 *     hero_next = still x foe_next + what follows if she wounds or fells it
 *     foe_next  = still x hero_next + what follows if it wounds her
 * where each `still` is the chance of a blow that does nothing. */
static double win_chance(const struct blow *hero, const struct blow *foe, int hero_hp,
                         const double *foe_hp, int foe_most)
{
    static double hero_next[HP_MAX + 1][HP_MAX + 1], foe_next[HP_MAX + 1][HP_MAX + 1];
    double chance = 0;
    for (int a = 1; a <= hero_hp; a++) {
        for (int b = 1; b <= foe_most; b++) {
            double fells = 0, wounds = 0, is_wounded = 0;
            for (int d = 1; d <= HP_MAX; d++) {
                fells += d >= b ? hero->mass[d] : 0;
                wounds += d < b ? hero->mass[d] * foe_next[a][b - d] : 0;
                is_wounded += d < a ? foe->mass[d] * hero_next[a - d][b] : 0;
            }
            double still = hero->mass[0] * foe->mass[0];
            /* When neither can hurt the other nobody wins. */
            double open = 1 - still > 1e-12 ? 1 - still : 1;
            hero_next[a][b] = (fells + wounds + hero->mass[0] * is_wounded) / open;
            foe_next[a][b] = (is_wounded + foe->mass[0] * (fells + wounds)) / open;
        }
    }
    for (int b = 1; b <= foe_most; b++) {
        chance += foe_hp[b] * (hero_next[hero_hp][b] + foe_next[hero_hp][b]) / 2;
    }
    return chance;
}

/* The chance of each number of hit points, from the dice of its kind, or its number at the
 * table if the kind has none. Returns the maximum. */
static int read_hp(double mass[HP_MAX + 1], char label[24], const struct table *table,
                   const struct library_record *record, int foe)
{
    static unsigned char memory[1 << 20];
    struct arena arena;
    struct dice_expr expr;
    struct distribution distribution;
    const char *text = library_text(record, "hp");
    memset(mass, 0, (HP_MAX + 1) * sizeof *mass);
    int hp = state_value(&table->state, foe, FIELD_HP_MAX, 0);
    text_format(label, 24, "%d", hp);
    if (text == NULL) {
        mass[hp] = 1;
        return hp;
    }
    text_format(label, 24, "%s", text);
    arena_init(&arena, memory, sizeof memory);
    assert_int_equal(dice_expr_parse(&expr, str_of(text), NULL), STATUS_OK);
    assert_int_equal(dice_expr_distribution(&distribution, &expr, &arena, NULL), STATUS_OK);
    for (int i = 0; i < distribution.count; i++) {
        int64_t value = distribution.low + i;
        assert_in_range(value, 1, HP_MAX);
        mass[value] = distribution.mass[i];
    }
    return (int)distribution.low + distribution.count - 1;
}

static void add_exact(struct text *out, const struct game *game,
                      const struct library_record *record)
{
    static struct blow hero_blow, foe_blow;
    static double hp[HP_MAX + 1];
    char line[200], label[24];
    struct table *table = table_new(game->system);
    table_do(table, game->hero);
    text_format(line, sizeof line, "add %s side=foes", record->name);
    table_do(table, line);
    if (game->ready != NULL) {
        (void)table_try(table, game->ready);
    }
    int hero = 1, foe = table->state.count;
    read_blow(&hero_blow, table, hero, foe);
    read_blow(&foe_blow, table, foe, hero);
    int most = read_hp(hp, label, table, record, foe);
    text_add(out, "| %s | %s | ", record->name, label);
    text_add_percent(out, foe_blow.hit);
    text_add(out, " | %.1f | ", foe_blow.mean + 1e-9);
    text_add_percent(out, hero_blow.hit);
    text_add(out, " | %.1f | ", hero_blow.mean + 1e-9);
    text_add_percent(out,
                     win_chance(&hero_blow, &foe_blow,
                                state_value(&table->state, hero, FIELD_HP_MAX, 0), hp, most));
    text_add(out, " |\n");
    table_free(table);
}

/* ---- played ---------------------------------------------------------------------------- */

/* A minor foe has a number, a major one has Life. */
static const char *amount(const struct library_record *record)
{
    const char *count = library_text(record, "count");
    const char *foe = library_text(record, "foe");
    bool is_minor = strcmp(foe, "vermin") == 0 || strcmp(foe, "minion") == 0;
    return is_minor ? (count != NULL ? count : "1") : library_text(record, "life");
}

static void add_played(struct text *out, const struct game *game,
                       const struct library_record *record)
{
    char line[200];
    int won = 0, lost = 0, rounds = 0;
    text_format(line, sizeof line, "add %s", record->name);
    for (int i = 0; i < DUELS; i++) {
        struct auto_fight fight = {.table = table_new(game->system), .only_attacks = true};
        fight.draws.state = (uint64_t)i + 1;
        fight.table->seed = (uint64_t)i + 1;
        table_do(fight.table, game->hero);
        table_do(fight.table, line);
        if (!auto_fight(&fight)) {
            fail_msg("%s: duel %d has no end", record->name, i);
        }
        const struct state *state = &fight.table->state;
        won += state_is_in(state, 1) ? 1 : 0;
        lost += state_value(state, 1, FIELD_HP_MAX, 0) - state_value(state, 1, FIELD_HP, 0);
        rounds += state->value[ENCOUNTER_ROUND];
        table_free(fight.table);
    }
    text_add(out, "| %s | %s | %s | %s | %.1f | %.1f | ", record->name,
             library_text(record, "foe"), library_text(record, "level"), amount(record),
             (double)rounds / (double)DUELS, (double)lost / (double)DUELS);
    text_add_percent(out, (double)won / (double)DUELS);
    text_add(out, " |\n");
}

/* ---- the tables ------------------------------------------------------------------------ */

static void add_head(struct text *out, const struct game *game)
{
    text_add(out,
             "# Duels: %s\n\n"
             "Each of the kinds that ship, alone against one character:\n\n"
             "    %s\n\n",
             game->title, game->hero);
    if (game->is_played) {
        text_add(
            out,
            "The program played each duel %d times (seeds 1 to %d). She attacks, and "
            "neither waits nor casts;\n"
            "morale and saves are rolled as they come due, and foes who flee are beaten.\n\n"
            "| foe | kind | level | number or Life | rounds | Life she loses | she wins |\n"
            "|---|---|---|---|---|---|---|\n",
            DUELS, DUELS);
        return;
    }
    text_add(
        out,
        "The odds are exact. Both strike by turns with their usual attack until one has no "
        "hit points left;\n"
        "each begins half of the duels, and nobody flees. Damage is the average of a blow, "
        "misses included.\n"
        "%s\n\n"
        "| creature | HP | hits her | damage | she hits | damage | she wins |\n"
        "|---|---|---|---|---|---|---|\n",
        game->about);
}

static void test_duels__match_their_tables(void **state)
{
    (void)state;
    static char whole[TEXT_SIZE];
    for (int g = 0; g < GAMES; g++) {
        const struct game *game = &games[g];
        struct table *table = table_new(game->system);
        const struct library *library = table->decision.library;
        struct text text = text_over(whole, sizeof whole);
        char path[100];
        add_head(&text, game);
        for (int i = 0; i < library->count; i++) {
            const struct library_record *record = &library->record[i];
            if (strcmp(record->kind->name, table->procedure->fills) == 0) {
                (game->is_played ? add_played : add_exact)(&text, game, record);
            }
        }
        text_add(&text, "\nThis page is made by tests/games/test_duels.c.\n");
        assert_false(text.is_cut);
        text_format(path, sizeof path, "data/%s/duels.md", game->system);
        golden_assert_file(path, whole);
        table_free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duels__match_their_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
