#include "tui/loop/screen_private.h"

#include <string.h>

#include "app/encounters/encounters.h"
#include "app/library/kinds.h"
#include "app/settings/keys.h"
#include "app/sitting/rules.h"
#include "app/file/file.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/turns.h"
#include "tui/fight/order.h"
#include "tui/forecast/choices.h"
#include "tui/forecast/compare.h"
#include "tui/forecast/evening.h"
#include "tui/lists/prepared.h"
#include "tui/widgets/help.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/reader.h"

/* ---- lines that put another encounter on the table -------------------------------------- */

static bool begins_with(const char *line, const char *word)
{
    struct str rest = str_of(line);
    return str_equal_any_case(str_next_word(&rest), str_of(word));
}

static bool has_anybody(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            return true;
        }
    }
    return false;
}

bool screen_leaves(const struct screen *screen, const char *line)
{
    return (begins_with(line, "encounter") || begins_with(line, "open") ||
            begins_with(line, "start")) &&
           sitting_encounter_name(screen->sitting)[0] != '\0' &&
           has_anybody(sitting_state(screen->sitting));
}

/* "leaves The hall, round 2; T brings you back". */
static void say_leaving(const struct screen *screen, const char *line, struct text *out)
{
    int round = screen->model.state->value[ENCOUNTER_ROUND];
    text_add(out, "%sleaves %s", begins_with(line, "open") ? "" : "a new encounter; it ",
             screen->loop->encounter);
    if (round > 0) {
        text_add(out, ", round %d", round);
    }
    text_add(out, "; %s brings you back", key_of_command(&screen->model.keys, "encounters"));
}

bool screen_asks_before_leaving(struct screen *screen, const char *line)
{
    bool is_running = screen->model.state->value[ENCOUNTER_ROUND] > 0;
    if (!is_running || !screen_leaves(screen, line)) {
        return false;
    }
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    screen_open_palette(screen, line);
    text_add(&to, "Enter begins ");
    say_leaving(screen, line, &to);
    screen->model.notice.role = ROLE_WARNING;
    return true;
}

/* After it: the name of the new encounter before what was said, and the way back to `left`. */
static void add_way_back(const struct screen *screen, const char *left, struct text *out)
{
    if (strstr(out->p, screen->loop->encounter) == NULL) {
        TEXT_BUFFER(said, NOTICE_SIZE);
        text_add(&said, "%s: %s", screen->loop->encounter, out->p);
        text_init(out, out->p, out->size);
        text_add_str(out, (struct str){said.p, said.n});
    }
    text_add(out, "; %s goes back to %s", key_of_command(&screen->model.keys, "encounters"),
             left);
}

/* ---- an encounter that was begun by mistake ---------------------------------------------- */

static bool offers_way_back(struct screen *screen, const char *line, struct text *out)
{
    char name[NAME_SIZE];
    if (!begins_with(line, "undo") || has_anybody(screen->model.state) ||
        !sitting_encounter_before(screen->sitting, name)) {
        return false;
    }
    text_add(out,
             "refused: there is nothing to undo: this is the start; %s again goes back to %s",
             key_of_command(&screen->model.keys, "undo"), name);
    screen->loop->goes_back = true;
    return true;
}

bool screen_goes_back(struct screen *screen, const char *command)
{
    char name[NAME_SIZE];
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (!screen->loop->offered_way_back || strcmp(command, "undo") != 0 ||
        !sitting_encounter_before(screen->sitting, name)) {
        return false;
    }
    text_add(&line, "open ");
    text_add_quoted(&line, str_of(name));
    screen_run_line(screen, line.p);
    return true;
}

/* ---- messages -------------------------------------------------------------------------- */

void screen_say_key(struct screen *screen, const char *key, const char *what)
{
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    text_add(&to, "%s %s", key, what);
    screen->model.notice.role = ROLE_DIM;
}

