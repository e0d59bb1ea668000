#include "app/library/kinds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast.h"
#include "app/forecast/words.h"
#include "app/library/campaign_library.h"
#include "app/library/data_files.h"
#include "app/library/record_library.h"
#include "app/report/report.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "content/library.h"
#include "forecast/fight.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/carry.h"
#include "tracker/combatant_commands.h"
#include "tracker/combatant_fields.h"
#include "tracker/decide.h"
#include "tracker/procedure.h"
#include "tracker/turns.h"

enum { PARTY_TEXT_SIZE = 2000 };

struct kind_weighing {
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    struct fight_rules rules; /* `seed` is that of the next start */
    struct state party[WEIGHINGS];
    struct state start;
    char kind[LIBRARY_NAME_MAX + 1]; /* that `forecast` is about */
    struct forecast *forecast;       /* who fights how; NULL: of none yet */
    struct policy stands;            /* the party's, without flight */
    struct player player;
    struct fight fight;
};

/* ---- the party ------------------------------------------------------------------------- */

/* The first of the lines makes the one character. */
static bool make_parties(struct kind_weighing *weighing, const struct system *system,
                         const char *lines, struct error *err)
{
    struct str rest = str_of(lines), first;
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    if (!forecast_next_line(&rest, &first)) {
        return false;
    }
    text_add_str(&line, first);
    for (int against = 0; against < WEIGHINGS; against++) {
        state_init(&weighing->party[against], system);
    }
    return forecast_what_if(&weighing->rules, line.p, &weighing->party[WEIGHED_BY_ONE], err) &&
           forecast_what_if(&weighing->rules, lines, &weighing->party[WEIGHED_BY_ALL], err);
}

enum status kind_weighing_new(struct kind_weighing **out, const struct system *system,
                              const struct library *library, const struct random_tables *tables,
                              struct error *err)
{
    const struct procedure *procedure = games_find(system);
    TEXT_BUFFER(path, 128);
    TEXT_BUFFER(lines, PARTY_TEXT_SIZE);
    struct str bytes;
    *out = NULL;
    text_add(&path, "data/%s/weighing.referee", system->id);
    if (procedure->plays == NULL || !data_file_shipped(path.p, &bytes)) {
        return error_set(err, STATUS_MISSING, "", "kinds of %s cannot be weighed: %s",
                         system->title,
                         procedure->plays == NULL ? "its fights are not played by themselves"
                                                  : "no party is stated for it");
    }
    struct kind_weighing *weighing = calloc(1, sizeof *weighing);
    CHECK(weighing != NULL);
    weighing->rules = (struct fight_rules){
        .procedure = procedure,
        .defs = weighing->command,
        .defs_count = procedure_commands(procedure, system, &weighing->made, weighing->command,
                                         COMMANDS_MAX),
        .library = library,
        .tables = tables};
    /* The lines of the file, separated by `;`. */
    struct str line;
    while (str_next_part(&bytes, '\n', &line)) {
        line = str_trimmed(line);
        if (line.n > 0 && line.p[0] != '#') {
            text_add_str(&lines, line);
            text_add_char(&lines, ';');
        }
    }
    if (!make_parties(weighing, system, lines.p, err)) {
        kind_weighing_free(weighing);
        return err->code;
    }
    *out = weighing;
    return STATUS_OK;
}

/* Only the first one of them stays in `one`. */
static bool leave_one(const struct kind_weighing *weighing, struct state *one)
{
    struct error err;
    bool is_done = true;
    for (int id = one->count; id > 1 && is_done; id--) {
        TEXT_BUFFER(line, COMMAND_LINE_MAX);
        text_add(&line, "remove #%d", id);
        is_done = forecast_what_if(&weighing->rules, line.p, one, &err);
    }
    return is_done;
}

