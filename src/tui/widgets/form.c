#include "tui/widgets/form.h"

#include <string.h>

#include "tracker/combatant_commands.h"
#include "tracker/procedure.h"
#include "tui/canvas/canvas.h"

/* In a form for a new combatant, after its name; for a new member so many others are there. */
enum { FIELD_OF_NAME = 0, FIELD_OF_COUNT = 1, MEMBER_SERVICES = 2 };

static const struct combatant_field how_many = {.name = "how many",
                                                .fallback = "1",
                                                .expects = "1 to 64, or dice such as 2d4",
                                                .rule = "",
                                                .help =
                                                    "several are numbered: Rat 1, Rat 2 ..."};

/* If the game counts groups, that number is the number to add, so it has only one field. */
static bool is_how_many(const struct procedure *procedure, const struct combatant_field *row)
{
    return procedure->counted != NULL && strcmp(row->name, procedure->counted) == 0;
}

static struct str value_of(const struct form_field *field)
{
    return str_trimmed(line_edit_text(&field->edit));
}

/* ---- opening --------------------------------------------------------------------------- */

static struct form_field *add_field(struct form *form)
{
    CHECK(form->fields < FORM_FIELDS_MAX);
    struct form_field *field = &form->field[form->fields++];
    field->was[0] = '\0';
    field->is_list = false;
    line_edit_init(&field->edit);
    return field;
}

/* A number is rarely corrected by adding a digit; words often are. */
static void arrive(struct form *form)
{
    struct form_field *field = &form->field[form->focused];
    struct str value = value_of(field);
    bool is_number = value.n > 0 && (char_is_digit(value.p[0]) || value.p[0] == '-');
    form->is_replacing = is_number || (field->row.choices != NULL && value.n > 0);
    form->is_choosing = false;
    form->proposed = 0;
}

static bool is_new_combatant(const struct form *form)
{
    return form->of == FORM_OF_COMBATANT && form->id == 0;
}

bool form_is_of_kind(const struct form *form)
{
    return form->of != FORM_OF_COMBATANT && form->of != FORM_OF_MEMBER;
}

bool form_is_service(const struct form *form, int field)
{
    return form->of == FORM_OF_MEMBER && form->id == 0 && field > FIELD_OF_NAME &&
           field <= MEMBER_SERVICES;
}

/* After the name of a new one: for some only. */
static void add_services(struct form *form)
{
    static const char *const roles[] = {"henchman", "animal", NULL};
    static const struct combatant_field services[MEMBER_SERVICES] = {
        {.name = "serves",
         .records = "member",
         .expects = "a member of the party",
         .rule = "",
         .help = "whom a henchman or an animal belongs to"},
        {.name = "as",
         .choices = roles,
         .rule = "",
         .help = "what it is to whom it serves: a henchman, if nothing is said"}};
    for (int i = 0; i < MEMBER_SERVICES; i++) {
        add_field(form)->row = services[i];
    }
}

/* A member is of the party. */
static bool is_side(const struct form *form, const struct combatant_field *row)
{
    return form->of == FORM_OF_MEMBER && strcmp(row->name, "side") == 0;
}

static void begin(struct form *form, enum form_of of, const struct procedure *procedure,
                  const struct state *state, int id)
{
    struct text text;
    form->of = of;
    form->kind[0] = '\0';
    form->id = id;
    form->fields = 0;
    form->words = 0;
    form->focused = 0;
    form->is_leaving = false;
    form->wrong = FORM_NOWHERE;
    form->joining[0] = '\0';
    text_init(&text, form->title, sizeof form->title);
    text_add(&text, "%s",
             id != 0                ? state_name(state, id)
             : of == FORM_OF_MEMBER ? "new member"
                                    : "new combatant");
    for (int i = 0; i < combatant_fields(procedure, state); i++) {
        if (is_new_combatant(form) && i == FIELD_OF_COUNT) {
            struct form_field *count = add_field(form);
            count->row = how_many;
            count->row.help = procedure->counted != NULL
                                  ? "how many a group has; others: Rat 1, Rat 2 ..."
                                  : how_many.help;
        }
        struct combatant_field row;
        combatant_field_at(procedure, state, i, &row);
        if ((id == 0 && is_how_many(procedure, &row)) || is_side(form, &row)) {
            continue;
        }
        struct form_field *field = add_field(form);
        field->row = row;
        if (is_new_combatant(form) && i == FIELD_OF_NAME) {
            field->row.records = procedure->fills;
        }
        if (id != 0) {
            text_init(&text, field->was, sizeof field->was);
            combatant_field_format(procedure, state, id, i, &text);
            line_edit_set(&field->edit, (struct str){text.p, text.n});
        }
        if (of == FORM_OF_MEMBER && id == 0 && i == FIELD_OF_NAME) {
            text_format(field->row.expects, sizeof field->row.expects,
                        "also with values: Bran hp=9");
            add_services(form);
        }
    }
    /* Name and side rarely change: for an existing combatant the focus starts after them. */
    while (id != 0 && form->field[form->focused].row.is_always_set) {
        form->focused++;
    }
    arrive(form);
}