static void say_refused(struct screen *screen, const struct refusal *refusal)
{
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    text_add(&to, "refused: %s", refusal->reason);
    if (refusal->rule != NULL && refusal->rule[0] != '\0') {
        text_add(&to, " (%s)", refusal->rule);
    }
    if (screen->loop->refused[0] != '\0') {
        text_add(&to, "; %s\xc2\xa0overrules\xc2\xa0it",
                 key_of_act(&screen->model.keys, ACT_RULING));
    }
    screen->model.notice.role = ROLE_WARNING;
}

static void say_error(struct screen *screen)
{
    const struct error *error = &screen->result.error;
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    text_add(&to, "%s", error->text);
    if (screen->result.kind == RESULT_FAILED && error->where[0] != '\0') {
        text_add(&to, " (%s)", error->where);
    }
    if (screen_types_total(screen)) {
        text_add(&to, "; for a total type =%.*s", question_typed(&screen->loop->question).n,
                 question_typed(&screen->loop->question).p);
    }
    screen->model.notice.role = ROLE_ERROR;
}

/* ---- running lines --------------------------------------------------------------------- */

const struct result *screen_try_line(struct screen *screen, const char *line)
{
    if (line[0] == '\0' || strcmp(screen->loop->tried.line, line) != 0) {
        bool is_kept = strlen(line) < sizeof screen->loop->tried.line;
        sitting_preview(screen->sitting, line, &screen->loop->tried.result);
        text_format(screen->loop->tried.line, sizeof screen->loop->tried.line, "%s",
                    is_kept ? line : "");
        screen->loop->tried.turn = sitting_previewed_turn(screen->sitting);
    }
    return &screen->loop->tried.result;
}

/* Words that make the program throw dice. */
static bool throws_here(struct str typed)
{
    for (;;) {
        struct str word = str_next_word(&typed);
        if (word.p == NULL) {
            return false;
        }
        if (str_equal(word, "*") || str_equal_any_case(word, str_of("roll"))) {
            return true;
        }
    }
}

/* The lines of the act up to the question, and the throw that it is about. */
static void add_so_far(const struct result *result, struct text *out)
{
    const char *so_far = result->question.so_far;
    struct str lines = str_of(result->text);
    struct str last = {"", 0};
    while (str_next_part(&lines, '\n', &last)) {
        text_add(out, "%.*s\n", last.n, last.p);
    }
    bool is_last_line = last.n > 0 && strncmp(last.p, so_far, strlen(so_far)) == 0;
    if (so_far[0] != '\0' && !is_last_line) {
        text_add(out, "%s\n", so_far);
    }
}

/* A dry run. Dice that the program would throw are not thrown for it, since one could see them
 * and then change one's mind. */
