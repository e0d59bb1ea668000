/* What the files of the table's loop share; they are one module, and no other file includes
 * this. table.c waits, looks, draws and dresses the terminal; screen_keys.c hands keys to the
 * view on top, takes those at the table, and says why a key did nothing; screen_more.c is the
 * box of its less common keys; screen_lines.c runs command lines, reports their results and
 * opens what they open; screen_palette.c takes them as they are typed; screen_question.c asks,
 * and takes the keys meanwhile; screen_pending.c lists and settles open checks; screen_throws.c
 * hears dice from outside; screen_again.c knows counts and the last act, and runs a command
 * several times; screen_form.c is the form of a combatant or a kind; lost_file.c asks what to
 * do when the file is gone. Each other view has a file of its own, and knows the screen by
 * screen.h. */
#ifndef REFEREE_TUI_LOOP_SCREEN_PRIVATE_H
#define REFEREE_TUI_LOOP_SCREEN_PRIVATE_H

#include "app/settings/keys.h"
#include "app/sitting/result.h"
#include "app/thrown/table_socket.h"
#include "app/thrown/throws.h"
#include "tui/fight/table_model.h"
#include "tui/term/term.h"
#include "tui/widgets/form.h"
#include "tui/loop/screen.h"
#include "tui/palette/palette.h"
#include "tui/widgets/reader.h"

struct sitting;

/* Everything besides the state on which the footer's dry runs depend. All of it is compared. */
struct footer_of {
    int is_known; /* 0: nothing was tried since the state changed */
    int has_refused;
    int selected, target, acting;
    int chosen; /* their number */
    int columns;
    int has_aim; /* a row says whom keys are for */
};

/* What a dry run of a key's command has shown. */
enum { DRY_RUN_LINE_SIZE = 64 };
struct dry_run {
    char line[DRY_RUN_LINE_SIZE]; /* that was run; "": none since the state changed, or a longer
                                     one, which is run again each time */
    bool can;                     /* the rules take it, or ask for more */
    bool asks_by, asks_whom;      /* who acts, or who is the target */
    int actor;                    /* who would act, if the game has chosen; ANYBODY: it asks */
    int turn;                     /* whose turn it begins; 0: nobody's, or dice decide it */
};

/* A command this many times in a row: `3a`, `3.`; a key without a count is a series of one. It
 * waits for the answers of each time. */
struct series {
    bool is_on;
    int times, done;
    int target;    /* the target of the first time; 0: none yet */
    bool had_turn; /* it was somebody's turn before the last time ran */
    char command[COMMAND_LINE_MAX + 1], words[COMMAND_LINE_MAX + 1]; /* like `again`, below */
    char dice[COMMAND_LINE_MAX + 1]; /* typed already, for the times to come */
    /* Instead of a command: pending checks like this one are settled, each time the next. */
    bool is_alike;
    struct pending kind;
};

enum { CHOICES_KEPT = 16, TABLE_PATH_SIZE = 4096 };

/* What the loop alone knows of the table (tui/loop/screen.h). */
struct loop {
    struct question_box question;
    struct palette palette;
    struct {
        char text[PASTE_SIZE +
                  1]; /* lines, of which those before `at` were given to the palette */
        int at, n;
    } pasted;
    struct form form;
    struct {
        char line[COMMAND_LINE_MAX + 1]; /* "": none since the last event */
        struct result result;
        int turn; /* whose turn it would be; 0: nobody's */
    } tried;      /* the last dry run, see screen_try_line */
    /* The last act, for doing it again: its command with places to fill, and the words after
     * it that are neither combatants nor dice; "" when there is none. */
    char again[COMMAND_LINE_MAX + 1], again_words[COMMAND_LINE_MAX + 1];
    struct series series;
    /* The combatants chosen when the encounter was last after these acts, the newest entry at
     * `choice_next` - 1. */
    struct choice {
        int64_t act; /* 0: the start, or no entry */
        bool is_chosen[COMBATANTS_MAX + 1];
    } choice[CHOICES_KEPT];
    int choice_next;
    struct {
        int target; /* of the last act, 0: none */
        bool stood; /* before it, that one did: in the fight, with hit points */
    } last;
    char pressed[KEY_NAME_SIZE];    /* the last key; "": something else came */
    int more_count;                 /* the count that waits for the key after @more; 0: none */
    char ran[COMMAND_LINE_MAX + 1]; /* the line that this key ran; "": none */
    char refused[COMMAND_LINE_MAX + 1]; /* the line that `!` overrules; "": none */
    char encounter[NAME_SIZE];          /* the encounter of the model's ids */
    bool is_from_list;     /* the open views were opened from the list of encounters */
    bool goes_back;        /* this key was told that undo again leaves the encounter */
    bool offered_way_back; /* the key before was */
    struct {
        struct throws *hand;
        struct table_socket *socket;    /* NULL: nobody can send any */
        char campaign[TABLE_PATH_SIZE]; /* whose socket it is */
        bool has_begun;                 /* a question did, since the callers were told */
        int64_t take_at_ms;             /* when they are taken without a key; 0: never */
    } throws;                           /* dice from outside */
    bool has_ended;
    bool wants_tidying;         /* a line was run since the last idle moment */
    bool has_idle_work;         /* there may be another step to do at once: see view.learns */
    bool has_lost_file;         /* the missing file was reported */
    bool has_answered;          /* the last key answered a question, and none is left */
    struct footer_of footer_of; /* for the answers in the model */
    struct dry_run dry_run[KEY_BINDINGS_MAX]; /* by the places of the keys */
    struct {
        const struct system *system; /* NULL: not written yet */
        enum key_context context;
        int n;
        char text[READER_TEXT_SIZE];
    } help; /* without its first part: writing it again would take most of the time of its key
             */
    int style_seen; /* program_settings.changes when the terminal was last styled; 0: as opened
                     */
    struct due_seen {
        bool is_known;
        char encounter[NAME_SIZE];
        int count;
        char text[PENDING_MAX][sizeof(((struct pending *)0)->text)];
    } due_seen;                  /* the checks pending when the bell was last considered */
    char title[TERM_TITLE_SIZE]; /* the title shown by the terminal */
    struct frame before;         /* the one before, without the message about a dead key */
};

