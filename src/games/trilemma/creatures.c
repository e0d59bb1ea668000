#include "games/trilemma/creatures.h"

#include "games/trilemma/combatant.h"
#include "games/trilemma/morale_groups.h"
#include "tracker/combatant_fields.h"
#include "tracker/conditions.h"

/* ---- another morale score -------------------------------------------------------------- */

struct other_score {
    int score;
    struct str label;
};

/* "9 with the king". */
static bool read_other_score(struct str text, struct other_score *out)
{
    int64_t score;
    struct str rest = text;
    struct str word = str_next_word(&rest);
    out->label = str_trimmed(rest);
    if (word.n == 0 || word.p[0] == '+' ||
        !str_to_int64(word, trilemma_morale_range.low, trilemma_morale_range.high, &score)) {
        return false;
    }
    out->score = (int)score;
    return out->label.n > 0 && out->label.n <= LIBRARY_ENTRY_MAX;
}

static bool is_other_score(struct str text, struct error *err)
{
    struct other_score other;
    if (read_other_score(text, &other)) {
        return true;
    }
    error_set(err, STATUS_USAGE, "", "expected a score from %d to %d and when it counts: 9 %s",
              trilemma_morale_range.low, trilemma_morale_range.high, "with the king");
    return false;
}

static void format_other_score(const struct state *state, int id, struct text *out)
{
    const struct effect *other =
        state_effect(state, NULL, TRILEMMA_MORALE_OTHER, group_of(state, id), ANYBODY);
    if (other != NULL) {
        text_add(out, "%d %s", other->amount, other->label);
    }
}

static void give_other_score(struct decision *decision, int id, struct str value)
{
    struct other_score other;
    struct error err;
    const struct effect *before = state_effect(&decision->state, NULL, TRILEMMA_MORALE_OTHER,
                                               group_of(&decision->state, id), ANYBODY);
    bool is_none = str_equal(value, "-");
    if (!is_none && !is_other_score(value, &err)) {
        decision_wrong(decision, "other_morale: %s", err.text);
        return;
    }
    if (before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    if (!is_none && read_other_score(value, &other)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_MORALE_OTHER,
                        group_of(&decision->state, id), 0, other.label, other.score);
    }
}

/* ---- words that a combatant keeps ------------------------------------------------------ */

static const char *word_of(const struct state *state, int id, int kind)
{
    const struct effect *effect = state_effect(state, NULL, kind, id, ANYBODY);
    return effect != NULL ? effect->label : NULL;
}

static void format_word(const struct state *state, int id, int kind, struct text *out)
{
    const char *word = word_of(state, id, kind);
    text_add(out, "%s", word != NULL ? word : "");
}

static void format_reason(const struct state *state, int id, struct text *out)
{
    format_word(state, id, TRILEMMA_MORALE_FOR, out);
}

static void format_wants(const struct state *state, int id, struct text *out)
{
    format_word(state, id, TRILEMMA_WANTS, out);
}

/* Its name as it is written in the library. */
static void format_leads(const struct state *state, int id, struct text *out)
{
    format_word(state, id, TRILEMMA_LEADS, out);
}

static void give_word(struct decision *decision, int id, const char *name, int kind,
                      struct str value)
{
    bool is_none = str_equal(value, "-");
    const struct effect *before = state_effect(&decision->state, NULL, kind, id, ANYBODY);
    if (!is_none && (value.n == 0 || value.n > LIBRARY_ENTRY_MAX)) {
        decision_wrong(decision, "%s: expected a text of 1 to %d bytes, not %d", name,
                       LIBRARY_ENTRY_MAX, value.n);
        return;
    }
    if (before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    if (!is_none) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, kind, id, 0, value, 1);
    }
}

static const struct {
    const char *name;
    int kind;
} words[] = {
    {"morale_for", TRILEMMA_MORALE_FOR}, {"wants", TRILEMMA_WANTS}, {"leads", TRILEMMA_LEADS}};

bool trilemma_give_creature(struct decision *decision, int id, struct str name,
                            struct str value)
{
    if (str_equal_any_case(name, str_of("creature"))) {
        creature_give(decision, id, value);
        return true;
    }
    if (str_equal_any_case(name, str_of("other_morale"))) {
        give_other_score(decision, id, value);
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_any_case(name, str_of(words[i].name))) {
            give_word(decision, id, words[i].name, words[i].kind, value);
            return true;
        }
    }
    return false;
}

