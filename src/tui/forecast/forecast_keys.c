#include <stdlib.h>
#include <string.h>

#include "app/forecast/begin.h"
#include "app/forecast/chart_told.h"
#include "app/forecast/forecast.h"
#include "app/forecast/told.h"
#include "app/log/past.h"
#include "app/prepared/prepared.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tracker/naming.h"
#include "tui/fight/table_view.h"
#include "tui/forecast/forecast_sheet.h"
#include "tui/loop/screen.h"
#include "tui/palette/palette.h"
#include "tui/widgets/list_view.h"

/* The forecast's keys: opening it, what-ifs with their words completed, questions with their
 * answer in place of the figures, and how somebody fights: of the fight on the table choosing
 * that is an act, which the log keeps and undo takes back; of any other it is tried as a
 * what-if. */

static struct forecast_sheet *sheet_of_forecast(struct screen *screen)
{
    return screen_data(screen, &view_of_forecast);
}

/* ---- opening --------------------------------------------------------------------------- */

static void say_wrong(struct forecast_sheet *sheet, const char *before, const struct error *err)
{
    struct text out = text_over(sheet->wrong, sizeof sheet->wrong);
    text_add(&out, "%s", before);
    text_add_error(&out, err);
}

/* Those what-ifs that are kept and still possible; once, when there is time. */
static void read_what_ifs(struct screen *screen)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    char lines[KEPT_WHAT_IFS_SIZE];
    struct error err;
    if (!sheet->has_unread) {
        return;
    }
    sheet->has_unread = false;
    if (sitting_kept_what_ifs(screen->sitting, sheet->owner, lines, &err) != STATUS_OK) {
        screen_say_error(screen, &err);
        return;
    }
    for (struct str rest = str_of(lines); rest.n > 0;) {
        const char *end = memchr(rest.p, '\n', (size_t)rest.n);
        int n = end != NULL ? (int)(end - rest.p) : rest.n, skipped = end != NULL ? n + 1 : n;
        if (!forecast_shown_add(&sheet->shown, (struct str){rest.p, n}, &err)) {
            say_wrong(sheet, "a what-if that was kept is left out: ", &err);
        }
        rest = (struct str){rest.p + skipped, rest.n - skipped};
    }
}

static void read_kept(struct screen *screen)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    struct error err;
    sheet->is_kept =
        sitting_kept_forecast(&sheet->kept, screen->sitting, sheet->owner, &err) == STATUS_OK;
    if (!sheet->is_kept && err.code != STATUS_MISSING) {
        screen_say_error(screen, &err);
    }
}

static void open_from(struct screen *screen, const struct forecast_from *from,
                      struct kept_owner owner)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    screen_close(screen, &view_of_example);
    forecast_answer_free(sheet->answer);
    forecast_shown_end(&sheet->shown);
    memset(sheet, 0, sizeof *sheet);
    line_edit_init(&sheet->edit);
    sheet->owner = owner;
    forecast_shown_begin(&sheet->shown, screen->sitting, from);
    screen_push(screen, &view_of_forecast);
    read_kept(screen);
    sheet->is_over = fight_went(&sheet->went, from->state);
}

static void open_found(struct screen *screen, struct sitting_forecast *found,
                       struct kept_owner owner)
{
    open_from(screen, &found->from, owner);
    sitting_forecast_done(found);
}

/* That of the table as it is, whose what-ifs can be done for real. */
static void open(struct screen *screen)
{
    struct forecast_from from;
    sitting_forecast_open(screen->sitting, &from);
    open_from(screen, &from,
              (struct kept_owner){.id = sitting_encounter_number(screen->sitting)});
    sheet_of_forecast(screen)->is_of_table = true;
    sheet_of_forecast(screen)->has_unread = true;
}

/* Where the fight of this encounter began: the act before its first round, when both sides were
 * there already, else the first act of that round. */
static enum status go_to_start(struct past *past, struct error *err)
{
    bool has_moved;
    if (past_move(&has_moved, past, PAST_NEWER_ROUND, err) != STATUS_OK ||
        past_move(&has_moved, past, PAST_OLDER, err) != STATUS_OK) {
        return err->code;
    }
    struct error none;
    bool has_sides = forecast_has_sides(sitting_state(past_then(past)), &none);
    return has_sides ? STATUS_OK : past_move(&has_moved, past, PAST_NEWER, err);
}

