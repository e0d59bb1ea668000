#include "tracker/table_commands.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/groups.h"
#include "tracker/procedure.h"

enum { AMOUNT_MAX = 10000, ADD_MAX = 64 };

/* ---- amounts -------------------------------------------------------------------------------- */

bool table_amount(struct decision *decision, struct str word, int subject, const char *what,
                  int most, int *out)
{
    int64_t amount;
    if (!str_to_int64(word, 0, most, &amount)) {
        struct dice_expr expr;
        struct error err;
        if (dice_expr_parse(&expr, word, &err) != STATUS_OK) {
            decision_wrong(decision, "%s: a whole number up to %d or dice are wanted: %s", what,
                           most, err.text);
            return false;
        }
        int64_t low, high;
        dice_expr_range(&expr, &low, &high);
        if (low == high && (low < 0 || low > most)) {
            decision_wrong(decision, "%s of %lld: it is 0 to %d", what, (long long)low, most);
            return false;
        }
        if (!decision_throw(decision, &expr, subject, what, (struct why){what, ""}, &amount)) {
            return false;
        }
    }
    *out = amount < 0 ? 0 : amount > most ? most : (int)amount;
    return true;
}

/* ---- hit points ----------------------------------------------------------------------------- */

static void say_hp(struct decision *decision, struct event *event, int id, int from,
                   const char *rules)
{
    const struct state *state = &decision->state;
    const char *unit = state_system(state)->hit_points;
    int hp = state_value(state, id, FIELD_HP, 0);
    if (state_is_set(state, id, FIELD_HP_MAX)) {
        decision_say(decision, event, rules, "%s: %d → %d of %d %s", state_name(state, id), from,
                     hp, state_value(state, id, FIELD_HP_MAX, 0), unit);
    } else {
        decision_say(decision, event, rules, "%s: %d → %d %s", state_name(state, id), from, hp,
                     unit);
    }
}

/* Sets hit points and says so. */
static void put_hp(struct decision *decision, int id, int to, const char *rules)
{
    int from = state_value(&decision->state, id, FIELD_HP, 0);
    struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, to);
    say_hp(decision, event, id, from, rules);
}

static int damage_temporary(struct decision *decision, int id, int amount, const char *rules)
{
    int temporary = state_value(&decision->state, id, FIELD_HP_TEMPORARY, 0);
    int soaked = amount < temporary ? amount : temporary;
    if (soaked > 0) {
        struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP_TEMPORARY,
                                             temporary - soaked);
        decision_say(decision, event, rules, "%s: %d → %d temporary",
                     state_name(&decision->state, id), temporary, temporary - soaked);
    }
    return amount - soaked;
}

void table_damage(struct decision *decision, int id, int amount, const char *rules)
{
    if (!state_is_set(&decision->state, id, FIELD_HP)) {
        int harm = state_value(&decision->state, id, FIELD_HARM, 0);
        struct event *event =
            decision_value(decision, EVENT_HARM_COUNTED, id, FIELD_HARM, harm + amount);
        decision_say(decision, event, rules, "%s: %d damage so far",
                     state_name(&decision->state, id), harm + amount);
        return;
    }
    int left = damage_temporary(decision, id, amount, rules);
    int hp = state_value(&decision->state, id, FIELD_HP, 0);
    int taken = left < hp ? left : hp;
    if (taken > 0) {
        put_hp(decision, id, hp - taken, rules);
    }
    if (decision_goes_on(decision) && left > 0) {
        procedure_of(&decision->state)->hurt(decision, id, left - taken);
    }
}

/* What of an amount goes to the i-th of several: all, half (rounded down), or nothing. */
static int share_of(const struct argument *targets, int i, int amount)
{
    switch ((enum share)targets->share[i]) {
    case SHARE_HALF:
        return amount / 2;
    case SHARE_NONE:
        return 0;
    case SHARE_FULL:
    case SHARES:
        break;
    }
    return amount;
}

