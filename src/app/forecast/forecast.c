#include "app/forecast/forecast.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/data_files.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/naming.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"

enum { SCRATCH_SIZE = 4 << 20 };

struct reading {
    struct policy_set *set;
    struct diagnostics *diagnostics;
    struct arena scratch;
};

static void read_policies(void *reader, const struct yaml_source *source)
{
    struct reading *reading = reader;
    struct yaml_source file = *source;
    file.diagnostics = reading->diagnostics;
    (void)policies_read(reading->set, &file, &reading->scratch);
}

enum status policy_files_read(struct policy_set *out, const struct system *system,
                              struct error *err)
{
    struct diagnostics diagnostics = {.count = 0};
    void *memory = malloc(SCRATCH_SIZE);
    CHECK(memory != NULL);
    struct reading reading = {.set = out, .diagnostics = &diagnostics};
    arena_init(&reading.scratch, memory, SCRATCH_SIZE);
    struct data_files files = {&diagnostics, read_policies, &reading};
    TEXT_BUFFER(path, 128);
    memset(out, 0, sizeof *out);
    text_add(&path, "data/%s/policies.yaml", system->id);
    data_files_shipped(&files, path.p);
    if (out->count == 0 && diagnostics.count == 0) { /* a game without its own */
        data_files_shipped(&files, "data/generic/policies.yaml");
    }
    out->now++;
    TEXT_BUFFER(folder, 128);
    text_add(&folder, "policies/%s", system->id);
    data_files_folder(&files, folder.p);
    free(memory);
    if (diagnostics.count > 0) {
        *err = diagnostics.diagnostic[0];
        return err->code;
    }
    return STATUS_OK;
}

bool forecast_next_line(struct str *rest, struct str *line)
{
    bool is_quoted = false;
    int n = 0;
    if (rest->n == 0) {
        return false;
    }
    while (n < rest->n && (is_quoted || rest->p[n] != ';')) {
        is_quoted = is_quoted != (rest->p[n] == '"');
        n++;
    }
    *line = str_trimmed((struct str){rest->p, n});
    int skipped = n < rest->n ? n + 1 : n;
    *rest = (struct str){rest->p + skipped, rest->n - skipped};
    return true;
}

static void tell(const struct decision *decision, int number, struct str line,
                 struct error *err)
{
    TEXT_BUFFER(why, ERROR_TEXT_SIZE);
    switch (decision->verdict) {
    case VERDICT_ASKS:
        text_add(&why, "it leaves open: ");
        question_text(&decision->question, &why);
        break;
    case VERDICT_REFUSED:
        text_add(&why, "%s", decision->refusal.reason);
        break;
    case VERDICT_WRONG:
    case VERDICT_DONE:
        text_add(&why, "%s", decision->error.text);
        break;
    }
    char where[ERROR_WHERE_SIZE];
    text_format(where, sizeof where, "what-if, line %d, \"%.60s\"", number,
                utf8_shown(line).text);
    bool is_refused = decision->verdict == VERDICT_REFUSED;
    error_set(err, is_refused ? STATUS_REFUSED : STATUS_USAGE, where, "%s", why.p);
}

/* ---- who arrives later ----------------------------------------------------------------- */

/* "gully goblin" of a line is called gully-goblin too. */
static void everyday(struct str word, struct text *out)
{
    struct str inner = str_unquoted(word);
    for (int i = 0; i < inner.n; i++) {
        text_add_char(out, inner.p[i] == '-' ? ' ' : char_lower(inner.p[i]));
    }
}

/* True when one of the names of the line that adds them fits: "g*", "gully goblin". */
static bool is_meant(struct str then, struct str who)
{
    TEXT_BUFFER(wanted, NAME_SIZE);
    everyday(who, &wanted);
    for (struct str word; (word = str_next_word(&then)).p != NULL;) {
        TEXT_BUFFER(name, COUNTER_LINE_SIZE);
        everyday(word, &name);
        bool is_option = memchr(word.p, '=', (size_t)word.n) != NULL;
        if (!is_option &&
            (str_is_glob(str_of(wanted.p)) ? str_matches_glob(str_of(name.p), str_of(wanted.p))
                                           : strcmp(name.p, wanted.p) == 0)) {
            return true;
        }
    }
    return false;
}

