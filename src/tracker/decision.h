/* Deciding: what a command would do, as data.
 *
 * A decision is made on a working copy of the state. Each new event is applied to it at once,
 * so that later steps of the same command see the earlier ones. It ends in one of five ways:
 * done (with events), a question, a refusal by the rules, a fault of the words, or a lack of
 * room. Nobody is asked from inside a rule: a question names the words that would answer it,
 * and the caller puts them after the command and decides again from the start. Dice already
 * given are part of the command, so nothing is thrown twice. */
#ifndef REFEREE_TRACKER_DECISION_H
#define REFEREE_TRACKER_DECISION_H

#include "base/arena.h"
#include "base/text.h"
#include "resolver/dice/dice.h"
#include "resolver/request.h"
#include "resolver/system.h"
#include "resolver/tables/random_table.h"
#include "tracker/library.h"
#include "tracker/state.h"

struct command_def;
struct decision;
struct procedure;

/* A question: what a command still asks for, as plain data, and its answer in words.
 *
 * tracker/decision makes questions. Code that puts one, on the screen or in lines, reads it
 * here, and adds the answer to the command, which is then decided again. A question knows no
 * state and no decision: it holds all that is said. */

enum question_kind {
    QUESTION_DICE,
    QUESTION_COMBATANT,
    QUESTION_NUMBER,
    QUESTION_CHOICE,
    QUESTION_TEXT /* words as the prompt describes them */
};

enum {
    QUESTION_CHOICES_MAX = 16,
    QUESTION_PROMPT_SIZE = 480, /* three names of full length and what they do */
    QUESTION_DIE_SIZE = 240,
    QUESTION_TEXT_SIZE = QUESTION_PROMPT_SIZE + QUESTION_DIE_SIZE,
    QUESTION_SO_FAR_SIZE = 240,
    QUESTION_NOTE_SIZE = 16,
    QUESTION_WORD_SIZE = 80, /* a name of full length in a line is one word */
    QUESTION_ABOUT_SIZE = 200
};

/* The likely answers of a QUESTION_COMBATANT; anybody can be the answer. WANTED_SELECTED: the
 * combatant selected on the screen, of either side. WANTED_HURT: of either side too, but first
 * the one of the party who has the smallest part of its hit points left, and those who are down
 * too. WANTED_OUT: those who are out of the fight. */
enum wanted {
    WANTED_ANYBODY,
    WANTED_FOE,
    WANTED_CHARACTER,
    WANTED_SELECTED,
    WANTED_HURT,
    WANTED_OUT
};

/* Other answers to a QUESTION_CHOICE, beside its choices. */
enum else_takes { ELSE_TAKES_NOTHING, ELSE_TAKES_NUMBER, ELSE_TAKES_WORDS };