static void open_of_start(struct screen *screen, int64_t encounter)
{
    struct error err;
    struct past *past = NULL;
    struct sitting_forecast found;
    struct fight_went went;
    bool is_over = false;
    enum status status = past_open_of(&past, screen->sitting, encounter, -1, &err);
    if (status == STATUS_OK) {
        is_over = fight_went(&went, sitting_state(past_then(past)));
        status = past_go(past, 0, &err);
    }
    if (status != STATUS_OK || go_to_start(past, &err) != STATUS_OK) {
        screen_say_error(screen, &err);
    } else {
        sitting_forecast_past(&found, screen->sitting, past);
        open_found(screen, &found, (struct kept_owner){.id = encounter});
        sheet_of_forecast(screen)->is_over = is_over;
        sheet_of_forecast(screen)->went = went;
    }
    past_close(past);
}

static void open_of(struct screen *screen, int64_t encounter)
{
    struct error err;
    struct past *past;
    struct sitting_forecast found;
    if (past_open_of(&past, screen->sitting, encounter, -1, &err) != STATUS_OK) {
        screen_say_error(screen, &err);
        return;
    }
    sitting_forecast_past(&found, screen->sitting, past);
    past_close(past);
    open_found(screen, &found, (struct kept_owner){.id = encounter});
    sheet_of_forecast(screen)->has_unread = true;
}

static void open_prepared(struct screen *screen, const struct sitting_prepared *prepared)
{
    struct error err;
    struct sitting_forecast found;
    if (sitting_forecast_prepared(&found, screen->sitting, prepared, &err) != STATUS_OK) {
        screen_say_error(screen, &err);
        return;
    }
    open_found(screen, &found, (struct kept_owner){.is_prepared = true, .id = prepared->id});
    sheet_of_forecast(screen)->has_unread = true;
}

/* Of a moment of the past, which keeps nothing; of a prepared encounter; or of one of the
 * campaign, as it stands or as it was at its start. */
static void open_about(struct screen *screen, const struct view_about *about)
{
    if (about->past != NULL) {
        struct sitting_forecast found;
        sitting_forecast_past(&found, screen->sitting, about->past);
        open_found(screen, &found, (struct kept_owner){.id = 0});
    } else if (about->prepared != NULL) {
        open_prepared(screen, about->prepared);
    } else if (about->act < 0) {
        open_of(screen, about->encounter);
    } else {
        open_of_start(screen, about->encounter);
    }
}

/* ---- what-ifs -------------------------------------------------------------------------- */

/* A campaign that cannot be written keeps none. */
static void keep_what_ifs(struct screen *screen, struct kept_owner owner, const char *name,
                          const char *lines)
{
    struct error err;
    if (owner.id > 0 && !sitting_is_read_only(screen->sitting) &&
        sitting_keep_what_ifs(screen->sitting, owner, lines, name, &err) != STATUS_OK) {
        screen_say_error(screen, &err);
    }
}

static void join_what_ifs(const struct forecast_shown *shown, int count, struct text *out)
{
    for (int i = 0; i < count; i++) {
        text_add(out, "%s%s", i > 0 ? "\n" : "", shown->what_if[i]);
    }
}

static void keep_shown(struct screen *screen)
{
    const struct forecast_sheet *sheet = sheet_of_forecast(screen);
    TEXT_BUFFER(lines, KEPT_WHAT_IFS_SIZE);
    join_what_ifs(&sheet->shown, sheet->shown.what_ifs, &lines);
    keep_what_ifs(screen, sheet->owner, sheet->shown.encounter, lines.p);
}

static bool is_shown(const struct forecast_shown *shown, struct str line)
{
    for (int i = 0; i < shown->what_ifs; i++) {
        if (str_equal(line, shown->what_if[i])) {
            return true;
        }
    }
    return false;
}

static void try_what_if(struct screen *screen, struct str line)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    struct error err;
    line = str_trimmed(line);
    if (line.n == 0) {
        return;
    }
    read_what_ifs(screen);
    if (!is_shown(&sheet->shown, line) && !forecast_shown_add(&sheet->shown, line, &err)) {
        say_wrong(sheet, "", &err);
        return;
    }
    sheet->is_typing = false;
    line_edit_init(&sheet->edit);
    keep_shown(screen);
}

/* ---- words of a what-if completed ------------------------------------------------------- */