static void begin_line(struct decision *decision, const struct fight_rules *rules,
                       const struct state *state, void *memory)
{
    decision_begin(decision, rules->procedure, state, memory);
    decision->seed = ~rules->seed;
    decision->asks = decision->rolls = true;
    decision->library = rules->library;
    decision->tables = rules->tables;
}

static bool gives(struct str values, struct str option)
{
    for (struct str word; (word = str_next_word(&values)).p != NULL;) {
        if (word.n > option.n && word.p[option.n] == '=' &&
            str_equal_any_case((struct str){word.p, option.n}, option)) {
            return true;
        }
    }
    return false;
}

/* The words of the line, each with a blank after it, without the values that are given again.
 */
static void add_without(struct str line, struct str values, struct text *out)
{
    for (line = str_trimmed(line); line.n > 0;) {
        struct str at = line;
        struct str word = str_next_word(&line);
        const char *sign = word.p != NULL ? memchr(word.p, '=', (size_t)word.n) : NULL;
        struct str option = {word.p, sign != NULL ? (int)(sign - word.p) : 0};
        if (word.p == NULL) {
            break;
        }
        if (option.n == 0 || !gives(values, option)) {
            text_add_str(out, str_trimmed((struct str){at.p, at.n - line.n}));
            text_add_char(out, ' ');
        }
    }
}

/* `set goblin* ac=24` is for those too who are not there yet: the values stand in the line that
 * adds them, last, so that they count. Returns how many lines took them; -1 when such a line
 * would be wrong, which the decision then tells. */
static int set_later(struct decision *decision, const struct fight_rules *rules,
                     struct state *state, void *memory, struct str line)
{
    struct str values = line;
    struct str name = str_next_word(&values);
    struct str who = str_next_word(&values);
    int count = 0;
    values = str_trimmed(values);
    bool is_set = name.p != NULL && str_equal_any_case(name, str_of("set")) && who.p != NULL;
    for (int place = 0; is_set && values.n > 0 && place < state->counters; place++) {
        struct counter *counter = &state->counter[place];
        TEXT_BUFFER(then, COUNTER_LINE_SIZE);
        if (!counter_adds_foes(state, place) || !is_meant(str_of(counter->then), who)) {
            continue;
        }
        add_without(str_of(counter->then), values, &then);
        text_add_str(&then, values);
        begin_line(decision, rules, state, memory);
        if (then.is_cut) {
            decision_wrong(decision, "too much is said of who arrives later");
        } else {
            decide(decision, rules->defs, rules->defs_count, state, str_of(then.p));
        }
        if (decision->verdict == VERDICT_WRONG) {
            return -1;
        }
        memset(counter->then, 0, sizeof counter->then);
        memcpy(counter->then, then.p, (size_t)then.n);
        count++;
    }
    return count;
}

/* True when somebody of that name is there already. */
static bool is_there(const struct state *state, struct str line)
{
    struct error err;
    struct str rest = line;
    str_next_word(&rest);
    struct str who = str_unquoted(str_next_word(&rest));
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) &&
            str_matches_glob(str_of(state_name(state, id)), who)) {
            return true;
        }
    }
    return combatant_find_listed(state, who, &err) != 0;
}

