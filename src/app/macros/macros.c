#include "app/macros/macros.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "tracker/decision.h"
#include "tracker/naming.h"

const struct collection macro_collection = {.thing = "macro",
                                            .commands = "macros",
                                            .nothing_done = "nothing was changed in the macros",
                                            .nothing_undone =
                                                "nothing was taken back in the macros"};

static bool read_name(char out[NAMED_NAME_SIZE], struct str typed, struct result *result);
static enum status check(const char *name, struct str lines, struct error *err);

const struct named_kind macro_kind = {
    .of = &macro_collection,
    .word = "macro",
    .text = MACRO_LINES,
    .read_name = read_name,
    .check = check,
    .can_be_begun = true,
    .none = {"there is no macro ", ""},
    .makes = "; `macro NAME LINE; LINE` makes one",
    .is_kept_so = "the macro has these lines already",
    .is_taken = "another macro has that name",
    .is_full = "there is no room for more macros: macro-delete makes some"};

enum { PLACES_MAX = 9, WORDS_MAX = 60, NAME_WIDTH = 12 };

/* ---- lines and places ------------------------------------------------------------------ */

bool macro_next_line(struct str *lines, struct str *line)
{
    bool is_quoted = false;
    while (lines->n > 0) {
        int n = 0;
        for (; n < lines->n && (is_quoted || lines->p[n] != ';'); n++) {
            is_quoted = lines->p[n] == '"' ? !is_quoted : is_quoted;
        }
        *line = str_trimmed((struct str){lines->p, n});
        n += n < lines->n ? 1 : 0;
        *lines = (struct str){lines->p + n, lines->n - n};
        is_quoted = false;
        if (line->n > 0) {
            return true;
        }
    }
    return false;
}

/* The number of the place that begins here; 0: none does. */
static int place_at(struct str text, int at)
{
    if (at + 1 >= text.n || text.p[at] != '%') {
        return 0;
    }
    char sign = text.p[at + 1];
    return sign == 'w' ? 1 : sign >= '1' && sign <= '0' + PLACES_MAX ? sign - '0' : 0;
}

int macro_places(struct str lines)
{
    int most = 0;
    for (int i = 0; i < lines.n; i++) {
        int place = place_at(lines, i);
        most = place > most ? place : most;
    }
    return most;
}

/* A word within quotes: without its own, and each quote in it doubled, as in any quoted text.
 */
static void add_within_quotes(struct text *out, struct str word)
{
    struct str inner = str_unquoted(word);
    bool is_doubled = inner.n < word.n;
    for (int i = 0; i < inner.n; i++) {
        text_add_char(out, inner.p[i]);
        if (inner.p[i] == '"' && !is_doubled) {
            text_add_char(out, '"');
        }
    }
}

void macro_fill(struct text *out, struct str line, const struct str *word, int words)
{
    bool is_quoted = false;
    for (int i = 0; i < line.n; i++) {
        int place = place_at(line, i);
        is_quoted = line.p[i] == '"' ? !is_quoted : is_quoted;
        if (place == 0) {
            text_add_char(out, line.p[i]);
            continue;
        }
        i++;
        if (place <= words && is_quoted) {
            add_within_quotes(out, word[place - 1]);
        } else if (place <= words) {
            text_add_str(out, word[place - 1]);
        }
    }
}

/* ---- keeping --------------------------------------------------------------------------- */

/* One word, so that what is typed after it is clear. */
static bool take_name(struct str name, char out[MACRO_NAME_SIZE])
{
    bool is_changed = utf8_clean(out, MACRO_NAME_SIZE, name);
    return name.n > 0 && !is_changed && strpbrk(out, " ;\"=%") == NULL;
}

static int count_lines(struct str lines)
{
    struct str line;
    int count = 0;
    while (macro_next_line(&lines, &line)) {
        count++;
    }
    return count;
}

