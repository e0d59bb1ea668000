#include "cli/spoken.h"

#include <string.h>

#include "app/library/kinds.h"
#include "app/sitting/odds.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "cli/output.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/library.h"
#include "tracker/turns.h"

/* ---- lines of the lower layers --------------------------------------------------------- */

/* The words for a sign, and for the blanks around it if they are part of it. */
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

/* A die with marks at the beginning: "(9)", "1r", "6!", "(6!)"; returns its bytes, 0 when there
 * is none. The meaning of its marks is said after it. */
static int add_marked_face(struct text *out, struct str text)
{
    int n = text.n > 0 && text.p[0] == '(' ? 1 : 0;
    bool is_dropped = n == 1;
    int first = n;
    while (n < text.n && char_is_digit(text.p[n])) {
        n++;
    }
    struct str digits = {text.p + first, n - first};
    bool is_rerolled = n < text.n && text.p[n] == 'r';
    n += is_rerolled ? 1 : 0;
    bool has_exploded = n < text.n && text.p[n] == '!';
    n += has_exploded ? 1 : 0;
    bool is_closed = n < text.n && text.p[n] == ')';
    n += is_dropped && is_closed ? 1 : 0;
    bool is_end = n == text.n || text.p[n] == ' ' || text.p[n] == ']';
    if (digits.n == 0 || is_closed != is_dropped || !is_end ||
        !(is_dropped || is_rerolled || has_exploded)) {
        return 0;
    }
    text_add_str(out, digits);
    text_add(out, "%s%s%s", is_rerolled ? " re-rolled" : "", has_exploded ? " exploded" : "",
             is_dropped ? " dropped" : "");
    return n;
}

/* "3 2", and with marks "3, 2 dropped". */
static void add_faces(struct text *out, struct str faces)
{
    bool has_marks = memchr(faces.p, '(', (size_t)faces.n) != NULL ||
                     memchr(faces.p, 'r', (size_t)faces.n) != NULL ||
                     memchr(faces.p, '!', (size_t)faces.n) != NULL;
    while (faces.n > 0) {
        int n = add_marked_face(out, faces);
        if (n == 0) {
            text_add_char(out, faces.p[0]);
            n = 1;
        }
        faces = (struct str){faces.p + n, faces.n - n};
        if (has_marks && faces.n > 0 && faces.p[0] == ' ') {
            text_add_char(out, ',');
        }
    }
}

/* Says a special character at the beginning; returns its bytes, 0 when there is none. */
static int add_sign(struct text *out, struct str text)
{
    for (int i = 0; i < SIGNS; i++) {
        if (begins_with(text, signs[i].sign)) {
            text_add(out, "%s", signs[i].words);
            return (int)strlen(signs[i].sign);
        }
    }
    /* The dice in brackets at the beginning, "[18]" or "[3 (2)]"; nothing for other contents.
     */
    int n = 1;
    while (n < text.n && (char_is_digit(text.p[n]) || memchr(" ()r!", text.p[n], 5) != NULL)) {
        n++;
    }
    bool is_closed = text.p[0] == '[' && n < text.n && text.p[n] == ']';
    bool is_die = n > 1 && (char_is_digit(text.p[1]) || text.p[1] == '(');
    struct str faces = (struct str){text.p + 1, is_closed && is_die ? n - 1 : 0};
    if (faces.n > 0) {
        add_faces(out, faces);
        text_add(out, " entered"); /* brackets tell that on the screen */
        return faces.n + 2;
    }
    bool begins_word = out->n > 0 && out->p[out->n - 1] == ' ';
    int marked = begins_word ? add_marked_face(out, text) : 0;
    if (marked > 0) {
        return marked;
    }
    if (!begins_with(text, "  ")) {
        return 0;
    }
    int blanks = text.n - str_trimmed_start(text).n; /* the next column, or the rules */
    bool is_bracket = blanks < text.n && text.p[blanks] == '[';
    text_add(out, "%s", blanks == text.n ? "" : is_bracket ? " " : ", ");
    return blanks;
}

/* The rules are in brackets at the end, after two blanks. */
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
    line = str_trimmed_start(line);
    while (begins_with(line, "! ")) {
        line = str_trimmed_start((struct str){line.p + 2, line.n - 2});
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
    bool has_end = memchr(".:;?!,", last, 6) != NULL;
    output_line("%.*s%s", sentence->n, sentence->p, has_end ? "" : ".");
}