static void decide_damage(struct decision *decision, const struct command *command)
{
    int amount;
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s: how much damage?",
                     state_name(&decision->state, command->argument[0].ids[0]));
        return;
    }
    if (!table_amount(decision, command->argument[1].word, 0, "damage", AMOUNT_MAX, &amount)) {
        return;
    }
    const struct argument *targets = &command->argument[0];
    for (int i = 0; i < targets->ids_count; i++) {
        int id = targets->ids[i];
        int part = share_of(targets, i, amount);
        if (part > 0 && command_option(command, "magic") != NULL) {
            decision_mark(decision, EVENT_MARK_CHANGED, MARK_MAGIC, id, 0, str_of(""), 1);
        }
        if (part > 0 || amount == 0) {
            table_damage(decision, id, part, "");
        }
    }
    decision_label(decision, targets->ids_count == 1 ? "%s takes %d damage" : "%s and others take %d",
                   state_name(&decision->state, targets->ids[0]), amount);
}

/* Healing never goes above the most, nor below what is there already. */
static void heal(struct decision *decision, int id, int amount)
{
    const struct state *state = &decision->state;
    if (!state_is_set(state, id, FIELD_HP)) {
        int harm = state_value(state, id, FIELD_HARM, 0);
        int left = amount < harm ? harm - amount : 0;
        struct event *event = decision_value(decision, EVENT_HARM_COUNTED, id, FIELD_HARM, left);
        decision_say(decision, event, "", "%s: %d damage so far", state_name(state, id), left);
        return;
    }
    int hp = state_value(state, id, FIELD_HP, 0);
    int most = state_value(state, id, FIELD_HP_MAX, INT32_MAX / 2);
    int to = hp + amount > most ? most : hp + amount;
    if (to > hp) {
        put_hp(decision, id, to, "");
    }
}

static void decide_heal(struct decision *decision, const struct command *command)
{
    int amount;
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s: heal how much?",
                     state_name(&decision->state, command->argument[0].ids[0]));
        return;
    }
    if (!table_amount(decision, command->argument[1].word, 0, "healing", AMOUNT_MAX, &amount)) {
        return;
    }
    const struct argument *targets = &command->argument[0];
    for (int i = 0; i < targets->ids_count; i++) {
        heal(decision, targets->ids[i], share_of(targets, i, amount));
    }
    decision_label(decision, targets->ids_count == 1 ? "%s heals %d" : "%s and others heal %d",
                   state_name(&decision->state, targets->ids[0]), amount);
}

/* "-7", "+5", "=12", "t5": the sign says what is done with the amount behind it. */
static void decide_hp(struct decision *decision, const struct command *command)
{
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s: -7, +5, =12, -2d6, or t5 for temporary",
                     state_name(&decision->state, command->argument[0].ids[0]));
        return;
    }
    struct str word = command->argument[1].word;
    char sign = word.n > 0 ? char_lower(word.p[0]) : '\0';
    struct str rest = {word.p + 1, word.n - 1};
    int amount;
    if (strchr("-+=t", sign) == NULL || sign == '\0' || rest.n == 0) {
        decision_wrong(decision, "hit points: -7, +5, =12, -2d6 or t5 is wanted");
        return;
    }
    if (!table_amount(decision, rest, 0, sign == '-' ? "damage" : "hit points", AMOUNT_MAX,
                      &amount)) {
        return;
    }
    const struct argument *targets = &command->argument[0];
    for (int i = 0; i < targets->ids_count; i++) {
        int id = targets->ids[i];
        if (sign == '-') {
            table_damage(decision, id, amount, "");
        } else if (sign == '+') {
            heal(decision, id, amount);
        } else if (sign == '=') {
            put_hp(decision, id, amount, "");
        } else {
            struct event *event =
                decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP_TEMPORARY, amount);
            decision_say(decision, event, "", "%s: %d temporary", state_name(&decision->state, id),
                         amount);
        }
    }
    decision_label(decision, "%s %.*s", state_name(&decision->state, targets->ids[0]), word.n,
                   word.p);
}

/* ---- combatants ----------------------------------------------------------------------------- */

static bool side_parse(struct decision *decision, struct str word, int *out)
{
    if (str_equal_any_case(word, str_of("party"))) {
        *out = SIDE_PARTY;
    } else if (str_equal_any_case(word, str_of("foes"))) {
        *out = SIDE_FOES;
    } else {
        decision_wrong(decision, "side=%.*s: expected party or foes", word.n, word.p);
        return false;
    }
    return true;
}

