/* What the table's screen shows, as plain data: the encounter, and the screen's own memory
 * (selection, targets, scrolling, the message, typed text).
 *
 * Views draw from a model and change nothing; the loop (tui/loop/table.h) fills it. Selection
 * and targets are ids of combatants and stay with them however the order changes. Each side has
 * its own target, so that the party's acts and the foes' acts need not choose one again each
 * turn. Nothing here opens, runs or waits, so tests make models from a state alone. */
#ifndef REFEREE_TUI_FIGHT_TABLE_MODEL_H
#define REFEREE_TUI_FIGHT_TABLE_MODEL_H

#include "app/sitting/act_odds.h"
#include "app/settings/keys.h"
#include "app/log/log_line.h"
#include "app/log/past.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/question.h"
#include "tui/widgets/menu.h"
#include "tui/widgets/view.h"

enum { NOTICE_SIZE = 600, DUE_SHOWN_MAX = 4, DEAD_KEY_SIZE = 80 };

/* One message; an empty text is none. */
struct notice {
    enum role role;
    char text[NOTICE_SIZE];
};

/* How similar two neighbours in the order are. */
enum likeness {
    LIKE_NOT,
    LIKE_KIN, /* of one kind and side, with the same score, numbers and words, however much hurt
               */
    LIKE_TWIN /* and equally hurt, or both out of the fight */
};

/* The banner of a table of the past, in place of a title. */
struct past_banner {
    const char
        *example; /* "a close win": a fight of a forecast, never played; NULL: the past */
    struct past_place place;
    char now[80]; /* round and phase of the encounter at present */
};

/* A prepared encounter that asks before it begins. */
struct starting {
    char name[80], game[48];
    char who[400]; /* "bridge hound 2, Big Osric"; "": not known */
};

struct table_model {
    /* Of the sitting, borrowed. */
    const struct state *state;
    const struct procedure *procedure;
    const char *encounter, *undo_label, *redo_label;
    const char *again, *again_words; /* the last act, to be done again; NULL or "": none */
    bool is_read_only;
    const struct past_banner *banner; /* NULL: the table is the present one */
    const struct log_line *lines;
    int lines_count;
    const struct line_odds *odds; /* of the act being chosen or asked for, or else of the usual
                                     act; NULL: neither */
    /* everything that waits for the combatant of the odds; NULL: nothing */
    const struct together *together;
    /* Made by table_model_refresh. */
    int order[COMBATANTS_MAX], order_count;
    struct combatant_words
        words[COMBATANTS_MAX + 1]; /* by id: the combatant's texts, for those in the order */
    enum likeness like_above[COMBATANTS_MAX]; /* beside order: each with the one above it */
    bool kind_is_gone[COMBATANTS_MAX + 1];    /* by id: the record it was made from */
    int acting;                               /* the combatant that acts now; 0: nobody */
    struct pending pending[PENDING_MAX];
    int pending_checks;
    struct {
        const char *name; /* "holds"; NULL: the chance is unknown */
        double chance;
        /* for the combatant it is about; NULL: nothing more waits */
        const struct together *together;
    } pending_chance[DUE_SHOWN_MAX];
    const char *pending_title;      /* the title of the first check's rule; NULL: unknown */
    struct key_table keys;          /* the keys of the procedure, with the user's own */
    bool can_run[KEY_BINDINGS_MAX]; /* for the footer, beside `keys`; see tui/fight/footer.h */
    int acts_by[KEY_BINDINGS_MAX];  /* and who acts where the game chooses it; 0: the usual one;
                                       ANYBODY: it is asked */
    int acts_on[KEY_BINDINGS_MAX];  /* the foe of an attack: the target, or the only one;
                                       ANYBODY: it is asked; of `next`: whose turn comes; 0:
                                       dice decide it */
    /* The screen's own. */
    int selected;          /* ids; 0: none */
    int target;            /* the target of the side that acts; the party's while nobody does */
    int caster;            /* has just cast a spell (sitting_caster); 0: nobody has */
    int other_target;      /* the target of the other side */
    enum side target_side; /* whose `target` is */
    int gone_for[2];       /* by side: its last target; 0: nobody yet */
    int selected_index;    /* the place of the selected combatant, for when it is removed */
    int picked;            /* selected by the referee, so that it acts next if possible */
    int before_turn;       /* may act before the combatant whose turn it is; 0: nobody may */
    int round, phase;      /* the encounter's value when the selection was last updated */
    bool is_chosen[COMBATANTS_MAX + 1];  /* by id: several, for one act on all of them */
    bool was_chosen[COMBATANTS_MAX + 1]; /* the earlier choice */
    bool is_open[COMBATANTS_MAX + 1];    /* by id: its group is shown one by one, */
    bool is_closed[COMBATANTS_MAX + 1];  /* or as one line although there may be room */
    bool shows_all;                      /* so are all groups */
    int count;                           /* digits typed before a key; 0: none */
    enum menu_of menu; /* the box over the log with the keys that may follow */
    int menu_picked;   /* in the box after @more: the place of a key, or MENU_NOTHING */
    /* Beside `keys`, while that box is open: keys of the table that can do something now, but
     * stand nowhere on the screen. */
    bool left_out[KEY_BINDINGS_MAX];
    bool follows_turn;        /* the selection follows the turn from combatant to combatant */
    int older;                /* lines of the log below the newest one shown */
    struct starting starting; /* while its questions are asked (tui/fight/table_view.h) */
    struct notice notice;
    char dead_key[DEAD_KEY_SIZE]; /* the message about the last key, which did nothing; "" */
    /* The views on top. Drawing changes only the hidden part of lines being typed there. */
    struct view_stack views;
};

