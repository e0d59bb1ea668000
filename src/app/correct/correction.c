#include "app/correct/correction.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "app/macros/macros.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "tracker/counters.h"

/* ---- reading --------------------------------------------------------------------------- */

static struct kept_die die_of(const json_t *number, bool is_entered)
{
    struct kept_die die = {.is_entered = is_entered};
    die.is_real = json_is_real(number);
    if (die.is_real) {
        die.real = json_real_value(number);
    } else {
        die.face = json_integer_value(number);
    }
    return die;
}

/* A step of the roll's record (tracker/decision.c), when it is a throw. */
static void add_throw(struct kept_dice *out, const json_t *step)
{
    const char *dice = json_string_value(json_object_get(step, "dice"));
    const char *label = json_string_value(json_object_get(step, "why"));
    const char *source = json_string_value(json_object_get(step, "source"));
    const json_t *faces = json_object_get(step, "faces");
    if (dice == NULL) {
        return;
    }
    bool is_entered = source != NULL && strcmp(source, "given") == 0;
    bool is_total = json_array_size(faces) == 0;
    kept_dice_add_throw(out, label != NULL ? label : "", dice, is_total);
    if (is_total) {
        kept_dice_add(out, die_of(json_object_get(step, "value"), is_entered));
    }
    for (size_t i = 0; i < json_array_size(faces); i++) {
        kept_dice_add(out, die_of(json_array_get(faces, i), is_entered));
    }
}

/* Adds the dice of one event. */
static void fallen_add(struct kept_dice *out, const struct event *event)
{
    json_t *steps =
        event->trace.n > 0 ? json_loadb(event->trace.p, (size_t)event->trace.n, 0, NULL) : NULL;
    /* A step beside the request and the outcome, which are missing in older logs, is a roll. */
    size_t count = json_array_size(steps);
    const char *first = json_string_value(json_object_get(json_array_get(steps, 0), "step"));
    if (first != NULL && strcmp(first, "request") == 0 ? count > 2 : count > 0) {
        kept_dice_add_roll(out, event->subject, event->object);
    }
    for (size_t i = 0; i < json_array_size(steps); i++) {
        add_throw(out, json_array_get(steps, i));
    }
    json_decref(steps);
}

static bool see(void *context, const struct event *event)
{
    fallen_add(context, event);
    return true;
}

enum status fallen_read(struct kept_dice *out, struct campaign *campaign, int64_t act,
                        struct error *err)
{
    enum status status = log_events(campaign, act, see, out, err);
    if (status == STATUS_OK && out->is_cut) {
        return error_set(err, STATUS_FULL, "", "act %lld has too many dice to keep them",
                         (long long)act);
    }
    return status;
}

/* ---- other dice ------------------------------------------------------------------------ */

static bool is_same(const struct entered *a, const struct entered *b)
{
    return a->kind == b->kind && a->value == b->value && a->decimal == b->decimal;
}

/* The throw with die number `at`, counted over all throws. */
static struct kept_throw *throw_at(struct kept_dice *kept, int at)
{
    for (int i = 0; i < kept->throws_count; i++) {
        struct kept_throw *throw = &kept->throws[i];
        if (at >= throw->first && at < throw->first + throw->count) {
            return throw;
        }
    }
    return NULL;
}

static void strike(struct kept_dice *kept, int from, int end)
{
    for (int i = from; i < end; i++) {
        kept->die[i].as = KEPT_NOT;
    }
}

/* Writes one word of the line for die number `at`; returns the number of the next die. */
static int replace_one(struct kept_dice *kept, int at, enum entered_kind was,
                       const struct entered *now, bool is_kept)
{
    struct kept_throw *throw = throw_at(kept, at);
    struct kept_die *die = &kept->die[at];
    int end = throw->first + throw->count;
    bool is_whole = was == GIVEN_TOTAL || was == GIVEN_ROLL || now->kind == GIVEN_TOTAL ||
                    now->kind == GIVEN_ROLL;
    int behind = is_whole ? end : at + 1;
    if (is_kept) {
        return behind;
    }
    strike(kept, at, behind);
    if (now->kind != GIVEN_ROLL) {
        *die = (struct kept_die){.face = now->value,
                                 .real = now->decimal,
                                 .is_real = now->kind == GIVEN_DECIMAL,
                                 .is_entered = true,
                                 .as = KEPT_REPLACED};
        if (at == throw->first) {
            throw->is_total = now->kind == GIVEN_TOTAL;
        }
    }
    return behind;
}

