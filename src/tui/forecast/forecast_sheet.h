/* The forecast on the screen: a sentence that answers whether the fight is too hard, how it
 * ends by each way of fighting, in which round, who falls, what other numbers would change, and
 * what was assumed. Figures grow while it is watched. Drawing is pure. */
#ifndef REFEREE_TUI_FORECAST_FORECAST_SHEET_H
#define REFEREE_TUI_FORECAST_FORECAST_SHEET_H

#include "app/forecast/kept.h"
#include "app/forecast/shown.h"
#include "tui/canvas/canvas.h"
#include "tui/widgets/line_edit.h"

#define FORECAST_OVERTAKEN                                                                     \
    "Another program changed this fight: the figures are of how it stood before."

struct forecast_sheet {
    struct forecast_shown shown;
    bool is_of_table;  /* it began from the table as it is, so a what-if can be done for real */
    int picked;        /* of the combatants */
    bool is_overtaken; /* another program changed the fight since it began */
    bool is_typing;    /* a what-if, in `edit` */
    bool is_asking;    /* a question, in `edit` */
    struct line_edit edit;
    struct forecast_answer *answer; /* to the last question, in place of the figures; NULL */
    char wrong[ERROR_TEXT_SIZE];    /* with it, or what else it could be; "": nothing */
    enum forecast_example example;  /* that the key shows next */
    bool is_choosing; /* a policy, `choice`, 0: the usual ways, for who is at `choice_who` */
    int choice, choice_who;
    /* With what what-ifs and the forecast are kept; no id: it is a moment of the past. */
    struct kept_owner owner;
    bool has_unread; /* what-ifs that are kept with it are not shown yet */
    bool is_kept;    /* `kept` stands for it */
    struct kept_forecast kept;
    bool is_over; /* the fight that is forecast went like this */
    struct fight_went went;
};

/* The id of the picked combatant; 0: there is none. */
int forecast_sheet_picked(const struct forecast_sheet *sheet);
int forecast_sheet_count(const struct forecast_sheet *sheet);
void forecast_sheet_move(struct forecast_sheet *sheet, int steps);

/* Who can be given a policy: both sides, the kind of the picked combatant, and itself. */
enum { FORECAST_CHOICE_WHO = 4 };
struct forecast_choice_who {
    char shown[NAME_SIZE + 8];     /* "party", "every rat", "Rat 2"; "": there is none */
    char word[NAME_SIZE + 4];      /* for the command */
    char policy[POLICY_NAME_SIZE]; /* that is kept for it; "": the usual ways */
};
void forecast_choice_who(const struct forecast_sheet *sheet, int place,
                         struct forecast_choice_who *out);

void forecast_sheet_draw(const struct forecast_sheet *sheet, struct canvas canvas);

#endif
