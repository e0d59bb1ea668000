#include "tui/loop/screen_private.h"

#include <string.h>

#include "app/party/party.h"
#include "app/party/roster.h"
#include "app/settings/keys.h"
#include "app/sitting/sitting.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/sitting/commands.h"
#include "tui/fight/table_view.h"
#include "tui/log/look_back.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/form.h"

/* ---- what it would run ----------------------------------------------------------------- */

/* The state in which it is one: that of the encounter, or of the party between its fights. */
static const struct state *state_of_form(struct screen *screen)
{
    struct error err;
    const struct roster *roster =
        screen->loop->form.of == FORM_OF_MEMBER ? sitting_roster(screen->sitting, &err) : NULL;
    return roster != NULL ? &roster->state : screen->model.state;
}

static struct str written(struct screen *screen, char line[COMMAND_LINE_MAX + 2])
{
    struct text text = text_over(line, COMMAND_LINE_MAX + 2);
    form_line(&screen->loop->form, state_of_form(screen), &text);
    return (struct str){text.p, text.n};
}

static const char *lacks_name(const struct form *form)
{
    return form->of == FORM_OF_COMBATANT ? "a new combatant needs a name"
           : form->of == FORM_OF_MEMBER  ? "a new member needs a name"
                                         : "a new kind needs a name";
}

void screen_echo_form(struct screen *screen)
{
    char line[COMMAND_LINE_MAX + 2];
    const struct form *form = &screen->loop->form;
    struct str runs = written(screen, line);
    bool is_wrong_elsewhere = form->wrong != FORM_NOWHERE && form->wrong != form->focused;
    screen->model.notice.role = is_wrong_elsewhere ? ROLE_ERROR : ROLE_DIM;
    struct text hint = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    if (is_wrong_elsewhere) {
        text_add(&hint, "%s", form->wrong_text);
    } else if (runs.n > 0) {
        text_add(&hint, ": ");
        text_add_str(&hint, runs);
    } else {
        text_add(&hint, "%s",
                 form->id != 0 || form->of == FORM_OF_KIND ? "nothing has changed yet"
                                                           : lacks_name(form));
    }
}

/* Names of one kind of records, on their way to the form. */
struct offer {
    struct form *form;
    const char *records;
};

static void offer(void *context, const char *name, const char *what)
{
    const struct offer *to = context;
    (void)what;
    form_offer(to->form, to->records, name);
}

/* True when an earlier field takes records of this kind too. */
static bool is_offered(const struct form *form, int field, const char *records)
{
    for (int i = 0; i < field; i++) {
        const char *others = form->field[i].row.records;
        if (others != NULL && strcmp(others, records) == 0) {
            return true;
        }
    }
    return false;
}

/* A beginning of a kind's name on its way to the form; names in everyday form are typed with
 * blanks. */
struct beginning {
    struct form *form;
    const char *records;
    struct str typed;
};

static void offer_beginning(void *context, const char *name, const char *what)
{
    const struct beginning *of = context;
    (void)what;
    int n = (int)strlen(name);
    struct str head = {name, of->typed.n < n ? of->typed.n : n};
    if (library_names_equal(head, of->typed)) {
        form_offer(of->form, of->records, name);
    }
}

static void offer_those(struct screen *screen, const char *records, struct str typed)
{
    struct beginning of = {&screen->loop->form, records, typed};
    form_forget_offers(&screen->loop->form, records);
    sitting_records(screen->sitting, records, offer_beginning, &of);
}

/* The kinds that the typed name begins, and what the line would bring. */
static void look_at_name(struct screen *screen, bool proposes)
{
    struct form *form = &screen->loop->form;
    const struct form_field *name = &form->field[0];
    const char *fills = name->row.records;
    char line[COMMAND_LINE_MAX + 2];
    if (fills == NULL) {
        return;
    }
    if (!form_is_at_new_name(form)) { /* another field may want one of all */
        if (form->is_narrowed) {
            offer_those(screen, fills, str_of(""));
        }
        form->is_narrowed = false;
        return;
    }
    if (proposes) {
        offer_those(screen, fills,
                    str_trimmed((struct str){name->edit.text, name->edit.cursor}));
        form->is_narrowed = true;
        form_propose_kind(form);
    }
    struct text joining = text_over(form->joining, sizeof form->joining);
    form->joining[0] = '\0';
    if (written(screen, line).n > 0) {
        (void)sitting_tell_joining(screen->sitting, line, &joining);
    }
}