bool forecast_what_if(const struct fight_rules *rules, const char *lines, struct state *state,
                      struct error *err)
{
    struct str rest = str_of(lines), line;
    struct decision *decision = calloc(1, sizeof *decision);
    void *memory = malloc(DECISION_TEXT_SIZE);
    CHECK(decision != NULL && memory != NULL);
    bool is_right = true;
    state->value[ENCOUNTER_DRAW] = 0;
    for (int number = 1; is_right && forecast_next_line(&rest, &line); number++) {
        if (line.n == 0) {
            continue;
        }
        int later = set_later(decision, rules, state, memory, line);
        if (later > 0 && !is_there(state, line)) {
            continue;
        }
        if (later >= 0) {
            begin_line(decision, rules, state, memory);
            decide(decision, rules->defs, rules->defs_count, state, line);
        }
        is_right = later >= 0 && decision->verdict == VERDICT_DONE;
        if (is_right) {
            state_copy(state, &decision->state);
        } else {
            tell(decision, number, line, err);
        }
    }
    free(memory);
    free(decision);
    return is_right;
}

static const char *const side_names[] = {[SIDE_FOES] = "foes", [SIDE_PARTY] = "party"};

/* ---- NAME=VALUE ------------------------------------------------------------------------ */

static bool split(const char *option, const char *words, const char *example, struct str *name,
                  struct str *value, struct error *err)
{
    const char *equals = strrchr(words, '=');
    if (equals == NULL || equals == words || equals[1] == '\0') {
        error_set(err, STATUS_USAGE, "", "%s %s: expected NAME=VALUE%s%s", option,
                  utf8_shown(str_of(words)).text, example[0] != '\0' ? ", such as " : "",
                  example);
        return false;
    }
    *name = str_trimmed((struct str){words, (int)(equals - words)});
    *value = str_trimmed(str_of(equals + 1));
    return true;
}

/* ---- assumptions ----------------------------------------------------------------------- */

static bool find_choice(const struct assumption_def *def, struct str value, int *out,
                        struct error *err)
{
    TEXT_BUFFER(known, 120);
    for (int i = 0; i < ASSUMPTION_CHOICES_MAX && def->choice[i] != NULL; i++) {
        if (str_equal_any_case(value, str_of(def->choice[i]))) {
            *out = i;
            return true;
        }
        text_add_item(&known, def->choice[i]);
    }
    error_set(err, STATUS_USAGE, "", "--assume %s=%s: expected one of %s", def->name,
              utf8_shown(value).text, known.p);
    return false;
}

static bool assume(struct forecast *forecast, const char *words, struct error *err)
{
    const struct assumption_def *def = forecast->from.procedure->assumptions;
    struct str name, value;
    TEXT_BUFFER(example, 60);
    if (def != NULL) {
        text_add(&example, "%s=%s", def->name, def->choice[0]);
    }
    if (!split("--assume", words, example.p, &name, &value, err)) {
        return false;
    }
    struct nearest nearest;
    nearest_init(&nearest, name);
    TEXT_BUFFER(known, 120);
    for (int i = 0; def != NULL && def[i].name != NULL; i++) {
        if (str_equal_any_case(name, str_of(def[i].name))) {
            return find_choice(&def[i], value, &forecast->assumed[i], err);
        }
        nearest_offer(&nearest, def[i].name);
        text_add_item(&known, def[i].name);
    }
    error_set(err, STATUS_USAGE, "", "--assume %s: nothing of this name is assumed%s%s%s",
              utf8_shown(name).text, nearest_question(&nearest).text,
              known.n > 0 && nearest.best == NULL ? "; expected one of " : "",
              nearest.best == NULL ? known.p : "");
    return false;
}

const char *forecast_assumed(const struct forecast *forecast, int place)
{
    return forecast->from.procedure->assumptions[place].choice[forecast->assumed[place]];
}

/* ---- policies -------------------------------------------------------------------------- */

/* A side, a kind, or a combatant by its name or what is short for it. */
static bool find_who(const struct state *state, struct str name, struct forecast_follows *out,
                     struct error *err)
{
    struct error none;
    out->who = FORECAST_SIDE;
    for (int side = SIDE_FOES; side <= SIDE_PARTY; side++) {
        if (str_equal_any_case(name, str_of(side_names[side]))) {
            out->side = side;
            return true;
        }
    }
    out->who = policy_has_kind(state, name) ? FORECAST_KIND : FORECAST_ONE;
    if (out->who == FORECAST_KIND) {
        return true;
    }
    out->id = combatant_find(state, name, &none);
    if (out->id == 0) {
        error_set(err, STATUS_USAGE, "",
                  "--policy %s: expected party, foes, a kind or a combatant: %.120s",
                  utf8_shown(name).text, none.text);
    }
    return out->id != 0;
}