struct question {
    enum question_kind kind;
    char prompt[QUESTION_PROMPT_SIZE]; /* "Anka attacks Pelican 1": who and what */
    /* Of QUESTION_DICE: the dice, and what has to come up: "d20 (8+ hits AC 22)". */
    char die[QUESTION_DIE_SIZE];
    /* The arithmetic of the throw so far, "d20 [14] + 14 strength = 28 vs AC 22: hit", or else
     * the last line of the act; "": nothing so far. */
    char so_far[QUESTION_SO_FAR_SIZE];
    /* What precedes the answer after the command: "" for a bare word, "ac=" for an option. */
    char prefix[32];
    struct dice_request dice; /* QUESTION_DICE */
    const char *flag; /* of QUESTION_DICE: a static word that may follow the dice; NULL: none */
    bool is_of_table; /* of QUESTION_DICE: which dice follow tells the row */
    int fallen;       /* of QUESTION_DICE: earlier faces of this throw, which exploded */
    int more;         /* of QUESTION_DICE: rolls of others that follow in the same act */
    int low, high;    /* QUESTION_NUMBER */
    int lacks;        /* whose value is asked for, which `set` gives too; 0: nobody's */
    enum wanted wanted; /* QUESTION_COMBATANT */
    int likely;         /* QUESTION_COMBATANT: the answer that the game expects; 0: none */
    bool takes_several; /* QUESTION_COMBATANT: lists and patterns too: p1,Bo or gob* */
    char choice[QUESTION_CHOICES_MAX][QUESTION_WORD_SIZE]; /* QUESTION_CHOICE */
    /* "before the roll": the rest of what it is, where there is room; "": none. */
    char about[QUESTION_CHOICES_MAX][QUESTION_ABOUT_SIZE];
    bool about_explains; /* it is not the rest, but what the choice does: after a colon */
    char note[QUESTION_CHOICES_MAX][QUESTION_NOTE_SIZE]; /* "-2": the effect of each, or "" */
    int choices;
    int usual; /* QUESTION_CHOICE: which of them Enter alone chooses, from 1; 0: none */
    enum else_takes else_takes; /* QUESTION_CHOICE */
    /* Words go after the command as typed: several, and a number after them. */
    bool keeps_words;
    const char *words_about; /* of ELSE_TAKES_WORDS, static; NULL: "other words" */
    /* QUESTION_CHOICE: the option that a digit gives before the choice, "rounds=", and what it
     * counts, "rounds"; NULL: digits give nothing. */
    const char *digit_prefix;
    const char *digit_about;
    const char *rule; /* static text */
    /* Who would act by the answer, where the game chose it; 0: the usual one, or it is asked.
     */
    int actor;
};

/* Triggers: what the rules say follows from an act, such as a morale check that falls due. Each
 * names the parts of the state that it reads, and runs only when the act changed one of them:
 * most acts change few.
 *
 * A trigger compares the state with the one before the act. So when nothing that it reads has
 * changed, it has nothing to say; programs that are built with sanitizers run it all the same,
 * and stop if it does. */

struct trigger {
    void (*watch)(struct decision *decision, const struct state *before);
    struct state_parts reads;
};

enum verdict {
    VERDICT_DONE,
    VERDICT_ASKS,
    VERDICT_REFUSED, /* by the rules; a ruling overrules it */
    VERDICT_WRONG    /* the words are wrong, or a limit is reached: see error */
};

enum {
    EVENTS_MAX = 2048, /* sixty creatures with all their texts, in one act */
    ANSWER_SIZE = 6000
};

struct refusal {
    char reason[200];
    const char *rule;
};

enum { ROLL_AGAIN_PRICE_SIZE = 160 };

/* A roll to decide again with its dice of one kind thrown again: the subject's last roll, in
 * any act, that has a throw with this label, or one with this many later ones in that act. */
struct roll_again {
    bool is_wanted;
    int subject;
    int later;
    char label[KEPT_LABEL_SIZE];
    char price[ROLL_AGAIN_PRICE_SIZE]; /* the line in the log */
};

enum asked_kind { ASKED_NOTHING, ASKED_ACT, ASKED_THROW };

/* The purpose of a command's dice, from the code that runs it: the subject of the odds. It is
 * the throw that dice are asked for, or the first one when the command is done. Known only when
 * `asks` is set. */
struct asked {
    enum asked_kind kind;
    bool is_open; /* dice of it are asked for */
    int subject, object;
    char who[QUESTION_PROMPT_SIZE];
    struct inputs inputs;   /* ASKED_ACT */
    struct act_stand stand; /* and what is already known of it */
    struct dice_expr expr;  /* ASKED_THROW */
    /* The name of its total when it is in this range; NULL: none. */
    const char *name;
    int64_t low, high;
    char vain[64]; /* why nothing comes of it, whatever falls: "immune to sleep"; "": it can */
};

