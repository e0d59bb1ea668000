/* The program's own document: kinds, the party, prepared encounters, and what a campaign keeps
 * beside its fights. It is the same values in YAML and in JSON, and `import` reads both back
 * exactly (app/transfer/import).
 *
 *   referee: 1                    the version of the document
 *   kinds:
 *     - game: NAME
 *       kind: creature            which list of the game's records
 *       record: {name: bog-imp, hp: 1d8}
 *       told: |                   its description, where it has one
 *   party:
 *     - {game: NAME, number: 2, name: Bran, facts: [name Bran, value hp 5]}
 *   encounters:
 *     - {name: Nest ledge, text: |...}   the text as it was written
 *   plan:
 *     - {prepared: Nest ledge, note: ...} or {encounter: Ford}
 *   rules: [{game: NAME, setting: ..., value: ...}]     table rules, those not usual
 *   policies: [{game: NAME, of: party, policy: cautious}]
 *   policy_files: [{game: NAME, file: mine.yaml, text: |...}]   the user's own
 *   questions: [{name: crits, words: ...}]
 *   macros: [{name: charge, lines: move %1; attack %1}]
 *
 * As notes, kinds are `statblock` blocks in the scale of printed books (data/<ga-me>/
 * import.yaml the other way round), with what that cannot say under `referee`, and prepared
 * encounters are `encounter` blocks with their prose. */
#ifndef REFEREE_APP_TRANSFER_DOCUMENT_H
#define REFEREE_APP_TRANSFER_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"

struct sitting;

enum { DOCUMENT_VERSION = 1, POLICY_FILE_SIZE = 64 << 10 };

/* What a document can hold. */
enum document_part {
    DOCUMENT_KINDS = 1,
    DOCUMENT_PARTY = 2,
    DOCUMENT_ENCOUNTERS = 4,
    DOCUMENT_CAMPAIGN = 15 /* all of these, and what is kept beside them */
};

/* Their words, in that order, and those of the formats; ended by NULL. */
extern const char *const document_subjects[];
extern const char *const document_formats[];

struct document_wish {
    const char *what;         /* kinds, party, encounters or campaign */
    const char *const *names; /* of kinds, members or prepared encounters; none: all */
    int names_count;
    struct str format; /* yaml, json or statblock; empty: by the ending of `path`, else yaml */
    const char *path;  /* NULL: none */
    bool may_replace;  /* a file that is there */
};

/* The format that is the text of one prepared encounter alone, as `read-encounter` takes it. */
#define DOCUMENT_TEXT "text"

/* The document in *out, which the caller frees. STATUS_USAGE: an unknown word, name or format.
 */
enum status sitting_write_document(char **out, struct sitting *sitting,
                                   const struct document_wish *wish,
                                   struct error *err) MUST_CHECK;
/* Writes it to wish->path. STATUS_CONFLICT: there is a file that may not be replaced. */
enum status sitting_write_file(struct sitting *sitting, const struct document_wish *wish,
                               struct error *err) MUST_CHECK;
/* `write-encounter NAME FILE [replace]`: the text of one, written like all others. */
sitting_command_fn sitting_run_write_encounter;

#endif
