#include "app/library/kind_weighing.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/data_files.h"
#include "app/forecast/forecast.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "forecast/fight.h"
#include "games/games.h"
#include "tracker/carry.h"
#include "tracker/decide.h"
#include "tracker/procedure.h"

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

/* The lines of the file, separated by `;`. */
static void join_lines(struct str bytes, struct text *out)
{
    struct str line;
    while (str_next_part(&bytes, '\n', &line)) {
        line = str_trimmed(line);
        if (line.n > 0 && line.p[0] != '#') {
            text_add_str(out, line);
            text_add_char(out, ';');
        }
    }
}

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
    join_lines(bytes, &lines);
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