void form_begin(struct form *form, const struct procedure *procedure, const struct state *state,
                int id)
{
    begin(form, FORM_OF_COMBATANT, procedure, state, id);
}

void form_begin_member(struct form *form, const struct procedure *procedure,
                       const struct state *members, int id)
{
    begin(form, FORM_OF_MEMBER, procedure, members, id);
}

/* What every kind of the game has first, its name, is wanted; a copy has none yet. */
static void add_kind_field(struct form *form, const struct form_kind *of, int i,
                           void (*value)(const struct library_record *, int, struct text *),
                           void (*expects)(const struct library_field_def *, struct text *))
{
    static const char *const yes_no[] = {"no", "yes", NULL};
    const struct library_field_def *def = &of->kind->fields[i];
    struct form_field *field = add_field(form);
    field->index = i;
    field->is_list = def->shape == RECORD_LIST;
    field->row = (struct combatant_field){.name = def->value.name,
                                          .fallback = def->value.fallback,
                                          .records = def->refers,
                                          .is_always_set = def->value.is_required,
                                          .rule = "",
                                          .help = def->value.help};
    if (def->shape == RECORD_VALUE && def->value.kind == VALUE_CHOICE) {
        field->row.choices = def->value.choices;
    } else if (def->shape == RECORD_VALUE && def->value.kind == VALUE_FLAG) {
        field->row.choices = yes_no;
    } else {
        struct text text = text_over(field->row.expects, sizeof field->row.expects);
        expects(def, &text);
    }
    if (of->record != NULL && !(of->of == FORM_OF_COPY && i == FIELD_OF_NAME)) {
        struct text text = text_over(field->was, sizeof field->was);
        value(of->record, i, &text);
        line_edit_set(&field->edit, (struct str){text.p, text.n});
    }
}

static bool comes_first(const struct library_kind *kind, int field)
{
    bool is_first = false;
    for (int i = 0; kind->first != NULL && kind->first[i] != NULL; i++) {
        is_first = is_first || strcmp(kind->first[i], kind->fields[field].value.name) == 0;
    }
    return is_first;
}

void form_begin_kind(struct form *form, const struct form_kind *kind,
                     void (*value)(const struct library_record *record, int field,
                                   struct text *out),
                     void (*expects)(const struct library_field_def *field, struct text *out))
{
    form->of = kind->of;
    form->id = form->fields = form->words = form->focused = 0;
    form->is_leaving = false;
    form->wrong = FORM_NOWHERE;
    form->joining[0] = '\0';
    text_format(form->kind, sizeof form->kind, "%s",
                kind->record != NULL ? kind->record->name : "");
    struct text title = text_over(form->title, sizeof form->title);
    text_add(&title, "%s%s",
             kind->of == FORM_OF_NEW_KIND ? "new kind"
             : kind->of == FORM_OF_COPY   ? "a kind like "
                                          : "",
             form->kind);
    /* Its name, what is enough for such a record, then all else. */
    add_kind_field(form, kind, FIELD_OF_NAME, value, expects);
    for (int rank = 0; rank < 2; rank++) {
        for (int i = 1; i < kind->kind->fields_count && form->fields < FORM_FIELDS_MAX; i++) {
            if (comes_first(kind->kind, i) == (rank == 0)) {
                add_kind_field(form, kind, i, value, expects);
            }
        }
    }
    form->focused = kind->of == FORM_OF_KIND && form->fields > 1 ? 1 : 0;
    arrive(form);
}