/* ---- table.c --------------------------------------------------------------------------- */

/* Fills the model again from the sitting, whose state or encounter may have changed. */
void screen_load(struct screen *screen);
/* Updates odds and footer when the state, the selection or the target may have changed. */
void screen_look(struct screen *screen);
/* Finds the keys that can do something now, but stand in no row of the table. */
void screen_find_left_out(struct screen *screen);
/* The command of this name that the encounter's system has; NULL: none. */
const struct command_def *screen_command(struct screen *screen, struct str name);
/* True when it has the command that a key runs. */
bool screen_knows_command(struct screen *screen, const char *command);

/* ---- screen_lines.c --------------------------------------------------------------------- */

/* A hint at a key: "l shows the whole log". */
void screen_say_key(struct screen *screen, const char *key, const char *what);
/* See screen_run_line. */
void screen_show_result_of(struct screen *screen, const char *line);
/* Opens the help, with the part for this context first. */
void screen_open_help(struct screen *screen, enum key_context context);
/* Runs the last refused line, under a ruling. */
void screen_run_ruling(struct screen *screen);
#define TABLE_THEN_ASKS "then it asks"
/* Writes what a line would do into `out`, with `then` before what it would ask, "then it asks";
 * false, with nothing written, when this cannot be known beforehand: it is wrong or refused so
 * far, or makes the program throw dice. */
bool screen_echo_line(struct screen *screen, const char *line, const char *then,
                      struct text *out);
/* What a line would do, from a dry run: valid until the next one. A line that was just tried is
 * not run again. */
const struct result *screen_try_line(struct screen *screen, const char *line);

/* True when the line puts another encounter in the place of this one, in which somebody is. */
bool screen_leaves(const struct screen *screen, const char *line);
/* A key's line that leaves a running fight is opened to be run by Enter, and says so; false: it
 * leaves none. */
bool screen_asks_before_leaving(struct screen *screen, const char *line);
/* The key after that; false: it is not undo. */
bool screen_goes_back(struct screen *screen, const char *command);

/* ---- screen_question.c ------------------------------------------------------------------ */

/* Opens the question that the last result asks, after this line, or goes on with it. */
void screen_ask(struct screen *screen, const char *line);
/* Shows in the message line what the typed answer would do. */
void screen_echo(struct screen *screen);
/* Several dice are asked for and one number was typed: it is probably their sum. */
bool screen_types_total(const struct screen *screen);
/* The line of the question, for its odds: without the typed text, but with the selected
 * combatant if one is asked for. */
bool screen_asked_line(struct screen *screen, struct text *out);
/* The same with the typed words, or the line in the palette; dice do not change it. False when
 * there is none. */
bool screen_typed_line(struct screen *screen, struct text *out);

/* Enter at a question for dice. */
void screen_accept_dice(struct screen *screen);

/* ---- screen_throws.c -------------------------------------------------------------------- */

void screen_throws_begin(struct screen *screen);
void screen_throws_end(struct screen *screen);
/* Somebody has sent something. */
void screen_throws_hear(struct screen *screen);
/* After each event: who sends dice is told whether something asks for them, and dice of a
 * question that is over are let go. */
void screen_throws_look(struct screen *screen);
/* The question asks for something else: dice that wait go into its field. */
void screen_throws_ask(struct screen *screen);
/* Takes the dice that are only offered; false: none are. */
bool screen_throws_take_offered(struct screen *screen);
/* The answer with the sources of its dice. */
void screen_throws_answer(struct screen *screen, struct str words, struct text *out);
/* What came from outside, on a line of its own before the other words about the answer. */
void screen_throws_tell(struct screen *screen, struct text *out);
/* A key was pressed: nothing is taken by itself now. */
void screen_throws_wait(struct screen *screen);
/* How long may be waited until dice are taken without a key, at most `wait_ms`; and whether it
 * is time now, which also takes them. */
