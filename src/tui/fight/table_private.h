/* What the files of the table's loop share; nobody else includes this. table.c waits, looks and
 * draws, table_keys.c hands keys to the view on top and takes those at the table,
 * table_question.c those while something is asked (each other view has a file of its own),
 * table_again.c knows counts and the last act, table_series.c runs a command several times,
 * table_lines.c runs command lines and says what came of them. */
#ifndef REFEREE_TUI_FIGHT_TABLE_PRIVATE_H
#define REFEREE_TUI_FIGHT_TABLE_PRIVATE_H

#include "app/keys.h"
#include "app/result.h"
#include "tui/fight/table_model.h"
#include "tui/term/term.h"
#include "tui/views/campaigns.h"
#include "tui/views/encounters.h"
#include "tui/views/form.h"
#include "tui/views/history.h"
#include "tui/views/kinds.h"
#include "tui/views/log_list.h"
#include "tui/views/look_back.h"
#include "tui/views/lost_file.h"
#include "tui/views/open_list.h"
#include "tui/views/palette.h"
#include "tui/views/reader.h"
#include "tui/views/settings_form.h"

struct sitting;

/* What the answers of the footer's dry runs hang on, besides the state. All of it is compared.
 */
struct footer_of {
    int is_known; /* 0: nothing was tried since the state changed */
    int has_refused;
    int selected, target, acting;
    int chosen; /* how many */
    int columns;
};

/* A command this many times on end: `3a`, `3.`. It waits for answers, of each time again. */
struct series {
    bool is_on;
    int times, done;
    int target;    /* whom the first time went to; 0: nobody yet */
    bool had_turn; /* somebody had the turn before the time that ran last */
    char command[COMMAND_LINE_MAX + 1], words[COMMAND_LINE_MAX + 1]; /* as of `again`, below */
    char dice[COMMAND_LINE_MAX + 1]; /* typed already, for the times to come */
};

enum { CHOICES_KEPT = 16 };

/* All that the loop holds: a few megabytes, of which the log and the list of past acts are
 * touched only when they are opened. */
struct table {
    struct sitting *sitting;
    struct terminal *terminal;
    const struct own_keys *own_keys; /* the user's; NULL: none */
    struct table_model model;
    struct question_box question;
    struct palette palette;
    struct reader reader;
    struct history history;
    struct log_list log;
    struct look_back look_back;
    struct encounters encounters;
    struct form form;
    struct open_list open_list;
    struct lost_file lost_file;
    struct campaigns campaigns;
    struct settings_form settings;
    struct kinds kinds;
    struct result result; /* of the line that ran last */
    /* The last act, for doing it again: its command with places to fill, and the words after
     * it that are neither combatants nor dice; "" when there is none. */
    char again[COMMAND_LINE_MAX + 1], again_words[COMMAND_LINE_MAX + 1];
    struct series series;
    /* Who was chosen when the encounter stood after these acts last, the newest entry at
     * `choice_next` - 1. */
    struct choice {
        int64_t act; /* 0: the start, or no entry */
        bool is_chosen[COMBATANTS_MAX + 1];
    } choice[CHOICES_KEPT];
    int choice_next;
    struct {
        int target; /* of the act done last, 0: none */
        bool stood; /* before it, see table_stands */
    } last;
    char pressed[KEY_NAME_SIZE];    /* the key that came last; "": something else did */
    int more_count;                 /* the count that waits for the key after @more; 0: none */
    char ran[COMMAND_LINE_MAX + 1]; /* the line that this key ran; "": none */
    char refused[COMMAND_LINE_MAX + 1]; /* what `!` overrules; "" when there is nothing */
    char encounter[NAME_SIZE];          /* that the model's ids belong to */
    bool has_ended;
    bool wants_tidying; /* a line was run since the last idle moment */
    bool has_idle_work; /* a further step can be done at once */
    bool has_lost_file; /* it was said that the file is not in its place */
    bool has_answered;  /* the key before took the answer of a question, and none is left */
    struct footer_of footer_of; /* of the answers in the model */
    struct {
        const struct system *system; /* NULL: none is written yet */
        enum key_context context;
        int n;
        char text[READER_TEXT_SIZE];
    } help; /* except for what comes first: writing it again takes longer than all else of its
             * key
             */
    int style_seen; /* program_settings.changes when the terminal was styled last; 0: as it
                       was opened */
    struct due_seen {
        bool is_known;
        char encounter[NAME_SIZE];
        int count;
        char text[PENDING_MAX][sizeof(((struct pending *)0)->text)];
    } due_seen;                  /* what was due when the bell was thought of last */
    char title[TERM_TITLE_SIZE]; /* that the terminal shows */
    bool has_frame_to_keep;      /* as `before`, when the next one is drawn */
    struct frame frame;
    struct frame
        before; /* the one before, as it is without the word about a key that is dead */
};