/* The names that its fields complete. */
static void show_form(struct screen *screen)
{
    struct form *form = &screen->loop->form;
    for (int i = 0; i < form->fields; i++) {
        struct offer to = {form, form->field[i].row.records};
        if (to.records != NULL && !is_offered(form, i, to.records)) {
            sitting_records(screen->sitting, to.records, offer, &to);
        }
    }
    view_push(&screen->model.views, &view_of_form, &screen->loop->form);
    screen_echo_form(screen);
}

static void open_form(struct screen *screen, int id)
{
    form_begin(&screen->loop->form, screen->model.procedure, screen->model.state, id);
    show_form(screen);
}

static void open_of_kind(struct screen *screen, enum form_of of, const char *name)
{
    struct error err;
    struct form_kind kind = {.of = of, .kind = sitting_usual_kind(screen->sitting)};
    if (of != FORM_OF_NEW_KIND) {
        kind.record = sitting_kind(screen->sitting, str_of(name), &err);
        if (kind.record == NULL) {
            screen_say(screen, ROLE_ERROR, err.text);
            return;
        }
        kind.kind = kind.record->kind;
    }
    form_begin_kind(&screen->loop->form, &kind, sitting_kind_value, sitting_kind_expects);
    show_form(screen);
}

/* "": a new one. */
static void open_of_member(struct screen *screen, const char *name)
{
    struct error err;
    const struct roster *roster = sitting_roster(screen->sitting, &err);
    int id = 0;
    if (roster != NULL && name[0] != '\0') {
        id = combatant_find_listed(&roster->state, str_of(name), &err);
    }
    if (roster == NULL || (id == 0 && name[0] != '\0')) {
        screen_say(screen, ROLE_ERROR, err.text);
        return;
    }
    form_begin_member(&screen->loop->form, screen->model.procedure, &roster->state, id);
    for (int i = 1; i <= roster->state.count; i++) {
        form_offer(&screen->loop->form, "member", state_name(&roster->state, i));
    }
    show_form(screen);
}

static void open_about(struct screen *screen, const struct view_about *about)
{
    enum form_of of = (enum form_of)about->form_of;
    if (of == FORM_OF_MEMBER) {
        open_of_member(screen, about->name);
    } else {
        open_of_kind(screen, of, about->name);
    }
}

void screen_open_form_new(struct screen *screen)
{
    open_form(screen, 0);
}

void screen_open_form_edit(struct screen *screen)
{
    if (screen->model.selected == 0) {
        screen_say(screen, ROLE_PLAIN, "there is no combatant yet");
        return;
    }
    open_form(screen, screen->model.selected);
}

void screen_check_form(struct screen *screen)
{
    const struct state *state = screen->model.state;
    int id = screen->loop->form.of == FORM_OF_COMBATANT ? screen->loop->form.id : 0;
    bool is_gone = id > state->count || (id != 0 && !state_is_present(state, id));
    if (is_gone) {
        screen_close(screen, &view_of_form);
    }
}

/* ---- accepting ------------------------------------------------------------------------- */

/* What adding the kind would be refused for, as far as it is about this field. */
static bool check_kind_field(struct screen *screen, int field)
{
    struct form *form = &screen->loop->form;
    struct kind_mistake mistake[DIAGNOSTICS_MAX];
    const char *value[FORM_FIELDS_MAX];
    for (int i = 0; i < form->fields; i++) {
        value[form->field[i].index] = form->field[i].edit.text;
    }
    int count = sitting_kind_value_mistakes(screen->sitting, value, form->fields, mistake);
    for (int i = 0; i < count; i++) {
        if (mistake[i].field == form->field[field].index) {
            form_complain(form, field, mistake[i].text);
            return false;
        }
    }
    return true;
}

/* Tries a changed field alone; false when its value is wrong, which is reported at the
 * field. */
static bool check_field(struct screen *screen, int field)
{
    if (!form_is_changed(&screen->loop->form, field)) {
        return true;
    }
    if (form_is_of_kind(&screen->loop->form)) {
        return check_kind_field(screen, field);
    }
    if (form_is_service(&screen->loop->form, field)) {
        return true;
    }
    const char *fault = form_fault(&screen->loop->form, field);
    if (fault != NULL) {
        form_complain(&screen->loop->form, field, fault);
        return false;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 2);
    form_line_of(&screen->loop->form, state_of_form(screen), field, &text);
    if (screen->loop->form.of == FORM_OF_MEMBER) {
        sitting_try_party(screen->sitting, text.p, &screen->result);
    }
    const struct result *result = screen->loop->form.of == FORM_OF_MEMBER
                                      ? &screen->result
                                      : screen_try_line(screen, text.p);
    if (result->kind == RESULT_WRONG) {
        form_complain(&screen->loop->form, field, result->error.text);
        return false;
    }
    return true;
}

