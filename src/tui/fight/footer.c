#include "tui/fight/footer.h"

#include <string.h>

#include "tracker/conditions.h"
#include "tui/canvas/canvas.h"

enum { COMMAND_WORD_SIZE = 80, MARGIN = 1 };

/* ---- words with keys ------------------------------------------------------------------- */

/* The key of a command as the screen offers it: what settles the first check has one key for
 * every kind, which stands beside the check. */
static const char *key_shown(const struct table_model *model, const char *words)
{
    if (model->banner != NULL) {
        return ""; /* nothing can be done there */
    }
    struct str rest = str_of(model->pending_checks > 0 ? model->pending[0].command : "");
    struct str first = str_next_word(&rest);
    bool settles = first.p != NULL && str_equal(first, words);
    return settles ? key_of_act(&model->keys, ACT_SETTLE) : key_of_command(&model->keys, words);
}

/* What the key of this line does at the moment, as the game says, or else its note. */
static void add_word(const struct table_model *model, const char *line, const char *note,
                     int brevity, struct text *out)
{
    int before = out->n;
    if (model->procedure->key_word != NULL) {
        model->procedure->key_word(model->state, line, brevity, out);
    }
    text_add(out, "%s", out->n == before ? note : "");
}

/* The keys in sentences of the rules have their own words, those of what comes next the words
 * of the moment. */
enum key_words { WORDS_OF_KEY, WORDS_OF_MOMENT };

static void add_with_keys(const struct table_model *model, const char *words,
                          enum key_words which, struct text *out)
{
    while (*words != '\0') {
        const char *end = *words == '`' ? strchr(words + 1, '`') : NULL;
        if (end == NULL) {
            text_add_char(out, *words++);
            continue;
        }
        TEXT_BUFFER(text, COMMAND_WORD_SIZE);
        text_add_str(&text, (struct str){words + 1, (int)(end - words) - 1});
        const struct key_binding *whole = key_binding_of_whole_line(&model->keys, text.p);
        if (whole != NULL && model->banner == NULL) {
            text_add(out, "%s %s", whole->pressed, whole->note);
            words = end + 1;
            continue;
        }
        const char *key = key_shown(model, text.p);
        /* On one line with its key. */
        const char *gap = key != NULL && key[0] != '\0' ? "\xc2\xa0" : "";
        TEXT_BUFFER(word, COMMAND_WORD_SIZE);
        if (which == WORDS_OF_MOMENT && key != NULL) {
            add_word(model, text.p, text.p, 0, &word);
        } else {
            text_add(&word, "%s", text.p);
        }
        text_add(out, key != NULL ? "%s%s%s" : "%s%s`%s`", key != NULL ? key : "", gap, word.p);
        words = end + 1;
    }
}

void guide_add_with_keys(const struct table_model *model, const char *words, struct text *out)
{
    add_with_keys(model, words, WORDS_OF_KEY, out);
}

/* ---- what comes next ------------------------------------------------------------------- */

struct guide {
    struct text text;
    int first_key_end; /* bytes up to the end of the first command's name */
    int last_key;      /* bytes before the last one */
    char buf[GUIDE_SIZE];
};

/* "next: Pell, Ro can still act; then the foes' melee: n next". False: nothing is said. */
static bool make_guide(const struct table_model *model, struct guide *out)
{
    TEXT_BUFFER(said, GUIDE_SIZE);
    out->text = text_over(out->buf, sizeof out->buf);
    out->first_key_end = out->last_key = 0;
    if (model->procedure->guide != NULL) {
        model->procedure->guide(model->state, &said);
    }
    text_add(&out->text, "next: ");
    for (const char *p = said.p; *p != '\0';) {
        TEXT_BUFFER(piece, GUIDE_SIZE);
        /* Up to the end of the command that is named next, in backquotes. */
        const char *begin = strchr(p, '`');
        const char *end = begin != NULL ? strchr(begin + 1, '`') : NULL;
        int n = end != NULL ? (int)(end - p) + 1 : (int)strlen(p);
        if (begin != NULL) {
            text_add_str(&piece, (struct str){p, (int)(begin - p)});
            add_with_keys(model, piece.p, WORDS_OF_MOMENT, &out->text);
            out->last_key = out->text.n;
            piece = text_over(piece.p, GUIDE_SIZE);
        }
        const char *from = begin != NULL ? begin : p;
        text_add_str(&piece, (struct str){from, (int)(p + n - from)});
        add_with_keys(model, piece.p, WORDS_OF_MOMENT, &out->text);
        if (begin != NULL && out->first_key_end == 0) {
            out->first_key_end = out->text.n;
        }
        p += n;
    }
    return said.n > 0;
}

