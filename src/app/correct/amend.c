#include "app/correct/amend.h"

#include <stdlib.h>
#include <string.h>

#include "app/correct/correction.h"
#include "app/macros/macros.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "tracker/counters.h"

/* ---- words ----------------------------------------------------------------------------- */

enum { WORDS_MAX = 128 };

struct words {
    struct str word[WORDS_MAX]; /* as they are in the line, with quotes */
    int count;
};

/* False when there are too many. */
static bool words_of(struct str line, struct words *out)
{
    out->count = 0;
    for (;;) {
        struct str rest = line;
        while (rest.n > 0 && char_is_space(rest.p[0])) {
            rest = (struct str){rest.p + 1, rest.n - 1};
        }
        if (str_next_list(&line).p == NULL) {
            return true;
        }
        if (out->count == WORDS_MAX) {
            return false;
        }
        int n = (int)(line.p - rest.p);
        while (n > 0 && char_is_space(rest.p[n - 1])) {
            n--;
        }
        out->word[out->count++] = (struct str){rest.p, n};
    }
}

/* The name before '=', or the whole word; empty when it does not begin with a letter. */
static struct str option_name(struct str word)
{
    const char *equals = memchr(word.p, '=', (size_t)word.n);
    bool begins = word.n > 0 && char_is_letter(word.p[0]);
    return (struct str){word.p, !begins ? 0 : equals == NULL ? word.n : (int)(equals - word.p)};
}

static bool same(struct str a, struct str b)
{
    return a.n > 0 && str_equal_any_case(a, b);
}

static bool is_number(struct str word)
{
    int minus = str_minus(word);
    int sign = minus > 0 ? minus : word.n > 0 && strchr("+=", word.p[0]) != NULL ? 1 : 0;
    return word.n > sign && char_is_digit(word.p[sign]);
}

static bool has_option(const struct command_def *def, struct str word)
{
    bool has_value = memchr(word.p, '=', (size_t)word.n) != NULL;
    if (def == NULL || command_option_name(def, 0) == NULL || option_name(word).n == 0) {
        return false;
    }
    const char *known;
    for (int i = 0; (known = command_option_name(def, i)) != NULL; i++) {
        if (same(option_name(word), str_of(known))) {
            return true;
        }
    }
    return has_value;
}

/* The line of a counter, which is run by its name, may throw any. */
static bool has_dice(const struct command_def *def)
{
    return def->takes_dice || strcmp(def->name, counter_run_name) == 0;
}

/* ---- putting changes in ---------------------------------------------------------------- */

/* An act being amended: its line now, and its dice. */
struct amend {
    struct sitting *sitting;
    struct result *out;
    bool asks, is_preview;
    struct act_row act;
    struct state *before; /* the state on which it was decided */
    struct kept_dice *kept;
    const char *why;                 /* the whole line of the amend */
    struct words change;             /* except for the answers */
    struct words answer;             /* the words after `also=` */
    struct text line;                /* without dice */
    struct entered was[ENTERED_MAX]; /* the dice of the old line */
    struct entered now[ENTERED_MAX];
    struct entered more[ENTERED_MAX]; /* dice for new places */
    int was_count, now_count, more_count;
    bool is_same_line; /* only dice change */
};

static bool wrong(struct amend *amend, const char *text)
{
    result_wrong(amend->out, "%s", text);
    return false;
}

static void append(struct words *words, struct str word)
{
    if (words->count < WORDS_MAX) {
        words->word[words->count++] = word;
    }
}

static void change_option(struct words *words, int first, struct str change)
{
    bool is_end = change.p[change.n - 1] == '=';
    for (int i = first; i < words->count; i++) {
        if (same(option_name(words->word[i]), option_name(change))) {
            words->word[i] = change;
            if (is_end) {
                words->count--;
                memmove(&words->word[i], &words->word[i + 1],
                        (size_t)(words->count - i) * sizeof words->word[0]);
            }
            return;
        }
    }
    if (!is_end) {
        append(words, change);
    }
}