bool screen_echo_line(struct screen *screen, const char *line, const char *then,
                      struct text *out)
{
    if (throws_here(str_of(line))) {
        screen->loop->tried.line[0] = '\0';
        result_begin(&screen->loop->tried.result); /* nothing is known to be wrong */
        return false;
    }
    if (screen_leaves(screen, line)) {
        say_leaving(screen, line, out);
        return true;
    }
    TEXT_BUFFER(whole, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(joining, 400);
    bool is_written_out = sitting_write_out_kind(screen->sitting, line, &whole);
    const struct result *result = screen_try_line(screen, is_written_out ? whole.p : line);
    bool is_wrong = result->kind != RESULT_DONE && result->kind != RESULT_ASKS;
    int kinds = is_wrong ? 0 : sitting_tell_joining(screen->sitting, line, &joining);
    if (kinds == 1) {
        text_add(out, "%s", joining.p);
    } else if (kinds > 1) {
        text_add(out, "%s; %s", result->label, joining.p);
    } else if (result->kind == RESULT_DONE) {
        text_add(out, "%s", result->text[0] != '\0' ? result->text : result->label);
    } else if (result->kind == RESULT_ASKS) {
        add_so_far(result, out);
        text_add(out, "%s: ", then);
        question_text(&result->question, out);
    }
    return result->kind == RESULT_DONE || result->kind == RESULT_ASKS;
}

/* What the table was like before a line, for what is worth saying after it. */
struct before {
    int rows;       /* the encounter's number of combatants */
    int turn;       /* whose turn it was */
    bool is_out[2]; /* by enum side */
    bool leaves;    /* the line puts another encounter on the table */
    char encounter[NAME_SIZE];
    char due[NOTICE_SIZE]; /* the text of the first pending check that has to be settled; "":
                              none */
};

static void look_before(const struct screen *screen, const char *line, struct before *out)
{
    const struct table_model *model = &screen->model;
    bool is_duty = model->pending_checks > 0 && !model->pending[0].is_optional;
    const char *due = is_duty ? model->pending[0].text : "";
    struct text text = text_over(out->due, sizeof out->due);
    text_add(&text, "%s", due);
    out->rows = model->state->count;
    out->turn = model->state->value[ENCOUNTER_TURN];
    out->leaves = screen_leaves(screen, line);
    text_format(out->encounter, sizeof out->encounter, "%s", screen->loop->encounter);
    for (int side = 0; side <= SIDE_PARTY; side++) {
        out->is_out[side] = turns_is_out(model->state, (enum side)side);
    }
}

/* That nobody of a side is left, at the moment this comes about: what comes next may have no
 * room while something is pending. And that the next turn has left a check open. */
static void add_what_ended(const struct screen *screen, const struct before *before,
                           const char *line, struct text *out)
{
    static const char *const gone[] = {[SIDE_PARTY] = "the party is out of the fight",
                                       [SIDE_FOES] = "no foe is left in the fight"};
    const struct table_model *model = &screen->model;
    for (int side = 0; side <= SIDE_PARTY; side++) {
        if (!before->is_out[side] && turns_is_out(model->state, (enum side)side)) {
            text_add(out, "%s%s", out->n > 0 ? "; " : "", gone[side]);
        }
    }
    bool is_open = false;
    for (int i = 0; i < model->pending_checks && before->due[0] != '\0'; i++) {
        is_open = is_open || strcmp(before->due, model->pending[i].text) == 0;
    }
    struct str words = str_of(line);
    bool is_next = str_equal_any_case(str_next_word(&words), str_of("next")) &&
                   str_next_word(&words).p == NULL;
    if (is_open && is_next) {
        text_add(out, "%sstill open: %s", out->n > 0 ? "; " : "", before->due);
    }
}

/* When another's turn begins: the conditions that the table should remember then. */
static void add_conditions_of_turn(const struct screen *screen, const struct before *before,
                                   struct text *out)
{
    const struct table_model *model = &screen->model;
    int turn = model->state->value[ENCOUNTER_TURN];
    TEXT_BUFFER(conditions, NOTICE_SIZE);
    if (turn != 0 && turn != before->turn) {
        conditions_format_of_turn(model->procedure, model->state, turn, OF_TURN_ALL,
                                  &conditions);
    }
    if (conditions.n > 0) {
        text_add(out, "%s%s: %s", out->n > 0 ? "; " : "", state_name(model->state, turn),
                 conditions.p);
    }
}

/* After a line: closes views that do not list what lines change. */
static void close_views(struct screen *screen)
{
    struct view_stack *views = &screen->model.views;
    for (int i = views->count - 1; i >= 0; i--) {
        const struct view *view = views->entry[i].view;
        if (view->ran == NULL && (view->list == NULL || !view->list->reads_again)) {
            screen_close(screen, view);
        }
    }
}

static void read_views_again(struct screen *screen)
{
    struct view_stack *views = &screen->model.views;
    for (int i = views->count - 1; i >= 0; i--) {
        const struct view *view = views->entry[i].view;
        if (view->ran != NULL) {
            view->ran(screen);
        } else {
            list_read_again(screen, view);
        }
    }
}

static void done(struct screen *screen, const struct before *before, const char *line)
{
    bool is_same =
        str_equal(str_of(sitting_encounter_name(screen->sitting)), screen->loop->encounter);
    close_views(screen);
    screen->loop->refused[0] = '\0';
    screen->loop->wants_tidying = true;
    screen_load(screen);
    read_views_again(screen);
    TEXT_BUFFER(text, NOTICE_SIZE);
    text_add(&text, "%s%s%s", screen->result.label, screen->result.lost[0] != '\0' ? "; " : "",
             screen->result.lost);
    if (is_same) {
        /* The combatant that was just added is likely to be meant next, by a note or a form. */
        if (screen->model.state->count > before->rows) {
            table_model_select(&screen->model, before->rows + 1);
        }
        add_conditions_of_turn(screen, before, &text);
        add_what_ended(screen, before, line, &text);
    } else if (before->leaves) {
        add_way_back(screen, before->encounter, &text);
    }
    screen_say(screen, screen->result.lost[0] != '\0' ? ROLE_WARNING : ROLE_DIM, text.p);
}

/* A refusal by the rules can be overruled, but not one because there is nothing to do, like
 * undo at the start. */
static void refused(struct screen *screen, const char *line)
{
    const struct refusal refusal = screen->result.refusal;
    bool is_ruling = begins_with(line, "ruling");
    close_views(screen);
    read_views_again(screen);
    struct text text = text_over(screen->loop->refused, sizeof screen->loop->refused);
    screen->loop->tried.line[0] = '\0';
    if (screen_try_line(screen, line)->kind == RESULT_REFUSED && !is_ruling) {
        text_add_str(&text, str_of(line));
    }
    TEXT_BUFFER(way_back, NOTICE_SIZE);
    if (offers_way_back(screen, line, &way_back)) {
        screen_say(screen, ROLE_WARNING, way_back.p);
    } else {
        say_refused(screen, &refusal);
    }
}

/* `amend` without changes, for the last act or with `act=27`; *act is that word then. */
static bool is_amend_alone(const char *line, struct str *act)
{
    static const char *const name = "act=";
    struct str rest = str_of(line);
    struct str first = str_next_word(&rest);
    *act = str_next_word(&rest);
    struct str head = {act->p, (int)strlen(name)};
    return str_equal_any_case(first, str_of("amend")) && str_next_word(&rest).p == NULL &&
           (act->p == NULL || (act->n > head.n && str_equal_any_case(head, str_of(name))));
}

/* The act's line, to change a word of it; the line may not name the actor, but its label
 * does. */
static void open_amend(struct screen *screen, struct str act)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(help, NOTICE_SIZE);
    text_add(&text, "amend %.*s%s", act.n, act.n > 0 ? act.p : "", act.n > 0 ? " " : "");
    text_add_str(&text,
                 (struct str){screen->result.text, (int)strcspn(screen->result.text, "\n")});
    if (act.n > 0) {
        text_add(&help,
                 "%s: change what was wrong; Enter replaces it and plays what followed again",
                 screen->result.label);
    } else {
        text_add(&help, "the last act: change what was wrong; Enter replaces the act: %s",
                 screen->result.label);
    }
    screen_open_palette(screen, text.p);
    screen_say(screen, ROLE_DIM, help.p);
}

