/* The data files of an open campaign: random tables, and the records of the system at the
 * table. They are read when they are first needed. */
#ifndef REFEREE_APP_LIBRARY_CAMPAIGN_LIBRARY_H
#define REFEREE_APP_LIBRARY_CAMPAIGN_LIBRARY_H

#include "base/diagnostics.h"
#include "base/status.h"
#include "resolver/system.h"

struct sitting;

/* Reads random tables and records, those that ship and the user's own, unless that was done or
 * tried before, so that the start does not wait for them. sitting_run, sitting_tidy and the
 * words of an argument call it; mistakes in a file are reported when it is used. */
void sitting_need_files(struct sitting *sitting);
/* The same before a key, without asking the file whether another program has changed a kind:
 * the next command, list or idle moment asks. */
void sitting_ready_files(struct sitting *sitting);

/* The random tables, with those of another file (NULL: none), which must be valid since the
 * user named it. */
enum status sitting_open_tables(struct sitting *sitting, const char *file,
                                struct error *err) MUST_CHECK;
/* The records of this system: those that ship, the user's own and the campaign's. Mistakes in a
 * file are reported when a missing record is asked for, and once in an idle moment. */
void sitting_open_library(struct sitting *sitting, const struct system *system);
/* The same again, with all mistakes. */
void sitting_read_library(struct sitting *sitting, const struct system *system,
                          struct diagnostics *diagnostics);
/* Another copy of them, for what goes on while the table reads its own again. Close it with
 * record_library_close. Mistakes are left to the table to report. */
struct record_library;
struct record_library *sitting_read_library_apart(const struct sitting *sitting,
                                                  const struct system *system);
/* Reads some records of the open encounter's game in an idle moment; true: more are left. A
 * command that needs them earlier waits for the rest. */
bool sitting_read_some_kinds(struct sitting *sitting);
/* Makes them be read again when they are needed next. */
void sitting_forget_library(struct sitting *sitting);

#endif