void spoken_lines(const char *lines, bool has_rules)
{
    while (*lines != '\0') {
        int n = (int)strcspn(lines, "\n");
        TEXT_BUFFER(text, OUTPUT_LINE_MAX);
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

static void say_combatant(const struct sitting *sitting, int id)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct state *state = sitting_state(sitting);
    struct combatant_words row;
    memset(&row, 0, sizeof row);
    procedure->describe(state, id, &row);
    TEXT_BUFFER(text, 800);
    text_add(&text, "%s, %s", state_name(state, id), is_party(state, id) ? "party" : "foe");
    if (row.spoken[0] != '\0') {
        text_add(&text, ", %s", row.spoken);
    } else if (row.score[0] != '\0') {
        text_add(&text, ", %s %s", procedure->score, row.score);
    }
    text_add(&text, ", ");
    combatant_hit_points(procedure, state, id, &text);
    if (row.words[0] != '\0') {
        text_add(&text, ", ");
        spoken_add(&text, str_of(row.words), true);
    }
    const char *turn = combatant_turn(procedure, state, id);
    text_add(&text, "%s%s", turn[0] != '\0' ? ", " : "", turn);
    say(&text);
}

void spoken_combatants(const struct sitting *sitting)
{
    int ids[COMBATANTS_MAX];
    int count = turns_order(sitting_procedure(sitting), sitting_state(sitting), ids);
    for (int i = 0; i < count; i++) {
        say_combatant(sitting, ids[i]);
    }
}

/* Everything together that waits for this combatant: "Pell, 4 attacks due: to 0 Life 41%." */
static void spoken_together(struct sitting *sitting, int id)
{
    const struct together *together = sitting_together(sitting, id);
    if (together != NULL) {
        TEXT_BUFFER(text, 160);
        text_add(&text, "%s, ", state_name(sitting_state(sitting), id));
        together_format(together, &text);
        output_line("%s.", text.p);
    }
}

void spoken_combatant(struct sitting *sitting, int id)
{
    const struct state *state = sitting_state(sitting);
    say_combatant(sitting, id);
    TEXT_BUFFER(text, COMBATANT_FACTS_SIZE);
    sitting_facts(sitting, id, &text);
    spoken_lines(text.p, true);
    const char *note = state_text(state, id, TEXT_NOTE);
    if (note[0] != '\0') {
        output_line("Note: %s", note);
    }
    spoken_together(sitting, id);
}

/* Whose turn it is; nothing when it is nobody's. */
static void spoken_turn(const struct state *state)
{
    int turn = state->value[ENCOUNTER_TURN];
    if (turn != 0) {
        output_line("Turn: %s.", state_name(state, turn));
    }
}

static void say_counters(const struct state *state)
{
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            TEXT_BUFFER(text, 400);
            counter_format(state, &state->counter[i], &text);
            output_line("Counter %s.", text.p);
        }
    }
}

void spoken_place(const struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    const char *name = sitting_encounter_name(sitting);
    if (name[0] == '\0') {
        /* For a user who begins with a new campaign. */
        TEXT_BUFFER(text, 400);
        for (int i = 0; i < systems_count(); i++) {
            text_add(&text, "%s%s", text.n > 0 ? ", " : "", system_at(i)->id);
        }
        output_line("No encounter yet. To begin one, its name and its game: encounter The cave "
                    "system=%s.",
                    system_at(0)->id);
        output_line("The games: %s.", text.p);
        return;
    }
    TEXT_BUFFER(text, 80);
    sitting_procedure(sitting)->phase(state, &text);
    output_line("%s, %s, %s.", name, state_system(state)->title, text.p);
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
    say_counters(state);
    spoken_turn(state);
}

/* How a pending check is settled, and its chance if known. */
static void spoken_settling(struct sitting *sitting, const struct pending *pending)
{
    TEXT_BUFFER(chance, 60);
    bool is_known = sitting_add_pending_chance(sitting, pending, &chance);
    if (pending->command[0] != '\0') {
        output_line("To settle it: %s.%s%s%s", pending->command, is_known ? " " : "", chance.p,
                    is_known ? "." : "");
    }
}

/* What undo would take back, and redo would restore, if anything. */
static void spoken_ways_back(const struct sitting *sitting)
{
    static const char *const words[] = {"Undo takes back", "Redo does again"};
    const char *const labels[] = {sitting_undo_label(sitting), sitting_redo_label(sitting)};
    for (int i = 0; i < 2; i++) {
        if (labels[i][0] != '\0') {
            TEXT_BUFFER(text, 200);
            text_add(&text, "%s: ", words[i]);
            spoken_add(&text, str_of(labels[i]), true);
            say(&text);
        }
    }
}

