/* A procedure: how an encounter of one system runs at the table. It says who is next, what the
 * phases are, which checks are due when, which commands only this system has, and what it keeps
 * in the state.
 *
 * Plain data: tables, and functions of the game in slots. No code outside asks which system is
 * active; it gets a procedure and calls these slots. Nothing here looks one up: the list of
 * games is in a layer above the tracker (games/games.h). */
#ifndef REFEREE_TRACKER_PROCEDURE_H
#define REFEREE_TRACKER_PROCEDURE_H

#include <stdbool.h>

#include "base/text.h"

struct arena;
struct command;
struct command_def;
struct condition_def;
struct decision;
struct dice_request;
struct effect;
struct effect_def;
struct error;
struct inputs;
struct library;
struct library_kind;
struct made_commands;
struct missing_list;
struct assumption_def;
struct player;
struct prepared_def;
struct setting_def;
struct state;
struct system;
struct trace;
struct trigger;

/* What the order shows of a combatant beside name and hit points. */
struct combatant_words {
    char score[16];  /* the number that sets the order: "21", or "" */
    char spoken[40]; /* the same in words, if the heading does not explain it: "rank 1, level 2"
                      */
    char words[600]; /* "casting, prone (2 rounds)", "fled"; "" when nothing is special */
    char brief[400]; /* the same for a narrow column: "casting, prone 2" */
    bool is_waiting; /* has not acted this round */
};

enum { PENDING_MAX = 32, PENDING_COMMAND_SIZE = 96, GUIDE_SIZE = 300, KEY_WORD_SHORTEST = 3 };

/* A check that waits for the referee. */
struct pending {
    int subject;    /* the combatant it is about */
    int object;     /* the combatant who does it, such as a foe that attacks; 0: nobody */
    char text[160]; /* "morale due: pelicans, 1 of 2 fallen (25%+)" */
    /* The line that settles it: "morale p1"; "": the referee chooses, and the text names the
     * choices. */
    char command[PENDING_COMMAND_SIZE];
    const char *all; /* the line that settles all of its kind at once: "defend all"; NULL: its
                        own command, if that takes several */
    const char *rule;
    /* the action of the system, when one act settles it: "morale"; else NULL */
    const char *action;
    bool is_optional; /* the fight can go on without it, so what comes next is shown too */
    const char *does; /* by its key, where "settles it" says too little: "uses it"; NULL */
};

/* The exact chance from everything that waits for one combatant. */
struct together {
    char what[48]; /* "3 attacks, 1 save due" */
    int count;     /* 4: all of these */
    struct {
        char name[24]; /* "to 0 Life" */
        bool is_fall;  /* one falls to that: "falls to 0 Life" */
        double value;
    } chance[2];
    int chances;
};

/* The number left of a combatant that stands for several. */
struct bodies {
    int left, most;
    /* "2d6": the dice that will decide it, while it is undecided; left and most are 0 then.
     * NULL: it is decided. */
    const char *open;
};

/* A value of a combatant that the procedure itself reads and writes. */
struct given_def {
    const char *name; /* "class" */
    /* its value is the name of such a record (tracker/library.h); NULL: none */
    const char *records;
    const char *expects; /* "a class: warrior" */
    const char *help;    /* at most 60 columns */
    /* Writes the value as it can be read again; NULL: it only adds to what there is. */
    void (*format)(const struct state *state, int id, struct text *out);
    /* It brings values that the rest of its line may change, wherever it is in the line. */
    bool comes_first;
    /* In forms it comes after the attributes of the system, not before them. */
    bool comes_late;
};

struct effect;
struct listed_option;

/* A key at the table for a command of the game. */
struct key_def {
    const char *key; /* "a", "C-r", "Space"; for rare commands "F3 y", after the key of @more */
    const char *line; /* the line it runs; the screen fills in its places: "declare %s" */
    const char *word; /* for the footer, at most 14 columns; "": not shown there */
    const char *help; /* at most 60 columns */
    /* In the footer and the help it comes before the key of every game for this command; NULL:
     * after all of them. */
    const char *before;
};