/* hp sets hit points and, for a new row or when higher, what they are when unhurt. */
static void give_hp(struct decision *decision, int id, struct str value)
{
    char what[NAME_SIZE + 16];
    struct text text;
    text_init(&text, what, sizeof what);
    text_add(&text, "%s: hit points", state_name(&decision->state, id));
    int hp;
    if (!table_amount(decision, value, id, what, AMOUNT_MAX, &hp)) {
        return;
    }
    if (state_value(&decision->state, id, FIELD_HP_MAX, 0) < hp ||
        !state_is_set(&decision->state, id, FIELD_HP_MAX)) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX, hp);
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP, hp);
}

static void give_dice(struct decision *decision, int id, const struct value_def *def,
                      struct str value)
{
    struct dice_expr expr;
    struct error err;
    if (dice_expr_parse(&expr, value, &err) != STATUS_OK) {
        decision_wrong(decision, "%s: %s", def->name, err.text);
        return;
    }
    char canonical[256];
    struct text text;
    text_init(&text, canonical, sizeof canonical);
    dice_expr_format(&expr, &text);
    if (text.n >= NAME_SIZE || dice_expr_dice(&expr) > 100) {
        decision_wrong(decision, "%s: at most 100 dice, and %d characters", def->name,
                       NAME_SIZE - 1);
        return;
    }
    decision_text(decision, id, state_dice_text(&decision->state, def->name),
                  (struct str){text.p, text.n});
}

static void give_attribute(struct decision *decision, int id, int field, struct str value)
{
    const struct system *system = state_system(&decision->state);
    const struct value_def *def = &system->attributes[field - FIELD_SYSTEM];
    if (str_equal(value, "-")) {
        decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
        return;
    }
    if (def->kind == VALUE_DICE) {
        give_dice(decision, id, def, value);
        return;
    }
    /* Dice need inputs to stand in; the other kinds do not. */
    struct input input;
    struct error err;
    if (input_parse(&input, NULL, def, value, &err) != STATUS_OK) {
        decision_wrong(decision, "%s", err.text);
        return;
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, field, input.number);
}

static void unknown_attribute(struct decision *decision, struct str name)
{
    const struct system *system = state_system(&decision->state);
    char buf[240];
    struct text list;
    text_init(&list, buf, sizeof buf);
    for (int i = 0; i < system->attributes_count; i++) {
        text_add(&list, ", %s", system->attributes[i].name);
    }
    char shown[48];
    utf8_clean(shown, sizeof shown, name);
    decision_wrong(decision, "there is no %s to set; known are hp, hp_max, side%s", shown,
                   buf);
}

/* One `name=value` of add and set. */
static void give_value(struct decision *decision, int id, const struct option *option)
{
    int side;
    const struct procedure *procedure = procedure_of(&decision->state);
    if (option->value.p == NULL) {
        decision_wrong(decision, "%.*s needs a value: %.*s=...", option->name.n, option->name.p,
                       option->name.n, option->name.p);
    } else if (procedure->give != NULL &&
               procedure->give(decision, id, option->name, option->value)) {
        return;
    } else if (str_equal_any_case(option->name, str_of("hp"))) {
        give_hp(decision, id, option->value);
    } else if (str_equal_any_case(option->name, str_of("hp_max"))) {
        int most;
        if (table_amount(decision, option->value, id, "hp_max", AMOUNT_MAX, &most)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX, most);
        }
    } else if (str_equal_any_case(option->name, str_of("side"))) {
        if (side_parse(decision, option->value, &side)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_SIDE, side);
        }
    } else {
        int field = state_field_find(&decision->state, option->name);
        if (field < FIELD_SYSTEM) {
            unknown_attribute(decision, option->name);
        } else {
            give_attribute(decision, id, field, option->value);
        }
    }
}

/* The first letter large: `add 6 pelican` makes Pelican 1 to Pelican 6. */
static void make_name(struct text *out, struct str kind, int number)
{
    text_add_str(out, kind);
    if (out->n > 0 && out->p[0] >= 'a' && out->p[0] <= 'z') {
        out->p[0] = (char)(out->p[0] - 'a' + 'A');
    }
    if (number > 0) {
        text_add(out, " %d", number);
    }
}