static enum status check(const char *name, struct str lines, struct error *err)
{
    char kept[MACRO_NAME_SIZE], clean[NAMED_TEXT_SIZE];
    int count = count_lines(lines);
    bool can_be = take_name(str_of(name), kept) && !utf8_clean(clean, sizeof clean, lines) &&
                  count > 0 && count <= MACRO_STEPS_MAX;
    return can_be ? STATUS_OK
                  : error_set(err, STATUS_USAGE, "",
                              "expected a macro: one word as its name, and its lines");
}

static bool read_name(char out[NAMED_NAME_SIZE], struct str typed, struct result *result)
{
    if (!take_name(str_trimmed(typed), out)) {
        result_wrong(result, "a macro's name is one word of at most %d letters, such as charge",
                     MACRO_NAME_SIZE - 1);
        return false;
    }
    return true;
}

/* Its command; NULL: *out says that the line has none of the fight. */
static const struct command_def *command_of(const struct sitting *sitting, struct str line,
                                            struct result *out)
{
    struct str rest = line;
    struct str name = str_next_word(&rest);
    if (str_equal_any_case(name, str_of("ruling"))) {
        name = str_next_word(&rest);
    }
    struct nearest nearest;
    struct error err;
    nearest_init(&nearest, name.p != NULL ? name : str_of(""));
    for (int i = 0; i < sitting->commands; i++) {
        const struct command_def *def = sitting->command[i];
        if (name.p == NULL || (def->decide == NULL && !str_is_name(name, def->name))) {
            continue;
        }
        if (str_is_name(name, def->name)) {
            if (def->decide != NULL) {
                return def;
            }
            error_set(&err, STATUS_USAGE, "",
                      "%s is not an act of the fight, which the lines of a macro must be",
                      def->name);
            result_be_wrong(out, &err);
            return NULL;
        }
        nearest_offer(&nearest, def->name);
    }
    error_set(&err, STATUS_USAGE, "", "\"%s\" is not a command of this game%s",
              utf8_shown(name).text, nearest_question(&nearest).text);
    result_be_wrong(out, &err);
    return NULL;
}

static bool are_lines(const struct sitting *sitting, struct str lines, struct result *out)
{
    struct str line;
    int count = count_lines(lines);
    for (struct str rest = lines; macro_next_line(&rest, &line);) {
        if (command_of(sitting, line, out) == NULL) {
            return false;
        }
    }
    if (count == 0 || count > MACRO_STEPS_MAX) {
        result_wrong(out, "a macro has 1 to %d lines, separated by ;", MACRO_STEPS_MAX);
        return false;
    }
    return true;
}