static bool follow(struct forecast *forecast, const char *words, struct error *err)
{
    struct str name, value;
    struct forecast_follows follows = {.id = 0};
    if (!split("--policy", words, "party=focus", &name, &value, err) ||
        !find_who(forecast->from.state, name, &follows, err)) {
        return false;
    }
    follows.policy = policies_find(&forecast->policies, value, err);
    if (follows.policy == NULL) {
        text_format(err->where, sizeof err->where, "--policy %.60s",
                    utf8_shown(str_of(words)).text);
        return false;
    }
    const char *shown = follows.id > 0 ? state_name(forecast->from.state, follows.id) : NULL;
    text_format(follows.name, sizeof follows.name, "%.*s",
                shown != NULL ? (int)strlen(shown) : name.n, shown != NULL ? shown : name.p);
    forecast->is_fixed[follows.side] =
        forecast->is_fixed[follows.side] || follows.who == FORECAST_SIDE;
    forecast->follows[forecast->follows_count++] = follows;
    return true;
}

/* What is kept with the encounter: `policy party cautious`. What is asked for comes after it
 * and wins. */
static bool follow_kept(const struct forecast *forecast, struct forecast_variant *variant,
                        struct error *err)
{
    const struct state *state =
        forecast->from.policies != NULL ? forecast->from.policies : variant->start;
    const struct effect *at = NULL;
    struct policy_kept kept;
    while (variant->kept_count < FORECAST_KEPT_MAX && policy_kept_next(state, &at, &kept)) {
        struct forecast_follows follows = {.who = FORECAST_KIND, .id = kept.id};
        struct str who = kept.id != 0 ? str_of(state_name(state, kept.id)) : kept.who;
        text_format(follows.name, sizeof follows.name, "%.*s", who.n, who.p);
        follows.who = kept.id != 0 ? FORECAST_ONE : FORECAST_KIND;
        for (int side = SIDE_FOES; side <= SIDE_PARTY && kept.id == 0; side++) {
            if (str_equal_any_case(who, str_of(side_names[side]))) {
                follows.who = FORECAST_SIDE;
                follows.side = side;
            }
        }
        follows.policy = policies_find(&forecast->policies, kept.name, err);
        if (follows.policy == NULL) {
            text_format(err->where, sizeof err->where, "policy %s", follows.name);
            return false;
        }
        variant->kept[variant->kept_count++] = follows;
    }
    return true;
}

static const struct policy *last_of_side(const struct forecast_follows *follows, int count,
                                         int side, const struct policy *otherwise)
{
    const struct policy *policy = otherwise;
    for (int i = 0; i < count; i++) {
        bool is_its = follows[i].who == FORECAST_SIDE && follows[i].side == side;
        policy = is_its ? follows[i].policy : policy;
    }
    return policy;
}

/* The side's policy that was named; or `usual`, or `otherwise` where there is none. */
static const struct policy *policy_of_side(const struct forecast *forecast,
                                           const struct forecast_variant *variant, int side,
                                           const char *usual, const char *otherwise)
{
    const struct policy *policy = last_of_side(variant->kept, variant->kept_count, side, NULL);
    policy = last_of_side(forecast->follows, forecast->follows_count, side, policy);
    policy = policy != NULL ? policy : policies_find(&forecast->policies, str_of(usual), NULL);
    policy =
        policy != NULL ? policy : policies_find(&forecast->policies, str_of(otherwise), NULL);
    return policy != NULL ? policy : &forecast->policies.policy[0];
}

