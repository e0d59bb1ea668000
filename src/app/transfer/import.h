/* Creatures from elsewhere that become kinds of the campaign: what each of them would be is
 * worked out and told first, and then all are written as one step, which kinds-undo takes back.
 *
 * The readers are in content/import; what their numbers become in the game of the open
 * encounter is in data/<ga-me>/import.yaml. What no field takes is the description of the kind.
 */
#ifndef REFEREE_APP_TRANSFER_IMPORT_H
#define REFEREE_APP_TRANSFER_IMPORT_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "app/transfer/import_plan.h"
#include "base/text.h"

struct sitting;

/* Adds what a text holds. `name` is shown as its place; its last part without an ending names
 * what has no name. */
enum status import_plan_add(struct sitting *sitting, struct import_plan *plan, struct str text,
                            const char *name, struct error *err) MUST_CHECK;
/* Adds a file, or all files of a folder and of the folders in it that import_reads, in the
 * order of their names. Records of one pack that are a file each are read together. */
enum status import_plan_add_path(struct sitting *sitting, struct import_plan *plan,
                                 const char *path, struct error *err) MUST_CHECK;
/* An answer for what records do not tell, "ac=12", "armour-class=descending"; "-" leaves it as
 * it is. They are given before anything is added. */
enum status import_plan_answer(struct sitting *sitting, struct import_plan *plan,
                               struct str words, struct error *err) MUST_CHECK;
/* Once everything is added: asks about what records with a file each do not tell (struct
 * import_lack); `keeps`: the answers become defaults of the campaign with the same step. */
enum status import_plan_end(struct sitting *sitting, struct import_plan *plan, bool keeps,
                            struct error *err) MUST_CHECK;
/* True when a file with this name in a folder is read: notes, JSON, texts. */
bool import_reads(const char *name);

/* The path that means the text that was pasted last. */
#define IMPORT_PASTED "pasted"
/* True when a text holds creatures, rather than lines of the table. */
bool import_is_page(struct str text);
/* Keeps a text, which `import pasted` imports. */
void sitting_keep_pasted(struct sitting *sitting, struct str text);
/* What importing a path, or what was pasted, would do; `words` are answers, and `keep` where
 * they stay for later imports. The plan is the caller's to free, also after a failure. */
enum status sitting_plan_import(struct sitting *sitting, const char *path, struct str words,
                                struct import_plan **plan, struct error *err) MUST_CHECK;
/* What is asked about a lack. */
void import_lack_question(const struct import_lack *lack, struct text *out);

/* `import FILE`: the report, and whether to take it; `import FILE yes` takes it, with `ask`
 * once what no record tells is answered, as by `ac=12`. */
sitting_command_fn sitting_run_import;

#endif