static int rows_of(struct str text, int width)
{
    struct str line;
    int rows = 0;
    while (width > 0 && grapheme_next_line(&line, &text, width)) {
        rows++;
    }
    return rows;
}

int guide_rows(const struct table_model *model, int columns, int most)
{
    struct guide guide;
    if (!make_guide(model, &guide)) {
        return 0;
    }
    int rows = rows_of((struct str){guide.text.p, guide.text.n}, columns - 2 * MARGIN);
    return rows < 1 ? 1 : rows < most ? rows : most;
}

/* The beginning, as much of it as there is room for, and then the last key in full. */
static void draw_cut(struct canvas canvas, struct str front, struct str end)
{
    enum { FRONT_LEAST = 12 };
    int last = canvas.rows - 1;
    int room = canvas.columns - grapheme_width(end) - 1;
    struct canvas row = canvas_part(canvas, last, 0, 1, canvas.columns);
    if (last > 0) {
        struct str line;
        for (int i = 0; i < last - 1 && grapheme_next_line(&line, &front, canvas.columns);
             i++) {
            canvas_text(canvas, i, 0, ROLE_HINT_TEXT, line);
        }
        canvas_words(canvas, last - 1, 0, ROLE_HINT_TEXT, front);
        canvas_words(row, 0, 0, ROLE_HINT_TEXT, end);
    } else if (room < FRONT_LEAST) {
        int column = canvas_text(row, 0, 0, ROLE_HINT_TEXT, str_of("next: "));
        canvas_words(row, 0, column, ROLE_HINT_TEXT, end);
    } else {
        int column = canvas_words(canvas_part(row, 0, 0, 1, room), 0, 0, ROLE_HINT_TEXT, front);
        canvas_text(row, 0, column + 1, ROLE_HINT_TEXT, end);
    }
}

void guide_draw(const struct table_model *model, struct canvas canvas)
{
    struct guide guide;
    char buf[WORDING_SIZE], end[WORDING_SIZE];
    struct canvas inside =
        canvas_part(canvas, 0, MARGIN, canvas.rows, canvas.columns - 2 * MARGIN);
    if (inside.rows == 0 || inside.columns == 0 || !make_guide(model, &guide)) {
        return;
    }
    char *p = guide.text.p;
    struct str rest = wording(buf, canvas.frame, (struct str){p, guide.text.n});
    int to_first_key = grapheme_width((struct str){p, guide.first_key_end});
    bool has_key = guide.first_key_end > 0 && to_first_key + 2 <= inside.columns;
    if (rows_of(rest, inside.columns) > inside.rows && !has_key) {
        struct str front = wording(buf, canvas.frame, (struct str){p, guide.last_key});
        struct str tail = {p + guide.last_key, guide.text.n - guide.last_key};
        draw_cut(inside, str_trimmed(front), wording(end, canvas.frame, tail));
        return;
    }
    struct str line;
    for (int row = 0; row < inside.rows; row++) {
        struct str left = rest;
        bool is_last = row == inside.rows - 1;
        if (grapheme_next_line(&line, &rest, inside.columns)) {
            canvas_words(inside, row, 0, ROLE_HINT_TEXT, is_last ? left : line);
        }
    }
}

/* ---- whom the keys are for ------------------------------------------------------------ */

enum {
    GROUPS_MOST = 4,
    KEYS_MOST = 16,
    NAME_GAP = 2,
    GROUP_GAP = 3,
    MARGINS = 2,
    NAME_WIDTH_LEAST = 4,
    AIM_WORD_SIZE = 60
};

enum { CHOSEN = -1 };

/* Keys that act on the same. */
struct group {
    int id; /* CHOSEN: all chosen ones */
    int count;
    const struct key_binding *key[KEYS_MOST];
};