void sitting_run_macros(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    (void)command;
    struct named_list *macros = named_list_new(&macro_kind, sitting, out);
    if (macros == NULL) {
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    named_tell(macros, NAME_WIDTH, &text);
    if (macros->count == 0) {
        text_add(&text, "there are no macros; `macro NAME LINE; LINE` makes one");
    }
    free(macros);
}

void sitting_run_macro(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    char name[NAMED_NAME_SIZE];
    struct str lines = str_trimmed(command->argument[1].word);
    if (!read_name(name, command->argument[0].word, out)) {
        return;
    }
    if (lines.n == 0) { /* what it does */
        struct named_list *macros = named_list_new(&macro_kind, sitting, out);
        const struct named *macro =
            macros != NULL ? named_find(macros, &macro_kind, str_of(name), out) : NULL;
        struct text text = text_over(out->text, sizeof out->text);
        if (macro != NULL) {
            text_add(&text, "%-*s %s", NAME_WIDTH, macro->name, macro->text);
        }
        free(macros);
    } else if (lines.n >= NAMED_TEXT_SIZE) {
        result_too_long(out, "the lines of a macro", NAMED_TEXT_SIZE - 1);
    } else if (are_lines(sitting, lines, out)) {
        named_keep(sitting, &macro_kind, name, lines, out);
    }
}

bool macro_was_run(const struct act_row *act)
{
    return strncmp(act->command, "do ", strlen("do ")) == 0;
}

/* ---- running --------------------------------------------------------------------------- */

/* One macro while it runs. */
struct running {
    struct sitting *sitting;
    const struct named *macro;
    bool asks, is_preview;
    struct str word[WORDS_MAX]; /* what is typed after its name, as it is in the line */
    int words, places;
    int used;                 /* of the words, as places and as answers */
    struct state *state;      /* after the lines so far */
    struct act_blocks blocks; /* of their events: */
    struct event *event;
    int events;
};

/* A word, or a list of words, as it stands in a line, with its quotes. */
static struct str next_written(struct str *rest)
{
    struct str line = str_trimmed_start(*rest);
    *rest = line;
    (void)str_next_list(rest);
    return (struct str){line.p, line.n - rest->n};
}

static void read_words(struct running *running, struct str typed)
{
    while (running->words < WORDS_MAX) {
        struct str word = next_written(&typed);
        if (word.n == 0) {
            break;
        }
        running->word[running->words++] = word;
    }
}

/* Asks for the first place that has no word. */
static void ask_for_place(struct running *running, struct result *out)
{
    int place = running->words + 1;
    if (!running->asks) {
        result_wrong(out, "%s takes %d %s: do %s WORD ...; %%%d is missing",
                     running->macro->name, running->places,
                     running->places == 1 ? "word" : "words", running->macro->name, place);
        return;
    }
    struct question question = {.kind = place == 1 ? QUESTION_COMBATANT : QUESTION_TEXT,
                                .wanted = WANTED_ANYBODY};
    text_format(question.prompt, sizeof question.prompt, "%s: which is %%%d in %s?",
                running->macro->name, place, running->macro->text);
    result_ask(out, &question);
}

/* The line with its places filled and this many of the answers after it. */
static void write_line(const struct running *running, struct str line, int answers,
                       struct text *out)
{
    macro_fill(out, line, running->word, running->places);
    for (int i = 0; i < answers; i++) {
        text_add(out, " ");
        text_add_str(out, running->word[running->used + i]);
    }
}

/* Decides a line on the state so far. Answers are taken while it asks for them. False: it is
 * not done, and *out says why. */
static bool decide_one(struct running *running, struct str line, struct result *out)
{
    struct sitting *sitting = running->sitting;
    struct decision *decision = &sitting->decision;
    TEXT_BUFFER(filled, COMMAND_LINE_MAX + 1);
    int answers = -1, left = running->words - running->used;
    if (command_of(sitting, line, out) == NULL) {
        return false;
    }
    do {
        answers++;
        text_init(&filled, filled.p, filled.size);
        write_line(running, line, answers, &filled);
        if (filled.is_cut) {
            result_too_long(out, "the line", COMMAND_LINE_MAX);
            return false;
        }
        sitting_decide(sitting, running->state, filled.p, running->asks || answers < left);
    } while (decision->verdict == VERDICT_ASKS && answers < left);
    running->used += answers;
    if (decision->again.is_wanted) {
        result_wrong(out, "%s: a macro cannot roll again; type it", filled.p);
        return false;
    }
    if (decision->verdict == VERDICT_DONE) {
        return true;
    }
    (void)sitting_report(sitting, out);
    if (out->kind == RESULT_WRONG) {
        struct error err = out->error;
        error_set(&out->error, err.code, "", "%s: %s", filled.p, err.text);
    } else if (out->kind == RESULT_REFUSED) {
        struct refusal refusal = out->refusal;
        text_format(out->refusal.reason, sizeof out->refusal.reason, "%s: %s", filled.p,
                    refusal.reason);
    }
    return false;
}

/* The lines as they are run, with their places filled: what the log entry begins with. */
static void tell_lines(const struct running *running, struct text *out)
{
    struct str line;
    bool is_first = true;
    text_add(out, "%s: ", running->macro->name);
    for (struct str rest = str_of(running->macro->text); macro_next_line(&rest, &line);) {
        text_add(out, "%s", is_first ? "" : "; ");
        macro_fill(out, line, running->word, running->places);
        is_first = false;
    }
}

static void keep_events(struct running *running, const struct event *event, int count)
{
    struct event *kept = act_blocks_events(&running->blocks, event, count);
    memcpy(running->event + running->events, kept, (size_t)count * sizeof *kept);
    running->events += count;
}

/* The events of the line that was just decided, and the state after it. False: no room. */
static bool take(struct running *running, struct result *out)
{
    const struct decision *decision = &running->sitting->decision;
    if (running->events + decision->events > EVENTS_MAX - 1) {
        result_wrong(out, "this is too much for one act");
        return false;
    }
    keep_events(running, decision->event, decision->events);
    state_copy(running->state, &decision->state);
    return true;
}

/* All of it as one act: what was decided last stands for the whole. */
static void commit(struct running *running, struct result *out)
{
    struct decision *decision = &running->sitting->decision;
    TEXT_BUFFER(told, NAMED_TEXT_SIZE + 200);
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (running->events == 0) {
        result_tell(out, "nothing changed");
        return;
    }
    tell_lines(running, &told);
    struct event first = {.kind = EVENT_NOTED, .is_secret = true, .line = {told.p, told.n}};
    first.text_from = first.text_to = first.rules = first.trace = str_of("");
    decision->event[0] = first;
    memcpy(decision->event + 1, running->event,
           (size_t)running->events * sizeof *running->event);
    decision->events = running->events + 1;
    text_format(decision->label, sizeof decision->label, "%s", told.p);
    text_add(&line, "do %s", running->macro->name);
    for (int i = 0; i < running->words; i++) {
        text_add(&line, " ");
        text_add_str(&line, running->word[i]);
    }
    if (running->is_preview) {
        sitting_tell_preview(running->sitting, out);
    } else if (sitting_may_change(running->sitting, out)) {
        sitting_commit(running->sitting, line.p, out);
    }
}

static void run(struct running *running, struct result *out)
{
    struct str line;
    bool goes_on = true;
    for (struct str rest = str_of(running->macro->text);
         goes_on && macro_next_line(&rest, &line);) {
        goes_on = decide_one(running, line, out) && take(running, out);
    }
    if (goes_on && running->used < running->words) {
        result_wrong(out, "\"%s\" is more than %s takes",
                     utf8_shown(running->word[running->used]).text, running->macro->name);
    } else if (goes_on) {
        commit(running, out);
    }
}

static void run_or_preview(struct sitting *sitting, const struct command *command,
                           bool is_preview, struct result *out)
{
    struct running *running = calloc(1, sizeof *running);
    struct named_list *macros = named_list_new(&macro_kind, sitting, out);
    CHECK(running != NULL);
    running->macro =
        macros != NULL ? named_find(macros, &macro_kind, command->argument[0].word, out) : NULL;
    if (running->macro != NULL) {
        running->sitting = sitting;
        running->asks = sitting->asks || is_preview;
        running->is_preview = is_preview;
        running->places = macro_places(str_of(running->macro->text));
        read_words(running, command->argument[1].written);
        if (running->words < running->places) {
            ask_for_place(running, out);
        } else {
            running->used = running->places;
            running->state = calloc(1, sizeof *running->state);
            running->event = calloc(EVENTS_MAX, sizeof *running->event);
            CHECK(running->state != NULL && running->event != NULL);
            state_copy(running->state, &sitting->state);
            run(running, out);
            act_blocks_free(&running->blocks);
            free(running->event);
            free(running->state);
        }
    }
    free(macros);
    free(running);
}

void sitting_run_do(struct sitting *sitting, const struct command *command, struct result *out)
{
    run_or_preview(sitting, command, false, out);
}

void sitting_preview_do(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    run_or_preview(sitting, command, true, out);
}
