/* A procedure: how an encounter of one system runs at the table. Who is next, what the phases
 * are, what must be checked when, the commands only this system has, and what it keeps in the
 * state.
 *
 * Plain data: tables, and functions of the game in slots. Nothing outside asks which system is
 * active; it is handed a procedure and calls these slots. Nothing here looks one up: the list
 * of games stands above the tracker (games/games.h). */
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
struct library_kind;
struct made_commands;
struct setting_def;
struct state;
struct system;
struct trace;

/* What a combatant of the order shows beside name and hit points. */
struct combatant_words {
    char score[16]; /* the number the order follows: "21", or "" */
    char
        spoken[40]; /* the same read out, where its heading alone does not: "rank 1, level 2" */
    char words[600]; /* "casting, prone (2 rounds)", "fled"; "" when nothing is special */
    char brief[400]; /* the same for a narrow column: "casting, prone 2" */
    bool is_waiting; /* has not acted this round */
};

enum { PENDING_MAX = 32, PENDING_COMMAND_SIZE = 96, GUIDE_SIZE = 300 };

/* A check that waits for the referee. */
struct pending {
    int subject;    /* whom it is about */
    int object;     /* and who does it, as a foe that attacks; 0: nobody */
    char text[160]; /* "morale due: pelicans, 1 of 2 fallen (25%+)" */
    /* What settles it: "morale p1"; "": the referee chooses, and the text says between what. */
    char command[PENDING_COMMAND_SIZE];
    const char *all; /* what settles all of its kind at once: "defend all"; NULL: its command
                        does, where that takes several */
    const char *rule;
    const char *action; /* of the system, when one act settles it: "morale"; else NULL */
};

/* What everything that waits for one combatant comes to together, exactly. */
struct together {
    char what[48]; /* "4 attacks due" */
    struct {
        char name[24]; /* "to 0 Life" */
        double value;
    } chance[2];
    int chances;
};

/* How many are left of a combatant that stands for several. */
struct bodies {
    int left, most;
    /* "2d6": the dice that will tell it, while it is not decided; left and most are 0 then.
     * NULL: it is. */
    const char *open;
};

/* A value of a combatant that the procedure itself reads and writes. */
struct given_def {
    const char *name;    /* "class" */
    const char *records; /* the kind of records that it names (tracker/library.h); NULL: none */
    const char *expects; /* "a class: warrior" */
    const char *help;    /* at most 60 columns */
    /* As it is read again; NULL: it only adds to what there is. */
    void (*format)(const struct state *state, int id, struct text *out);
    /* It brings values that the rest of its line may change, wherever it stands in the line. */
    bool comes_first;
    /* In forms it stands after the attributes of the system, not before them. */
    bool comes_late;
};

struct effect;
struct listed_option;

/* A key at the table for a command of the game. */
struct key_def {
    const char *key;  /* "a", "C-r", "Space"; what is rare: ", y", after the key of @more */
    const char *line; /* what it runs; the screen fills its places in: "declare %s" */
    const char *word; /* for the footer, at most 14 columns; "" when it is not shown there */
    const char *help; /* at most 60 columns */
    /* The key of every game that it stands before in the footer and in the help, by the name of
     * its command; NULL: it stands after all. */
    const char *before;
};