int fallen_replace(struct kept_dice *kept, const struct entered *before, int before_count,
                   const struct entered *now, int now_count)
{
    int at = 0;
    int i = 0;
    for (; i < now_count && at < kept->dice; i++) {
        if (now[i].kind == GIVEN_ROLL_ALL) {
            strike(kept, at, kept->dice);
            return i;
        }
        bool has_before = i < before_count;
        bool is_kept = has_before && is_same(&before[i], &now[i]);
        at = replace_one(kept, at, has_before ? before[i].kind : now[i].kind, &now[i], is_kept);
    }
    return i;
}

/* ---- words ----------------------------------------------------------------------------- */

void fallen_add_die(const struct kept_die *die, struct text *out)
{
    if (die->is_real) {
        text_add_fraction(out, die->real);
    } else {
        text_add(out, "%lld", (long long)die->face);
    }
}

static void add_throw_words(const struct kept_dice *kept, const struct kept_throw *throw,
                            struct text *out)
{
    for (int k = 0; k < throw->count; k++) {
        text_add(out, throw->is_total ? " =" : " ");
        fallen_add_die(&kept->die[throw->first + k], out);
    }
}

void fallen_all_words(const struct kept_dice *kept, struct text *out)
{
    for (int i = 0; i < kept->throws_count; i++) {
        add_throw_words(kept, &kept->throws[i], out);
    }
}

/* "the 4 (damage) is no longer used", for all dice without a place in the decision; nothing
 * when all have one. */
static void fallen_tell_unused(const struct kept_dice *kept, struct text *out)
{
    const struct kept_die *die;
    const struct kept_throw *throw = NULL;
    int i = 0;
    int count = 0;
    while ((die = kept_dice_unused(kept, &i, &throw)) != NULL) {
        text_add(out, count == 0 ? "the " : ", the ");
        fallen_add_die(die, out);
        text_add(out, " (%s)", throw->label);
        count++;
    }
    if (count > 0) {
        text_add(out, count == 1 ? " is no longer used" : " are no longer used");
    }
}

/* A die typed now for a place that no longer exists; false: none. */
static bool fallen_misplaced(const struct kept_dice *kept, struct text *out)
{
    const struct kept_die *die;
    const struct kept_throw *throw = NULL;
    int i = 0;
    while ((die = kept_dice_unused(kept, &i, &throw)) != NULL) {
        if (die->as == KEPT_REPLACED) {
            fallen_add_die(die, out);
            text_add(out, " is not used: no die is rolled for it (%s)", throw->label);
            return true;
        }
    }
    return false;
}

/* What was decided so far, kept until everything is decided. */
struct run {
    struct sitting *sitting;
    struct correction *correction;
    struct result *out;
    struct state *at; /* after the acts that are decided */
    struct kept_dice *kept;
    int64_t *path; /* the acts after the corrected one, the newest first */
    int path_count, path_room;
    struct corrected_act *act;
    int acts, acts_room;
    char first_label[CAMPAIGN_LABEL_SIZE]; /* of the act that is corrected */
    struct asked first_asked;              /* what it throws dice for: what the odds are of */
    struct act_blocks blocks;              /* what the texts and events of the acts stand in */
    int used;                              /* of correction->dice.more */
    struct text told, lost;
};

static bool wrong(struct run *run, const char *text)
{
    result_wrong(run->out, "%s", text);
    return false;
}

/* ---- memory ---------------------------------------------------------------------------- */

static void end_run(struct run *run)
{
    act_blocks_free(&run->blocks);
    free(run->act);
    free(run->path);
    free(run->kept);
    free(run->at);
}

/* ---- lines ----------------------------------------------------------------------------- */

/* What runs the line of a counter has the answers and dice of that line behind it: which of
 * these words are dice is told by that line. */
static void find_counter_dice(const struct sitting *sitting, const struct state *state,
                              struct command *command)
{
    int place;
    struct command inner;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    const struct argument *more = &command->argument[1];
    struct str name = command->argument[0].word;
    bool is_called = more->is_given && !more->is_quoted &&
                     (counters_called(state, name, ANYBODY, true, &place) == 1 ||
                      counters_called(state, name, ANYBODY, false, &place) == 1);
    if (!is_called) {
        return;
    }
    text_add(&line, "%s ", state->counter[place].then);
    text_add_str(&line, more->word);
    enum status status =
        command_parse(&inner, sitting_procedure(sitting), sitting->command, sitting->commands,
                      state, (struct str){line.p, line.n}, NULL);
    int found = !line.is_cut && (status == STATUS_OK || inner.missing != NULL)
                    ? inner.entered_count
                    : 0;
    for (int i = 0; i < found; i++) {
        int64_t at = inner.entered_word[i].p - (line.p + line.n - more->word.n);
        if (at >= 0) {
            int to = command->entered_count++;
            command->entered[to] = inner.entered[i];
            command->entered_word[to] =
                (struct str){more->word.p + at, inner.entered_word[i].n};
        }
    }
}

