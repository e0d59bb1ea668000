/* What views may do to the screen that they are on: run and offer command lines, say something,
 * open and close views. They know the table itself (tui/loop) only as this handle; the
 * functions are its. A view's data belongs to the screen, as memory of the view's size, which
 * is zero at first, and stays from one opening to the next. */
#ifndef REFEREE_TUI_LOOP_SCREEN_H
#define REFEREE_TUI_LOOP_SCREEN_H

#include "app/sitting/result.h"
#include "app/sitting/sitting.h"
#include "tui/widgets/form.h"
#include "tui/widgets/view.h"

struct ask_box;
struct export_draft;
struct past;
struct sitting_prepared;

struct sitting *table_sitting(struct table *table);
/* The model that is drawn: its state, keys, message and views. */
struct table_model *table_model_of(struct table *table);
/* The result of the line that ran last. */
struct result *table_result(struct table *table);
struct terminal *table_terminal(struct table *table);
/* The data of a view, whether it is open or not. */
void *table_data(struct table *table, const struct view *view);
/* The part of the screen for a view with the room VIEW_SHEET, and the number of rows of a list
 * shown in it at once, for moving by pages. */
struct canvas table_sheet(struct table *table);
int table_page(struct table *table);

/* ---- messages -------------------------------------------------------------------------- */

void table_say(struct table *table, enum role role, const char *text);
/* The error with its place. */
void table_say_error(struct table *table, const struct error *error);
/* The words of an error alone; nothing when there is none. */
void table_say_failed(struct table *table, enum status status, const struct error *error);
/* For `before`: clears the message of the last key. */
bool table_say_nothing(struct table *table, const struct view_key *key);
/* Shows a long text on top of everything. */
void table_read(struct table *table, const char *title, struct str text);
/* A text that grows in idle moments, such as of fights that are played, until the reader is
 * closed: it is told again each time. */
enum grows { GROWS_ON, GROWS_NO_MORE, GROWS_FAILED };
struct reader_growing {
    void *self; /* given back by `end`; NULL: nothing grows */
    /* Does a piece that no key waits for, and tells all of it. GROWS_FAILED: `err` says why,
     * and the reader is closed. */
    enum grows (*go_on)(void *self, struct table *table, struct text *title, struct text *out,
                        struct error *err);
    void (*end)(void *self);
};
/* `text` is shown first. */
void table_read_growing(struct table *table, const char *title, struct str text,
                        const struct reader_growing *growing);

/* ---- lines ----------------------------------------------------------------------------- */

/* Runs a line and shows the result. After a mistake the typed text stays, so that it can be
 * corrected. */
void table_run_line(struct table *table, const char *line);
/* Opens the palette with the beginning of a line in it, or "". */
void table_open_palette(struct table *table, const char *line);
/* The same with the cursor after this many of its bytes. */
void table_open_palette_at(struct table *table, const char *line, int cursor);

/* ---- views ----------------------------------------------------------------------------- */

/* Opens a view as its word does as a command line, without closing any other. */
void table_open(struct table *table, const struct view *view);
/* Puts a view over what is open. */
void table_push(struct table *table, const struct view *view);
/* Closes a view wherever it is on the stack. */
void table_close(struct table *table, const struct view *view);
/* Closes all of them. */
void table_close_all(struct table *table);
/* Common acts of views: closing the one on top, and its help. */
void table_act_close(struct table *table, const struct view_key *key);
void table_act_help(struct table *table, const struct view_key *key);

/* ---- from one view to another ---------------------------------------------------------- */

/* Opens the palette with the line of this act, to change it. */
void table_amend(struct table *table, int64_t act);
/* Goes back or forward to just after this act. */
void table_rewind(struct table *table, int64_t act);
/* Shows the table as it was just after an act (0: the start). Views over the table wait below
 * it. */