/* Replaces the first argument from *from on that is a number, or a word, like the change; false
 * when there is none left. */
static bool change_argument(struct words *words, const struct command_def *def, int *from,
                            struct str change)
{
    for (int i = *from; i < words->count; i++) {
        if (!has_option(def, words->word[i]) &&
            is_number(words->word[i]) == is_number(change)) {
            words->word[i] = change;
            *from = i + 1;
            return true;
        }
    }
    return false;
}

static void join(const struct words *words, struct text *out)
{
    for (int i = 0; i < words->count; i++) {
        text_add(out, "%s", i == 0 ? "" : " ");
        text_add_str(out, words->word[i]);
    }
}

static void add_entered(struct entered *list, int *count, const struct entered *entered)
{
    if (*count < ENTERED_MAX) {
        list[(*count)++] = *entered;
    }
}

/* Puts the changes into the old line, which has no dice now. */
static bool change_words(struct amend *amend, struct str line)
{
    struct words words;
    struct entered entered;
    if (!words_of(line, &words)) {
        return wrong(amend, "the line of this act is too long to be amended");
    }
    bool is_ruling = words.count > 0 && str_equal_any_case(words.word[0], str_of("ruling"));
    int first = is_ruling ? 2 : 1;
    const struct command_def *def =
        words.count >= first
            ? command_def_named(amend->sitting->command, amend->sitting->commands,
                                words.word[first - 1])
            : NULL;
    int number = first;
    int word = first;
    for (int i = 0; i < amend->change.count; i++) {
        struct str change = amend->change.word[i];
        bool is_argument =
            !has_option(def, change) &&
            change_argument(&words, def, is_number(change) ? &number : &word, change);
        if (is_argument) {
            continue;
        }
        if (has_option(def, change)) {
            change_option(&words, first, change);
        } else if (def != NULL && has_dice(def) && entered_parse(&entered, change)) {
            add_entered(amend->now, &amend->now_count, &entered);
        } else {
            append(&words, change);
        }
    }
    join(&words, &amend->line);
    return true;
}

static bool has_roll_word(const struct entered *dice, int count)
{
    bool has = false;
    for (int i = 0; i < count && !has; i++) {
        has = dice[i].kind == GIVEN_ROLL || dice[i].kind == GIVEN_ROLL_ALL;
    }
    return has;
}

/* True when the program rolled dice of the act: its line has no numbers for them. */
static bool leaves_dice(const struct amend *amend)
{
    return amend->was_count == 0 || has_roll_word(amend->was, amend->was_count);
}

/* The dice that fell, rolled ones too, as words and as the dice of the old line; false when
 * they are too many to be typed. */
static bool read_fallen(const struct amend *amend, struct entered_dice *dice,
                        struct text *words)
{
    struct error err;
    fallen_all_words(amend->kept, words);
    dice->count = 0;
    return !words->is_cut &&
           entered_dice_read(dice, (struct str){words->p, words->n}, &err) == STATUS_OK;
}