/* The line that the cursor is in begins here: lines are separated by `;`. */
static int line_start(const struct line_edit *edit)
{
    int start = edit->cursor;
    while (start > 0 && edit->text[start - 1] != ';') {
        start--;
    }
    while (start < edit->cursor && edit->text[start] == ' ') {
        start++;
    }
    return start;
}

/* The commands of the table, and who is in this fight. */
static struct palette_source source_of(struct screen *screen)
{
    struct palette_source source = palette_source_of(screen);
    source.state = sheet_of_forecast(screen)->shown.start;
    return source;
}

/* What else the word could be. */
static void tell_others(struct forecast_sheet *sheet, const struct palette *palette,
                        const struct palette_source *source)
{
    enum { MOST = 8 };
    TEXT_BUFFER(words, 300);
    for (int i = 1; i < palette->list.count && i <= MOST; i++) {
        const struct palette_entry *entry = &palette->entry[i];
        TEXT_BUFFER(word, NAME_SIZE + 8);
        if (entry->kind == PALETTE_COMMAND) {
            text_add(&word, "%s", entry->command->name);
        } else if (entry->kind == PALETTE_ROW) {
            combatant_word(source->state, entry->index, &word);
        } else {
            text_add(&word, "%s", entry->word);
        }
        text_add_item(&words, word.p);
    }
    if (words.n > 0) {
        text_format(sheet->wrong, sizeof sheet->wrong, "or %s%s", words.p,
                    palette->list.count > MOST + 1 ? ", ..." : "");
    }
}

static void complete_what_if(struct screen *screen)
{
    struct line_edit *edit = &sheet_of_forecast(screen)->edit;
    struct palette_source source = source_of(screen);
    int start = line_start(edit), cursor = edit->cursor;
    if (source.state == NULL || start == cursor) {
        return;
    }
    struct palette *palette = calloc(1, sizeof *palette);
    CHECK(palette != NULL);
    TEXT_BUFFER(line, LINE_EDIT_SIZE);
    TEXT_BUFFER(whole, LINE_EDIT_SIZE);
    text_add_str(&line, (struct str){edit->text + start, cursor - start});
    palette_begin(palette, &source, line.p);
    tell_others(sheet_of_forecast(screen), palette, &source);
    palette_complete(palette, &source);
    text_add_str(&whole, (struct str){edit->text, start});
    text_add_str(&whole, line_edit_text(&palette->edit));
    int end = whole.n;
    text_add_str(&whole, (struct str){edit->text + cursor, edit->length - cursor});
    line_edit_set(edit, (struct str){whole.p, whole.n});
    edit->cursor = end < edit->length ? end : edit->length;
    free(palette);
}

/* ---- questions ------------------------------------------------------------------------- */

static void try_question(struct screen *screen)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    struct forecast_answer *answer;
    struct error err;
    struct str words = str_trimmed(line_edit_text(&sheet->edit));
    if (words.n == 0) {
        return;
    }
    if (!forecast_shown_ask(&sheet->shown, words, &answer, &err)) {
        struct text out = text_over(sheet->wrong, sizeof sheet->wrong);
        text_add_error(&out, &err);
        return;
    }
    forecast_answer_free(sheet->answer);
    sheet->answer = answer;
    sheet->is_asking = false;
}

static void ask_forecast(struct screen *screen, struct str words)
{
    line_edit_set(&sheet_of_forecast(screen)->edit, words);
    sheet_of_forecast(screen)->is_asking = true;
    try_question(screen);
}

static void complete_question(struct forecast_sheet *sheet)
{
    TEXT_BUFFER(rest, 80);
    if (sheet->shown.forecast != NULL &&
        forecast_question_complete(sheet->shown.forecast, line_edit_text(&sheet->edit),
                                   &rest)) {
        line_edit_insert(&sheet->edit, str_of(rest.p));
    }
}

/* A question begins with this, until it is typed otherwise. */
static const char question_begin[] = "how many ";

static void type_question(struct screen *screen, const struct view_key *key)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    (void)key;
    if (sheet->shown.forecast == NULL) {
        screen_say(screen, ROLE_PLAIN, "there is no forecast to ask");
        return;
    }
    sheet->is_asking = true;
    if (!forecast_question_is(line_edit_text(&sheet->edit))) {
        line_edit_set(&sheet->edit, str_of(question_begin));
    }
}