static void told(struct screen *screen, const char *line)
{
    const char *text = screen->result.text;
    struct str act;
    screen_close(screen, &view_of_question);
    screen_close(screen, &view_of_palette);
    if (is_amend_alone(line, &act)) {
        open_amend(screen, act);
    } else if (strchr(text, '\n') != NULL) {
        screen_read(screen, line, str_of(text));
    } else {
        screen_say(screen, ROLE_PLAIN, text);
    }
}

/* ---- the help -------------------------------------------------------------------------- */

/* The line of the question, the typed line, or the line that settles the first pending
 * check. */
static struct str line_of(const struct screen *screen, enum key_context context)
{
    bool is_question = context == CONTEXT_QUESTION;
    bool is_palette = context == CONTEXT_PALETTE;
    bool is_due = context == CONTEXT_TABLE && screen->model.pending_checks > 0;
    return is_question  ? str_of(screen->loop->question.line)
           : is_palette ? line_edit_text(&screen->loop->palette.edit)
           : is_due     ? str_of(screen->model.pending[0].command)
                        : (struct str){"", 0};
}

/* The rule of the question, or of the first pending check; NULL: that of the command. */
static const char *rule_of(const struct screen *screen, enum key_context context)
{
    const struct table_model *model = &screen->model;
    return context == CONTEXT_QUESTION ? screen->loop->question.question.rule
           : context == CONTEXT_TABLE && model->pending_checks > 0 ? model->pending[0].rule
                                                                   : NULL;
}

