/* The palette: every command and every row of the table, found by a few letters, and any command
 * line typed in full.
 *
 * While the first word is typed, the entries are commands and combatants in the order of
 * base/fuzzy; behind a command's name they are the combatants that the word typed last could mean.
 * Lines that were run before are kept, newest first. Pure. */
#ifndef REFEREE_TUI_PALETTE_H
#define REFEREE_TUI_PALETTE_H

#include "base/fuzzy.h"
#include "tracker/command.h"
#include "tui/line_edit.h"

enum { PALETTE_ENTRIES_MAX = 96 + COMBATANTS_MAX, PALETTE_HISTORY_MAX = 50 };

struct palette_entry {
    const struct command_def *command; /* NULL: a row of the table */
    int id;                            /* the combatant then */
    struct fuzzy_match match;
};

struct palette {
    struct line_edit edit;
    struct palette_entry entry[PALETTE_ENTRIES_MAX];
    int entries;
    int picked; /* index of the entry that Enter or Tab takes; -1: none */
    const struct command_def *usage; /* the command whose arguments are typed; NULL: none yet */
    /* Lines run before; kept when the palette is opened again. */
    char history[PALETTE_HISTORY_MAX][COMMAND_LINE_MAX + 1];
    int history_count;
    int history_back; /* how many lines back the shown one is; 0: what is typed now */
};

/* What there is to find; borrowed for the call. */
struct palette_source {
    const struct command_def *const *commands;
    int commands_count;
    const struct state *state;
};

/* Opens with an empty line; the history stays. Zeroed memory is a palette without history. */
void palette_begin(struct palette *palette, const struct palette_source *source);
/* After the line has changed. */
void palette_update(struct palette *palette, const struct palette_source *source);
/* Up and down the entries; above the first one, through the lines run before. */
void palette_move(struct palette *palette, const struct palette_source *source, int steps);
/* Tab: the picked entry takes the place of the word being typed. */
void palette_complete(struct palette *palette, const struct palette_source *source);

enum palette_verdict {
    PALETTE_RUNS,    /* the line is to be run */
    PALETTE_SELECTS, /* the row `id` is meant */
    PALETTE_WAITS    /* nothing to run yet; the line may have been completed */
};
/* Enter. *id is set for PALETTE_SELECTS; for PALETTE_RUNS palette->edit holds the line. */
enum palette_verdict palette_accept(struct palette *palette, const struct palette_source *source,
                                    int *id);
/* Keeps a line that was run, once. */
void palette_remember(struct palette *palette, const char *line);

/* How many rows it would like in a screen of this many rows, its own line not counted. */
int palette_rows(const struct palette *palette, int rows);
/* The entries, into a canvas of palette_rows rows. */
void palette_draw(const struct palette *palette, const struct state *state, struct canvas canvas);
/* Its line, into a canvas of one row. */
void palette_draw_line(struct palette *palette, struct canvas canvas);

#endif