/* A key while an answer is shown: Esc goes back to the figures, and so does what changes them.
 */
static bool leave_answer(struct screen *screen, const struct view_key *key)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    if (key->act == ACT_HOW_MANY || key->act == ACT_HELP) {
        return false;
    }
    if (key->act == ACT_MORE_FIGHTS) {
        forecast_answer_more(sheet->answer);
        return true;
    }
    forecast_answer_free(sheet->answer);
    sheet->answer = NULL;
    return key->act == ACT_CANCEL;
}

static bool question_key(struct screen *screen, const struct view_key *key)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    if (!sheet->is_asking) {
        return sheet->answer != NULL && leave_answer(screen, key);
    }
    if (key->act == ACT_ACCEPT) {
        try_question(screen);
    } else if (key->act == ACT_CANCEL) {
        sheet->is_asking = false;
    } else if (key->act == ACT_COMPLETE) {
        complete_question(sheet);
    } else {
        line_edit_input(&sheet->edit, key->input);
    }
    return true;
}

static bool play_answer(struct screen *screen)
{
    enum { TURN = 10 };
    struct forecast_answer *answer = sheet_of_forecast(screen)->answer;
    int64_t began = sitting_now_ms(screen->sitting);
    if (answer == NULL || answer->is_played) {
        return false;
    }
    for (int turn = 0; turn < 2 && forecast_answer_play(answer, TURN) &&
                       sitting_now_ms(screen->sitting) - began < FORECAST_SLICE_MS;
         turn++) {
    }
    return true;
}

/* ---- policies -------------------------------------------------------------------------- */

/* Choosing in the forecast how somebody fights: of the fight on the table it is an act, which
 * the log keeps and undo takes back; of any other it is tried as a what-if. */

/* That of who is chosen, or the usual ways. */
static void pick_present(struct forecast_sheet *sheet)
{
    const struct policy_set *set = &sheet->shown.forecast->policies;
    struct forecast_choice_who who;
    forecast_choice_who(sheet, sheet->choice_who, &who);
    sheet->choice = 0;
    for (int i = 0; i < set->count; i++) {
        if (strcmp(set->policy[i].name, who.policy) == 0) {
            sheet->choice = i + 1;
        }
    }
}

static void choose_policy(struct screen *screen, const struct view_key *key)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    (void)key;
    if (sheet->shown.forecast == NULL) {
        screen_say(screen, ROLE_PLAIN, "there is no fight whose policies could be chosen");
        return;
    }
    sheet->is_choosing = true;
    sheet->choice_who = 0;
    pick_present(sheet);
}

static void choose_next_who(struct forecast_sheet *sheet)
{
    struct forecast_choice_who who;
    do {
        sheet->choice_who = (sheet->choice_who + 1) % FORECAST_CHOICE_WHO;
        forecast_choice_who(sheet, sheet->choice_who, &who);
    } while (who.shown[0] == '\0');
    pick_present(sheet);
}

/* At the table; the forecast is there again after it, with what it tried. */
static void keep_at_table(struct screen *screen, const char *line)
{
    int picked = sheet_of_forecast(screen)->picked;
    TEXT_BUFFER(said, NOTICE_SIZE);
    screen_close(screen, &view_of_forecast);
    screen_run_line(screen, line);
    text_add(&said, "%s", screen->model.notice.text);
    enum role role = screen->model.notice.role;
    open(screen);
    sheet_of_forecast(screen)->picked = picked;
    screen_say(screen, role, said.p);
}

static void keep_policy(struct screen *screen)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    const struct policy_set *set = &sheet->shown.forecast->policies;
    struct forecast_choice_who who;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    const char *name = sheet->choice > 0 ? set->policy[sheet->choice - 1].name : "usual";
    forecast_choice_who(sheet, sheet->choice_who, &who);
    sheet->is_choosing = false;
    if (strcmp(sheet->choice > 0 ? name : "", who.policy) == 0) {
        screen_say(screen, ROLE_PLAIN, "this is how they fight already");
        return;
    }
    text_add(&line, "policy %s %s", who.word, name);
    if (sheet->is_of_table) {
        keep_at_table(screen, line.p);
    } else {
        try_what_if(screen, str_of(line.p));
    }
}

