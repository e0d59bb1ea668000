#include "app/party/party_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/dates.h"
#include "app/party/party_steps.h"
#include "app/party/roster.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "store/changes.h"
#include "tracker/counters.h"
#include "tracker/carry.h"
#include "tracker/naming.h"

/* ---- where a number came from ---------------------------------------------------------- */

/* True when the text has exactly this line. */
static bool has_line(struct str text, struct str wanted)
{
    struct str line;
    while (str_next_line(&text, &line)) {
        if (line.n == wanted.n && memcmp(line.p, wanted.p, (size_t)line.n) == 0) {
            return true;
        }
    }
    return false;
}

/* One pass over the changes of the party: the newest one that brought each line in. */
struct sources {
    const struct roster *roster;
    struct party *party;
    /* Of each line of each member, its words in the roster; in the order of party->member. */
    struct str line[ROSTER_MAX][PARTY_LINES_MAX];
    bool is_from_start[ROSTER_MAX][PARTY_LINES_MAX];
};

static bool see_source(void *context, const struct change *change)
{
    struct sources *sources = context;
    if (!str_equal(change->field, sources->roster->system->id) || !change->is_set) {
        return true;
    }
    for (int i = 0; i < sources->party->count; i++) {
        struct party_member *member = &sources->party->member[i];
        for (int k = 0; member->number == change->thing_id && k < member->lines; k++) {
            struct str line = sources->line[i][k];
            if (has_line(change->new, line) && !has_line(change->old, line)) {
                struct text text =
                    text_over(member->line[k].source, sizeof member->line[k].source);
                text_add_str(&text, change->line);
                sources->is_from_start[i][k] = !change->was_set;
            }
        }
    }
    return true;
}

/* ---- one member ------------------------------------------------------------------------ */

static bool begins(struct str line, const char *beginning)
{
    int n = (int)strlen(beginning);
    return line.n >= n && memcmp(line.p, beginning, (size_t)n) == 0;
}

static void take_lines(struct sources *sources, int i, const char *text)
{
    struct party_member *member = &sources->party->member[i];
    struct str line, rest = str_of(text);
    while (str_next_line(&rest, &line) && member->lines < PARTY_LINES_MAX) {
        struct party_line *to = &member->line[member->lines];
        struct text name = text_over(to->name, sizeof to->name);
        struct text value = text_over(to->value, sizeof to->value);
        to->source[0] = '\0';
        party_add_name(sources->roster->system, line, &name);
        if (!begins(line, "effect condition ")) {
            party_add_value(sources->roster->system, line, &value);
        }
        if (name.n > 0 && !begins(line, "name") && !begins(line, "text kind")) {
            sources->line[i][member->lines++] = line;
        }
    }
}

static const struct effect *master_of(const struct state *state, int id)
{
    return state_effect(state, NULL, EFFECT_FOLLOWS, id, ANYBODY);
}

static void take_member(struct sources *sources, struct sitting *sitting, int id, int depth)
{
    const struct state *state = &sources->roster->state;
    struct party *party = sources->party;
    const struct roster_row *row = roster_row_at(sources->roster, id);
    if (row == NULL || party->count == ROSTER_MAX) {
        return;
    }
    int i = party->count++;
    struct party_member *out = &party->member[i];
    *out = (struct party_member){
        .number = row->number,
        .depth = depth,
        .is_away = state_has_effect(state, EFFECT_AWAY, id, 0),
        .is_out = state_value(state, id, FIELD_OUT, OUT_NOT) != OUT_NOT,
    };
    text_format(out->name, sizeof out->name, "%s", state_name(state, id));
    if (state_is_set(state, id, FIELD_HP)) {
        int now = state_value(state, id, FIELD_HP, 0);
        text_format(out->hp, sizeof out->hp, "%s %d of %d", party->system->hit_points, now,
                    state_value(state, id, FIELD_HP_MAX, now));
    }
    struct combatant_words words = {.words = ""};
    const struct effect *follows = master_of(state, id);
    struct text text = text_over(out->words, sizeof out->words);
    sitting_procedure(sitting)->describe(state, id, &words);
    text_add(&text, "%s", follows != NULL ? follows->label : "");
    text_add(&text, "%s%s", words.words[0] != '\0' && text.n > 0 ? ", " : "", words.words);
    if (out->is_away && !out->is_out) {
        text_add(&text, "%snot here tonight", text.n > 0 ? ", " : "");
    }
    struct text facts = text_over(out->facts, sizeof out->facts);
    combatant_facts(sitting_procedure(sitting), state, id, &facts);
    take_lines(sources, i, row->text);
    for (int other = 1; depth < 3 && other <= state->count; other++) {
        const struct effect *of = master_of(state, other);
        if (of != NULL && of->object == id && other != id) {
            take_member(sources, sitting, other, depth + 1);
        }
    }
}

