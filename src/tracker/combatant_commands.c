#include "tracker/combatant_commands.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/library.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"
#include "tracker/combatant_fields.h"
#include "tracker/options.h"
#include "tracker/table_commands.h"

enum { ADD_MAX = 64 };

/* ---- add ------------------------------------------------------------------------------- */

/* With a capital: `add 6 pelican` makes Pelican 1 to Pelican 6. */
static void make_name(struct text *out, struct str kind, int number)
{
    char letter[UTF8_BYTES_MAX];
    struct utf8_step first = utf8_decode(kind);
    if (first.is_valid && first.n > 0) {
        text_add_str(out, (struct str){letter, utf8_write(letter, utf8_upper(first.code))});
        kind = (struct str){kind.p + first.n, kind.n - first.n};
    }
    text_add_str(out, kind);
    if (number > 0) {
        text_add(out, " %d", number);
    }
}

/* A number that somebody had who was taken off the table would make two of one name in the log
 * and the figures. A name without a number may come back. */
static bool is_free(const struct state *state, struct str name, int number)
{
    for (int id = 1; number > 0 && id <= state->count; id++) {
        if (names_same(str_of(state_name(state, id)), name)) {
            return false;
        }
    }
    return combatant_called(state, name) == 0;
}

/* Adds a combatant of this kind under the first free name: the bare kind for *number 0, or else
 * a number after *number. Returns its id; 0 when the decision has ended. */
static int new_combatant(struct decision *decision, struct str kind, int *number)
{
    char name[NAME_SIZE];
    struct text text;
    for (;;) {
        text_init(&text, name, sizeof name);
        make_name(&text, kind, *number);
        if (text.is_cut) {
            decision_wrong(decision, "a name has at most %d" IN_LETTERS, NAME_SIZE - 1);
            return 0;
        }
        if (is_free(&decision->state, (struct str){text.p, text.n}, *number)) {
            break;
        }
        ++*number;
    }
    int id = decision_add(decision, (struct str){text.p, text.n});
    if (id != 0) {
        decision_text(decision, id, TEXT_KIND, kind);
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_SIDE, SIDE_FOES);
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_ENTRY, id);
    }
    return decision_goes_on(decision) ? id : 0;
}

/* A combatant joins the group of its kind, unless a group was named. */
static void join_group(struct decision *decision, int id)
{
    if (decision_goes_on(decision) && !state_is_set(&decision->state, id, FIELD_GROUP)) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP,
                       group_for(&decision->state, id));
    }
}

/* When an option is applied: before the others of its line (-1), among them (0), or after
 * them, to fill in what they leave open (1). */
static int rank_of(const struct procedure *procedure, const struct option *option)
{
    for (int i = 0; i < procedure->gives_count; i++) {
        const struct given_def *given = &procedure->gives[i];
        if (given->comes_first && str_equal_any_case(option->name, str_of(given->name))) {
            return -1;
        }
    }
    bool fills =
        procedure->fills != NULL && str_equal_any_case(option->name, str_of(procedure->fills));
    return fills ? 1 : 0;
}

/* Applies the values of the line. */
static void give_options(struct decision *decision, const struct command *command, int id)
{
    for (int rank = -1; rank <= 1; rank++) {
        for (int i = 0; i < command->options && decision_goes_on(decision); i++) {
            if (rank_of(decision->procedure, &command->option[i]) == rank) {
                combatant_field_give(decision, id, &command->option[i]);
            }
        }
    }
}

/* `bodies`: the number, as written, of a combatant that stands for several; "" for an ordinary
 * one. */
static void add_one(struct decision *decision, const struct command *command, struct str kind,
                    struct str bodies, int *number)
{
    const struct procedure *procedure = decision->procedure;
    int id = new_combatant(decision, kind, number);
    if (id != 0 && bodies.n > 0) {
        combatant_field_give(
            decision, id,
            &(struct option){.name = str_of(procedure->counted), .value = bodies});
    }
    if (id != 0) {
        give_options(decision, command, id);
    }
    if (id != 0 && decision_goes_on(decision) && procedure->joins != NULL) {
        procedure->joins(decision, id);
    }
    if (id != 0) {
        join_group(decision, id);
    }
}