static bool policy_key(struct screen *screen, const struct view_key *key)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    if (!sheet->is_choosing || key->act == ACT_HELP) {
        return false;
    }
    int last = sheet->shown.forecast->policies.count;
    int steps = view_list_steps(key->act, screen_page(screen), last + 1);
    if (key->act == ACT_ACCEPT) {
        keep_policy(screen);
    } else if (key->act == ACT_COMPLETE) {
        choose_next_who(sheet);
    } else if (steps != 0) {
        int choice = sheet->choice + steps;
        sheet->choice = choice < 0 ? 0 : choice > last ? last : choice;
    } else if (key->act == ACT_CANCEL) {
        sheet->is_choosing = false;
    } else {
        screen_say(screen, ROLE_PLAIN, "Enter keeps the policy, Tab changes who; Esc cancels");
    }
    return true;
}

/* ---- keys ------------------------------------------------------------------------------ */

/* A what-if that is wrong stays in the prompt. */
static bool opens(struct screen *screen, enum opens what, struct str words)
{
    if (forecast_is_of_example(words)) {
        return false;
    }
    if (chart_is_asked(words)) {
        return view_of_chart.opens(screen, what, (struct str){"", 0});
    }
    screen_close(screen, &view_of_palette);
    open(screen);
    if (forecast_question_is(words)) {
        ask_forecast(screen, words);
        return true;
    }
    line_edit_set(&sheet_of_forecast(screen)->edit, words);
    sheet_of_forecast(screen)->is_typing = words.n > 0;
    try_what_if(screen, words);
    return true;
}

/* While a what-if is typed, only Enter and Esc do something else. */
static bool before_key(struct screen *screen, const struct view_key *key)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    screen_say(screen, ROLE_PLAIN, "");
    sheet->wrong[0] = '\0';
    if (!sheet->is_typing) {
        return policy_key(screen, key) || question_key(screen, key);
    }
    if (key->act == ACT_ACCEPT) {
        try_what_if(screen, line_edit_text(&sheet->edit));
    } else if (key->act == ACT_CANCEL) {
        sheet->is_typing = false;
    } else if (key->act == ACT_COMPLETE) {
        complete_what_if(screen);
    } else {
        line_edit_input(&sheet->edit, key->input);
    }
    return true;
}

static bool types(const void *self)
{
    const struct forecast_sheet *sheet = self;
    return sheet->is_typing || sheet->is_asking;
}

static void move(struct screen *screen, const struct view_key *key)
{
    forecast_sheet_move(sheet_of_forecast(screen),
                        view_list_steps(key->act, screen_page(screen),
                                        forecast_sheet_count(sheet_of_forecast(screen))));
}

static void type_what_if(struct screen *screen, const struct view_key *key)
{
    (void)key;
    sheet_of_forecast(screen)->is_typing = true;
    line_edit_init(&sheet_of_forecast(screen)->edit);
}

/* `command` and the word for the picked combatant, as a what-if. */
static void try_on_picked(struct screen *screen, const char *command)
{
    const struct forecast_sheet *sheet = sheet_of_forecast(screen);
    int id = forecast_sheet_picked(sheet);
    TEXT_BUFFER(line, FORECAST_SHOWN_LINE);
    if (id != 0) {
        text_add(&line, "%s ", command);
        combatant_word(sheet->shown.start, id, &line);
        try_what_if(screen, str_of(line.p));
    } else if (forecast_sheet_count(sheet) > 0) {
        screen_say(screen, ROLE_PLAIN,
                   "who comes later is not here yet: in a what if, set changes them");
    }
}

static void try_one_more(struct screen *screen, const struct view_key *key)
{
    (void)key;
    try_on_picked(screen, "duplicate");
}

static void try_without(struct screen *screen, const struct view_key *key)
{
    (void)key;
    try_on_picked(screen, "remove");
}

static void drop(struct screen *screen, const struct view_key *key)
{
    (void)key;
    read_what_ifs(screen);
    if (!forecast_shown_drop(&sheet_of_forecast(screen)->shown)) {
        screen_say(screen, ROLE_PLAIN, "no what-if is shown: w tries one");
    } else {
        keep_shown(screen);
    }
}

