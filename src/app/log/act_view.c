#include "app/log/act_view.h"

#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "games/games.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/state.h"

void act_view_init(struct act_view *view, struct sitting *sitting, bool is_for_players)
{
    memset(view, 0, sizeof *view);
    view->sitting = sitting;
    view->is_for_players = is_for_players;
    state_init(&view->after, system_at(0));
    state_init(&view->start, system_at(0));
}

/* ---- who is hidden --------------------------------------------------------------------- */

static bool is_hidden_in(const struct state *state, int id)
{
    return id <= state->count && state_has_effect(state, EFFECT_HIDDEN, id, 0);
}

/* The act before the fight began: the one that the oldest act of a round followed, or the head
 * while it has not begun. */
static enum status find_start(struct act_view *view, int64_t *out, struct error *err)
{
    enum { ROWS = 64 };
    struct campaign *campaign = view->sitting->campaign;
    struct act_row rows[ROWS];
    struct position position;
    int count = 0;
    enum status status = log_position(campaign, view->encounter, &position, err);
    int64_t on_way = position.head, before = 0;
    *out = position.head;
    while (status == STATUS_OK) {
        status = log_rows(campaign, view->encounter, before, rows, ROWS, &count, err);
        if (status != STATUS_OK || count == 0) {
            break;
        }
        for (int i = 0; i < count; i++) {
            if (rows[i].kind == ROW_ACT && rows[i].id == on_way) {
                on_way = rows[i].parent;
                *out = rows[i].round > 0 ? rows[i].parent : *out;
            }
        }
        before = rows[count - 1].id;
    }
    return status;
}

static enum status read_start(struct act_view *view, const struct system *system,
                              struct error *err)
{
    int64_t start;
    enum status status = find_start(view, &start, err);
    if (status == STATUS_OK) {
        state_empty(&view->start, system);
        status = log_state(view->sitting->campaign, view->encounter, start, &view->start, err);
    }
    view->is_start_known = status == STATUS_OK;
    return status == STATUS_DAMAGED ? STATUS_OK : status; /* the caller is told of it */
}

static bool is_hidden_now(struct act_view *view, int id)
{
    const struct sitting_act *act = view->act;
    bool was_hidden = is_hidden_in(act->before, id) || view->has_gone[id];
    view->has_gone[id] = was_hidden && !state_is_present(&view->after, id);
    return is_hidden_in(&view->after, id) || view->has_gone[id] ||
           (act->round == 0 && is_hidden_in(&view->start, id));
}

/* ---- looking at an act ----------------------------------------------------------------- */

static bool is_about_hidden(const struct act_view *view, const struct event *event)
{
    bool is_turn = event->kind == EVENT_TURN_STARTED;
    return !act_view_shows_combatant(view, event->subject) ||
           !act_view_shows_combatant(view, event->object) ||
           (is_turn && event->is_set && !act_view_shows_combatant(view, event->to));
}

static bool is_secret(const struct event *event)
{
    switch ((int)event->kind) {
    case EVENT_MORALE_CALLED:
    case EVENT_CHECK_CALLED:
    case EVENT_COUNTER_NAMED:
    case EVENT_COUNTER_CHANGED:
    case EVENT_COUNTER_ENDED:
    case EVENT_AMENDED:
    case EVENT_PLAYED_AGAIN:
    case EVENT_LEFT_OUT:
        return true;
    case EVENT_TEXT_CHANGED:
        return event->field == TEXT_NOTE || event->field == TEXT_KIND;
    case EVENT_EFFECT_CHANGED:
        return event->field == EFFECT_MADE_FROM;
    default:
        return false;
    }
}

/* Whose the words of a line are, read as the table would have read it. A line that cannot be
 * read any more has the audience of its command, and a note if it has the option at all. */
