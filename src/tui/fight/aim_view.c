#include "tui/fight/aim_view.h"

#include <string.h>

enum {
    GROUPS = 4,
    KEYS_MOST = 16,
    NAME_GAP = 2,
    GROUP_GAP = 3,
    MARGINS = 2,
    NAME_WIDTH_LEAST = 4,
    WORD_SIZE = 60
};

enum { CHOSEN = -1 };

/* Keys that act on the same. */
struct group {
    int id; /* CHOSEN: all chosen ones */
    int count;
    const struct key_binding *key[KEYS_MOST];
};

struct aim {
    struct group group[GROUPS];
    int groups;
    bool has_marks; /* "(selected)" and "(target)" after the names */
    bool has_notes; /* a word after each key; without them a box has the words */
};

bool aim_view_may_show(const struct key_binding *binding)
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
    if (id == 0 || at == GROUPS) {
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
        if (!aim_view_may_show(binding) || !model->can_run[i]) {
            continue;
        }
        if (!has_attack && key_binding_is_attack(binding)) {
            has_attack = true; /* the row of keys names its target */
            continue;
        }
        const struct key_binding *run = runs(model, binding);
        bool is_same = run != NULL && run != binding && key_binding_is_attack(run) &&
                       model->again_words[0] == '\0'; /* as the key of the attack */
        if (run == NULL || is_same || !aim_view_may_show(run)) {
            continue;
        }
        int id = binding->act == ACT_FOE             ? model->target
                 : run->goes_to_chosen && has_chosen ? CHOSEN
                                                     : table_model_whom(model, run->whom);
        add_key(aim, id, binding);
    }
}

/* The keys after that of @more. */
static void gather_more(const struct table_model *model, struct aim *aim)
{
    bool has_chosen = table_model_chosen(model) > 0;
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (binding->context != CONTEXT_MORE) {
            continue;
        }
        if (strstr(binding->command, "%w") != NULL) {
            bool is_for_chosen = binding->goes_to_chosen && has_chosen;
            add_key(aim, is_for_chosen ? CHOSEN : table_model_whom(model, binding->whom),
                    binding);
        } else if (strstr(binding->command, "%s") != NULL) {
            add_key(aim, model->selected, binding);
        }
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
static void add_note(const struct table_model *model, const struct key_binding *binding,
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
    TEXT_BUFFER(note, WORD_SIZE);
    if (!aim->has_notes) {
        return 1 + key;
    }
    add_note(model, binding, &note);
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

/* The key to another target is the last of those for the present one, and the odds name it
 * while there is none. */
static void drop_next_foe(struct aim *aim)
{
    for (int i = 0; i < aim->groups; i++) {
        struct group *group = &aim->group[i];
        if (group->count > 1 && group->key[group->count - 1]->act == ACT_FOE) {
            group->count--;
        }
    }
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
    if (names + fixed_width(model, aim) > room) {
        drop_next_foe(aim);
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
        TEXT_BUFFER(note, WORD_SIZE);
        add_note(model, group->key[k], &note);
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

void aim_view_keys(const struct table_model *model, int columns, bool shown[KEY_BINDINGS_MAX])
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

void aim_view_draw(const struct table_model *model, struct canvas canvas)
{
    struct aim aim = {.groups = 0, .has_notes = true};
    if (model->order_count > 0) {
        gather(model, &aim);
        draw_groups(model, &aim, canvas);
    }
}

void aim_view_draw_more(const struct table_model *model, struct canvas canvas)
{
    struct aim aim = {.groups = 0, .has_notes = true};
    if (model->order_count > 0) {
        gather_more(model, &aim);
        aim.has_notes =
            names_width(model, &aim) + fixed_width(model, &aim) <= canvas.columns - MARGINS;
        draw_groups(model, &aim, canvas);
    }
}
