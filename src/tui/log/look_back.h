/* The table as it was: the same panes as the table's own, of a state of the past, with a banner
 * in place of the title. It has its own selection and targets. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_LOOK_BACK_H
#define REFEREE_TUI_LOG_LOOK_BACK_H

#include "app/log/past.h"
#include "tui/fight/table_model.h"
#include "tui/widgets/view.h"

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

/* ---- looking back from other views ------------------------------------------------------- */

/* Shows the table as it was just after an act (0: the start). Views over the table wait below
 * it. */
void screen_look_back_to(struct screen *screen, int64_t act);
/* The same of any encounter, after one of its acts (-1: as it stands now). */
void screen_look_back_at(struct screen *screen, int64_t encounter, int64_t act);
/* While the past is looked at: to another act of that fight. */
void screen_look_back_on(struct screen *screen, int64_t act);
/* As many acts ago as the count of the key says. */
void screen_look_back(struct screen *screen, const struct view_key *key);
/* The past that is looked at, or whose log is read; NULL: none. Another one in its place: of an
 * encounter, after one of its acts; and none any more. */
struct past *screen_past(struct screen *screen);
enum status screen_open_past(struct screen *screen, int64_t encounter, int64_t act,
                             struct error *err) MUST_CHECK;
void screen_end_past(struct screen *screen);

/* ---- what the past and an example share -------------------------------------------------- */

/* A model for what is looked at: with the table's selection, targets and open groups, until the
 * referee changes them; or of another fight, with its game's keys and nobody selected yet. */
void screen_look_as_at_the_table(const struct screen *screen, struct look_back *look_back);
void screen_look_as_new(const struct screen *screen, struct look_back *look_back,
                        struct sitting *then);
/* The move of a key that steps. */
enum past_move table_past_move(enum screen_act act);
/* A key that selects a combatant or a target; the odds follow. */
void screen_look_select(struct screen *screen, struct look_back *look_back,
                        struct sitting *then, enum screen_act act);
/* Clears the old message, takes the digits of a number, and drops a number that the key does
 * not take. True when it has handled the key. */
bool table_look_before_key(struct look_back *look_back, const struct view_key *key,
                           enum key_context context);

#endif
