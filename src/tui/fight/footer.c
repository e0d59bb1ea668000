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
 * not act as if nothing were the matter. In the shortest words without those of somebody's own:
 * the other keys need the room. */
static void add_conditions(const struct table_model *model, int id, int brevity,
                           struct text *out)
{
    enum conditions_of_turn which =
        brevity < KEY_WORD_SHORTEST ? OF_TURN_HINDERING : OF_TURN_BARRED;
    TEXT_BUFFER(conditions, NOTE_TEXT_SIZE);
    conditions_format_of_turn(model->procedure, model->state, id, which, &conditions);
    struct str first = {conditions.p, (int)strcspn(conditions.p, ",(")};
    first = str_trimmed(first);
    if (conditions.n > 0 && grapheme_width(first) <= CONDITION_COLUMNS) {
        text_add(out, " though %.*s", first.n, first.p);
    } else if (conditions.n > 0) {
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

/* Whether the key asks who it is for. Of an attack find_whom says that. */
static bool asks_who(const struct table_model *model, const struct key_binding *binding)
{
    const char *command = binding->command;
    return strstr(command, "%r") != NULL
               ? table_model_reactor(model) == 0
               : strstr(command, "%w") != NULL && !key_binding_is_attack(binding) &&
                     table_model_whom(model, binding->whom) == 0;
}

/* ANYBODY: it is asked. */
static int acts_by(const struct table_model *model, const struct key_binding *binding)
{
    int by = model->acts_by[binding - model->keys.binding];
    return by != 0 ? by : model->acting;
}

/* Whether an attack in the same row names the one who acts. */
static bool is_named_before(const struct table_model *model, const struct key_binding *binding,
                            int by)
{
    bool is_named = false;
    for (int i = 0; &model->keys.binding[i] < binding && !is_named; i++) {
        const struct key_binding *before = &model->keys.binding[i];
        is_named = before->context == CONTEXT_TABLE && model->can_run[i] &&
                   key_binding_is_attack(before) && acts_by(model, before) == by;
    }
    return is_named;
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
    int by = acts_by(model, binding);
    int turn = model->state->value[ENCOUNTER_TURN];
    bool is_out_of_turn = turn != 0 && turn != by;
    int whose = whose_act(model, binding);
    /* Who waits or reacts is often not the one who acts, and on nobody's turn it can be
     * anybody: then the name is not left out. */
    bool has_name = brevity == 0 || turn == 0 || binding->whom == WHOM_WAITING ||
                    strstr(binding->command, "%r") != NULL;
    if (columns >= NAMES_FROM && has_name && whose != 0) {
        add_name(model, whose, out);
        text_add(out, ": ");
    }
    bool is_said_before = is_act && is_named_before(model, binding, by);
    bool is_named = brevity > 0 && is_said_before;
    if (is_act && by > 0 && (by != model->selected || is_out_of_turn) && !is_named) {
        add_name(model, by, out);
        text_add(out, ": ");
    }
    int before = out->n;
    if (model->procedure->key_word != NULL) {
        model->procedure->key_word(model->state, binding->command, brevity, out);
    }
    text_add(out, "%s", out->n == before ? binding->note : "");
    if (binding->act == ACT_TARGET && model->selected != 0) {
        text_add(out, " ");
        add_name(model, model->selected, out);
    }
    if (whom > 0) {
        text_add(out, " ");
        add_name(model, whom, out);
    }
    if (is_act && binding->whom == WHOM_FOE && by == model->acting && !is_said_before) {
        add_conditions(model, by, brevity, out);
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

/* Whether the row of the first check names this key: "m settles it". */
static bool is_beside_check(const struct table_model *model, const struct key_binding *binding)
{
    return binding->act == ACT_SETTLE && model->pending_checks > 0 &&
           model->pending[0].command[0] != '\0';
}

/* Whether the title names it: "u undo: Bo's turn". */
static bool is_in_title(const struct key_binding *binding, int columns)
{
    return columns >= NAMES_FROM && binding->context == CONTEXT_TABLE &&
           strcmp(binding->command, "undo") == 0;
}

bool footer_is_said_above(const struct table_model *model, const struct key_binding *binding,
                          int columns)
{
    return model->banner == NULL &&
           (is_beside_check(model, binding) || is_in_title(binding, columns));
}

/* Which keys may stand in the footer now. */
static void find_offered(const struct table_model *model, enum key_context context,
                         const struct table_layout *layout, const struct key_binding *leading,
                         bool offered[KEY_BINDINGS_MAX])
{
    bool has_frame = footer_has_frame(model, layout);
    bool is_above[KEY_BINDINGS_MAX] = {false};
    if (layout->aim.rows > 0 && context == CONTEXT_TABLE) {
        aim_view_keys(model, layout->aim.columns, is_above);
    }
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        /* What the last act was is said only in the row of those whom it would touch: "again"
         * alone was read as another turn of the selected one. */
        offered[i] = binding->context == context && footer_can_show(binding) &&
                     binding->act != ACT_REPEAT && !(binding->is_of_frame && has_frame) &&
                     !is_above[i] &&
                     !(is_beside_check(model, binding) && layout->pending.rows > 0) &&
                     binding != leading && is_possible(model, binding, i);
    }
}

/* Keys for the selected combatant, rare ones, and what is said above; not those for somebody
 * aside. */
static bool is_rare(const struct table_model *model, int key, int columns)
{
    const struct key_binding *binding = &model->keys.binding[key];
    return footer_is_said_above(model, binding, columns) ||
           (key >= place_of_target(&model->keys) && !is_aside(model, binding));
}

/* Puts the note of a key as fully as the room allows, where it fits at all; returns the room
 * that is left. */
static int put_in_words(const struct table_model *model, int key, int columns, int room,
                        signed char *brevity)
{
    int width;
    int found = brevity_for(model, &model->keys.binding[key], columns, room, &width);
    *brevity = (signed char)(found <= KEY_WORD_SHORTEST ? found : -1);
    return room - (*brevity >= 0 ? width : 0);
}

/* What the note of a key says beside what it does. */
struct addition {
    int at; /* the key's place; -1: none */
    int width;
    struct text words;
};

/* What the footer shows. */
struct fitting {
    signed char brevities[KEY_BINDINGS_MAX]; /* how briefly notes are put; -1: no such key */
    const char *who[KEY_BINDINGS_MAX];       /* "?" or ": who?" after it; "" */
    struct addition turn, whom;
    char turn_words[NOTE_TEXT_SIZE], whom_words[NOTE_TEXT_SIZE];
};

/* ": Bran": whose turn the key of the next one begins, where that is known without dice and
 * there is room for names. */
static void find_turn(const struct table_model *model, int columns, struct fitting *fitting)
{
    struct addition *out = &fitting->turn;
    *out = (struct addition){-1, 0, text_over(fitting->turn_words, NOTE_TEXT_SIZE)};
    for (int i = 0; i < model->keys.count && columns >= NAMES_FROM; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        bool is_next =
            binding->context == CONTEXT_TABLE && strcmp(binding->command, "next") == 0;
        if (fitting->brevities[i] >= 0 && is_next && model->acts_on[i] != 0) {
            out->at = i;
            text_add(&out->words, ": ");
            add_name(model, model->acts_on[i], &out->words);
        }
    }
    out->width = grapheme_width((struct str){out->words.p, out->words.n});
}

/* " whom?" after the first attack that asks for its target, which says it of the others too;
 * after a condition that hinders it ", whom?". */
static void find_whom(const struct table_model *model, int columns, struct fitting *fitting)
{
    struct addition *out = &fitting->whom;
    *out = (struct addition){-1, 0, text_over(fitting->whom_words, NOTE_TEXT_SIZE)};
    TEXT_BUFFER(conditions, NOTE_TEXT_SIZE);
    add_conditions(model, model->acting, KEY_WORD_SHORTEST, &conditions);
    for (int i = 0; i < model->keys.count && out->at < 0 && columns >= NAMES_FROM; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        bool is_attack = binding->context == CONTEXT_TABLE && key_binding_is_attack(binding);
        if (is_attack && fitting->brevities[i] >= 0 && model->acts_on[i] == ANYBODY) {
            out->at = i;
            text_add(&out->words, conditions.n > 0 ? ", whom?" : " whom?");
        }
    }
    out->width = out->words.n;
}

/* Words beside a note take room if they fit, or are dropped. */
static int put_beside(struct addition *addition, int room)
{
    bool fits = addition->at >= 0 && addition->width <= room;
    addition->at = fits ? addition->at : -1;
    return room - (fits ? addition->width : 0);
}

/* "damage?", in words "damage: who?". After "react?" the selected one would seem to react. */
static const char *asking_words(const struct key_binding *binding, bool in_words)
{
    return in_words || strstr(binding->command, "%r") != NULL ? ": who?" : "?";
}

/* After the keys that ask who they are for, that they do: after all of them or none, since one
 * without it would seem not to ask. */
static int put_who(const struct table_model *model, int columns, int room, bool in_words,
                   struct fitting *out)
{
    const char *words[KEY_BINDINGS_MAX];
    int width = 0;
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        bool asks = out->brevities[i] >= 0 && asks_who(model, binding);
        words[i] = asks ? asking_words(binding, in_words) : "";
        words[i] = strlen(out->who[i]) > strlen(words[i]) ? out->who[i] : words[i];
        width += (int)(strlen(words[i]) - strlen(out->who[i]));
    }
    if (columns < NAMES_FROM || width > room) {
        return room;
    }
    memcpy(out->who, words, sizeof words);
    return room - width;
}

/* That an attack asks whom, and other keys who. */
static int put_asking(const struct table_model *model, int columns, int room,
                      struct fitting *out)
{
    find_whom(model, columns, out);
    return put_who(model, columns, put_beside(&out->whom, room), false, out);
}

/* The place of a command's key; that of the last key where it has none. */
static int place_of_command(const struct key_table *keys, const char *command)
{
    int place = 0;
    while (place < keys->count - 1 && strcmp(keys->binding[place].command, command) != 0) {
        place++;
    }
    return place;
}

/* In the order of their importance, the usual keys get a place with their shortest words; after
 * those that all games have it is said which of them ask who they are for, since that stands
 * nowhere else. Then come whose turn is next, longer words, and the rare keys last. */
static void fit(const struct table_model *model, enum key_context context,
                const struct table_layout *layout, int columns,
                const struct key_binding *leading, struct fitting *out)
{
    int count = model->keys.count;
    int room = footer_room(model, context, columns);
    short ranked[KEY_BINDINGS_MAX];
    bool offered[KEY_BINDINGS_MAX];
    bool says_asking = false;
    footer_rank(model, ranked);
    find_offered(model, context, layout, leading, offered);
    int redo = place_of_command(&model->keys, "redo");
    for (int i = 0; i < count; i++) {
        out->brevities[i] = -1;
        out->who[i] = "";
    }
    for (int k = 0; k < count; k++) {
        int i = ranked[k];
        if (!offered[i] || is_rare(model, i, columns)) {
            continue;
        }
        if (i > redo && !says_asking) {
            room = put_asking(model, columns, room, out);
            says_asking = true;
        }
        int width = footer_width(model, &model->keys.binding[i], columns, 0);
        out->brevities[i] = width <= room ? KEY_WORD_SHORTEST : -1;
        room -= width <= room ? width : 0;
    }
    room = says_asking ? room : put_asking(model, columns, room, out);
    find_turn(model, columns, out);
    room = put_beside(&out->turn, room);
    room = put_who(model, columns, room, true, out);
    for (int k = 0; k < count; k++) {
        int i = ranked[k];
        if (out->brevities[i] >= 0) {
            room += footer_width(model, &model->keys.binding[i], columns, 0);
            room = put_in_words(model, i, columns, room, &out->brevities[i]);
        }
    }
    for (int k = 0; k < count; k++) {
        int i = ranked[k];
        if (offered[i] && is_rare(model, i, columns)) {
            room = put_in_words(model, i, columns, room, &out->brevities[i]);
        }
    }
    put_who(model, columns, room, false, out);
}

/* The words after a key's note, if it is this one's. */
static struct str words_after(const struct addition *addition, int key)
{
    return (struct str){addition->words.p, addition->at == key ? addition->words.n : 0};
}

void footer_draw(const struct table_model *model, enum key_context context,
                 const struct table_layout *layout, struct canvas canvas)
{
    const struct key_table *keys = &model->keys;
    struct fitting fitting;
    int columns = canvas.columns;
    const struct key_binding *leading = leading_key(model, context, columns);
    fit(model, context, layout, columns, leading, &fitting);
    int column = 1;
    if (leading != NULL) {
        column = draw_key(canvas, column, leading, str_of(leading->note));
    }
    for (int i = 0; i < keys->count; i++) {
        TEXT_BUFFER(note, NOTE_TEXT_SIZE);
        if (fitting.brevities[i] >= 0) {
            add_note(model, &keys->binding[i], columns, fitting.brevities[i], &note);
            text_add(&note, "%s", fitting.who[i]);
            text_add_str(&note, words_after(&fitting.turn, i));
            text_add_str(&note, words_after(&fitting.whom, i));
            column = draw_key(canvas, column, &keys->binding[i], (struct str){note.p, note.n});
        }
    }
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && is_kept(&keys->binding[i])) {
            column = draw_key(canvas, column, &keys->binding[i], str_of(keys->binding[i].note));
        }
    }
}
