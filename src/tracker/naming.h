/* Combatants by what someone types, and the word that is typed for one. */
#ifndef REFEREE_TRACKER_NAMING_H
#define REFEREE_TRACKER_NAMING_H

#include "base/text.h"
#include "tracker/state.h"

/* Names in the forms in which they are compared, whatever way their marks were typed. Knows no
 * state; the tables of letters are utf8proc's, which works in our memory here.
 */

/* The forms in which names are compared, one after the other until one fits: as they are; in
 * Unicode's composed form (NFC), as letters with marks can be typed in two ways that look
 * alike; and without marks, so that `zoe` finds Zoë. Case never counts. */
enum name_form { NAME_TYPED, NAME_COMPOSED, NAME_PLAIN, NAME_FORMS };

/* One combatant by what someone typed; among several that fit, those still in the fight win; if
 * several are left, the error lists them. Returns 0 with `err` when there is none. */
int combatant_find(const struct state *state, struct str word, struct error *err);
/* The same for an item of a list, which may be in quotes: then a combatant with exactly this
 * name comes first. */
int combatant_find_listed(const struct state *state, struct str one, struct error *err);
/* The combatant with exactly this name, whatever characters it has, in any case; 0: nobody. */
int combatant_called(const struct state *state, struct str name);

/* Several as a line of the log has them: "Pelican 1", "Pelican 1 and Anka" where both names are
 * short, "Pelican 1 and 3 more". `ids` has at least one. */
struct named_several {
    char text[NAME_SIZE + 16];
};

struct named_several combatants_named(const struct state *state, const int *ids, int count);
/* A short word that names exactly this combatant, alone and in lists: "p1", or else the name,
 * in quotes if it needs them ("Br""an" for Br"an). */
void combatant_word(const struct state *state, int id, struct text *out);
/* Writes a line with such words in place of ids: `effect #2 by=#3` becomes `effect c1 by=Ezra`.
 * Text in quotes stays. */
void command_name_ids(const struct state *state, struct str line, struct text *out);
/* A name or line in one of them, in `buf` or `name` itself where that is the same. What is not
 * valid UTF-8 or does not fit stays as it is. */
struct str name_in_form(struct str name, enum name_form form, char *buf, int size);
/* The first form in which both are the same; NAME_FORMS: they are not. */
enum name_form names_fit(struct str a, struct str b);
/* True when they are the same but for case and the way marks were typed. */
bool names_same(struct str a, struct str b);
/* True when they are the same in any case, and with blanks or '-' between their parts. */
bool library_names_equal(struct str a, struct str b);
/* True when each of the words stands somewhere in the text, in any form. */
bool text_holds_words(struct str text, struct str words);

#endif