bool sitting_split_dice(const struct sitting *sitting, const struct state *state,
                        struct str line, struct text *out, struct entered *dice, int *count,
                        struct error *err)
{
    struct command command;
    *count = 0;
    enum status status = command_parse(&command, sitting_procedure(sitting), sitting->command,
                                       sitting->commands, state, line, err);
    if (status == STATUS_OK && strcmp(command.def->name, counter_run_name) == 0) {
        find_counter_dice(sitting, state, &command);
    }
    const char *from = line.p;
    int found = status == STATUS_OK || command.missing != NULL ? command.entered_count : 0;
    for (int i = 0; i < found; i++) {
        struct str word = command.entered_word[i];
        struct str before = str_trimmed((struct str){from, (int)(word.p - from)});
        text_add(out, out->n > 0 && before.n > 0 ? " " : "");
        text_add_str(out, before);
        from = word.p + word.n;
        dice[(*count)++] = command.entered[i];
    }
    struct str rest = str_trimmed((struct str){from, (int)(line.p + line.n - from)});
    text_add(out, out->n > 0 && rest.n > 0 ? " " : "");
    text_add_str(out, rest);
    return status == STATUS_OK;
}

/* Text for the screen beside the label: an act left out, dice without a place. */
static void lose(struct run *run, const char *what, struct str name)
{
    text_add(&run->lost, "%s%s", run->lost.n > 0 && name.n > 0 ? "; " : "", what);
    text_add_str(&run->lost, name);
}

/* Adds an event to the act decided last. */
static void add_line(struct run *run, enum event_kind kind, struct str line, struct str rules)
{
    struct corrected_act *last = &run->act[run->acts - 1];
    struct event *events =
        act_blocks_take(&run->blocks, (size_t)(last->count + 1) * sizeof *events);
    memcpy(events, last->events, (size_t)last->count * sizeof *events);
    events[last->count] = (struct event){.kind = kind,
                                         .line = act_blocks_text(&run->blocks, line),
                                         .rules = act_blocks_text(&run->blocks, rules)};
    last->events = events;
    last->count++;
}

/* The report, also in the log, about a line that was left out. */
static void leave_out(struct run *run, const struct act_row *row, const char *reason,
                      const char *rule)
{
    TEXT_BUFFER(line, CAMPAIGN_LINE_SIZE);
    text_add(&line, "left out: %s (act %lld, `%s`): %s", row->label, (long long)row->id,
             row->command, reason);
    add_line(run, EVENT_LEFT_OUT, (struct str){line.p, line.n}, str_of(rule));
    text_add(&run->told, "\n%s", line.p);
    lose(run, "left out: ", str_of(row->label));
    if (rule[0] != '\0') {
        text_add(&run->told, "  [%s]", rule);
    }
}

static bool see_note(void *context, const struct event *event)
{
    if (event->kind == EVENT_AMENDED && event->line.n > 0) {
        add_line(context, EVENT_AMENDED, event->line, event->rules);
    }
    return true;
}

/* What earlier corrections noted of an act stays with it: "the old dice showed 2". */
static bool keep_notes(struct run *run, int64_t act)
{
    struct error err;
    if (log_events(run->sitting->campaign, act, see_note, run, &err) != STATUS_OK) {
        sitting_fail(run->sitting, &err, run->out);
        return false;
    }
    return true;
}