/* ---- moving and typing ----------------------------------------------------------------- */

void form_go(struct form *form, int field)
{
    form->focused = field;
    arrive(form);
}

void form_move(struct form *form, int steps)
{
    int last = form->fields - 1;
    int to = form->focused + steps;
    bool is_single = steps == 1 || steps == -1;
    if (is_single && to > last) {
        to = 0;
    } else if (is_single && to < 0) {
        to = last;
    }
    form_go(form, to > last ? last : to < 0 ? 0 : to);
}

static struct form_field *focused(struct form *form)
{
    if (form->wrong == form->focused) {
        form->wrong = FORM_NOWHERE;
    }
    return &form->field[form->focused];
}

bool form_is_at_choice(const struct form *form)
{
    return form->field[form->focused].row.choices != NULL;
}

void form_choose(struct form *form, int steps)
{
    struct form_field *field = focused(form);
    form->proposed = 0;
    form->is_replacing = false;
    const char *const *choices = field->row.choices;
    int count = 0;
    int at = FORM_NOWHERE;
    while (choices != NULL && choices[count] != NULL) {
        at = str_equal_any_case(value_of(field), str_of(choices[count])) ? count : at;
        count++;
    }
    int first = field->row.is_always_set ? 0 : FORM_NOWHERE;
    int to = at + (steps < 0 ? -1 : 1);
    /* A default is not the first value that somebody looks for. */
    bool is_fallback = at == FORM_NOWHERE && to == 0 && count > 1 &&
                       field->row.fallback != NULL &&
                       strcmp(choices[0], field->row.fallback) == 0;
    to += is_fallback ? 1 : 0;
    to = to >= count ? first : to < first ? count - 1 : to;
    line_edit_set(&field->edit, str_of(to < 0 || count == 0 ? "" : choices[to]));
}

void form_clear(struct form *form)
{
    form->proposed = 0;
    form->is_replacing = false;
    line_edit_init(&focused(form)->edit);
}

/* ---- completing ------------------------------------------------------------------------ */

void form_offer(struct form *form, const char *records, const char *name)
{
    if (form->words < FORM_WORDS_MAX) {
        struct form_word *word = &form->word[form->words];
        word->records = records;
        struct text text = text_over(word->text, sizeof word->text);
        text_add(&text, "%s", name);
        form->words += text.is_cut ? 0 : 1;
    }
}

void form_forget_offers(struct form *form, const char *records)
{
    int kept = 0;
    for (int i = 0; i < form->words; i++) {
        if (strcmp(form->word[i].records, records) != 0) {
            form->word[kept++] = form->word[i];
        }
    }
    form->words = kept;
}

bool form_is_at_new_name(const struct form *form)
{
    return is_new_combatant(form) && form->focused == FIELD_OF_NAME;
}

/* The typed part of the value, or of the last of several records. */
static struct str typed_of(const struct form_field *field)
{
    int from = 0;
    for (int i = 0; i < field->edit.cursor && field->row.records != NULL; i++) {
        from = field->edit.text[i] == ',' ? i + 1 : from;
    }
    return str_trimmed_start((struct str){field->edit.text + from, field->edit.cursor - from});
}

static bool begins(const char *word, struct str typed)
{
    struct str whole = str_of(word);
    return whole.n >= typed.n && library_names_equal((struct str){whole.p, typed.n}, typed);
}

const char *form_candidate(const struct form *form, int i)
{
    const struct form_field *field = &form->field[form->focused];
    struct str typed = form->is_replacing ? str_of("") : typed_of(field);
    for (int k = 0; field->row.choices != NULL && field->row.choices[k] != NULL; k++) {
        if (begins(field->row.choices[k], typed) && i-- == 0) {
            return field->row.choices[k];
        }
    }
    for (int k = 0; field->row.records != NULL && k < form->words; k++) {
        const struct form_word *word = &form->word[k];
        bool is_its = strcmp(word->records, field->row.records) == 0;
        if (is_its && begins(word->text, typed) && i-- == 0) {
            return word->text;
        }
    }
    return NULL;
}

