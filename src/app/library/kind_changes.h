/* Kinds of the campaign: added, saved from a combatant, edited, copied, archived, brought back.
 * Each is a step of the changes of the campaign (store/changes.h), undone where it was done:
 * `undo` at the table never touches it, and a running fight keeps its numbers.
 *
 * A kind is one text, like a file with one record, in the field with its game's name: so a
 * record that ships is edited by writing one of its name, and archiving that brings the first
 * back. */
#ifndef REFEREE_APP_LIBRARY_KIND_CHANGES_H
#define REFEREE_APP_LIBRARY_KIND_CHANGES_H

#include "app/sitting/collection.h"
#include "base/diagnostics.h"
#include "tracker/library.h"

/* Its field is the game's id: undo and redo mean the kinds of the open encounter's game. */
extern const struct collection kind_collection;

/* A mistake in a draft, and the index of the field that it is about; -1: no single field. */
struct kind_mistake {
    int field;
    char text[ERROR_TEXT_SIZE];
};
/* The mistakes for which adding a record of the usual kind, with these fields as they are
 * typed, would be refused, apart from its name: the first ones; returns their number. */
int sitting_kind_value_mistakes(struct sitting *sitting, const char *const *value, int fields,
                                struct kind_mistake out[DIAGNOSTICS_MAX]);

sitting_command_fn sitting_run_add_kind, sitting_run_save_kind, sitting_run_edit_kind;
sitting_command_fn sitting_run_copy_kind, sitting_run_archive_kind, sitting_run_unarchive_kind;

#endif