static bool count_parse(struct decision *decision, struct str word, struct str kind, int *count)
{
    TEXT_BUFFER(text, NAME_SIZE + 16);
    text_add_str(&text, kind);
    text_add(&text, ": how many");

    int64_t number;
    if (str_to_int64(word, 1, ADD_MAX, &number)) {
        *count = (int)number;
        return true;
    }
    int events = decision->events;
    if (!table_amount(decision, word, 0, text.p, ADD_MAX, count)) {
        return false;
    }
    if (*count == 0 && decision->events == events) { /* nothing was thrown */
        decision_wrong(decision, "1 to %d can be added at once", ADD_MAX);
        return false;
    }
    if (*count == 0) {
        struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
        decision_say(decision, event, "", "no %.*s joins", kind.n, kind.p);
        decision_label(decision, "no %.*s joins", kind.n, kind.p);
    }
    return *count > 0;
}

/* `add 6 pelican`, `add 1d6 giant rat`: a count is dice or begins with a digit or as a number
 * below zero does, as no name does outside quotes. */
bool combatant_is_count(struct str word)
{
    bool is_below_zero = word.n > 1 && word.p[0] == '-' && char_is_digit(word.p[1]);
    bool is_dice = word.n > 1 && char_lower(word.p[0]) == 'd' && char_is_digit(word.p[1]);
    return is_dice || is_below_zero || party_formula_is(word) ||
           (word.n > 0 && (char_is_digit(word.p[0]) || word.p[0] == '('));
}

/* A record as people write its name: "salt hound" for salt-hound. */
static void add_record_name(struct text *out, const struct library_record *record)
{
    for (const char *c = record->name; *c != '\0'; c++) {
        text_add(out, "%c", *c == '-' ? ' ' : *c);
    }
}

/* True when foes of this game are made from records of this kind. */
static bool makes_foes(const struct decision *decision, const struct library_record *record)
{
    const char *fills = decision->procedure->fills;
    return fills != NULL && strcmp(record->kind->name, fills) == 0;
}

/* "3 salt hound", with the first record of the library; without one, numbers that most games
 * know. */
static void add_example(const struct decision *decision, struct text *out)
{
    const struct library *library = decision->library;
    for (int i = 0; library != NULL && i < library->count; i++) {
        if (makes_foes(decision, &library->record[i])) {
            text_add(out, "3 ");
            add_record_name(out, &library->record[i]);
            return;
        }
    }
    text_add(out, "3 rat hp=2d8");
}

/* With an example foe and value of this game. */
static void ask_what_to_add(struct decision *decision)
{
    const struct procedure *procedure = decision->procedure;
    TEXT_BUFFER(foe, NAME_SIZE);
    const struct system *system = state_system(&decision->state);
    const char *example = system->attributes_count > 0 ? system->attributes[0].name : "hp_max";
    for (int i = procedure->gives_count - 1; i >= 0; i--) {
        const struct given_def *given = &procedure->gives[i];
        bool fills = procedure->fills != NULL && strcmp(given->name, procedure->fills) == 0;
        example = fills || given->comes_late ? example : given->name;
    }
    add_example(decision, &foe);
    decision_ask(decision, QUESTION_TEXT, "add whom? (like %s, or Anka side=party %s=...)",
                 foe.p, example);
}

/* True when the combatant stands for several, like a group. */
static bool is_several(const struct procedure *procedure, const struct state *state, int id)
{
    struct bodies bodies;
    return procedure->bodies != NULL && procedure->bodies(state, id, &bodies) &&
           (bodies.left > 1 || bodies.open != NULL);
}