/* All memory is the caller's and is used again for the next decision. */
struct decision {
    enum verdict verdict;
    const struct procedure *procedure; /* of the encounter */
    struct state state;                /* the working copy: the state after the events so far */
    struct event event[EVENTS_MAX];
    int events;
    struct state_parts changed; /* by the events */
    struct arena text;          /* the texts of the events */
    struct question question;
    struct refusal refusal;
    struct error error;
    struct asked asked;
    char label[96];           /* the name of the act for undo: "Anka hits Pelican 1" */
    char answer[ANSWER_SIZE]; /* lines for display, of a command that only answers */
    /* Given by the caller. */
    uint64_t seed;
    uint32_t encounter;
    bool asks;  /* missing dice and choices are asked for; otherwise generated or defaulted */
    bool rolls; /* with it: only choices are asked for, dice are generated */
    bool is_ruling; /* refusals are overruled and the log says so */
    bool is_secret; /* only the referee may read the events that are made now */
    /* Nobody reads it: its events are the same, without lines, rules and records of rolls, and
     * it has no label. For fights that are played many times over. */
    bool is_silent;
    struct kept_dice *kept;     /* the dice of an act that is decided again; NULL: it is new */
    const struct entered *more; /* with it: for new places; not all need be used */
    int more_count;
    const struct random_tables *tables; /* to consult; NULL: there are none */
    const struct error *tables_error; /* the mistake in a file that is left out of them, or why
                                         there are none; NULL: none */
    const struct library *library;    /* to make combatants from; NULL: there is none */
    /* the mistake in a file that is left out of it; NULL: none */
    const struct error *library_error;
    struct known_chances *chances; /* for the chances of its rolls; NULL: requests are kept
                                      without, as nothing is recorded */
    /* The available commands, while a line is decided (tracker/decide.h). */
    const struct command_def *const *defs;
    int defs_count;
    /* Scratch for the rolls. */
    struct trace trace;
    const struct entered *entered;
    int entered_count, entered_used;
    /* How many were used when an act ended early whose further dice the rest would have been,
     * such as damage of an attack that missed; 0: the rest belongs to none. */
    int entered_left;
    bool has_missed; /* with it: the act missed, rather than that it did nothing more */
    bool rolls_rest; /* "roll" was among the given dice */
    struct roll_again again;
};

enum { DECISION_TEXT_SIZE = 512 * 1024 };

/* Begins a decision on a copy of `state`, which is not silent and whose encounter runs under
 * this procedure. `memory` of DECISION_TEXT_SIZE bytes is borrowed until the next begin. */
void decision_begin(struct decision *decision, const struct procedure *procedure,
                    const struct state *state, void *memory);
/* The same when the last decision also began on `state`, unchanged since: cheaper, for many dry
 * runs on one state. */
void decision_begin_again(struct decision *decision, const struct state *state, void *memory);
/* The same when the state that the last decision began on has had its events applied since, and
 * so is equal to the working copy: nothing is copied. */
void decision_begin_next(struct decision *decision, void *memory);

/* ---- for rules: each returns whether to go on ------------------------------------------ */

/* False once the decision has ended other than done: the rule returns then. */
static inline bool decision_goes_on(const struct decision *decision)
{
    return decision->verdict == VERDICT_DONE;
}

/* True when somebody reads what is said about a roll: its line, or the question for its dice.
 */
static inline bool decision_says(const struct decision *decision)
{
    return !decision->is_silent || (decision->asks && !decision->rolls);
}

/* The rules forbid it. Under a ruling the log says what was overruled, and true is returned:
 * the rule goes on. */
bool decision_refuse(struct decision *decision, const char *rule, const char *format, ...)
    LIKE_PRINTF(3, 4);
/* The words are wrong. */
void decision_wrong(struct decision *decision, const char *format, ...) LIKE_PRINTF(2, 3);
/* Asks; the caller fills the returned question (zeroed, with prompt and kind set). */
struct question *decision_ask(struct decision *decision, enum question_kind kind,
                              const char *format, ...) LIKE_PRINTF(3, 4);
