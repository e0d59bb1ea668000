/* Every number that is added to a roll of Four Against Darkness, and its source: the texts
 * copied into the combatants, and the situations below that hold for everybody.
 * games/four_against_darkness/texts.h explains the grammar.
 *
 * A roll asks for many words, so everything that the state says of the roller is
 * gathered once, in a view. */
#include "games/four_against_darkness/modifiers.h"

#include <string.h>

#include "tracker/settings.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/texts.h"

/* What counts for everybody, by heading, in the grammar of the data files. */
struct common {
    const char *source, *rule;
    struct modifier modifier;
};

/* clang-format off */
#define WORDS(text) {(text), (int)sizeof(text) - 1}
#define COMMON(from, which, kind_of, how_many, clauses, heading)                               \
    {                                                                                          \
        .source = (from), .rule = (heading),                                                   \
        .modifier = {.kind = TEXT_ROLL, .roll = ROLL_##which, .amount_kind = AMOUNT_##kind_of, \
                     .amount = (how_many), .conditions = WORDS(clauses)}                       \
    }
#define FOLLOWS(this, clauses) {.word = (this), .modifier = {.conditions = WORDS(clauses)}}
/* clang-format on */

static const struct common common[] = {
    COMMON("darkness", ATTACK, PLAIN, -2, "when dark unless darkvision, lit", "environment"),
    COMMON("darkness", DEFENCE, PLAIN, -2, "when dark unless darkvision, lit", "environment"),
    COMMON("darkness", SAVE, PLAIN, -2, "when dark unless darkvision, lit", "environment"),
    COMMON("darkness", SPELL, PLAIN, -2, "when strikes when dark unless darkvision, lit",
           "environment"),
    COMMON("narrow", ATTACK, PLAIN, -2, "when narrow when two-handed", "environment"),
    COMMON("narrow", ATTACK, PLAIN, +1, "when narrow when light when melee", "environment"),
    COMMON("unarmed", ATTACK, PLAIN, -2, "when unarmed", "combat state"),
    COMMON("subdual", ATTACK, PLAIN, -1, "when subdual", "combat state"),
    COMMON("attack", ATTACK, PLAIN, +2, "vs bound", "combat state"),
    COMMON("mounted", ATTACK, PLAIN, +1, "when mounted not-vs mounted", "combat state"),
    COMMON("last attack", ATTACK, PLAIN, +1, "when last-attack", "morale"),
    COMMON("withdrawing", DEFENCE, PLAIN, +1, "when withdrawing", "combat state"),
    COMMON("protection", DEFENCE, PLAIN, +1, "when protection", "spell enhancements"),
    COMMON("barkskin", DEFENCE, PLAIN, +2, "when barkskin unless fire not-vs fire",
           "spell enhancements"),
    COMMON("barkskin in fire", DEFENCE, PLAIN, -2, "when barkskin when fire",
           "spell enhancements"),
    COMMON("barkskin in fire", DEFENCE, PLAIN, -2, "when barkskin unless fire vs fire",
           "spell enhancements"),
    COMMON("illusionary armour", DEFENCE, TIER, +1, "when illusionary-armour",
           "spell enhancements"),
    COMMON("blessed", ATTACK, PLAIN, +1, "when blessed when blessing=re-roll",
           "spell enhancements"),
    COMMON("slippery", DEFENCE, PLAIN, -1, "when fleeing when grottoes unless sure-footed",
           "environment"),
    COMMON("", DEFENCE, NO_EXPLOSION, 0, "when defence_explodes=no", "defence"),
    COMMON("two weapons", ATTACK, NO_EXPLOSION, 0,
           "when two-weapons when dual-wielder when dual_wield_explodes=no", "explosion"),
    COMMON("stalagmites", ATTACK, NO_EXPLOSION, 0, "when stalagmites", "environment"),
    COMMON("stalagmites", DEFENCE, NO_EXPLOSION, 0, "when stalagmites", "environment"),
    COMMON("stalagmites", SAVE, NO_EXPLOSION, 0, "when stalagmites", "environment"),
    COMMON("stalagmites", SPELL, NO_EXPLOSION, 0, "when stalagmites", "environment"),
    COMMON("bursts", SPELL, BURST, 0, "when strikes when bursts", "spells"),
};

