/* The palette: every command and every combatant, found by a few letters, and any
 * command line typed in full, with its words completed.
 *
 * While the first word is typed, the entries are commands, combatants and earlier lines, in the
 * order of fuzzy_match; entries that are impossible now come last, with the reason. Enter
 * runs only a name or a unique beginning. Other matches are suggestions, which run after moving
 * down to them. A beginning becomes the whole name with a blank after it, so that the line is
 * shown as it will run. After a command's name the entries are the possible words at the
 * cursor: combatants, choices, words that the campaign knows, answers to what the command would
 * ask, and its options. */
#ifndef REFEREE_TUI_PALETTE_PALETTE_H
#define REFEREE_TUI_PALETTE_PALETTE_H

#include <stdbool.h>

#include "app/settings/keys.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"
#include "tui/widgets/line_edit.h"
#include "tui/widgets/list_view.h"
#include "base/text.h"
#include "tui/widgets/view.h"

/* Fuzzy matching for pickers and the palette: a few letters, in order, find a name, and the
 * better match comes first.
 *
 * Pure and without a heap: the same pattern and text give the same score everywhere. Texts are
 * compared character by character (UTF-8) and without case; blanks in the pattern are skipped,
 * so that "dam gob" finds "damage goblin". */

/* In characters. A longer pattern matches nothing; a longer text is searched only at its
 * beginning. */
enum { FUZZY_PATTERN_MAX = 32, FUZZY_TEXT_MAX = 128 };

struct fuzzy_match {
    int score;  /* the greater, the better; 0 for an empty pattern */
    int length; /* of the whole text, in bytes */
    int order;  /* set by the caller: its row in the table, for fuzzy_compare */
    int count;  /* of positions: one for each character of the pattern that is not a blank */
    int positions[FUZZY_PATTERN_MAX]; /* ascending byte offsets into the text, to highlight */
};

/* True when the characters of `pattern` occur in `text` in order; if so fills *out (its `order`
 * is left alone) with the best-scoring way: letters at the start of the text or of a word and
 * letters in a run count more, gaps count against. An empty pattern matches everything. */
bool fuzzy_match(struct fuzzy_match *out, struct str pattern, struct str text);

/* For sorting, best first: by score, then the shorter text, then `order`. Negative: a before b.
 */
int fuzzy_compare(const struct fuzzy_match *a, const struct fuzzy_match *b);

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
    PALETTE_LINE, /* a line that was run before */
    PALETTE_WORD, /* of the typed command */
    PALETTE_NAME  /* of an option: its value follows at once */
};

struct palette_entry {
    enum palette_kind kind;
    const struct command_def *command;
    const char *key; /* the key that runs the command; NULL: none */
    int index;       /* PALETTE_ROW: the combatant's id; PALETTE_LINE: of palette->history */
    bool is_last;    /* a command that is refused now, or a combatant out of the fight: the note
                        says why */
    bool is_unlikely;             /* a combatant of the less likely side */
    bool begins;                  /* its name begins with the typed text, or that is its key */
    bool is_meant;                /* the only one that the typed text names */
    bool is_by_help;              /* only its help has the typed text */
    char word[PALETTE_WORD_SIZE]; /* PALETTE_WORD and _NAME: in the form to type, without a
                                     blank */
    char note[PALETTE_NOTE_SIZE];
    struct fuzzy_match match;
};

/* The place being typed: an argument, or the value of an option, of a command. */
struct palette_place {
    const struct command_def *command; /* NULL: still the first word */
    int argument;                      /* index; the number of arguments: after all of them */
    const char *option;                /* the option whose value is typed; NULL: none */
    int start;                         /* start of the completed text, in bytes of the line */
    int word;                          /* start of its last word */
};