void screen_open_help(struct screen *screen, enum key_context context)
{
    char buf[READER_TEXT_SIZE];
    struct text text;
    struct palette_source commands = screen_source(screen);
    struct help_source source = {.commands = commands.commands,
                                 .commands_count = commands.commands_count,
                                 .procedure = screen->model.procedure,
                                 .system = state_system(screen->model.state),
                                 .keys = &screen->model.keys,
                                 .rule_texts = sitting_rule_texts(screen->sitting),
                                 .context = context,
                                 .about =
                                     palette_command_of(&commands, line_of(screen, context)),
                                 .rule = rule_of(screen, context)};
    if (screen->loop->help.system != source.system || screen->loop->help.context != context) {
        text_init(&text, screen->loop->help.text, sizeof screen->loop->help.text);
        help_write(&text, &source);
        screen->loop->help.system = source.system;
        screen->loop->help.context = context;
        screen->loop->help.n = text.n;
    }
    text_init(&text, buf, sizeof buf);
    help_write_now(&text, &source);
    text_add_str(&text, (struct str){screen->loop->help.text, screen->loop->help.n});
    screen_read(screen, "help", (struct str){text.p, text.n});
}

static bool opens_help(struct screen *screen, struct str words)
{
    if (words.n == 0) {
        screen_close(screen, &view_of_palette);
        screen_open_help(screen, CONTEXT_TABLE);
    }
    return words.n == 0;
}

/* The row of the line's command says what the screen opens for it: a view, by its name alone
 * where the view takes no words, or what is told in the reader. Where the words are wrong the
 * command itself asks, or says so. */
static bool opens(struct screen *screen, const char *line)
{
    static const struct {
        const struct view *view;
        bool (*told)(struct screen *screen, struct str words);
    } openings[OPENS_COUNT] = {
        [OPENS_HELP] = {.told = opens_help},
        [OPENS_LOG] = {.view = &view_of_log},
        [OPENS_HISTORY] = {.view = &view_of_history},
        [OPENS_PAST] = {.view = &view_of_past},
        [OPENS_CHRONICLE] = {.view = &view_of_chronicle},
        [OPENS_ENCOUNTERS] = {.view = &view_of_encounters},
        [OPENS_PLAN] = {.view = &view_of_plan},
        [OPENS_PARTY] = {.view = &view_of_party},
        [OPENS_PREPARED] = {.view = &view_of_prepared},
        [OPENS_KINDS] = {.view = &view_of_kinds},
        [OPENS_SETTINGS] = {.view = &view_of_settings},
        [OPENS_CAMPAIGNS] = {.view = &view_of_campaigns},
        [OPENS_IMPORT] = {.view = &view_of_imports},
        [OPENS_WHY] = {.view = &view_of_why},
        [OPENS_FIGURES] = {.view = &view_of_figures},
        [OPENS_QUESTIONS] = {.view = &view_of_figures},
        [OPENS_FORECAST] = {.view = &view_of_forecast},
        [OPENS_EVENING] = {.told = screen_opens_evening},
        [OPENS_CHART] = {.view = &view_of_chart},
        [OPENS_CHOICES] = {.told = screen_opens_choices},
        [OPENS_COMPARE] = {.told = screen_opens_compare},
    };
    struct str words = str_of(line);
    const struct command_def *def = screen_command(screen, str_next_word(&words));
    enum opens what = def != NULL ? def->opens : OPENS_NOTHING;
    const struct view *view = openings[what].view;
    words = str_trimmed(words);
    if (openings[what].told != NULL) {
        return openings[what].told(screen, words);
    }
    if (view != NULL && view->opens != NULL) {
        return view->opens(screen, what, words);
    }
    bool is_alone = view != NULL && words.n == 0;
    if (is_alone) {
        screen_close(screen, &view_of_palette);
        screen_open(screen, view);
    }
    return is_alone;
}

