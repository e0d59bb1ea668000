#include "tui/fight/table_model.h"

#include <string.h>

#include "tracker/counters.h"
#include "tracker/turns.h"

struct question_box *table_model_question(const struct table_model *model)
{
    return view_find(&model->views, &view_of_question);
}

static bool is_present(const struct table_model *model, int id)
{
    return id > 0 && id <= model->state->count && state_is_present(model->state, id);
}

static bool is_in(const struct table_model *model, int id)
{
    return id > 0 && id <= model->state->count && state_is_in(model->state, id);
}

static int side_of(const struct table_model *model, int id)
{
    return state_value(model->state, id, FIELD_SIDE, SIDE_FOES);
}

/* ---- refreshing ------------------------------------------------------------------------ */

/* The procedure's order, starting from the old one: combatants rarely move, so a large fight
 * costs one comparison for each combatant, not for each pair. */
static void sort_order(struct table_model *model)
{
    bool is_placed[COMBATANTS_MAX + 1] = {false};
    int candidates[COMBATANTS_MAX];
    int candidates_count = 0;
    for (int i = 0; i < model->order_count; i++) {
        if (is_present(model, model->order[i])) {
            candidates[candidates_count++] = model->order[i];
            is_placed[model->order[i]] = true;
        }
    }
    for (int id = 1; id <= model->state->count; id++) {
        if (!is_placed[id] && is_present(model, id)) {
            candidates[candidates_count++] = id;
        }
    }
    for (int i = 0; i < candidates_count; i++) {
        int id = candidates[i];
        int at = i;
        while (at > 0 &&
               model->procedure->comes_before(model->state, id, model->order[at - 1])) {
            model->order[at] = model->order[at - 1];
            at--;
        }
        model->order[at] = id;
    }
    model->order_count = candidates_count;
}

int table_model_index_of(const struct table_model *model, int id)
{
    for (int i = 0; i < model->order_count; i++) {
        if (model->order[i] == id) {
            return i;
        }
    }
    return -1;
}

static bool has_same_numbers(const struct combatant *a, const struct combatant *b)
{
    uint64_t own = ~(((uint64_t)1 << FIELD_SYSTEM) - 1);
    size_t size = (FIELDS_MAX - FIELD_SYSTEM) * sizeof a->value[0];
    return (a->is_set & own) == (b->is_set & own) &&
           memcmp(&a->value[FIELD_SYSTEM], &b->value[FIELD_SYSTEM], size) == 0 &&
           memcmp(a->text[TEXT_KIND], b->text[TEXT_KIND],
                  (TEXT_FIELDS - TEXT_KIND) * sizeof a->text[0]) == 0;
}

static bool is_hurt(const struct state *state, int id)
{
    int hp = state_value(state, id, FIELD_HP, 0);
    return state_value(state, id, FIELD_DAMAGE_COUNTED, 0) > 0 ||
           state_value(state, id, FIELD_HP_TEMPORARY, 0) > 0 ||
           (state_is_set(state, id, FIELD_HP) && hp < state_value(state, id, FIELD_HP_MAX, hp));
}

/* Unhurt combatants are alike, however tough; hurt ones differ in what is left. */
static bool are_equally_hurt(const struct state *state, int a, int b)
{
    static const enum state_field fields[] = {FIELD_HP, FIELD_HP_MAX, FIELD_HP_TEMPORARY,
                                              FIELD_DAMAGE_COUNTED};
    bool are_same = true;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        are_same = are_same &&
                   state_is_set(state, a, fields[i]) == state_is_set(state, b, fields[i]) &&
                   state_value(state, a, fields[i], 0) == state_value(state, b, fields[i], 0);
    }
    return are_same || !(is_hurt(state, a) || is_hurt(state, b));
}

/* True when they are of one kind and side, with the same numbers. */
static bool are_of_a_kind(const struct state *state, int a, int b)
{
    return state_at(state, a)->text[TEXT_KIND][0] != '\0' &&
           has_same_numbers(state_at(state, a), state_at(state, b)) &&
           state_value(state, a, FIELD_SIDE, SIDE_FOES) ==
               state_value(state, b, FIELD_SIDE, SIDE_FOES) &&
           state_value(state, a, FIELD_HAS_ACTED, 0) ==
               state_value(state, b, FIELD_HAS_ACTED, 0) &&
           state_is_set(state, a, FIELD_HP) == state_is_set(state, b, FIELD_HP);
}