/* Kinds first, so that the policy of one combatant wins over that of its kind. */
static void give_each(const struct forecast_follows *follows, int count,
                      const struct state *state, struct player *player)
{
    for (int who = FORECAST_KIND; who <= FORECAST_ONE; who++) {
        for (int i = 0; i < count; i++) {
            for (int id = 1; id <= state->count && (int)follows[i].who == who; id++) {
                bool is_meant =
                    who == FORECAST_ONE
                        ? id == follows[i].id
                        : str_equal_any_case(str_of(follows[i].name),
                                             str_of(state_text(state, id, TEXT_KIND)));
                player->of[id - 1] = is_meant ? follows[i].policy : player->of[id - 1];
            }
        }
    }
}

static void give_policies(const struct forecast *forecast,
                          const struct forecast_variant *variant, const struct state *state,
                          struct player *player)
{
    give_each(variant->kept, variant->kept_count, state, player);
    give_each(forecast->follows, forecast->follows_count, state, player);
}

/* ---- pairs of policies ----------------------------------------------------------------- */

void forecast_player(const struct forecast *forecast, int pair, const struct state *state,
                     struct player *out)
{
    const struct forecast_one *one = &forecast->one[pair];
    *out = (struct player){.procedure = forecast->from.procedure,
                           .side = {one->side[SIDE_FOES], one->side[SIDE_PARTY]},
                           .library = forecast->from.library};
    memcpy(out->assumed, forecast->assumed, sizeof out->assumed);
    give_policies(forecast, &forecast->variant[one->variant], state, out);
}

static void add_one(struct forecast *forecast, int variant, const struct policy *party,
                    const struct policy *foes)
{
    struct forecast_one *one = &forecast->one[forecast->ones++];
    one->variant = variant;
    one->side[SIDE_PARTY] = party;
    one->side[SIDE_FOES] = foes;
    forecast_player(forecast, forecast->ones - 1, forecast->variant[variant].start,
                    &one->player);
    fight_tally_init(&one->tally);
}

static bool is_kept(const struct forecast_variant *variant, int side)
{
    return last_of_side(variant->kept, variant->kept_count, side, NULL) != NULL;
}

/* A side without a policy fights in two ways; one that gets its policy by a what-if fights
 * twice in that way, so that each pair is compared with its own. */
static void add_pairs(struct forecast *forecast, int variant)
{
    const struct forecast_variant *here = &forecast->variant[variant];
    const struct policy *way[2][2];
    int ways[2];
    for (int side = SIDE_FOES; side <= SIDE_PARTY; side++) {
        const char *usual = forecast->wish.usual;
        const char *first = side == SIDE_PARTY ? "sensible" : "focus";
        way[side][0] =
            policy_of_side(forecast, here, side, usual != NULL ? usual : first, "focus");
        way[side][1] = policies_find(&forecast->policies, str_of("spread"), NULL);
        ways[side] = forecast->ways[side];
        if (is_kept(here, side) || way[side][1] == NULL || usual != NULL) {
            way[side][1] = way[side][0];
        }
        if (variant == 0) {
            bool has_two = !forecast->is_fixed[side] && way[side][1] != way[side][0];
            forecast->is_fixed[side] = forecast->is_fixed[side] || is_kept(here, side);
            forecast->ways[side] = ways[side] = has_two ? 2 : 1;
        }
    }
    int before = forecast->ones;
    for (int party = 0; party < ways[SIDE_PARTY]; party++) {
        for (int foes = 0; foes < ways[SIDE_FOES]; foes++) {
            add_one(forecast, variant, way[SIDE_PARTY][party], way[SIDE_FOES][foes]);
        }
    }
    forecast->pairs = forecast->ones - before;
}

/* ---- the whole ------------------------------------------------------------------------- */

