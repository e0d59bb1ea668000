/* What the files of the sitting share; nobody else includes this. */
#ifndef REFEREE_APP_SITTING_PRIVATE_H
#define REFEREE_APP_SITTING_PRIVATE_H

#include "app/record_library.h"
#include "app/sitting.h"
#include "app/table_library.h"
#include "store/campaign.h"
#include "tracker/rule_text.h"

/* A check is a roll of a few dice. */
enum { CHANCE_MEMORY_SIZE = 256 << 10 };

/* RULE_TEXTS_MEMORY_SIZE of content/rule_texts.h. */
enum { RULES_MEMORY_SIZE = 192 << 10 };

struct sitting {
    struct campaign *campaign;
    char path[4096];
    int64_t (*now_ms)(void);
    bool has_tables;              /* they were read, or it was tried */
    struct table_library *tables; /* NULL: they cannot be read */
    struct error tables_error;    /* why */
    bool reads_records;           /* sitting_need_files was called */
    const struct system
        *library_system;            /* whose records were read, or it was tried; NULL: none */
    struct record_library *library; /* NULL: there is none, or it cannot be read */
    struct error library_error;     /* why */
    struct encounter_row encounter; /* id 0: none yet, see sitting_encounter_id */
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
    bool asks; /* whether the line that runs may ask */
    /* Odds of one pair, until the state changes. */
    bool has_odds, odds_failed;
    int odds_actor, odds_target;
    struct inputs odds_inputs;
    struct odds odds;
    struct error odds_error;
    struct arena odds_arena;
    unsigned char odds_memory[ODDS_MEMORY_SIZE];
    /* The chance of one check, until the state changes. */
    struct pending chance_of; /* with an empty command: none is known yet */
    const char *chance_name;  /* NULL: it has none */
    double chance;
    unsigned char chance_memory[CHANCE_MEMORY_SIZE];
    /* What the rules say, once somebody wants to know. */
    const struct system *rule_texts_of; /* NULL: nobody did */
    struct rule_texts rule_texts;
    unsigned char rule_texts_memory[RULES_MEMORY_SIZE];
    /* Scratch of the command that runs. */
    struct decision decision;
    bool is_decided_on; /* the decision began on `state`, which has not changed since */
    unsigned char text_memory[DECISION_TEXT_SIZE];
};

/* The commands that the application itself carries out: undo, encounters, help. */
typedef void sitting_command_fn(struct sitting *sitting, const struct command *command,
                                struct result *out);
int sitting_own_commands(const struct command_def **out, int most);
/* In sitting_history.c. */
void sitting_run_history(struct sitting *sitting, const struct command *command,
                         struct result *out);
/* In sitting_rules.c. */
void sitting_run_rule(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* NULL when the tracker carries it out. */
sitting_command_fn *sitting_own_command(const struct command_def *def);

/* Takes over the open encounter as the log has it: position, state, lines, labels. */
enum status sitting_load(struct sitting *sitting, struct error *err) MUST_CHECK;
/* The same after the head has moved from the act `from` to sitting->position.head. */
enum status sitting_follow_head(struct sitting *sitting, int64_t from,
                                struct error *err) MUST_CHECK;
enum status sitting_load_labels(struct sitting *sitting, struct error *err) MUST_CHECK;
/* Reads the newest lines on the way to the head, about `most` of them: FIRST_LINES are more
 * than a screen shows at once. */
enum { FIRST_LINES = 60 };
enum status sitting_load_lines(struct sitting *sitting, int most, struct error *err) MUST_CHECK;
/* The same when the act `from` was just taken back, or the head was just done again. */
enum status sitting_take_back_lines(struct sitting *sitting, int64_t from,
                                    struct error *err) MUST_CHECK;
enum status sitting_load_newest_lines(struct sitting *sitting, struct error *err) MUST_CHECK;
/* What happened where, as a line; the event has one. */
struct log_place {
    int64_t act;
    int event, round; /* as in struct log_line */
};
void log_line_put(struct log_line *out, const struct log_place *place,
                  const struct event *event);
/* Puts the lines of the decision's events behind those that are there, and into `text`. */
void sitting_add_lines(struct sitting *sitting, struct text *text);
/* Only into `text`: what the decision would add. */
void sitting_tell_lines(const struct sitting *sitting, struct text *text);
/* What was found out about the state has to be forgotten: odds, the copy of it to decide on. */
void sitting_state_changed(struct sitting *sitting);

/* The decision as what would be done. */
void sitting_tell_preview(const struct sitting *sitting, struct result *out);

/* What a line would do on this state: into sitting->decision. */
void sitting_decide(struct sitting *sitting, const struct state *state, const char *line,
                    bool asks);
/* The decision as a result; true when it could be committed. */
bool sitting_settle(struct sitting *sitting, struct result *out);
/* Writes the decision behind the head, and takes its state over. */
void sitting_commit(struct sitting *sitting, const char *line, struct result *out);

/* A failure of the store, told as the result; a conflict loads what the other table wrote. */
void sitting_fail(struct sitting *sitting, const struct error *err, struct result *out);

#endif
