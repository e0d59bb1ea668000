#include "games/caves_of_qud/on_hit.h"

#include <string.h>

#include "base/nearest.h"
#include "games/caves_of_qud/effects.h"
#include "resolver/dice/dice_expr.h"

const struct condition_def caves_of_qud_conditions[QUD_CONDITIONS] = {
    {.name = "asleep", .help = "PV +4 against it", .forms = "sleeping"},
    {.name = "stuck", .help = "DV lower by the number that stuck= gives"},
    {.name = "bleeding", .help = "a word that changes no number", .is_word = true},
    {.name = "disarmed",
     .help = "a word that changes no number",
     .is_word = true,
     .forms = "disarm"},
    {.name = "poisoned",
     .help = "a word that changes no number",
     .is_word = true,
     .forms = "poison"},
    GENERIC_CONDITIONS,
};

/* ---- asking ---------------------------------------------------------------------------- */

bool caves_of_qud_asks_on_hit(struct decision *decision, const struct command *command)
{
    const struct argument *what = &command->argument[1];
    TEXT_BUFFER(resistance, LABEL_SIZE + 16);
    if (!what->is_given) {
        condition_ask(decision, command, ", on hit",
                      "what? or: cold damage=1d4, own torn arm rounds=2",
                      (const char *const[]){"acid", "cold", "electric", "heat", NULL});
        return true;
    }
    text_add(&resistance, "%.*s_resistance", what->word.n, what->word.p);
    bool is_damage = state_attribute(&decision->state, resistance.p) >= 0;
    if (is_damage && !command_option(command, "damage") && !command_option(command, "own")) {
        struct question *question =
            decision_ask(decision, QUESTION_TEXT, "%s, on hit: how much %.*s? as 1d4",
                         state_name(&decision->state, command->argument[0].ids[0]),
                         what->word.n, what->word.p);
        text_format(question->prefix, sizeof question->prefix, "damage=");
    }
    return !decision_goes_on(decision);
}

/* ---- lists ----------------------------------------------------------------------------- */

enum { ROUNDS_MAX = 1000, DICE_MAX = 100, DICE_SIZE_MAX = 40 };

/* The kinds of damage that can be resisted (Resistances). */
static const char *const kinds_of_damage[] = {"acid", "cold", "electric", "heat", NULL};

/* What condition_find needs. */
static const struct procedure game = {.conditions = caves_of_qud_conditions,
                                      .conditions_count = QUD_CONDITIONS};

/* One entry of a list: "cold 1d4", "poisoned 2", "own off balance". */
struct brought {
    struct str words; /* without a number of rounds */
    struct dice_expr dice;
    int rounds; /* 0: no end */
    bool is_damage, is_own;
};

static struct str last_word(struct str words)
{
    int from = words.n;
    while (from > 0 && words.p[from - 1] != ' ') {
        from--;
    }
    return (struct str){words.p + from, words.n - from};
}

static bool takes_own(struct str *words)
{
    static const char own[] = "own ";
    int n = (int)strlen(own);
    bool is_own = words->n > n && str_equal_any_case((struct str){words->p, n}, str_of(own));
    if (is_own) {
        *words = str_trimmed_start((struct str){words->p + n, words->n - n});
    }
    return is_own;
}

static bool is_damage_kind(struct str word)
{
    for (int i = 0; kinds_of_damage[i] != NULL; i++) {
        if (str_equal_any_case(word, str_of(kinds_of_damage[i]))) {
            return true;
        }
    }
    return false;
}

static bool complain(struct str text, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, text);
    for (int i = 0; kinds_of_damage[i] != NULL && !is_damage_kind(text); i++) {
        nearest_offer(&nearest, kinds_of_damage[i]);
    }
    for (int i = 0; i < QUD_CONDITIONS && !is_damage_kind(text); i++) {
        nearest_offer(&nearest, caves_of_qud_conditions[i].name);
    }
    error_set(
        err, STATUS_USAGE, "",
        "\"%.*s\": expected damage, such as cold 1d4, a condition with its rounds, such as "
        "poisoned 2, or own before a word of your own%s",
        text.n, text.p, nearest_question(&nearest).text);
    return false;
}

