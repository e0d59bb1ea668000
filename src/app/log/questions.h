/* Twelve ready questions to the log, in words, and their answers as rows of numbers. Each
 * counts the rolls of the acts that fit (app/log/asking.h); schema/questions.sql asks the same
 * of the file with `sqlite3`, and a test compares the answers. Knows no game: what an outcome
 * means stands in the games' tables. */
#ifndef REFEREE_APP_LOG_QUESTIONS_H
#define REFEREE_APP_LOG_QUESTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "app/log/history.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

enum { QUESTION_COLUMNS = 3, QUESTION_NAME_SIZE = 64 };

struct ready_question {
    const char *key;                      /* "hit-most" */
    const char *text;                     /* "Who was hit most often?" */
    const char *column[QUESTION_COLUMNS]; /* of the answer, beside the name; NULL: none */
    int decimals[QUESTION_COLUMNS];
};

/* NULL after the last. */
const struct ready_question *ready_question_at(int i);
/* STATUS_USAGE with the nearest one when none has this key. */
enum status ready_question_find(const struct ready_question **out, struct str key,
                                struct error *err) MUST_CHECK;

struct answer_row {
    char name[QUESTION_NAME_SIZE];
    double number[QUESTION_COLUMNS];
    double order; /* the greatest comes first */
};
struct answer {
    struct answer_row *row;
    int rows, room;
};

/* In the order of the answer. Freed by answer_free, also on failure; damage is as
 * for sitting_acts. */
enum status ready_question_answer(struct answer *out, struct sitting *sitting,
                                  const struct ready_question *question,
                                  const struct sitting_acts_wish *wish,
                                  struct error *err) MUST_CHECK;
void answer_free(struct answer *answer);

/* The same a piece at a time, so that a screen can take keys in between; of rows that stand for
 * one act only the first `most` are kept. What the wish borrows must outlive it. */
struct answering;
struct answering *answering_new(const struct ready_question *question,
                                const struct sitting_acts_wish *wish, int most);
/* Reads this many acts at most; *is_whole becomes true after the last, and after a failure. */
enum status answering_step(struct answering *answering, struct sitting *sitting, int acts,
                           bool *is_whole, struct error *err) MUST_CHECK;
/* In the order of the answer once it is whole. */
const struct answer *answering_answer(const struct answering *answering);
void answering_free(struct answering *answering); /* NULL does nothing */

/* Lines for display: the question, the columns, the rows. */
void answer_format(const struct answer *answer, const struct ready_question *question,
                   struct text *out);

/* The command `questions [QUESTION [WORD ...]]`: the list, or an answer. */
void sitting_run_questions(struct sitting *sitting, const struct command *command,
                           struct result *out);

#endif