static enum likeness likeness_of(const struct table_model *model, int a, int b)
{
    const struct state *state = model->state;
    if (!state_is_in(state, a) || !state_is_in(state, b)) {
        return state_is_in(state, a) == state_is_in(state, b) ? LIKE_TWIN : LIKE_NOT;
    }
    bool are_kin = are_of_a_kind(state, a, b) &&
                   strcmp(model->words[a].score, model->words[b].score) == 0 &&
                   strcmp(model->words[a].words, model->words[b].words) == 0;
    return !are_kin ? LIKE_NOT : are_equally_hurt(state, a, b) ? LIKE_TWIN : LIKE_KIN;
}

/* True when a side acts in any order, not by turns. */
static bool has_free_order(const struct table_model *model)
{
    return model->procedure->can_act != NULL && model->state->value[ENCOUNTER_TURN] == 0;
}

/* The one who acts before the one whose turn it is; 0: nobody. */
static int before_turn(const struct table_model *model, int picked)
{
    int (*out_of_turn)(const struct state *, int) = model->procedure->out_of_turn;
    return out_of_turn != NULL ? out_of_turn(model->state, picked) : 0;
}

/* The one whose turn it is, or who acts before. When several may act in any order it is the
 * combatant that the referee has picked, if it is one of them. */
static int acting_of(const struct table_model *model)
{
    const struct state *state = model->state;
    if (table_model_question(model) != NULL) {
        /* Choosing a target moves the selection, and must not change who attacks it. */
        return model->acting;
    }
    int turn = state->value[ENCOUNTER_TURN];
    int first = before_turn(model, model->picked);
    bool is_turn_picked =
        turn != 0 && model->picked == turn && !state_value(state, turn, FIELD_HAS_ACTED, 0);
    if (first != 0 && !is_turn_picked) {
        return first;
    }
    bool is_picked = has_free_order(model) && is_in(model, model->picked) &&
                     model->procedure->can_act(state, model->picked);
    return turn != 0 ? turn : is_picked ? model->picked : model->procedure->actor(state);
}

/* The one who acts has the target of its side. */
static void find_acting(struct table_model *model)
{
    model->acting = acting_of(model);
    model->before_turn = before_turn(model, model->picked);
    enum side side = model->acting != 0 ? (enum side)side_of(model, model->acting) : SIDE_PARTY;
    if (side != model->target_side) {
        int target = model->target;
        model->target = model->other_target;
        model->other_target = target;
        model->target_side = side;
    }
}

/* When several act in any order, a new phase selects the first of them, no matter who was
 * selected before; a selected foe stays their target. */
static bool is_another_phase(struct table_model *model)
{
    const int *value = model->state->value;
    bool is_another =
        value[ENCOUNTER_ROUND] != model->round || value[ENCOUNTER_PHASE] != model->phase;
    model->round = value[ENCOUNTER_ROUND];
    model->phase = value[ENCOUNTER_PHASE];
    return is_another && has_free_order(model) && is_in(model, model->selected) &&
           side_of(model, model->selected) == SIDE_PARTY;
}

/* In melee the target is the opponent: the first of them in the order. */
static int opponent_of(const struct table_model *model, int id)
{
    bool (*is_engaged)(const struct state *, int, int) = model->procedure->is_engaged;
    for (int i = 0; is_engaged != NULL && i < model->order_count && id != 0; i++) {
        int other = model->order[i];
        if (is_engaged(model->state, id, other) && is_in(model, other) &&
            side_of(model, other) != side_of(model, id)) {
            return other;
        }
    }
    return 0;
}

/* True when another one acts now. A turn always selects the one who has it: an attack of this
 * turn must not go to the combatant that a key of the last one was for. When a side acts in any
 * order, a selected foe stays its target. */
