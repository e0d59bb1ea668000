/* The library of a system: its classes, items, foes, creatures, as far as its procedure
 * declares any, from three places that are searched as one: the records that ship, the user's
 * own from the files *.yaml of $XDG_DATA_HOME/referee/library/SYSTEM/, and those of a campaign.
 * A record of a later place is taken before those of the same name in the earlier ones.
 *
 * Of a file with a mistake nothing is taken, and the others are as if it were not there. */
#ifndef REFEREE_APP_RECORD_LIBRARY_H
#define REFEREE_APP_RECORD_LIBRARY_H

#include "base/diagnostics.h"
#include "tracker/library.h"

struct record_library;
struct library_set;

/* Reads them all but those of a campaign. The first mistakes are in diagnostics (cleared here):
 * STATUS_IO for a file that cannot be read, STATUS_DAMAGED for mistakes. There is always a
 * library, of all that is right. */
void record_library_open(struct record_library **out, const struct system *system,
                         struct diagnostics *diagnostics);
/* The same for one that is finished later: until then the caller adds the records of a campaign
 * to the set, which is at that layer, as many at a time as there is leisure for. */
void record_library_begin(struct record_library **out, const struct system *system,
                          struct diagnostics *diagnostics);
struct library_set *record_library_set(struct record_library *library);
/* Adds to diagnostics. */
void record_library_finish(struct record_library *library, struct diagnostics *diagnostics);
/* A file to be looked over, as one of the user's own that nobody has read yet. */
struct library_check {
    const char *path;
    const char *instead;       /* a file whose place it would take; NULL: of none but itself */
    const char *const *others; /* files that it would stand beside, which may be itself */
    int others_count;
};

/* Its mistakes, up to ten, with STATUS_USAGE: also what it names that is not there, and names
 * that other files have. Returns how many records it has. */
int record_library_check(const struct system *system, const struct library_check *check,
                         struct diagnostics *diagnostics);
/* One that was not finished, too; NULL is allowed. */
void record_library_close(struct record_library *library);

/* Of one that is finished; borrowed until the library is closed. */
const struct library *record_library(const struct record_library *library);

/* Where the user's own files of this system are; false when nothing tells that folder. */
bool record_library_folder(const struct system *system, struct text *out);

#endif