/* One for a kind or a member leads back to the list that it was opened from. */
static void leave(struct screen *screen)
{
    screen_close(screen, &view_of_form);
    if (screen->loop->form.of != FORM_OF_COMBATANT) {
        list_show_again(screen,
                        form_is_of_kind(&screen->loop->form) ? &view_of_kinds : &view_of_party);
    }
}

static void accept(struct screen *screen, const struct view_key *key)
{
    struct form *form = &screen->loop->form;
    char line[COMMAND_LINE_MAX + 2];
    (void)key;
    for (int i = 0; i < form->fields; i++) {
        if (!check_field(screen, i)) {
            form_go(form, i);
            screen_echo_form(screen);
            return;
        }
    }
    struct str runs = written(screen, line);
    bool is_old = form->id != 0 || form->of == FORM_OF_KIND;
    if (runs.n == 0 && !is_old) {
        form_go(form, 0);
        form_complain(form, 0, lacks_name(form));
    } else if (runs.n == 0) {
        leave(screen);
        screen_say(screen, ROLE_PLAIN, "nothing was changed");
    } else if (runs.n > COMMAND_LINE_MAX) {
        screen_say(screen, ROLE_ERROR, "this is too much for one line: do it in parts");
    } else {
        screen_run_line(screen, line);
        bool is_done = view_find(&screen->model.views, &view_of_form) == NULL;
        if (is_done && form_is_of_kind(form)) {
            view_of_kinds.open_about(screen, &(struct view_about){.name = ""});
        } else if (is_done && form->of == FORM_OF_MEMBER &&
                   screen->result.kind != RESULT_ASKS) {
            list_show_again(screen, &view_of_party);
        }
    }
}

/* ---- keys ------------------------------------------------------------------------------ */

static int page(struct screen *screen)
{
    struct table_layout layout;
    table_layout(&layout, &screen->model, canvas_of(&screen->frame));
    return layout.form.rows > 4 ? layout.form.rows / 2 : 1;
}

static void move(struct screen *screen, const struct view_key *key)
{
    check_field(screen, screen->loop->form.focused);
    form_move(&screen->loop->form, view_list_steps(key->act, page(screen), FORM_FIELDS_MAX));
    screen_echo_form(screen);
}

static void type(struct screen *screen, const struct view_key *key)
{
    form_input(&screen->loop->form, key->input);
    look_at_name(screen, key->input->kind != INPUT_KEY);
    screen_echo_form(screen);
}

static void choose(struct screen *screen, const struct view_key *key)
{
    int steps = key->act == ACT_NEXT ? 1 : -1;
    if (form_is_at_choice(&screen->loop->form)) {
        form_choose(&screen->loop->form, steps);
    } else if (!form_choose_record(&screen->loop->form, steps)) {
        type(screen, key);
        return;
    }
    look_at_name(screen, false);
    screen_echo_form(screen);
}

static void unset(struct screen *screen, const struct view_key *key)
{
    (void)key;
    form_clear(&screen->loop->form);
    look_at_name(screen, true);
    screen_echo_form(screen);
}

static void cancel(struct screen *screen, const struct view_key *key)
{
    if (form_has_changes(&screen->loop->form) && !screen->loop->form.is_leaving) {
        struct text text =
            text_over(screen->model.notice.text, sizeof screen->model.notice.text);
        text_add(&text, "%s again discards what you typed", key->name);
        screen->model.notice.role = ROLE_WARNING;
        screen->loop->form.is_leaving = true;
        return;
    }
    leave(screen);
    screen_say(screen, ROLE_PLAIN, "");
}

/* Leaving takes the same key twice in a row. */
static bool before_key(struct screen *screen, const struct view_key *key)
{
    screen->loop->form.is_leaving = screen->loop->form.is_leaving && key->act == ACT_CANCEL;
    return false;
}

static void draw(const struct view_place *place, void *self)
{
    form_view_draw(self, place->layout->form);
}

const struct view view_of_form = {
    .context = CONTEXT_FORM,
    .open_about = open_about,
    .room = VIEW_BESIDE_ORDER,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = screen_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
            [ACT_NEXT] = choose,
            [ACT_BEFORE] = choose,
            [ACT_UNSET] = unset,
            [ACT_LOOK_OLDER] = screen_look_back,
        },
    .other = type,
    .before = before_key,
    .draw = draw,
};