/* True when two lines are the same one: a written act has numbers where people have names. */
static bool are_same_lines(const struct state *state, const struct text *a,
                           const struct text *b)
{
    TEXT_BUFFER(named_a, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(named_b, COMMAND_LINE_MAX + 1);
    command_name_ids(state, (struct str){a->p, a->n}, &named_a);
    command_name_ids(state, (struct str){b->p, b->n}, &named_b);
    return !named_a.is_cut && !named_b.is_cut && strcmp(named_a.p, named_b.p) == 0;
}

static bool take_changes(struct amend *amend)
{
    TEXT_BUFFER(was, COMMAND_LINE_MAX + 1);
    sitting_split_dice(amend->sitting, amend->before, str_of(amend->act.command), &was,
                       amend->was, &amend->was_count, NULL);
    const struct words *change = &amend->change;
    if (change->count > 0 &&
        (command_def_named(amend->sitting->command, amend->sitting->commands,
                           change->word[0]) != NULL ||
         str_equal_any_case(change->word[0], str_of("ruling")))) {
        /* The changes are the whole line; dice that are missing from it are thrown again. A
         * number is compared with the die that fell, also where the program rolled it. */
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
        TEXT_BUFFER(words, COMMAND_LINE_MAX + 1);
        struct entered_dice fallen;
        join(&amend->change, &line);
        sitting_split_dice(amend->sitting, amend->before, (struct str){line.p, line.n},
                           &amend->line, amend->now, &amend->now_count, NULL);
        if (amend->now_count > 0 && leaves_dice(amend) &&
            !has_roll_word(amend->now, amend->now_count) &&
            read_fallen(amend, &fallen, &words)) {
            memcpy(amend->was, fallen.entered, sizeof amend->was);
            amend->was_count = fallen.count;
        }
        struct entered again = {.kind = GIVEN_ROLL};
        while (amend->now_count < amend->was_count) {
            add_entered(amend->now, &amend->now_count, &again);
        }
    } else if (!change_words(amend, (struct str){was.p, was.n})) {
        return false;
    }
    amend->is_same_line = are_same_lines(amend->before, &was, &amend->line);
    int placed =
        fallen_replace(amend->kept, amend->was, amend->was_count, amend->now, amend->now_count);
    for (int i = placed; i < amend->now_count; i++) {
        add_entered(amend->more, &amend->more_count, &amend->now[i]);
    }
    /* An answer is a die when nothing else is missing from the line, so that it cannot be read
     * as an argument. */
    struct entered entered;
    struct command command;
    const struct sitting *sitting = amend->sitting;
    for (int i = 0; i < amend->answer.count; i++) {
        struct str word = amend->answer.word[i];
        struct str line = {amend->line.p, amend->line.n};
        bool lacks = command_parse(&command, sitting_procedure(sitting), sitting->command,
                                   sitting->commands, amend->before, line, NULL) != STATUS_OK &&
                     command.missing != NULL;
        if (!lacks && entered_parse(&entered, word)) {
            add_entered(amend->more, &amend->more_count, &entered);
        } else {
            text_add(&amend->line, " ");
            text_add_str(&amend->line, word);
        }
    }
    return !amend->line.is_cut || wrong(amend, "the amended line is too long");
}

/* ---- which act ------------------------------------------------------------------------- */

static const char *encounter_name(struct sitting *sitting, int64_t id, char out[NAME_SIZE])
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    int count = AT_ONCE;
    for (int skip = 0; count == AT_ONCE; skip += count) {
        if (encounter_list(sitting->campaign, rows, AT_ONCE, skip, &count, NULL) != STATUS_OK) {
            break;
        }
        for (int i = 0; i < count; i++) {
            if (rows[i].id == id) {
                text_format(out, NAME_SIZE, "%s", rows[i].name);
                return out;
            }
        }
    }
    return "another encounter";
}

/* Reports why an act that is not on the way to the head cannot be amended. */
static void refuse_left(struct result *out, int64_t id, struct log_fate fate)
{
    long long act = id;
    long long now = fate.now;
    switch (fate.kind) {
    case LOG_CORRECTED:
        result_refuse(out, "act %lld was corrected and is now act %lld", act, now);
        break;
    case LOG_LEFT_OUT:
        result_refuse(out,
                      "act %lld no longer fits after act %lld and was left out: `rewind "
                      "%lld` goes back to how it was",
                      act, now, act);
        break;
    case LOG_STANDS:
    case LOG_TAKEN_BACK:
        result_refuse(out,
                      "act %lld was taken back: `rewind %lld` goes back to it, and then it "
                      "can be amended",
                      act, act);
        break;
    }
}

