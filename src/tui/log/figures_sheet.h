/* Figures of a fight, of this evening or of the campaign: who dealt and took what, beside what
 * the dice give on average, with how lucky that was; below, by a key, what the checks, turns
 * and dice say, hit points over the rounds, faces of dice, and evening after evening. It is
 * called dice, never skill; what is not known is a dash. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_FIGURES_SHEET_H
#define REFEREE_TUI_LOG_FIGURES_SHEET_H

#include "app/figures/figures_reading.h"
#include "app/figures/figures.h"
#include "tui/canvas/canvas.h"
#include "tui/log/ask_box.h"

enum figures_pane {
    PANE_NOTES,
    PANE_HIT_POINTS,
    PANE_DICE,
    PANE_EVENINGS,
    PANE_QUESTIONS,
    FIGURES_PANES
};

enum { FIGURES_ANSWER_SIZE = 4096, FIGURES_ANSWER_ROWS = 64, TREND_EVENINGS = 16 };

enum trend { TREND_HITS, TREND_DAMAGE, TREND_LUCK, TREND_TURNS, TRENDS };

/* What a side did evening after evening, the newest last: hits of 100 attacks, damage, luck of
 * 100, seconds a turn. */
struct figures_trends {
    int evenings;
    int number[TRENDS][TREND_EVENINGS];
};

struct figures_sheet {
    struct figures_reading reading;
    struct figures_sums names, evenings; /* of what was read so far */
    struct figures_trends trends[2];     /* by side */
    int64_t summed_acts;                 /* how many there were then */
    struct figures_times times;
    bool has_times;
    char encounter[FIGURES_NAME_SIZE]; /* for the scope of a fight: which; "": the open one */
    char title[FIGURES_NAME_SIZE];     /* its name on the screen */
    struct ask_box box;
    int picked; /* of the rows, those of a side's sum included */
    enum figures_pane pane;
    int question; /* of the ready questions */
    bool is_answered;
    struct answering *answering;      /* it is being answered; NULL: it is not */
    char answer[FIGURES_ANSWER_SIZE]; /* its text and rows, for the same acts */
    struct error damage; /* code not STATUS_OK: what could not be read, said once */
};

/* Asks again with the words and the scope of the box; nothing is read yet. */
void figures_sheet_begin(struct figures_sheet *sheet);
/* Reads the next piece; false when there is nothing more to read. */
bool figures_sheet_read(struct figures_sheet *sheet, struct sitting *sitting);
void figures_sheet_done(struct figures_sheet *sheet);
void figures_sheet_move(struct figures_sheet *sheet, int steps);
void figures_sheet_turn(struct figures_sheet *sheet, int panes);
/* The next of the ready questions, or the first to be shown. */
void figures_sheet_ask(struct figures_sheet *sheet);
/* This one: its place among them. */
void figures_sheet_ask_for(struct figures_sheet *sheet, int question);
/* The picked combatant; NULL: a side's sum, or nobody. */
const struct figures_row *figures_sheet_picked(const struct figures_sheet *sheet);
void figures_sheet_draw(const struct figures_sheet *sheet, struct canvas canvas);

#endif
