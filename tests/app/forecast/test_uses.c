/* What the parties of the demos have is used in a forecast, by the policies that ship: every
 * spell, use, reaction, heal and way to attack. What that is, is read off the demos: from the
 * combatants and the records that they are made from. Each demo is played until everything has
 * been used, at most a thousand fights of each encounter. DEMO=spire plays one of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast.h"
#include "games/four_against_darkness/abilities.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "support/demo_fights.h"
#include "support/unit.h"
#include "tracker/conditions.h"
#include "tracker/decide.h"

enum { FIGHTS = 1000, NEEDS_MAX = 80 };

/* Something that somebody has: it is used by a line that has these words and names the
 * combatant, or when its number falls. */
struct need {
    char who[NAME_SIZE];
    char what[LABEL_SIZE];
    bool is_number;
    int times;
};

static const char saving_ring[] = "saving ring";

struct demo {
    const char *name;
    struct need need[NEEDS_MAX];
    int needs;
    struct forecast *forecast; /* of the encounter that is being played */
    bool guard_dropped;        /* Trilemma: somebody at 0 had its turn (5.9) */
    bool ring_was_due;         /* who wears the ring that helps one save had to save */
};

static void add_need(struct demo *demo, const struct state *state, int id, const char *what,
                     bool is_number)
{
    struct need need = {.is_number = is_number};
    text_format(need.who, sizeof need.who, "%s", id > 0 ? state_name(state, id) : "");
    text_format(need.what, sizeof need.what, "%s", what);
    for (int i = 0; i < demo->needs; i++) {
        if (strcmp(demo->need[i].who, need.who) == 0 &&
            strcmp(demo->need[i].what, need.what) == 0) {
            return;
        }
    }
    assert_true(demo->needs < NEEDS_MAX);
    demo->need[demo->needs++] = need;
}

/* ---- what a party has ------------------------------------------------------------------ */

static bool is_system(const struct state *state, const char *id)
{
    return strcmp(state_system(state)->id, id) == 0;
}

static bool has_spells_left(const struct forecast *forecast, int id)
{
    const struct fight_tally_about *about = &forecast->variant[0].about;
    for (int i = 0; i < about->uses; i++) {
        if (about->use[i].id == id && strncmp(about->use[i].label, "spells", 6) == 0) {
            return true;
        }
    }
    return false;
}

/* Spells, of Four Against Darkness: the records that have casters, if its class knows them. */
static void need_spells(struct demo *demo, const struct state *state, int id)
{
    const struct library *library = demo->forecast->from.library;
    for (int i = 0; i < library->count && has_spells_left(demo->forecast, id); i++) {
        const struct library_record *record = &library->record[i];
        bool is_ability = strcmp(record->kind->name, "ability") == 0;
        const struct library_texts *casters =
            is_ability ? library_list(record, "casters") : NULL;
        if (casters != NULL && casters->count > 0 && spell_is_known(state, id, record)) {
            TEXT_BUFFER(cast, LABEL_SIZE);
            text_add(&cast, "cast %s", record->name);
            add_need(demo, state, id, cast.p, false);
        }
    }
}

/* The reactions of Trilemma that do something in a fight by themselves: the choices of the
 * question that `react` asks. Those that need a trait are needed of those who have it. */
static void need_reactions(struct demo *demo, const struct state *state, int id)
{
    const struct question *question;
    const struct forecast *forecast = demo->forecast;
    static struct decision decision;
    static unsigned char memory[DECISION_TEXT_SIZE];
    struct state *begun = calloc(1, sizeof *begun);
    assert_non_null(begun);
    state_copy(begun, state);
    decision_begin(&decision, forecast->from.procedure, begun, memory);
    decision.asks = decision.rolls = true;
    decide(&decision, forecast->rules.defs, forecast->rules.defs_count, begun,
           str_of("ruling initiative"));
    assert_int_equal(decision.verdict, VERDICT_DONE);
    state_copy(begun, &decision.state);
    TEXT_BUFFER(line, 60);
    text_add(&line, "ruling react #%d", id);
    decision_begin(&decision, forecast->from.procedure, begun, memory);
    decision.asks = decision.rolls = true;
    decide(&decision, forecast->rules.defs, forecast->rules.defs_count, begun,
           (struct str){line.p, line.n});
    assert_int_equal(decision.verdict, VERDICT_ASKS);
    question = &decision.question;
    assert_true(question->choices >= 5);
    for (int i = 0; i < question->choices; i++) {
        const char *word = question->choice[i];
        enum buys buys = trilemma_buys(str_of(word));
        bool can = buys == BUYS_DEFENCE || strcmp(word, "shield-after") == 0;
        can = can || (strcmp(word, "riposte") == 0 && trait_value(state, id, "riposte", 0));
        can = can || (strcmp(word, "clear-order") == 0 &&
                      state_has_effect(state, TRILEMMA_COMMANDED, id, ANYBODY));
        TEXT_BUFFER(react, LABEL_SIZE);
        text_add(&react, "react %s", word);
        if (can) {
            add_need(demo, state, id, react.p, false);
        }
        /* Of anybody, and only if a foe ever drops its guard. */
        if (strcmp(word, "opportunity") == 0) {
            add_need(demo, state, 0, react.p, false);
        }
    }
    free(begun);
}

