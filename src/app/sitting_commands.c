#include "app/sitting_commands.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting_amend.h"
#include "app/sitting_backup.h"
#include "app/sitting_campaigns.h"
#include "app/sitting_carry.h"
#include "app/sitting_data.h"
#include "app/sitting_file.h"
#include "app/sitting_history.h"
#include "app/sitting_rules.h"
#include "app/sitting_settings.h"
#include "app/sitting_state.h"
#include "base/nearest.h"
#include "games/games.h"
#include "tracker/decide.h"
#include "tracker/carry.h"
#include "tracker/settings.h"

/* ---- moving the head ------------------------------------------------------------------- */

static void move(struct sitting *sitting, enum row_kind kind, int64_t head, const char *label,
                 struct result *out)
{
    struct error err;
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        sitting_fail_read_only(sitting, &out->error);
        return;
    }
    struct act_row row = {.kind = kind,
                          .encounter = sitting->encounter.id,
                          .round = sitting->state.value[ENCOUNTER_ROUND],
                          .at_ms = sitting->now_ms()};
    static const char *const verbs[] = {
        [ROW_UNDO] = "undone", [ROW_REDO] = "redone", [ROW_REWIND] = "went back to"};
    struct text text = text_over(row.label, sizeof row.label);
    text_add(&text, "%s: %s", verbs[kind], label);
    int64_t from = sitting->position.head;
    if (log_move(sitting->campaign, &row, head, &sitting->position, &err) != STATUS_OK ||
        sitting_follow_head(sitting, from, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    out->kind = RESULT_DONE;
    memcpy(out->label, row.label, sizeof out->label);
    text_format(out->text, sizeof out->text, "%s", row.label);
}

static void refuse(struct result *out, const char *reason)
{
    out->kind = RESULT_REFUSED;
    text_format(out->refusal.reason, sizeof out->refusal.reason, "%s", reason);
    out->refusal.rule = "";
}

static void run_undo(struct sitting *sitting, const struct command *command, struct result *out)
{
    (void)command;
    struct log_way way;
    struct error err;
    if (log_undo(sitting->campaign, sitting->encounter.id, sitting->position.head, &way,
                 &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (way.to < 0) {
        refuse(out, "there is nothing to undo: this is the start");
    } else {
        move(sitting, ROW_UNDO, way.to, way.label, out);
    }
}

static void run_redo(struct sitting *sitting, const struct command *command, struct result *out)
{
    (void)command;
    struct log_way way;
    struct error err;
    if (log_redo(sitting->campaign, sitting->encounter.id, sitting->position.head, &way,
                 &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (way.to < 0) {
        refuse(out, "there is nothing to redo");
    } else {
        move(sitting, ROW_REDO, way.to, way.label, out);
    }
}

/* Any act of the encounter, on whatever branch; 0 is the start. */
static void run_rewind(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    int64_t act;
    struct act_row row = {.label = "the start"};
    struct error err;
    if (!str_to_int64(command->argument[0].word, 0, INT64_MAX / 2, &act)) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "",
                  "rewind needs the number of an act, as `log` shows it; 0 is the start");
        return;
    }
    if (act != 0 && (log_row(sitting->campaign, act, &row, &err) != STATUS_OK ||
                     row.encounter != sitting->encounter.id || row.kind != ROW_ACT)) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "", "there is no act %lld in this encounter",
                  (long long)act);
        return;
    }
    if (sitting->encounter.id == 0 || act == sitting->position.head) {
        text_format(out->text, sizeof out->text, "nothing changed");
        return;
    }
    struct position was = sitting->position;
    struct log_fate fate;
    if (log_fate(sitting->campaign, sitting->encounter.id, was.head, act, &fate, &err) !=
        STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    move(sitting, ROW_REWIND, act, row.label, out);
    if (out->kind == RESULT_DONE && fate.kind == LOG_CORRECTED) {
        struct text text = text_over(out->text, sizeof out->text);
        text_add(&text,
                 "%s\nact %lld was corrected, and this is how it was before: `rewind %lld` "
                 "goes back to act %lld",
                 out->label, (long long)act, (long long)fate.now, (long long)fate.now);
    }
}

/* ---- encounters ------------------------------------------------------------------------ */

static const struct system *system_option(const struct sitting *sitting,
                                          const struct command *command, struct result *out)
{
    const struct option *option = command_option(command, "system");
    if (option == NULL) {
        return state_system(&sitting->state);
    }
    const struct system *system = system_find(option->value);
    if (system != NULL) {
        return system;
    }
    struct nearest nearest;
    nearest_init(&nearest, option->value);
    TEXT_BUFFER(list, 200);
    for (int i = 0; i < systems_count(); i++) {
        nearest_offer(&nearest, system_at(i)->id);
        text_add(&list, "%s%s", list.n == 0 ? "" : ", ", system_at(i)->id);
    }
    out->kind = RESULT_WRONG;
    error_set(&out->error, STATUS_USAGE, "", "there is no game %.*s (%s)%s", option->value.n,
              option->value.p, list.p, nearest_question(&nearest).text);
    return NULL;
}

static bool name_copy(char out[CAMPAIGN_NAME_SIZE], struct str name, struct result *result)
{
    struct text text = text_over(out, CAMPAIGN_NAME_SIZE);
    text_add_str(&text, name);
    if (text.is_cut || text.n == 0) {
        result->kind = RESULT_WRONG;
        error_set(&result->error, STATUS_USAGE, "", "an encounter's name is 1 to %d bytes",
                  CAMPAIGN_NAME_SIZE - 1);
        return false;
    }
    return true;
}

static void make(struct sitting *sitting, const char *name, const struct system *system,
                 struct result *out)
{
    struct error err;
    int64_t id;
    enum status status =
        encounter_create(sitting->campaign, name, system->id, sitting->now_ms(), &id, &err);
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
        return;
    }
    if (status != STATUS_OK || sitting_load(sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "encounter %s", name);
    text_format(out->text, sizeof out->text, "encounter %s, %s", name, system->title);
}

/* With the settings of the one before, or with the party of the open one, wounds and all. */
static void make_encounter(struct sitting *sitting, const char *name,
                           const struct system *system, carry_fn *carry, struct result *out)
{
    struct state *from = malloc(sizeof *from);
    CHECK(from != NULL);
    bool has_from = sitting_settings_from(sitting, system, from, out);
    if (out->kind == RESULT_TOLD) {
        make(sitting, name, system, out);
    }
    if (has_from && out->kind == RESULT_DONE) {
        sitting_carry(sitting, carry, from, out);
    }
    free(from);
}

static void run_encounter(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    const struct system *system = system_option(sitting, command, out);
    if (system == NULL || !name_copy(name, command->argument[0].word, out)) {
        return;
    }
    bool carries = command_option(command, "carry") != NULL;
    const char *why_not = carries ? sitting_why_no_carry(sitting, system) : NULL;
    if (why_not != NULL) {
        refuse(out, why_not);
    } else {
        make_encounter(sitting, name, system, carries ? carry_party : settings_carry, out);
    }
}

/* Which encounters a name that is none may mean: those that it begins, and the one that is
 * nearest. */
struct meant {
    struct str name;
    struct encounter_row row; /* the first that it begins */
    int begins;
    struct nearest nearest;
    char nearest_name[CAMPAIGN_NAME_SIZE];
};

static void offer_encounter(struct meant *meant, const struct encounter_row *row)
{
    struct str whole = str_of(row->name);
    struct str beginning = {whole.p, meant->name.n < whole.n ? meant->name.n : whole.n};
    nearest_offer(&meant->nearest, row->name);
    if (meant->nearest.best == row->name) {
        memcpy(meant->nearest_name, row->name, sizeof meant->nearest_name);
        meant->nearest.best = meant->nearest_name;
    }
    if (str_equal_any_case(beginning, meant->name) && meant->begins++ == 0) {
        meant->row = *row;
    }
}

/* By its name or, like a combatant, by a beginning that no other one has. False, and *out says
 * why, when there is none. */
static bool find_encounter(struct sitting *sitting, const char *name, struct encounter_row *row,
                           struct result *out)
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    struct meant meant = {.name = str_of(name)};
    struct error err;
    enum status status = encounter_find(sitting->campaign, name, row, &err);
    if (status == STATUS_OK) {
        return true;
    }
    int count = AT_ONCE;
    nearest_init(&meant.nearest, meant.name);
    for (int skip = 0; status == STATUS_MISSING && count == AT_ONCE; skip += count) {
        if (encounter_list(sitting->campaign, rows, AT_ONCE, skip, &count, &err) != STATUS_OK) {
            status = err.code;
        }
        for (int i = 0; i < count; i++) {
            offer_encounter(&meant, &rows[i]);
        }
    }
    if (status != STATUS_MISSING) {
        sitting_fail(sitting, &err, out);
    } else if (meant.begins == 1) {
        *row = meant.row;
        return true;
    } else {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "", "there is no encounter %s%s", name,
                  meant.begins > 1             ? ", and several begin like that"
                  : meant.nearest.best != NULL ? nearest_question(&meant.nearest).text
                                               : "; `encounters` lists them");
    }
    return false;
}

