/* What the files of the palette share; nobody else includes this.
 *
 *   palette        opening it, going up and down, completing a word, running the line
 *   palette_place  which argument or option of which command is typed now
 *   palette_list   the entries and their order; those for the first word
 *   palette_words  the entries after a command's name, by the kind of what is typed */
#ifndef REFEREE_TUI_VIEWS_PALETTE_PRIVATE_H
#define REFEREE_TUI_VIEWS_PALETTE_PRIVATE_H

#include "tui/views/palette.h"

/* No entry is picked; this many letters are looked for in helps and notes, too. */
enum { PICKED_NONE = -1, HELP_PATTERN_LEAST = 3 };

/* ---- palette_place.c ------------------------------------------------------------------- */

/* The command's name as it is typed, after `ruling`; p == NULL: nothing is typed. */
struct str palette_first_word(const struct palette *palette,
                              const struct palette_source *source);
/* How many commands begin with the word, and the first of them; the one of this name alone. */
int palette_commands_beginning(const struct palette_source *source, struct str word,
                               const struct command_def **first);
/* A beginning of one command alone, with a blank after it, becomes its name. */
void palette_write_out_name(struct palette *palette, const struct palette_source *source);
/* What is completed: the line from the place to the cursor. */
struct str palette_pattern(const struct palette *palette);
/* Sets palette->place from the line. */
void palette_find_place(struct palette *palette, const struct palette_source *source);

/* ---- palette_list.c -------------------------------------------------------------------- */

/* Puts a copy after the entries; false when it is one too many and left out. */
bool palette_offer(struct palette *palette, const struct palette_entry *entry);
void palette_note(struct palette_entry *entry, const char *text);

/* ---- palette_words.c ------------------------------------------------------------------- */

/* Combatants that what is typed may name. */
void palette_offer_combatants(struct palette *palette, const struct palette_source *source);
/* Whatever can stand at the place, after a command's name. */
void palette_offer_words(struct palette *palette, const struct palette_source *source);

#endif