/* A word of about= in questions to the log, as "about=injury", and a kind of event that an act
 * about it has. A word can have several. */
struct topic_def {
    const char *word;
    int kind; /* enum event_kind; EVENT_KINDS: none, the word is a command's name */
};

/* An end of an encounter that does not show in who is left in it. */
enum ended {
    ENDED_AS_IT_STANDS,
    ENDED_IN_FLIGHT, /* the party ran or withdrew from foes who are still there */
    ENDED_IN_PEACE,  /* nobody fights any more, of those who are still there */
};

struct procedure {
    /* Id of its system; NULL: the generic procedure, for every system without its own. */
    const char *system;
    const char *score; /* heading of the score column: "init" */
    const struct command_def *commands;
    int commands_count;
    /* Further commands: a table that several procedures share, and those that are made from the
     * system's actions; NULL: none. */
    int (*more_commands)(const struct command_def **out);
    void (*make)(const struct system *system, struct made_commands *made);
    const struct setting_def *settings; /* tracker/settings.h */
    int settings_count;
    /* folder of rules it cites beside its system's: "generic"; NULL: none */
    const char *rule_texts;
    /* What combatants can be made from (tracker/library.h); 0: they are only made by hand. */
    const struct library_kind *kinds;
    int kinds_count;
    /* What it keeps in the state: its own kinds of effects, from EFFECT_GAME on
     * (tracker/state.h). */
    const struct effect_def *effects;
    int effects_count;
    /* The conditions that its rules know (tracker/conditions.h). */
    const struct condition_def *conditions;
    int conditions_count;
    /* The order of combatants on screen. It is total: no two different ids compare equal. Draws
     * no dice. */
    bool (*comes_before)(const struct state *state, int a, int b);
    void (*describe)(const struct state *state, int id, struct combatant_words *out);
    /* Adds what everybody at the table sees of it beside its conditions, "casting", as items of
     * a list; NULL: nothing. */
    void (*seen)(const struct state *state, int id, struct text *out);
    /* For a combatant that stands for several: how many are left of how many; false: it does
     * not. NULL: none does. The screen shows this in place of hit points. */
    bool (*bodies)(const struct state *state, int id, struct bodies *out);
    /* Up to this many hit points or bodies are shown one by one; 0: always as a bar. */
    int pips;
    /* "round 2", "between rounds", "party's attacks". */
    void (*phase)(const struct state *state, struct text *out);
    /* What comes next and why: "`next`: the foes' melee"; NULL: nothing to say. */
    void (*guide)(const struct state *state, struct text *out);
    /* Facts about one combatant, a line each: "AC 24 (armour 4)". */
    void (*facts)(const struct state *state, int id, struct text *out);
    /* The combatant who acts when nobody is named; 0: nobody. */
    int (*actor)(const struct state *state);
    /* A combatant who may act out of turn, such as by a reaction that was paid for: `picked`,
     * the one the referee has selected, if it may; else the one to act next; 0: nobody. NULL:
     * nobody ever may. */
    int (*out_of_turn)(const struct state *state, int picked);
    /* True when this one can act now, in games in which a side acts in any order; NULL: only
     * the actor can. */
    bool (*can_act)(const struct state *state, int id);
    /* The usual act of a combatant against this target, ready for odds; false with err when
     * something is missing (an unset value) or there is no such act. */
    bool (*usual_act)(const struct state *state, int actor, int target, struct inputs *out,
                      struct error *err);
    /* What an act needs, in a short text: "hit 4+ with d6 +2"; NULL: nothing to say. */
    void (*needed)(const struct inputs *inputs, struct text *out);
    /* What a die that is asked for within such an act must show, "3+ hits DV 4", given the dice
     * before it; NULL: use `needed`. */
    void (*asked)(const struct inputs *inputs, const struct dice_request *die,
                  const struct trace *so_far, struct text *out);
    /* The dice of such a throw in plain words for the prompt, "3 d10", or their notation; NULL:
     * always their notation. */
    const char *(*asked_dice)(const struct dice_request *die);
    /* A turn begins or ends, in an order that the referee sets; NULL: nothing to do. */
    void (*turn_starts)(struct decision *decision, int id);
    void (*turn_ends)(struct decision *decision, int id);
    /* Options of `damage` and `out` about the source of damage, `by` among them, ended by NULL,
     * and the function that applies the others, called for each combatant before it is damaged.
     * NULL: none. */
    const char *const *damage_options;
    void (*damaged)(struct decision *decision, const struct command *command, int id);
    /* Bodies of a combatant that stands for several are lost (`change` below 0) or come back,
     * one for each point of damage or healing; false: it has hit points that change instead.
     * NULL: no combatant stands for several. */
    bool (*change_bodies)(struct decision *decision, int id, int change, const char *rule);
    /* Hit points were lost: `excess` is the damage beyond them. */
    void (*hurt)(struct decision *decision, int id, int excess);
    /* What follows from the events of a command (tracker/decision.h), in this order. */
    const struct trigger *triggers;
    int triggers_count;
    /* True when one who is in the fight has fallen, though the table has not settled how. NULL:
     * who is in the fight has not. */
    bool (*is_falling)(const struct state *state, int id);
    /* Pending checks in the order in which they arose; returns their number. */
    int (*pending)(const struct state *state, struct pending *out, int most);
    /* The act that settles a check with an action, ready for odds; false with err when
     * something is missing. */
    bool (*pending_act)(const struct state *state, const struct pending *pending,
                        struct inputs *out, struct error *err);
    /* The total of everything that waits for this combatant, computed in `memory`; false when
     * there is nothing, or its chances are unknown. NULL: there never is anything. */
    bool (*together)(const struct state *state, int id, struct arena *memory,
                     struct together *out);
    /* Adds what an encounter that is left still owes the players: "treasure of King"; adds
     * nothing when there is none. NULL: never anything. */
    void (*owed)(const struct state *state, struct text *out);
    /* How the game itself says that the encounter ended; NULL, and ENDED_AS_IT_STANDS: by who
     * is left in it. */
    enum ended (*ended)(const struct state *state);
    /* Adds what the party has earned and not used yet, which it takes along: "2 XP rolls"; adds
     * nothing when there is none. NULL: never anything. */
    void (*earned)(const struct state *state, struct text *out);
    /* `set WHO name=value`: true when the name is one of the procedure's own, which it has then
     * handled; NULL: none is. */
    bool (*give)(struct decision *decision, int id, struct str name, struct str value);
    /* These own values: they are not attributes of the system, or take more than the attribute
     * does. */
    const struct given_def *gives;
    int gives_count;
    /* The option that makes a combatant from a record of the kind with the option's name. The
     * record fills in what the line leaves open, so it is applied after the other options;
     * NULL: none. */
    const char *fills;
    /* True when `add 8 NAME` is one combatant that stands for 8, not 8 combatants; `counted` is
     * then the attribute for the number. It may ask when the line does not say. NULL: never. */
    bool (*comes_as_one)(struct decision *decision, const struct command *command,
                         struct str name);
    const char *counted;
    /* The attribute for their number at the start; NULL: none. */
    const char *counted_start;
    /* Called when a new combatant has its name and the given values, to derive others; NULL:
     * nothing to derive. */
    void (*joins)(struct decision *decision, int id);
    /* Brings back what rest between two adventures restores by the game's rules; NULL: nothing
     * does. */
    void (*rests)(struct decision *decision, int id);
    /* The commands that decide whether somebody gains a level, give somebody an item, and begin
     * a new adventure; NULL: by hand, and there is no such thing. */
    const char *levels_up, *gives_item, *new_adventure;
    /* Adds to what the party can spend (below 0: takes away); false when the decision has
     * ended, as there is too little. NULL: the party has a counter for it. */
    bool (*pays)(struct decision *decision, int amount);
    /* Adds what the party has met and found in this adventure, a line each; NULL: nothing. */
    void (*adventure)(const struct state *state, struct text *out);
    /* Undoes the effects of the fight on a combatant that was just copied, beyond its hit
     * points; NULL: nothing to undo. */
    void (*make_whole)(struct decision *decision, int id);
    /* Reports what the value just given means; NULL: nothing to report. */
    void (*advise)(struct decision *decision, int id, struct str name);
    /* What texts of prepared encounters can say beside the fields of combatants
     * (tracker/prepared.h); NULL: nothing. */
    const struct prepared_def *prepared;
    /* Adds what is missing or odd before a fight begins; NULL: nothing ever is. */
    void (*missing)(const struct state *state, struct missing_list *list);