static bool check_act(struct amend *amend, int64_t id)
{
    struct sitting *sitting = amend->sitting;
    struct error err;
    struct log_fate fate;
    char name[NAME_SIZE];
    enum status status = log_row(sitting->campaign, id, &amend->act, &err);
    if (status == STATUS_MISSING || (status == STATUS_OK && amend->act.kind != ROW_ACT)) {
        TEXT_BUFFER(text, 100);
        text_add(&text, "there is no act %lld; `history` shows them with their numbers",
                 (long long)id);
        return wrong(amend, text.p);
    }
    if (status == STATUS_OK && amend->act.encounter != sitting->encounter.id) {
        result_refuse(amend->out, "act %lld belongs to %s: open that encounter first",
                      (long long)id, encounter_name(sitting, amend->act.encounter, name));
        return false;
    }
    if (status == STATUS_OK) {
        status = log_fate(sitting->campaign, sitting->encounter.id, sitting->position.head, id,
                          &fate, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, amend->out);
        return false;
    }
    if (fate.kind != LOG_STANDS) {
        refuse_left(amend->out, id, fate);
        return false;
    }
    if (macro_was_run(&amend->act)) {
        result_refuse(amend->out, "act %lld is a macro: undo takes it back as a whole",
                      (long long)amend->act.id);
        return false;
    }
    if (sitting_is_carry(&amend->act)) {
        result_refuse(amend->out, "what came from another encounter has no line to change; "
                                  "undo takes it back");
        return false;
    }
    return true;
}

/* `act=27` or `act=#27` before the changes; without it the last act. */
static bool take_act(struct amend *amend, struct str *changes)
{
    static const char name[] = "act=";
    const int name_length = (int)sizeof name - 1;
    struct str rest = *changes;
    struct str word = str_next_word(&rest);
    struct str head = {word.p, name_length};
    int64_t id = amend->sitting->position.head;
    if (word.n >= name_length && str_equal_any_case(head, str_of(name))) {
        struct str number = {word.p + name_length, word.n - name_length};
        if (number.n > 0 && number.p[0] == '#') {
            number = (struct str){number.p + 1, number.n - 1};
        }
        if (!str_to_int64(number, 1, INT64_MAX / 2, &id)) {
            return wrong(amend, "act= needs the number of an act, as `history` shows it");
        }
        *changes = str_trimmed(rest);
    }
    return check_act(amend, id);
}

/* ---- the command ----------------------------------------------------------------------- */

/* The changes without the answers; dice after an answer are answers too. */
static bool sort_changes(struct amend *amend, struct str changes)
{
    static const char also[] = "also=";
    const int also_length = (int)sizeof also - 1;
    struct words words;
    struct entered entered;
    if (!words_of(changes, &words)) {
        return wrong(amend, "there are too many words for one line");
    }
    for (int i = 0; i < words.count; i++) {
        struct str word = words.word[i];
        struct str head = {word.p, also_length};
        if (word.n >= also_length && str_equal_any_case(head, str_of(also))) {
            append(&amend->answer, (struct str){word.p + also_length, word.n - also_length});
        } else if (amend->answer.count > 0 && entered_parse(&entered, word)) {
            append(&amend->answer, word);
        } else {
            append(&amend->change, word);
        }
    }
    return true;
}

/* The dice of an act that had a roll made again belong to that roll: the act with the roll is
 * amended. False when it failed. */
static bool turn_to_roll(struct amend *amend)
{
    struct sitting *sitting = amend->sitting;
    struct error err;
    struct act_row found;
    struct entered old[ENTERED_MAX];
    int ignored;
    TEXT_BUFFER(was, CAMPAIGN_LINE_SIZE);
    if (!amend->is_same_line || amend->more_count == 0 || amend->kept->throws_count > 0) {
        return true;
    }
    if (sitting_find_again(sitting, &amend->act, amend->before, amend->kept, &was, &found,
                           &err) != STATUS_OK) {
        sitting_fail(sitting, &err, amend->out);
        return false;
    }
    if (found.id != 0) {
        amend->act = found;
        amend->line = text_over(amend->line.p, COMMAND_LINE_MAX + 1);
        sitting_split_dice(sitting, amend->before, str_of(found.command), &amend->line, old,
                           &ignored, NULL);
    }
    return true;
}