bool kind_weighing_take_party(struct kind_weighing *weighing, const struct state *members)
{
    const struct procedure *procedure = weighing->rules.procedure;
    struct decision *decision = calloc(1, sizeof *decision);
    struct state *all = calloc(1, sizeof *all), *one = calloc(1, sizeof *one);
    void *memory = malloc(DECISION_TEXT_SIZE);
    CHECK(decision != NULL && all != NULL && one != NULL && memory != NULL);
    state_init(all, state_system(members));
    decision_begin(decision, procedure, all, memory);
    decision->library = weighing->rules.library;
    carry_members(decision, members);
    bool is_done = decision_goes_on(decision) && decision->state.count > 0;
    if (is_done) {
        state_copy(all, &decision->state);
        state_copy(one, all);
        is_done = leave_one(weighing, one);
    }
    if (is_done) {
        state_copy(&weighing->party[WEIGHED_BY_ALL], all);
        state_copy(&weighing->party[WEIGHED_BY_ONE], one);
    }
    free(memory);
    free(one);
    free(all);
    free(decision);
    return is_done;
}

void kind_weighing_free(struct kind_weighing *weighing)
{
    if (weighing != NULL) {
        forecast_free(weighing->forecast);
        free(weighing);
    }
}

int kind_weighing_party(const struct kind_weighing *weighing)
{
    return weighing->party[WEIGHED_BY_ALL].count;
}

const char *kind_weighing_name(const struct kind_weighing *weighing, int place)
{
    return state_name(&weighing->party[WEIGHED_BY_ALL], place + 1);
}

bool kind_is_weighed(const struct kind_weighing *weighing, const struct library_record *record)
{
    const char *fills = weighing->rules.procedure->fills;
    return fills == NULL || strcmp(record->kind->name, fills) == 0;
}

/* ---- fights ---------------------------------------------------------------------------- */

/* The kind joins the party's fight, with dice of its own in each. */
static bool make_start(struct kind_weighing *weighing, enum weighing_against against,
                       const char *kind, int64_t number, struct error *err)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    text_add(&line, "add %s", kind);
    state_copy(&weighing->start, &weighing->party[against]);
    weighing->rules.seed = (uint64_t)number;
    return forecast_what_if(&weighing->rules, line.p, &weighing->start, err);
}

/* Finds out who follows which policy. */
static bool prepare(struct kind_weighing *weighing, const char *kind, struct error *err)
{
    struct forecast_wish wish = {.fights = 1};
    struct forecast_from from = {.state = &weighing->start,
                                 .procedure = weighing->rules.procedure,
                                 .library = weighing->rules.library,
                                 .tables = weighing->rules.tables,
                                 .encounter = "",
                                 .at = ""};
    if (weighing->forecast != NULL && strcmp(kind, weighing->kind) == 0) {
        return true;
    }
    forecast_free(weighing->forecast);
    weighing->forecast = NULL;
    text_format(weighing->kind, sizeof weighing->kind, "%s", kind);
    if (!make_start(weighing, WEIGHED_BY_ALL, kind, 0, err) ||
        forecast_new(&weighing->forecast, &from, &wish, err) != STATUS_OK) {
        return false;
    }
    weighing->player = weighing->forecast->one[0].player;
    weighing->stands = *weighing->player.side[SIDE_PARTY];
    weighing->stands.value[POLICY_flees_at] = 0;
    weighing->player.side[SIDE_PARTY] = &weighing->stands;
    return true;
}

static bool play(struct kind_weighing *weighing, const char *kind, struct kind_weight *weight,
                 struct error *err)
{
    struct fight *fight = &weighing->fight;
    for (int against = 0; against < WEIGHINGS; against++) {
        if (!make_start(weighing, (enum weighing_against)against, kind, weight->fights, err)) {
            return false;
        }
        weighing->rules.seed = 0;
        fight_play(fight, &weighing->rules, &weighing->player, &weighing->start,
                   (uint64_t)weight->fights);
        if (fight->outcome.end == FIGHT_NEEDS) {
            error_set(err, STATUS_USAGE, "", "%s", fight->outcome.needs);
            return false;
        }
        weight->won[against] += fight->outcome.end == FIGHT_WON;
    }
    weight->fights++;
    return true;
}

bool kind_weigh(struct kind_weighing *weighing, const char *kind, struct kind_weight *weight,
                int fights)
{
    struct error err;
    if (weight->why_not[0] == '\0' && !prepare(weighing, kind, &err)) {
        text_format(weight->why_not, sizeof weight->why_not, "%s", err.text);
    }
    for (int i = 0;
         i < fights && weight->why_not[0] == '\0' && weight->fights < WEIGHING_FIGHTS; i++) {
        if (!play(weighing, kind, weight, &err)) {
            text_format(weight->why_not, sizeof weight->why_not, "%s", err.text);
        }
    }
    return weight->why_not[0] == '\0' && weight->fights < WEIGHING_FIGHTS;
}