    /* ---- fights that are played without a referee (tracker/policy.h) ------------------- */

    /* Adds the line that comes next: what settles a check, a reaction, the act of the one who
     * may act; nothing: `next`. A line that the rules refuse, or that does not move the fight
     * on, is a mistake of the game. NULL: nobody can play it. */
    void (*plays)(const struct state *state, struct player *player, struct text *line);
    bool plays_again; /* it may take back the last act, to roll again (struct player) */
    bool no_round_without_foes; /* so foes who come later come at once when no other is left */
    /* What it leaves to the referee and a forecast assumes; ended by one without a name. NULL:
     * nothing. */
    const struct assumption_def *assumptions;
    /* What this one could do in place of an act, from the tables of the game and the library
     * (NULL: there is none): adds rows, each ended by a newline. A row is a line with places:
     * {self} is the actor, {foe} each of the other side in turn, {ally} each of its own,
     * itself too, {one} each who is there, for a reaction, {3} combatant 3; after a bar in
     * words, where the line does not say it. A row that says more comes before one that says
     * less. Who asks leaves out what the rules refuse at the moment. The slot NULL: nothing is
     * known. */
    void (*choices)(const struct state *state, const struct library *library, int id,
                    struct text *rows);
    /* What to assume, so that somebody without hit points does not fight on: "injury=out";
     * ended by NULL. NULL: nothing helps. */
    const char *const *ends_wounds;

