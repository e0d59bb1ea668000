/* How another program uses libresolver: it lists everything, fights to the end, takes odds,
 * rolls dice, and reads errors. Built by tests/library/library.sh from the installed header and
 * library alone; what it prints is tests/library/fight.expected. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <resolver.h>

static char request_room[RESOLVER_REQUEST_ROOM];
static char result_room[RESOLVER_RESULT_ROOM];
static char odds_room[RESOLVER_ODDS_ROOM];
static char text[RESOLVER_TEXT_ROOM];

static const struct resolver_memory request_memory = {request_room, sizeof request_room};
static const struct resolver_memory result_memory = {result_room, sizeof result_room};
static const struct resolver_memory odds_memory = {odds_room, sizeof odds_room};

/* An unexpected error ends the fight. */
static void must(enum resolver_status status, const struct resolver_error *err)
{
    if (status != RESOLVER_OK) {
        fprintf(stderr, "fight: %s\n", err->text);
        exit(1);
    }
}

/* ---- what there is --------------------------------------------------------------------- */

static void list_systems(void)
{
    struct resolver_system system;
    for (int i = 0; resolver_system_at(&system, sizeof system, i); i++) {
        struct resolver_action action;
        printf("%s:", system.title);
        for (int k = 0; resolver_action_at(&action, sizeof action, i, k); k++) {
            printf(" %s", action.name);
        }
        printf("\n");
    }
}

/* ---- the fight ------------------------------------------------------------------------- */

struct fighter {
    const char *name;
    int strength, ac;
    const char *damage;
    int64_t hp;
};

static struct resolver_request *attack_of(const struct fighter *attacker,
                                          const struct fighter *target)
{
    struct resolver_request *attack;
    struct resolver_error err;
    must(resolver_request_begin(&attack, request_memory, "trilemma", "attack", &err), &err);
    must(resolver_request_set_number(attack, "strength", attacker->strength, &err), &err);
    must(resolver_request_set_number(attack, "ac", target->ac, &err), &err);
    must(resolver_request_set_text(attack, "damage", attacker->damage, &err), &err);
    must(resolver_request_finish(attack, &err), &err);
    return attack;
}

static double chance_to_hit(const struct resolver_request *attack)
{
    struct resolver_odds *odds;
    struct resolver_error err;
    double chance;
    must(resolver_odds_of(&odds, odds_memory, attack, &err), &err);
    must(resolver_odds_chance(&chance, odds, "hit", &err), &err);
    return chance;
}

static void strike(const struct fighter *attacker, struct fighter *target,
                   struct resolver_dice *dice)
{
    struct resolver_request *attack = attack_of(attacker, target);
    struct resolver_result *result;
    struct resolver_error err;
    int64_t damage;
    printf("%s on %s, %.0f%%: ", attacker->name, target->name, 100 * chance_to_hit(attack));
    must(resolver_resolve(&result, result_memory, attack, dice, &err), &err);
    resolver_result_text(text, sizeof text, result);
    printf("%s", text);
    if (resolver_result_value(&damage, result, "damage", NULL) == RESOLVER_OK && damage > 0) {
        target->hp -= damage;
        printf("; %s has %" PRId64 " left", target->name, target->hp);
    }
    printf("\n");
}

/* The first blow falls with dice from the table, the others with the generator's. */
static void fight(void)
{
    struct fighter anka = {"Anka", 14, 24, "1d8+1", 9};
    struct fighter shrike = {"Shrike", 9, 22, "1d6", 16};
    struct resolver_dice dice = {.given = "17, 5", .seed = 5};
    for (int round = 1; anka.hp > 0 && shrike.hp > 0; round++) {
        printf("round %d\n", round);
        strike(&anka, &shrike, &dice);
        if (shrike.hp > 0) {
            strike(&shrike, &anka, &dice);
        }
    }
    printf("%s falls; %" PRIu32 " dice were generated\n", anka.hp > 0 ? shrike.name : anka.name,
           dice.draw);
}

/* ---- the same dice in other ways ------------------------------------------------------- */

/* The program's own source: here a sequence of faces, over and over. */
struct row {
    const int *face;
    int count, next;
};

static int next_face(void *context, int sides)
{
    struct row *row = context;
    int face = row->face[row->next++ % row->count];
    return face <= sides ? face : sides;
}

static void roll_with_a_callback(void)
{
    static const int faces[] = {6, 6, 2, 5};
    struct row row = {faces, 4, 0};
    struct resolver_dice dice = {.face = next_face, .context = &row};
    struct resolver_result *result;
    struct resolver_error err;
    must(resolver_roll(&result, result_memory, "3d6!+1", &dice, &err), &err);
    resolver_result_text(text, sizeof text, result);
    printf("rolled: %s\n", text);
    resolver_result_json(text, sizeof text, result);
    printf("as JSON: %s\n", text);
}

static void show_distribution(void)
{
    struct resolver_odds *odds;
    struct resolver_numbers total;
    struct resolver_error err;
    must(resolver_odds_of_roll(&odds, odds_memory, "2d4", &err), &err);
    must(resolver_odds_numbers(&total, sizeof total, odds, "total", &err), &err);
    printf("2d4, mean %.2f:", total.mean);
    for (int i = 0; i < total.count; i++) {
        printf(" %" PRId64 " %.4f", total.value[i], total.chance[i]);
    }
    printf("\n");
}

/* Dice are asked for one throw at a time, until the act has all it needs. */
static void ask_for_dice(void)
{
    static const char *const typed[] = {NULL, "4", "4 5"};
    struct resolver_request *attack;
    struct resolver_result *result;
    struct resolver_error err;
    must(resolver_request_begin(&attack, request_memory, "4ad", "attack", &err), &err);
    must(resolver_request_set(attack, "level=3", &err), &err);
    must(resolver_request_set(attack, "foe=minor", &err), &err);
    must(resolver_request_set_flag(attack, "triple", true, &err), &err);
    must(resolver_request_finish(attack, &err), &err);
    for (int i = 0; i < 3; i++) {
        struct resolver_dice dice = {.given = typed[i], .asks = true};
        struct resolver_wanted wanted;
        if (resolver_resolve(&result, result_memory, attack, &dice, &err) == RESOLVER_WANTED &&
            resolver_result_wanted(&wanted, sizeof wanted, result)) {
            printf("%s: %d more of %s, %" PRId64 " to %" PRId64 " each\n", wanted.label,
                   wanted.missing, wanted.dice, wanted.low, wanted.high);
        }
    }
    struct resolver_dice dice = {.given = "4 5 2", .asks = true};
    must(resolver_resolve(&result, result_memory, attack, &dice, &err), &err);
    resolver_result_text(text, sizeof text, result);
    printf("%s\n", text);
}

static void show_errors(void)
{
    struct resolver_request *attack;
    struct resolver_error err;
    char out[RESOLVER_VALUE_ROOM];
    if (resolver_request_begin(&attack, request_memory, "trilema", "attack", &err)) {
        printf("wrong: %s\n", err.text);
    }
    must(resolver_request_begin(&attack, request_memory, "trilemma", "attack", &err), &err);
    if (resolver_request_set(attack, "strenght=3", &err)) {
        printf("wrong: %s\n", err.text);
    }
    if (resolver_notation(out, sizeof out, "2d6 + d", &err)) {
        printf("wrong: %s\n", err.text);
    }
}

int main(void)
{
    list_systems();
    fight();
    roll_with_a_callback();
    show_distribution();
    ask_for_dice();
    show_errors();
    return 0;
}