static void read_audience(struct act_view *view, struct str line)
{
    struct str word = str_next_word(&(struct str){line.p, line.n}), rest = line;
    view->takes_note = str_holds(line, str_of("note="));
    if (command_parse(&view->command, games_find(state_system(view->act->before)), view->def,
                      view->defs, view->act->before, line, NULL) == STATUS_OK) {
        view->audience = view->command.def->audience;
        view->takes_note = command_option(&view->command, "note") != NULL;
        return;
    }
    if (str_equal_any_case(word, str_of("ruling"))) {
        str_next_word(&rest);
        word = str_next_word(&rest);
    }
    for (int i = 0; i < view->defs; i++) {
        if (str_equal_any_case(word, str_of(view->def[i]->name))) {
            view->audience = view->def[i]->audience;
        }
    }
}

/* Applies it to the state after the act; false: it does not fit. */
static bool apply(struct act_view *view, const struct event *event)
{
    bool is_line = event->kind == EVENT_COUNTER_NAMED && event->text_to.n == 0 &&
                   counter_field(event->field) == COUNTER_THEN;
    view->is_marked = view->is_marked || event->is_secret;
    if (is_line && strcmp(view->act->action, "counter-run") == 0) {
        read_audience(view, event->text_from);
    }
    view->has_after = state_can_apply(&view->after, event);
    if (view->has_after) {
        state_apply(&view->after, event);
    }
    return view->has_after;
}

/* Marked, or of an act without marks and the words of its command. */
static bool is_of_referee(const struct act_view *view, const struct event *event)
{
    return event->is_secret || (!view->is_marked && (view->audience == AUDIENCE_REFEREE ||
                                                     act_view_is_note(view, event)));
}

bool act_view_is_note(const struct act_view *view, const struct event *event)
{
    bool is_of_note = view->takes_note || view->audience == AUDIENCE_REFEREE;
    return event->kind == EVENT_NOTED && is_of_note && (event->is_secret || !view->is_marked);
}

static void see_event(struct act_view *view, const struct event *event)
{
    int id = event->subject; /* a foe by the side that it is on after the act */
    bool is_foe = id > 0 && id <= view->after.count &&
                  state_value(&view->after, id, FIELD_SIDE, SIDE_FOES) != SIDE_PARTY;
    view->describes_foe = view->describes_foe || (!view->is_marked && is_foe &&
                                                  view->audience == AUDIENCE_REFEREE_FOR_FOES);
    view->touches_hidden = view->touches_hidden || is_about_hidden(view, event);
    view->has_secret = view->has_secret || is_secret(event) || is_of_referee(view, event);
    view->has_counter = view->has_counter || event->kind == EVENT_COUNTER_NAMED;
    view->has_note = view->has_note || act_view_is_note(view, event);
}

enum status act_view_look(struct act_view *view, const struct sitting_act *act,
                          struct error *err)
{
    enum status status = STATUS_OK;
    view->act = act;
    view->touches_hidden = view->has_secret = view->has_counter = false;
    view->describes_foe = view->is_marked = view->takes_note = view->has_note = false;
    view->audience = AUDIENCE_TABLE;
    view->has_after = act->before != NULL;
    if (act->before == NULL) {
        return STATUS_OK;
    }
    if (view->encounter != act->encounter_id) {
        const struct system *system = state_system(act->before);
        view->encounter = act->encounter_id;
        view->defs = procedure_commands(games_find(system), system, &view->made, view->def,
                                        COMMANDS_MAX);
        memset(view->has_gone, 0, sizeof view->has_gone);
        status = view->is_for_players ? read_start(view, system, err) : STATUS_OK;
    }
    if (status != STATUS_OK) {
        return status;
    }
    read_audience(view, str_of(act->command));
    state_copy(&view->after, act->before);
    const struct act_events *events = act->events;
    for (int i = 0; i < events->count && apply(view, &events->event[i]); i++) {
    }
    memset(view->hides, 0, sizeof view->hides);
    for (int id = 1; view->is_for_players && id <= view->after.count; id++) {
        view->hides[id] = is_hidden_now(view, id);
    }
    for (int i = 0; i < events->count; i++) {
        see_event(view, &events->event[i]);
    }
    return STATUS_OK;
}

/* ---- names in texts -------------------------------------------------------------------- */

