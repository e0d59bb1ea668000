/* Looking at the kinds of the open encounter's game: those that ship, the user's own and the
 * campaign's. Changing those of the campaign is in sitting_kind_changes.h. */
#ifndef REFEREE_APP_LIBRARY_KINDS_H
#define REFEREE_APP_LIBRARY_KINDS_H

#include "base/diagnostics.h"
#include "base/text.h"
#include "tracker/library.h"

struct command;
struct result;
struct sitting;

/* All of them, read now if that was not needed before. Borrowed until a line runs. */
const struct library *sitting_library(struct sitting *sitting);
/* Those of any game, read again; mistakes in files are in diagnostics. */
const struct library *sitting_library_of(struct sitting *sitting, const struct system *system,
                                         struct diagnostics *diagnostics);
/* Finds at most `most` of those that combatants are made from, by words, the best first
 * (app/library/kind_search.h); returns the number of matches. Borrowed like the library. */
int sitting_search_kinds(struct sitting *sitting, struct str words,
                         const struct library_record **out, int most);
/* A step of preparing the search, in an idle moment; true: more is left. */
bool sitting_ready_search(struct sitting *sitting);
/* Visits all of them, the newest of the campaign first, each with its numbers and its
 * source. */
void sitting_see_kinds(struct sitting *sitting,
                       void (*see)(void *context, const char *name, const char *numbers),
                       void *context);
/* The kind that a name means: one that combatants are made from, or else another record of that
 * name. NULL with err, which has the nearest name. */
const struct library_record *sitting_kind(struct sitting *sitting, struct str name,
                                          struct error *err);
/* Adds the facts of a combatant (tracker/turns.h); one says that its kind is gone. */
void sitting_facts(struct sitting *sitting, int id, struct text *out);
/* Whether the record that a combatant was made from is in no place any more; false until the
 * library has been read, which this does not do. */
bool sitting_kind_is_gone(const struct sitting *sitting, int id);
/* The kind of records that combatants are made from. */
const struct library_kind *sitting_usual_kind(struct sitting *sitting);
/* Visits archived kinds of the campaign, the newest first, each with its last text; also those
 * whose addition was undone. Record and text are valid only during the call, which must not
 * search for another. */
enum { ARCHIVED_KINDS_MAX = 256 };
enum status sitting_archived_kinds(struct sitting *sitting,
                                   void (*see)(void *context,
                                               const struct library_record *record,
                                               struct str text),
                                   void *context, struct error *err) MUST_CHECK;
/* Adds all fields of a kind, a line each. */
void sitting_tell_kind(const struct library_record *record, struct text *out);
/* A field of a kind as it is typed, and what it takes, in a few words (content/kind_draft.h).
 */
void sitting_kind_value(const struct library_record *record, int field, struct text *out);
void sitting_kind_expects(const struct library_field_def *field, struct text *out);
/* The same for a pane (tui/widgets/reader.h): its numbers in a line, then what else it says,
 * "label<tab>value" a line. */
void sitting_describe_kind(const struct library_record *record, struct text *out);

void sitting_run_kinds(struct sitting *sitting, const struct command *command,
                       struct result *out);
void sitting_run_kind(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