bool form_choose_record(struct form *form, int steps)
{
    struct form_field *field = focused(form);
    int at = FORM_NOWHERE, count = 0, to = FORM_NOWHERE;
    int its[FORM_WORDS_MAX];
    for (int k = 0; field->row.records != NULL && k < form->words; k++) {
        if (strcmp(form->word[k].records, field->row.records) == 0) {
            at = str_equal_any_case(value_of(field), str_of(form->word[k].text)) ? count : at;
            its[count++] = k;
        }
    }
    bool is_empty = field->edit.length == 0;
    if (count == 0 || (!is_empty && (at == FORM_NOWHERE || !form->is_choosing))) {
        return false;
    }
    to = is_empty ? (steps > 0 ? 0 : count - 1) : at + (steps > 0 ? 1 : -1);
    bool is_there = to >= 0 && to < count;
    form->proposed = 0;
    form->is_replacing = form->is_choosing = true;
    line_edit_set(&field->edit, str_of(is_there ? form->word[its[to]].text : ""));
    return true;
}

/* The first one that begins with the typed text, except one typed in full; the rest of it is
 * put after the cursor. */
static void propose(struct form *form)
{
    struct form_field *field = &form->field[form->focused];
    struct str typed = typed_of(field);
    const char *first = form_candidate(form, 0);
    const char *one;
    for (int i = 0; (one = form_candidate(form, i)) != NULL; i++) {
        if (str_of(one).n == typed.n) {
            return;
        }
    }
    if (first == NULL || typed.n == 0 || field->edit.cursor < field->edit.length) {
        return;
    }
    int cursor = field->edit.cursor;
    TEXT_BUFFER(text, LINE_EDIT_SIZE);
    text_add_str(&text, (struct str){field->edit.text, cursor - typed.n});
    text_add(&text, "%s", first);
    line_edit_set(&field->edit, (struct str){text.p, text.n});
    form->proposed = field->edit.length - cursor;
    field->edit.cursor = cursor;
}

void form_propose_kind(struct form *form)
{
    struct str typed = typed_of(&form->field[FIELD_OF_NAME]);
    bool is_own = typed.n > 0 && typed.p[0] >= 'A' && typed.p[0] <= 'Z';
    if (!is_own && form_candidate(form, 0) != NULL && form_candidate(form, 1) == NULL) {
        propose(form);
    }
}

/* A proposed rest is removed before something else is typed, and stays when the cursor
 * moves. */
static void end_proposal(struct form *form, bool is_typed)
{
    struct line_edit *edit = &form->field[form->focused].edit;
    if (is_typed && form->proposed > 0) {
        edit->length -= form->proposed;
        edit->text[edit->length] = '\0';
    }
    form->proposed = 0;
}

void form_input(struct form *form, const struct term_input *input)
{
    struct form_field *field = focused(form);
    bool is_typed = input->kind == INPUT_CHARACTER || input->kind == INPUT_PASTE;
    bool is_choice = field->row.choices != NULL;
    if (is_choice && input->kind == INPUT_CHARACTER && input->key == ' ') {
        form_choose(form, 1);
        return;
    }
    if (form->is_replacing && is_typed) {
        line_edit_init(&field->edit);
    }
    form->is_replacing = form->is_choosing = false;
    end_proposal(form,
                 is_typed || (input->kind == INPUT_KEY && input->key == NAMED_KEY_BACKSPACE));
    if (line_edit_input(&field->edit, input) == LINE_EDIT_CHANGED && is_typed &&
        !form_is_at_new_name(form)) {
        propose(form);
    }
}

bool form_is_changed(const struct form *form, int field)
{
    return !str_equal(value_of(&form->field[field]), form->field[field].was);
}

bool form_has_changes(const struct form *form)
{
    for (int i = 0; i < form->fields; i++) {
        if (form_is_changed(form, i)) {
            return true;
        }
    }
    return false;
}