/* The line as it would be typed now, with the typed dice. */
static void write_line(struct run *run, const struct decision *decision, const char *base,
                       char out[CAMPAIGN_COMMAND_SIZE])
{
    struct kept_dice *fell = calloc(1, sizeof *fell);
    CHECK(fell != NULL);
    (void)run;
    for (int i = 0; i < decision->events; i++) {
        fallen_add(fell, &decision->event[i]);
    }
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    text_add(&line, "%s", base);
    /* The typed dice as words, " 14 4", with "*" for rolled ones before a typed one; nothing
     * when none was typed. */
    int last = fell->throws_count;
    while (last > 0 && !fell->die[fell->throws[last - 1].first].is_entered) {
        last--;
    }
    for (int i = 0; i < last; i++) {
        const struct kept_throw *throw = &fell->throws[i];
        if (fell->die[throw->first].is_entered) {
            add_throw_words(fell, throw, &line);
        } else {
            text_add(&line, " *");
        }
    }
    text_format(out, CAMPAIGN_COMMAND_SIZE, "%s", line.is_cut ? base : line.p);
    free(fell);
}

/* ---- deciding -------------------------------------------------------------------------- */

/* Keeps the decision as one of the acts; the next one is decided on its state. */
static void take(struct run *run, const char *label, const char *command, struct str line)
{
    const struct decision *decision = &run->sitting->decision;
    run->act = act_blocks_grown(run->act, &run->acts_room, run->acts, sizeof *run->act);
    struct corrected_act *act = &run->act[run->acts++];
    *act = (struct corrected_act){
        .row = {.encounter = run->sitting->encounter.id,
                .round = decision->state.value[ENCOUNTER_ROUND],
                .at_ms = run->sitting->now_ms()},
        .events = act_blocks_events(&run->blocks, decision->event, decision->events),
        .count = decision->events,
        .line = act_blocks_text(&run->blocks, line)};
    struct text text = text_over(act->row.label, sizeof act->row.label);
    text_add(&text, "%s", label);
    text = text_over(act->row.command, sizeof act->row.command);
    text_add(&text, "%s", command);
    state_copy(run->at, &decision->state);
}

/* "roll" is for the rest of one act: the next act asks again. */
static void use_dice(struct run *run)
{
    const struct decision *decision = &run->sitting->decision;
    run->used += decision->entered_used + (decision->rolls_rest ? 1 : 0);
}

/* A line as people read it, with names: "attack Shrike 3 by=Odo 14" for "attack s3 by=#4 14".
 */
static void add_with_names(const struct run *run, const char *line, struct text *out)
{
    struct command command;
    const struct sitting *sitting = run->sitting;
    bool is_read = command_parse(&command, sitting_procedure(sitting), sitting->command,
                                 sitting->commands, run->at, str_of(line), NULL) == STATUS_OK;
    struct str rest = str_of(line);
    const char *gap = "";
    for (struct str word; (word = str_next_word(&rest)).p != NULL; gap = " ") {
        bool is_person = false;
        for (int i = 0; is_read && i < command.def->arguments_count; i++) {
            enum argument_kind kind = command.def->arguments[i].kind;
            is_person = is_person ||
                        (command.argument[i].is_given && command.argument[i].word.p == word.p &&
                         (kind == ARGUMENT_COMBATANT || kind == ARGUMENT_COMBATANTS));
        }
        const char *sign = memchr(word.p, '=', (size_t)word.n);
        int head = sign != NULL ? (int)(sign - word.p) + 1 : 0;
        text_add(out, "%s%.*s", gap, head, word.p);
        struct str parts = {word.p + head, word.n - head};
        const char *comma = "";
        for (struct str part; str_next_part(&parts, ',', &part); comma = ", ") {
            text_add(out, "%s", comma);
            /* The combatant that a part of a line means, by name if it is an id or an
             * abbreviation: "#4", "s3". */
            struct error err;
            bool is_id = part.n > 1 && part.p[0] == '#' && char_is_digit(part.p[1]);
            int id = is_id || is_person ? combatant_find(run->at, part, &err) : 0;
            struct str name = str_of(id != 0 ? state_name(run->at, id) : "");
            text_add_str(out, id == 0 || str_equal_any_case(name, part) ? part : name);
        }
    }
}

/* Strikes the last throw of this subject with this label, or an earlier one of the act, which
 * is then thrown again, and writes its dice, " 6 2". */
static bool strike_roll(struct kept_dice *kept, const struct roll_again *again,
                        struct text *was)
{
    int later = again->later;
    for (int i = kept->rolls - 1; i >= 0; i--) {
        const struct kept_roll *roll = &kept->roll[i];
        for (int k = roll->count - 1; k >= 0 && roll->subject == again->subject; k--) {
            const struct kept_throw *throw = &kept->throws[roll->first + k];
            if (strcmp(throw->label, again->label) != 0 || later-- > 0) {
                continue;
            }
            for (int d = throw->first; d < throw->first + throw->count; d++) {
                text_add(was, " ");
                fallen_add_die(&kept->die[d], was);
                kept->die[d].as = KEPT_NOT;
            }
            return true;
        }
    }
    return false;
}