/* The lines of the last what-if, at the table, up to one that is not done. */
static void do_what_if(struct screen *screen, const struct view_key *key)
{
    struct forecast_shown *shown = &sheet_of_forecast(screen)->shown;
    (void)key;
    if (shown->what_ifs == 0 || !sheet_of_forecast(screen)->is_of_table) {
        screen_say(screen, ROLE_PLAIN,
                   shown->what_ifs == 0 ? "no what-if is shown: w tries one"
                                        : "this is not the fight on the table");
        return;
    }
    TEXT_BUFFER(lines, FORECAST_SHOWN_LINE);
    TEXT_BUFFER(others, KEPT_WHAT_IFS_SIZE);
    join_what_ifs(shown, shown->what_ifs - 1, &others);
    struct kept_owner owner = sheet_of_forecast(screen)->owner;
    text_add(&lines, "%s", shown->what_if[shown->what_ifs - 1]);
    screen_close(screen, &view_of_forecast);
    struct str rest = str_of(lines.p), line;
    bool is_done = true;
    while (is_done && forecast_next_line(&rest, &line)) {
        TEXT_BUFFER(one, FORECAST_SHOWN_LINE);
        text_add_str(&one, line);
        screen_run_line(screen, one.p);
        is_done = screen->result.kind == RESULT_DONE;
    }
    if (is_done) {
        keep_what_ifs(screen, owner, sitting_encounter_name(screen->sitting), others.p);
    }
}

/* Keeps the forecast for after the fight; once more: does not keep it. */
static void keep(struct screen *screen, const struct view_key *key)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    const struct forecast *forecast = sheet->shown.forecast;
    struct error err;
    (void)key;
    if (sheet->owner.id == 0 || forecast == NULL || forecast->one[0].tally.fights == 0) {
        screen_say(screen, ROLE_PLAIN,
                   sheet->owner.id == 0 ? "a moment of the past: it is not kept"
                                        : "nothing is known yet that could be kept");
        return;
    }
    bool keeps = !sheet->is_kept;
    if (keeps) {
        kept_forecast_of(&sheet->kept, forecast);
    }
    if (sitting_keep_forecast(screen->sitting, sheet->owner, keeps ? &sheet->kept : NULL,
                              sheet->shown.encounter, &err) != STATUS_OK) {
        screen_say_error(screen, &err);
        return;
    }
    sheet->is_kept = keeps;
    screen_say(screen, ROLE_PLAIN,
               keeps ? "kept: after the fight it stands beside how it went"
                     : "this forecast is not kept any more");
}

static void turn_policy(struct screen *screen, int side)
{
    struct forecast_shown *shown = &sheet_of_forecast(screen)->shown;
    if (shown->forecast == NULL) {
        return;
    }
    forecast_shown_turn_policy(shown, side);
    TEXT_BUFFER(words, 120);
    text_add(&words, "the %s %s%s", side == SIDE_PARTY ? "party fights" : "foes fight",
             shown->policy[side][0] == '\0' ? "in the usual ways" : "by ",
             shown->policy[side][0] == '\0' ? "" : strchr(shown->policy[side], '=') + 1);
    screen_say(screen, ROLE_PLAIN, words.p);
}

static void turn_party(struct screen *screen, const struct view_key *key)
{
    (void)key;
    turn_policy(screen, SIDE_PARTY);
}

static void turn_foes(struct screen *screen, const struct view_key *key)
{
    (void)key;
    turn_policy(screen, SIDE_FOES);
}

static void play_more(struct screen *screen, const struct view_key *key)
{
    (void)key;
    forecast_shown_more(&sheet_of_forecast(screen)->shown);
}

static void walk_example(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open(screen, &view_of_example);
}

/* ---- the view -------------------------------------------------------------------------- */

static void draw(const struct view_place *place, void *self)
{
    forecast_sheet_draw(self, sheet_of(place->canvas));
}