void decision_label(struct decision *decision, const char *format, ...) LIKE_PRINTF(2, 3);
/* Adds a line to the answer of a command that only shows something: such an act is not in the
 * log and cannot be undone. */
void decision_answer(struct decision *decision, const char *format, ...) LIKE_PRINTF(2, 3);
/* The record of a kind with this name in the decision's library; NULL, with a wrong decision,
 * when there is none. */
const struct library_record *decision_record(struct decision *decision, const char *kind,
                                             struct str name);
/* The index of the random table with this name; -1 when there is none, and the decision is then
 * wrong. */
int decision_table(struct decision *decision, struct str name);

/* Zeroed memory that lives as long as the decision; NULL, with a wrong decision, when there is
 * no room. */
void *decision_take(struct decision *decision, size_t size);

/* ---- for rules: events ----------------------------------------------------------------- */

/* Each appends an event, applies it to the working state and returns it, so that a line can be
 * put on it. Returns NULL, without an event, when the value does not change. */
struct event *decision_value(struct decision *decision, enum event_kind kind, int subject,
                             int field, int to);
struct event *decision_unset(struct decision *decision, enum event_kind kind, int subject,
                             int field);
struct event *decision_encounter(struct decision *decision, enum event_kind kind,
                                 enum encounter_field field, int to);
struct event *decision_text(struct decision *decision, int subject, int field, struct str to);
/* Sets an effect (tracker/state.h), or ends it; the label is cut to what fits. */
struct event *decision_effect(struct decision *decision, enum event_kind event, int kind,
                              int subject, int object, struct str label, int amount);
struct event *decision_end_effect(struct decision *decision, enum event_kind event,
                                  const struct effect *effect);
/* Sets a number or a text of the counter at this place (tracker/counters.h); `about`: the
 * combatant it belongs to, 0: none. */
struct event *decision_counter(struct decision *decision, enum event_kind event, int place,
                               enum counter_field field, int about, int to);
struct event *decision_counter_text(struct decision *decision, int place,
                                    enum counter_field field, int about, struct str to);
/* Adds a combatant and returns its id; 0, with a wrong decision, when there is no room. */
int decision_add(struct decision *decision, struct str name);
/* Adds an event that only tells something. */
struct event *decision_tell(struct decision *decision, enum event_kind kind, int subject,
                            int object);
/* What stands of the damage of `by` to `id` was `from` and is `to`: damage that no roll tells,
 * or that is taken back. Before the hit points that change by it. */
void decision_dealt(struct decision *decision, int id, int by, int from, int to);
/* Puts the line on an event (NULL: nothing to put it on). */
void decision_say(struct decision *decision, struct event *event, const char *rules,
                  const char *format, ...) LIKE_PRINTF(4, 5);

/* ---- for rules: dice ------------------------------------------------------------------- */

/* Resolves an action with the command's next dice. When dice are missing and are asked for, the
 * question is set, with `who` before the request ("Anka attacks Pelican 1"), and false is
 * returned. On success the draw number moves on, decision->trace holds the explanation, and
 * there is an event EVENT_ROLLED with line "who: explanation" from subject to object. */
bool decision_resolve(struct decision *decision, const struct inputs *inputs, int subject,
                      int object, const char *who, struct outcome *out);
/* Throws a dice expression in the same way, for hit points and amounts. */
bool decision_throw(struct decision *decision, const struct dice_expr *expr, int subject,
                    const char *who, struct source why, int64_t *total);
/* Makes the next throw of a roll on a random table in the same way: an event with a line for
 * each throw. `who` it is rolled for is named before the title of the table; 0: nobody. */
bool decision_table_step(struct decision *decision, struct table_act *act, int who);
/* If dice called `label` were just asked for: adds what has to come up, after the die. */
void decision_prompt(struct decision *decision, const char *label, const char *format, ...)
    LIKE_PRINTF(3, 4);

