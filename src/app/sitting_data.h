/* What is held while a campaign is open. Only the modules of the sitting include this: each of
 * them has its own part of the work, and its functions in a header of its own.
 *
 *   sitting_lines, sitting_files                    what is read and kept
 *   sitting_state                                   where the campaign stands
 *   sitting_decision, sitting_rules, log_requests   one line decided; what can be looked up
 *   sitting_history, sitting_log, sitting_encounters, sitting_words
 *   sitting_past                                    acts of the past looked at
 *   sitting_carry, sitting_correction,              acts made of other acts
 *   sitting_amend
 *   sitting_file, sitting_backup, sitting_campaigns the file that is open, copies of it, others
 *   sitting_commands                                the commands of the application
 *   sitting                                         opening, running, closing
 *   sitting_idle                                    what waits until nobody presses a key
 *   sitting_odds                                    the odds of a line
 *
 * Each knows only those of lines above its own (sitting_log: sitting_rules, log_requests too;
 * sitting_words: sitting_rules; sitting_correction: sitting_carry; sitting_amend: both). */
#ifndef REFEREE_APP_SITTING_DATA_H
#define REFEREE_APP_SITTING_DATA_H

#include "app/act_odds.h"
#include "app/log_line.h"
#include "app/program_settings.h"
#include "app/result.h"
#include "resolver/request.h"
#include "store/campaign.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"
#include "tracker/rule_text.h"

/* A check is a roll of a few dice. */
enum { CHANCE_MEMORY_SIZE = 256 << 10 };

/* RULE_TEXTS_MEMORY_SIZE of content/rule_texts.h. */
enum { RULES_MEMORY_SIZE = 192 << 10 };

/* What is known of the copies that are kept by themselves; zeroed, nothing is. */
struct sitting_backup_work {
    struct backup *backup;        /* being made; NULL: none is */
    char path[CAMPAIGN_PATH_MAX]; /* where to */
    int64_t begun_ms;             /* when the last one was begun; 0: none was */
    bool has_looked;              /* for a copy of an earlier sitting */
    bool has_copy;                /* there is one of this campaign, */
    int64_t rows, begun_rows;   /* in the newest copy, and when the one being made was begun */
    bool has_failed;            /* which was told */
    int64_t seen_rows, seen_ms; /* how many rows there are, and since when it is that */
};

struct sitting {
    struct campaign *campaign;
    char path[4096];
    char why_read_only[ERROR_TEXT_SIZE]; /* as opening it to write told */
    int64_t (*now_ms)(void);
    struct program_settings *settings;
    struct program_settings *own_settings; /* when nobody gave any; else NULL */
    /* Every command in an encounter of a system: sitting_commands_of, which stands above all
     * that is kept here. */
    int (*commands_of)(const struct system *system, struct made_commands *made,
                       const struct command_def **out, int most);
    bool has_tables;              /* they were read, or it was tried */
    struct table_library *tables; /* NULL: they cannot be read */
    struct error tables_error;    /* why */
    bool reads_records;           /* sitting_need_files was called */
    const struct system
        *library_system;             /* whose records were read, or it was tried; NULL: none */
    struct record_library *library;  /* NULL: not read yet */
    struct error library_error;      /* the first thing that is wrong with a file; else OK */
    int64_t library_newest;          /* the newest change of a kind when it was read */
    struct library_reading *reading; /* the one that will follow it; NULL: none is read */
    struct roster *roster;           /* of the open encounter's game; NULL: not read yet */
    struct kind_search *kind_search; /* over that library; NULL: nobody searched yet */
    struct encounter_row encounter;  /* id 0: none; the first act makes one, */
    int64_t next_encounter;          /* of this id */
    struct position position;
    struct state state;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    int commands;
    char undo_label[CAMPAIGN_LABEL_SIZE];
    char redo_label[CAMPAIGN_LABEL_SIZE];
    struct log_line line[SITTING_LOG_LINES];
    int lines;
    bool lines_reach_start; /* there is none before them */
    bool has_only_first;    /* the others are still to be read, in an idle moment */
    bool wants_snapshot;
    bool wants_rest_snapshot; /* there were acts since the table rested last */
    bool has_told_damage;
    char notice[ERROR_TEXT_SIZE + 400];
    bool wants_tidying; /* something happened since sitting_tidy */
    /* What `look` showed last, for going on from there while the encounter stands where it did.
     */
    bool has_looked;
    int64_t looked_at, looked_from; /* that act, and the one the encounter stood after */
    /* Since when the table is quiet, on the clock of sitting_idle; not yet known behind a line.
     */
    bool is_quiet;
    int64_t quiet_since_ms;
    struct verification *verification; /* of the file, while it goes on; NULL: it does not */
    bool is_looked_over;               /* it came to its end */
    int faults;                        /* that it found */
    bool has_idle_news;
    char idle_news[ERROR_WHERE_SIZE + ERROR_TEXT_SIZE];
    struct sitting_backup_work copies;
    /* Of encounters that were listed (app/encounter_facts), by id - 1. */
    struct kept_facts *kept_facts;
    int64_t kept_facts_room;
    bool wants_facts; /* those of some are still to be read, in idle moments */
    bool asks;        /* whether the line that runs may ask */
    /* Odds of one line, or of one pair, until the state changes. */
    bool has_odds;
    int odds_actor, odds_target; /* 0: of the line */
    char odds_line[COMMAND_LINE_MAX + 1];
    struct line_odds odds;
    struct result odds_result;
    struct command odds_command;
    struct arena odds_arena;
    unsigned char odds_memory[ODDS_MEMORY_SIZE];
    /* The chance of one check, until the state changes. */
    struct pending chance_of; /* with an empty command: none is known yet */
    const char *chance_name;  /* NULL: it has none */
    double chance;
    unsigned char chance_memory[CHANCE_MEMORY_SIZE];
    /* What waits for a combatant together, by id, until the state changes. */
    bool knows_together[COMBATANTS_MAX + 1];
    struct together together[COMBATANTS_MAX + 1];
    /* What the rules say, once somebody wants to know. */
    const struct system *rule_texts_of; /* NULL: nobody did */
    struct rule_texts rule_texts;
    unsigned char rule_texts_memory[RULES_MEMORY_SIZE];
    /* Chances that the log keeps with the rolls, also those that a screen has shown. */
    struct known_chances chances;
    bool is_recorded; /* what is decided now is for the log, if it is done */
    /* Scratch of the command that runs. */
    struct decision decision;
    bool is_decided_on; /* the decision began on `state`, which has not changed since */
    unsigned char text_memory[DECISION_TEXT_SIZE];
};

#endif
