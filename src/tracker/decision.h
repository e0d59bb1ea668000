/* Deciding: what a command would do, as data.
 *
 * A decision is made on a working copy of the state that each new event is applied to at once,
 * so that later steps of the same command see what the earlier ones did. It ends in one of five
 * ways: done (with events), a question, a refusal by the rules, or a fault of the words or the
 * room. Nobody is asked from inside a rule: a question names the words that would answer it,
 * the caller puts them after the command and decides again from the start. Dice already given
 * are part of the command, so nothing is thrown twice. */
#ifndef REFEREE_TRACKER_DECISION_H
#define REFEREE_TRACKER_DECISION_H

#include "base/arena.h"
#include "resolver/dice/dice.h"
#include "resolver/request.h"
#include "resolver/tables/random_table.h"
#include "resolver/system.h"
#include "tracker/library.h"
#include "tracker/state.h"

enum verdict {
    VERDICT_DONE,
    VERDICT_ASKS,
    VERDICT_REFUSED, /* by the rules; a ruling overrules it */
    VERDICT_WRONG    /* the words are wrong, or a limit is reached: see error */
};

enum question_kind {
    QUESTION_DICE,
    QUESTION_COMBATANT,
    QUESTION_NUMBER,
    QUESTION_CHOICE,
    QUESTION_TEXT /* words as the prompt describes them */
};

enum {
    QUESTION_CHOICES_MAX = 16,
    QUESTION_PROMPT_SIZE = 480, /* three names as long as may be, and what they do */
    QUESTION_DIE_SIZE = 240,
    QUESTION_TEXT_SIZE = QUESTION_PROMPT_SIZE + QUESTION_DIE_SIZE,
    QUESTION_SO_FAR_SIZE = 240,
    QUESTION_NOTE_SIZE = 16,
    EVENTS_MAX = 2048, /* sixty creatures with all that is written of them, in one act */
    ANSWER_SIZE = 6000
};

/* Whom a QUESTION_COMBATANT is likely to mean; anybody can be the answer. WANTED_SELECTED: who
 * is selected on the screen, of either side. */
enum wanted { WANTED_ANYBODY, WANTED_FOE, WANTED_CHARACTER, WANTED_SELECTED };

/* What answers a QUESTION_CHOICE beside its choices. */
enum else_takes { ELSE_TAKES_NOTHING, ELSE_TAKES_NUMBER, ELSE_TAKES_WORDS };

struct question {
    enum question_kind kind;
    char prompt[QUESTION_PROMPT_SIZE]; /* "Anka attacks Pelican 1": who and what */
    /* Of QUESTION_DICE: what is thrown, and what has to come up: "d20 (8+ hits AC 22)". */
    char die[QUESTION_DIE_SIZE];
    /* The arithmetic of the throw so far, "d20 [14] + 14 strength = 28 vs AC 22: hit", else the
     * last line that the act has; "": nothing has come about. */
    char so_far[QUESTION_SO_FAR_SIZE];
    /* What the answer is put after the command as: "" for a bare word, "ac=" for an option. */
    char prefix[32];
    struct dice_request dice; /* QUESTION_DICE */
    int fallen;    /* of QUESTION_DICE: faces of this throw that fell already, as it exploded */
    int low, high; /* QUESTION_NUMBER */
    enum wanted wanted; /* QUESTION_COMBATANT */
    bool takes_several; /* QUESTION_COMBATANT: lists and patterns, too: p1,Bo or gob* */
    const char *choice[QUESTION_CHOICES_MAX];            /* QUESTION_CHOICE, static words */
    char note[QUESTION_CHOICES_MAX][QUESTION_NOTE_SIZE]; /* "-2": what each comes to, or "" */
    int choices;
    enum else_takes else_takes; /* QUESTION_CHOICE */
    /* Words go after the command as they are typed: it takes several, and a number after. */
    bool keeps_words;
    const char *rule;
};

struct refusal {
    char reason[200];
    const char *rule;
};

/* The whole question: "Anka attacks Pelican 1, d20 (8+ hits AC 22)"; or with the die first, for
 * places where the end may find no room: "d20 (8+ hits AC 22): Anka attacks Pelican 1". */
void question_text(const struct question *question, struct text *out);
void question_text_die_first(const struct question *question, struct text *out);

/* Adds a choice as people read it: "shield after" for the word `shield-after`. */
void question_choice_name(const struct question *question, int choice, struct text *out);

/* Adds the answer as it goes after the command. Words of one's own, where the question takes
 * such, are one word of the line up to the first name=value: `torn arm, out 3 turns` holds no
 * die. */
void question_add_answer(const struct question *question, struct str answer, struct text *out);

