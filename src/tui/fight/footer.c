#include "tui/fight/footer.h"

#include <string.h>

#include "tracker/conditions.h"
#include "tui/fight/aim_view.h"

enum {
    GAP = 2,
    NAME_COLUMNS = 14,
    CONDITION_COLUMNS = 20,
    NOTE_TEXT_SIZE = 160,
    NAMES_FROM = 60
};

/* As much of a name as a key has room for; a number at its end always: "Thunderfoot. 12". */
static void add_name(const struct table_model *model, int id, struct text *out)
{
    struct str name = str_of(state_name(model->state, id));
    int number = name.n;
    if (grapheme_width(name) <= NAME_COLUMNS) {
        text_add_str(out, name);
        return;
    }
    while (number > 0 && char_is_digit(name.p[number - 1])) {
        number--;
    }
    bool has_number = number < name.n && number > 0 && name.p[number - 1] == ' ';
    struct str end = {name.p + number - 1, name.n - number + 1};
    int room = NAME_COLUMNS - 1 - (has_number ? grapheme_width(end) : 0);
    text_add_str(out, str_trimmed(grapheme_prefix(name, room)));
    text_add(out, ".");
    text_add_str(out, has_number ? end : (struct str){"", 0});
}

/* "attack Hookbill though stunned": the first condition of the one whose turn it is, who should
 * not act as if nothing were the matter. */
static void add_conditions(const struct table_model *model, int id, struct text *out)
{
    TEXT_BUFFER(conditions, NOTE_TEXT_SIZE);
    conditions_format_of_turn(model->procedure, model->state, id, OF_TURN_HINDERING,
                              &conditions);
    struct str first = {conditions.p, (int)strcspn(conditions.p, ",(")};
    first = str_trimmed(first);
    if (conditions.n > 0 && grapheme_width(first) <= CONDITION_COLUMNS) {
        text_add(out, " though %.*s", first.n, first.p);
    } else if (conditions.n > 0) { /* somebody's own words: the other keys need the room */
        first = str_trimmed(grapheme_prefix(first, CONDITION_COLUMNS - 1));
        text_add(out, " though %.*s…", first.n, first.p);
    }
}

/* The one whose act it is that stands in no row of its own (tui/fight/aim_view): the selected
 * combatant, who reacts, who waits; 0: none of these. */
static int whose_act(const struct table_model *model, const struct key_binding *binding)
{
    if (strstr(binding->command, "%r") != NULL) {
        return table_model_reactor(model);
    }
    bool is_own = binding->whom == WHOM_SELECTED || binding->whom == WHOM_WAITING;
    return is_own && strstr(binding->command, "%w") != NULL && !binding->goes_to_chosen &&
                   !binding->is_of_frame
               ? table_model_whom(model, binding->whom)
               : 0;
}

/* Where there is room for names (a narrow screen keeps more keys instead): who acts, where that
 * is not the selected combatant or acts in the turn of another, and whom an attack goes to. */
static void add_note_of_table(const struct table_model *model,
                              const struct key_binding *binding, int columns, int brevity,
                              struct text *out)
{
    bool is_act = columns >= NAMES_FROM && strstr(binding->command, "by=%a") != NULL;
    int whom = is_act && binding->whom == WHOM_FOE && strstr(binding->command, "%w") != NULL
                   ? model->acts_on[binding - model->keys.binding]
                   : 0;
    int by = model->acts_by[binding - model->keys.binding];
    by = by != 0 ? by : model->acting;
    int turn = model->state->value[ENCOUNTER_TURN];
    bool is_out_of_turn = turn != 0 && turn != by;
    int whose = whose_act(model, binding);
    /* Who waits need not be selected: the name is not left out. */
    bool has_name = brevity == 0 || binding->whom == WHOM_WAITING;
    if (columns >= NAMES_FROM && has_name && whose != 0) {
        add_name(model, whose, out);
        text_add(out, ": ");
    }
    if (is_act && by > 0 && (by != model->selected || is_out_of_turn)) {
        add_name(model, by, out);
        text_add(out, ": ");
    }
    int before = out->n;
    if (model->procedure->key_word != NULL) {
        model->procedure->key_word(model->state, binding->command, brevity, out);
    }
    text_add(out, "%s", out->n == before ? binding->note : "");
    if (whom > 0) {
        text_add(out, " ");
        add_name(model, whom, out);
    }
    if (is_act && binding->whom == WHOM_FOE && by == model->acting) {
        add_conditions(model, by, out);
    }
}