static bool is_left_behind(const struct table_model *model, int acted)
{
    bool is_another = model->acting != 0 && model->acting != acted;
    return is_another && (!has_free_order(model) || !is_in(model, model->selected) ||
                          side_of(model, model->selected) == side_of(model, model->acting));
}

bool table_model_is_guided(const struct table_model *model)
{
    bool is_guided = true;
    for (int i = 0; i < model->pending_checks; i++) {
        is_guided = is_guided && model->pending[i].is_optional;
    }
    return is_guided;
}

void table_model_refresh(struct table_model *model)
{
    sort_order(model);
    for (int i = 0; i < model->order_count; i++) {
        int id = model->order[i];
        model->procedure->describe(model->state, id, &model->words[id]);
        model->like_above[i] = i > 0 ? likeness_of(model, model->order[i - 1], id) : LIKE_NOT;
    }
    model->pending_checks =
        pending_checks(model->procedure, model->state, model->pending, PENDING_MAX);
    model->target = is_in(model, model->target) ? model->target : 0;
    model->other_target = is_in(model, model->other_target) ? model->other_target : 0;
    for (int id = 1; id <= COMBATANTS_MAX; id++) {
        model->is_chosen[id] = model->is_chosen[id] && is_present(model, id);
    }
    bool is_first = model->selected == 0;
    if (!is_present(model, model->selected)) {
        int last = model->order_count - 1;
        int index = model->selected_index < last ? model->selected_index : last;
        model->selected = index < 0 ? 0 : model->order[index];
    }
    int acted = model->acting;
    int first = before_turn(model, model->picked);
    /* Somebody was just allowed to act: the one picked before that is not meant. */
    model->picked = first != 0 && first != model->before_turn ? 0 : model->picked;
    find_acting(model);
    bool is_another = model->acting != 0 && model->acting != acted;
    if (!is_first && is_another && opponent_of(model, model->acting) != 0 &&
        model->target != 0 &&
        !model->procedure->is_engaged(model->state, model->acting, model->target)) {
        /* In melee with others than the target that an ally set, a combatant has none: it is
         * asked. */
        model->target = 0;
    }
    bool goes_along = is_first || model->follows_turn || is_another_phase(model) ||
                      is_left_behind(model, acted);
    int next = model->acting;
    int waiting = model->pending_checks > 0 ? model->pending[0].subject : 0;
    if (next == 0 && has_free_order(model) && is_in(model, waiting) &&
        side_of(model, waiting) == SIDE_PARTY) {
        next = waiting; /* the party's combatant that the first check is about */
    }
    if (goes_along && next != 0) {
        model->selected = next;
        model->picked = model->picked == next ? next : 0;
    }
    model->follows_turn = goes_along || model->selected == model->acting;
    int index = table_model_index_of(model, model->selected);
    model->selected_index = index < 0 ? 0 : index;
}

void table_model_forget(struct table_model *model)
{
    model->order_count = 0;
    model->picked = 0;
    model->selected = 0;
    model->selected_index = 0;
    model->target = 0;
    model->other_target = 0;
    memset(model->gone_for, 0, sizeof model->gone_for);
    memset(model->is_chosen, 0, sizeof model->is_chosen);
    memset(model->was_chosen, 0, sizeof model->was_chosen);
    memset(model->is_open, 0, sizeof model->is_open);
    memset(model->is_closed, 0, sizeof model->is_closed);
}

/* ---- selecting, targets, choosing ------------------------------------------------------ */

void table_model_select(struct table_model *model, int id)
{
    if (is_present(model, id)) {
        model->selected = id;
        model->selected_index = table_model_index_of(model, id);
        model->picked = table_model_question(model) == NULL ? id : model->picked;
        find_acting(model);
        model->follows_turn = model->acting == 0 || model->acting == id;
    }
}

void table_model_set_target(struct table_model *model, int id)
{
    model->target = model->target == id || !is_in(model, id) ? 0 : id;
}

void table_model_choose(struct table_model *model, int id)
{
    if (is_present(model, id)) {
        model->is_chosen[id] = !model->is_chosen[id];
    }
}