/* What could be typed, of those who are here: "how many rat for 70%", "hp Anka =20". */
static void add_example(const struct forecast_sheet *sheet, struct text *out)
{
    const struct state *start = sheet->shown.start;
    int id = forecast_sheet_picked(sheet);
    const char *kind = "";
    int asked = start != NULL && sheet->is_asking ? start->count : 0;
    for (int foe = 1; foe <= asked && kind[0] == '\0'; foe++) {
        bool is_foe = state_value(start, foe, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
        kind = is_foe ? state_text(start, foe, TEXT_KIND) : "";
    }
    if (kind[0] != '\0') {
        text_add(out, "such as: how many ");
        text_add(out, strchr(kind, ' ') != NULL ? "\"%s\"" : "%s", kind);
        text_add(out, " for 70%%");
    } else if (!sheet->is_asking && id != 0) {
        text_add(out, "such as: hp ");
        combatant_word(start, id, out);
        text_add(out, " =20");
    }
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct forecast_sheet *sheet = self;
    if (sheet->is_typing || sheet->is_asking) {
        int at = canvas_text(canvas, 0, 0, ROLE_HEADING,
                             str_of(sheet->is_asking ? "ask: " : "what if: "));
        line_edit_draw(&sheet->edit, canvas,
                       (struct strip){0, at, canvas.columns - at, ALIGN_LEFT}, ROLE_PLAIN);
        struct str typed = line_edit_text(&sheet->edit);
        if (str_equal(typed, sheet->is_asking ? question_begin : "")) {
            TEXT_BUFFER(example, FORECAST_SHOWN_LINE);
            add_example(sheet, &example);
            canvas_words(canvas, 0, at + typed.n + 1, ROLE_DIM, str_of(example.p));
        }
    } else if (sheet->is_choosing && model->notice.text[0] == '\0') {
        canvas_text(canvas, 0, 1, ROLE_PLAIN, str_of("Enter keeps  Tab who  Esc cancels"));
    } else {
        table_view_keys(model, canvas);
    }
}

/* Those that need a what-if, or something to keep it with, are not in the footer without. */
static bool offers(const void *self, enum screen_act act)
{
    const struct forecast_sheet *sheet = self;
    const struct forecast_shown *shown = &sheet->shown;
    bool is_there = shown->error.code == STATUS_OK;
    if (act == ACT_DO || act == ACT_UNDO) {
        return shown->what_ifs > 0 && (act == ACT_UNDO || sheet->is_of_table);
    }
    bool is_always = act == ACT_CANCEL || act == ACT_HELP;
    return is_always || (is_there && (act != ACT_KEEP || sheet->owner.id != 0));
}

/* What is known stays: the fight that another program changed is the table's again once this
 * is closed. */
static void look_for_others(struct screen *screen)
{
    struct forecast_sheet *sheet = sheet_of_forecast(screen);
    if (!sheet->is_of_table || sheet->is_overtaken || !sitting_is_overtaken(screen->sitting)) {
        return;
    }
    sheet->is_overtaken = true;
    if (view_top(&screen->model.views).view == &view_of_forecast) {
        screen_say(screen, ROLE_WARNING, FORECAST_OVERTAKEN);
    }
}

/* The figures stand still while something is typed or a policy is chosen. */
static bool learn(struct screen *screen)
{
    const struct forecast_sheet *sheet = sheet_of_forecast(screen);
    read_what_ifs(screen);
    if (sheet->is_typing || sheet->is_asking || sheet->is_choosing) {
        return false;
    }
    look_for_others(screen);
    return play_answer(screen) || forecast_shown_play(&sheet_of_forecast(screen)->shown,
                                                      sitting_clock, screen->sitting);
}

static void end(struct screen *screen)
{
    screen_close(screen, &view_of_example);
    forecast_answer_free(sheet_of_forecast(screen)->answer);
    sheet_of_forecast(screen)->answer = NULL;
    forecast_shown_end(&sheet_of_forecast(screen)->shown);
}

const struct view view_of_forecast = {
    .context = CONTEXT_FORECAST,
    .room = VIEW_SHEET,
    .size = sizeof(struct forecast_sheet),
    .open = open,
    .opens = opens,
    .open_about = open_about,
    .on =
        {
            [ACT_WHAT_IF] = type_what_if,
            [ACT_HOW_MANY] = type_question,
            [ACT_COMPLETE] = type_question,
            [ACT_ACCEPT] = type_what_if,
            [ACT_ONE_MORE] = try_one_more,
            [ACT_WITHOUT] = try_without,
            [ACT_UNDO] = drop,
            [ACT_DO] = do_what_if,
            [ACT_KEEP] = keep,
            [ACT_PARTY_FIGHTS] = turn_party,
            [ACT_FOES_FIGHT] = turn_foes,
            [ACT_EXAMPLE] = walk_example,
            [ACT_POLICIES] = choose_policy,
            [ACT_MORE_FIGHTS] = play_more,
            [ACT_CANCEL] = screen_act_close,
            [ACT_HELP] = screen_act_help,
            VIEW_LIST_MOVES(move),
        },
    .before = before_key,
    .types = types,
    .offers = offers,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .learns = learn,
    .closed = end,
};