enum { ODDS_LINE_SIZE = 800 };

static void say_act(struct sitting *sitting, const struct act_odds *act)
{
    const struct state *state = sitting_state(sitting);
    static const char *const since[] = {
        [ODDS_OF_ALL] = "",
        [ODDS_OF_REST] = ", with the dice so far",
        [ODDS_FROM_START] = ", from its start",
        [ODDS_FROM_WITHIN] = ", before the last dice",
    };
    TEXT_BUFFER(line, ODDS_LINE_SIZE);
    act_odds_title(act, state, false, &line);
    text_add(&line, "%s%s%s", act->choice[0] != '\0' ? ", " : "", act->choice,
             since[act->since]);
    if (act->error.code != STATUS_OK) {
        text_add(&line, ": %s", act->error.text);
    }
    for (int i = 0; act->error.code == STATUS_OK && i < act->inputs.action->outcomes_count;
         i++) {
        if (act->odds.is_listed[i]) {
            struct text *out = &line;
            bool is_chance = act->inputs.action->outcomes[i].kind == OUTCOME_CHANCE;
            text_add(out, is_chance ? ", " : ", average ");
            act_odds_label(act, i, out);
            text_add(out, " ");
            if (is_chance) {
                text_add_percent(out, act->odds.chance[i]);
            } else {
                text_add_average(out, act->odds.numbers[i].mean);
            }
        }
    }
    double chance;
    if (act->error.code == STATUS_OK && act_odds_zero(act, state, &chance)) {
        text_add(&line, ", ");
        act_odds_zero_label(act, &line);
        text_add(&line, " ");
        text_add_percent(&line, chance);
    }
    spoken_lines(line.p, true);
    if (act->error.code == STATUS_OK && act->choice[0] == '\0') {
        /* What it needs, with the numbers of its bonus, and everything together that waits for
         * its target. */
        TEXT_BUFFER(text, ODDS_LINE_SIZE);
        act_odds_needed(act, sitting_procedure(sitting), false, &text);
        spoken_lines(text.p, true);
        spoken_together(sitting, act->hurt != 0 ? act->hurt : act->object);
    }
}

void spoken_odds(struct sitting *sitting, const struct line_odds *odds)
{
    for (int i = 0; i < odds->count; i++) {
        say_act(sitting, &odds->act[i]);
    }
    if (odds->count == 0) {
        output_line("No odds: %s.", odds->why[0] != '\0'
                                        ? odds->why
                                        : "this rolls nothing, or something is asked first");
    }
}

/* What comes next, if the procedure says so. */
static void spoken_guide(const struct sitting *sitting)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    char guide[GUIDE_SIZE] = "";
    struct text text;
    text_init(&text, guide, sizeof guide);
    if (procedure->guide != NULL) {
        procedure->guide(sitting_state(sitting), &text);
    }
    if (guide[0] != '\0') {
        char buf[GUIDE_SIZE + 16];
        text_init(&text, buf, sizeof buf);
        text_add(&text, "Next: ");
        spoken_add(&text, str_of(guide), true);
        say(&text);
    }
}

static void phase_of(const struct sitting *sitting, char out[PHASE_SIZE])
{
    struct text text = text_over(out, PHASE_SIZE);
    sitting_procedure(sitting)->phase(sitting_state(sitting), &text);
}

static bool was_said(const struct news *news, const struct pending *pending)
{
    for (int i = 0; i < news->pending_checks; i++) {
        if (strcmp(news->pending[i].text, pending->text) == 0 &&
            strcmp(news->pending[i].command, pending->command) == 0) {
            return true;
        }
    }
    return false;
}

/* Says each check once, until it comes again. `text`: what has just been said. A request for
 * the checks adds the rule of each. */
static void say_new_pending(struct news *news, struct sitting *sitting, const char *text,
                            bool has_rules)
{
    const struct state *state = sitting_state(sitting);
    static struct pending pending[PENDING_MAX];
    int count = pending_checks(sitting_procedure(sitting), state, pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        if (was_said(news, &pending[i])) {
            continue;
        }
        if (strstr(text, pending[i].text) == NULL) {
            spoken_lines(pending[i].text, true);
        }
        spoken_settling(sitting, &pending[i]);
        if (has_rules && pending[i].rule != NULL) {
            /* A rule by its id and its title: "Rule 5.21, Morale." Nothing for "". */
            const char *rule = pending[i].rule;
            const char *title = rule_text_title(sitting_rule_texts(sitting), rule);
            bool is_said = title[0] == '\0' || str_equal_any_case(str_of(title), str_of(rule));
            if (rule[0] != '\0') {
                output_line("Rule %s%s%s.", rule, is_said ? "" : ", ", is_said ? "" : title);
            }
        }
        bool is_first = true;
        for (int k = 0; k < i; k++) {
            is_first = is_first && pending[k].subject != pending[i].subject;
        }
        if (is_first) {
            spoken_together(sitting, pending[i].subject);
        }
    }
    memcpy(news->pending, pending, sizeof pending);
    news->pending_checks = count;
}