int screen_throws_limit(const struct screen *screen, int wait_ms);
bool screen_throws_are_due(struct screen *screen);

/* ---- screen_again.c --------------------------------------------------------------------- */

/* Takes a digit of a count before a key; false when it is not one. */
bool screen_count_digit(struct screen *screen, const struct term_input *input);
/* Runs a command of the key table with its places filled in: with the count as its amount if it
 * has a place for one, or else that many times. */
void screen_run_command(struct screen *screen, const char *command);
/* Repeats the last act with the present combatants, and new dice. */
void screen_repeat(struct screen *screen, int times);
/* Remembers a line that is about to run, to repeat it once it is done. */
struct again {
    bool is_act, has_targets, is_attack;
    int target; /* the combatant it is about; 0: none, or several */
    bool stood; /* that combatant, before it */
    char command[COMMAND_LINE_MAX + 1], words[COMMAND_LINE_MAX + 1];
};
void screen_again(struct again *out, struct screen *screen, const char *line);
/* The line was done. */
void screen_keep_again(struct screen *screen, const struct again *again);

/* The chosen combatants are remembered before a line runs. After undo, redo and rewind those
 * chosen at that point are chosen again, unless some are chosen now. */
void screen_keep_choice(struct screen *screen);
void screen_choose_as_then(struct screen *screen);
/* The referee has cleared the chosen combatants: none come back. */
void screen_forget_choices(struct screen *screen);

/* Settles this many pending checks that are like this one, one after the other. All dice can be
 * typed at once, or rolled. */
void screen_series_begin_alike(struct screen *screen, const struct pending *kind, int times);
/* Called after an answer was run: runs the remaining times. */
void screen_series_go_on(struct screen *screen);
/* The question was left. */
void screen_series_leave(struct screen *screen);
/* Dice typed at a question: this time uses those it needs, the others wait for the next. */
void screen_series_answer(struct screen *screen, struct str dice);
/* After the echo of the typed text: the dice that would wait. */
void screen_series_say_waiting(struct screen *screen, struct text *out);
/* The dice after a line that complete this time if others follow, or else all of them. */
struct str screen_series_dice(struct screen *screen, struct str line, struct str dice);

/* ---- screen_form.c ---------------------------------------------------------------------- */

/* Opens a form for a new combatant, or for the selected one. */
void screen_open_form_new(struct screen *screen);
void screen_open_form_edit(struct screen *screen);
/* Shows in the message line the line that accepting the form would run. */
void screen_echo_form(struct screen *screen);
/* Closes a form whose combatant is gone. */
void screen_check_form(struct screen *screen);

/* ---- screen_keys.c ---------------------------------------------------------------------- */

/* The rows of the order's pane in the last frame: letters and steps refer to what the referee
 * sees. */
int screen_order_rows(struct screen *screen);
/* Handles a key, a character or a paste for the view on top. */
void screen_take_key(struct screen *screen, const struct term_input *input);

/* Opens the report on a text that was pasted; false: it holds no creatures, and nothing is
 * done. */
bool screen_opens_pasted(struct screen *screen, const struct term_input *input);
/* Does what a key of the table does, wherever it was pressed. */
void screen_run_key(struct screen *screen, const struct view_key *key);

/* A key that has no name here: said beside what is typed, which stays. */
void screen_say_unknown_key(struct screen *screen);
/* Writes into model.dead_key that a key did nothing in the view on top, and why. */
void screen_say_no_effect(struct screen *screen, const char *key);

/* ---- screen_pending.c ------------------------------------------------------------------- */

/* Opens the list of open checks. */
void screen_open_list(struct screen *screen);
/* Settles the pending check at this place in the list. */
void screen_settle(struct screen *screen, int which);
/* True when two checks are settled by the same command, for combatants of one side: the result
 * for a foe is not meant for one of the party. */
bool table_are_alike(const struct state *state, const struct pending *a,
                     const struct pending *b);
/* The line that settles a pending check, with names as one would type it: it is shown later, to
 * be amended. */
void table_add_settling_line(const struct table_model *model, const struct pending *pending,
                             struct text *out);

/* ---- screen_more.c, lost_file.c --------------------------------------------------------- */

/* Opens the box of the keys after @more; a count typed before waits for the next key. */
void screen_open_more(struct screen *screen, int count);
/* Opens the ways on when the campaign's file is not in its place, on top of the refused
 * action. */
void screen_open_lost_file(struct screen *screen);

/* ---- screen_palette.c ------------------------------------------------------------------- */

/* See screen_open_palette_at. */
void screen_show_palette(struct screen *screen, const char *line, int cursor);
/* True when the palette, which is not open, has words that can follow the line. */
bool screen_completes_after(struct screen *screen, const char *line);
/* Opens the palette with the next of several lines that were pasted into it, once the one
 * before has done all it does. */
void screen_go_on_with_pasted(struct screen *screen);
/* What the palette finds, and what a dry run of a line says. */
struct palette_source screen_source(struct screen *screen);
/* Completes the typed word, as by its key. */
void screen_complete_in_palette(struct screen *screen);

#endif