static int attribute(const struct state *state, int id, const char *name)
{
    int field = state_attribute(state, name);
    return field >= 0 ? state_value(state, id, field, 0) : 0;
}

/* The ways in which a class of yuxtapa attacks. */
static void need_class(struct demo *demo, const struct state *state, int id)
{
    static const struct {
        const char *name, *what;
    } ways[] = {{"fighter", "kind=circular"},
                {"archer", "shoot"},
                {"wizard", "spell"},
                {"combat_mage", "spell"},
                {"assassin", "kind=hidden"}};
    int field = state_attribute(state, "class");
    const struct value_def *def = &state_system(state)->attributes[field - FIELD_SYSTEM];
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && state_is_set(state, id, field);
         i++) {
        if (strcmp(def->choices[state_value(state, id, field, 0)], ways[i].name) == 0) {
            add_need(demo, state, id, ways[i].what, false);
        }
    }
}

static void find_needs(struct demo *demo)
{
    const struct state *state = demo->forecast->variant[0].start;
    const struct fight_tally_about *about = &demo->forecast->variant[0].about;
    for (int id = 1; id <= state->count; id++) {
        bool is_party = state_is_in(state, id) &&
                        state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        if (!is_party) {
            continue;
        }
        add_need(demo, state, id, "attack", false);
        if (is_system(state, "four-against-darkness")) {
            need_spells(demo, state, id);
        } else if (is_system(state, "trilemma")) {
            need_reactions(demo, state, id);
            add_need(demo, state, 0, "superior", false);
        } else if (is_system(state, "yuxtapa")) {
            need_class(demo, state, id);
        } else if (attribute(state, id, "shield_av") > 0) {
            add_need(demo, state, id, "block", false);
        }
    }
    for (int i = 0; i < about->uses; i++) {
        if (state_value(state, about->use[i].id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            add_need(demo, state, about->use[i].id, about->use[i].label, true);
        }
    }
}

/* ---- playing --------------------------------------------------------------------------- */

/* Whether somebody is named in the line: "#3", "by=#3", "#3,#4". */
static bool names(const char *line, int id)
{
    char word[16];
    int n = snprintf(word, sizeof word, "#%d", id);
    for (const char *at = strstr(line, word); at != NULL; at = strstr(at + 1, word)) {
        if (at[n] < '0' || at[n] > '9') {
            return true;
        }
    }
    return false;
}

/* Whether each of the words is a word of the line. */
static bool has_words(const char *line, const char *words)
{
    struct str rest = str_of(words);
    for (struct str one = str_next_word(&rest); one.p != NULL; one = str_next_word(&rest)) {
        struct str in = str_of(line), word = str_next_word(&in);
        while (word.p != NULL && !str_equal_any_case(word, one)) {
            word = str_next_word(&in);
        }
        if (word.p == NULL) {
            return false;
        }
    }
    return true;
}

static int id_of(const struct state *state, const char *name)
{
    int id = 1;
    while (id <= state->count && strcmp(state_name(state, id), name) != 0) {
        id++;
    }
    return id <= state->count ? id : 0;
}

/* Whether this is a save of somebody who has a ring that helps one. */
static bool saves_with_ring(const struct demo *demo, const struct state *state,
                            const char *line)
{
    int kind = effect_from_name(demo->forecast->from.procedure, str_of("uses"));
    bool has_ring = false;
    for (int id = 1; id <= state->count && strncmp(line, "save ", 5) == 0; id++) {
        has_ring = has_ring ||
                   (names(line, id) &&
                    state_effect_labelled(state, kind, id, 0, str_of(saving_ring)) != NULL);
    }
    return has_ring;
}

static void see(void *context, const struct fight *fight, const char *line)
{
    struct demo *demo = context;
    const struct state *state = &fight->state;
    int turn = state->value[ENCOUNTER_TURN];
    for (int i = 0; i < demo->needs; i++) {
        struct need *need = &demo->need[i];
        int id = need->who[0] != '\0' ? id_of(state, need->who) : 0;
        /* One who reacts comes first, one who acts last. */
        bool is_its = need->who[0] == '\0' || (id != 0 && names(line, id));
        need->times += !need->is_number && is_its && has_words(line, need->what) ? 1 : 0;
    }
    demo->ring_was_due = demo->ring_was_due || saves_with_ring(demo, state, line);
    if (is_system(state, "trilemma") && turn != 0 && state_is_in(state, turn) &&
        state_value(state, turn, FIELD_SIDE, SIDE_FOES) == SIDE_FOES &&
        state_is_set(state, turn, FIELD_INITIATIVE) && trilemma_score(state, turn) == 0) {
        demo->guard_dropped = true;
    }
}

/* What is left of a number is compared with what there was. */
static void count_numbers(struct demo *demo, const struct state *end)
{
    const struct state *start = demo->forecast->variant[0].start;
    const struct fight_tally_about *about = &demo->forecast->variant[0].about;
    int kind = effect_from_name(demo->forecast->from.procedure, str_of("uses"));
    for (int i = 0; i < about->uses; i++) {
        const struct fight_tally_use *use = &about->use[i];
        const struct effect *effect =
            state_effect_labelled(end, kind, use->id, 0, str_of(use->label));
        const struct effect *before =
            state_effect_labelled(start, kind, use->id, 0, str_of(use->label));
        int left = effect != NULL ? effect->amount : 0;
        for (int k = 0; k < demo->needs; k++) {
            struct need *need = &demo->need[k];
            need->times += need->is_number && left < before->amount &&
                                   strcmp(need->what, use->label) == 0 &&
                                   strcmp(need->who, state_name(start, use->id)) == 0
                               ? 1
                               : 0;
        }
    }
}

static bool is_met(const struct demo *demo, const struct need *need)
{
    bool is_opportunity = strcmp(need->what, "react opportunity") == 0;
    bool is_ring = strcmp(need->what, saving_ring) == 0;
    return need->times > 0 || (is_opportunity && !demo->guard_dropped) ||
           (is_ring && !demo->ring_was_due);
}

static bool all_are_met(const struct demo *demo)
{
    for (int i = 0; i < demo->needs; i++) {
        if (!is_met(demo, &demo->need[i])) {
            return false;
        }
    }
    return true;
}

/* Fights of one encounter, by the sensible policy that ships. */
static void play_encounter(void *context, struct forecast *forecast)
{
    struct demo *demo = context;
    struct forecast_one *one = &forecast->one[0];
    struct fight *fight = calloc(1, sizeof *fight);
    assert_non_null(fight);
    demo->forecast = forecast;
    find_needs(demo);
    fight->sees = see;
    fight->context = demo;
    fight->is_silent = true;
    int i = 0;
    for (; i < FIGHTS && (i < 10 || !all_are_met(demo)); i++) {
        fight_play(fight, &forecast->rules, &one->player, forecast->variant[0].start,
                   (uint64_t)i);
        assert_string_equal(fight->outcome.first_refused, "");
        assert_string_equal(fight->outcome.needs, "");
        count_numbers(demo, &fight->state);
    }
    printf("# %s, %s: %d fights\n", demo->name, forecast->encounter, i);
    free(fight);
}

static void print_needs(const struct demo *demo)
{
    for (int i = 0; i < demo->needs; i++) {
        printf("# %s %s: %d\n", demo->need[i].who, demo->need[i].what, demo->need[i].times);
    }
}

static void expect_all(const struct demo *demo)
{
    print_needs(demo);
    for (int i = 0; i < demo->needs; i++) {
        if (!is_met(demo, &demo->need[i])) {
            fail_msg("%s: %s never does: %s", demo->name,
                     demo->need[i].who[0] != '\0' ? demo->need[i].who : "anybody",
                     demo->need[i].what);
        }
    }
}

static void test_forecast__uses_what_the_party_of_each_demo_has(void **state)
{
    const char *only = getenv("DEMO");
    (void)state;
    for (int i = 0; demo_names[i] != NULL; i++) {
        static struct demo demo;
        memset(&demo, 0, sizeof demo);
        demo.name = demo_names[i];
        if (only == NULL || strcmp(only, demo.name) == 0) {
            demo_fights(demo.name, play_encounter, &demo);
            expect_all(&demo);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forecast__uses_what_the_party_of_each_demo_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
