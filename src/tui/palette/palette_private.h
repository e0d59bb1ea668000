/* What the files of the palette share; no other file includes this.
 *
 *   palette        opening it, going up and down, completing a word, running the line
 *   palette_place  which argument or option of which command is typed now
 *   palette_list   the entries and their order; those for the first word
 *   palette_words  the entries after a command's name, by the kind of what is typed */
#ifndef REFEREE_TUI_PALETTE_PALETTE_PRIVATE_H
#define REFEREE_TUI_PALETTE_PALETTE_PRIVATE_H

#include "tui/palette/palette.h"

/* The value for no picked entry; from this many letters on helps and notes are searched too. */
enum { PICKED_NONE = -1, HELP_PATTERN_LEAST = 3 };

/* ---- palette_place.c ------------------------------------------------------------------- */

/* The typed name of the command, after `ruling`; p == NULL: nothing is typed. */
struct str palette_first_word(const struct palette *palette,
                              const struct palette_source *source);
/* The number of commands that begin with the word, and the first of them; only the one with
 * this name, if there is one. */
int palette_commands_beginning(const struct palette_source *source, struct str word,
                               const struct command_def **first);
/* A unique beginning with a blank after it becomes the name of the command. */
void palette_write_out_name(struct palette *palette, const struct palette_source *source);
/* The text to complete: the line from the place to the cursor. */
struct str palette_pattern(const struct palette *palette);
/* Sets palette->place from the line. */
void palette_find_place(struct palette *palette, const struct palette_source *source);

/* ---- palette_list.c -------------------------------------------------------------------- */

/* Adds a copy to the entries; false when there is no room. */
bool palette_offer(struct palette *palette, const struct palette_entry *entry);
void palette_note(struct palette_entry *entry, const char *text);

/* ---- palette_words.c ------------------------------------------------------------------- */

/* Adds the combatants that the typed text may name. */
void palette_offer_combatants(struct palette *palette, const struct palette_source *source);
/* Adds everything that can be at the place, after a command's name. */
void palette_offer_words(struct palette *palette, const struct palette_source *source);

#endif