/* A record's name in a file has '-' for blanks: `add ditch-orcs` brings Ditch orcs. */
static struct str name_as_read(const struct decision *decision, struct str name,
                               char buf[NAME_SIZE])
{
    const struct library *library = decision->library;
    bool is_record = false;
    for (int i = 0; library != NULL && i < library->count && !is_record; i++) {
        is_record = library_names_equal(name, str_of(library->record[i].name));
    }
    if (!is_record || name.n >= NAME_SIZE) {
        return name;
    }
    for (int i = 0; i < name.n; i++) {
        buf[i] = (char)(name.p[i] == '-' ? ' ' : name.p[i]);
    }
    return (struct str){buf, name.n};
}

/* A new combatant has no number yet to which ac=+2 could be added. */
static bool is_without_sums(struct decision *decision, const struct command *command)
{
    for (int i = 0; i < command->options; i++) {
        struct str name = command->option[i].name;
        struct str value = command->option[i].value;
        if (combatant_field_adds(&decision->state, &command->option[i])) {
            decision_wrong(
                decision, "%.*s=%.*s: a new combatant has no value to add to; %.*s=%.*s",
                name.n, name.p, value.n, value.p, name.n, name.p, value.n - 1, value.p + 1);
            return false;
        }
    }
    return true;
}

/* A stray word after an option: most often the rest of a value with blanks. */
static void wrong_word(struct decision *decision, const struct command *command,
                       struct str word)
{
    struct option before = {.name = str_of("hp"), .value = str_of("3")};
    for (int i = 0; i < command->options; i++) {
        const struct option *option = &command->option[i];
        before = option->value.p < word.p ? *option : before;
    }
    struct str name = before.name, value = before.value;
    decision_wrong(decision,
                   "%.*s after %.*s=%.*s: quote a value with blanks, %.*s=\"%.*s %.*s\"; "
                   "keep the words of a name together, before the values",
                   word.n, word.p, name.n, name.p, value.n, value.p, name.n, name.p, value.n,
                   value.p, word.n, word.p);
}

/* Somebody of this name is here with numbers, and the new ones have none: they were probably
 * meant to be like that one. */
static void advise_copy(struct decision *decision, int first_id, struct str name)
{
    const struct state *state = &decision->state;
    bool is_bare = decision_goes_on(decision) && !state_is_set(state, first_id, FIELD_HP);
    for (int id = 1; id < first_id && is_bare; id++) {
        struct str beginning = str_beginning(str_of(state_name(state, id)), name.n);
        if (state_is_present(state, id) && state_is_set(state, id, FIELD_HP) &&
            str_equal_any_case(beginning, name)) {
            struct event *event = decision_tell(decision, EVENT_NOTED, first_id, 0);
            decision_say(decision, event, "",
                         "no numbers are known for %s: `duplicate` adds others like %s",
                         state_name(state, first_id), state_name(state, id));
            return;
        }
    }
}

static void say_joined(struct decision *decision, int first_id, int count, const char *kind)
{
    struct event *event = decision_tell(decision, EVENT_NOTED, first_id, 0);
    if (count > 1) {
        decision_say(decision, event, "", "%d × %s join", count, kind);
        decision_label(decision, "%d × %s join", count, kind);
    } else {
        const char *name = state_name(&decision->state, first_id);
        const char *joins =
            is_several(decision->procedure, &decision->state, first_id) ? "join" : "joins";
        decision_say(decision, event, "", "%s %s", name, joins);
        decision_label(decision, "%s %s", name, joins);
    }
}

/* The record of foes whose name is nearest to this one; NULL when none is near, or one has this
 * name. */
static const struct library_record *near_record(const struct decision *decision,
                                                struct str kind)
{
    char word[NAME_SIZE];
    struct nearest nearest;
    struct text text = text_over(word, sizeof word);
    const struct library_record *near = NULL;
    for (int i = 0; i < kind.n; i++) {
        text_add(&text, "%c", kind.p[i] == ' ' ? '-' : kind.p[i]);
    }
    nearest_init(&nearest, (struct str){text.p, text.n});
    for (int i = 0; i < decision->library->count; i++) {
        const struct library_record *record = &decision->library->record[i];
        const char *best = nearest.best;
        if (library_names_equal(kind, str_of(record->name))) {
            return NULL;
        }
        if (makes_foes(decision, record)) {
            nearest_offer(&nearest, record->name);
            near = nearest.best != best ? record : near;
        }
    }
    return near;
}

