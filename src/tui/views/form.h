/* A form for one combatant: every field that can be given to it, with its value, its default
 * and its help.
 *
 * The fields come from tracker/combatant_fields.h, so that a form knows no system. Nothing
 * happens until it is accepted; what it does then is one command line, `add` for a new
 * combatant and `set` for one that is there, with those fields that were changed. An empty
 * field is unset, which is not 0. Pure. */
#ifndef REFEREE_TUI_VIEWS_FORM_H
#define REFEREE_TUI_VIEWS_FORM_H

#include "tracker/combatant_fields.h"
#include "tui/canvas/canvas.h"
#include "tui/views/line_edit.h"

enum {
    FORM_FIELDS_MAX = COMBATANT_FIELDS_MAX + 1,
    FORM_VALUE_SIZE = 512,
    FORM_NOWHERE = -1,
    FORM_WORDS_MAX = 256,
    FORM_WORD_SIZE = 32
};

struct form_field {
    struct combatant_field row;
    char was[FORM_VALUE_SIZE]; /* "" when it was unset */
    struct line_edit edit;     /* "" unsets it */
};

/* The name of a record that fields of its kind complete. */
struct form_word {
    const char *records; /* its kind, borrowed from the fields */
    char text[FORM_WORD_SIZE];
};

struct form {
    int id; /* the combatant it changes; 0: it makes a new one */
    char title[NAME_SIZE];
    struct form_field field[FORM_FIELDS_MAX];
    int fields;
    struct form_word word[FORM_WORDS_MAX];
    int words;
    int focused;
    int proposed; /* bytes after the cursor of the focused field that were completed, not typed
                   */
    bool is_replacing; /* a number or choice was come to: what is typed now takes its place */
    bool is_choosing;  /* Right and Left have chosen a record, and choose the next one */
    bool is_leaving;   /* it was to be closed with something changed: once more does it */
    int wrong;         /* the field whose value cannot be taken, or FORM_NOWHERE */
    char wrong_text[ERROR_TEXT_SIZE];
};

/* Opens a form for a combatant, or for a new one (id 0). */
void form_begin(struct form *form, const struct procedure *procedure, const struct state *state,
                int id);
/* Gives the name of a record to those fields that take names of its kind; names beyond
 * FORM_WORDS_MAX, or too long, have to be typed in full. */
void form_offer(struct form *form, const char *records, const char *name);

void form_go(struct form *form, int field);
/* Down by this many fields (negative: up); a single step goes round at the ends. */
void form_move(struct form *form, int steps);
bool form_is_at_choice(const struct form *form);
/* The next of the focused field's choices (negative: the one before); unset is one of them
 * where the field can be unset. */
void form_choose(struct form *form, int steps);
/* The next record that a field which takes one can have (negative: the one before), from an
 * empty field on; false, and nothing is done, where something else was typed. */
bool form_choose_record(struct form *form, int steps);
/* Empties the focused field. */
void form_clear(struct form *form);
/* Typing. A number or choice that was just come to is replaced, words are added to. Choices and
 * names of records, the latter by commas, are completed as they are typed; among choices a
 * blank goes to the next one. */
void form_input(struct form *form, const struct term_input *input);

bool form_is_changed(const struct form *form, int field);
bool form_has_changes(const struct form *form);
/* What the focused field can be, as far as it begins with what is typed: the i-th, NULL after
 * the last. */
const char *form_candidate(const struct form *form, int i);
/* What is wrong with a field whatever the rules say; NULL: nothing. */
const char *form_fault(const struct form *form, int field);
/* Says what is wrong with a field; it is forgotten when its value changes. */
void form_complain(struct form *form, int field, const char *text);

/* Adds the command line that accepting runs; nothing when nothing was changed, or a new
 * combatant has no name. */
void form_line(const struct form *form, const struct state *state, struct text *out);
/* The same with one field alone, to find out whether its value can be taken. */
void form_line_of(const struct form *form, const struct state *state, int field,
                  struct text *out);

#endif