/* What it does now; for Enter it depends on the question. */
static void add_note(const struct table_model *model, const struct key_binding *binding,
                     int columns, int brevity, struct text *out)
{
    if (binding->context == CONTEXT_TABLE) {
        add_note_of_table(model, binding, columns, brevity, out);
        return;
    }
    const struct question_box *box = table_model_question(model);
    bool rolls = binding->context == CONTEXT_QUESTION && box != NULL &&
                 binding->act == ACT_ACCEPT && box->question.kind == QUESTION_DICE &&
                 question_typed(box).n == 0;
    text_add(out, "%s", rolls ? "rolls" : binding->note);
}

/* Always visible: a user who forgets all other keys needs these. */
static bool is_kept(const struct key_binding *binding)
{
    return binding->context == CONTEXT_TABLE && binding->note[0] != '\0' &&
           (binding->act == ACT_PALETTE || binding->act == ACT_HELP);
}

static int draw_key(struct canvas canvas, int column, const struct key_binding *binding,
                    struct str note)
{
    char buf[WORDING_SIZE];
    column = canvas_text(canvas, 0, column, ROLE_HINT_KEY, str_of(binding->key)) + 1;
    return canvas_text(canvas, 0, column, ROLE_HINT_TEXT, wording(buf, canvas.frame, note)) +
           GAP;
}

/* The fewest words left out so that it fits into the room; more than KEY_WORD_SHORTEST: it does
 * not. *width is that of the key with its note. */
static int brevity_for(const struct table_model *model, const struct key_binding *binding,
                       int columns, int room, int *width)
{
    int brevity = -1;
    do {
        TEXT_BUFFER(note, NOTE_TEXT_SIZE);
        brevity++;
        add_note(model, binding, columns, brevity, &note);
        *width = grapheme_width(str_of(binding->key)) + 1 +
                 grapheme_width((struct str){note.p, note.n}) + GAP;
    } while (*width > room && brevity < KEY_WORD_SHORTEST);
    return *width > room ? KEY_WORD_SHORTEST + 1 : brevity;
}

int footer_width(const struct table_model *model, const struct key_binding *binding,
                 int columns, int room)
{
    int width;
    brevity_for(model, binding, columns, room, &width);
    return width;
}

static int room_beside_kept(const struct table_model *model, enum key_context context,
                            int columns)
{
    const struct key_table *keys = &model->keys;
    int room = columns - 2 + GAP;
    for (int i = 0; i < keys->count; i++) {
        const struct key_binding *binding = &keys->binding[i];
        bool is_here = binding->context == context && is_kept(binding);
        room -= is_here ? footer_width(model, binding, columns, columns) : 0;
    }
    return room;
}

/* The key of the frame that leads on, since the guide names its command: after a fight, the one
 * to the next encounter. NULL: none. */
static const struct key_binding *leading_key(const struct table_model *model,
                                             enum key_context context, int columns)
{
    TEXT_BUFFER(said, GUIDE_SIZE);
    bool has_guide = context == CONTEXT_TABLE && model->banner == NULL &&
                     model->pending_checks == 0 && model->procedure->guide != NULL;
    if (has_guide) {
        model->procedure->guide(model->state, &said);
    }
    const struct key_table *keys = &model->keys;
    for (int i = 0; i < keys->count && said.n > 0; i++) {
        const struct key_binding *binding = &keys->binding[i];
        TEXT_BUFFER(name, COMMAND_LINE_MAX + 3);
        text_add(&name, "`%s`", binding->command);
        if (binding->is_of_frame && strstr(said.p, name.p) != NULL &&
            footer_width(model, binding, columns, columns) <=
                room_beside_kept(model, context, columns)) {
            return binding;
        }
    }
    return NULL;
}

int footer_room(const struct table_model *model, enum key_context context, int columns)
{
    const struct key_binding *leading = leading_key(model, context, columns);
    return room_beside_kept(model, context, columns) -
           (leading != NULL ? footer_width(model, leading, columns, columns) : 0);
}

bool footer_can_show(const struct key_binding *binding)
{
    return binding->note[0] != '\0' && !is_kept(binding);
}

/* Whether the key does no more than the one that settles the first check, which stands beside
 * the check. An attack that is due is a usual one. */
