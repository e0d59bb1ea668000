#include "tui/log/figures_sheet.h"

#include <string.h>

#include "app/export/export.h"
#include "app/log/questions.h"
#include "app/log/kept_questions.h"
#include "app/encounters/encounters.h"
#include "app/sitting/state.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/screen.h"

/* The open fight is read at once; what is larger, a piece in each idle moment. */
static void ask(struct table *table)
{
    struct figures_sheet *sheet = table_data(table, &view_of_figures);
    figures_sheet_begin(sheet);
    if (sheet->box.scope == SCOPE_FIGHT) {
        figures_sheet_read(sheet, table_sitting(table));
    }
    table_go_on_idle(table);
}

static void ask_again(struct table *table)
{
    struct figures_sheet *sheet = table_data(table, &view_of_figures);
    struct asking_names names = ask_box_names(table_model_of(table));
    if (ask_box_read(&sheet->box, &names)) {
        ask(table);
    }
}

void table_open_figures_of(struct table *table, const char *encounter)
{
    struct figures_sheet *sheet = table_data(table, &view_of_figures);
    figures_sheet_done(sheet);
    memset(sheet, 0, sizeof *sheet);
    ask_box_init(&sheet->box, SCOPE_FIGHT);
    table_read_kept(table, &sheet->box);
    struct text name = text_over(sheet->encounter, sizeof sheet->encounter);
    struct text title = text_over(sheet->title, sizeof sheet->title);
    text_add(&name, "%s", encounter);
    text_add(&title, "%s", encounter[0] != '\0' ? encounter : table_model_of(table)->encounter);
    ask(table);
    table_push(table, &view_of_figures);
}

bool table_opens_figures(struct table *table, struct str words)
{
    struct asking asking;
    struct error err;
    struct figures_sheet *sheet = table_data(table, &view_of_figures);
    struct str name = str_unquoted(words);
    TEXT_BUFFER(encounter, FIGURES_NAME_SIZE);
    text_add_str(&encounter, name);
    bool is_name = name.n > 0 && sitting_has_encounter(table_sitting(table), encounter.p);
    if (!is_name && (asking_read_line(&asking, words, &err) != STATUS_OK ||
                     sitting_put_questions(table_sitting(table), &asking, &err) != STATUS_OK)) {
        return false; /* the command says what is wrong */
    }
    table_close(table, &view_of_palette);
    table_open_figures_of(table, is_name ? encounter.p : "");
    if (!is_name && words.n > 0) {
        line_edit_set(&sheet->box.edit, words);
        sheet->box.scope = SCOPE_CAMPAIGN;
        ask_again(table);
    }
    return true;
}

bool table_opens_questions(struct table *table, struct str words)
{
    const struct ready_question *question;
    struct asking asking;
    struct error err;
    struct figures_sheet *sheet = table_data(table, &view_of_figures);
    struct str key = str_next_word(&words);
    words = str_trimmed(words);
    if (key.n == 0 || ready_question_find(&question, key, &err) != STATUS_OK ||
        asking_read_line(&asking, words, &err) != STATUS_OK ||
        sitting_put_questions(table_sitting(table), &asking, &err) != STATUS_OK) {
        return false; /* the command lists them, or says what is wrong */
    }
    table_close(table, &view_of_palette);
    table_open_figures_of(table, "");
    figures_sheet_ask_for(sheet, (int)(question - ready_question_at(0)));
    if (words.n > 0) {
        line_edit_set(&sheet->box.edit, words);
        sheet->box.scope = SCOPE_CAMPAIGN;
        ask_again(table);
    }
    return true;
}

/* ---- keys ------------------------------------------------------------------------------ */

/* While words are typed, only keys other than characters do something else. */
static bool before_key(struct table *table, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    struct ask_box *box = &sheet->box;
    table_say(table, ROLE_PLAIN, "");
    if (!box->is_typing || key->act == ACT_WIDEN) {
        return false;
    }
    if (key->act == ACT_WHY) {
        box->is_typing = box->is_wrong;
        return true;
    }
    if (key->act == ACT_CANCEL) {
        line_edit_init(&box->edit);
        box->is_typing = false;
        ask_again(table);
        return true;
    }
    enum line_edit_effect effect = ask_box_input(box, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        ask_again(table);
    }
    return effect != LINE_EDIT_IGNORED;
}