int table_model_chosen(const struct table_model *model)
{
    int count = 0;
    for (int id = 1; id <= model->state->count; id++) {
        count += model->is_chosen[id] ? 1 : 0;
    }
    return count;
}

void table_model_choose_none(struct table_model *model)
{
    if (table_model_chosen(model) > 0) {
        memcpy(model->was_chosen, model->is_chosen, sizeof model->was_chosen);
        memset(model->is_chosen, 0, sizeof model->is_chosen);
    }
}

void table_model_choose_again(struct table_model *model)
{
    for (int id = 1; id <= model->state->count; id++) {
        bool is_again = model->was_chosen[id] && is_present(model, id);
        model->is_chosen[id] = model->is_chosen[id] || is_again;
    }
}

/* ---- targets --------------------------------------------------------------------------- */

/* The target of an attack: the target of the side, or else the selected one, if it is not of
 * the actor's side; 0: neither. While nobody acts it is the target, or else the selected
 * combatant. */
static int target_of_attack(const struct table_model *model)
{
    int actor = model->acting;
    int candidates[] = {model->target, model->selected};
    if (actor == 0) {
        return model->target;
    }
    /* The target of one side stays while the other side acts, but is not a target for it. */
    for (int i = 0; i < 2; i++) {
        if (is_in(model, candidates[i]) &&
            side_of(model, candidates[i]) != side_of(model, actor)) {
            return candidates[i];
        }
    }
    return 0;
}

/* The only combatant of the other side in the fight. */
static int only_foe_of(const struct table_model *model, int id)
{
    int only = 0;
    for (int i = 0; i < model->order_count && id != 0; i++) {
        int other = model->order[i];
        if (is_in(model, other) && side_of(model, other) != side_of(model, id)) {
            if (only != 0) {
                return 0;
            }
            only = other;
        }
    }
    return only;
}

int table_model_likely_target(const struct table_model *model)
{
    int target = target_of_attack(model);
    target = target != 0 ? target : opponent_of(model, model->acting);
    return target != 0 ? target : only_foe_of(model, model->acting);
}

/* The foe whose attack on the selected combatant is pending: the target, or else the first; 0:
 * nobody. */
static int striker(const struct table_model *model)
{
    int first = 0;
    for (int i = 0; i < model->pending_checks; i++) {
        const struct pending *pending = &model->pending[i];
        if (pending->object == 0 || pending->subject != model->selected) {
            continue;
        }
        if (pending->object == model->target) {
            return pending->object;
        }
        first = first != 0 ? first : pending->object;
    }
    return first;
}

int table_model_gone_for(const struct table_model *model)
{
    int side = model->acting != 0 ? side_of(model, model->acting) : SIDE_PARTY;
    int id = model->gone_for[side];
    return is_in(model, id) && side_of(model, id) != side ? id : 0;
}

/* While nobody acts: the target that the selected combatant could attack; 0: none. */
static int target_against(const struct table_model *model, int id)
{
    const int marks[] = {model->target, model->other_target};
    for (int i = 0; i < 2 && is_in(model, id); i++) {
        if (is_in(model, marks[i]) && side_of(model, marks[i]) != side_of(model, id)) {
            return marks[i];
        }
    }
    return 0;
}

bool table_model_pair(const struct table_model *model, int *actor, int *target)
{
    if (model->acting == 0 && striker(model) != 0) {
        *actor = striker(model);
        *target = model->selected;
        return true;
    }
    *actor = model->acting != 0 ? model->acting : model->selected;
    *target = model->acting != 0 ? table_model_likely_target(model)
                                 : target_against(model, model->selected);
    bool is_pair = is_in(model, *actor) && *target != 0;
    bool foe_acts = model->acting == 0 && has_free_order(model) &&
                    model->state->value[ENCOUNTER_PHASE] != 0;
    if (is_pair && foe_acts && side_of(model, *actor) == SIDE_PARTY) {
        int foe = *target;
        *target = *actor;
        *actor = foe;
    }
    return is_pair;
}