static bool does_what_is_due(const struct table_model *model, const struct key_binding *binding)
{
    struct str rest = str_of(binding->command);
    struct str due = str_of(model->pending_checks > 0 ? model->pending[0].command : "");
    struct str name = str_next_word(&rest);
    rest = str_trimmed(rest);
    return due.n > 0 && binding->whom != WHOM_FOE &&
           str_equal_any_case(str_next_word(&due), name) && (rest.n == 0 || rest.p[0] == '%');
}

/* Keys that would be refused are not offered. */
static bool is_possible(const struct table_model *model, const struct key_binding *binding,
                        int i)
{
    if (binding->context == CONTEXT_TABLE) {
        return model->can_run[i] && !does_what_is_due(model, binding);
    }
    struct view_entry top = view_top(&model->views);
    return top.view->offers == NULL || top.view->offers(top.self, binding->act);
}

/* ---- the keys of every evening ---------------------------------------------------------- */

bool footer_has_frame(const struct table_model *model, const struct table_layout *layout)
{
    return layout->rule.columns > 0 && model->order_count > 0;
}

void footer_draw_frame(const struct table_model *model, const struct table_layout *layout)
{
    enum { BEGIN = 2, RULE_LEAST = 2 };
    struct canvas rule = layout->rule;
    int column = BEGIN;
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (!binding->is_of_frame || !model->can_run[i]) {
            continue;
        }
        /* With a blank before it and the gap after it. */
        int width = 1 + footer_width(model, binding, rule.columns, rule.columns);
        bool is_across = column <= layout->divider && column + width > layout->divider;
        int begin = is_across ? layout->divider + 2 : column;
        if (begin + width > rule.columns - RULE_LEAST) {
            continue;
        }
        canvas_field(rule, (struct strip){0, begin, width - 1, ALIGN_LEFT}, ROLE_PLAIN,
                     str_of(""));
        draw_key(rule, begin + 1, binding, str_of(binding->note));
        column = begin + width - 1;
    }
}

/* What the note of a key says beside what it does, where there is room left. */
struct addition {
    int at; /* the key's place; -1: none */
    int width;
    struct text words;
};

/* ": Bran": whose turn the key of the next one begins, where that is known without dice and
 * there is room for names. */
static void find_turn(const struct table_model *model,
                      const signed char brevities[KEY_BINDINGS_MAX], int columns,
                      struct addition *out)
{
    for (int i = 0; i < model->keys.count && columns >= NAMES_FROM; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        bool is_next =
            binding->context == CONTEXT_TABLE && strcmp(binding->command, "next") == 0;
        if (brevities[i] >= 0 && is_next && model->acts_on[i] != 0) {
            out->at = i;
            text_add(&out->words, ": ");
            add_name(model, model->acts_on[i], &out->words);
        }
    }
    out->width = grapheme_width((struct str){out->words.p, out->words.n});
}

/* " whom?" after the first attack that asks for its target, which says it of the others too.
 * Conditions that hinder it are more important. */
static void find_whom(const struct table_model *model,
                      const signed char brevities[KEY_BINDINGS_MAX], int columns,
                      struct addition *out)
{
    TEXT_BUFFER(conditions, NOTE_TEXT_SIZE);
    add_conditions(model, model->acting, &conditions);
    for (int i = 0; i < model->keys.count && out->at < 0 && columns >= NAMES_FROM; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        bool is_attack = binding->context == CONTEXT_TABLE && key_binding_is_attack(binding);
        if (is_attack && brevities[i] >= 0 && conditions.n == 0) {
            out->at = i;
            text_add(&out->words, "%s", model->acts_on[i] == ANYBODY ? " whom?" : "");
        }
    }
    out->width = out->words.n;
}

/* The words after a key's note; none where they do not fit into the room. */
static struct str words_after(const struct addition *addition, int key, int room)
{
    bool is_said = addition->at == key && addition->width <= room;
    return (struct str){addition->words.p, is_said ? addition->words.n : 0};
}

static bool is_aside(const struct table_model *model, const struct key_binding *binding)
{
    return binding->context == CONTEXT_TABLE && model->procedure->key_is_aside != NULL &&
           model->procedure->key_is_aside(model->state, binding->command);
}

static bool is_target_key(const struct key_binding *binding)
{
    return binding->context == CONTEXT_TABLE && binding->act == ACT_TARGET;
}

/* The keys of the table from there on are for the selected one, or rare. */
static int place_of_target(const struct key_table *keys)
{
    int place = 0;
    while (place < keys->count && !is_target_key(&keys->binding[place])) {
        place++;
    }
    return place;
}

