/* The table as it was: the same panes as the table's own, of a state of the past, with a banner
 * in place of the title. It has its own selection and targets. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_LOOK_BACK_H
#define REFEREE_TUI_LOG_LOOK_BACK_H

#include "tui/fight/table_model.h"

struct past;

enum { LOOK_BACK_HINT_SIZE = 400 };

struct look_back {
    struct past *past; /* NULL: not looking back, or at an example */
    struct table_model model;
    struct past_banner banner;
    char hint[LOOK_BACK_HINT_SIZE]; /* a remark, ways that were left here; "": neither */
    bool is_marked;                 /* the act has a marker */
    bool is_from_list;              /* it was chosen from a list, which is below */
    int number;                     /* typed before a key; 0: none */
};

void look_back_draw(const struct look_back *look, struct canvas screen);

/* The message of what is looked at: the table keeps its own. */
void look_back_say(struct look_back *look, enum role role, const char *words);

#endif