int table_model_next_foe(const struct table_model *model, int from)
{
    bool (*is_quiet)(const struct state *, int) = model->procedure->is_quiet;
    int side = model->acting != 0 ? side_of(model, model->acting) : SIDE_PARTY;
    int start = table_model_index_of(model, from);
    int quiet = 0;
    for (int step = 1; step <= model->order_count; step++) {
        int id = model->order[(start + step) % model->order_count];
        if (!is_in(model, id) || side_of(model, id) == side) {
            continue;
        }
        if (from != 0 || is_quiet == NULL || !is_quiet(model->state, id)) {
            return id;
        }
        quiet = quiet == 0 ? id : quiet;
    }
    return quiet;
}

/* The foe that the key of the attack names; 0: none. */
static int named_by_attack(const struct table_model *model)
{
    for (int i = 0; i < model->keys.count; i++) {
        if (model->can_run[i] && key_binding_is_attack(&model->keys.binding[i])) {
            return model->acts_on[i] > 0 ? model->acts_on[i] : 0;
        }
    }
    return 0;
}

int table_model_foe_after_target(const struct table_model *model)
{
    if (model->target != 0) {
        return table_model_next_foe(model, model->target);
    }
    int id = table_model_next_foe(model, target_of_attack(model));
    return id != 0 && id == named_by_attack(model) ? table_model_next_foe(model, id) : id;
}

/* The one who acts in place of the usual actor; 0: the usual one acts, or in a free order one
 * whom the game chooses. */
static int acts_instead(const struct table_model *model, const char *command)
{
    bool (*can_do)(const struct state *, const char *, int) = model->procedure->key_is_for;
    int id = model->acting != model->procedure->actor(model->state) ? model->acting : 0;
    if (model->acting == 0 && has_free_order(model)) {
        bool is_ours =
            is_in(model, model->selected) && side_of(model, model->selected) == SIDE_PARTY;
        id = is_ours ? model->selected : 0;
    }
    return id != 0 && (can_do == NULL || can_do(model->state, command, id)) ? id : 0;
}

/* The selected combatant if it waits, or nobody does; or else the only one; 0: there are
 * several. */
static int who_waits(const struct table_model *model)
{
    int only = 0, count = 0;
    for (int i = 0; i < model->order_count; i++) {
        int id = model->order[i];
        bool waits = turns_waits(model->state, id);
        only = waits ? id : only;
        count += waits ? 1 : 0;
    }
    bool is_selected =
        count == 0 || (model->selected != 0 && turns_waits(model->state, model->selected));
    return is_selected ? model->selected : count == 1 ? only : 0;
}

/* The selected combatant if it is out of the fight, or nobody is; 0: it is asked for. */
static int who_is_out(const struct table_model *model)
{
    bool is_anybody_out = false;
    for (int id = 1; id <= model->state->count && !is_anybody_out; id++) {
        is_anybody_out = state_value(model->state, id, FIELD_OUT, OUT_NOT) != OUT_NOT;
    }
    return is_anybody_out && is_in(model, model->selected) ? 0 : model->selected;
}

int table_model_whom(const struct table_model *model, enum whom whom)
{
    int target;
    switch (whom) {
    case WHOM_SELECTED:
        return model->selected;
    case WHOM_HEALED:
        /* Nobody picked a combatant that is selected because it acts. */
        return model->selected != 0 && model->selected == model->acting &&
                       model->picked != model->selected &&
                       side_of(model, model->selected) == SIDE_FOES
                   ? 0
                   : model->selected;
    case WHOM_WAITING:
        return who_waits(model);
    case WHOM_OUT:
        return who_is_out(model);
    case WHOM_TARGET:
        return is_in(model, model->target) ? model->target : target_of_attack(model);
    case WHOM_FOE:
        target = target_of_attack(model);
        return target != 0 ? target : only_foe_of(model, model->acting);
    }
    CHECK(false);
    return 0;
}

int table_model_reactor(const struct table_model *model)
{
    return model->selected == model->acting ? target_of_attack(model) : model->selected;
}