/* The dice of the roll as it is made now. */
static void add_new_dice(const struct run *run, struct text *out)
{
    const struct decision *decision = &run->sitting->decision;
    struct kept_dice *fell = calloc(1, sizeof *fell);
    CHECK(fell != NULL);
    TEXT_BUFFER(dice, CAMPAIGN_LINE_SIZE / 2);
    for (int i = 0; i < decision->events; i++) {
        fallen_add(fell, &decision->event[i]);
    }
    if (strike_roll(fell, run->correction->again, &dice)) {
        text_add(out, ", the new dice%s", dice.p);
    }
    free(fell);
}

static bool decide_first(struct run *run)
{
    struct correction *correction = run->correction;
    struct decision *decision = &run->sitting->decision;
    sitting_decide_again(run->sitting, run->at, correction->line, correction->asks,
                         &correction->dice);
    run->first_asked = decision->asked;
    if (!sitting_report(run->sitting, run->out)) {
        /* A question about a roll that was made before: also says who pays for it and how. What
         * others rolled in the same act stands, and is nothing that Enter goes on with. */
        const struct question *question = &run->sitting->decision.question;
        if (run->out->kind == RESULT_ASKS && run->correction->last != NULL) {
            text_format(run->out->question.prompt, sizeof run->out->question.prompt,
                        "%s, in place of the%s: %s", run->correction->by_last,
                        run->correction->fell, question->prompt);
            if (question->dice.steps == 0) {
                run->out->question.so_far[0] = '\0';
            }
        }
        return false;
    }
    TEXT_BUFFER(text, CAMPAIGN_LINE_SIZE);
    if (fallen_misplaced(correction->dice.kept, &text)) {
        return wrong(run, text.p);
    }
    use_dice(run);
    if (correction->last != NULL) {
        text_add(&text, "%s: the new %s stands; the old dice showed%s", correction->by_last,
                 correction->again->label, correction->fell);
        add_new_dice(run, &text);
    } else {
        /* The line may not name the other side: "defend 4". */
        text_add(&text, "amended: it was ");
        add_with_names(run, correction->act.command, &text);
        text_add(&text, " (%s)", correction->act.label);
    }
    TEXT_BUFFER(unused, CAMPAIGN_LINE_SIZE / 2);
    fallen_tell_unused(correction->dice.kept, &unused);
    text_add(&text, "%s%s", unused.n > 0 ? "; " : "", unused.p);
    lose(run, "", (struct str){unused.p, unused.n});
    char label[CAMPAIGN_LABEL_SIZE];
    struct text named = text_over(label, sizeof label);
    text_format(run->first_label, sizeof run->first_label, "%s", decision->label);
    text_add(&named, "%s: %s", correction->last != NULL ? "again" : "amended", decision->label);
    sitting_tell_lines(run->sitting, &run->told);
    text_add(&run->told, "%s%s", run->told.n > 0 ? "\n" : "", text.p);
    char command[CAMPAIGN_COMMAND_SIZE];
    write_line(run, decision, correction->line, command);
    take(run, label, command, (struct str){text.p, text.n});
    return keep_notes(run, correction->act.id);
}

static bool is_same_one(const struct run *run, int was, int is)
{
    return strcmp(state_name(&run->sitting->state, was),
                  state_name(&run->sitting->decision.state, is)) == 0;
}

/* True when one of those who rolled then, or were targets (`objects`), is among those now.
 * Reports the first of both. */
static bool has_one_of(const struct run *run, const struct kept_dice *kept, bool objects,
                       int *was, int *is)
{
    const struct decision *decision = &run->sitting->decision;
    *was = kept->rolls == 0 ? 0 : objects ? kept->roll[0].object : kept->roll[0].subject;
    *is = 0;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        int now = event->kind != EVENT_ROLLED ? 0 : objects ? event->object : event->subject;
        for (int k = 0; k < kept->rolls && now != 0; k++) {
            int then = objects ? kept->roll[k].object : kept->roll[k].subject;
            if (then == 0 || is_same_one(run, then, now)) {
                return true;
            }
        }
        *is = *is == 0 ? now : *is;
    }
    return *was == 0 || *is == 0;
}