static void open_encounter(struct sitting *sitting, const struct encounter_row *row,
                           struct result *out)
{
    struct error err;
    enum status status = STATUS_OK;
    if (row->id != sitting->encounter.id) {
        status = encounter_open(sitting->campaign, row->id, sitting->now_ms(), &err);
    }
    if (status == STATUS_OK) {
        status = sitting_load(sitting, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "opened %s", row->name);
    text_format(out->text, sizeof out->text, "opened %s", row->name);
}

/* Everything that could stand in the way is found out before the open one is parked. */
static void open_with_party(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out)
{
    const char *why_not = row->id == sitting->encounter.id
                              ? "this encounter is on the table, and so is its party"
                              : sitting_why_no_carry(sitting, system_find(str_of(row->system)));
    if (why_not != NULL) {
        refuse(out, why_not);
        return;
    }
    if (!sitting_can_carry_into(sitting, row, out)) {
        return;
    }
    struct state *from = malloc(sizeof *from);
    CHECK(from != NULL);
    state_init(from, state_system(&sitting->state));
    state_copy(from, &sitting->state);
    open_encounter(sitting, row, out);
    if (out->kind == RESULT_DONE) {
        sitting_carry(sitting, carry_party, from, out);
    }
    free(from);
}

static void run_open(struct sitting *sitting, const struct command *command, struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    if (!name_copy(name, command->argument[0].word, out) ||
        !find_encounter(sitting, name, &row, out)) {
        return;
    }
    if (command_option(command, "carry") != NULL) {
        open_with_party(sitting, &row, out);
    } else {
        open_encounter(sitting, &row, out);
    }
}

static void run_encounters(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    (void)command;
    enum { MOST = 64 };
    struct encounter_row rows[MOST];
    int count;
    struct error err;
    if (encounter_list(sitting->campaign, rows, MOST, 0, &count, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count; i++) {
        const struct system *system = system_find(str_of(rows[i].system));
        text_add(&text, "%s%s (%s, ", i == 0 ? "" : "\n", rows[i].name,
                 system != NULL ? system->title : rows[i].system);
        if (rows[i].id == sitting->encounter.id) {
            text_add(&text, "on the table)");
        } else {
            text_add(&text, "%lld act%s)", (long long)rows[i].acts,
                     rows[i].acts == 1 ? "" : "s");
        }
    }
    if (count == 0) {
        text_add(&text, "no encounter yet");
    }
}

/* ---- the rest -------------------------------------------------------------------------- */

static void run_commands(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    (void)command;
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < sitting->commands; i++) {
        text_add(&text, "%s%-12s %s", i == 0 ? "" : "\n", sitting->command[i]->name,
                 sitting->command[i]->help);
    }
}

static void run_quit(struct sitting *sitting, const struct command *command, struct result *out)
{
    (void)sitting;
    (void)command;
    out->kind = RESULT_QUIT;
}

static const char *const encounter_options[] = {"system", "carry", NULL};
static const char *const backup_options[] = {"replace", NULL};
static const char *const open_options[] = {"carry", NULL};

static const struct {
    struct command_def def;
    sitting_command_fn *run;
} own[] = {
    {{.name = "undo", .help = "take the last act back; nothing is lost", .rule = ""}, run_undo},
    {{.name = "redo", .help = "redo what was undone", .rule = ""}, run_redo},
    {{.name = "rewind",
      .help = "go to any act by its number, on any branch",
      .rule = "",
      .arguments = {{.name = "ACT", .kind = ARGUMENT_WORD}},
      .arguments_count = 1},
     run_rewind},
    {{.name = "history",
      .help = "past acts with their numbers, newest first, to go back to",
      .rule = ""},
     sitting_run_history},
    {{.name = "amend",
      .help = "change the last act, or act=27: amend p2, amend edge=1",
      .rule = "",
      .arguments = {{.name = "CHANGES", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_amend},
    {{.name = "encounter",
      .help = "start an encounter, park this one (carry: with the party)",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_NAME}},
      .arguments_count = 1,
      .options = encounter_options},
     run_encounter},
    {{.name = "open",
      .help = "open an encounter, park this one (carry: with the party)",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_NAME, .words = WORDS_ENCOUNTER}},
      .arguments_count = 1,
      .options = open_options},
     run_open},
    {{.name = "encounters", .help = "every encounter of the campaign", .rule = ""},
     run_encounters},
    {{.name = "rule",
      .help = "what a rule says: rule 5.14; alone: all of them",
      .rule = "",
      .arguments =
          {{.name = "RULE", .kind = ARGUMENT_TEXT, .is_optional = true, .words = WORDS_RULE}},
      .arguments_count = 1},
     sitting_run_rule},
    {{.name = "commands", .help = "every command there is", .rule = ""}, run_commands},
    {{.name = "save-as",
      .help = "write the open campaign to a file, and go on there",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_save_as},
    {{.name = "backup",
      .help = "copy the campaign to a file (replace: over one)",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_NAME}},
      .arguments_count = 1,
      .options = backup_options},
     sitting_run_backup},
    {{.name = "backups", .help = "the copies that are kept beside the campaign", .rule = ""},
     sitting_run_backups},
    {{.name = "restore",
      .help = "go back to a copy; what is open is kept beside it",
      .rule = "",
      .arguments = {{.name = "COPY", .kind = ARGUMENT_WORD}},
      .arguments_count = 1},
     sitting_run_restore},
    {{.name = "campaigns", .help = "the campaigns there are", .rule = ""},
     sitting_run_campaigns},
    {{.name = "campaign",
      .help = "open another campaign",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_TEXT}},
      .arguments_count = 1},
     sitting_run_campaign},
    {{.name = "reopen",
      .help = "go on with the file that is at the campaign's path now",
      .rule = ""},
     sitting_run_reopen},
    {{.name = "settings",
      .help = "backups, colours, bell ... of the program: NAME VALUE changes",
      .rule = "",
      .arguments =
          {{.name = "NAME", .kind = ARGUMENT_WORD, .is_optional = true, .words = WORDS_PROGRAM},
           {.name = "VALUE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_settings},
    {{.name = "quit", .help = "quit; everything is saved already", .rule = ""}, run_quit},
};

enum { OWN_COUNT = sizeof own / sizeof own[0] };

static int own_commands(const struct command_def **out, int most)
{
    int count = 0;
    while (count < OWN_COUNT && count < most) {
        out[count] = &own[count].def;
        count++;
    }
    return count;
}

int sitting_commands_of(const struct system *system, struct made_commands *made,
                        const struct command_def **out, int most)
{
    int count = procedure_commands(games_find(system), system, made, out, most);
    return count + own_commands(out + count, most - count);
}

sitting_command_fn *sitting_own_command(const struct command_def *def)
{
    for (int i = 0; i < OWN_COUNT; i++) {
        if (&own[i].def == def) {
            return own[i].run;
        }
    }
    return NULL;
}