struct interval kind_weight_chance(const struct kind_weight *weight,
                                   enum weighing_against against)
{
    return interval_of_chance(weight->won[against], weight->fights);
}

/* ---- words ----------------------------------------------------------------------------- */

void kind_weighing_tell(const struct kind_weighing *weighing, const struct kind_weight *weight,
                        struct text *out)
{
    if (weight->why_not[0] != '\0') {
        text_add(out, "not weighed: %s", weight->why_not);
        return;
    }
    if (weight->fights == 0) {
        return;
    }
    struct interval one = kind_weight_chance(weight, WEIGHED_BY_ONE);
    struct interval all = kind_weight_chance(weight, WEIGHED_BY_ALL);
    text_add(out, "%s alone wins ", kind_weighing_name(weighing, 0));
    report_format_chance(out, &one);
    text_add(out, ", the party of %d ", kind_weighing_party(weighing));
    report_format_chance(out, &all);
}

/* ---- the text of one kind -------------------------------------------------------------- */

struct kind_text {
    struct library_set set;
    struct diagnostics diagnostics;
    struct arena arena, scratch;
    unsigned char memory[1 << 20];
    unsigned char scratch_memory[1 << 20];
};

const struct library_record *kind_text_read(struct kind_text **text,
                                            const struct system *system, struct str bytes,
                                            struct diagnostics *mistakes)
{
    const struct procedure *procedure = games_find(system);
    struct kind_text *memory = *text != NULL ? *text : malloc(sizeof *memory);
    CHECK(memory != NULL);
    *text = memory;
    memory->diagnostics.count = 0;
    arena_init(&memory->arena, memory->memory, sizeof memory->memory);
    arena_init(&memory->scratch, memory->scratch_memory, sizeof memory->scratch_memory);
    CHECK(library_begin(&memory->set, procedure->kinds, procedure->kinds_count, system,
                        &memory->arena, &memory->scratch));
    struct yaml_source source = {
        .file = "", .code = STATUS_USAGE, .bytes = bytes, .diagnostics = &memory->diagnostics};
    bool is_read = library_read(&memory->set, &source) && memory->set.count > 0;
    if (mistakes != NULL) {
        *mistakes = memory->diagnostics;
    }
    return is_read ? &memory->set.record[0] : NULL;
}

/* ---- finding --------------------------------------------------------------------------- */

const struct library *sitting_library(struct sitting *sitting)
{
    sitting_need_files(sitting);
    return record_library(sitting->library);
}

const struct library *sitting_library_of(struct sitting *sitting, const struct system *system,
                                         struct diagnostics *diagnostics)
{
    sitting_read_library(sitting, system, diagnostics);
    return record_library(sitting->library);
}

/* Prepares as many more of them for the search; true when all are prepared. */
static bool make_ready(struct sitting *sitting, int most)
{
    const struct library *library = sitting_library(sitting);
    if (sitting->kind_search == NULL) {
        sitting->kind_search = kind_search_begin(library, sitting_procedure(sitting)->fills);
    }
    return kind_search_go_on(sitting->kind_search, most);
}

static const struct kind_search *ready(struct sitting *sitting)
{
    CHECK(make_ready(sitting, INT_MAX));
    return sitting->kind_search;
}

bool sitting_ready_search(struct sitting *sitting)
{
    enum { KINDS_AT_ONCE = 300 }; /* about a millisecond */
    return !make_ready(sitting, KINDS_AT_ONCE);
}

int sitting_search_kinds(struct sitting *sitting, struct str words,
                         const struct library_record **out, int most)
{
    return kind_search(ready(sitting), words, out, most);
}

void sitting_see_kinds(struct sitting *sitting,
                       void (*see)(void *context, const char *name, const char *numbers),
                       void *context)
{
    kind_search_see(ready(sitting), see, context);
}

