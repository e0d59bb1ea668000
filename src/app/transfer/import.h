/* Creatures from elsewhere that become kinds of the campaign: what each of them would be is
 * worked out and told first, and then all are written as one step, which kinds-undo takes back.
 *
 * The readers are in content/import; what their numbers become in the game of the open
 * encounter is in data/<ga-me>/import.yaml. What no field takes is the description of the kind.
 */
#ifndef REFEREE_APP_TRANSFER_IMPORT_H
#define REFEREE_APP_TRANSFER_IMPORT_H

#include "app/sitting/result.h"
#include "app/transfer/import_plan.h"
#include "base/text.h"

struct sitting;

/* Adds what a text holds. `name` is shown as its place; its last part without an ending names
 * what has no name. */
enum status import_plan_add(struct sitting *sitting, struct import_plan *plan, struct str text,
                            const char *name, struct error *err) MUST_CHECK;
/* Adds a file, or all files of a folder and of the folders in it that end in .md, .json, .db or
 * .txt, in the order of their names. */
enum status import_plan_add_path(struct sitting *sitting, struct import_plan *plan,
                                 const char *path, struct error *err) MUST_CHECK;

/* `import FILE`: the report; `import FILE yes` writes. */
sitting_command_fn sitting_run_import;

#endif
