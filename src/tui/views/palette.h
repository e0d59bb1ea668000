/* The palette: every command and every combatant, found by a few letters, and any
 * command line typed in full, with its words completed.
 *
 * While the first word is typed, the entries are commands, combatants and lines that were run
 * before, in the order of base/fuzzy; what cannot be done now comes last, with the reason.
 * Enter runs only what is meant: a name, or a beginning that only one has. What is found in
 * another way is suggested, and runs once it was gone down to. A beginning becomes the whole
 * name with the blank after it, so that the line stands there as it will run. After a
 * command's name they are whatever the word at the cursor could be: combatants, choices, words
 * that the campaign knows, the answers to what the command would ask, and its options. */
#ifndef REFEREE_TUI_VIEWS_PALETTE_H
#define REFEREE_TUI_VIEWS_PALETTE_H

#include "app/keys.h"
#include "base/fuzzy.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/option_about.h"
#include "tracker/procedure.h"
#include "tui/views/line_edit.h"

enum {
    PALETTE_ENTRIES_MAX = COMMANDS_MAX + 2 * COMBATANTS_MAX,
    PALETTE_HISTORY_MAX = 50,
    PALETTE_RECENT = 5, /* lines offered before anything is typed */
    PALETTE_WORD_SIZE = 96,
    PALETTE_NOTE_SIZE = 120
};

enum palette_kind {
    PALETTE_COMMAND,
    PALETTE_ROW,
    PALETTE_LINE, /* one that was run before */
    PALETTE_WORD, /* of the command that is typed */
    PALETTE_NAME  /* of an option: its value follows at once */
};

struct palette_entry {
    enum palette_kind kind;
    const struct command_def *command;
    const char *key; /* that runs the command; NULL: none does */
    int index;       /* PALETTE_ROW: the combatant's id; PALETTE_LINE: of palette->history */
    bool is_last; /* a command that is refused now, a combatant out of the fight: the note says
                     why */
    bool is_unlikely;             /* a combatant of the side that is hardly meant */
    bool begins;                  /* its name begins with what is typed, or that is its key */
    bool is_meant;                /* it alone is named by what is typed */
    bool is_by_help;              /* only its help holds what is typed */
    char word[PALETTE_WORD_SIZE]; /* PALETTE_WORD and _NAME: as it is typed, without a blank */
    char note[PALETTE_NOTE_SIZE];
    struct fuzzy_match match;
};

/* What is typed now: one of the arguments, or the value of an option, of a command. */
struct palette_place {
    const struct command_def *command; /* NULL: the first word still */
    int argument;                      /* index; as many as there are: after them */
    const char *option;                /* whose value is typed; NULL: none */
    int start;                         /* of what is completed, in bytes of the line */
    int word;                          /* of the last word of it */
};

struct palette {
    struct line_edit edit;
    struct palette_entry entry[PALETTE_ENTRIES_MAX];
    int entries;
    bool is_answer;  /* it went on from a question, where the line is not what was typed */
    int asked;       /* then this many bytes of the line are the question's, which C-u leaves */
    int picked;      /* index of the entry that Enter or Tab takes; -1: none, Tab then takes
                        the first */
    bool is_gone_to; /* the referee went up or down to the picked one */
    int begin_so; /* commands and combatants that begin with the first word, while it is typed
                   */
    struct palette_place place;
    char refusal[COMMANDS_MAX][PALETTE_NOTE_SIZE]; /* beside the commands: "" or why not now */
    /* Lines run before; kept when the palette is opened again. */
    char history[PALETTE_HISTORY_MAX][COMMAND_LINE_MAX + 1];
    int history_count;
    int history_back; /* how many lines back the shown one is; 0: what is typed now */
};

typedef void palette_see_fn(void *to, const char *word, const char *note);

/* What there is to find; borrowed for the call. The functions ask the sitting and may be NULL.
 */
struct palette_source {
    const struct command_def *const *commands;
    int commands_count;
    const struct procedure *procedure;
    const struct key_table *keys;
    const struct state *state;
    void *context;
    /* Words of this kind, one call each. */
    void (*words)(void *context, enum argument_words kind, palette_see_fn *see, void *to);
    /* Names of records of this kind, one call each. */
    void (*records)(void *context, const char *kind, palette_see_fn *see, void *to);
    /* What the line would ask next; NULL when it asks nothing. */
    const struct question *(*asks)(void *context, const char *line);
    /* Whether the line is refused now, and why. */
    bool (*refuses)(void *context, const char *line, struct text *why);
};

/* The command that a line is of, whatever stands before its name (`ruling`); NULL: none. */
const struct command_def *palette_command_of(const struct palette_source *source,
                                             struct str line);

/* Opens with the beginning of a line, or ""; the history stays. Zeroed memory is a palette
 * without history. */
void palette_begin(struct palette *palette, const struct palette_source *source,
                   const char *line);
/* After the line has changed, or the cursor in it has moved. */
void palette_update(struct palette *palette, const struct palette_source *source);
/* Up and down the entries; above the first one, through the lines run before. */
void palette_move(struct palette *palette, const struct palette_source *source, int steps);
/* Tab: the picked entry takes the place of the word at the cursor. */
void palette_complete(struct palette *palette, const struct palette_source *source);

enum palette_verdict {
    PALETTE_RUNS,    /* the line is to be run */
    PALETTE_SELECTS, /* the combatant `id` is meant */
    PALETTE_WAITS    /* nothing to run yet; the line may have been completed */
};
/* What Enter would do. The line is that which would run, or would wait for its arguments; ""
 * when nothing is meant. */
struct palette_enter {
    enum palette_verdict verdict;
    char line[LINE_EDIT_SIZE];
    int id;
};
void palette_enter(const struct palette *palette, const struct palette_source *source,
                   struct palette_enter *out);
/* Enter. *id is set for PALETTE_SELECTS; for PALETTE_RUNS palette->edit holds the line. */
enum palette_verdict palette_accept(struct palette *palette,
                                    const struct palette_source *source, int *id);
/* The line that Enter would run now; "" when it would not run any. */
void palette_would_run(const struct palette *palette, const struct palette_source *source,
                       char out[LINE_EDIT_SIZE]);
/* Why Enter does nothing with what is typed, and what to do instead. */
void palette_say_why_not(const struct palette *palette, const struct palette_source *source,
                         struct text *out);
/* Keeps a line that was run, once. */
void palette_remember(struct palette *palette, const char *line);

/* ---- palette_view.c -------------------------------------------------------------------- */

/* How many rows it would like in a screen of this many rows, its own line not counted. */
int palette_rows(const struct palette *palette, int rows);
/* The entries, into a canvas of palette_rows rows. */
void palette_draw(const struct palette *palette, const struct procedure *procedure,
                  const struct state *state, struct canvas canvas);
/* Its line, into a canvas of one row. */
void palette_draw_line(struct palette *palette, struct canvas canvas);

#endif
