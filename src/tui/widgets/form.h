/* A form for one combatant, one member of the party, or one kind: every field that can be given
 * to it, with its value, its default and its help.
 *
 * The fields come from tracker/combatant_fields.h, so that a form knows no system. Nothing
 * happens until it is accepted; then it runs one command line, `add` for a new combatant and
 * `set` for an existing one, `join` and `party set` for members, with the changed fields. An
 * empty field is unset, which is not 0. Pure. */
#ifndef REFEREE_TUI_WIDGETS_FORM_H
#define REFEREE_TUI_WIDGETS_FORM_H

#include "tracker/combatant_fields.h"
#include "tracker/library.h"
#include "tui/canvas/canvas.h"
#include "tui/widgets/line_edit.h"

enum {
    FORM_FIELDS_MAX = 64, /* those of a kind, which are more than those of a combatant */
    FORM_VALUE_SIZE = 512,
    FORM_NOWHERE = -1,
    FORM_WORDS_MAX = 256,
    FORM_WORD_SIZE = 32
};

enum form_of {
    FORM_OF_COMBATANT,
    FORM_OF_MEMBER, /* of the party, as a combatant of the state of its members */
    FORM_OF_NEW_KIND,
    FORM_OF_KIND,
    FORM_OF_COPY
};

struct form_field {
    struct combatant_field row;
    int index;    /* of a kind: among the fields of its record */
    bool is_list; /* of a kind: entries separated by commas, with quotes of their own */
    char was[FORM_VALUE_SIZE]; /* "" when it was unset */
    struct line_edit edit;     /* "" unsets it */
};

/* The name of a record that fields of its kind complete. */
struct form_word {
    const char *records; /* its kind, borrowed from the fields */
    char text[FORM_WORD_SIZE];
};

struct form {
    enum form_of of;
    char kind[LIBRARY_NAME_MAX +
              1]; /* the kind that is changed or copied; "": a new one is made */
    int id;       /* the combatant or member it changes; 0: it makes a new one */
    char title[NAME_SIZE];
    struct form_field field[FORM_FIELDS_MAX];
    int fields;
    struct form_word word[FORM_WORDS_MAX];
    int words;
    int focused;
    char joining[240]; /* the numbers of the kind that the name means, for the help; "" */
    int proposed; /* bytes after the cursor of the focused field that were completed and not
                typed */
    bool is_replacing; /* the focus has just reached a number or choice: typed text replaces it
                        */
    bool is_choosing;  /* Right and Left have chosen a record, and go on to the next one */
    bool is_narrowed;  /* only kinds that begin like the new name are offered */
    bool is_leaving;   /* closing was asked for after changes: asking again closes it */
    int wrong;         /* the field with a wrong value, or FORM_NOWHERE */
    char wrong_text[ERROR_TEXT_SIZE];
};

/* Opens a form for a combatant, or for a new one (id 0). */
void form_begin(struct form *form, const struct procedure *procedure, const struct state *state,
                int id);
/* The same for a member of the party, or a new one; the state is that of its members. */
void form_begin_member(struct form *form, const struct procedure *procedure,
                       const struct state *members, int id);
bool form_is_of_kind(const struct form *form);
/* True when the field says whom a new member serves, which is no value of the member: it cannot
 * be tried alone. */
bool form_is_service(const struct form *form, int field);
/* Opens a form for a kind of records: a new one (`record` NULL), or one that is changed or
 * copied. `values`: each field of the record as it is typed. */
struct form_kind {
    enum form_of of;
    const struct library_kind *kind;
    const struct library_record *record;
};
void form_begin_kind(struct form *form, const struct form_kind *kind,
                     void (*value)(const struct library_record *record, int field,
                                   struct text *out),
                     void (*expects)(const struct library_field_def *field, struct text *out));
/* Gives the name of a record to those fields that take names of its kind; names beyond
 * FORM_WORDS_MAX, or too long, must be typed in full. */
void form_offer(struct form *form, const char *records, const char *name);

/* True when the focus is on the name of a new combatant, which completes to a kind: the caller
 * offers those that begin like it after each key, and then proposes. */
bool form_is_at_new_name(const struct form *form);
void form_forget_offers(struct form *form, const char *records);
/* Puts the rest of the only kind that begins with the typed text after the cursor. A name that
 * begins with a capital is somebody's own. */
void form_propose_kind(struct form *form);

void form_go(struct form *form, int field);
/* Moves down by this many fields (negative: up); a single step wraps around at the ends. */
void form_move(struct form *form, int steps);
bool form_is_at_choice(const struct form *form);
/* Goes to the next of the focused field's choices (negative: the previous one); unset is one of
 * them if the field can be unset. */
void form_choose(struct form *form, int steps);
/* Goes to the next record for the focused field (negative: the previous one), from an empty
 * field on; false, without any change, when something else was typed. */
bool form_choose_record(struct form *form, int steps);
/* Empties the focused field. */
void form_clear(struct form *form);
/* Takes a key of typing, which replaces a number or choice that the focus has just reached, and
 * adds to words.
 * Choices and names of records (also in lists) are completed as they are typed; for choices a
 * blank goes to the next one. */
void form_input(struct form *form, const struct term_input *input);

bool form_is_changed(const struct form *form, int field);
bool form_has_changes(const struct form *form);
/* The i-th possible value of the focused field that begins with the typed text; NULL after the
 * last. */
const char *form_candidate(const struct form *form, int i);
/* The mistake in a field that does not depend on the rules; NULL: none. */
const char *form_fault(const struct form *form, int field);
/* Sets the mistake of a field; it is cleared when its value changes. */
void form_complain(struct form *form, int field, const char *text);

/* Adds the command line that accepting runs; nothing when nothing was changed, or a new
 * combatant has no name. */
void form_line(const struct form *form, const struct state *state, struct text *out);
/* The same with one field alone, to find out whether its value is valid; for a member it is the
 * line of the table that the party would run. */
void form_line_of(const struct form *form, const struct state *state, int field,
                  struct text *out);

/* Draws into a canvas of any size: in one row only the focused field. Shows the cursor. */
void form_view_draw(struct form *form, struct canvas canvas);

#endif