/* If dice were just asked for: that so many rolls of others follow in the same act, whatever
 * these show: Enter rolls all of them. */
static inline void decision_prompt_more(struct decision *decision, int more)
{
    struct question *question = &decision->question;
    bool is_asked = decision->verdict == VERDICT_ASKS && question->kind == QUESTION_DICE;
    if (is_asked && more > 0) {
        question->more = more;
        decision_prompt(decision, question->dice.label, ", then %d more", more);
    }
}

/* If the dice of decision_throw were just asked for: the name of a total from low to high, for
 * the odds. `name` is static text. */
void decision_chance(struct decision *decision, const char *name, int64_t low, int64_t high);
/* True when given or kept dice are left. */
bool decision_has_dice(const struct decision *decision);
/* Takes back the last roll of this subject with dice called `label` ("save"), or the one with
 * `later` such rolls after it in its act, and everything after it, decides it again with the
 * dice of this line, or others, and replays what followed; this act comes last. Its own events
 * are the costs. Only the log knows which roll it is: without one, the line is refused.
 *
 * The costs are decided again after the new roll, and whenever an earlier act is amended, on a
 * state in which the roll may no longer allow it. `price` is the line for that, which names all
 * that the costs depend on; NULL: the line itself. decision_is_again says that the line is only
 * for the costs. */
void decision_again(struct decision *decision, int subject, const char *label, int later,
                    const char *price);
bool decision_is_again(const struct decision *decision);
/* All given dice must have been used. */
void decision_finish_dice(struct decision *decision);

/* True when one of this side is a likely answer. */
static inline bool wanted_of_side(enum wanted wanted, bool is_party)
{
    return wanted == WANTED_CHARACTER ? is_party : wanted != WANTED_FOE || !is_party;
}

/* True when somebody who left the fight in this way (OUT_NOT: is still in it) is a likely
 * answer. */
static inline bool wanted_of_way(enum wanted wanted, enum way_out way)
{
    return wanted == WANTED_OUT ? way != OUT_NOT
                                : way == OUT_NOT || (wanted == WANTED_HURT && way == OUT_DOWN);
}

/* Adds a choice, with the rest of what it is; "" or NULL: none. Its note may have been set
 * before. Both are copied, as a question outlives what it was made from. */
void question_offer(struct question *question, const char *word, const char *about);
/* The whole question: "Anka attacks Pelican 1, d20 (8+ hits AC 22)"; or with the die first, for
 * places where the end may not fit: "d20 (8+ hits AC 22): Anka attacks Pelican 1". */
void question_text(const struct question *question, struct text *out);
/* "6: roll again and add": what the sign of an exploding die means, before its first face;
 * nothing for other dice. */
void question_explain_die(const struct question *question, struct text *out);
void question_text_die_first(const struct question *question, struct text *out);
/* Adds to the die what the act may throw after it: "d20 (8+ hits AC 22), then damage". NULL:
 * nothing. */
void question_add_next(struct question *question, const char *next);
/* Adds a choice as people read it: "shield after" for the word `shield-after`. */
void question_choice_name(const struct question *question, int choice, struct text *out);
/* Adds the answer in the form that goes after the command. Free words, if the question takes
 * them, are one word of the line up to the first name=value: `torn arm, out 3 turns` has no
 * die. */
void question_add_answer(const struct question *question, struct str answer, struct text *out);
/* True when the words cannot be the answer, since one of them is not a die or number as asked;
 * the error then says what is possible: "x is not possible: each die shows 1 to 20". Dice may
 * follow the number, with values such as edge=1 among them. Call this before the words are put
 * after the line, since `add` would read any word as part of the name. Other kinds of questions
 * take any words. */
bool question_finds_wrong_word(const struct question *question, struct str words,
                               struct text *out);

/* Runs the triggers of a game after an act that began on `before`. */
void triggers_run(struct decision *decision, const struct state *before);

#endif
