#include "cli/spoken.h"

#include <string.h>

#include "cli/output.h"

/* ---- lines of the lower layers --------------------------------------------------------- */

/* What is said in place of a sign, and of the blanks around it where these are part of it. */
static const struct {
    const char *sign, *words;
} signs[] = {
    {" → ", " to "}, {"→", " to "}, {" × ", " "}, {" ×", " times "},
    {" · ", ", "},   {"…", "..."},  {"`", ""},
};

enum { SIGNS = sizeof signs / sizeof signs[0] };

static bool begins_with(struct str text, const char *beginning)
{
    size_t n = strlen(beginning);
    return (size_t)text.n >= n && memcmp(text.p, beginning, n) == 0;
}

/* The dice in the bracket at the beginning, "[18]" or "[3 2]"; nothing when it holds anything
 * else. */
static struct str faces_at(struct str text)
{
    int n = 1;
    while (n < text.n && (char_is_digit(text.p[n]) || text.p[n] == ' ')) {
        n++;
    }
    bool is_closed = text.p[0] == '[' && n < text.n && text.p[n] == ']';
    return (struct str){text.p + 1, is_closed ? n - 1 : 0};
}

/* Adds what is no plain character at the beginning; returns how many bytes it took, 0: none. */
static int add_sign(struct text *out, struct str text)
{
    for (int i = 0; i < SIGNS; i++) {
        if (begins_with(text, signs[i].sign)) {
            text_add(out, "%s", signs[i].words);
            return (int)strlen(signs[i].sign);
        }
    }
    struct str faces = faces_at(text);
    if (faces.n > 0) {
        text_add_str(out, faces);
        return faces.n + 2;
    }
    if (!begins_with(text, "  ")) {
        return 0;
    }
    int blanks = 2; /* the next column, or the rules */
    while (blanks < text.n && text.p[blanks] == ' ') {
        blanks++;
    }
    bool is_bracket = blanks < text.n && text.p[blanks] == '[';
    text_add(out, "%s", blanks == text.n ? "" : is_bracket ? " " : ", ");
    return blanks;
}

/* The rules stand in brackets behind two blanks, at the end. */
static struct str without_rules(struct str line)
{
    for (int i = line.n - 1; i > 1 && line.p[line.n - 1] == ']'; i--) {
        if (line.p[i] == '[') {
            bool stands_apart = line.p[i - 1] == ' ' && line.p[i - 2] == ' ';
            return (struct str){line.p, stands_apart ? i - 2 : line.n};
        }
    }
    return line;
}

void spoken_add(struct text *out, struct str line, bool has_rules)
{
    line = has_rules ? line : without_rules(line);
    while (line.n > 0 && (line.p[0] == ' ' || begins_with(line, "! "))) {
        line = (struct str){line.p + 1, line.n - 1};
    }
    while (line.n > 0) {
        int n = add_sign(out, line);
        if (n == 0) {
            text_add_char(out, line.p[0]);
            n = 1;
        }
        line = (struct str){line.p + n, line.n - n};
    }
}

static void say(const struct text *sentence)
{
    char last = sentence->n > 0 ? sentence->p[sentence->n - 1] : '.';
    bool has_end = memchr(".:?!,", last, 5) != NULL;
    output_line("%.*s%s", sentence->n, sentence->p, has_end ? "" : ".");
}

void spoken_lines(const char *lines, bool has_rules)
{
    while (*lines != '\0') {
        char buf[OUTPUT_LINE_MAX];
        struct text text;
        int n = (int)strcspn(lines, "\n");
        text_init(&text, buf, sizeof buf);
        spoken_add(&text, (struct str){lines, n}, has_rules);
        if (text.n > 0) {
            say(&text);
        }
        lines += n + (lines[n] == '\n' ? 1 : 0);
    }
}

/* ---- the table ------------------------------------------------------------------------- */

static bool is_party(const struct state *state, int id)
{
    return state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

static void add_hit_points(const struct state *state, int id, struct text *out)
{
    const struct procedure *procedure = procedure_of(state);
    const char *unit = state_system(state)->hit_points;
    int left;
    int most;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &left, &most)) {
        text_add(out, ", %d of %d left", left, most);
        return;
    }
    if (state_is_set(state, id, FIELD_HP)) {
        text_add(out, ", %s %d", unit, state_value(state, id, FIELD_HP, 0));
        if (state_is_set(state, id, FIELD_HP_MAX)) {
            text_add(out, " of %d", state_value(state, id, FIELD_HP_MAX, 0));
        }
    } else if (state_value(state, id, FIELD_DAMAGE_COUNTED, 0) > 0) {
        text_add(out, ", lost %d %s", state_value(state, id, FIELD_DAMAGE_COUNTED, 0), unit);
    }
    if (state_value(state, id, FIELD_HP_TEMPORARY, 0) > 0) {
        text_add(out, " and %d temporary", state_value(state, id, FIELD_HP_TEMPORARY, 0));
    }
}