struct aim {
    struct group group[GROUPS_MOST];
    int groups;
    bool has_marks; /* "(selected)" and "(target)" after the names */
    bool has_notes; /* a word after each key; without them a box has the words */
};

bool aim_may_show(const struct key_binding *binding)
{
    if (binding->act == ACT_REPEAT || binding->act == ACT_FOE) {
        return true;
    }
    bool has_whom = binding->context == CONTEXT_TABLE && strstr(binding->command, "%w") != NULL;
    return has_whom && binding->note[0] != '\0' && !binding->is_of_frame &&
           (binding->goes_to_chosen || binding->whom == WHOM_FOE);
}

/* The key whose command it runs: itself, or that of the last act; NULL: no key has that. */
static const struct key_binding *runs(const struct table_model *model,
                                      const struct key_binding *binding)
{
    if (binding->act != ACT_REPEAT) {
        return binding;
    }
    TEXT_BUFFER(name, COMMAND_LINE_MAX + 1);
    struct str rest = str_of(model->again != NULL ? model->again : "");
    text_add_str(&name, str_next_word(&rest));
    return name.n > 0 ? key_binding_of_command(&model->keys, name.p) : NULL;
}

/* One more key for this one; 0: for nobody, so it asks whom. */
static void add_key(struct aim *aim, int id, const struct key_binding *binding)
{
    int at = 0;
    while (at < aim->groups && aim->group[at].id != id) {
        at++;
    }
    if (id == 0 || at == GROUPS_MOST) {
        return;
    }
    aim->groups = at == aim->groups ? at + 1 : aim->groups;
    struct group *group = &aim->group[at];
    group->id = id;
    if (group->count < KEYS_MOST) {
        group->key[group->count++] = binding;
    }
}

/* Keys that ask whom are left out, since they touch nobody yet. */
static void gather(const struct table_model *model, struct aim *aim)
{
    bool has_chosen = table_model_chosen(model) > 0;
    bool has_attack = false;
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (!aim_may_show(binding) || !model->can_run[i]) {
            continue;
        }
        if (!has_attack && key_binding_is_attack(binding)) {
            has_attack = true; /* the row of keys names its target */
            continue;
        }
        const struct key_binding *run = runs(model, binding);
        bool is_same = run != NULL && run != binding && key_binding_is_attack(run) &&
                       model->again_words[0] == '\0'; /* as the key of the attack */
        if (run == NULL || is_same || !aim_may_show(run)) {
            continue;
        }
        int id = binding->act == ACT_FOE             ? model->target
                 : run->goes_to_chosen && has_chosen ? CHOSEN
                                                     : table_model_whom(model, run->whom);
        add_key(aim, id, binding);
    }
}

/* ---- widths ---------------------------------------------------------------------------- */

static const char *mark_of(const struct table_model *model, const struct aim *aim, int id)
{
    return !aim->has_marks || id == CHOSEN                ? ""
           : id == model->selected && id == model->target ? " (selected, target)"
           : id == model->target                          ? " (target)"
           : id == model->selected                        ? " (selected)"
                                                          : "";
}

/* "on 3 chosen", "on Bo", before the keys. */
static void add_whom(const struct table_model *model, int id, struct text *out)
{
    if (id == CHOSEN) {
        text_add(out, "%d chosen", table_model_chosen(model));
    } else {
        text_add(out, "%s", state_name(model->state, id));
    }
}

/* The words of the last act as people read them: "own torn arm, rounds 2". */
static void add_again_words(const char *words, struct text *out)
{
    struct str rest = str_of(words);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        const char *sign = memchr(word.p, '=', (size_t)word.n);
        if (sign != NULL) {
            int name = (int)(sign - word.p);
            text_add(out, ", %.*s %.*s", name, word.p, word.n - name - 1, sign + 1);
        } else {
            text_add(out, " %.*s", word.n, word.p);
        }
    }
}

/* The word beside the key: "damage", and of the last act all that it says, "again: damage 5".
 */
static void add_aim_note(const struct table_model *model, const struct key_binding *binding,
                         struct text *out)
{
    if (binding->act != ACT_REPEAT) {
        text_add(out, "%s", binding->note);
        return;
    }
    text_add(out, "again: %s", runs(model, binding)->note);
    add_again_words(model->again_words, out);
}