const struct library_record *sitting_kind(struct sitting *sitting, struct str name,
                                          struct error *err)
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    const struct library_record *found =
        fills != NULL ? library_find(library, fills, name, NULL) : NULL;
    for (int i = 0; i < library->kinds_count && found == NULL; i++) {
        found = library_find(library, library->kinds[i].name, name, NULL);
    }
    if (found != NULL) {
        return found;
    }
    struct nearest_question nearest = library_nearest(library, name);
    error_set(err, STATUS_USAGE, "", "there is no kind %s%s", utf8_shown(name).text,
              nearest.text[0] != '\0' ? nearest.text : "; `kinds WORDS` searches them");
    return NULL;
}

const struct library_kind *sitting_usual_kind(struct sitting *sitting)
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    for (int i = 0; i < library->kinds_count; i++) {
        if (fills != NULL && strcmp(library->kinds[i].name, fills) == 0) {
            return &library->kinds[i];
        }
    }
    return &library->kinds[0];
}

/* ---- behind a combatant ---------------------------------------------------------------- */

const struct library_record *kind_behind(const struct library *library,
                                         const struct procedure *procedure,
                                         const struct state *state, int id)
{
    const char *from = combatant_made_from(state, id);
    const char *name = from != NULL ? from : state_text(state, id, TEXT_KIND);
    return library_find(library, procedure->fills, str_of(name), NULL);
}

bool kind_is_gone(const struct library *library, const struct procedure *procedure,
                  const struct state *state, int id)
{
    const char *from = combatant_made_from(state, id);
    return from != NULL && library_find(library, procedure->fills, str_of(from), NULL) == NULL;
}

void kind_add_gone_fact(const struct state *state, int id, struct text *out)
{
    text_add(out, "%sthe kind ", out->n > 0 ? "\n" : "");
    for (const char *at = combatant_made_from(state, id); at != NULL && *at != '\0'; at++) {
        text_add_char(out, *at == '-' ? ' ' : *at);
    }
    text_add(out, " is gone: archived, or its file was removed");
}

bool sitting_kind_is_gone(const struct sitting *sitting, int id)
{
    const struct state *state = &sitting->state;
    return sitting->library_system == state_system(state) &&
           kind_is_gone(record_library(sitting->library), sitting_procedure(sitting), state,
                        id);
}

void sitting_facts(struct sitting *sitting, int id, struct text *out)
{
    const struct state *state = &sitting->state;
    combatant_facts(sitting_procedure(sitting), state, id, out);
    if (combatant_made_from(state, id) != NULL) {
        sitting_need_files(sitting);
    }
    if (sitting_kind_is_gone(sitting, id)) {
        kind_add_gone_fact(state, id, out);
    }
}

/* ---- archived -------------------------------------------------------------------------- */

/* Archived kinds, in the order of the log: when there are too many the oldest are dropped. */
struct archived {
    int64_t id[ARCHIVED_KINDS_MAX];
    char *text[ARCHIVED_KINDS_MAX];
    int count;
};

static bool keep_archived(void *context, const struct change *change)
{
    struct archived *archived = context;
    if (change->is_set || !change->was_set) {
        return true;
    }
    if (archived->count == ARCHIVED_KINDS_MAX) {
        free(archived->text[0]);
        archived->count--;
        memmove(&archived->text[0], &archived->text[1],
                (size_t)archived->count * sizeof archived->text[0]);
        memmove(&archived->id[0], &archived->id[1],
                (size_t)archived->count * sizeof archived->id[0]);
    }
    char *text = malloc((size_t)change->old.n + 1);
    CHECK(text != NULL);
    memcpy(text, change->old.p, (size_t)change->old.n);
    text[change->old.n] = '\0';
    archived->id[archived->count] = change->thing_id;
    archived->text[archived->count++] = text;
    return true;
}

enum status sitting_archived_kinds(struct sitting *sitting,
                                   void (*see)(void *context,
                                               const struct library_record *record,
                                               struct str text),
                                   void *context, struct error *err)
{
    const struct system *system = state_system(&sitting->state);
    struct archived *archived = calloc(1, sizeof *archived);
    struct kind_text *memory = NULL;
    CHECK(archived != NULL);
    enum status status = changes_present(sitting->campaign, str_of(CHANGE_KIND),
                                         str_of(system->id), 0, keep_archived, archived, err);
    for (int i = archived->count - 1; i >= 0; i--) {
        struct str text = str_of(archived->text[i]);
        const struct library_record *record =
            status == STATUS_OK ? kind_text_read(&memory, system, text, NULL) : NULL;
        if (record != NULL) {
            struct library_record one = *record;
            one.id = archived->id[i];
            one.place = LIBRARY_CAMPAIGN;
            see(context, &one, text);
        }
        free(archived->text[i]);
    }
    free(memory);
    free(archived);
    return status;
}

