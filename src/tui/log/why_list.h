/* Why a value of a combatant is what it is: the acts that made it, one a row, with what it was
 * before and after, the chance of what came about, and the arithmetic of the picked act below.
 * Hit points are a staircase: each row has a bar of what was left.
 *
 * The values of the combatant stand above; stepping through them asks why of the next one, at
 * the same moment. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_WHY_LIST_H
#define REFEREE_TUI_LOG_WHY_LIST_H

#include "app/log/log_pages.h"
#include "app/log/why.h"
#include "tui/canvas/canvas.h"

struct past;

enum { WHY_VALUES_MAX = 128 };

struct why_list {
    struct why why;
    int id;          /* the combatant */
    int64_t at;      /* the act after which it is asked */
    char place[64];  /* "act 34 of 100, round 2"; "": now */
    bool is_of_past; /* the table as it was lay below */
    int full;        /* hit points that a bar is full at; 0: the value has no bar */
    char value[WHY_VALUES_MAX][WHY_NAME_SIZE]; /* that the combatant has */
    int values;
    int picked;                      /* a link; 0 while there is none */
    char text[LOG_EXPLANATION_SIZE]; /* the arithmetic of its act */
};

/* Asks why a value ("": the usual one) of a combatant was what it was after this act. The past
 * is there only for reading, and is moved. What was asked before is given back; after a failure
 * it stays. */
enum status why_list_ask(struct why_list *list, struct past *past, int id, struct str value,
                         struct error *err) MUST_CHECK;
/* Memory of the links is given back. */
void why_list_done(struct why_list *list);
/* Picks a link this many later (negative: earlier), and reads its act. */
enum status why_list_move(struct why_list *list, struct past *past, int steps,
                          struct error *err) MUST_CHECK;
/* The value this many after the one that is asked, in a ring. */
const char *why_list_other_value(const struct why_list *list, int steps);
/* The act of the picked link; 0: there is none. */
int64_t why_list_act(const struct why_list *list);
void why_list_draw(const struct why_list *list, struct canvas canvas);

#endif