/* False with err when it is not an entry. */
static bool read_brought(struct brought *out, struct str text, struct error *err)
{
    int64_t rounds;
    *out = (struct brought){.words = str_trimmed(text)};
    out->is_own = takes_own(&out->words);
    struct str last = last_word(out->words);
    struct str first = str_trimmed((struct str){out->words.p, out->words.n - last.n});
    if (!out->is_own && is_damage_kind(first)) {
        out->is_damage = true;
        out->words = first;
        struct error refused;
        bool is_dice = dice_expr_parse(&out->dice, last, &refused) == STATUS_OK;
        bool was_dice = is_dice || dice_expr_parse_as(NULL, &out->dice, last, DICE_LOGGED,
                                                      NULL) == STATUS_OK;
        if (was_dice && !is_dice) {
            error_set(err, STATUS_USAGE, "", "%s", refused.text);
            return false;
        }
        bool fits = last.n <= DICE_SIZE_MAX && dice_expr_dice(&out->dice) <= DICE_MAX;
        return (is_dice && fits) || complain(text, err);
    }
    if (first.n > 0 && str_to_int64(last, 1, ROUNDS_MAX, &rounds)) {
        out->rounds = (int)rounds;
        out->words = first;
    }
    bool is_known = out->is_own || condition_find(&game, out->words) != NULL;
    return is_known || complain(out->words, err);
}

bool on_hit_check(struct str text, struct error *err)
{
    struct brought brought;
    return read_brought(&brought, text, err);
}

/* Takes the first entry off the list; false when none is left. */
static bool next_entry(struct str *list, struct str *out)
{
    int n = 0;
    while (n < list->n && list->p[n] != ',') {
        n++;
    }
    *out = str_trimmed((struct str){list->p, n});
    int taken = n < list->n ? n + 1 : n;
    *list = (struct str){list->p + taken, list->n - taken};
    return out->n > 0;
}

static void give_one(struct decision *decision, int id, const struct brought *brought)
{
    char label[LABEL_SIZE];
    if (!brought->is_damage) {
        if (condition_read(decision, brought->words, brought->is_own, label)) {
            decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_ON_HIT, id, 0, str_of(label),
                            brought->rounds);
        }
        return;
    }
    struct text text = text_over(label, sizeof label);
    for (int i = 0; i < brought->words.n; i++) {
        text_add_char(&text, char_lower(brought->words.p[i]));
    }
    text_add(&text, " ");
    dice_expr_format(&brought->dice, &text);
    decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_ON_HIT_DAMAGE, id, 0, str_of(label), 1);
}

void on_hit_give(struct decision *decision, int id, struct str list)
{
    static const int kinds[] = {QUD_ON_HIT, QUD_ON_HIT_DAMAGE};
    const struct effect *before;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        while ((before = state_effect(&decision->state, NULL, kinds[i], id, 0)) != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
        }
    }
    struct str entry;
    struct error err;
    if (str_equal(list, "-")) {
        return;
    }
    while (decision_goes_on(decision) && next_entry(&list, &entry)) {
        struct brought brought;
        if (!read_brought(&brought, entry, &err)) {
            decision_wrong(decision, "on_hit: %s", err.text);
        } else {
            give_one(decision, id, &brought);
        }
    }
}

/* A word that the game does not know needs "own" before it. */
void on_hit_format(const struct state *state, int id, struct text *out)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_damage = effect->kind == QUD_ON_HIT_DAMAGE;
        if (effect->subject != id || (!is_damage && effect->kind != QUD_ON_HIT)) {
            continue;
        }
        bool is_own = !is_damage && condition_find(&game, str_of(effect->label)) == NULL;
        text_add(out, "%s%s%s", out->n > 0 ? ", " : "", is_own ? "own " : "", effect->label);
        if (!is_damage && effect->amount > 0) {
            text_add(out, " %d", effect->amount);
        }
    }
}
