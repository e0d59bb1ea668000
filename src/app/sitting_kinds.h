/* The kinds of the open encounter's game: those that ship, the user's own and the campaign's,
 * looked at. Changing those of the campaign is sitting_kind_changes.h. */
#ifndef REFEREE_APP_SITTING_KINDS_H
#define REFEREE_APP_SITTING_KINDS_H

#include "base/diagnostics.h"
#include "base/text.h"
#include "tracker/library.h"

struct command;
struct result;
struct sitting;

/* All there are, read now if nobody needed them yet. Borrowed until a line runs. */
const struct library *sitting_library(struct sitting *sitting);
/* Those of any game, read again; what is wrong with files is in diagnostics. */
const struct library *sitting_library_of(struct sitting *sitting, const struct system *system,
                                         struct diagnostics *diagnostics);
/* Of those that combatants are made from, at most `most` that fit the words, the best first
 * (app/kind_search.h); returns how many fit. Borrowed as the library is. */
int sitting_search_kinds(struct sitting *sitting, struct str words,
                         const struct library_record **out, int most);
/* A step of getting ready for that, in an idle moment; true: more is left. */
bool sitting_ready_search(struct sitting *sitting);
/* All of those, newest of the campaign first, each with its numbers and where it is from. */
void sitting_see_kinds(struct sitting *sitting,
                       void (*see)(void *context, const char *name, const char *numbers),
                       void *context);
/* The kind that a name means: one that combatants are made from, else another record of that
 * name. NULL with err, which names the nearest. */
const struct library_record *sitting_kind(struct sitting *sitting, struct str name,
                                          struct error *err);
/* The kind of records that combatants are made from. */
const struct library_kind *sitting_usual_kind(struct sitting *sitting);
/* Those of the campaign that are off the list, the newest first, each with the text it had;
 * also those whose adding was undone. Record and text are valid during the call only, which
 * must not look for another. */
enum { ARCHIVED_KINDS_MAX = 256 };
enum status sitting_archived_kinds(struct sitting *sitting,
                                   void (*see)(void *context,
                                               const struct library_record *record,
                                               struct str text),
                                   void *context, struct error *err) MUST_CHECK;
/* Adds all that a kind says, a line each. */
void sitting_tell_kind(const struct library_record *record, struct text *out);

void sitting_run_kinds(struct sitting *sitting, const struct command *command,
                       struct result *out);
void sitting_run_kind(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