void footer_rank(const struct table_model *model, short ranked[KEY_BINDINGS_MAX])
{
    int count = 0;
    int place = place_of_target(&model->keys);
    enum { BEFORE, ASIDE, AFTER, GROUPS };
    for (int group = BEFORE; group < GROUPS; group++) {
        for (int i = 0; i < model->keys.count; i++) {
            bool is_other = is_aside(model, &model->keys.binding[i]);
            if (group == (is_other ? ASIDE : i < place ? BEFORE : AFTER)) {
                ranked[count++] = (short)i;
            }
        }
    }
}

/* Which keys fit, in the order of their importance, and how briefly their notes are put (-1:
 * the key does not fit); returns the room that is left. */
static int fit(const struct table_model *model, enum key_context context,
               const struct table_layout *layout, int columns,
               const struct key_binding *leading, signed char brevities[KEY_BINDINGS_MAX])
{
    const struct key_table *keys = &model->keys;
    bool has_frame = footer_has_frame(model, layout);
    int room = footer_room(model, context, columns);
    short ranked[KEY_BINDINGS_MAX];
    bool is_above[KEY_BINDINGS_MAX] = {false};
    footer_rank(model, ranked);
    if (layout->aim.rows > 0 && context == CONTEXT_TABLE) {
        aim_view_keys(model, layout->aim.columns, is_above);
    }
    for (int k = 0; k < keys->count; k++) {
        int i = ranked[k];
        const struct key_binding *binding = &keys->binding[i];
        bool is_offered = binding->context == context && footer_can_show(binding) &&
                          !(binding->is_of_frame && has_frame) && !is_above[i] &&
                          binding != leading && is_possible(model, binding, i);
        int width = 0;
        int brevity = is_offered ? brevity_for(model, binding, columns, room, &width)
                                 : KEY_WORD_SHORTEST + 1;
        brevities[i] = (signed char)(brevity <= KEY_WORD_SHORTEST ? brevity : -1);
        room -= brevities[i] >= 0 ? width : 0;
    }
    return room;
}

/* Whose turn comes and that an attack asks whom stand nowhere else: of more than four keys the
 * last ones give way. Returns the room then. */
static int make_room(const struct table_model *model, int columns, int room, int width,
                     signed char brevities[KEY_BINDINGS_MAX])
{
    enum { KEYS_LEAST = 4 };
    int place = place_of_target(&model->keys);
    int count = 0;
    for (int i = 0; i < model->keys.count; i++) {
        count += brevities[i] >= 0 ? 1 : 0;
    }
    for (int i = model->keys.count - 1; i >= place && count > KEYS_LEAST && room < width; i--) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (brevities[i] >= 0) {
            brevities[i] = -1;
            count--;
            room += footer_width(model, binding, columns, columns);
        }
    }
    return room;
}

void footer_draw(const struct table_model *model, enum key_context context,
                 const struct table_layout *layout, struct canvas canvas)
{
    const struct key_table *keys = &model->keys;
    signed char brevities[KEY_BINDINGS_MAX];
    int columns = canvas.columns;
    const struct key_binding *leading = leading_key(model, context, columns);
    int room = fit(model, context, layout, columns, leading, brevities);
    int column = 1;
    char turn_words[NOTE_TEXT_SIZE], whom_words[NOTE_TEXT_SIZE];
    struct addition turn = {-1, 0, text_over(turn_words, sizeof turn_words)};
    struct addition whom = {-1, 0, text_over(whom_words, sizeof whom_words)};
    find_turn(model, brevities, columns, &turn);
    find_whom(model, brevities, columns, &whom);
    room = make_room(model, columns, room, turn.width + whom.width, brevities);
    int left = room - (turn.width <= room ? turn.width : 0);
    if (leading != NULL) {
        column = draw_key(canvas, column, leading, str_of(leading->note));
    }
    for (int i = 0; i < keys->count; i++) {
        TEXT_BUFFER(note, NOTE_TEXT_SIZE);
        if (brevities[i] >= 0) {
            add_note(model, &keys->binding[i], columns, brevities[i], &note);
            text_add_str(&note, words_after(&turn, i, room));
            text_add_str(&note, words_after(&whom, i, left));
            column = draw_key(canvas, column, &keys->binding[i], (struct str){note.p, note.n});
        }
    }
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && is_kept(&keys->binding[i])) {
            column = draw_key(canvas, column, &keys->binding[i], str_of(keys->binding[i].note));
        }
    }
}