void table_look_back_to(struct table *table, int64_t act);
/* The same of any encounter, after one of its acts (-1: as it stands now). */
void table_look_back_at(struct table *table, int64_t encounter, int64_t act);
/* While the past is looked at: to another act of that fight. */
void table_look_back_on(struct table *table, int64_t act);
/* The log of the fight whose past is looked at; of any encounter, up to an act (-1: all). */
void table_open_past_log(struct table *table);
void table_close_past_log(struct table *table);
void table_open_log_of(struct table *table, int64_t encounter, int64_t act);
/* The line that exports an encounter, to be completed. */
void table_open_export(struct table *table, const struct export_draft *draft);
/* Forgets the past that was looked at. */
void table_end_past(struct table *table);
/* Asks the log with these words, in this evening. */
void table_open_ask_further(struct table *table, struct str words);
/* Reads the questions that were kept, for words that name them. */
void table_read_kept(struct table *table, struct ask_box *box);
/* Offers the command that keeps the typed words; their name is still to be typed. */
void table_keep_question(struct table *table, const struct ask_box *box);
/* Shows why a value ("": the usual one) of a combatant is what it is now. */
void table_open_why(struct table *table, int id, struct str value);
/* Shows the figures of an encounter by its name (""): the open one). */
void table_open_figures_of(struct table *table, const char *encounter);
/* Shows the forecast of an encounter as it stands, as it was at its start, or of a prepared
 * one. */
void table_open_forecast_of(struct table *table, int64_t encounter);
void table_open_forecast_of_start(struct table *table, int64_t encounter);
void table_open_forecast_prepared(struct table *table, const struct sitting_prepared *prepared);
/* The chart of a fight: the chance after each act, with this one selected (0: the last); and by
 * the words of `chart FIGHT`, false when they are wrong. */
void table_open_chart(struct table *table, int64_t encounter, int64_t act);
bool table_opens_chart(struct table *table, struct str words);
/* What could be done in place of an act, or now (act 0), told in the reader while it is played;
 * and by the words of `choices ADDRESS`, false when they are wrong. */
void table_open_choices(struct table *table, int64_t encounter, int64_t act);
bool table_opens_choices(struct table *table, struct str words);
/* Tells the plan as an evening in the reader, while it is played; with a rest by its words,
 * false when they are wrong. */
void table_open_evening(struct table *table);
bool table_opens_evening(struct table *table, struct str rest);
/* Opens a form for a new kind, or for this one. */
void table_open_form_of_kind(struct table *table, enum form_of of, const char *name);
/* The same for a member of the party, by name; "": a new one. */
void table_open_form_of_member(struct table *table, const char *name);
/* The kinds of the game: those with these words (""), all. */
void table_open_kinds(struct table *table, struct str words);
/* All of them, with the one that was made or changed last selected. */
void table_show_newest_kind(struct table *table);
/* Remembers what `start NAME` begins, for the time of its questions. */
void table_note_start(struct table *table, const char *line);
/* The same at the moment of the past that is looked at; by the words of `why WHO VALUE`, false
 * when they are wrong. */
void table_open_why_then(struct table *table, int id);
bool table_opens_why(struct table *table, struct str words);
/* Asks the log in words. */
void table_open_ask(struct table *table);
/* Shows what the words of `figures WORDS` ask for, false when they are wrong; the same for
 * `questions QUESTION WORDS`, whose answer stands below the figures. */
bool table_opens_figures(struct table *table, struct str words);
bool table_opens_questions(struct table *table, struct str words);
/* Opens the report on a text that was pasted; false: it holds no creatures, and nothing is
 * done. By the words of `import FILE` its report, without words the list of files; false when
 * the line is to run, as it says whether to take it. */
bool table_opens_pasted(struct table *table, const struct term_input *input);
bool table_opens_import(struct table *table, struct str words);
/* The log of the open fight. */
void table_open_log(struct table *table);
/* The past that is looked at, or whose log is read; NULL: none. Another one in its place: of an
 * encounter, after one of its acts. */
struct past *table_past(struct table *table);
enum status table_open_past(struct table *table, int64_t encounter, int64_t act,
                            struct error *err) MUST_CHECK;

#endif
