/* What the table's screen shows, as plain data: the encounter, and what the screen itself
 * remembers about it (selection, targets, scrolling, the message, what is being typed).
 *
 * Views draw from a model and change nothing; the loop (tui/fight/table.h) fills it. Selection
 * and targets are ids of combatants and stay with them however the order changes. Each side has
 * a target of its own, so that an act of the party goes for its foe, and a foe's act for its
 * victim, without choosing it again each turn. Nothing here opens, runs or waits, so tests make
 * models from a state alone. */
#ifndef REFEREE_TUI_FIGHT_TABLE_MODEL_H
#define REFEREE_TUI_FIGHT_TABLE_MODEL_H

#include "app/act_odds.h"
#include "app/keys.h"
#include "app/log_line.h"
#include "app/sitting_past.h"
#include "tui/canvas/theme.h"
#include "tui/views/question.h"
#include "tui/views/menu.h"
#include "tui/views/view.h"

enum { NOTICE_SIZE = 600, DUE_SHOWN_MAX = 4, DEAD_KEY_SIZE = 80 };

/* One message; an empty text is none. */
struct notice {
    enum role role;
    char text[NOTICE_SIZE];
};

/* How far two neighbours in the order are alike. */
enum likeness {
    LIKE_NOT,
    LIKE_KIN, /* of one kind and side, with the same score, numbers and words, however much hurt
               */
    LIKE_TWIN /* and as much hurt, or both out of the fight */
};

/* What a table of the past is, in place of a title. */
struct past_banner {
    struct past_place place;
    char now[80]; /* round and phase of the encounter as it stands */
};

struct table_model {
    /* Of the sitting, borrowed. */
    const struct state *state;
    const struct procedure *procedure;
    const char *encounter, *undo_label, *redo_label;
    bool is_read_only;
    const struct past_banner *banner; /* NULL: the table is that of now */
    const struct log_line *lines;
    int lines_count;
    const struct line_odds *odds;    /* of what is being chosen or asked for, else of the usual
                                        act; NULL: there is neither */
    const struct together *together; /* what waits for whom they are about; NULL: nothing */
    /* Made by table_model_refresh. */
    int order[COMBATANTS_MAX], order_count;
    struct combatant_words
        words[COMBATANTS_MAX + 1]; /* by id: what the combatant shows; of those in the order */
    enum likeness like_above[COMBATANTS_MAX]; /* beside order: each with the one above it */
    int acting;                               /* who would act now; 0: nobody */
    struct pending pending[PENDING_MAX];
    int pending_checks;
    struct {
        const char *name; /* "holds"; NULL: no chance is known */
        double chance;
        const struct together *together; /* of whom it is about; NULL: nothing more waits */
    } pending_chance[DUE_SHOWN_MAX];
    const char *pending_title;      /* of the rule after the first check; NULL: not known */
    struct key_table keys;          /* of the procedure, with the user's own */
    bool can_run[KEY_BINDINGS_MAX]; /* for the footer, beside `keys`; see tui/fight/footer.h */
    /* The screen's own. */
    int selected;          /* ids; 0: none */
    int target;            /* the target of the side that acts; the party's while nobody does */
    int other_target;      /* the target of the other side */
    enum side target_side; /* whose `target` is */
    int gone_for[2];       /* by side: whom its acts went to last; 0: nobody yet */
    int selected_index;    /* where the selected combatant stood, for when it is taken away */
    int picked;            /* selected by the referee, so that it acts next if it can */
    int before_turn;       /* who would act before the one whose turn it is; 0: nobody */
    int round, phase;      /* of the encounter, when the selection was last looked after */
    bool is_chosen[COMBATANTS_MAX + 1];  /* by id: several, for one act on all of them */
    bool was_chosen[COMBATANTS_MAX + 1]; /* the ones before these */
    bool is_open[COMBATANTS_MAX + 1];    /* by id: its group is shown row by row, */
    bool is_closed[COMBATANTS_MAX + 1];  /* or as one although its rows may fit */
    bool shows_all;                      /* so are all groups */
    int count;                           /* digits typed before a key; 0: none */
    enum menu_of menu; /* the box over the log that says which keys may follow */
    bool follows_turn; /* the selection stands on the turn and goes with it */
    int older;         /* lines of the log below the newest one shown */
    struct notice notice;
    char dead_key[DEAD_KEY_SIZE]; /* what is said of the last key, as nothing came of it; "" */
    /* What lies on top. Drawing moves only what the lines being typed there hide. */
    struct view_stack views;
};

/* What is asked for; NULL: nothing is. */
struct question_box *table_model_question(const struct table_model *model);

/* After the state may have changed: order, who acts, what is due; selection and target are kept
 * as long as they are there. The first call after zeroing selects the one who acts. */
void table_model_refresh(struct table_model *model);

/* Another encounter: its ids are those of others. Nobody is selected, target, chosen or shown
 * in an opened group any more. */
void table_model_forget(struct table_model *model);

/* As the referee does by key. */
void table_model_select(struct table_model *model, int id);
void table_model_set_target(struct table_model *model,
                            int id); /* sets it, or drops it if it is the target */
void table_model_choose(struct table_model *model, int id); /* chooses, or no more */
int table_model_chosen(const struct table_model *model);    /* how many are */
/* Nobody is chosen any more; those who were can be chosen again. */
void table_model_choose_none(struct table_model *model);
void table_model_choose_again(struct table_model *model);

/* The one an attack would go for: the target of its side, else the selected one, as far as
 * it is of the other side than the one who acts; 0: neither. While nobody acts it is the
 * target, else the selected combatant. */
int table_model_target(const struct table_model *model);
/* Whom a command is for that names nobody, without the chosen; 0: it is asked for. */
int table_model_whom(const struct table_model *model, enum whom whom);
/* That of an attack, else whom the one who acts is in melee with, else the only foe there is:
 * it is proposed, and not taken unasked. */
int table_model_likely_target(const struct table_model *model);
/* Whom the side of the one who acts went for last, as far as that is still a foe to fight; else
 * 0. */
int table_model_gone_for(const struct table_model *model);
/* Whose odds are shown, and against whom, never of one side: the one who acts against its
 * likely target; while nobody acts, the selected combatant against the target it could go for.
 * Where those of a side act in any order the foe of these two acts then, first of all one that
 * attacks the selected combatant. False when there are no such two. */
bool table_model_pair(const struct table_model *model, int *actor, int *target);
/* A likely target when there is none: the next in the order, still in the fight, of the other
 * side than the one who acts, after `from` (0: from the top); 0: nobody. */
int table_model_next_foe(const struct table_model *model, int from);

/* A command line of the key table with its places filled in. What does not fit is cut, and
 * out->is_cut then. */
void table_model_expand(const struct table_model *model, const char *command, struct text *out);
/* Combatants as one word of a command line takes them: "p1,\"Odo Quill\""; shares may be added
 * after each. */
void table_model_list_word(const struct table_model *model, int id, struct text *out);

#endif