bool forecast_has_sides(const struct state *state, struct error *err)
{
    bool is_there[2] = {false, false};
    for (int id = 1; id <= state->count; id++) {
        int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
        is_there[side] = is_there[side] || state_is_in(state, id);
    }
    if (!is_there[SIDE_FOES] || !is_there[SIDE_PARTY]) {
        error_set(err, STATUS_USAGE, "", "there is no fight to forecast: %s",
                  is_there[SIDE_PARTY]  ? "no foe is in it"
                  : is_there[SIDE_FOES] ? "nobody of the party is in it"
                                        : "nobody is in it");
    }
    return is_there[SIDE_FOES] && is_there[SIDE_PARTY];
}

static struct state *add_variant(struct forecast *forecast, const char *what_if)
{
    struct forecast_variant *variant = &forecast->variant[forecast->variants++];
    variant->what_if = what_if;
    variant->start = calloc(1, sizeof *variant->start);
    CHECK(variant->start != NULL);
    state_copy(variant->start, forecast->from.state);
    return variant->start;
}

static bool prepare(struct forecast *forecast, struct error *err)
{
    const struct forecast_wish *wish = &forecast->wish;
    if (policy_files_read(&forecast->policies, forecast->system, err) != STATUS_OK) {
        return false;
    }
    CHECK(forecast->policies.count > 0);
    for (int i = 0; i < wish->policies.count; i++) {
        if (!follow(forecast, wish->policies.word[i], err)) {
            return false;
        }
    }
    for (int i = 0; i < wish->assumes.count; i++) {
        if (!assume(forecast, wish->assumes.word[i], err)) {
            return false;
        }
    }
    add_variant(forecast, "");
    for (int i = 0; i < wish->what_ifs.count; i++) {
        struct state *state = add_variant(forecast, wish->what_ifs.word[i]);
        if (!forecast_what_if(&forecast->rules, wish->what_ifs.word[i], state, err)) {
            return false;
        }
    }
    for (int i = 0; i < forecast->variants; i++) {
        struct forecast_variant *variant = &forecast->variant[i];
        if (!forecast_has_sides(variant->start, err) || !follow_kept(forecast, variant, err)) {
            return false;
        }
        fight_tally_about_init(&variant->about, forecast->from.procedure, variant->start);
        add_pairs(forecast, i);
    }
    return true;
}

enum status forecast_new(struct forecast **out, const struct forecast_from *from,
                         const struct forecast_wish *wish, struct error *err)
{
    *out = NULL;
    const struct system *system = state_system(from->state);
    if (from->procedure->plays == NULL) {
        return error_set(
            err, STATUS_USAGE, "",
            "no fight of %s can be forecast: its rules are not played by themselves",
            system->title);
    }
    struct forecast *forecast = calloc(1, sizeof *forecast);
    CHECK(forecast != NULL);
    forecast->from = *from;
    forecast->wish = *wish;
    forecast->system = system;
    text_format(forecast->encounter, sizeof forecast->encounter, "%s", from->encounter);
    text_format(forecast->at, sizeof forecast->at, "%s", from->at);
    int count = procedure_commands(from->procedure, system, &forecast->made, forecast->command,
                                   COMMANDS_MAX);
    forecast->rules = (struct fight_rules){.procedure = from->procedure,
                                           .defs = forecast->command,
                                           .defs_count = count,
                                           .library = from->library,
                                           .tables = from->tables,
                                           .seed = wish->seed};
    if (!prepare(forecast, err)) {
        forecast_free(forecast);
        return err->code;
    }
    *out = forecast;
    return STATUS_OK;
}

void forecast_free(struct forecast *forecast)
{
    for (int i = 0; forecast != NULL && i < forecast->variants; i++) {
        free(forecast->variant[i].start);
    }
    free(forecast);
}

bool forecast_is_known(const struct forecast *forecast)
{
    bool is_known = forecast->one[0].tally.fights > 0;
    for (int i = 0; i < forecast->pairs && is_known; i++) {
        is_known = forecast_needs(&forecast->one[i])[0] == '\0';
    }
    return is_known;
}

const char *forecast_needs(const struct forecast_one *one)
{
    return one->tally.needs_fight >= 0 ? one->tally.needs : "";
}