/* A combatant with only a name is valid, but it may be a misspelt record, which would bring
 * numbers. A single name with a capital is meant as it is, and so is one with hit points. */
static void advise_near(struct decision *decision, const struct command *command, int id,
                        struct str kind, bool has_count)
{
    const char *fills = decision->procedure->fills;
    bool is_own_name = !has_count && kind.p[0] >= 'A' && kind.p[0] <= 'Z';
    bool is_foe = state_value(&decision->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    if (is_own_name || !is_foe || decision->library == NULL || fills == NULL ||
        command_option(command, fills) != NULL || command_option(command, "hp") != NULL) {
        return;
    }
    const struct library_record *near = near_record(decision, kind);
    if (near != NULL) {
        TEXT_BUFFER(text, NAME_SIZE);
        TEXT_BUFFER(name, NAME_SIZE);
        add_record_name(&text, near);
        make_name(&name, (struct str){text.p, text.n}, 0);
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "",
                     "%.*s: no %s in the library has this name; did you mean %s?", kind.n,
                     kind.p, fills, name.p);
    }
}

/* The name begins with the first word unless that is a count. */
static void decide_add(struct decision *decision, const struct command *command)
{
    const struct argument *name_end = &command->argument[1];
    struct str first = command->argument[0].word;
    bool has_count =
        name_end->is_given && !command->argument[0].is_quoted && combatant_is_count(first);
    struct str kind = name_end->is_given ? name_end->word : first;
    int count = 1;
    char clean[NAME_SIZE];
    char read[NAME_SIZE];
    char filled[PARTY_FORMULA_SIZE];
    if (!command->argument[0].is_given) {
        ask_what_to_add(decision);
        return;
    }
    if (has_count && !party_formula_fill(decision, first, filled, &first)) {
        return;
    }
    if (name_end->is_given && !has_count) {
        if (command->argument[0].is_quoted || name_end->is_quoted) {
            decision_wrong(decision, "keep the words of a name together: add giant rat hp=3");
            return;
        }
        const char *begin = command->argument[0].written.p;
        kind = (struct str){begin, (int)(name_end->written.p - begin) + name_end->written.n};
        if (memchr(kind.p, '=', (size_t)kind.n) != NULL) {
            wrong_word(decision, command, name_end->word);
            return;
        }
    }
    kind = name_as_read(decision, kind, read);
    if (utf8_clean(clean, sizeof clean, kind) || clean[0] == '\0') {
        decision_wrong(decision, "a name is plain text of 1 to %d" IN_LETTERS, NAME_SIZE - 1);
        return;
    }
    if (!is_without_sums(decision, command)) {
        return;
    }
    const struct procedure *procedure = decision->procedure;
    bool is_group = has_count && procedure->comes_as_one != NULL &&
                    procedure->comes_as_one(decision, command, kind);
    /* Dice for the size of a group belong to the game, which may throw them later. */
    int64_t written;
    bool is_open = is_group && !str_to_int64(first, 0, INT32_MAX, &written);
    if (!decision_goes_on(decision) ||
        (has_count && !is_open && !count_parse(decision, first, kind, &count))) {
        return;
    }
    int number = count > 1 && !is_group ? 1 : 0;
    int first_id = decision->state.count + 1;
    for (int i = 0; i < (is_group ? 1 : count) && decision_goes_on(decision); i++) {
        add_one(decision, command, kind, is_group ? first : str_of(""), &number);
        decision_prompt_more(decision, is_group ? 0 : count - 1 - i);
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    say_joined(decision, first_id, count, clean);
    advise_near(decision, command, first_id, str_of(clean), has_count);
    advise_copy(decision, first_id, str_of(clean));
}

/* ---- duplicate ------------------------------------------------------------------------- */

/* The greatest number after a name of this kind, combatants that are gone included: "Pelican 4"
 * is 4. A bare name counts as the first of its kind. */
static int last_number(const struct state *state, struct str kind)
{
    int last = 1;
    for (int id = 1; id <= state->count; id++) {
        struct str name = str_of(state_name(state, id));
        struct str beginning = {name.p, kind.n};
        int64_t number;
        if (name.n <= kind.n + 1 || !str_equal_any_case(beginning, kind) ||
            name.p[kind.n] != ' ') {
            continue;
        }
        struct str digits = {name.p + kind.n + 1, name.n - kind.n - 1};
        if (str_to_int64(digits, 1, INT32_MAX / 2, &number) && number > last) {
            last = (int)number;
        }
    }
    return last;
}

static void copy_value(struct decision *decision, int from, int to, int field)
{
    if (state_is_set(&decision->state, from, field)) {
        decision_value(decision, EVENT_VALUE_CHANGED, to, field,
                       state_value(&decision->state, from, field, 0));
    }
}

/* Copies what the combatant is and has, not what has happened to it: no turn, conditions,
 * wounds or note. */
static void duplicate_one(struct decision *decision, int from, bool is_hurt, int *number)
{
    const struct state *state = &decision->state;
    int id = new_combatant(decision, str_of(state_text(state, from, TEXT_KIND)), number);
    if (id == 0) {
        return;
    }
    copy_value(decision, from, id, FIELD_SIDE);
    copy_value(decision, from, id, FIELD_HP_MAX);
    for (int i = 0; i < state_system(state)->attributes_count; i++) {
        copy_value(decision, from, id, FIELD_SYSTEM + i);
    }
    for (int text = TEXT_SYSTEM; text < TEXT_NOTE; text++) {
        decision_text(decision, id, text, str_of(state_text(state, from, text)));
    }
    int effects = decision->state.effects;
    for (int i = 0; i < effects && decision_goes_on(decision); i++) {
        const struct effect effect = decision->state.effect[i];
        int kind = effect.kind;
        if (effect.subject == from &&
            (effect_stay(decision->procedure, kind) & EFFECT_IS_COPIED) != 0) {
            decision_effect(decision, EVENT_EFFECT_CHANGED, kind, id, 0, str_of(effect.label),
                            effect.amount);
        }
    }
    copy_value(decision, from, id, FIELD_HP);
    if (is_hurt) {
        copy_value(decision, from, id, FIELD_DAMAGE_COUNTED);
    } else {
        const struct procedure *procedure = decision->procedure;
        if (state_is_set(state, from, FIELD_HP) && state_is_set(state, from, FIELD_HP_MAX)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP,
                           state_value(state, from, FIELD_HP_MAX, 0));
        }
        if (procedure->make_whole != NULL) {
            procedure->make_whole(decision, id);
        }
    }
    join_group(decision, id);
}