/* An impossible die that was just given as an answer is not the fault of the act. */
static bool is_answer_wrong(struct run *run, const char *line, const struct again_dice *dice)
{
    struct error error = run->sitting->decision.error;
    if (dice->more_count == 0) {
        return false;
    }
    struct again_dice none = {.kept = dice->kept};
    sitting_decide_again(run->sitting, run->at, line, true, &none);
    bool is_wrong = run->sitting->decision.verdict == VERDICT_ASKS;
    run->sitting->decision.verdict = VERDICT_WRONG;
    run->sitting->decision.error = error;
    return is_wrong;
}

/* The question says which act it belongs to. */
static bool ask(struct run *run, const struct act_row *row)
{
    const struct question *question = &run->sitting->decision.question;
    result_ask(run->out, question);
    struct text prompt = text_over(run->out->question.prompt, sizeof run->out->question.prompt);
    text_add(&prompt, "act %lld again: %s", (long long)row->id, question->prompt);
    return false;
}

/* False when the log cannot be read. */
static bool keep_or_leave(struct run *run, const struct act_row *row, const char *base,
                          const struct kept_dice *kept)
{
    const struct decision *decision = &run->sitting->decision;
    TEXT_BUFFER(text, CAMPAIGN_LINE_SIZE);
    if (decision->events == 0) {
        leave_out(run, row, "it changes nothing now", "");
        return true;
    }
    /* A line without names means the combatant whose turn it is, or the nearest one: when that
     * is somebody else now, it is a different act. */
    struct text *why = &text;
    int was;
    int is;
    const struct state *then = &run->sitting->state;
    const struct state *now = &run->sitting->decision.state;
    if (!has_one_of(run, kept, false, &was, &is)) {
        text_add(why, "then it was %s's, now it would be %s's", state_name(then, was),
                 state_name(now, is));
    } else if (!has_one_of(run, kept, true, &was, &is)) {
        text_add(why, "then it was against %s, now it would be against %s",
                 state_name(then, was), state_name(now, is));
    }
    if (why->n > 0) {
        leave_out(run, row, text.p, "");
        return true;
    }
    use_dice(run);
    char label[CAMPAIGN_LABEL_SIZE];
    char command[CAMPAIGN_COMMAND_SIZE];
    struct text named = text_over(label, sizeof label);
    text_add(&named, "played again: %s", decision->label);
    text_add(&run->told, "\n%s", label);
    fallen_tell_unused(kept, &text);
    lose(run, "", (struct str){text.p, text.n});
    text_add(&run->told, "%s%s", text.n > 0 ? "; " : "", text.p);
    TEXT_BUFFER(line, CAMPAIGN_LINE_SIZE);
    text_add(&line, "%s%s", text.n > 0 ? "played again: " : "", text.p);
    write_line(run, decision, base, command);
    take(run, label, command, (struct str){line.p, line.n});
    return keep_notes(run, row->id);
}

/* Decides one act again. False when the whole correction ends here. */
static bool decide_next(struct run *run, const struct act_row *row)
{
    struct sitting *sitting = run->sitting;
    struct decision *decision = &sitting->decision;
    struct entered fell[ENTERED_MAX];
    int count;
    struct error err;
    TEXT_BUFFER(base, COMMAND_LINE_MAX + 1);
    if (sitting_is_carry(row)) {
        result_refuse(run->out,
                      "act %lld brought somebody from another encounter and cannot be played "
                      "again: only what came after it can be amended",
                      (long long)row->id);
        return false;
    }
    if (macro_was_run(row)) {
        result_refuse(run->out,
                      "act %lld is a macro and cannot be played again: undo it first, or amend "
                      "what came after it",
                      (long long)row->id);
        return false;
    }
    kept_dice_init(run->kept);
    if (fallen_read(run->kept, sitting->campaign, row->id, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, run->out);
        return false;
    }
    run->kept->draw = run->correction->dice.kept->draw;
    sitting_split_dice(sitting, run->at, str_of(row->command), &base, fell, &count, NULL);
    struct kept_dice *kept = run->kept;
    const struct again_dice *all = &run->correction->dice;
    struct again_dice dice =
        (struct again_dice){kept, all->more + run->used, all->more_count - run->used};
    sitting_decide_again(sitting, run->at, base.p, run->correction->asks, &dice);
    TEXT_BUFFER(reason, CAMPAIGN_LINE_SIZE);
    switch (decision->verdict) {
    case VERDICT_DONE:
        return keep_or_leave(run, row, base.p, run->kept);
    case VERDICT_REFUSED:
        leave_out(run, row, decision->refusal.reason, decision->refusal.rule);
        return true;
    case VERDICT_ASKS:
        if (decision->question.kind == QUESTION_DICE) {
            return ask(run, row);
        }
        text_add(&reason, "it asks ");
        question_text(&decision->question, &reason);
        leave_out(run, row, reason.p, decision->question.rule);
        return true;
    case VERDICT_WRONG:
        if (is_answer_wrong(run, base.p, &dice)) {
            return wrong(run, decision->error.text);
        }
        leave_out(run, row, decision->error.text, "");
        return true;
    }
    CHECK(false);
    return false;
}