/* "on Bo:", or of keys without their words, which stand in the box: "above, on Bo:". */
static const char *front_of(const struct aim *aim)
{
    return aim->has_notes ? "on " : "above, on ";
}

static int key_width(const struct table_model *model, const struct aim *aim,
                     const struct key_binding *binding)
{
    int key = grapheme_width(str_of(binding->key));
    TEXT_BUFFER(note, AIM_WORD_SIZE);
    if (!aim->has_notes) {
        return 1 + key;
    }
    add_aim_note(model, binding, &note);
    return NAME_GAP + key + 1 + grapheme_width((struct str){note.p, note.n});
}

/* The width of everything but the names. */
static int fixed_width(const struct table_model *model, const struct aim *aim)
{
    int width = 0;
    for (int i = 0; i < aim->groups; i++) {
        const struct group *group = &aim->group[i];
        width += (i > 0 ? GROUP_GAP : 0) + (int)strlen(front_of(aim)) + 1 +
                 grapheme_width(str_of(mark_of(model, aim, group->id))) -
                 (aim->has_notes ? 1 : 0);
        for (int k = 0; k < group->count; k++) {
            width += key_width(model, aim, group->key[k]);
        }
    }
    return width;
}

static int names_width(const struct table_model *model, const struct aim *aim)
{
    int width = 0;
    for (int i = 0; i < aim->groups; i++) {
        TEXT_BUFFER(name, NAME_SIZE + 16);
        add_whom(model, aim->group[i].id, &name);
        width += grapheme_width((struct str){name.p, name.n});
    }
    return width;
}

/* Where all of it has no room: without the words after the names, then without the key to
 * another target, then without the last keys of the group with most of them, while each has
 * one. Names are cut last. */