static void decide_duplicate(struct decision *decision, const struct command *command)
{
    int from = command->argument[0].id;
    int count = 1;
    if (command->argument[1].is_given &&
        !count_parse(decision, command->argument[1].word,
                     str_of(state_text(&decision->state, from, TEXT_KIND)), &count)) {
        return;
    }
    const struct state *state = &decision->state;
    int number = last_number(state, str_of(state_text(state, from, TEXT_KIND))) + 1;
    int first_id = state->count + 1;
    bool is_hurt = command_option(command, "hurt") != NULL;
    for (int i = 0; i < count && decision_goes_on(decision); i++) {
        duplicate_one(decision, from, is_hurt, &number);
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    const char *first = state_name(state, first_id);
    const char *last = state_name(state, state->count);
    struct event *event = decision_tell(decision, EVENT_NOTED, first_id, from);
    if (count > 1) {
        decision_say(decision, event, "", "like %s: %s to %s join", state_name(state, from),
                     first, last);
        decision_label(decision, "%s to %s join", first, last);
    } else {
        const char *joins = is_several(decision->procedure, state, first_id) ? "join" : "joins";
        decision_say(decision, event, "", "like %s: %s %s", state_name(state, from), first,
                     joins);
        decision_label(decision, "%s %s", first, joins);
    }
}

/* ---- set, rename ----------------------------------------------------------------------- */

static void decide_set(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    /* As they were called before: the line may give another name. */
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    if (command->options == 0) {
        decision_ask(decision, QUESTION_TEXT, "%s: which values? hp=7, hp_max=9 ...", who.text);
        return;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        give_options(decision, command, targets->ids[i]);
        decision_prompt_more(decision, targets->ids_count - 1 - i);
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    TEXT_BUFFER(text, 96);
    for (int i = 0; i < command->options; i++) {
        text_add(&text, " %.*s=%.*s", command->option[i].name.n, command->option[i].name.p,
                 command->option[i].value.n, command->option[i].value.p);
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, targets->ids[0], 0);
    if (event != NULL && command_option(command, "note") != NULL) {
        event->is_secret = true;
    }
    decision_say(decision, event, "", "%s:%s", who.text, text.p);
    decision_label(decision, "%s:%s", who.text, text.p);
    /* Reports what the values mean, once for all the combatants who got them. */
    const struct procedure *procedure = decision->procedure;
    for (int i = 0; i < command->options && procedure->advise != NULL; i++) {
        procedure->advise(decision, targets->ids[0], command->option[i].name);
    }
}

static void decide_rename(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    char before[NAME_SIZE];
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s: what is the new name?",
                     state_name(&decision->state, id));
        return;
    }
    memcpy(before, state_name(&decision->state, id), sizeof before);
    combatant_rename(decision, id, command->argument[1].word);
    if (!decision_goes_on(decision)) {
        return;
    }
    const char *name = state_name(&decision->state, id);
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    decision_say(decision, event, "", "%s is now %s", before, name);
    decision_label(decision, "%s renamed %s", before, name);
}