static bool decide_following(struct run *run)
{
    for (int i = run->path_count - 1; i >= 0; i--) {
        struct act_row row;
        struct error err;
        if (log_row(run->sitting->campaign, run->path[i], &row, &err) != STATUS_OK) {
            sitting_fail(run->sitting, &err, run->out);
            return false;
        }
        if (!decide_next(run, &row)) {
            return false;
        }
    }
    return true;
}

static bool decide_last(struct run *run)
{
    struct correction *correction = run->correction;
    struct decision *decision = &run->sitting->decision;
    if (correction->last == NULL) {
        return true;
    }
    kept_dice_init(run->kept);
    struct again_dice none = {.kept = run->kept};
    sitting_decide_again(run->sitting, run->at, correction->last, correction->asks, &none);
    if (decision_goes_on(decision) && decision->events == 0) {
        return true;
    }
    if (!sitting_report(run->sitting, run->out)) {
        return false;
    }
    text_add(&run->told, "\n");
    TEXT_BUFFER(lines, RESULT_TEXT_SIZE);
    sitting_tell_lines(run->sitting, &lines);
    text_add_str(&run->told, (struct str){lines.p, lines.n});
    char label[CAMPAIGN_LABEL_SIZE];
    /* An act of several, "3 defences against Rats", says nothing of this one's. */
    bool is_own =
        strncmp(run->first_label, correction->roller, strlen(correction->roller)) == 0;
    text_format(label, sizeof label, "%s: %s", decision->label,
                is_own ? run->first_label : correction->again->label);
    take(run, label, correction->last, (struct str){"", 0});
    return true;
}