struct palette {
    struct list list; /* of the entries. The picked one is what Enter or Tab takes; -1: none,
                         Tab then takes the first */
    struct line_edit edit;
    struct palette_entry entry[PALETTE_ENTRIES_MAX];
    bool is_answer; /* opened from a question, whose line was not typed */
    int asked; /* then this many bytes of the line belong to the question; C-u keeps them */
    bool is_gone_to; /* the picked one was reached by going up or down */
    int begin_so; /* commands and combatants that begin with the first word, while that is typed
                   */
    struct palette_place place;
    char refusal[COMMANDS_MAX][PALETTE_NOTE_SIZE]; /* beside the commands: "" or why they are
                                                      impossible now */
    /* Lines run before; kept when the palette is opened again. */
    char history[PALETTE_HISTORY_MAX][COMMAND_LINE_MAX + 1];
    int history_count;
    bool would_run;   /* Enter runs the line, as the message says */
    int history_back; /* how many lines back the shown one is; 0: the typed line */
};

typedef void palette_see_fn(void *to, const char *word, const char *note);

/* Everything that can be found; borrowed for the call. The functions ask the sitting and may be
 * NULL. */
struct palette_source {
    const struct command_def *const *commands;
    int commands_count;
    const struct procedure *procedure;
    const struct key_table *keys;
    const struct state *state;
    void *context;
    /* Calls back for each word of this kind. */
    void (*words)(void *context, enum argument_words kind, palette_see_fn *see, void *to);
    /* Calls back for each name of a record of this kind. */
    void (*records)(void *context, const char *kind, palette_see_fn *see, void *to);
    /* The next question of the line; NULL when it asks nothing. */
    const struct question *(*asks)(void *context, const char *line);
    /* True when the line is refused now, and why. */
    bool (*refuses)(void *context, const char *line, struct text *why);
};

/* The commands, the combatants and all names that the open campaign knows; nothing is tried. */
struct palette_source palette_source_of(struct screen *screen);

/* The command of a line, also after `ruling`; NULL: none. */
const struct command_def *palette_command_of(const struct palette_source *source,
                                             struct str line);

/* Opens with the beginning of a line, or ""; the history stays. Zeroed memory is a palette
 * without history. */
void palette_begin(struct palette *palette, const struct palette_source *source,
                   const char *line);
/* Called when the line has changed, or its cursor has moved. */
void palette_update(struct palette *palette, const struct palette_source *source);
/* Moves up and down the entries, or, before the first step down, up through earlier lines. */
void palette_move(struct palette *palette, const struct palette_source *source, int steps);
/* Tab: the picked entry replaces the word at the cursor. */
void palette_complete(struct palette *palette, const struct palette_source *source);

enum palette_verdict {
    PALETTE_RUNS,    /* the line is to be run */
    PALETTE_SELECTS, /* the combatant `id` is meant */
    PALETTE_WAITS    /* nothing to run yet; the line may have been completed */
};
/* What Enter would do. The line is the one that would run, or wait for its arguments; "" when
 * there is none. */
struct palette_enter {
    enum palette_verdict verdict;
    char line[LINE_EDIT_SIZE];
    int id;
};
void palette_enter(const struct palette *palette, const struct palette_source *source,
                   struct palette_enter *out);
/* True when Enter only puts a word that was gone to into the line, as Tab does. */
bool palette_takes_word(const struct palette *palette);
/* Enter. *id is set for PALETTE_SELECTS; for PALETTE_RUNS palette->edit holds the line. */
enum palette_verdict palette_accept(struct palette *palette,
                                    const struct palette_source *source, int *id);
/* The line that Enter would run now; "" when it would not run one. */
void palette_would_run(const struct palette *palette, const struct palette_source *source,
                       char out[LINE_EDIT_SIZE]);
/* Why Enter does nothing with the typed text, and what to do instead. */
void palette_say_why_not(const struct palette *palette, const struct palette_source *source,
                         struct text *out);
/* Keeps a line that was run, without duplicates. */
void palette_remember(struct palette *palette, const char *line);

/* ---- drawing --------------------------------------------------------------------------- */

/* The rows it would like on a screen of this many rows, without its own line. */
int palette_rows(const struct palette *palette, int rows);
/* Draws the entries into a canvas of palette_rows rows. */
void palette_draw(const struct palette *palette, const struct procedure *procedure,
                  const struct state *state, struct canvas canvas);
/* Draws its line into a canvas of one row. */
void palette_draw_line(struct palette *palette, struct canvas canvas);

#endif