    /* ---- what the screen asks ---------------------------------------------------------- */

    /* Keys of its commands, and then those of `more_commands`, each list ended by one without a
     * key; NULL: none. Keys of every game are in app/settings/keys.def, which also lists the
     * places of a line. */
    const struct key_def *keys, *more_keys;
    /* A better word for the key of this line at the moment: what it would do, and to whom; in
     * full (0), or shorter where there is no room for that (up to KEY_WORD_SHORTEST). Nothing
     * added: its own word; a NULL slot means the same for all keys. */
    void (*key_word)(const struct state *state, const char *line, int brevity,
                     struct text *out);
    /* True when the key of this line is now for somebody else than the combatant whose turn it
     * is, whose keys have room in the footer before it. NULL: no key is. */
    bool (*key_is_aside)(const struct state *state, const char *line);
    /* True when somebody can do what the key of this line does at all: the game chooses who
     * acts when the selected combatant cannot. NULL: everybody can do everything. */
    bool (*key_is_for)(const struct state *state, const char *line, int id);
    /* True when nobody would want what the key of this line does now, though it could be done:
     * the footer leaves it out. NULL: no key is like that. */
    bool (*key_is_idle)(const struct state *state, const char *line);
    /* What the options of its commands take (tracker/command.h), and then those of
     * `more_commands`: each list ended by one without a name; NULL: none. */
    const struct listed_option *options, *more_options;
    /* Words of about= that only this game has; ended by one without a word. NULL: none. */
    const struct topic_def *topics;
    /* True when an effect of the game is common in a crowd: then it does not keep a combatant
     * out of the row of a group. NULL: every effect does. */
    bool (*is_usual)(const struct effect *effect);
    /* True when these two fight hand to hand, and so are each other's target while there is no
     * other; NULL: the game does not say. */
    bool (*is_engaged)(const struct state *state, int a, int b);
    /* True when this foe does nothing while nobody attacks it, as one that sleeps: others are
     * proposed as targets before it; NULL: nobody is like that. */
    bool (*is_quiet)(const struct state *state, int id);
};

/* Finds the procedure of a system: layers below the games that get a system by its name, as
 * from a campaign, are handed the list of games as such a function. */
typedef const struct procedure *find_procedure_fn(const struct system *system);

#endif