/* Runs a line. After a mistake the typed text stays, so that it can be corrected. */
void screen_show_result_of(struct screen *screen, const char *line)
{
    struct again again;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (!sitting_write_out_kind(screen->sitting, line, &text)) {
        text_add_str(&text, str_of(line));
    }
    if (opens(screen, text.p)) {
        result_begin(&screen->result);
        return;
    }
    screen_again(&again, screen, text.p);
    struct before before;
    char campaign[SITTING_PATH_MAX];
    look_before(screen, text.p, &before);
    screen_keep_choice(screen);
    text_format(campaign, sizeof campaign, "%s", sitting_path(screen->sitting));
    screen->loop->tried.line[0] = '\0';
    sitting_run(screen->sitting, text.p, true, &screen->result);
    bool has_run = screen->result.kind != RESULT_WRONG && screen->result.kind != RESULT_FAILED;
    memcpy(screen->loop->ran, has_run ? text.p : "", has_run ? (size_t)text.n + 1 : 1);
    switch (screen->result.kind) {
    case RESULT_DONE:
        screen_keep_again(screen, &again);
        done(screen, &before, text.p);
        if (strcmp(campaign, sitting_path(screen->sitting)) != 0 &&
            screen->model.encounter[0] == '\0') {
            screen_open(screen, &view_of_encounters); /* another campaign, with no fight open */
        }
        if (begins_with(text.p, "undo") || begins_with(text.p, "redo") ||
            begins_with(text.p, "rewind")) {
            screen_choose_as_then(screen);
        } else if (begins_with(text.p, "prepare")) {
            screen_show_prepared(screen); /* its text comes next */
        }
        break;
    case RESULT_TOLD:
        told(screen, text.p);
        break;
    case RESULT_ASKS:
        screen_ask(screen, text.p);
        break;
    case RESULT_REFUSED:
        refused(screen, text.p);
        break;
    case RESULT_WRONG:
        say_error(screen);
        if (screen->result.text[0] != '\0') { /* more mistakes than one, to scroll through */
            const struct error *first = &screen->result.error;
            char bytes[RESULT_TEXT_SIZE + 2 * sizeof *first];
            struct text all = text_over(bytes, (int)sizeof bytes);
            text_add(&all, "%s%s%s\n%s", first->where, first->where[0] != '\0' ? ": " : "",
                     first->text, screen->result.text);
            screen_close(screen, &view_of_palette);
            screen_read(screen, "mistakes in the text", (struct str){all.p, all.n});
        }
        break;
    case RESULT_FAILED:
        /* Another program's act may have been loaded instead. */
        screen_load(screen);
        say_error(screen);
        if (screen->result.error.code == STATUS_ELSEWHERE) {
            screen_open_lost_file(screen);
        }
        break;
    case RESULT_QUIT:
        screen->loop->has_ended = true;
        break;
    }
}

void screen_run_ruling(struct screen *screen)
{
    if (screen->loop->refused[0] == '\0') {
        screen_say(screen, ROLE_PLAIN, "nothing was refused");
        return;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add(&text, "ruling %s", screen->loop->refused);
    screen_run_line(screen, text.p);
}
