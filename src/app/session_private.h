/* What the files of the session share; nobody else includes this. */
#ifndef REFEREE_APP_SESSION_PRIVATE_H
#define REFEREE_APP_SESSION_PRIVATE_H

#include "app/record_library.h"
#include "app/session.h"
#include "app/table_library.h"
#include "store/campaign.h"
#include "tracker/paragraph.h"

/* A check is a roll of a few dice. */
enum { CHANCE_MEMORY_SIZE = 256 << 10 };

/* PARAGRAPHS_MEMORY_SIZE of content/paragraphs.h. */
enum { RULES_MEMORY_SIZE = 192 << 10 };

struct session {
    struct campaign *campaign;
    char path[4096];
    int64_t (*now_ms)(void);
    bool has_tables;              /* they were read, or it was tried */
    struct table_library *tables; /* NULL: they cannot be read */
    struct error tables_error;    /* why */
    bool reads_records;           /* session_need_files was called */
    const struct system
        *library_system;            /* whose records were read, or it was tried; NULL: none */
    struct record_library *library; /* NULL: there is none, or it cannot be read */
    struct error library_error;     /* why */
    struct encounter_row encounter; /* id 0: none yet, see session_encounter_id */
    struct position position;
    struct state state;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    int commands;
    char undo_label[CAMPAIGN_LABEL_SIZE];
    char redo_label[CAMPAIGN_LABEL_SIZE];
    struct log_line line[SESSION_LOG_LINES];
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
    struct due chance_of;    /* with an empty command: none is known yet */
    const char *chance_name; /* NULL: it has none */
    double chance;
    unsigned char chance_memory[CHANCE_MEMORY_SIZE];
    /* What the rules say, once somebody wants to know. */
    const struct system *paragraphs_of; /* NULL: nobody did */
    struct paragraphs paragraphs;
    unsigned char paragraphs_memory[RULES_MEMORY_SIZE];
    /* Scratch of the command that runs. */
    struct decision decision;
    bool is_decided_on; /* the decision began on `state`, which has not changed since */
    unsigned char text_memory[DECISION_TEXT_SIZE];
};

/* The commands that the application itself carries out: undo, encounters, help. */
typedef void session_command_fn(struct session *session, const struct command *command,
                                struct result *out);
int session_own_commands(const struct command_def **out, int most);
/* In session_history.c. */
void session_run_history(struct session *session, const struct command *command,
                         struct result *out);
/* In session_rules.c. */
void session_run_rule(struct session *session, const struct command *command,
                      struct result *out);
/* NULL when the tracker carries it out. */
session_command_fn *session_own_command(const struct command_def *def);

/* Takes over the open encounter as the log has it: position, state, lines, labels. */
enum status session_load(struct session *session, struct error *err) MUST_CHECK;
/* The same after the head has moved from the act `from` to session->position.head. */
enum status session_follow_head(struct session *session, int64_t from,
                                struct error *err) MUST_CHECK;
enum status session_load_labels(struct session *session, struct error *err) MUST_CHECK;
/* Reads the newest lines on the way to the head, about `most` of them: FIRST_LINES are more
 * than a screen shows at once. */
enum { FIRST_LINES = 60 };
enum status session_load_lines(struct session *session, int most, struct error *err) MUST_CHECK;
/* The same when the act `from` was just taken back, or the head was just done again. */
enum status session_take_back_lines(struct session *session, int64_t from,
                                    struct error *err) MUST_CHECK;
enum status session_load_newest_lines(struct session *session, struct error *err) MUST_CHECK;
/* What happened where, as a line; the event has one. */
struct log_place {
    int64_t act;
    int event, round; /* as in struct log_line */
};
void log_line_put(struct log_line *out, const struct log_place *place,
                  const struct event *event);
/* Puts the lines of the decision's events behind those that are there, and into `text`. */
void session_add_lines(struct session *session, struct text *text);
/* Only into `text`: what the decision would add. */
void session_tell_lines(const struct session *session, struct text *text);
/* What was found out about the state has to be forgotten: odds, the copy of it to decide on. */
void session_state_changed(struct session *session);

/* The decision as what would be done. */
void session_tell_preview(const struct session *session, struct result *out);

/* What a line would do on this state: into session->decision. */
void session_decide(struct session *session, const struct state *state, const char *line,
                    bool asks);
/* The decision as a result; true when it could be committed. */
bool session_settle(struct session *session, struct result *out);
/* Writes the decision behind the head, and takes its state over. */
void session_commit(struct session *session, const char *line, struct result *out);

/* A failure of the store, told as the result; a conflict loads what the other table wrote. */
void session_fail(struct session *session, const struct error *err, struct result *out);

#endif