struct procedure {
    /* Id of its system; NULL: the generic one, of every system without its own. */
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
    const char
        *rule_texts; /* folder of those it cites beside its system's: "generic"; NULL: none */
    /* What combatants can be made from (tracker/library.h); 0: they are made by hand alone. */
    const struct library_kind *kinds;
    int kinds_count;
    /* What it keeps in the state: its own kinds of effects, from EFFECT_GAME on
     * (tracker/effect.h). */
    const struct effect_def *effects;
    int effects_count;
    /* The conditions that its rules know (tracker/conditions.h). */
    const struct condition_def *conditions;
    int conditions_count;
    /* Combatant order on screen; total: no two different ids compare equal, and it draws no
     * dice. */
    bool (*comes_before)(const struct state *state, int a, int b);
    void (*describe)(const struct state *state, int id, struct combatant_words *out);
    /* A combatant that stands for several: how many of how many are left; false: it does not.
     * NULL: none does. The screen measures that, in place of hit points. */
    bool (*bodies)(const struct state *state, int id, struct bodies *out);
    /* Up to this many hit points or bodies are shown one by one; 0: as a bar, however few. */
    int pips;
    /* "round 2", "between rounds", "party's attacks". */
    void (*phase)(const struct state *state, struct text *out);
    /* What comes next and why: "`next`: the foes' melee"; NULL: nothing to say. */
    void (*guide)(const struct state *state, struct text *out);
    /* Facts about one combatant, a line each: "AC 24 (armour 4)". */
    void (*facts)(const struct state *state, int id, struct text *out);
    /* Who would act when nobody is named; 0: nobody. */
    int (*actor)(const struct state *state);
    /* Who acts before the one whose turn it is, as by a reaction that was paid for: `picked`,
     * whom the referee has selected, if it may; else the one who is to act next; 0: nobody.
     * NULL: nobody ever does. */
    int (*out_of_turn)(const struct state *state, int picked);
    /* Whether this one can act now, where those of a side act in any order they like; NULL:
     * only the actor can. */
    bool (*can_act)(const struct state *state, int id);
    /* The act a combatant would usually do to this target, ready for odds; false with err when
     * something is missing (an unset value) or there is no such act. */
    bool (*usual_act)(const struct state *state, int actor, int target, struct inputs *out,
                      struct error *err);
    /* What an act needs, in a few words: "hit 4+ with d6 +2"; NULL: nothing to say. */
    void (*needed)(const struct inputs *inputs, struct text *out);
    /* What the die that is asked for in the middle of such an act must show, "3+ hits DV 4",
     * with what fell before it; NULL: as `needed` says. */
    void (*asked)(const struct inputs *inputs, const struct dice_request *die,
                  const struct trace *so_far, struct text *out);
    /* A turn begins or ends, in an order that the referee sets; NULL: nothing happens then. */
    void (*turn_starts)(struct decision *decision, int id);
    void (*turn_ends)(struct decision *decision, int id);
    /* What `damage` and `out` can be told of what harms a row, as options ended by NULL, and
     * what comes of it: called for each row, before it is damaged. NULL: nothing. */
    const char *const *damage_options;
    void (*damaged)(struct decision *decision, const struct command *command, int id);
    /* Bodies of a combatant that stands for several are lost (`change` below 0) or come back,
     * one for each point of damage or healing; false: it has hit points, and they change. NULL:
     * none stands for several. */
    bool (*change_bodies)(struct decision *decision, int id, int change, const char *rule);
    /* Hit points were lost: `excess` is the damage that was left when they were used up. */
    void (*hurt)(struct decision *decision, int id, int excess);
    /* Runs after the events of every command: triggers. */
    void (*watch)(struct decision *decision, const struct state *before);
    /* Checks that are due, in the order they came; returns how many. */
    int (*pending)(const struct state *state, struct pending *out, int most);
    /* The act that settles a check which names an action, ready for odds; false with err when
     * something is missing. */
    bool (*pending_act)(const struct state *state, const struct pending *pending,
                        struct inputs *out, struct error *err);
    /* Everything together that waits for this combatant, reckoned in `memory`; false when there
     * is nothing, or its chances are not known. NULL: there never is. */
    bool (*together)(const struct state *state, int id, struct arena *memory,
                     struct together *out);
    /* What an encounter that is left still owes the players: "treasure of King"; nothing added:
     * nothing. NULL: never anything. */
    void (*owed)(const struct state *state, struct text *out);
    /* `set WHO name=value`: true when the name is one of the procedure's own and was dealt
     * with; NULL: none is. */
    bool (*give)(struct decision *decision, int id, struct str name, struct str value);
    /* Those that are no attributes of the system, or can be more than those say. */
    const struct given_def *gives;
    int gives_count;
    /* The option that makes a row from a record of the kind of its name, which fills in what
     * the line leaves open: it is given after the others of the line; NULL: there is none. */
    const char *fills;
    /* Whether `add 8 NAME` is one combatant of this many, and no 8 combatants; `counted` is
     * then the attribute that it is given to. It may ask, where the line does not say. NULL:
     * never.
     */
    bool (*comes_as_one)(struct decision *decision, const struct command *command,
                         struct str name);
    const char *counted;
    /* A new combatant has its name and the values that were given: what follows from them;
     * NULL: nothing. */
    void (*joins)(struct decision *decision, int id);
    /* Undoes what the fight has done to a combatant that was just copied, beyond its hit
     * points; NULL: nothing to undo. */
    void (*make_whole)(struct decision *decision, int id);
    /* Tells what the value that was just given means; NULL: nothing to tell. */
    void (*advise)(struct decision *decision, int id, struct str name);

    /* ---- what the screen asks ---------------------------------------------------------- */

    /* Keys of its commands, and then those of `more_commands`: each ended by one without a
     * key; NULL: none. Keys of what every game has stand in app/keys.def, which also tells the
     * places of a line. */
    const struct key_def *keys, *more_keys;
    /* A word for the key of this line that fits better now than its own, and is no longer:
     * what it would do. NULL: its own word; so for the whole slot. */
    const char *(*key_word)(const struct state *state, const char *line);
    /* What the options of its commands take (tracker/option_about.h), and then those of
     * `more_commands`: each ended by one without a name; NULL: none. */
    const struct listed_option *options, *more_options;
    /* Whether a whole crowd may have an effect of the game without one of them being special:
     * then it keeps no row out of a group of like ones. NULL: every effect makes special. */
    bool (*is_usual)(const struct effect *effect);
    /* Whether these two fight hand to hand, and so go for each other while nobody is marked;
     * NULL: the game does not say. */
    bool (*is_engaged)(const struct state *state, int a, int b);
};

/* The procedure of a system: for those below the games that are told a system by its name, as
 * by a campaign, and are handed the list of games as such a function. */
typedef const struct procedure *find_procedure_fn(const struct system *system);

#endif
