/* Questions to the log that were kept under a name: their words, asked again by
 * `question=NAME`, and the commands that keep them.
 *
 * Kept as changes of the campaign (store/changes.h): thing "question", fields "name" and
 * "words". Each command is one step there, undone by questions-undo: `undo` at the table never
 * touches them. */
#ifndef REFEREE_APP_LOG_KEPT_QUESTIONS_H
#define REFEREE_APP_LOG_KEPT_QUESTIONS_H

#include "app/log/asking.h"
#include "app/sitting/named.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "tracker/command.h"

extern const struct collection question_collection;
extern const struct named_kind question_kind; /* no text names another question */
#define KEPT_QUESTION_WORDS "words"

enum { KEPT_WORDS_SIZE = 400 };

/* Puts the words of kept questions in the place of question=NAME. STATUS_USAGE, with a caret
 * and the nearest name, when one is not there, or the words become too many. Pure. */
enum status kept_questions_put(struct asking *asking, const struct named_list *kept,
                               struct error *err) MUST_CHECK;
/* The same with those of the campaign, which are read only where one is asked. */
enum status sitting_put_questions(struct sitting *sitting, struct asking *asking,
                                  struct error *err) MUST_CHECK;

sitting_command_fn sitting_run_keep_question;

#endif