/* ---- where they are used --------------------------------------------------------------- */

/* Counts one more combatant made from it. */
static void count_use(struct kind_uses *out, const char *kind, const char *encounter,
                      bool is_gone)
{
    for (int i = out->count - 1; i >= 0 && strcmp(out->use[i].encounter, encounter) == 0; i--) {
        if (strcmp(out->use[i].kind, kind) == 0) {
            out->use[i].count++;
            return;
        }
    }
    if (out->count < KIND_USES_MAX) {
        struct kind_use *use = &out->use[out->count++];
        *use = (struct kind_use){.count = 1, .is_gone = is_gone};
        text_format(use->kind, sizeof use->kind, "%s", kind);
        text_format(use->encounter, sizeof use->encounter, "%s", encounter);
    }
}

/* An encounter in which no round has begun; *is_one false: it is another one, and its state was
 * not read. */
static enum status read_unbegun(struct sitting *sitting, const struct sitting_encounter *of,
                                struct state *state, bool *is_one, struct error *err)
{
    struct position position;
    int round = 0;
    enum status status = encounter_round(sitting->campaign, of->id, &round, err);
    *is_one = status == STATUS_OK && round == 0;
    if (!*is_one) {
        return status;
    }
    state_init(state, of->system);
    status = log_position(sitting->campaign, of->id, &position, err);
    if (status == STATUS_OK) {
        status = log_state(sitting->campaign, of->id, position.head, state, err);
    }
    *is_one = status == STATUS_OK && state->value[ENCOUNTER_ROUND] == 0;
    return status;
}

enum status sitting_kind_uses(struct sitting *sitting, struct kind_uses *out, struct error *err)
{
    const struct system *system = state_system(&sitting->state);
    struct sitting_encounter *list = calloc(KIND_USES_ENCOUNTERS_MAX, sizeof *list);
    struct state *state = calloc(1, sizeof *state);
    int count;
    out->count = 0;
    CHECK(list != NULL && state != NULL);
    enum status status =
        sitting_encounters(sitting, false, 0, list, KIND_USES_ENCOUNTERS_MAX, &count, err);
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        if (list[i].system != system) {
            continue;
        }
        bool is_unbegun;
        status = read_unbegun(sitting, &list[i], state, &is_unbegun, err);
        if (is_unbegun) {
            for (int id = 1; id <= state->count; id++) {
                const struct library_record *behind = kind_behind(
                    sitting_library(sitting), sitting_procedure(sitting), state, id);
                const char *from = combatant_made_from(state, id);
                bool is_foe = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
                if (!state_is_present(state, id) || (from == NULL && !is_foe)) {
                    continue; /* a character is made from a kind only when that was given */
                }
                if (behind != NULL || from != NULL) {
                    count_use(out, behind != NULL ? behind->name : from, list[i].name,
                              behind == NULL);
                }
            }
        }
    }
    free(state);
    free(list);
    return status;
}

bool kind_uses_tell(const struct kind_uses *uses, const char *kind, struct text *out)
{
    bool has_any = false;
    for (int i = 0; i < uses->count; i++) {
        if (strcmp(uses->use[i].kind, kind) == 0) {
            text_add(out, "%s%s (%d)", has_any ? ", " : "", uses->use[i].encounter,
                     uses->use[i].count);
            has_any = true;
        }
    }
    return has_any;
}

/* ---- lines that add them --------------------------------------------------------------- */

/* `add [COUNT] NAME ...`; the name goes up to the first option, or die. */
struct adding {
    struct str count, name;
};

/* A word of the line that gives something which no kind is asked for. */
static bool is_of_its_own(const struct procedure *procedure, struct str word)
{
    const char *const own[] = {"hp", "hp_max", "side", procedure->fills};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        struct str name = str_of(own[i]);
        struct str head = {word.p, name.n < word.n ? name.n : word.n};
        if (word.n > name.n && word.p[name.n] == '=' && str_equal_any_case(head, name)) {
            return true;
        }
    }
    return false;
}