const struct given_def trilemma_gives[TRILEMMA_GIVES] = {
    {.name = "morale_for",
     .expects = "a few words: defends the nest",
     .help = "why its morale is what it is",
     .format = format_reason,
     .comes_late = true},
    {.name = "other_morale",
     .expects = "a score and when it counts: 9 with the king",
     .help = "its other morale, which `alternate` switches to",
     .format = format_other_score,
     .comes_late = true},
    {.name = "wants",
     .expects = "a few words: the mules",
     .help = "what it wants",
     .format = format_wants,
     .comes_late = true},
    {.name = "leads",
     .records = "creature",
     .expects = "the name of a creature: gully-crow",
     .help = "the kind whose morale its fall shakes",
     .format = format_leads,
     .comes_late = true},
    {.name = "creature",
     .records = "creature",
     .expects = "the name of a creature: gully-goblin",
     .help = "it sets the numbers that are not given",
     .comes_late = true},
};

/* ---- the kind -------------------------------------------------------------------------- */

static const struct library_field_def fields[] = {
    GENERIC_CREATURE_FIELDS,
    {.value = {.name = "morale_for",
               .high = LIBRARY_ENTRY_MAX,
               .help = "why its morale is what it is"},
     .shape = RECORD_TEXT},
    {.value = {.name = "other_morale",
               .high = LIBRARY_ENTRY_MAX,
               .help = "another score, and when it counts: 9 with the king"},
     .shape = RECORD_TEXT,
     .check = is_other_score},
    {.value = {.name = "wants", .high = LIBRARY_ENTRY_MAX, .help = "what it wants"},
     .shape = RECORD_TEXT},
    {.value = {.name = "leads", .high = LIBRARY_NAME_MAX, .help = "the creatures it leads"},
     .shape = RECORD_TEXT,
     .refers = "creature"},
};

const struct library_kind trilemma_kinds[TRILEMMA_KINDS] = {{GENERIC_CREATURE(fields)}};

/* ---- joining --------------------------------------------------------------------------- */

/* A player character may have the name of a creature; a henchman of the library is a henchman
 * on either side. */
void trilemma_joins(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    if (!trilemma_is_of_party(state, id)) {
        generic_joins(decision, id);
        return;
    }
    if (decision->library == NULL || combatant_made_from(state, id) != NULL) {
        return;
    }
    const struct library_record *record = library_find(
        decision->library, "creature", str_of(state_text(state, id, TEXT_KIND)), NULL);
    const struct library_texts *traits = record != NULL ? library_list(record, "traits") : NULL;
    for (int i = 0; traits != NULL && i < traits->count; i++) {
        if (str_equal(str_of(traits->text[i]), "henchman")) {
            combatant_fill(decision, id, record);
            return;
        }
    }
}

/* ---- leaders --------------------------------------------------------------------------- */

static bool is_of_kind(const struct state *state, int id, const char *kind)
{
    const char *from = combatant_made_from(state, id);
    const char *own = from != NULL ? from : state_text(state, id, TEXT_KIND);
    return library_names_equal(str_of(own), str_of(kind));
}

static void lead(struct decision *decision, int leader, int group)
{
    const struct state *state = &decision->state;
    if (state_has_effect(state, TRILEMMA_LEADER, leader, group)) {
        return;
    }
    TEXT_BUFFER(name, NAME_SIZE + 8);
    group_name(state, group, &name);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_LEADER,
                                          leader, group, str_of(""), 1);
    decision_say(decision, event, "5.13", "%s leads %s", state_name(state, leader), name.p);
}

void trilemma_watch_leaders(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    for (int leader = 1; leader <= state->count && decision_goes_on(decision); leader++) {
        const char *kind = word_of(state, leader, TRILEMMA_LEADS);
        bool was_there = leader <= before->count &&
                         state_has_effect(before, TRILEMMA_LEADS, leader, ANYBODY);
        /* Combatants who were there before already have their leader, or lost it by hand. */
        int first = was_there ? before->count + 1 : 1;
        for (int id = first; kind != NULL && state_is_in(state, leader) && id <= state->count;
             id++) {
            bool is_led =
                id != leader && state_is_in(state, id) && is_of_kind(state, id, kind) &&
                trilemma_is_of_party(state, id) == trilemma_is_of_party(state, leader);
            if (is_led) {
                lead(decision, leader, group_of(state, id));
            }
        }
    }
}

/* ---- facts ----------------------------------------------------------------------------- */

void trilemma_morale_facts(const struct state *state, int id, struct text *out)
{
    int group = group_of(state, id);
    const char *reason = word_of(state, id, TRILEMMA_MORALE_FOR);
    const struct effect *other =
        state_effect(state, NULL, TRILEMMA_MORALE_OTHER, group, ANYBODY);
    bool is_other = state_has_effect(state, TRILEMMA_MORALE_TOGGLED, group, ANYBODY);
    if (reason != NULL) {
        text_add(out, ": %s", reason);
    }
    if (other != NULL && !is_other) {
        text_add(out, "; %d %s", other->amount, other->label);
    }
}

void trilemma_creature_facts(const struct state *state, int id, struct text *out)
{
    const char *wants = word_of(state, id, TRILEMMA_WANTS);
    if (wants != NULL) {
        text_add(out, "wants %s\n", wants);
    }
    creature_fact(state, id, out);
}