/* ---- table.c --------------------------------------------------------------------------- */

/* The model is filled again from the sitting, whose state or encounter may have changed. */
void table_load(struct table *table);
/* Odds and footer: after the state, the selection or the target may have changed. */
void table_look(struct table *table);
/* A model filled from any sitting: state, order, log and what is due. */
void table_fill(struct table_model *model, struct sitting *sitting);
/* The odds of the usual act of those who are selected and targeted. */
void table_usual_odds(struct table_model *model, struct sitting *sitting);
/* Whether the encounter's system has the command that a key runs. */
bool table_knows_command(struct table *table, const char *command);

/* ---- table_style.c --------------------------------------------------------------------- */

/* The terminal follows settings that were changed. */
void table_style_follow(struct table *table);
/* Title and bell: what is due. */
void table_style_announce(struct table *table);

/* ---- table_lines.c --------------------------------------------------------------------- */

void table_say(struct table *table, enum role role, const char *text);
/* With its place. */
void table_say_error(struct table *table, const struct error *error);
/* That a key helps: "l shows the whole log". */
void table_say_key(struct table *table, const char *key, const char *what);
/* Runs a line and shows what came of it. What went wrong leaves what was typed where it is, so
 * that it can be mended. */
void table_run_line(struct table *table, const char *line);
/* Opens the palette with the line of this act, to change it. */
void table_amend(struct table *table, int64_t act);
/* Goes back, or forth, to when this act had just been done. */
void table_rewind(struct table *table, int64_t act);
/* The line that was refused last, under a ruling. */
void table_run_ruling(struct table *table);
/* What the typed answer would do, in the message line. */
void table_echo(struct table *table);
/* What a line would do, into `out`; false, with nothing written, when that cannot be told
 * before it is done: it is wrong or refused so far, or has the program throw dice. */
bool table_echo_line(struct table *table, const char *line, struct text *out);
/* A long text, on top of everything. */
void table_read(struct table *table, const char *title, struct str text);

/* ---- table_question.c ------------------------------------------------------------------ */

/* After a question was begun: to whom the command goes, and what the rules would refuse. */
void table_prepare_question(struct table *table);
/* The line with what is typed in it; false when there is nothing to try, or no room. */
bool table_answered_line(struct table *table, struct text *out);
/* The line that is asked about, for its odds: without what is typed, but with the combatant
 * that is selected, where one is asked for. */
bool table_asked_line(struct table *table, struct text *out);
/* The same with the words that are typed, or the line in the palette; dice make no other line.
 * False when there is none. */
bool table_typed_line(struct table *table, struct text *out);

/* ---- table_again.c --------------------------------------------------------------------- */

/* A digit of a count before a key; false when it is none. */
bool table_count_digit(struct table *table, const struct term_input *input);
/* A command of the key table, its places filled in: with the count as its amount, if it has a
 * place for one, else as many times as the count says. */
void table_run_command(struct table *table, const char *command);
/* The last act again, with the one who is meant by the screen now, and new dice. */
void table_repeat(struct table *table, int times);
/* A line that is about to run: what it would take to do it again, once it is done. */
struct again {
    bool is_act, has_targets;
    int target; /* the one it is about; 0: none, or several */
    bool stood; /* that one, before it */
    char command[COMMAND_LINE_MAX + 1], words[COMMAND_LINE_MAX + 1];
};
void table_again(struct again *out, struct table *table, const char *line);
/* It is done. */
void table_keep_again(struct table *table, const struct again *again);

/* Who is chosen is kept before a line runs. After undo, redo and rewind those are chosen again
 * who were when the encounter stood there, unless some are chosen now. */
void table_keep_choice(struct table *table);
void table_choose_as_then(struct table *table);
/* The referee has dropped the choice: none comes back. */
void table_forget_choices(struct table *table);

/* Whether somebody is in the fight and has hit points left, or none that are counted. */
bool table_stands(const struct state *state, int id);

/* ---- table_series.c -------------------------------------------------------------------- */