/* True when the text contains each part of the phase, "round 2, the foes' melee". */
static bool tells_phase(const char *text, const char *phase)
{
    char part[PHASE_SIZE];
    while (*phase != '\0') {
        size_t n = strcspn(phase, ",");
        text_format(part, sizeof part, "%.*s", (int)n, phase);
        if (strstr(text, part) == NULL) {
            return false;
        }
        phase += n;
        phase += strspn(phase, ", ");
    }
    return true;
}

/* Says what comes next, unless it was said last, or is a pending check, which has been said. */
static void say_guide(struct news *news, const struct sitting *sitting)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    char guide[GUIDE_SIZE] = "";
    struct text text = text_over(guide, sizeof guide);
    if (procedure->guide != NULL) {
        procedure->guide(sitting_state(sitting), &text);
    }
    bool is_due = false;
    for (int i = 0; i < news->pending_checks; i++) {
        is_due = is_due || strstr(guide, news->pending[i].text) != NULL;
    }
    if (!is_due && strcmp(guide, news->guide) != 0) {
        spoken_guide(sitting);
    }
    text_format(news->guide, sizeof news->guide, "%s", guide);
}

static void keep_place(struct news *news, struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    text_format(news->encounter, sizeof news->encounter, "%s", sitting_encounter_name(sitting));
    phase_of(sitting, news->phase);
    news->turn = state->value[ENCOUNTER_TURN];
}

/* What the table should remember of the combatant whose turn it is, as the screen says it, too
 * when the line of the turn left it out: conditions in somebody's own words. */
static void say_conditions(const struct sitting *sitting, const char *text)
{
    const struct state *state = sitting_state(sitting);
    int turn = state->value[ENCOUNTER_TURN];
    TEXT_BUFFER(conditions, 400);
    if (turn != 0) {
        conditions_format_of_turn(sitting_procedure(sitting), state, turn, true, &conditions);
    }
    if (conditions.n > 0 && strstr(text, conditions.p) == NULL) {
        output_line("%s is %s.", state_name(state, turn), conditions.p);
    }
}

void news_say(struct news *news, struct sitting *sitting, const char *text)
{
    const struct state *state = sitting_state(sitting);
    const char *encounter = sitting_encounter_name(sitting);
    char phase[PHASE_SIZE];
    phase_of(sitting, phase);
    int turn = state->value[ENCOUNTER_TURN];
    if (strcmp(encounter, news->encounter) != 0) {
        spoken_place(sitting);
        say_conditions(sitting, text);
        news->pending_checks = 0;
    } else {
        char its_turn[NAME_SIZE + 16];
        text_format(its_turn, sizeof its_turn, "%s's turn",
                    turn != 0 ? state_name(state, turn) : "");
        if (strcmp(phase, news->phase) != 0 && !tells_phase(text, phase)) {
            output_line("Now: %s.", phase);
        }
        if (turn != news->turn && strstr(text, its_turn) == NULL) {
            spoken_turn(state);
        }
        if (turn != news->turn) {
            say_conditions(sitting, text);
        }
    }
    keep_place(news, sitting);
    say_new_pending(news, sitting, text, false);
    say_guide(news, sitting);
}

void news_say_pending(struct news *news, struct sitting *sitting)
{
    news->pending_checks = 0;
    say_new_pending(news, sitting, "", true);
    output_line("%s", news->pending_checks == 0 ? "No check is pending."
                                                : "There are no other pending checks.");
    spoken_guide(sitting);
}

void news_say_place(const struct news *news, const struct sitting *sitting)
{
    spoken_place(sitting);
    if (news->pending_checks > 0) {
        output_line("%d %s pending; type due to hear %s.", news->pending_checks,
                    news->pending_checks == 1 ? "check is" : "checks are",
                    news->pending_checks == 1 ? "it" : "them");
    }
    spoken_ways_back(sitting);
    spoken_guide(sitting);
}

void news_begin(struct news *news, struct sitting *sitting)
{
    spoken_place(sitting);
    say_conditions(sitting, "");
    keep_place(news, sitting);
    news_say(news, sitting, "");
}