/* Those who stand in the open encounter on the party's side, and whose names no member has. */
static void take_others(struct party *out, const struct state *state,
                        const struct state *members)
{
    struct text others = text_over(out->others, sizeof out->others);
    struct text enlist = text_over(out->enlist, sizeof out->enlist);
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    for (int id = 1; id <= state->count; id++) {
        bool is_other = state_is_in(state, id) &&
                        state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY &&
                        combatant_called(members, str_of(state_name(state, id))) == 0;
        if (is_other) {
            text_add(&others, "%s%s", others.n > 0 ? ", " : "", state_name(state, id));
            text_add(&line, "%s#%d", line.n > 0 ? "," : "enlist ", id);
        }
    }
    if (!line.is_cut) {
        command_name_ids(state, (struct str){line.p, line.n}, &enlist);
    }
}

enum status party_read(struct party *out, struct sitting *sitting, struct error *err)
{
    struct sources *sources = calloc(1, sizeof *sources);
    CHECK(sources != NULL);
    out->count = 0;
    out->adventure[0] = out->others[0] = out->enlist[0] = '\0';
    out->system = state_system(&sitting->state);
    struct text at_table = text_over(out->at_table, sizeof out->at_table);
    sitting_tell_home(sitting, &at_table);
    const struct roster *roster = sitting_roster(sitting, err);
    enum status status = roster != NULL ? STATUS_OK : err->code;
    *sources = (struct sources){.roster = roster, .party = out};
    if (roster != NULL) {
        /* What is due is of the open encounter; the counts are those of the roster. */
        const struct procedure *procedure = sitting_procedure(sitting);
        struct text text = text_over(out->adventure, sizeof out->adventure);
        TEXT_BUFFER(owed, 300);
        if (procedure->adventure != NULL && roster->state.count > 0) {
            procedure->adventure(&roster->state, &text);
        }
        if (procedure->owed != NULL && roster->state.count > 0) {
            procedure->owed(&sitting->state, &owed);
        }
        if (owed.n > 0) {
            text_add(&text, "due in %s: %s\n", sitting->encounter.name, owed.p);
        }
        text_trim_lines(&text);
        counters_facts(&roster->state, 0, &text);
        take_others(out, &sitting->state, &roster->state);
    }
    for (int id = 1; roster != NULL && id <= roster->state.count; id++) {
        const struct effect *follows = master_of(&roster->state, id);
        if (follows == NULL || follows->object == 0) {
            take_member(sources, sitting, id, 0);
        }
    }
    if (status == STATUS_OK) {
        status =
            changes_of(sitting->campaign, str_of(CHANGE_PARTY), 0, see_source, sources, err);
    }
    /* What has been so since it joined, and is told by the facts, is left out. */
    for (int i = 0; i < sources->party->count; i++) {
        struct party_member *member = &sources->party->member[i];
        int kept = 0;
        for (int k = 0; k < member->lines; k++) {
            /* Lines that the facts do not show better: of the game's own state effects only
             * those that have changed since the member joined. */
            struct str line = sources->line[i][k];

            if (((begins(line, "value ") && !begins(line, "value side")) ||
                 begins(line, "text note") || begins(line, "out ") ||
                 begins(line, "effect condition ") || begins(line, "effect trait ")) ||
                !sources->is_from_start[i][k]) {
                member->line[kept++] = member->line[k];
            }
        }
        member->lines = kept;
    }
    free(sources);
    return status == STATUS_OK ? collection_ways(sitting, &party_collection, &out->ways, err)
                               : status;
}

const struct party_member *party_member_of(const struct party *party, int64_t number)
{
    for (int i = 0; i < party->count; i++) {
        if (party->member[i].number == number) {
            return &party->member[i];
        }
    }
    return NULL;
}

bool party_member_is(struct sitting *sitting, int64_t number, const char *name)
{
    struct error err;
    const struct roster *roster = sitting_roster(sitting, &err);
    const struct roster_row *row = roster != NULL ? roster_row_of(roster, number) : NULL;
    return row != NULL && strcmp(state_name(&roster->state, row->id), name) == 0;
}

