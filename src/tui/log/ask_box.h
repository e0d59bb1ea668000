/* Words asked of the log as they are typed: a line with what would complete it, how far it
 * reaches (this fight, this evening, the campaign), and, while it cannot be read, the reason
 * with a mark under the place. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_ASK_BOX_H
#define REFEREE_TUI_LOG_ASK_BOX_H

#include "app/log/asking.h"
#include "app/figures/figures_reading.h"
#include "app/log/kept_questions.h"
#include "tui/widgets/line_edit.h"

struct screen;
struct table_model;

struct ask_box {
    struct line_edit edit;
    struct asking asking; /* of the words that could be read last */
    enum asked_scope scope;
    bool is_typing;
    bool is_wrong; /* the words that stand there cannot be read: `wrong` */
    struct error wrong;
    struct named_list kept; /* as they were when the view was opened, or a line was run */
    char rest[80];          /* what would complete the last word; "": nothing */
};

/* No words, and as far as this. */
void ask_box_init(struct ask_box *box, enum asked_scope scope);
/* After the words have changed: reads them. False, with the words before kept for asking, when
 * they cannot be read. `names` is for completing. */
bool ask_box_read(struct ask_box *box, const struct asking_names *names);
/* A key while words are typed: completes at the end of the line by Right, else edits. */
enum line_edit_effect ask_box_input(struct ask_box *box, const struct term_input *input);
/* The next reach. */
void ask_box_widen(struct ask_box *box);
/* The line that keeps these words, and in *cursor where the name is to be typed. */
void ask_box_write_keep(const struct ask_box *box, struct text *line, int *cursor);
/* Names of the table's combatants and its commands, for completing. */
struct asking_names ask_box_names(const struct table_model *model);
/* Reads the questions that were kept, for words that name them. */
void ask_box_read_kept(struct screen *screen, struct ask_box *box);
/* Offers the command that keeps the typed words; their name is still to be typed. */
void ask_box_keep(struct screen *screen, const struct ask_box *box);
/* Draws the words being typed into a canvas of one row. */
void ask_box_draw(struct ask_box *box, struct canvas canvas);
/* Draws the reason into the rows above, from the last row of this canvas up; nothing while the
 * words can be read. */
void ask_box_draw_wrong(const struct ask_box *box, struct canvas canvas);

#endif