static bool types(const void *self)
{
    const struct figures_sheet *sheet = self;
    return sheet->box.is_typing;
}

static void type_words(struct table *table, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    (void)table;
    sheet->box.is_typing = true;
}

static void widen(struct table *table, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    ask_box_widen(&sheet->box);
    ask(table);
}

static void move(struct table *table, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    int most = sheet->names.rows;
    figures_sheet_move(sheet, view_list_steps(key->act, table_page(table), most));
}

static void turn(struct table *table, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    figures_sheet_turn(sheet, key->act == ACT_NEXT ? 1 : -1);
    if (sheet->box.scope == SCOPE_FIGHT) {
        figures_sheet_read(sheet, table_sitting(table));
    }
    table_go_on_idle(table);
}

/* That of the open fight is answered at once; of more, when nobody presses a key. */
static void ask_ready(struct table *table, const struct view_key *key)
{
    struct figures_sheet *sheet = table_data(table, &view_of_figures);
    (void)key;
    figures_sheet_ask(sheet);
    if (sheet->box.scope == SCOPE_FIGHT) {
        figures_sheet_read(sheet, table_sitting(table));
    }
    table_go_on_idle(table);
}

static void keep(struct table *table, const struct view_key *key)
{
    const struct figures_sheet *sheet = key->self;
    table_keep_question(table, &sheet->box);
}

static void ran(struct table *table)
{
    struct figures_sheet *sheet = table_data(table, &view_of_figures);
    table_read_kept(table, &sheet->box);
    ask_again(table);
}

static void export(struct table *table, const struct view_key *key)
{
    const struct figures_sheet *sheet = table_data(table, &view_of_figures);
    struct export_draft draft = {.scope = sheet->box.scope,
                                 .encounter = sheet->title,
                                 .words = line_edit_text(&sheet->box.edit),
                                 .is_for_players = key->act == ACT_EXPORT_PLAYERS};
    table_open_export(table, &draft);
}

/* Only somebody of the open encounter can be asked about. */
static void ask_why(struct table *table, const struct view_key *key)
{
    const struct figures_row *row = figures_sheet_picked(key->self);
    const struct state *state = table_model_of(table)->state;
    (void)key;
    for (int id = 1; row != NULL && id <= state->count; id++) {
        if (strcmp(state_name(state, id), row->name) == 0) {
            table_open_why(table, id, (struct str){"", 0});
            return;
        }
    }
    table_say(table, ROLE_PLAIN,
              row == NULL ? "a side has no hit points: select somebody of it"
                          : "not in the open encounter: open that one to ask why");
}

/* ---- the view -------------------------------------------------------------------------- */

static void draw(const struct view_place *place, void *self)
{
    figures_sheet_draw(self, table_view_sheet(place->screen));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct figures_sheet *sheet = self;
    if (sheet->box.is_typing) {
        ask_box_draw(&sheet->box, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

static void learn(struct table *table)
{
    if (figures_sheet_read(table_data(table, &view_of_figures), table_sitting(table))) {
        table_go_on_idle(table);
    }
}

static void end(struct table *table)
{
    figures_sheet_done(table_data(table, &view_of_figures));
}

const struct view view_of_figures = {
    .context = CONTEXT_FIGURES,
    .room = VIEW_SHEET,
    .size = sizeof(struct figures_sheet),
    .on =
        {
            [ACT_WHY] = ask_why,
            [ACT_NEXT] = turn,
            [ACT_BEFORE] = turn,
            [ACT_WIDEN] = widen,
            [ACT_READY] = ask_ready,
            [ACT_FILTER] = type_words,
            [ACT_KEEP] = keep,
            [ACT_EXPORT] = export,
            [ACT_EXPORT_PLAYERS] = export,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            VIEW_LIST_MOVES(move),
        },
    .before = before_key,
    .types = types,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .ran = ran,
    .learns = learn,
    .closed = end,
};