/* Reads the state before the act, and its dice. */
static bool read_act(struct amend *amend)
{
    struct sitting *sitting = amend->sitting;
    struct error err;
    if (log_state(sitting->campaign, sitting->encounter.id, amend->act.parent, amend->before,
                  &err) != STATUS_OK ||
        fallen_read(amend->kept, sitting->campaign, amend->act.id, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, amend->out);
        return false;
    }
    return true;
}

/* The line of the act, with names and the dice of the roll that it made again; below it the
 * result, as the line may name nobody. */
static void tell_line(struct amend *amend)
{
    struct error err;
    struct act_row found;
    TEXT_BUFFER(was, CAMPAIGN_LINE_SIZE);
    if (!read_act(amend)) {
        return;
    }
    bool has_own_dice = amend->kept->throws_count > 0;
    if (!has_own_dice && sitting_find_again(amend->sitting, &amend->act, amend->before,
                                            amend->kept, &was, &found, &err) != STATUS_OK) {
        sitting_fail(amend->sitting, &err, amend->out);
        return;
    }
    struct result *out = amend->out;
    struct text shown = text_over(out->text, sizeof out->text);
    /* The line of the act with the dice that fell, so that any of them can be changed. */
    TEXT_BUFFER(bare, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(words, COMMAND_LINE_MAX + 1);
    struct entered_dice fallen;
    struct str line = str_of(amend->act.command);
    sitting_split_dice(amend->sitting, amend->before, line, &bare, amend->was,
                       &amend->was_count, NULL);
    int typed = bare.n;
    if (has_own_dice) {
        /* "defend Ro" of a line that was only "defend", so that nobody takes the die behind it
         * for a combatant. */
        const struct command_def *def = command_def_named(
            amend->sitting->command, amend->sitting->commands, (struct str){bare.p, bare.n});
        const struct argument_def *first =
            def != NULL && def->arguments_count > 0 ? &def->arguments[0] : NULL;
        bool is_whom = first != NULL && (first->kind == ARGUMENT_COMBATANT ||
                                         first->kind == ARGUMENT_COMBATANTS);
        if (is_whom && amend->kept->rolls == 1) {
            const struct kept_roll *roll = &amend->kept->roll[0];
            bool is_actor = def->whom == WHOM_SELECTED;
            int id = is_actor ? roll->subject : roll->object;
            text_add(&bare, id != 0 ? " " : "");
            if (id != 0) {
                combatant_word(amend->before, id, &bare);
            }
        }
    }
    bool shows_fallen = has_own_dice && (bare.n > typed || leaves_dice(amend)) &&
                        read_fallen(amend, &fallen, &words) &&
                        bare.n + words.n <= COMMAND_LINE_MAX;
    command_name_ids(amend->before, shows_fallen ? (struct str){bare.p, bare.n} : line, &shown);
    text_add(&shown, "%s", shows_fallen ? words.p : "");
    text_add(&shown, "%s\n%s", was.p, amend->act.label);
    text_format(out->label, sizeof out->label, "%s", amend->act.label);
}

static void correct(struct amend *amend, struct str changes)
{
    struct sitting *sitting = amend->sitting;
    if (!read_act(amend) || !sort_changes(amend, changes) || !take_changes(amend) ||
        !turn_to_roll(amend)) {
        return;
    }
    struct correction correction = {
        .act = amend->act,
        .line = amend->line.p,
        .dice = {amend->kept, amend->more, amend->more_count},
        .why = amend->why,
        .asks = amend->asks,
        .is_preview = amend->is_preview,
    };
    sitting_correct(sitting, &correction, amend->out);
    if (amend->out->kind == RESULT_ASKS) {
        /* The answer to a question is put after `amend ...`; it must not replace anything. */
        struct question *question = &amend->out->question;
        char prefix[sizeof question->prefix];
        memcpy(prefix, question->prefix, sizeof prefix);
        struct text text = text_over(question->prefix, sizeof question->prefix);
        text_add(&text, "also=%s", prefix);
    }
}

static void run(struct sitting *sitting, const struct command *command, bool asks,
                bool is_preview, struct result *out)
{
    if (sitting->encounter.id == 0 || sitting->position.head == 0) {
        result_refuse(out, "there is nothing to amend: this is the start");
        return;
    }
    struct amend *amend = sitting_scratch(sitting, sizeof *amend);
    char line[COMMAND_LINE_MAX + 1];
    struct str changes =
        command->argument[0].is_given ? command->argument[0].word : (struct str){"", 0};
    TEXT_BUFFER(why, COMMAND_LINE_MAX + 1);
    text_add(&why, "amend ");
    text_add_str(&why, changes);
    amend->sitting = sitting;
    amend->out = out;
    amend->asks = asks;
    amend->is_preview = is_preview;
    amend->why = why.p;
    amend->line = text_over(line, sizeof line);
    amend->before = sitting_scratch(sitting, sizeof *amend->before);
    amend->kept = sitting_scratch(sitting, sizeof *amend->kept);
    state_init(amend->before, state_system(&sitting->state));
    kept_dice_init(amend->kept);
    if (take_act(amend, &changes)) {
        if (changes.n > 0) {
            correct(amend, changes);
        } else {
            tell_line(amend);
        }
    }
}

void sitting_run_amend(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    run(sitting, command, sitting->asks, false, out);
}

void sitting_preview_amend(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    if (command->argument[0].is_given && sitting->encounter.id != 0 &&
        sitting->position.head != 0) {
        run(sitting, command, true, true, out);
    }
}

/* Acts that describe a combatant, and do nothing to it. */
static bool only_describes(const struct act_row *act)
{
    static const char *const names[] = {"add",  "duplicate", "set",   "rename", "note-on",
                                        "hide", "reveal",    "trait", "carry"};
    struct str rest = str_of(act->command);
    struct str name = str_next_word(&rest);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (str_equal_any_case(name, str_of(names[i]))) {
            return true;
        }
    }
    return false;
}