/* ---- note-on --------------------------------------------------------------------------- */

static void decide_note_on(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    struct str note = command->argument[1].word;
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s: what is the note? - removes it", who.text);
        return;
    }
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        combatant_note(decision, targets->ids[i], note);
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    const char *kept = state_text(&decision->state, targets->ids[0], TEXT_NOTE);
    struct event *event = decision_tell(decision, EVENT_NOTED, targets->ids[0], 0);
    if (kept[0] == '\0') {
        decision_say(decision, event, "", "%s: the note is removed", who.text);
    } else {
        decision_say(decision, event, "", "%s: note: %s", who.text, kept);
    }
    decision_label(decision, "note on %s", who.text);
}

/* ---- the table ------------------------------------------------------------------------- */

static const struct command_def commands[] = {
    {.name = "add",
     .signature = "[COUNT:word] [NAME:name/record/no-number] [*] [dice]",
     .help = "add combatants: how many of which kind, or a name",
     .decide = decide_add},
    {.name = "duplicate",
     .signature = "WHO:combatant [COUNT:number] [hurt] [dice]",
     .help = "more like this one: duplicate p1 2d4 (hurt: as it is now)",
     .decide = decide_duplicate},
    {.name = "set",
     .signature = "WHO:combatants [*] [dice]",
     .help = "set p1 ac=18 gives the new value, ac=+2 adds, ac=- unsets",
     .audience = AUDIENCE_REFEREE_FOR_FOES,
     .decide = decide_set},
    {.name = "rename",
     .signature = "WHO:combatant [NAME:name]",
     .help = "give another name: rename goblin 3 Snik",
     .decide = decide_rename},
    {.name = "note-on",
     .signature = "WHO:combatants [TEXT:text]",
     .help = "a note that stays with a combatant: note-on p1 holds the key",
     .audience = AUDIENCE_REFEREE,
     .decide = decide_note_on},
};

int combatant_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