static void say_combatant(const struct state *state, int id)
{
    struct combatant_words row;
    char buf[800];
    struct text text;
    memset(&row, 0, sizeof row);
    procedure_of(state)->describe(state, id, &row);
    text_init(&text, buf, sizeof buf);
    text_add(&text, "%s, %s", state_name(state, id), is_party(state, id) ? "party" : "foe");
    if (row.score[0] != '\0') {
        text_add(&text, ", %s %s", procedure_of(state)->score, row.score);
    }
    add_hit_points(state, id, &text);
    if (row.words[0] != '\0') {
        text_add(&text, ", ");
        spoken_add(&text, str_of(row.words), true);
    }
    text_add(&text, "%s", state->value[ENCOUNTER_TURN] == id ? ", has the turn" : "");
    say(&text);
}

void spoken_combatants(const struct state *state)
{
    int ids[COMBATANTS_MAX];
    int count = procedure_order(state, ids);
    for (int i = 0; i < count; i++) {
        say_combatant(state, ids[i]);
    }
}

void spoken_combatant(const struct state *state, int id)
{
    char facts[2000];
    struct text text;
    say_combatant(state, id);
    text_init(&text, facts, sizeof facts);
    procedure_of(state)->facts(state, id, &text);
    spoken_lines(facts, true);
    const char *note = state_text(state, id, TEXT_NOTE);
    if (note[0] != '\0') {
        output_line("Note: %s", note);
    }
}

void spoken_turn(const struct state *state)
{
    int turn = state->value[ENCOUNTER_TURN];
    if (turn != 0) {
        output_line("Turn: %s.", state_name(state, turn));
    }
}

/* For whoever sits down at a campaign that is just begun. */
static void say_games(void)
{
    char buf[400];
    struct text text;
    text_init(&text, buf, sizeof buf);
    for (int i = 0; i < systems_count(); i++) {
        if (procedure_find(system_at(i)) != NULL) {
            text_add(&text, "%s%s", text.n > 0 ? ", " : "", system_at(i)->id);
        }
    }
    output_line("No encounter yet. To begin one, its name and its game: encounter The cave "
                "system=%s.",
                system_at(0)->id);
    output_line("The games: %s.", buf);
}

static void say_sides(const struct state *state)
{
    int present = 0;
    int of_party = 0;
    int foes = 0;
    for (int id = 1; id <= state->count; id++) {
        present += state_is_present(state, id);
        if (state_is_present(state, id) && state_is_in(state, id)) {
            of_party += is_party(state, id);
            foes += !is_party(state, id);
        }
    }
    if (present == 0) {
        output_line("Nobody is here yet; add brings combatants.");
    } else {
        output_line("In the fight: %d of the party, %d %s.", of_party, foes,
                    foes == 1 ? "foe" : "foes");
    }
}

void spoken_place(const struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    const char *name = sitting_encounter_name(sitting);
    char phase[80];
    struct text text;
    if (name[0] == '\0') {
        say_games();
        return;
    }
    text_init(&text, phase, sizeof phase);
    procedure_of(state)->phase(state, &text);
    output_line("%s, %s, %s.", name, state_system(state)->title, phase);
    say_sides(state);
    spoken_turn(state);
}

void spoken_settling(struct sitting *sitting, const struct pending *pending)
{
    char percent[OUTPUT_PERCENT_SIZE];
    const char *name;
    double chance;
    if (sitting_pending_chance(sitting, pending, &name, &chance)) {
        output_line("To settle it: %s. %s %s.", pending->command,
                    output_percent(percent, chance), name);
    } else {
        output_line("To settle it: %s.", pending->command);
    }
}

void spoken_guide(const struct state *state)
{
    char guide[GUIDE_SIZE] = "";
    struct text text;
    text_init(&text, guide, sizeof guide);
    if (procedure_of(state)->guide != NULL) {
        procedure_of(state)->guide(state, &text);
    }
    if (guide[0] != '\0') {
        char buf[GUIDE_SIZE + 16];
        text_init(&text, buf, sizeof buf);
        text_add(&text, "Next: ");
        spoken_add(&text, str_of(guide), true);
        say(&text);
    }
}