const char *form_fault(const struct form *form, int field)
{
    struct str value = value_of(&form->field[field]);
    bool is_count = is_new_combatant(form) && field == FIELD_OF_COUNT && value.n > 0;
    return is_count && !combatant_is_count(value)
               ? "how many: expected 1 to 64, or dice such as 2d4"
               : NULL;
}

void form_complain(struct form *form, int field, const char *text)
{
    form->wrong = field;
    struct text to = text_over(form->wrong_text, sizeof form->wrong_text);
    text_add(&to, "%s", text);
}

/* ---- the command line ------------------------------------------------------------------ */

/* Bytes that need no quotes, since they have only one reading. */
static bool is_plain(struct str value, const char *signs)
{
    for (int i = 0; i < value.n; i++) {
        char c = value.p[i];
        if (!char_is_letter(c) && !char_is_digit(c) && (unsigned char)c < 0x80 &&
            strchr(signs, c) == NULL) {
            return false;
        }
    }
    return value.n > 0;
}

static void add_name(struct text *out, struct str name)
{
    text_add(out, " ");
    bool begins_well = char_is_letter(name.p[0]) || (unsigned char)name.p[0] >= 0x80;
    if (is_plain(name, "-") && begins_well) {
        text_add_str(out, name);
    } else {
        text_add_quoted(out, name);
    }
}

/* A line that is known is typed where the name stands: Bran hp=9. */
static bool is_line(struct str name)
{
    return memchr(name.p, '=', (size_t)name.n) != NULL;
}

static void add_value(struct text *out, const struct form_field *field)
{
    struct str value = value_of(field);
    text_add(out, " %s=", field->row.name);
    if (value.n == 0) {
        text_add(out, "-");
    } else if (is_plain(value, "+-_.,#!()/'")) {
        text_add_str(out, value);
    } else {
        text_add_quoted(out, value);
    }
}

/* `field` FORM_NOWHERE: all changed fields. */
static void add_line(const struct form *form, const struct state *state, int field,
                     struct text *out)
{
    int first = 0;
    bool is_member = form->of == FORM_OF_MEMBER;
    bool is_whole = field == FORM_NOWHERE;
    struct str name = value_of(&form->field[FIELD_OF_NAME]);
    /* A value may be tried before there is a name. */
    struct str called = name.n > 0 ? name : str_of("row");
    if (form->id != 0) {
        text_add(out, is_member && is_whole ? "party set " : "set ");
        combatant_word(state, form->id, out);
    } else if (is_member) {
        first = FIELD_OF_NAME + 1;
        text_add(out, is_whole ? "join" : "add");
        if (is_whole && is_line(called)) {
            text_add_char(out, ' ');
            text_add_str(out, called);
        } else {
            add_name(out, called);
        }
        text_add(out, is_whole ? "" : " side=party");
    } else {
        struct str count = value_of(&form->field[FIELD_OF_COUNT]);
        bool has_count = is_whole || field == FIELD_OF_COUNT;
        first = FIELD_OF_COUNT + 1;
        text_add(out, "add");
        if (has_count && count.n > 0) {
            text_add(out, is_plain(count, "+-") ? " " : " \"");
            text_add_str(out, count);
            text_add(out, is_plain(count, "+-") ? "" : "\"");
        }
        add_name(out, called);
    }
    for (int i = first; i < form->fields; i++) {
        if (i == field || (is_whole && form_is_changed(form, i))) {
            add_value(out, &form->field[i]);
        }
    }
}

/* The fields of a kind are behind its name; what could be read as another field is quoted. */
static void add_kind_value(struct text *out, const struct form_field *field)
{
    struct str value = value_of(field);
    bool is_plain_text = memchr(value.p, '=', (size_t)value.n) == NULL &&
                         memchr(value.p, '"', (size_t)value.n) == NULL;
    text_add(out, " %s=", field->row.name);
    if (value.n == 0) {
        text_add(out, "-");
    } else if (is_plain_text || field->is_list) {
        text_add_str(out, value);
    } else {
        text_add_quoted(out, value);
    }
}