enum { COMMON_COUNT = sizeof common / sizeof common[0] };

/* Words that follow from others. */
static const struct {
    const char *word;
    struct modifier modifier;
} following[] = {
    FOLLOWS("no-shield", "when fleeing"),
    FOLLOWS("no-shield",
            "when first-defence when surprised when surprise_shield=always, wandering"),
    FOLLOWS("melee", "when unarmed"),
};

enum { FOLLOWING_COUNT = sizeof following / sizeof following[0] };

/* ---- words ----------------------------------------------------------------------------- */

enum { VIEW_WORDS_MAX = 96, VIEW_GEAR_MAX = 24 };

/* The roll in question. */
struct view {
    const struct state *state;
    const struct occasion *occasion;
    const char *weapon; /* the item used in the act; "": none */
    /* What holds now: the words of gear in use and other texts, conditions, traits, the class,
     * and the situation. */
    struct str word[VIEW_WORDS_MAX];
    int words;
    uint64_t letters; /* a bit for the first letter of each, as most words are not among them */
    bool is_cut;      /* there are more than have room */
    const struct effect *gear[VIEW_GEAR_MAX]; /* of the roller; more are looked up */
    int gears;
    bool is_deriving; /* guards against a loop while words that follow from others are looked up
                       */
};

static int times_said(const struct view *view, struct str word)
{
    int count = 0;
    for (int i = 0; i < view->occasion->words; i++) {
        count += library_names_equal(str_of(view->occasion->word[i]), word) ? 1 : 0;
    }
    return count;
}

/* The item that the act names, or else the weapon in hand. */
static const char *weapon_of(const struct state *state, const struct occasion *occasion)
{
    for (int i = 0; i < occasion->words; i++) {
        const struct effect *named = gear_find(state, occasion->who, str_of(occasion->word[i]));
        if (named != NULL) {
            return named->label;
        }
    }
    /* A torch in the other hand attacks when the first one is empty. */
    for (int place = PLACE_HAND; place <= PLACE_OTHER_HAND; place++) {
        const struct effect *held = gear_at(state, occasion->who, (enum place)place);
        if (held != NULL && gear_is_weapon(state, occasion->who, held->label)) {
            return held->label;
        }
    }
    return "";
}

/* In use are the weapon of the act, worn items, and items in a hand that are not weapons; a
 * tool helps wherever it is. */
static bool is_in_use(const struct view *view, const struct effect *gear)
{
    int who = view->occasion->who;
    if (library_names_equal(str_of(gear->label), str_of(view->weapon))) {
        return true;
    }
    if (gear->amount == PLACE_PACK) {
        return gear_is(view->state, who, gear->label, "tool");
    }
    return gear->amount == PLACE_WORN || !gear_is_weapon(view->state, who, gear->label);
}

static bool is_unarmed(const struct view *view)
{
    bool is_known =
        class_of(view->state, view->occasion->who)[0] != '\0' ||
        state_effect(view->state, NULL, FOUR_GEAR, view->occasion->who, 0) != NULL ||
        special_find(view->state, view->occasion->who, "gear") != NULL;
    return is_known && view->occasion->roll == ROLL_ATTACK && view->weapon[0] == '\0';
}

static bool has_two_weapons(const struct view *view)
{
    int who = view->occasion->who;
    const struct effect *hand = gear_at(view->state, who, PLACE_HAND);
    const struct effect *other = gear_at(view->state, who, PLACE_OTHER_HAND);
    return hand != NULL && other != NULL &&
           library_names_equal(str_of(hand->label), str_of(view->weapon)) &&
           gear_is(view->state, who, hand->label, "melee") &&
           gear_is(view->state, who, other->label, "melee") &&
           !gear_is(view->state, who, other->label, "light-source");
}

/* True when there are fewer living foes than living characters. */
static bool is_outnumbered(const struct state *state)
{
    int foes = 0, characters = 0;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_in(state, id)) {
            continue;
        }
        if (state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            characters++;
        } else if (counts_open(state, id) == NULL) { /* foes not met yet do not count */
            foes += state_value(state, id, COUNT, 1);
        }
    }
    return foes < characters;
}