static bool is_name_taken(const struct state *state, struct str name)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) && str_equal_any_case(str_of(state_name(state, id)), name)) {
            return true;
        }
    }
    return false;
}

static void add_one(struct decision *decision, const struct command *command, struct str kind,
                    bool is_numbered, int *number)
{
    char name[NAME_SIZE];
    struct text text;
    do {
        text_init(&text, name, sizeof name);
        make_name(&text, kind, is_numbered ? ++*number : 0);
        if (text.is_cut) {
            decision_wrong(decision, "a name has at most %d bytes", NAME_SIZE - 1);
            return;
        }
        is_numbered = is_numbered || is_name_taken(&decision->state, (struct str){text.p, text.n});
    } while (is_name_taken(&decision->state, (struct str){text.p, text.n}));
    int id = decision_add(decision, (struct str){text.p, text.n});
    if (id == 0) {
        return;
    }
    decision_text(decision, id, TEXT_KIND, kind);
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_SIDE, SIDE_FOES);
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_PLACE, id);
    for (int i = 0; i < command->options && decision_goes_on(decision); i++) {
        give_value(decision, id, &command->option[i]);
    }
    if (decision_goes_on(decision) && procedure_of(&decision->state)->joins != NULL) {
        procedure_of(&decision->state)->joins(decision, id);
    }
    if (decision_goes_on(decision)) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP,
                       group_for(&decision->state, id));
    }
}

static bool count_parse(struct decision *decision, struct str word, int *count)
{
    int64_t number;
    if (str_to_int64(word, 1, ADD_MAX, &number)) {
        *count = (int)number;
        return true;
    }
    if (!table_amount(decision, word, 0, "how many", ADD_MAX, count)) {
        return false;
    }
    if (*count == 0) {
        decision_wrong(decision, "there are 1 to %d to add", ADD_MAX);
        return false;
    }
    return true;
}

/* `add pelican`, `add 6 pelican wits=12`, `add 1d6 goblin`: the count is there when the first word
 * is no name. */
static void decide_add(struct decision *decision, const struct command *command)
{
    struct str first = command->argument[0].word;
    struct str kind = command->argument[1].is_given ? command->argument[1].word : first;
    int count = 1;
    char clean[NAME_SIZE];
    if (!command->argument[0].is_given) {
        decision_ask(decision, QUESTION_TEXT, "add: [how many] name [hp=2d8 wits=12 ...]");
        return;
    }
    if (command->argument[1].is_given && !count_parse(decision, first, &count)) {
        return;
    }
    if (utf8_clean(clean, sizeof clean, kind) || clean[0] == '\0') {
        decision_wrong(decision, "a name is 1 to %d bytes of plain text", NAME_SIZE - 1);
        return;
    }
    int number = 0;
    int first_id = decision->state.count + 1;
    for (int i = 0; i < count && decision_goes_on(decision); i++) {
        add_one(decision, command, kind, count > 1, &number);
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, first_id, 0);
    const char *name = state_name(&decision->state, first_id);
    if (count > 1) {
        decision_say(decision, event, "", "%d × %s join", count, clean);
        decision_label(decision, "%d × %s join", count, clean);
    } else {
        decision_say(decision, event, "", "%s joins", name);
        decision_label(decision, "%s joins", name);
    }
}