static bool read_adding(const struct procedure *procedure, const char *line, struct adding *out)
{
    struct str rest = str_of(line);
    if (procedure->fills == NULL || strchr(line, '"') != NULL ||
        !str_equal_any_case(str_next_word(&rest), str_of("add"))) {
        return false;
    }
    bool has_option = false;
    *out = (struct adding){.count = {0}};
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        bool is_option = memchr(word.p, '=', (size_t)word.n) != NULL;
        if (is_option && is_of_its_own(procedure, word)) {
            return false;
        }
        has_option = has_option || is_option;
        if (!has_option && out->name.p == NULL && out->count.p == NULL &&
            combatant_is_count(word)) {
            out->count = word;
        } else if (!has_option) {
            out->name.p = out->name.p == NULL ? word.p : out->name.p;
            out->name.n = (int)(word.p + word.n - out->name.p);
        }
    }
    bool is_own_name = out->count.p == NULL && out->name.p != NULL && out->name.p[0] >= 'A' &&
                       out->name.p[0] <= 'Z';
    return out->name.p != NULL && !is_own_name;
}

static bool is_gap(char c)
{
    return c == ' ' || c == '-' || c == '_';
}

/* True when the word begins a word of the name. */
static bool begins_in(const char *name, struct str word)
{
    int length = (int)strlen(name);
    for (int i = 0; i + word.n <= length; i++) {
        if ((i == 0 || is_gap(name[i - 1])) &&
            str_equal_any_case((struct str){name + i, word.n}, word)) {
            return true;
        }
    }
    return false;
}

static bool fits(const char *name, struct str typed)
{
    int from = 0;
    for (int i = 0; i <= typed.n; i++) {
        bool is_end = i == typed.n || is_gap(typed.p[i]);
        if (is_end && i > from && !begins_in(name, (struct str){typed.p + from, i - from})) {
            return false;
        }
        from = is_end ? i + 1 : from;
    }
    return true;
}

/* Without the last word, when that can be a die: "gul 3". */
static bool drop_die(struct str *name)
{
    int from = name->n;
    while (from > 0 && name->p[from - 1] != ' ') {
        from--;
    }
    bool is_die = from > 0 && (char_is_digit(name->p[from]) || name->p[from] == '*');
    *name = is_die ? str_trimmed_end((struct str){name->p, from}) : *name;
    return is_die;
}

/* The kinds that a name begins; one of just this name is the only one. How many there are, the
 * first of them in `out`. */
enum { BEGINNING_MOST = 4, NAME_LEAST = 2 };
static int beginning(struct sitting *sitting, struct str name,
                     const struct library_record *out[BEGINNING_MOST])
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    int count = 0;
    out[0] = library_find(library, fills, name, NULL);
    if (out[0] != NULL) {
        return 1;
    }
    for (int i = 0; i < library->count && name.n >= NAME_LEAST; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, fills) == 0 && fits(record->name, name)) {
            if (count < BEGINNING_MOST) {
                out[count] = record;
            }
            count++;
        }
    }
    return count;
}

/* The same of the line's name, which may have dice behind it. */
static int kinds_of(struct sitting *sitting, struct adding *adding,
                    const struct library_record *out[BEGINNING_MOST])
{
    int count = beginning(sitting, adding->name, out);
    while (count == 0 && drop_die(&adding->name)) {
        count = beginning(sitting, adding->name, out);
    }
    return count;
}

bool sitting_write_out_kind(struct sitting *sitting, const char *line, struct text *out)
{
    struct adding adding;
    const struct library_record *kind[BEGINNING_MOST];
    if (!read_adding(sitting_procedure(sitting), line, &adding) ||
        kinds_of(sitting, &adding, kind) != 1 ||
        library_names_equal(adding.name, str_of(kind[0]->name))) {
        return false;
    }
    text_add(out, "add ");
    text_add_str(out, adding.count.p != NULL ? adding.count : str_of(""));
    text_add(out, "%s%s%s", adding.count.p != NULL ? " " : "", kind[0]->name,
             adding.name.p + adding.name.n);
    return true;
}

