#include "support/parameters.h"

#include <string.h>

#include "resolver/odds.h"
#include "resolver/system.h"

/* Odds that need more are treated as too large, to keep each run short. */
enum { MEMORY_SIZE = 1 << 20 };

static unsigned char memory[MEMORY_SIZE];

static void resolve_once(const struct inputs *inputs, struct outcome *out)
{
    static struct trace trace;
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, false, &trace);
    memset(out, 0, sizeof *out);
    resolve_act(inputs, &dice, out);
    if (dice.fault.code == STATUS_OK) {
        CHECK(dice_finish(&dice, NULL) == STATUS_OK);
    } else {
        CHECK(dice.fault.code == STATUS_FULL && dice.fault.text[0] != '\0');
        memset(out, 0, sizeof *out); /* void */
    }
}

static void check_number(const struct odds_numbers *numbers, const struct outcome *outcome,
                         int i)
{
    double whole = 0;
    bool is_found = false;
    for (int k = 0; k < numbers->count; k++) {
        CHECK(numbers->mass[k] > 0 && numbers->value[k] >= 0);
        whole += numbers->mass[k];
        is_found = is_found || numbers->value[k] == outcome->value[i];
    }
    CHECK(whole <= 1 + 1e-9);
    CHECK(is_found || !outcome->is_present[i]);
}

static void check_outcome(const struct inputs *inputs, const struct odds *odds,
                          const struct outcome *outcome)
{
    CHECK(odds->unresolved >= 0 && odds->unresolved <= 1e-12);
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        CHECK(odds->is_listed[i] || !outcome->is_present[i]);
        if (!odds->is_listed[i]) {
            continue;
        }
        if (inputs->action->outcomes[i].kind == OUTCOME_NUMBER) {
            check_number(&odds->numbers[i], outcome, i);
            continue;
        }
        double chance = odds->chance[i];
        CHECK(chance >= 0 && chance <= 1 + 1e-9);
        CHECK(!outcome->is_present[i] || (outcome->value[i] != 0 ? chance > 0 : chance < 1));
    }
}

static enum parameters_read resolve_and_count(const struct inputs *inputs)
{
    struct outcome outcome;
    struct outcome again;
    resolve_once(inputs, &outcome);
    resolve_once(inputs, &again);
    CHECK(memcmp(&outcome, &again, sizeof outcome) == 0);
    struct arena arena;
    struct odds odds;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    enum status status = odds_of(&odds, inputs, &arena, &err);
    if (status != STATUS_OK) {
        CHECK(status == STATUS_FULL && err.text[0] != '\0');
        return PARAMETERS_RESOLVED;
    }
    check_outcome(inputs, &odds, &outcome);
    return PARAMETERS_COUNTED;
}

enum parameters_read parameters_try(struct str line)
{
    const struct system *system = system_find(str_next_word(&line));
    const struct action *action =
        system != NULL ? action_find(system, str_next_word(&line)) : NULL;
    if (action == NULL) {
        return PARAMETERS_NO_ACTION;
    }
    struct inputs inputs;
    struct error err = {.code = STATUS_OK};
    enum status status = STATUS_OK;
    inputs_begin(&inputs, system, action);
    for (struct str word = str_next_word(&line); word.n > 0 && status == STATUS_OK;
         word = str_next_word(&line)) {
        status = inputs_give(&inputs, word, &err);
    }
    if (status == STATUS_OK) {
        status = inputs_finish(&inputs, &err);
    }
    if (status != STATUS_OK) {
        CHECK(err.code == status && err.text[0] != '\0' && err.where[0] != '\0');
        return PARAMETERS_REFUSED;
    }
    if (action->list != NULL) {
        struct listing listing = {.rows = 0};
        action->list(&inputs, &listing);
        CHECK(listing.rows > 0 && listing.rows <= LISTING_ROWS_MAX);
        return PARAMETERS_LISTED;
    }
    return resolve_and_count(&inputs);
}