/* Every typed die must have a place. */
static bool has_no_die_left(struct run *run)
{
    const struct again_dice *dice = &run->correction->dice;
    for (int i = run->used; i < dice->more_count; i++) {
        const struct entered *entered = &dice->more[i];
        TEXT_BUFFER(text, 100);
        if (entered->kind == GIVEN_ROLL_ALL) {
            return true;
        }
        if (entered->kind == GIVEN_ROLL) {
            continue;
        }
        if (entered->kind == GIVEN_DECIMAL) {
            text_add_fraction(&text, entered->decimal);
        } else {
            text_add(&text, "%s%lld", entered->kind == GIVEN_TOTAL ? "=" : "",
                     (long long)entered->value);
        }
        text_add(&text, " is not used: no die is missing");
        return wrong(run, text.p);
    }
    return true;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Replays the acts after the corrected one. */
static enum status read_path(struct run *run, struct error *err)
{
    struct sitting *sitting = run->sitting;
    int64_t act = sitting->position.head;
    while (act != run->correction->act.id) {
        struct act_row row;
        run->path =
            act_blocks_grown(run->path, &run->path_room, run->path_count, sizeof *run->path);
        run->path[run->path_count++] = act;
        enum status status = log_row(sitting->campaign, act, &row, err);
        if (status != STATUS_OK) {
            return status;
        }
        act = row.parent;
    }
    return log_state(sitting->campaign, sitting->encounter.id, run->correction->act.parent,
                     run->at, err);
}

static void write_down(struct run *run)
{
    struct sitting *sitting = run->sitting;
    struct error err;
    struct act_row move = {.kind = ROW_REWIND,
                           .encounter = sitting->encounter.id,
                           .round = sitting->state.value[ENCOUNTER_ROUND],
                           .at_ms = sitting->now_ms()};
    memcpy(move.label, run->out->label, sizeof move.label);
    text_format(move.command, sizeof move.command, "%s", run->correction->why);
    int64_t from = sitting->position.head;
    if (log_correct(sitting->campaign, &move, run->correction->act.parent, run->act, run->acts,
                    &sitting->position, &err) != STATUS_OK ||
        sitting_follow_head(sitting, from, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, run->out);
        return;
    }
    sitting->wants_snapshot = true;
}

static void run_through(struct run *run)
{
    struct error err;
    if (read_path(run, &err) != STATUS_OK) {
        sitting_fail(run->sitting, &err, run->out);
        return;
    }
    if (!decide_first(run) || !decide_following(run) || !decide_last(run) ||
        !has_no_die_left(run)) {
        return;
    }
    int named = run->correction->last != NULL ? run->acts - 1 : 0;
    result_label(run->out, "%s", run->act[named].row.label);
    if (!run->correction->is_preview) {
        write_down(run);
    }
}

void sitting_correct(struct sitting *sitting, struct correction *correction, struct result *out)
{
    struct run run = {.sitting = sitting,
                      .correction = correction,
                      .out = out,
                      .at = calloc(1, sizeof *run.at),
                      .kept = malloc(sizeof *run.kept)};
    CHECK(run.at != NULL && run.kept != NULL);
    out->is_correction = true;
    run.told = text_over(out->text, sizeof out->text);
    run.lost = text_over(out->lost, sizeof out->lost);
    state_init(run.at, state_system(&sitting->state));
    /* The new dice are not among those thrown since. */
    correction->dice.kept->draw = (uint32_t)sitting->state.value[ENCOUNTER_DRAW];
    run_through(&run);
    sitting->decision.asked = run.first_asked;
    if (out->kind != RESULT_DONE && out->kind != RESULT_TOLD) {
        out->text[0] = '\0';
    }
    end_run(&run);
}

/* ---- a roll made again ----------------------------------------------------------------- */

/* The newest act up to this one that has the roll; its id is 0 when there is none. */
static enum status find_roll(struct sitting *sitting, const struct roll_again *again,
                             int64_t act, struct kept_dice *kept, struct text *was,
                             struct act_row *row, struct error *err)
{
    for (; act != 0; act = row->parent) {
        kept_dice_init(kept);
        enum status status = log_row(sitting->campaign, act, row, err);
        status = status == STATUS_OK ? fallen_read(kept, sitting->campaign, act, err) : status;
        if (status != STATUS_OK || strike_roll(kept, again, was)) {
            return status;
        }
    }
    row->id = 0;
    return STATUS_OK;
}

enum status sitting_find_again(struct sitting *sitting, const struct act_row *act,
                               const struct state *before, struct kept_dice *kept,
                               struct text *was, struct act_row *out, struct error *err)
{
    out->id = 0;
    if (macro_was_run(act)) {
        return STATUS_OK; /* it rolls nothing again */
    }
    sitting_decide(sitting, before, act->command, false);
    if (!sitting_wants_roll_again(sitting)) {
        return STATUS_OK;
    }
    const struct roll_again again = sitting->decision.again;
    return find_roll(sitting, &again, act->parent, kept, was, out, err);
}

bool sitting_wants_roll_again(const struct sitting *sitting)
{
    return decision_goes_on(&sitting->decision) && sitting->decision.again.is_wanted;
}

void sitting_roll_again(struct sitting *sitting, const char *line, bool asks, bool is_preview,
                        struct result *out)
{
    const struct roll_again again = sitting->decision.again;
    struct kept_dice *kept = sitting_scratch(sitting, sizeof *kept);
    struct entered more[ENTERED_MAX], old[ENTERED_MAX];
    int count, ignored;
    char label[sizeof sitting->decision.label];
    memcpy(label, sitting->decision.label, sizeof label);
    TEXT_BUFFER(mine, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(base, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(fell, CAMPAIGN_LINE_SIZE / 2);
    struct correction correction = {
        .by_last = label, .why = line, .asks = asks, .is_preview = is_preview};
    struct error err;
    if (find_roll(sitting, &again, sitting->position.head, kept, &fell, &correction.act,
                  &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (correction.act.id == 0) {
        result_refuse(out, "%s has rolled no %s in this encounter",
                      state_name(&sitting->state, again.subject), again.label);
    } else {
        sitting_split_dice(sitting, &sitting->state, str_of(line), &mine, more, &count, NULL);
        sitting_split_dice(sitting, &sitting->state, str_of(correction.act.command), &base, old,
                           &ignored, NULL);
        correction.line = base.p;
        correction.again = &again;
        correction.roller = state_name(&sitting->state, again.subject);
        correction.fell = fell.p;
        correction.last = again.price[0] != '\0' ? again.price : mine.p;
        correction.dice = (struct again_dice){kept, more, count};
        sitting_correct(sitting, &correction, out);
    }
}