/* The places of the parts of the screen (table_layout in tui/fight/table_view.h). Parts that do
 * not fit have no rows; the detail pane is dropped first, then the log. */
struct table_layout {
    bool is_too_small;
    struct canvas title, heading, order, detail, rule, log, pending, notice, aim, prompt;
    struct canvas form; /* for a view beside the order (VIEW_BESIDE_ORDER): beside order and
                           log, or below the order in place of the log */
    int divider; /* column between order and detail or form; 0: they are not side by side */
};

/* The place of a combatant in the order; -1: it has none. */
int table_model_index_of(const struct table_model *model, int id);
/* The present question; NULL: none. */
struct question_box *table_model_question(const struct table_model *model);

/* Called when the state may have changed: updates the order, who acts, and pending checks;
 * selection and target are kept while they exist. The first call after zeroing selects the
 * combatant that acts. */
void table_model_refresh(struct table_model *model);

/* True when the guide has its place: no check is pending, or only checks that can be left. */
bool table_model_is_guided(const struct table_model *model);

/* For another encounter, whose ids mean others: clears the selection, targets, chosen
 * combatants and opened groups. */
void table_model_forget(struct table_model *model);

/* Selects a combatant, as the referee does by a key. */
void table_model_select(struct table_model *model, int id);
void table_model_set_target(struct table_model *model,
                            int id); /* sets the target; clears it when it is this already */
void table_model_choose(struct table_model *model,
                        int id); /* adds a combatant to the chosen, or removes it */
int table_model_chosen(const struct table_model *model); /* the number of chosen combatants */
/* Clears the chosen combatants, who can be chosen again together. */
void table_model_choose_none(struct table_model *model);
void table_model_choose_again(struct table_model *model);

/* The combatant for a command that names nobody, without the chosen ones; 0: it is asked
 * for. */
int table_model_whom(const struct table_model *model, enum whom whom);
/* The combatant that a key for reactions is for: the selected one, or its target when the
 * selected one acts; 0: the key asks. */
int table_model_reactor(const struct table_model *model);
/* The target of an attack, or else the actor's opponent in melee, or else the only foe: it is
 * proposed, not taken without asking. */
int table_model_likely_target(const struct table_model *model);
/* The last target of the actor's side, if it is still a foe to fight; else 0. */
int table_model_gone_for(const struct table_model *model);
/* The two combatants of the odds, never of one side: the combatant that acts and its likely
 * target; while nobody acts, the selected combatant and the target it could attack. When a side
 * acts in any order, the foe of these two acts, first of all one that attacks the selected
 * combatant. False when there are no such two. */
bool table_model_pair(const struct table_model *model, int *actor, int *target);
/* A likely target when there is none: the next opponent of the actor in the order that is still
 * in the fight, after `from`; 0: from the top, those who keep quiet last. 0: nobody. */
int table_model_next_foe(const struct table_model *model, int from);
/* The foe after the target. Without a target, the foe after the selected foe, or the first that
 * the attack does not go to anyway. 0: there is none. */
int table_model_foe_after_target(const struct table_model *model);

/* A command line of the key table with its places filled in. A line that does not fit is cut,
 * with out->is_cut set. */
void table_model_expand(const struct table_model *model, const char *command, struct text *out);
/* The same for a line that nobody sees, as of a dry run: combatants are named by their numbers,
 * "#3", which takes less time. */
void table_model_expand_unseen(const struct table_model *model, const char *command,
                               struct text *out);
/* Combatants as one word of a command line: "p1,\"Odo Quill\""; shares may be added after
 * each. */
void table_model_list_word(const struct table_model *model, int id, struct text *out);

#endif
