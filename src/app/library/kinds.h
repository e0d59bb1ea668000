/* The kinds of the open encounter's game: those that ship, the user's own and the campaign's;
 * which of them a combatant, a prepared encounter or a line means. Changing those of the
 * campaign is in app/library/kind_changes.h. */
#ifndef REFEREE_APP_LIBRARY_KINDS_H
#define REFEREE_APP_LIBRARY_KINDS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/encounters/encounters.h"
#include "app/sitting/result.h"
#include "base/diagnostics.h"
#include "base/status.h"
#include "base/text.h"
#include "forecast/fight_tally.h"
#include "resolver/system.h"
#include "tracker/library.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

/* All of them, read now if that was not needed before. Borrowed until a line runs. */
const struct library *sitting_library(struct sitting *sitting);
/* Those of any game, read again; mistakes in files are in diagnostics. */
const struct library *sitting_library_of(struct sitting *sitting, const struct system *system,
                                         struct diagnostics *diagnostics);
/* Finds at most `most` of those that combatants are made from, by words, the best first
 * (app/library/campaign_library.h); returns the number of matches. Borrowed like the library.
 */
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
/* True when the record that a combatant was made from is in no place any more; false until the
 * library has been read, which this does not do. */
bool sitting_kind_is_gone(const struct sitting *sitting, int id);
/* The kind of records that combatants are made from. */
const struct library_kind *sitting_usual_kind(struct sitting *sitting);
/* The field of a kind of the campaign with its description: what an import has told of it
 * beside its numbers, in lines. */
#define KIND_TOLD "told"
/* Visits archived kinds of the campaign, the newest first, each with its last text; also those
 * whose addition was undone. Record and text are valid only during the call, which must not
 * search for another. */
enum { ARCHIVED_KINDS_MAX = 256 };
enum status sitting_archived_kinds(struct sitting *sitting,
                                   void (*see)(void *context,
                                               const struct library_record *record,
                                               struct str text),
                                   void *context, struct error *err) MUST_CHECK;
/* The name of a kind in everyday form: gully goblin. */
void kind_add_name(const char *name, struct text *out);
/* A field of a kind as it is typed, and what it takes, in a few words (content/library.h).
 */
void sitting_kind_value(const struct library_record *record, int field, struct text *out);
void sitting_kind_expects(const struct library_field_def *field, struct text *out);
/* The same for a pane (tui/widgets/reader.h): its numbers in a line, then what else it says,
 * "label<tab>value" a line. */
void sitting_describe_kind(const struct library_record *record, struct text *out);
sitting_command_fn sitting_run_kinds, sitting_run_kind;

/* ---- the text of one kind -------------------------------------------------------------- */

/* Reads the text of one kind as the campaign keeps it, a file with one record, which stays in
 * the memory until another one is read there; NULL when it has mistakes. Records that it names
 * are not looked up. *text is memory of about 2 MB, made when it is NULL; the caller frees it.
 * `mistakes` may be NULL. */
struct kind_text;
const struct library_record *kind_text_read(struct kind_text **text,
                                            const struct system *system, struct str bytes,
                                            struct diagnostics *mistakes);

/* ---- behind a combatant ---------------------------------------------------------------- */

/* The record that a combatant was made from, or with the name of its kind; NULL: none. */
const struct library_record *kind_behind(const struct library *library,
                                         const struct procedure *procedure,
                                         const struct state *state, int id);

/* True when the record that a combatant was made from is in no place any more. */
bool kind_is_gone(const struct library *library, const struct procedure *procedure,
                  const struct state *state, int id);
/* Adds the fact that says so, as one more line. */
void kind_add_gone_fact(const struct state *state, int id, struct text *out);

/* ---- where they are used --------------------------------------------------------------- */

/* The prepared encounters that use a kind: those of the game at the table in which no fight has
 * begun. Their combatants keep the numbers they joined with, whatever happens to the kind.
 * Only the newest KIND_USES_ENCOUNTERS_MAX prepared ones are searched. */