/* Whether the words cannot be the answer, as one of them is no die where dice are asked for, or
 * no number where a number is; it is then told what could stand there: "x is not possible: each
 * die shows 1 to 20". After the number stand dice; values such as edge=1 may stand among them.
 * To be asked before the words are put after the line, where `add` would take any word for a
 * part of the name. Other kinds of questions take any words. */
bool question_finds_wrong_word(const struct question *question, struct str words,
                               struct text *out);

enum { ROLL_AGAIN_PRICE_SIZE = 160 };

/* A roll that was made is to be decided again, its dice of one kind thrown again: the last one
 * of this subject, whichever act it was in, that has a throw with this label. */
struct roll_again {
    bool is_wanted;
    int subject;
    char label[KEPT_LABEL_SIZE];
    char price[ROLL_AGAIN_PRICE_SIZE]; /* the line that the log keeps */
};

struct command_def;
struct procedure;

enum asked_kind { ASKED_NOTHING, ASKED_ACT, ASKED_THROW };

/* What a command throws dice for, as the code that runs it says so: what the odds are of. The
 * throw that dice are asked for; where the command is done, its first one. Known only where
 * `asks` is set. */
struct asked {
    enum asked_kind kind;
    bool is_open; /* dice of it are asked for */
    int subject, object;
    char who[QUESTION_PROMPT_SIZE];
    struct inputs inputs;   /* ASKED_ACT */
    struct act_stand stand; /* and what is known of it already */
    struct dice_expr expr;  /* ASKED_THROW */
    /* What its total is called when it lies in this range; NULL: nothing in particular. */
    const char *name;
    int64_t low, high;
};

/* All memory is the caller's and is used again for the next decision. */
struct decision {
    enum verdict verdict;
    const struct procedure *procedure; /* that the encounter runs under */
    struct state state;                /* the working copy: the state after the events so far */
    struct event event[EVENTS_MAX];
    int events;
    struct arena text; /* where the events' texts stand */
    struct question question;
    struct refusal refusal;
    struct error error;
    struct asked asked;
    char label[96];           /* what undo would say: "Anka hits Pelican 1" */
    char answer[ANSWER_SIZE]; /* lines for people, of what was only asked for */
    /* Given by the caller. */
    uint64_t seed;
    uint32_t encounter;
    bool asks; /* missing dice and choices are asked for; else generated or taken as usual */
    bool is_ruling;             /* refusals are overruled and the log says so */
    struct kept_dice *kept;     /* what fell when the act was decided before; NULL: it is new */
    const struct entered *more; /* with it: dice for new places, which need not all be used */
    int more_count;
    const struct random_tables *tables; /* to consult; NULL: there are none */
    const struct error *tables_error;  /* what is wrong with a file that is left out of them, or
                                          why there are none; NULL: nothing */
    const struct library *library;     /* to make combatants from; NULL: there is none */
    const struct error *library_error; /* what is wrong with a file that is left out of it;
                                          NULL: nothing */
    struct known_chances *chances; /* what the chances of its rolls are worked out with; NULL:
                                      the requests are kept without, as nothing is recorded */
    /* The commands that there are, while a line is decided (tracker/decide.h). */
    const struct command_def *const *defs;
    int defs_count;
    /* Scratch for the rolls. */
    struct trace trace;
    const struct entered *entered;
    int entered_count, entered_used;
    bool rolls_rest; /* "roll" was met among the given dice */
    struct roll_again again;
};

enum { DECISION_TEXT_SIZE = 512 * 1024 };

/* Begins a decision on a copy of `state`, whose encounter runs under this procedure. `memory`
 * of DECISION_TEXT_SIZE bytes is borrowed until the next begin. */
void decision_begin(struct decision *decision, const struct procedure *procedure,
                    const struct state *state, void *memory);
/* The same where the decision before began on `state`, too, which has not changed since:
 * cheaper, as many dry runs on one state want it. */
void decision_begin_again(struct decision *decision, const struct state *state, void *memory);

/* ---- for rules: each tells whether to go on -------------------------------------------- */

/* False once the decision has ended in anything but done: the rule returns then. */
bool decision_goes_on(const struct decision *decision);

/* The rules forbid it. Under a ruling the log says what was overruled and true is returned: the
 * rule goes on as if nothing had been said. */
bool decision_refuse(struct decision *decision, const char *rule, const char *format, ...)
    LIKE_PRINTF(3, 4);
/* The words are wrong. */
void decision_wrong(struct decision *decision, const char *format, ...) LIKE_PRINTF(2, 3);
/* Asks; the caller fills the question that is returned (zeroed, prompt and kind set). */
struct question *decision_ask(struct decision *decision, enum question_kind kind,
                              const char *format, ...) LIKE_PRINTF(3, 4);