static bool is_of_word(struct str rest)
{
    struct utf8_step step = utf8_decode(rest);
    return step.n > 0 && (step.code >= 0x80 || char_is_letter((char)step.code) ||
                          char_is_digit((char)step.code));
}

/* True when the words stand in the text as whole words, in any case. */
static bool holds_words(struct str text, struct str words)
{
    words = str_trimmed(words);
    bool is_after_word = false;
    for (int i = 0; words.n > 0 && i + words.n <= text.n; i++) {
        struct str rest = {text.p + i, text.n - i};
        struct str after = {rest.p + words.n, rest.n - words.n};
        if (!is_after_word && str_equal_any_case((struct str){rest.p, words.n}, (words)) &&
            !is_of_word(after)) {
            return true;
        }
        is_after_word = is_of_word((struct str){rest.p, 1}) || (rest.p[0] & 0x80) != 0;
    }
    return false;
}

/* "Shrike 2" without its number. */
static struct str stem_of(struct str name)
{
    int n = name.n;
    while (n > 0 && char_is_digit(name.p[n - 1])) {
        n--;
    }
    return n > 0 && n < name.n && name.p[n - 1] == ' ' ? (struct str){name.p, n - 1} : name;
}

/* The name that players know it by. */
static const char *known_name(const struct act_view *view, int id)
{
    bool is_prepared = view->act->round == 0 && view->is_start_known && id <= view->start.count;
    return state_name(is_prepared ? &view->start : &view->after, id);
}

/* True when somebody else whom they see has this name. */
static bool is_stem_seen(const struct act_view *view, struct str stem, int but)
{
    for (int id = 1; id <= view->after.count; id++) {
        struct str name = str_of(known_name(view, id));
        if (id != but && !view->hides[id] && holds_words(name, stem)) {
            return true;
        }
    }
    return false;
}

static bool names_hidden(const struct act_view *view, const struct state *state, int id,
                         struct str text)
{
    struct str name = str_of(state_name(state, id));
    struct str stem = stem_of(name);
    return holds_words(text, name) ||
           (stem.n != name.n && holds_words(text, stem) && !is_stem_seen(view, stem, id));
}

/* True when the text has a name that a foe had only while the fight was prepared. */
static bool tells_old_name(const struct act_view *view, const struct state *state, int id,
                           struct str text)
{
    struct str name = stem_of(str_of(state_name(state, id)));
    return view->act->round == 0 &&
           state_value(state, id, FIELD_SIDE, SIDE_FOES) != SIDE_PARTY &&
           !str_holds(str_of(known_name(view, id)), name) && holds_words(text, name) &&
           !is_stem_seen(view, name, id);
}

/* A kind that the combatant's own name gives away is no secret. */
static bool tells_kind(const struct act_view *view, int id, struct str kind, struct str text)
{
    struct str name = str_of(known_name(view, id));
    return kind.n > 0 && !str_holds(name, kind) && holds_words(text, kind);
}

static bool tells_kinds(const struct act_view *view, int id, struct str text)
{
    const struct state *state = &view->after;
    if (state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
        return false; /* players know their classes */
    }
    const struct effect *made = NULL;
    while ((made = state_effect(state, made, EFFECT_MADE_FROM, id, ANYBODY)) != NULL) {
        if (tells_kind(view, id, str_of(made->label), text)) {
            return true;
        }
    }
    return tells_kind(view, id, str_of(state_text(state, id, TEXT_KIND)), text);
}

static bool tells_note(const struct state *state, int id, struct str text)
{
    enum { TELLING = 12 }; /* a note may be cut where a line quotes it */
    struct str note = str_of(state_text(state, id, TEXT_NOTE));
    return note.n <= TELLING ? holds_words(text, note)
                             : str_holds(text, str_beginning(note, TELLING));
}

/* Checks that are called for, and commands that the referee is to give. */
static bool is_due(struct str text)
{
    return holds_words(text, str_of("due")) || str_holds(text, str_of("`")) ||
           str_holds(text, str_of("left in the previous encounter"));
}

/* Words that somebody gave to a condition or to a wait, and that no game knows, may say what
 * only the referee knows. */
