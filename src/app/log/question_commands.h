/* The commands that keep questions to the log under names (app/log/kept_questions.h). Each is
 * one step of the campaign's changes, undone by questions-undo: `undo` at the table never
 * touches them. */
#ifndef REFEREE_APP_LOG_QUESTION_COMMANDS_H
#define REFEREE_APP_LOG_QUESTION_COMMANDS_H

#include "app/sitting/result.h"
#include "tracker/command.h"

sitting_command_fn sitting_run_keep_question, sitting_run_rename_question;
sitting_command_fn sitting_run_delete_question;

#endif