void decision_label(struct decision *decision, const char *format, ...) LIKE_PRINTF(2, 3);
/* A line of the answer, when a command tells what there is and changes nothing: such an act is
 * no entry of the log, and there is nothing to undo. */
void decision_answer(struct decision *decision, const char *format, ...) LIKE_PRINTF(2, 3);

/* The record of a kind with this name in the decision's library; NULL when there is none, and
 * the decision is then wrong. */
const struct library_record *decision_record(struct decision *decision, const char *kind,
                                             struct str name);
/* The index of the random table with this name; -1 when there is none, and the decision is then
 * wrong. */
int decision_table(struct decision *decision, struct str name);

/* ---- for rules: events ----------------------------------------------------------------- */

/* Each appends an event, applies it to the working state and returns it, so that a line can be
 * put on it. A value that is already so makes no event: NULL. */
struct event *decision_value(struct decision *decision, enum event_kind kind, int subject,
                             int field, int to);
struct event *decision_unset(struct decision *decision, enum event_kind kind, int subject,
                             int field);
struct event *decision_encounter(struct decision *decision, enum event_kind kind,
                                 enum encounter_field field, int to);
struct event *decision_text(struct decision *decision, int subject, int field, struct str to);
/* Sets an effect (tracker/effect.h), or ends it; the label is cut to what fits. */
struct event *decision_effect(struct decision *decision, enum event_kind event, int kind,
                              int subject, int object, struct str label, int amount);
struct event *decision_end_effect(struct decision *decision, enum event_kind event,
                                  const struct effect *effect);
/* A number or a text of the counter at this place (tracker/counters.h); `about`: the combatant
 * it belongs to, 0: none. */
struct event *decision_counter(struct decision *decision, enum event_kind event, int place,
                               enum counter_field field, int about, int to);
struct event *decision_counter_text(struct decision *decision, int place,
                                    enum counter_field field, int about, struct str to);
/* A new combatant; its id, or 0 when there is no room (the decision is then wrong). */
int decision_add(struct decision *decision, struct str name);
/* An event that only tells. */
struct event *decision_tell(struct decision *decision, enum event_kind kind, int subject,
                            int object);
/* Puts the line on an event (NULL: nothing to put it on). */
void decision_say(struct decision *decision, struct event *event, const char *rules,
                  const char *format, ...) LIKE_PRINTF(4, 5);

/* ---- for rules: dice ------------------------------------------------------------------- */

/* Resolves an action with the command's next dice. When dice are missing and are asked for, the
 * question is set, with `who` before the request ("Anka attacks Pelican 1"), and false
 * returned. On success the draw number is taken on, decision->trace holds the explanation, and
 * an event EVENT_ROLLED with line "who: explanation" from subject to object is there. */
bool decision_resolve(struct decision *decision, const struct inputs *inputs, int subject,
                      int object, const char *who, struct outcome *out);
/* A dice expression thrown the same way, for hit points and amounts. */
bool decision_throw(struct decision *decision, const struct dice_expr *expr, int subject,
                    const char *who, struct source why, int64_t *total);
/* The next throw of a roll on a random table, the same way: an event with a line for each
 * throw. */
bool decision_table_step(struct decision *decision, struct table_act *act);
/* Where dice called `label` were just asked for: what they must come to, after the die. */
void decision_prompt(struct decision *decision, const char *label, const char *format, ...)
    LIKE_PRINTF(3, 4);
/* Where the dice of decision_throw were just asked for: what a total from low to high is
 * called, for the odds. `name` is static text. */
void decision_chance(struct decision *decision, const char *name, int64_t low, int64_t high);
/* Whether dice are left that were given, or fell when the act was decided before. */
bool decision_has_dice(const struct decision *decision);
/* The last roll of this subject with dice called `label` ("save") is taken back, with all that
 * came of it and after it, and decided again with the dice of this line, or others; then what
 * followed it is played again, and this act after it. Its own events are what that costs.
 * Which roll it is only the log knows: without one, the line is refused.
 *
 * The costs are decided again after the new roll, and whenever an act before them is amended,
 * on a state in which that roll may not allow it any more: `price` is the line for that, which
 * names all that they depend on; NULL: the line as it is. decision_is_again tells that the line
 * is for its costs alone. */
void decision_again(struct decision *decision, int subject, const char *label,
                    const char *price);
bool decision_is_again(const struct decision *decision);
/* All given dice must have been used. */
void decision_finish_dice(struct decision *decision);

#endif