/* The combatant for a place of a command; 0: it is empty. */
static int place_of(const struct table_model *model, const char *command, char place)
{
    switch (place) {
    case 's':
        return model->selected;
    case 'm':
        return model->target;
    case 't':
        return model->target != 0 ? model->target : model->selected;
    case 'f':
        return target_of_attack(model);
    case 'r':
        return table_model_reactor(model);
    case 'a':
        return acts_instead(model, command);
    case 'o':
        return striker(model);
    case 'c':
        return model->caster;
    default:
        CHECK(false);
        return 0;
    }
}

void table_model_list_word(const struct table_model *model, int id, struct text *out)
{
    text_add(out, "%s", out->n > 0 && out->p[out->n - 1] != ' ' ? "," : "");
    combatant_word(model->state, id, out);
}

/* How a line names combatants. Words are for people: each is compared with all names when the
 * line is written, and again when it is read. Numbers are not. */
enum naming { NAMING_WORDS, NAMING_NUMBERS };

static void add_combatant(const struct table_model *model, int id, enum naming naming,
                          struct text *out)
{
    if (naming == NAMING_NUMBERS) {
        text_add(out, "#%d", id);
    } else {
        combatant_word(model->state, id, out);
    }
}

static void add_chosen(const struct table_model *model, enum naming naming, struct text *out)
{
    for (int i = 0; i < model->order_count; i++) {
        if (model->is_chosen[model->order[i]]) {
            text_add(out, "%s", out->n > 0 ? "," : "");
            add_combatant(model, model->order[i], naming, out);
        }
    }
}

/* The combatant that the command of a line is for. */
static void add_whom(const struct table_model *model, const char *command, enum naming naming,
                     struct text *out)
{
    const struct key_binding *binding = key_binding_of_line(&model->keys, command);
    bool may_be_chosen = binding != NULL && binding->goes_to_chosen;
    if (may_be_chosen && table_model_chosen(model) > 0) {
        add_chosen(model, naming, out);
        return;
    }
    int id = table_model_whom(model, binding != NULL ? binding->whom : WHOM_SELECTED);
    if (id != 0) {
        add_combatant(model, id, naming, out);
    }
}

/* The text for a place in the line; nothing when it is empty. */
static void add_place(const struct table_model *model, const char *command, char place,
                      enum naming naming, struct text *out)
{
    bool takes_several = place == 'T' || place == 'S';
    if (place == 'w') {
        add_whom(model, command, naming, out);
        return;
    }
    if (place == 'n') {
        if (model->count > 0) {
            text_add(out, "%d", model->count);
        }
        return;
    }
    if (takes_several && table_model_chosen(model) > 0) {
        add_chosen(model, naming, out);
        return;
    }
    int id = place_of(model, command, takes_several ? char_lower(place) : place);
    if (id != 0) {
        add_combatant(model, id, naming, out);
    }
}

static void expand(const struct table_model *model, const char *command, enum naming naming,
                   struct text *out)
{
    struct str rest = str_of(command);
    bool is_open = false; /* the combatant is asked for: no amount can come before it */
    for (;;) {
        struct str word = str_next_word(&rest);
        if (word.p == NULL) {
            return;
        }
        if (is_open && str_equal(word, "%n")) {
            continue;
        }
        const char *gap = out->n > 0 ? " " : "";
        const char *place = memchr(word.p, '%', (size_t)word.n);
        if (place == NULL) {
            bool is_quoted = word.p > command && word.p[-1] == '"';
            text_add(out, is_quoted ? "%s\"%.*s\"" : "%s%.*s", gap, word.n, word.p);
            continue;
        }
        TEXT_BUFFER(filled, COMMAND_LINE_MAX + 1);
        add_place(model, command, place[1], naming, &filled);
        is_open = is_open || (place[1] == 'w' && filled.n == 0);
        if (filled.n > 0) {
            text_add(out, "%s%.*s", gap, (int)(place - word.p), word.p);
            text_add_str(out, (struct str){filled.p, filled.n});
            out->is_cut = out->is_cut || filled.is_cut;
        }
    }
}

void table_model_expand(const struct table_model *model, const char *command, struct text *out)
{
    expand(model, command, NAMING_WORDS, out);
}

void table_model_expand_unseen(const struct table_model *model, const char *command,
                               struct text *out)
{
    expand(model, command, NAMING_NUMBERS, out);
}