/* ---- in words -------------------------------------------------------------------------- */

void party_tell(const struct party *party, struct text *out)
{
    for (int i = 0; i < party->count; i++) {
        const struct party_member *member = &party->member[i];
        int indent = member->depth * 2;
        TEXT_BUFFER(line, 400);
        text_add(&line, "%*s%-*s  %-16s%s", indent, "", 22 - indent, member->name, member->hp,
                 member->words);
        text_add(out, "%s", out->n > 0 ? "\n" : "");
        text_add_str(out, str_trimmed_end((struct str){line.p, line.n}));
    }
    if (party->count == 0) {
        text_add(out, "nobody is in the party yet: `join NAME` or `enlist WHO` adds somebody");
    }
    if (party->others[0] != '\0') {
        text_add(out, "\nat the table, and no members: %s; `%s`", party->others, party->enlist);
    }
    if (party->adventure[0] != '\0') {
        text_add(out, "\n%s", party->adventure);
    }
    if (party->at_table[0] != '\0') {
        text_add(out, "\nat the table since (`home` writes it here):\n%s", party->at_table);
    }
}

/* Signs that Markdown would take for its own. */
static void add_escaped(const char *text, bool is_markdown, struct text *out)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (is_markdown && strchr("\\`*_{}[]<>#|", *c) != NULL) {
            text_add_char(out, '\\');
        }
        text_add_char(out, *c);
    }
}

static void tell_line(const struct party_line *line, bool is_markdown, struct text *out)
{
    if (!is_markdown) {
        text_add(out, "\n  %-16s %-12s %s", line->name, line->value, line->source);
        return;
    }
    text_add(out, "\n| ");
    add_escaped(line->name, true, out);
    text_add(out, " | ");
    add_escaped(line->value, true, out);
    text_add(out, " | ");
    add_escaped(line->source, true, out);
    text_add(out, " |");
}

void party_tell_sheet(const struct party_member *member, bool is_markdown, struct text *out)
{
    struct str fact, rest = str_of(member->facts);
    text_add(out, "%s", is_markdown ? "## " : "");
    add_escaped(member->name, is_markdown, out);
    text_add(out, "%s", is_markdown ? "\n\n" : "\n  ");
    text_add(out, "%s%s", member->hp,
             member->hp[0] != '\0' && member->words[0] != '\0' ? ", " : "");
    add_escaped(member->words, is_markdown, out);
    text_add(out, "%s", is_markdown ? "\n" : "");
    while (combatant_next_fact(&rest, &fact)) {
        char line[COMBATANT_FACTS_SIZE];
        text_format(line, sizeof line, "%.*s", fact.n, fact.p);
        text_add(out, "%s", is_markdown ? "\n- " : "\n  ");
        add_escaped(line, is_markdown, out);
    }
    if (is_markdown && member->lines > 0) {
        text_add(out, "\n\n| what | now | since |\n|---|---|---|");
    } else if (member->lines > 0) {
        text_add(out, "\n");
    }
    for (int i = 0; i < member->lines; i++) {
        tell_line(&member->line[i], is_markdown, out);
    }
}

/* ---- history --------------------------------------------------------------------------- */

enum status party_tell_history(struct sitting *sitting, struct text *out, struct error *err)
{
    struct party_steps steps;
    const struct system *system = state_system(&sitting->state);
    int told = 0;
    enum status status = party_steps_read(&steps, sitting, err);
    for (int i = steps.count - 1; status == STATUS_OK && i >= 0 && told < PARTY_STEPS_MAX;
         i--) {
        const struct party_step *step = &steps.step[i];
        if (step->system != system) {
            continue;
        }
        TEXT_BUFFER(date, 32);
        TEXT_BUFFER(address, 32);
        date_add_short(&date, step->at_ms, sitting->now_ms());
        party_step_address(step->number, &address);
        text_add(out, "%s%-8s %-9s %s", told++ > 0 ? "\n" : "", date.p, address.p, step->label);
        for (struct str rest = str_of(step->what != NULL ? step->what : ""), line;
             str_next_line(&rest, &line);) {
            text_add(out, "\n    ");
            text_add_str(out, line);
        }
    }
    if (status == STATUS_OK && told == 0) {
        text_add(out, "nothing was done to the party yet");
    }
    party_steps_free(&steps);
    return status;
}
