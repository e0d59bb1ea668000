/* The result of one command line. Plain data, owned by the caller. */
#ifndef REFEREE_APP_SITTING_RESULT_H
#define REFEREE_APP_SITTING_RESULT_H

#include "base/status.h"
#include "tracker/decision.h"

enum result_kind {
    RESULT_DONE,    /* committed; `label` names it */
    RESULT_TOLD,    /* nothing to commit; `text` is the answer (lists, help) */
    RESULT_ASKS,    /* `question`: run the line again with the answer after it */
    RESULT_REFUSED, /* by the rules: `refusal` */
    RESULT_WRONG,   /* the words: `error` */
    RESULT_FAILED,  /* the disk or the campaign: `error`; nothing was done */
    RESULT_QUIT
};

enum { RESULT_TEXT_SIZE = 16384, RESULT_LOST_SIZE = 240 };

struct result {
    enum result_kind kind;
    char label[96];
    bool is_correction; /* an earlier act was decided again, on the state before it */
    struct question question;
    struct refusal refusal;
    struct error error;
    /* Details beyond the label. For a correction: what it lost, "left out: Anka: injury torn
     * arm; the 4 (damage) is no longer used". For a change of a kind: where the kind is
     * used. "": none. */
    char lost[RESULT_LOST_SIZE];
    /* Lines for display; of RESULT_ASKS in a preview: those of the act so far. */
    char text[RESULT_TEXT_SIZE];
};

/* Carries out a command of the application (app/sitting/commands.h). */
struct command;
struct sitting;
typedef void sitting_command_fn(struct sitting *sitting, const struct command *command,
                                struct result *out);

/* Only what follows makes a result (tests/gates/includes.sh); the rest of the program reads it.
 *
 * Nothing is done yet: RESULT_TOLD with an empty text, for the answer of the line. */
void result_begin(struct result *out);
/* There is nothing to commit; this is the answer. */
void result_tell(struct result *out, const char *text);
/* A rule of the game refuses; it is copied. */
void result_refuse_by(struct result *out, const struct refusal *refusal);
/* The program refuses, not a rule of the game: "Anka is here already". */
void result_refuse(struct result *out, const char *format, ...) LIKE_PRINTF(2, 3);
/* It is done; the line is its label, and all that is shown of it. */
void result_be_done(struct result *out, const char *line);
/* It is done, and has this label; what is shown of it is what out->text holds. */
void result_label(struct result *out, const char *format, ...) LIKE_PRINTF(2, 3);
/* It asks; the question is copied. */
void result_ask(struct result *out, const struct question *question);
/* The words were wrong: in our own words, or the error is copied. */
void result_wrong(struct result *out, const char *format, ...) LIKE_PRINTF(2, 3);
void result_be_wrong(struct result *out, const struct error *err);
/* "the note must be of at most 60 bytes". */
void result_too_long(struct result *out, const char *what, int most);
/* Nothing was done, by the error's own code: the words were wrong, or ask for what the rules
 * refuse (STATUS_USAGE, STATUS_REFUSED), or it failed. The error is copied. */
void result_fail(struct result *out, const struct error *err);
/* The table is left. */
void result_quit(struct result *out);

#endif