/* Runs a command this many times. It stops where it is refused, when the one it goes to falls,
 * and at the end of a round, when nobody has a turn; what is asked for is asked for each time
 * again. */
void table_series_begin(struct table *table, const char *command, const char *words, int times);
/* After an answer was run: the times that are left. */
void table_series_go_on(struct table *table);
/* The question was left. */
void table_series_leave(struct table *table);
/* Dice typed at a question: those that this time takes are run, the others wait for the next.
 */
void table_series_answer(struct table *table, struct str dice);
/* After the echo of what is typed: the dice that would wait. */
void table_series_say_waiting(struct table *table, struct text *out);
/* Of dice typed after a line, those that make this time whole while others are to come, else
 * all. */
struct str table_series_dice(struct table *table, struct str line, struct str dice);

/* ---- table_form.c ---------------------------------------------------------------------- */

/* A form for a new combatant, or for the selected one. */
void table_open_form_new(struct table *table);
void table_open_form_edit(struct table *table);
/* The line that accepting the form would run, in the message line. */
void table_echo_form(struct table *table);
/* Closes a form whose combatant is gone. */
void table_check_form(struct table *table);

/* ---- table_keys.c ---------------------------------------------------------------------- */

/* The rows of the order's pane in the frame that was shown last: what the referee sees is what
 * letters and steps mean. */
int table_order_rows(struct table *table);
/* Takes a view off from wherever it lies. */
void table_close(struct table *table, const struct view *view);
/* Takes off all of them. */
void table_close_all(struct table *table);
/* What views have in common for their acts: closing the one on top, and the help for it. */
void table_act_close(struct table *table, const struct view_key *key);
void table_act_help(struct table *table, const struct view_key *key);
/* For `before`: the message of the key before is gone. */
bool table_say_nothing(struct table *table, const struct view_key *key);
/* The rows of a list that show at once, for moving by pages. */
int table_page(struct table *table);
/* A key, a character or a paste, for whatever is on top. */
void table_take_key(struct table *table, const struct term_input *input);

/* What a key does that is bound at the table, wherever it was pressed. */
void table_run_key(struct table *table, const struct view_key *key);

/* ---- table_dead_keys.c ----------------------------------------------------------------- */

/* Why this key, by its name, does nothing at the table: it stands after @more, it is one of
 * another game, or nobody has it. */
void table_say_dead_key(struct table *table, const char *key);
/* Into model.dead_key: that nothing came of a key in the view on top, and why. */
void table_say_no_effect(struct table *table, const char *key);
/* Nothing has changed, and nothing was said: why this act of the screen could do nothing. */
void table_say_idle(struct table *table, enum screen_act act);

/* ---- how each view is opened, in the file of its keys ---------------------------------- */

void table_open_log(struct table *table);
/* What is open, to settle any of it. */
void table_open_list(struct table *table);
/* Settles the pending check of this place in the list. */
void table_settle(struct table *table, int which);
/* Behind a key: the next of those that are settled one after the other. */
void table_settle_on(struct table *table, bool is_cancelled);
/* The table as it was: before the last act, as often as the key was counted; just after an act
 * (0: the start); as the words of `look` say. What lies over the table waits below it. */
void table_look_back(struct table *table, const struct view_key *key);
void table_look_back_to(struct table *table, int64_t act);
void table_look_back_by_words(struct table *table, struct str words);
/* The box of the keys behind @more; the count typed before waits for the one that follows. */
void table_open_more(struct table *table, int count);
void table_open_history(struct table *table);
/* The encounters of the campaign. */
void table_open_encounters(struct table *table);
/* Other campaigns and the copies of this one. */
void table_open_campaigns(struct table *table);
/* The kinds of the game: those with these words (""), all. */
void table_open_kinds(struct table *table, struct str words);
/* The settings of the program. */
void table_open_settings(struct table *table);
/* The ways on when the campaign's file is not in its place, on top of what was refused. */
void table_open_lost_file(struct table *table);
/* The help, with what is meant for this context first. */
void table_open_help(struct table *table, enum key_context context);
/* The palette with the beginning of a line in it, or "". */
void table_open_palette(struct table *table, const char *line);
/* The same with the cursor after this many of its bytes. */
void table_open_palette_at(struct table *table, const char *line, int cursor);
/* Commands and combatants, and what the sitting knows beside them. */
struct palette_source table_source(struct table *table);
/* The word that is typed there is completed, as by its key. */
void table_complete_in_palette(struct table *table);

#endif