/* True when somebody of the party carries a light. */
static bool is_lit(const struct state *state)
{
    const struct effect *gear = NULL;
    while ((gear = state_effect(state, gear, FOUR_GEAR, ANYBODY, 0)) != NULL) {
        if (gear->amount != PLACE_PACK && state_is_in(state, gear->subject) &&
            state_value(state, gear->subject, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY &&
            gear_is(state, gear->subject, gear->label, "light-source")) {
            return true;
        }
    }
    return false;
}

static bool clauses_hold(const struct view *view, const struct modifier *modifier);

static uint64_t letter_of(struct str word)
{
    return (uint64_t)1 << (char_lower(word.n > 0 ? word.p[0] : '-') & 63);
}

/* Its gear of this name; NULL: none. */
static const struct effect *gear_of(const struct view *view, struct str name)
{
    if (view->gears == VIEW_GEAR_MAX) {
        return gear_find(view->state, view->occasion->who, name);
    }
    for (int i = 0; i < view->gears; i++) {
        if (library_names_equal(str_of(view->gear[i]->label), name)) {
            return view->gear[i];
        }
    }
    return NULL;
}

/* The words of a text while its source is in use; none of another text. */
static struct str words_in_use(const struct view *view, const struct effect *text)
{
    struct str source;
    struct modifier modifier;
    if (!reading_look(text, &modifier, &source) || modifier.kind != TEXT_IS) {
        return (struct str){"", 0};
    }
    const struct effect *gear = gear_of(view, source);
    return gear == NULL || is_in_use(view, gear) ? modifier.words : (struct str){"", 0};
}

/* What one state effect says of the roll: words separated by blanks, or one as it is. */
static struct str said_by(const struct view *view, const struct effect *effect, bool *is_list)
{
    bool is_own = effect->subject == view->occasion->who;
    *is_list = is_own && effect->kind == FOUR_MODIFIER && effect->object == 0;
    return *is_list ? words_in_use(view, effect)
           : (is_own && row_says(effect)) || (effect->kind == FOUR_SITUATION &&
                                              effect->subject == 0 && effect->object == 0)
               ? str_of(effect->label)
               : (struct str){"", 0};
}

static void gather_word(struct view *view, struct str word)
{
    view->is_cut = view->words == VIEW_WORDS_MAX;
    if (!view->is_cut) {
        view->word[view->words++] = word;
        view->letters |= letter_of(word);
    }
}

/* Gathers what a state effect says of the roll. */
static void gather(struct view *view, const struct effect *effect)
{
    bool is_list;
    struct str said = said_by(view, effect, &is_list);
    if (!is_list && said.n > 0) {
        gather_word(view, said);
    }
    for (struct str one; is_list && (one = str_next_word(&said)).p != NULL;) {
        gather_word(view, one);
    }
}

static void view_begin(struct view *view, const struct state *state,
                       const struct occasion *occasion)
{
    view->state = state;
    view->occasion = occasion;
    view->weapon = weapon_of(state, occasion);
    view->gears = 0;
    for (const struct effect *gear = NULL;
         view->gears < VIEW_GEAR_MAX &&
         (gear = state_effect(state, gear, FOUR_GEAR, occasion->who, 0)) != NULL;) {
        view->gear[view->gears++] = gear;
    }
    view->words = 0;
    view->letters = 0;
    view->is_cut = false;
    view->is_deriving = false;
    const struct effect *effect = NULL;
    while (!view->is_cut && (effect = state_effect_of(state, effect, occasion->who)) != NULL) {
        gather(view, effect);
    }
    while (!view->is_cut &&
           (effect = state_effect(state, effect, FOUR_SITUATION, 0, 0)) != NULL) {
        gather(view, effect);
    }
}

/* True when the state says this word: too many to gather are looked at one by one. */
static bool is_said_somewhere(const struct view *view, struct str word)
{
    for (int i = 0; i < view->state->effects; i++) {
        bool is_list;
        struct str said = said_by(view, &view->state->effect[i], &is_list);
        if (!is_list && library_names_equal(said, word)) {
            return true;
        }
        for (struct str one; is_list && (one = str_next_word(&said)).p != NULL;) {
            if (library_names_equal(one, word)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_gathered(const struct view *view, struct str word)
{
    for (int i = 0; i < view->words && (view->letters & letter_of(word)) != 0; i++) {
        if (library_names_equal(view->word[i], word)) {
            return true;
        }
    }
    return view->is_cut && is_said_somewhere(view, word);
}

static bool is_derived(const struct view *view, struct str word)
{
    for (int i = 0; i < FOLLOWING_COUNT; i++) {
        if (library_names_equal(str_of(following[i].word), word)) {
            struct view inner = *view;
            inner.is_deriving = true;
            if (clauses_hold(&inner, &following[i].modifier)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_setting(const struct view *view, struct str word)
{
    if (memchr(word.p, '=', (size_t)word.n) == NULL) {
        return false;
    }
    for (int i = 0; i < TABLE_RULES; i++) {
        const struct setting_def *def = &four_against_darkness_settings[i];
        int n = (int)strlen(def->name);
        if (word.n > n && word.p[n] == '=' && strncmp(word.p, def->name, (size_t)n) == 0) {
            const char *value = def->words[setting_value_of(view->state, def)];
            return str_equal((struct str){word.p + n + 1, word.n - n - 1}, value);
        }
    }
    return false;
}

static bool holds(const struct view *view, struct str word)
{
    static const struct str melee = {"melee", 5}, ranged = {"ranged", 6};
    const struct state *state = view->state;
    if (times_said(view, word) > 0) {
        return true;
    }
    /* A weapon that can be thrown is used in one way at a time. */
    if ((library_names_equal(word, melee) && times_said(view, ranged) > 0) ||
        (library_names_equal(word, ranged) && times_said(view, melee) > 0)) {
        return false;
    }
    return (view->weapon[0] != '\0' && library_names_equal(word, str_of(view->weapon))) ||
           is_gathered(view, word) || kind_is(state, view->occasion->who, word) ||
           is_setting(view, word) || (str_equal(word, "unarmed") && is_unarmed(view)) ||
           (str_equal(word, "two-weapons") && has_two_weapons(view)) ||
           (str_equal(word, "outnumbered") && is_outnumbered(state)) ||
           (str_equal(word, "lit") && is_lit(state)) ||
           (!view->is_deriving && is_derived(view, word));
}

bool occasion_is(const struct state *state, const struct occasion *occasion, struct str word)
{
    struct view view;
    view_begin(&view, state, occasion);
    char name[LABEL_SIZE];
    text_format(name, sizeof name, "%.*s", word.n, word.p);
    bool is_way = str_equal(word, "melee") || str_equal(word, "ranged");
    if (is_way || times_said(&view, word) > 0) {
        return is_way ? holds(&view, word) : true;
    }
    return view.weapon[0] != '\0' && occasion->roll == ROLL_ATTACK &&
           (library_names_equal(word, str_of(view.weapon)) ||
            gear_is(state, occasion->who, view.weapon, name));
}

bool modifiers_name(const struct state *state, int id, struct str source, enum roll roll)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_MODIFIER, id, 0)) != NULL) {
        struct str from;
        struct modifier modifier;
        if (reading_look(effect, &modifier, &from) && modifier.kind == TEXT_ROLL &&
            modifier.roll == roll && library_names_equal(from, source)) {
            return true;
        }
    }
    return false;
}

static bool any_holds(const struct view *view, const struct clause *clause)
{
    struct str list = clause->words;
    int against = view->occasion->against;
    for (struct str item; str_next_part(&list, ',', &item);) {
        bool is_target = clause->kind == CLAUSE_VS || clause->kind == CLAUSE_NOT_VS;
        if (is_target ? against != 0 && row_is(view->state, against, item)
                      : holds(view, item)) {
            return true;
        }
    }
    return false;
}

static bool clauses_hold(const struct view *view, const struct modifier *modifier)
{
    struct str conditions = modifier->conditions;
    for (struct clause clause; clause_next(&conditions, &clause);) {
        bool wants = clause.kind == CLAUSE_WHEN || clause.kind == CLAUSE_VS;
        if (any_holds(view, &clause) != wants) {
            return false;
        }
    }
    return true;
}

const char *modifiers_idle(const struct state *state, const struct occasion *occasion,
                           struct str source)
{
    struct view view;
    view_begin(&view, state, occasion);
    const struct effect *effect = NULL;
    const char *idle = NULL;
    while ((effect = state_effect(state, effect, FOUR_MODIFIER, occasion->who, 0)) != NULL) {
        struct str from, text;
        struct modifier modifier;
        struct error err;
        bool is_for_it = modifier_split(effect->label, &from, &text) &&
                         library_names_equal(from, source) &&
                         modifier_parse(&modifier, text, &err) && modifier.kind == TEXT_ROLL &&
                         modifier.roll == occasion->roll;
        if (is_for_it && clauses_hold(&view, &modifier)) {
            return NULL;
        }
        idle = is_for_it && idle == NULL ? text.p : idle;
    }
    return idle;
}

/* ---- the sum --------------------------------------------------------------------------- */

void breakdown_add(struct breakdown *breakdown, int amount, const char *label, const char *rule)
{
    if (amount == 0) {
        return;
    }
    if (breakdown->parts == PARTS_MAX) {
        error_set(&breakdown->wrong, STATUS_FULL, "",
                  "more than %d numbers are added to one roll", PARTS_MAX);
        return;
    }
    struct part *part = &breakdown->part[breakdown->parts++];
    struct text text = text_over(part->label, sizeof part->label);
    text_add(&text, "%s", label);
    part->amount = amount;
    part->rule = rule;
    breakdown->bonus += amount;
}

/* " vs goblin": the word of a `vs` that holds. */
static void add_target(const struct view *view, const struct modifier *modifier,
                       struct text *out)
{
    struct str conditions = modifier->conditions;
    for (struct clause clause; clause_next(&conditions, &clause);) {
        for (struct str item;
             clause.kind == CLAUSE_VS && str_next_part(&clause.words, ',', &item);) {
            if (row_is(view->state, view->occasion->against, item)) {
                text_add(out, " vs %.*s", item.n, item.p);
                return;
            }
        }
    }
}

/* The text that is being added: its source and its rule. */
struct addition {
    const struct modifier *modifier;
    struct str source;
    const char *rule;
};

static void add_amount(const struct view *view, const struct addition *addition,
                       struct breakdown *out)
{
    const struct modifier *modifier = addition->modifier;
    int level = state_value(view->state, view->occasion->who, LEVEL, 1);
    int amount = modifier->amount;
    TEXT_BUFFER(text, LABEL_SIZE * 2);
    text_add(&text, "%.*s", addition->source.n, addition->source.p);
    switch (modifier->amount_kind) {
    case AMOUNT_PLAIN:
        break;
    case AMOUNT_EACH:
        amount *= times_said(view, addition->source);
        break;
    case AMOUNT_LEVEL:
        amount *= level;
        text_add(&text, " L%d", level);
        break;
    case AMOUNT_HALF_LEVEL:
        amount *= level / 2;
        text_add(&text, " L%d/2", level);
        break;
    case AMOUNT_TIER:
        amount *= tier_of_level(level);
        text_add(&text, " T%d", tier_of_level(level));
        break;
    case AMOUNT_TIMES:
        out->multiplier *= amount;
        return;
    case AMOUNT_MOST:
        out->most = out->most < 0 || amount < out->most ? amount : out->most;
        return;
    case AMOUNT_THREE_DICE:
        out->three_dice = true;
        return;
    case AMOUNT_NEXT_DIE:
        out->die = die_of_tier(tier_of_level(level) + 1);
        return;
    case AMOUNT_EARLIER:
        out->earlier++;
        if (!out->never_explodes) {
            text_copy(out->explosion, sizeof out->explosion, addition->source);
        }
        return;
    case AMOUNT_NO_EXPLOSION:
        out->never_explodes = true;
        text_copy(out->explosion, sizeof out->explosion, addition->source);
        return;
    case AMOUNT_BURST:
        out->is_burst = true;
        return;
    }
    add_target(view, modifier, &text);
    breakdown_add(out, amount, text.p, addition->rule);
}

/* The rule for a combatant's own text; NULL when it does not count now. */
static const char *rule_of_source(const struct view *view, struct str source)
{
    static const char *const class_rules[ROLLS] = {[ROLL_ATTACK] = "class bonuses",
                                                   [ROLL_DEFENCE] = "defense bonuses",
                                                   [ROLL_SAVE] = "save rolls",
                                                   [ROLL_SPELL] = "traits & special abilities"};
    int who = view->occasion->who;
    const struct effect *gear = gear_of(view, source);
    if (gear != NULL) {
        return is_in_use(view, gear) ? "equipment" : NULL;
    }
    if (uses_find(view->state, who, source) != NULL) {
        return times_said(view, source) > 0 ? "class abilities" : NULL;
    }
    return library_names_equal(source, str_of(class_of(view->state, who)))
               ? class_rules[view->occasion->roll]
               : "referee";
}

/* The texts of one combatant: its own, or those of the foe that say `against`. */
static void add_row(const struct view *view, int row, struct breakdown *out)
{
    bool is_foe = row != view->occasion->who;
    const struct effect *effect = NULL;
    while ((effect = state_effect(view->state, effect, FOUR_MODIFIER, row, ANYBODY)) != NULL) {
        struct modifier modifier;
        struct addition addition = {.modifier = &modifier, .rule = "foe types"};
        /* A text that an older or newer program wrote counts if it can be read. */
        if (!reading_look(effect, &modifier, &addition.source) || modifier.kind != TEXT_ROLL ||
            modifier.roll != view->occasion->roll || modifier.is_against != is_foe) {
            continue;
        }
        addition.rule = is_foe ? addition.rule : rule_of_source(view, addition.source);
        if (addition.rule != NULL && clauses_hold(view, &modifier)) {
            add_amount(view, &addition, out);
        }
    }
}

static void add_common(const struct view *view, struct breakdown *out)
{
    for (int i = 0; i < COMMON_COUNT; i++) {
        const struct modifier *modifier = &common[i].modifier;
        struct addition addition = {modifier, str_of(common[i].source), common[i].rule};
        if (modifier->kind == TEXT_ROLL && modifier->roll == view->occasion->roll &&
            clauses_hold(view, modifier)) {
            add_amount(view, &addition, out);
        }
    }
}

bool modifiers_break_down(const struct state *state, const struct occasion *occasion,
                          struct breakdown *out)
{
    int tier = tier_of_level(state_value(state, occasion->who, LEVEL, 1));
    *out = (struct breakdown){.multiplier = 1, .most = -1, .die = die_of_tier(tier)};
    if (!state_is_set(state, occasion->who, LEVEL)) {
        error_set(&out->wrong, STATUS_MISSING, "level", "%s has no level yet",
                  state_name(state, occasion->who));
        return false;
    }
    struct view view;
    view_begin(&view, state, occasion);
    add_row(&view, occasion->who, out);
    if (occasion->against != 0) {
        add_row(&view, occasion->against, out);
    }
    add_common(&view, out);
    return out->wrong.code == STATUS_OK;
}

/* What this text adds, if it only counts when the word is said. */
static int added_with(const struct view *without, const struct view *with,
                      const struct addition *addition)
{
    const struct modifier *modifier = addition->modifier;
    struct breakdown sum = {.multiplier = 1, .most = -1};
    bool counts = clauses_hold(with, modifier), counted = clauses_hold(without, modifier);
    if (counts == counted) {
        return 0;
    }
    add_amount(with, addition, &sum);
    return counts ? sum.bonus : -sum.bonus;
}

/* True when the conditions of a text have the word, maybe as a part of another one. */
static bool mentions(const struct modifier *modifier, const char *word)
{
    struct str conditions = modifier->conditions;
    int n = (int)strlen(word);
    for (int i = 0; i + n <= conditions.n; i++) {
        if (char_lower(conditions.p[i]) == char_lower(word[0]) &&
            library_names_equal((struct str){conditions.p + i, n}, (struct str){word, n})) {
            return true;
        }
    }
    return false;
}

/* The same roll without and with a word, looked at when a text mentions it. */
struct compared {
    const struct state *state;
    const struct occasion *occasion;
    const char *word;
    struct occasion saying;
    struct view without, with;
    bool is_begun;
};

static int compare(struct compared *compared, const struct addition *addition, bool is_own)
{
    if (!mentions(addition->modifier, compared->word)) {
        return 0;
    }
    if (!compared->is_begun) {
        view_begin(&compared->without, compared->state, compared->occasion);
        compared->saying = *compared->occasion;
        compared->saying.word[compared->saying.words++] = compared->word;
        compared->with = compared->without;
        compared->with.occasion = &compared->saying;
        compared->is_begun = true;
    }
    return !is_own || rule_of_source(&compared->with, addition->source) != NULL
               ? added_with(&compared->without, &compared->with, addition)
               : 0;
}

int modifiers_added_by(const struct state *state, const struct occasion *occasion,
                       const char *word)
{
    struct compared compared; /* its views are begun when they are needed */
    int sum = 0;
    if (!state_is_set(state, occasion->who, LEVEL) || occasion->words == SAID_MAX) {
        return 0;
    }
    compared.state = state;
    compared.occasion = occasion;
    compared.word = word;
    compared.is_begun = false;
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_MODIFIER, occasion->who, ANYBODY)) !=
           NULL) {
        struct modifier modifier;
        struct addition addition = {.modifier = &modifier};
        bool is_it = reading_look(effect, &modifier, &addition.source) &&
                     modifier.kind == TEXT_ROLL && modifier.roll == occasion->roll &&
                     !modifier.is_against;
        sum += is_it ? compare(&compared, &addition, true) : 0;
    }
    for (int i = 0; i < COMMON_COUNT; i++) {
        struct addition addition = {&common[i].modifier, str_of(common[i].source), ""};
        if (common[i].modifier.roll == occasion->roll) {
            sum += compare(&compared, &addition, false);
        }
    }
    return sum;
}

/* True when the action has a parameter of this name. */
static bool takes(const struct inputs *inputs, const char *name)
{
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        if (strcmp(inputs->action->parameters[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

void breakdown_give(const struct breakdown *breakdown, struct inputs *inputs)
{
    const struct error *wrong = &breakdown->wrong;
    if (wrong->code != STATUS_OK) {
        error_set(inputs_wrong(inputs), wrong->code, wrong->where, "%s", wrong->text);
    }
    int from = explodes_from(breakdown->die) - breakdown->earlier;
    const struct {
        const char *name;
        int value;
        bool is_wanted;
    } given[] = {
        {"die", breakdown->die, true},
        {"bonus", breakdown->bonus, true},
        {"multiplier", breakdown->multiplier, takes(inputs, "multiplier")},
        {"max_damage", breakdown->most, breakdown->most >= 0 && takes(inputs, "max_damage")},
        {"explodes_from", from > 2 ? from : 2, breakdown->earlier > 0},
    };
    const struct {
        const char *name, *word;
        bool is_wanted;
    } flags[] = {{"triple", "yes", breakdown->three_dice && takes(inputs, "triple")},
                 {"burst", "yes", breakdown->is_burst && takes(inputs, "burst")},
                 {"explodes", "no", breakdown->never_explodes}};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        if (given[i].is_wanted) {
            inputs_give_number(inputs, given[i].name, given[i].value);
        }
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (flags[i].is_wanted) {
            inputs_give_text(inputs, flags[i].name, str_of(flags[i].word));
        }
    }
    if (breakdown->explosion[0] != '\0') {
        CHECK(inputs_name_source(inputs, 0, breakdown->explosion, "explosion"));
    }
    for (int i = 0; i < breakdown->parts; i++) {
        const struct part *part = &breakdown->part[i];
        CHECK(inputs_name_part(inputs, part->amount, part->label, part->rule));
    }
}