static void decide_set(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    if (command->options == 0) {
        decision_ask(decision, QUESTION_TEXT, "set: name=value, as hp=7 or hp_max=9");
        return;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        for (int k = 0; k < command->options && decision_goes_on(decision); k++) {
            give_value(decision, targets->ids[i], &command->option[k]);
        }
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    char what[96];
    struct text text;
    text_init(&text, what, sizeof what);
    for (int i = 0; i < command->options; i++) {
        text_add(&text, " %.*s=%.*s", command->option[i].name.n, command->option[i].name.p,
                 command->option[i].value.n, command->option[i].value.p);
    }
    const char *name = state_name(&decision->state, targets->ids[0]);
    const char *others = targets->ids_count > 1 ? " and others" : "";
    struct event *event = decision_tell(decision, EVENT_NOTED, targets->ids[0], 0);
    decision_say(decision, event, "", "%s%s:%s", name, others, what);
    decision_label(decision, "%s%s:%s", name, others, what);
    /* What the values mean, once for all the rows they went to. */
    const struct procedure *procedure = procedure_of(&decision->state);
    for (int i = 0; i < command->options && procedure->advise != NULL; i++) {
        procedure->advise(decision, targets->ids[0], command->option[i].name);
    }
}

static void decide_rename(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    struct str to = command->argument[1].word;
    char clean[NAME_SIZE];
    if (utf8_clean(clean, sizeof clean, to) || clean[0] == '\0') {
        decision_wrong(decision, "a name is 1 to %d bytes of plain text", NAME_SIZE - 1);
        return;
    }
    if (is_name_taken(&decision->state, to) &&
        !str_equal_any_case(str_of(state_name(&decision->state, id)), to)) {
        decision_wrong(decision, "%s is taken", clean);
        return;
    }
    char before[NAME_SIZE];
    memcpy(before, state_name(&decision->state, id), NAME_SIZE);
    struct event *event = decision_text(decision, id, TEXT_NAME, to);
    decision_say(decision, event, "", "%s is now %s", before, clean);
    decision_label(decision, "%s renamed %s", before, clean);
}

static void decide_remove(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    for (int i = 0; i < targets->ids_count; i++) {
        int id = targets->ids[i];
        struct event *event =
            decision_value(decision, EVENT_COMBATANT_REMOVED, id, FIELD_PRESENT, 0);
        decision_say(decision, event, "", "%s is taken off the table",
                     state_name(&decision->state, id));
        conditions_remove(decision, id);
        if (decision->state.value[ENCOUNTER_TURN] == id) {
            decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, 0);
        }
    }
    decision_label(decision, "%s%s removed", state_name(&decision->state, targets->ids[0]),
                   targets->ids_count > 1 ? " and others" : "");
}

/* ---- leaving the fight ---------------------------------------------------------------------- */

void table_leave(struct decision *decision, int id, enum way_out way)
{
    const char *name = state_name(&decision->state, id);
    if (way == OUT_NOT) {
        struct event *event = decision_value(decision, EVENT_CAME_BACK, id, FIELD_OUT, OUT_NOT);
        decision_say(decision, event, "", "%s is back in the fight", name);
        return;
    }
    struct event *event = decision_value(decision, EVENT_WENT_OUT, id, FIELD_OUT, (int)way);
    decision_say(decision, event, "", "%s: %s", name, way_out_name(way));
}

static const char *const ways_out[] = {"down", "dead", "fled", "surrendered", NULL};

static void decide_out(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    if (!command->argument[1].is_given && decision->asks) {
        struct question *question = decision_ask(decision, QUESTION_CHOICE, "out of the fight: how?");
        for (int i = 0; ways_out[i] != NULL; i++) {
            question->choice[question->choices++] = ways_out[i];
        }
        return;
    }
    enum way_out way = (enum way_out)(OUT_DOWN + command->argument[1].choice);
    for (int i = 0; i < targets->ids_count; i++) {
        if (command_option(command, "magic") != NULL) {
            decision_mark(decision, EVENT_MARK_CHANGED, MARK_MAGIC, targets->ids[i], 0, str_of(""),
                          1);
        }
        table_leave(decision, targets->ids[i], way);
    }
    decision_label(decision, "%s%s: %s", state_name(&decision->state, targets->ids[0]),
                   targets->ids_count > 1 ? " and others" : "", way_out_name(way));
}

static void decide_back(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    for (int i = 0; i < targets->ids_count; i++) {
        table_leave(decision, targets->ids[i], OUT_NOT);
    }
    decision_label(decision, "%s%s back", state_name(&decision->state, targets->ids[0]),
                   targets->ids_count > 1 ? " and others" : "");
}

static void decide_note(struct decision *decision, const struct command *command)
{
    char clean[300];
    utf8_clean(clean, sizeof clean, command->argument[0].word);
    struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "", "note: %s", clean);
    decision_label(decision, "note");
}

