#include "app/sitting/asked.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/log_pages.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "app/sitting/topics.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/combatant_facts.h"
#include "tracker/counters.h"
#include "tracker/option_about.h"
#include "tracker/turns.h"

enum { LINES_TOLD = 20, USAGE_SIZE = 400 };

/* ---- help ------------------------------------------------------------------------------ */

static void list_command(struct text *out, const struct command_def *def)
{
    text_add(out, "%s%-12s %s", out->n == 0 ? "" : "\n", def->name, def->help);
}

static void explain_command(struct sitting *sitting, const struct command_def *def,
                            struct text *out)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct system *system = state_system(sitting_state(sitting));
    TEXT_BUFFER(usage, USAGE_SIZE);
    command_usage(procedure, system, def, &usage);
    text_add(out, "%s\n%s", usage.p, def->help);
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(procedure, system, def, names);
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(procedure, system, def, names[i]);
        if (about.help[0] != '\0') {
            text_add(out, "\n  %s%s  %s", names[i], about.takes == OPTION_TAKES_FLAG ? "" : "=",
                     about.help);
        }
    }
    const struct rule_text *rule_text =
        rule_text_find(sitting_rule_texts(sitting), str_of(def->rule));
    if (rule_text != NULL) {
        text_add(out, "\n%s %s: %s", rule_text->id, rule_text->title, rule_text->text);
    }
}

/* Shows the command of this name, the topic, or all that is about the words. */
static void help_about(struct sitting *sitting, struct str words, struct result *out)
{
    const struct command_def *const *defs;
    int count = sitting_commands(sitting, &defs);
    struct nearest nearest;
    struct text text = text_over(out->text, sizeof out->text);
    nearest_init(&nearest, words);
    for (int i = 0; i < count; i++) {
        nearest_offer(&nearest, defs[i]->name);
        if (str_equal_any_case(words, str_of(defs[i]->name))) {
            explain_command(sitting, defs[i], &text);
            return;
        }
    }
    const struct topic *topic = topic_find(words);
    if (topic != NULL) {
        text_add(&text, "%s", topic_text(topic));
        return;
    }
    topics_by_wish(&text, words);
    for (int i = 0; i < count; i++) {
        if (str_holds_words(str_of(defs[i]->name), words) ||
            str_holds_words(str_of(defs[i]->help), words)) {
            list_command(&text, defs[i]);
        }
    }
    if (text.n == 0) {
        text_add(&text, "nothing is about %s%s; `commands` lists all of them",
                 utf8_shown(words).text, nearest_question(&nearest).text);
    }
}

void sitting_run_help(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct str words = str_trimmed(command->argument[0].word);
    if (words.n > 0) {
        help_about(sitting, words, out);
        return;
    }
    const struct command_def *const *defs;
    int count = sitting_commands(sitting, &defs);
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "a line is a command: attack p1 14 4; help attack explains one");
    for (int i = 0; i < count; i++) {
        list_command(&text, defs[i]);
    }
}

/* ---- the log --------------------------------------------------------------------------- */

void sitting_run_log(struct sitting *sitting, const struct command *command, struct result *out)
{
    struct str words = str_trimmed(command->argument[0].word);
    struct log_line *page = malloc(LOG_PAGE_ROOM * sizeof *page);
    CHECK(page != NULL);
    char found[LINES_TOLD][sizeof page->line]; /* the newest first */
    int count = 0;
    int64_t older = 0;
    struct error err;
    do {
        int lines;
        if (sitting_log_page(sitting, older, page, &lines, &older, &err) != STATUS_OK) {
            free(page);
            sitting_fail(sitting, &err, out);
            return;
        }
        for (int i = lines - 1; i >= 0 && count < LINES_TOLD; i--) {
            if (sitting_log_holds(&page[i], words)) {
                memcpy(found[count++], page[i].line, sizeof found[0]);
            }
        }
    } while (older != 0 && count < LINES_TOLD);
    free(page);
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = count - 1; i >= 0; i--) {
        text_add(&text, "%s%s", text.n == 0 ? "" : "\n", found[i]);
    }
    if (count == 0 && words.n > 0) {
        text_add(&text, "no line of the log contains %s", utf8_shown(words).text);
    } else if (count == 0) {
        text_add(&text, "nothing has happened yet");
    }
}

/* ---- how it stands --------------------------------------------------------------------- */

static void add_pending(struct sitting *sitting, struct text *out)
{
    const struct state *state = sitting_state(sitting);
    struct pending pending[PENDING_MAX];
    int count = pending_checks(sitting_procedure(sitting), state, pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        text_add(out, "\n%s", pending[i].text);
        if (pending[i].command[0] != '\0') {
            text_add(out, "; settled by: ");
            command_name_ids(state, str_of(pending[i].command), out);
        }
    }
    if (count == 0) {
        text_add(out, "\nno check is due");
    }
}

static void add_place(struct sitting *sitting, struct text *out)
{
    const struct state *state = sitting_state(sitting);
    const struct procedure *procedure = sitting_procedure(sitting);
    int actor = procedure->actor(state);
    text_add(out, "%s (%s): ", sitting_encounter_name(sitting), state_system(state)->title);
    int before = out->n;
    procedure->phase(state, out);
    if (out->n == before) {
        text_add(out, "not begun yet");
    }
    if (actor != 0) {
        text_add(out, ", %s acts", state_name(state, actor));
    }
}

void sitting_run_status(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    (void)command;
    struct text text = text_over(out->text, sizeof out->text);
    if (sitting_encounter_name(sitting)[0] == '\0') {
        text_add(&text, "no encounter is open; `encounter NAME` starts one");
        return;
    }
    add_place(sitting, &text);
    add_pending(sitting, &text);
    if (sitting_undo_label(sitting)[0] != '\0') {
        text_add(&text, "\nundo takes back: %s", sitting_undo_label(sitting));
    }
}

/* "27 Anka (party): 9/9 HP, prone, acts now". */
static void add_combatant(struct sitting *sitting, int id, struct text *out)
{
    const struct state *state = sitting_state(sitting);
    const struct procedure *procedure = sitting_procedure(sitting);
    struct combatant_words row;
    memset(&row, 0, sizeof row);
    procedure->describe(state, id, &row);
    bool is_ours = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    const char *turn = combatant_turn(procedure, state, id);
    text_add(out, "\n%s%s%s (%s): ", row.score, row.score[0] != '\0' ? " " : "",
             state_name(state, id), is_ours ? "party" : "foes");
    combatant_hit_points(procedure, state, id, out);
    text_add(out, "%s%s%s%s", row.words[0] != '\0' ? ", " : "", row.words,
             turn[0] != '\0' ? ", " : "", turn);
}

static void add_counters(const struct state *state, struct text *out)
{
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            text_add(out, "\ncounter ");
            counter_format(state, &state->counter[i], out);
        }
    }
}

void sitting_tell_table(struct sitting *sitting, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = turns_order(sitting_procedure(sitting), sitting_state(sitting), ids);
    add_place(sitting, out);
    for (int i = 0; i < count; i++) {
        add_combatant(sitting, ids[i], out);
    }
    if (count == 0) {
        text_add(out, "\nnobody is here");
    }
    add_counters(sitting_state(sitting), out);
    add_pending(sitting, out);
}

void sitting_run_save(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    (void)command;
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text,
             "everything is saved already, in %s\n"
             "`backup FILE` writes a copy; `save-as FILE` goes on in another file",
             sitting_path(sitting));
}