struct search {
    int id;
    bool is_found;
};

static bool see_event(void *context, const struct event *event)
{
    struct search *search = context;
    search->is_found = event->subject == search->id || event->object == search->id;
    return !search->is_found;
}

/* The newest act on the way to the head that the combatant did or that was done to it; id 0:
 * none. */
static enum status find_act(struct sitting *sitting, int id, struct act_row *out,
                            struct error *err)
{
    struct search search = {.id = id};
    enum status status = STATUS_OK;
    int64_t act = sitting->position.head;
    for (; act != 0 && status == STATUS_OK && !search.is_found; act = out->parent) {
        status = log_row(sitting->campaign, act, out, err);
        if (status == STATUS_OK && !only_describes(out)) {
            status = log_events(sitting->campaign, act, see_event, &search, err);
        }
        if (search.is_found) {
            break;
        }
    }
    out->id = status == STATUS_OK && search.is_found ? out->id : 0;
    return status;
}

void sitting_run_delete(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    int id = command->argument[0].id;
    struct act_row act = {.id = 0};
    struct error err;
    TEXT_BUFFER(word, 2 * NAME_SIZE + 2);
    combatant_word(&sitting->state, id, &word);
    if (find_act(sitting, id, &act, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (act.id != 0) {
        result_refuse(
            out,
            "%s has acted or was a target (#%lld): `remove %s` takes it off the table "
            "and keeps those acts",
            state_name(&sitting->state, id), (long long)act.id, word.p);
        return;
    }
    TEXT_BUFFER(line, 2 * NAME_SIZE + 16);
    text_add(&line, "remove %s", word.p);
    sitting_decide(sitting, &sitting->state, line.p, false);
    if (sitting_report(sitting, out)) {
        sitting_commit(sitting, line.p, out);
    }
}