static void shorten(const struct table_model *model, struct aim *aim, int room)
{
    int names = names_width(model, aim);
    aim->has_marks = true;
    if (names + fixed_width(model, aim) <= room) {
        return;
    }
    aim->has_marks = false;
    /* The key to another target is the last of those for the present one, and the odds name it
     * while there is none. */
    bool drops_next_foe = names + fixed_width(model, aim) > room;
    for (int i = 0; i < aim->groups && drops_next_foe; i++) {
        struct group *group = &aim->group[i];
        bool is_next_foe = group->key[group->count - 1]->act == ACT_FOE;
        group->count -= group->count > 1 && is_next_foe ? 1 : 0;
    }
    while (names + fixed_width(model, aim) > room) {
        int most = 0;
        for (int i = 1; i < aim->groups; i++) {
            most = aim->group[i].count > aim->group[most].count ? i : most;
        }
        if (aim->groups == 0 || aim->group[most].count < 2) {
            return;
        }
        aim->group[most].count--;
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

static int draw_group(const struct table_model *model, const struct aim *aim,
                      const struct group *group, struct canvas canvas, int column, int most)
{
    TEXT_BUFFER(name, NAME_SIZE + 16);
    add_whom(model, group->id, &name);
    column = canvas_text(canvas, 0, column, ROLE_DIM, str_of(front_of(aim)));
    struct canvas front = canvas_part(canvas, 0, 0, 1, column + most);
    column = canvas_text(front, 0, column, ROLE_HINT_TEXT, (struct str){name.p, name.n});
    column = canvas_text(canvas, 0, column, ROLE_DIM, str_of(mark_of(model, aim, group->id)));
    column = canvas_text(canvas, 0, column, ROLE_DIM, str_of(":")) - (aim->has_notes ? 1 : 0);
    for (int k = 0; k < group->count; k++) {
        column += aim->has_notes ? NAME_GAP : 1;
        column = canvas_text(canvas, 0, column, ROLE_HINT_KEY, str_of(group->key[k]->key));
        if (!aim->has_notes) {
            continue;
        }
        column++;
        TEXT_BUFFER(note, AIM_WORD_SIZE);
        add_aim_note(model, group->key[k], &note);
        column = canvas_text(canvas, 0, column, ROLE_HINT_TEXT, (struct str){note.p, note.n});
    }
    return column;
}

static void draw_groups(const struct table_model *model, struct aim *aim, struct canvas canvas)
{
    int room = canvas.columns - MARGINS;
    shorten(model, aim, room);
    int left = room - fixed_width(model, aim);
    bool fits = names_width(model, aim) <= left;
    int each = fits ? NAME_SIZE : aim->groups > 0 ? left / aim->groups : 0;
    int column = 1;
    for (int i = 0; i < aim->groups && each >= NAME_WIDTH_LEAST; i++) {
        column = draw_group(model, aim, &aim->group[i], canvas,
                            column + (i > 0 ? GROUP_GAP : 0), each);
    }
}

/* Which keys stand in a row of that many columns, by their places in model->keys; others are
 * left as they are. */
static void aim_keys(const struct table_model *model, int columns, bool shown[KEY_BINDINGS_MAX])
{
    struct aim aim = {.groups = 0, .has_notes = true};
    if (model->order_count > 0) {
        gather(model, &aim);
        shorten(model, &aim, columns - MARGINS);
    }
    for (int i = 0; i < aim.groups; i++) {
        for (int k = 0; k < aim.group[i].count; k++) {
            shown[aim.group[i].key[k] - model->keys.binding] = true;
        }
    }
}

void aim_draw(const struct table_model *model, struct canvas canvas)
{
    struct aim aim = {.groups = 0, .has_notes = true};
    if (model->order_count > 0) {
        gather(model, &aim);
        draw_groups(model, &aim, canvas);
    }
}

void aim_draw_more(const struct table_model *model, struct canvas canvas)
{
    struct aim aim = {.groups = 0, .has_notes = true};
    if (model->order_count > 0) {
        /* The keys after that of @more. */
        bool has_chosen = table_model_chosen(model) > 0;
        for (int i = 0; i < model->keys.count; i++) {
            const struct key_binding *binding = &model->keys.binding[i];
            if (binding->context != CONTEXT_MORE) {
                continue;
            }
            if (strstr(binding->command, "%w") != NULL) {
                bool is_for_chosen = binding->goes_to_chosen && has_chosen;
                add_key(&aim, is_for_chosen ? CHOSEN : table_model_whom(model, binding->whom),
                        binding);
            } else if (strstr(binding->command, "%s") != NULL) {
                add_key(&aim, model->selected, binding);
            }
        }
        aim.has_notes =
            names_width(model, &aim) + fixed_width(model, &aim) <= canvas.columns - MARGINS;
        draw_groups(model, &aim, canvas);
    }
}

/* ---- the footer ----------------------------------------------------------------------- */

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

/* The one whose act it is that stands in no row of its own (struct aim): the selected
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

/* True when the key asks who it is for. Of an attack find_whom says that. */
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

/* True when an attack in the same row names the combatant that acts. */
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
    /* Who waits or reacts is often not the combatant that acts, and on nobody's turn it can be
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
    add_word(model, binding->command, binding->note, brevity, out);
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

/* An attack that is due is a usual one. */
bool footer_is_due(const struct table_model *model, const struct key_binding *binding)
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
        return model->can_run[i] && !footer_is_due(model, binding);
    }
    struct view_entry top = view_top(&model->views);
    return top.view->offers == NULL || top.view->offers(top.self, binding->act);
}

/* ---- the keys of every evening ---------------------------------------------------------- */

bool footer_has_frame(const struct table_model *model, const struct table_layout *layout)
{
    return layout->rule.columns > 0 && model->order_count > 0;
}

/* The column of each key that the line above the log has room for; 0: it has none. */
static void place_frame(const struct table_model *model, const struct table_layout *layout,
                        int at[KEY_BINDINGS_MAX])
{
    enum { BEGIN = 2, RULE_LEAST = 2 };
    int columns = layout->rule.columns;
    int column = BEGIN;
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        at[i] = 0;
        if (!binding->is_of_frame || !model->can_run[i]) {
            continue;
        }
        /* With a blank before it and the gap after it. */
        int width = 1 + footer_width(model, binding, columns, columns);
        bool is_across = column <= layout->divider && column + width > layout->divider;
        int begin = is_across ? layout->divider + 2 : column;
        if (begin + width <= columns - RULE_LEAST) {
            at[i] = begin;
            column = begin + width - 1;
        }
    }
}