static void decide_consult(struct decision *decision, const struct command *command)
{
    if (decision->tables == NULL) {
        const struct error *why = decision->tables_error;
        decision_wrong(decision, "there are no random tables%s%s%s%s", why != NULL ? ": " : "",
                       why != NULL ? why->where : "",
                       why != NULL && why->where[0] != '\0' ? ": " : "",
                       why != NULL ? why->text : "");
        return;
    }
    struct str name = command->argument[0].word;
    if (name.n > 0 && name.p[0] == '@') {
        name = (struct str){name.p + 1, name.n - 1};
    }
    struct error err;
    int table = random_table_find(decision->tables, name, &err);
    if (table < 0) {
        decision_wrong(decision, "%s", err.text);
        return;
    }
    struct table_act act;
    random_table_begin(&act, table);
    while (!random_table_is_done(&act)) {
        if (!decision_table_step(decision, &act)) {
            return;
        }
    }
    decision_label(decision, "consult %s", decision->tables->table[table].name);
}

static const char *const any_option[] = {"*", NULL};

static const char *const magic_option[] = {"magic", NULL};

#define WHO {.name = "WHO", .kind = ARGUMENT_COMBATANTS}
#define SHARING {.name = "WHO", .kind = ARGUMENT_COMBATANTS, .takes_shares = true}

static const struct command_def commands[] = {
    {.name = "add", .help = "combatants join: add 6 pelican hp=2d8", .rule = "",
     .arguments = {{.name = "COUNT", .kind = ARGUMENT_WORD, .is_optional = true},
                   {.name = "NAME", .kind = ARGUMENT_WORD, .is_optional = true,
                    .is_no_number = true}},
     .arguments_count = 2, .options = any_option, .takes_dice = true, .decide = decide_add},
    {.name = "set", .help = "change values of a row: set p1 hp=7 (- unsets)", .rule = "",
     .arguments = {WHO}, .arguments_count = 1, .options = any_option, .takes_dice = true,
     .decide = decide_set},
    {.name = "rename", .help = "give a row another name", .rule = "",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT},
                   {.name = "NAME", .kind = ARGUMENT_WORD}},
     .arguments_count = 2, .decide = decide_rename},
    {.name = "remove", .help = "take rows off the table", .rule = "", .arguments = {WHO},
     .arguments_count = 1, .decide = decide_remove},
    {.name = "damage", .help = "hit points off: damage p1,p2/half 7, damage gob* 2d6", .rule = "",
     .arguments = {SHARING, {.name = "AMOUNT", .kind = ARGUMENT_NUMBER, .is_optional = true}},
     .arguments_count = 2, .options = magic_option, .takes_dice = true, .decide = decide_damage},
    {.name = "heal", .help = "hit points back, up to the most", .rule = "",
     .arguments = {SHARING, {.name = "AMOUNT", .kind = ARGUMENT_NUMBER, .is_optional = true}},
     .arguments_count = 2, .takes_dice = true, .decide = decide_heal},
    {.name = "hp", .help = "hit points: -7, +5, =12, -2d6, t5 (temporary)", .rule = "",
     .arguments = {WHO, {.name = "CHANGE", .kind = ARGUMENT_CHANGE, .is_optional = true}},
     .arguments_count = 2, .takes_dice = true, .decide = decide_hp},
    {.name = "out", .help = "rows leave the fight: down, dead, fled, surrendered", .rule = "",
     .arguments = {WHO, {.name = "HOW", .kind = ARGUMENT_CHOICE, .is_optional = true,
                         .choices = ways_out}},
     .arguments_count = 2, .options = magic_option, .decide = decide_out},
    {.name = "back", .help = "rows come back into the fight", .rule = "", .arguments = {WHO},
     .arguments_count = 1, .decide = decide_back},
    {.name = "consult", .help = "roll on a random table: consult chest, consult chest 4 =8",
     .rule = "", .arguments = {{.name = "TABLE", .kind = ARGUMENT_WORD}}, .arguments_count = 1,
     .takes_dice = true, .decide = decide_consult},
    {.name = "note", .help = "write a line into the log", .rule = "",
     .arguments = {{.name = "TEXT", .kind = ARGUMENT_TEXT}}, .arguments_count = 1,
     .decide = decide_note},
};

int table_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