static void add_kind_line(const struct form *form, struct text *out)
{
    struct str name = value_of(&form->field[FIELD_OF_NAME]);
    bool is_edit = form->of == FORM_OF_KIND;
    text_add(out,
             is_edit                    ? "edit-kind %s"
             : form->of == FORM_OF_COPY ? "copy-kind %s "
                                        : "add-kind %s",
             form->kind);
    if (!is_edit) {
        text_add_str(out, name);
    }
    for (int i = is_edit ? FIELD_OF_NAME : FIELD_OF_NAME + 1; i < form->fields; i++) {
        if (form_is_changed(form, i)) {
            add_kind_value(out, &form->field[i]);
        }
    }
}

void form_line(const struct form *form, const struct state *state, struct text *out)
{
    bool has_name = value_of(&form->field[FIELD_OF_NAME]).n > 0;
    if (form_is_of_kind(form)) {
        if (has_name && form_has_changes(form)) {
            add_kind_line(form, out);
        }
    } else if (form_has_changes(form) && (has_name || form->id != 0)) {
        add_line(form, state, FORM_NOWHERE, out);
    }
}

void form_line_of(const struct form *form, const struct state *state, int field,
                  struct text *out)
{
    add_line(form, state, field, out);
}

enum { MARK_WIDTH = 2, LABEL_WIDTH_MOST = 14, VALUE_WIDTH_LEAST = 8, GAP = 2, HELP_SIZE = 400 };

/* ---- help ------------------------------------------------------------------------------ */

static int help_rows(int rows)
{
    return rows >= 10 ? 4 : rows >= 7 ? 3 : rows >= 5 ? 2 : rows >= 4 ? 1 : 0;
}

/* A few words are all shown, whatever is typed; of names only those that begin with the typed
 * text. */
static const char *word_at(const struct form *form, int i)
{
    const char *const *choices = form->field[form->focused].row.choices;
    return choices != NULL ? choices[i] : form_candidate(form, i);
}

/* The field's help, the values it takes and the possible completions, a line each. */
static void write_help(const struct form *form, struct text *out)
{
    const struct combatant_field *row = &form->field[form->focused].row;
    if (form->joining[0] != '\0' && form_is_at_new_name(form)) {
        text_add(out, "%s\n", form->joining);
    }
    text_add(out, "%s", row->help);
    text_add(out, row->rule[0] != '\0' ? " (%s)\n%s" : "%s\n%s", row->rule, row->expects);
    const char *one;
    for (int i = 0; !out->is_cut && (one = word_at(form, i)) != NULL; i++) {
        text_add(out, "%s%s", i > 0 ? ", " : row->expects[0] != '\0' ? "\n" : "one of ", one);
    }
}

static void draw_help(const struct form *form, struct canvas canvas)
{
    char words[WORDING_SIZE];
    struct str line;
    bool is_wrong = form->wrong == form->focused;
    TEXT_BUFFER(text, HELP_SIZE);
    if (is_wrong) {
        text_add(&text, "%s", form->wrong_text);
    } else {
        write_help(form, &text);
    }
    struct str rest = wording(words, canvas.frame, (struct str){text.p, text.n});
    for (int row = 0; row < canvas.rows && canvas.columns > 1 &&
                      grapheme_next_line(&line, &rest, canvas.columns - 1);
         row++) {
        canvas_text(canvas, row, 1, is_wrong ? ROLE_ERROR : ROLE_DIM, line);
    }
}

/* ---- fields ---------------------------------------------------------------------------- */

static void draw_unset(const struct form *form, const struct form_field *field,
                       struct canvas canvas, struct strip at)
{
    bool is_needed = field->row.fallback == NULL && field->row.is_always_set;
    bool is_added = form->id != 0 && field->row.adds;
    const char *text = field->row.fallback != NULL ? field->row.fallback
                       : is_needed                 ? "needed"
                       : is_added                  ? "nothing new"
                                                   : "not set";
    struct canvas part = canvas_part(canvas, at.row, at.column, 1, at.width);
    canvas_format(part, 0, 0, ROLE_DIM, field->row.fallback != NULL ? "%s if empty" : "%s",
                  text);
}