static bool tells_own_words(const struct state *state, struct str text)
{
    const struct procedure *procedure = games_find(state_system(state));
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_own = effect->kind == EFFECT_READY || condition_is_own(procedure, effect);
        if (is_own && effect->label[0] != '\0' && holds_words(text, str_of(effect->label))) {
            return true;
        }
    }
    return false;
}

bool act_view_shows_text(const struct act_view *view, struct str text)
{
    const struct state *before = view->act->before;
    if (!view->is_for_players) {
        return true;
    }
    if (is_due(text)) {
        return false;
    }
    for (int id = 1; view->has_after && id <= view->after.count; id++) {
        bool was_there = id <= before->count;
        bool is_named =
            view->hides[id] && (names_hidden(view, &view->after, id, text) ||
                                (was_there && names_hidden(view, before, id, text)));
        bool is_old = tells_old_name(view, &view->after, id, text) ||
                      (was_there && tells_old_name(view, before, id, text));
        if (is_named || is_old || tells_kinds(view, id, text) ||
            tells_note(&view->after, id, text) || (was_there && tells_note(before, id, text))) {
            return false;
        }
    }
    return view->has_after && !tells_own_words(&view->after, text) &&
           !tells_own_words(before, text);
}

/* ---- what is shown --------------------------------------------------------------------- */

bool act_view_shows_combatant(const struct act_view *view, int id)
{
    return !view->is_for_players || id <= 0 || id > COMBATANTS_MAX || !view->hides[id];
}

/* Names in the act are those before it, or those that its rolls were recorded with. */
static bool is_name_hidden(const struct act_view *view, const char *name)
{
    for (int id = 1; id <= view->after.count; id++) {
        bool was_there = id <= view->act->before->count;
        if (view->hides[id] &&
            (strcmp(name, state_name(&view->after, id)) == 0 ||
             (was_there && strcmp(name, state_name(view->act->before, id)) == 0))) {
            return true;
        }
    }
    return false;
}

bool act_view_shows_act(const struct act_view *view)
{
    const struct sitting_act *act = view->act;
    if (!view->is_for_players) {
        return true;
    }
    if (!view->has_after || act->is_undone || (act->round == 0 && !view->is_start_known) ||
        is_name_hidden(view, act->by)) {
        return false;
    }
    for (int i = 0; i < act->to_count; i++) {
        if (is_name_hidden(view, act->to[i])) {
            return false;
        }
    }
    return true;
}

bool act_view_counts_event(const struct act_view *view, const struct event *event)
{
    return !view->is_for_players || !is_about_hidden(view, event);
}

/* True when it belongs to a group with one who is hidden: "Shrike 1 and 5 more". */
static bool is_beside_hidden(const struct act_view *view, int id)
{
    int group = state_value(&view->after, id, FIELD_GROUP, 0);
    for (int other = 1; group != 0 && other <= view->after.count; other++) {
        if (view->hides[other] && state_value(&view->after, other, FIELD_GROUP, 0) == group) {
            return true;
        }
    }
    return false;
}

bool act_view_shows_line(const struct act_view *view, const struct event *event)
{
    if (!view->is_for_players) {
        return true;
    }
    bool is_known = event->subject > 0 && event->subject <= view->after.count;
    bool is_of_course = event->kind == EVENT_ROUND_STARTED ||
                        event->kind == EVENT_PHASE_CHANGED || event->kind == EVENT_TURN_STARTED;
    if (is_secret(event) || is_of_referee(view, event) || is_about_hidden(view, event) ||
        view->describes_foe || (view->touches_hidden && !is_known && !is_of_course) ||
        (view->touches_hidden && is_known && is_beside_hidden(view, event->subject))) {
        return false;
    }
    return act_view_shows_text(view, event->line);
}

bool act_view_shows_label(const struct act_view *view)
{
    return !view->is_for_players ||
           (!view->touches_hidden && !view->has_counter && !view->describes_foe &&
            !view->is_marked && !view->has_note && view->audience != AUDIENCE_REFEREE &&
            act_view_shows_text(view, str_of(view->act->label)));
}