void kind_add_name(const char *name, struct text *out)
{
    for (; *name != '\0'; name++) {
        text_add_char(out, *name == '-' ? ' ' : *name);
    }
}

int sitting_tell_joining(struct sitting *sitting, const char *line, struct text *out)
{
    struct adding adding;
    const struct library_record *kind[BEGINNING_MOST];
    int count = read_adding(sitting_procedure(sitting), line, &adding)
                    ? kinds_of(sitting, &adding, kind)
                    : 0;
    if (count > 1) {
        text_add(out, "type more for one of these kinds: ");
        for (int i = 0; i < count && i < BEGINNING_MOST; i++) {
            text_add(out, "%s", i > 0 ? ", " : "");
            kind_add_name(kind[i]->name, out);
        }
        text_add(out, "%s", count > BEGINNING_MOST ? " ..." : "");
    }
    if (count != 1) {
        return count;
    }
    if (adding.count.p != NULL) {
        text_add_str(out, adding.count);
        text_add(out, " × ");
    }
    kind_add_name(kind[0]->name, out);
    text_add(out, ": ");
    bool is_counted = adding.count.p != NULL;
    kind_numbers_without(kind[0], is_counted ? sitting_procedure(sitting)->counted : NULL, out);
    return count;
}

/* ---- telling --------------------------------------------------------------------------- */

void sitting_kind_value(const struct library_record *record, int field, struct text *out)
{
    const struct library_texts *texts = &record->field[field];
    const char *fallback = record->kind->fields[field].value.fallback;
    bool is_usual =
        fallback != NULL && texts->count == 1 && strcmp(fallback, texts->text[0]) == 0;
    if (!is_usual) {
        kind_field_format(record, field, out);
    }
}

void sitting_kind_expects(const struct library_field_def *field, struct text *out)
{
    kind_field_expects(field, out);
}

void sitting_describe_kind(const struct library_record *record, struct text *out)
{
    int before = out->n;
    kind_numbers(record, out);
    text_add(out, "%s", out->n > before ? "\n" : "");
    for (int i = 1; i < record->kind->fields_count; i++) {
        const struct library_field_def *def = &record->kind->fields[i];
        if (record->field[i].count > 0 && !kind_field_is_number(record, i)) {
            kind_field_label(def->value.name, out);
            text_add(out, "\t");
            kind_field_format(record, i, out);
            text_add(out, "\n");
        }
    }
}

void sitting_run_kinds(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    enum { MOST = 40 };
    const struct library_record *records[MOST];
    struct str words = str_trimmed(command->argument[0].word);
    int count = sitting_search_kinds(sitting, words, records, MOST);
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count && i < MOST; i++) {
        text_add(&text, "%s%-24s  %-8s  ", i == 0 ? "" : "\n", records[i]->name,
                 library_place_word(records[i]->place));
        kind_numbers(records[i], &text);
    }
    if (count == 0) {
        text_add(&text, "no kind has %s; `kinds` lists all of them", utf8_shown(words).text);
    } else if (count > MOST) {
        text_add(&text, "\n%d more: give more words", count - MOST);
    }
}

static bool add_description(void *context, const struct change *change)
{
    struct text *text = context;
    if (change->is_set) {
        text_add(text, "\n\n");
        text_add_str(text, change->new);
    }
    return false;
}

void sitting_run_kind(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct error err;
    const struct library_record *record =
        sitting_kind(sitting, str_trimmed(command->argument[0].word), &err);
    if (record == NULL) {
        result_be_wrong(out, &err);
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "%s (%s, %s)", record->name, record->kind->name,
             library_place_word(record->place));
    for (int i = 1; i < record->kind->fields_count; i++) {
        if (record->field[i].count > 0) {
            text_add(&text, "\n  ");
            kind_field_label(record->kind->fields[i].value.name, &text);
            text_add(&text, "  ");
            kind_field_format(record, i, &text);
        }
    }
    enum status status = record->place == LIBRARY_CAMPAIGN
                             ? changes_value(sitting->campaign, str_of(CHANGE_KIND), record->id,
                                             str_of(KIND_TOLD), add_description, &text, &err)
                             : STATUS_MISSING;
    if (status != STATUS_OK && status != STATUS_MISSING) {
        sitting_fail(sitting, &err, out);
    }
}