enum { KIND_USES_MAX = 256, KIND_USES_ENCOUNTERS_MAX = 64 };

struct kind_use {
    char kind[LIBRARY_NAME_MAX + 1];
    char encounter[SITTING_ENCOUNTER_NAME_SIZE];
    int count;    /* the number of combatants made from it */
    bool is_gone; /* there is no longer a kind of this name */
};

/* Plain data, the newest encounter first. */
struct kind_uses {
    struct kind_use use[KIND_USES_MAX];
    int count;
};

enum status sitting_kind_uses(struct sitting *sitting, struct kind_uses *out,
                              struct error *err) MUST_CHECK;
/* Adds those of one kind: "Mill (6), Ford (2)"; false, and adds nothing, when there are
 * none. */
bool kind_uses_tell(const struct kind_uses *uses, const char *kind, struct text *out);

/* ---- lines that add them --------------------------------------------------------------- */

/* Adds the line with the kind's name in full: `add 6 gul` becomes `add 6 gully-goblin`. Each
 * word that is typed begins a word of that name, and of no other's. False, and nothing is
 * added, when the line is no such: it adds a name of somebody's own (one alone with a capital,
 * or in quotes), or gives hit points or a side; or there are no or several such kinds. */
bool sitting_write_out_kind(struct sitting *sitting, const char *line, struct text *out);
/* What such a line would bring: "6 × gully goblin: HP 1d6, strength 8"; where several kinds
 * begin so, their names. How many kinds that are; 0, and nothing is added, for any other line.
 */
int sitting_tell_joining(struct sitting *sitting, const char *line, struct text *out);

/* How strong a kind is: its fights against a party that is stated in
 * data/<game>/weighing.referee, or the campaign's own, played as a forecast plays them, first
 * against one of its characters and then against all of them. Each fight rolls the kind again,
 * so that dice of hit points and of numbers count too. */

enum { WEIGHING_FIGHTS = 400 }; /* against each: at most 5 points to either side */

enum weighing_against { WEIGHED_BY_ONE, WEIGHED_BY_ALL, WEIGHINGS };

/* Zeros: nothing has been played. */
struct kind_weight {
    int64_t fights;                /* against each */
    int64_t won[WEIGHINGS];        /* by the party, or its one character */
    char why_not[ERROR_TEXT_SIZE]; /* the kind cannot be weighed; "": it can */
};

struct kind_weighing;
struct random_tables;

/* Prepares to weigh kinds of a game, from this library, which is borrowed with its records;
 * `tables` may be NULL. STATUS_MISSING: no party is stated for this game, or its fights are not
 * played by themselves. */
enum status kind_weighing_new(struct kind_weighing **out, const struct system *system,
                              const struct library *library, const struct random_tables *tables,
                              struct error *err) MUST_CHECK;
/* The fights are of these members (carry_members) from now on, in place of the stated party;
 * false when they cannot come: then nothing is changed. */
bool kind_weighing_take_party(struct kind_weighing *weighing, const struct state *members);
void kind_weighing_free(struct kind_weighing *weighing); /* NULL does nothing */

/* True when records of its kind are what foes are made from. */
bool kind_is_weighed(const struct kind_weighing *weighing, const struct library_record *record);

/* Plays the next fights with the kind of this name, up to WEIGHING_FIGHTS in all; false when
 * they have been played, or it cannot be weighed. The same fights in any number of calls. */
bool kind_weigh(struct kind_weighing *weighing, const char *name, struct kind_weight *weight,
                int fights);

/* The party's chance to win, with its interval; before the first fight 0 to 1. */
struct interval kind_weight_chance(const struct kind_weight *weight,
                                   enum weighing_against against);

/* Those of the party, in order: the first one is the one character. */
int kind_weighing_party(const struct kind_weighing *weighing);
const char *kind_weighing_name(const struct kind_weighing *weighing, int place);

/* "Ysolde wins 98%, the four >99%"; before the first fight "". */
void kind_weighing_tell(const struct kind_weighing *weighing, const struct kind_weight *weight,
                        struct text *out);

#endif