static void draw_value(const struct form *form, int i, struct canvas canvas, struct strip at)
{
    const struct form_field *field = &form->field[i];
    struct str value = line_edit_text(&field->edit);
    struct canvas part = canvas_part(canvas, at.row, at.column, 1, at.width);
    bool is_changed = form_is_changed(form, i);
    if (value.n == 0 && field->was[0] == '\0') {
        draw_unset(form, field, canvas, at);
        return;
    }
    int column = canvas_text(part, 0, 0, is_changed ? ROLE_HINT_KEY : ROLE_OVERLAY,
                             value.n > 0 ? value : str_of("unset"));
    if (is_changed && field->was[0] != '\0') {
        canvas_format(part, 0, column + GAP, ROLE_DIM, "was %s", field->was);
    }
}

static void draw_field(struct form *form, int i, struct canvas canvas, int row)
{
    struct form_field *field = &form->field[i];
    bool is_focused = i == form->focused;
    int label = canvas.columns - MARK_WIDTH - VALUE_WIDTH_LEAST;
    label = label < LABEL_WIDTH_MOST ? label : LABEL_WIDTH_MOST;
    int column = MARK_WIDTH + label;
    struct strip at = {row, column, canvas.columns - column, ALIGN_LEFT};
    if (i == form->wrong) {
        canvas_glyph(canvas, row, 0, ROLE_ERROR, GLYPH_WARNING);
    } else if (is_focused) {
        canvas_glyph(canvas, row, 0, ROLE_HINT_KEY, GLYPH_SELECTED);
    }
    canvas_text(canvas_part(canvas, row, 0, 1, column - 1), 0, MARK_WIDTH,
                is_focused ? ROLE_HINT_KEY : ROLE_OVERLAY, str_of(field->row.name));
    if (!is_focused) {
        draw_value(form, i, canvas, at);
        return;
    }
    line_edit_draw(&field->edit, canvas, at, ROLE_INPUT);
    if (form->is_replacing) {
        at.width = grapheme_width(line_edit_text(&field->edit));
        canvas_set_role(canvas, at, ROLE_SELECTED);
    }
    if (field->edit.length == 0) {
        /* The cell of the cursor stays free. */
        draw_unset(form, field, canvas,
                   (struct strip){row, column + 1, at.width - 1, ALIGN_LEFT});
    }
}

void form_view_draw(struct form *form, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_OVERLAY);
    int title = canvas.rows > 1 ? 1 : 0;
    int help = help_rows(canvas.rows);
    int rows = canvas.rows - title - help;
    if (rows >= form->fields) {
        /* All fields fit: the help is right below them. */
        help = canvas.rows - title - form->fields;
        rows = form->fields;
    }
    int first = form->focused - rows / 2;
    first = first > form->fields - rows ? form->fields - rows : first;
    first = first < 0 ? 0 : first;
    if (title > 0) {
        canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT},
                           ROLE_BORDER);
        int column = canvas_format(canvas_part(canvas, 0, 0, 1, canvas.columns - 2), 0, 1,
                                   ROLE_OVERLAY_TITLE, " %s ", form->title);
        TEXT_BUFFER(text, 32);
        text_add(&text, " %d of %d ", form->focused + 1, form->fields);
        int width = text.n;
        if (column + GAP + width < canvas.columns) {
            canvas_text(canvas, 0, canvas.columns - 1 - width, ROLE_DIM,
                        (struct str){text.p, text.n});
        }
    }
    for (int i = 0; i < rows && first + i < form->fields; i++) {
        draw_field(form, first + i, canvas, title + i);
    }
    struct canvas below = canvas_part(canvas, title + rows, 0, help, canvas.columns);
    if (help > 0) {
        bool has_gap = help > help_rows(canvas.rows) || help > 3;
        draw_help(form, has_gap ? canvas_part(below, 1, 0, help - 1, canvas.columns) : below);
    }
    if (first > 0) {
        canvas_glyph(canvas, title, canvas.columns - 1, ROLE_HINT_KEY, GLYPH_MORE_ABOVE);
    }
    if (first + rows < form->fields && rows > 0) {
        canvas_glyph(canvas, title + rows - 1, canvas.columns - 1, ROLE_HINT_KEY,
                     GLYPH_MORE_BELOW);
    }
}