void footer_draw_frame(const struct table_model *model, const struct table_layout *layout)
{
    int at[KEY_BINDINGS_MAX];
    struct canvas rule = layout->rule;
    place_frame(model, layout, at);
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (at[i] > 0) {
            int width = footer_width(model, binding, rule.columns, rule.columns);
            canvas_field(rule, (struct strip){0, at[i], width, ALIGN_LEFT}, ROLE_PLAIN,
                         str_of(""));
            draw_key(rule, at[i] + 1, binding, str_of(binding->note));
        }
    }
}

static bool is_aside(const struct table_model *model, const struct key_binding *binding)
{
    return binding->context == CONTEXT_TABLE && model->procedure->key_is_aside != NULL &&
           model->procedure->key_is_aside(model->state, binding->command);
}

/* The keys of the table from there on are for the selected one, or rare. */
static int place_of_target(const struct key_table *keys)
{
    int place = 0;
    while (place < keys->count && (keys->binding[place].context != CONTEXT_TABLE ||
                                   keys->binding[place].act != ACT_TARGET)) {
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

/* True when the row of the first check names this key: "m settles it". */
static bool is_beside_check(const struct table_model *model, const struct key_binding *binding)
{
    return binding->act == ACT_SETTLE && model->pending_checks > 0 &&
           model->pending[0].command[0] != '\0';
}

bool footer_is_said_above(const struct table_model *model, const struct key_binding *binding,
                          int columns)
{
    /* "u undo: Bo's turn" */
    bool is_in_title = columns >= NAMES_FROM && binding->context == CONTEXT_TABLE &&
                       strcmp(binding->command, "undo") == 0;
    return model->banner == NULL && (is_beside_check(model, binding) || is_in_title);
}

/* Which keys may stand in the footer now. */
static void find_offered(const struct table_model *model, enum key_context context,
                         const struct table_layout *layout, const struct key_binding *leading,
                         bool offered[KEY_BINDINGS_MAX])
{
    bool has_frame = footer_has_frame(model, layout);
    bool is_above[KEY_BINDINGS_MAX] = {false};
    if (layout->aim.rows > 0 && context == CONTEXT_TABLE) {
        aim_keys(model, layout->aim.columns, is_above);
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
        /* "damage?", in words "damage: who?". After "react?" the selected one would seem to
         * react. */
        bool has_words = in_words || strstr(binding->command, "%r") != NULL;
        words[i] = !asks ? "" : has_words ? ": who?" : "?";
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
    int redo = 0; /* its place; that of the last key where it has none */
    while (redo < count - 1 && strcmp(model->keys.binding[redo].command, "redo") != 0) {
        redo++;
    }
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

void footer_left_out(const struct table_model *model, const struct table_layout *layout,
                     bool out[KEY_BINDINGS_MAX])
{
    int columns = layout->prompt.columns;
    int at[KEY_BINDINGS_MAX] = {0};
    bool is_above[KEY_BINDINGS_MAX] = {false};
    struct fitting fitting;
    const struct key_binding *leading = leading_key(model, CONTEXT_TABLE, columns);
    fit(model, CONTEXT_TABLE, layout, columns, leading, &fitting);
    if (footer_has_frame(model, layout)) {
        place_frame(model, layout, at);
    }
    if (layout->aim.rows > 0) {
        aim_keys(model, layout->aim.columns, is_above);
    }
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        bool is_shown = fitting.brevities[i] >= 0 || at[i] > 0 || is_above[i] ||
                        binding == leading || footer_is_said_above(model, binding, columns);
        out[i] = binding->context == CONTEXT_TABLE && footer_can_show(binding) &&
                 binding->act != ACT_MORE && !is_shown && is_possible(model, binding, i);
    }
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
            text_add(&note, "%s%s", fitting.turn.at == i ? fitting.turn.words.p : "",
                     fitting.whom.at == i ? fitting.whom.words.p : "");
            column = draw_key(canvas, column, &keys->binding[i], (struct str){note.p, note.n});
        }
    }
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && is_kept(&keys->binding[i])) {
            column = draw_key(canvas, column, &keys->binding[i], str_of(keys->binding[i].note));
        }
    }
}
