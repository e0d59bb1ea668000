#include "app/sitting/commands.h"

#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_reading.h"
#include "app/forecast/chart_told.h"
#include "app/forecast/choices.h"
#include "app/forecast/compare.h"
#include "app/forecast/told.h"
#include "app/correct/amend.h"
#include "app/forecast/graded.h"
#include "app/forecast/kept.h"
#include "app/forecast/evening.h"
#include "app/file/backup.h"
#include "app/chronicle/chronicle.h"
#include "app/file/campaigns.h"
#include "app/encounters/encounters.h"
#include "app/export/export.h"
#include "app/file/file.h"
#include "app/transfer/document.h"
#include "app/transfer/import.h"
#include "app/transfer/import_defaults.h"
#include "app/transfer/merge.h"
#include "app/library/campaign_library.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/library/record_library.h"
#include "app/encounters/plan.h"
#include "app/log/past.h"
#include "app/log/kept_questions.h"
#include "app/log/questions.h"
#include "app/macros/macros.h"
#include "app/log/remarks.h"
#include "app/log/why.h"
#include "app/party/party.h"
#include "app/party/roster.h"
#include "app/prepared/prepared.h"
#include "app/prepared/prepared_commands.h"
#include "app/settings/settings.h"
#include "app/sitting/asked.h"
#include "app/sitting/data.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/naming.h"
#include "tracker/settings.h"

/* ---- to and fro in the log ----------------------------------------------------------- */

static void move(struct sitting *sitting, enum row_kind kind, int64_t head, const char *label,
                 struct result *out)
{
    struct error err;
    if (!sitting_may_change(sitting, out)) {
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
    result_be_done(out, row.label);
}

static void sitting_run_undo(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    (void)command;
    struct log_way way;
    struct error err;
    if (log_undo(sitting->campaign, sitting->encounter.id, sitting->position.head, &way,
                 &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (way.to < 0) {
        /* An encounter without anybody may have been begun by mistake: the way back is told. */
        char before[NAME_SIZE];
        TEXT_BUFFER(reason, sizeof out->refusal.reason);
        text_add(&reason, "there is nothing to undo: this is the start");
        if (sitting->state.count == 0 && sitting_encounter_before(sitting, before)) {
            text_add(&reason, "; `open ");
            text_add_quoted(&reason, str_of(before));
            text_add(&reason, "` goes back to it");
        }
        result_refuse(out, "%s", reason.p);
    } else {
        move(sitting, ROW_UNDO, way.to, way.label, out);
    }
}

static void sitting_run_redo(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    (void)command;
    struct log_way way;
    struct error err;
    if (log_redo(sitting->campaign, sitting->encounter.id, sitting->position.head, &way,
                 &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (way.to < 0) {
        result_refuse(out, "there is nothing to redo");
    } else {
        move(sitting, ROW_REDO, way.to, way.label, out);
    }
}

/* Any act of the encounter, on any branch; 0 is the start. */
static void sitting_run_rewind(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    int64_t act;
    struct act_row row = {.label = "the start"};
    struct error err;
    if (!str_to_int64(command->argument[0].word, 0, INT64_MAX / 2, &act)) {
        result_wrong(out,
                     "rewind needs the number of an act, as `log` shows it; 0 is the start");
        return;
    }
    enum status status = act != 0 ? log_row(sitting->campaign, act, &row, &err) : STATUS_OK;
    if (status != STATUS_OK && status != STATUS_MISSING) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (status == STATUS_MISSING ||
        (act != 0 && (row.encounter != sitting->encounter.id || row.kind != ROW_ACT))) {
        result_wrong(out, "there is no act %lld in this encounter", (long long)act);
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

/* ---- the table ----------------------------------------------------------------------- */

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
    result_quit(out);
}

/* Collections beside the fights, each with its own undo and redo; and all of them together. */
static const struct collection *const collections[] = {&encounter_collection,
                                                       &prepared_collection,
                                                       &plan_collection,
                                                       &kind_collection,
                                                       &party_collection,
                                                       &remark_collection,
                                                       &question_collection,
                                                       &forecast_collection,
                                                       &import_default_collection,
                                                       &macro_collection,
                                                       NULL};

static const struct collection every_collection = {
    .parts = collections,
    .commands = "lists",
    .nothing_done = "nothing was changed beside the fights",
    .nothing_undone = "nothing was taken back beside the fights"};

/* "plan-undo", "plan-redo", "lists-undo". */
static void run_take_back(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    struct str name = str_of(command->def->name);
    struct str whose = {name.p, name.n - (int)strlen("-undo")};
    const struct collection *of = &every_collection;
    for (int i = 0; collections[i] != NULL; i++) {
        of = str_equal(whose, collections[i]->commands) ? collections[i] : of;
    }
    collection_take_back(sitting, of, strcmp(name.p + whose.n, "-undo") == 0, out);
}

/* What all that is kept under a name has in common: "macro-rename", "question-delete". */
static void run_named(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    static const struct named_kind *const kinds[] = {&macro_kind, &question_kind};
    const struct named_kind *kind = NULL;
    const char *verb = strchr(command->def->name, '-');
    struct str word = {command->def->name, (int)(verb - command->def->name)};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        kind = str_equal(word, kinds[i]->word) ? kinds[i] : kind;
    }
    CHECK(kind != NULL);
    (strcmp(verb, "-rename") == 0 ? named_rename : named_delete)(sitting, kind, command, out);
}

#define OWN_COMMAND(word, takes, about, function)                                              \
    {                                                                                          \
        {.name = word, .signature = takes, .help = about}, function                            \
    }
#define OPENING_COMMAND(word, what, takes, about, function)                                    \
    {                                                                                          \
        {.name = word, .signature = takes, .help = about, .opens = what}, function             \
    }

static const struct {
    struct command_def def;
    sitting_command_fn *run;
} own[] = {
    OWN_COMMAND("undo", "", "take the last act back; nothing is lost", sitting_run_undo),
    OWN_COMMAND("redo", "", "redo what was undone", sitting_run_redo),
    OWN_COMMAND("lists-undo", "", "take the last change of any list back: plan, kinds, party",
                run_take_back),
    OWN_COMMAND("lists-redo", "", "redo what lists-undo took back", run_take_back),
    OWN_COMMAND("rewind", "ACT:word", "go to any act by its number, on any branch",
                sitting_run_rewind),
    OPENING_COMMAND("history", OPENS_HISTORY, "",
                    "past acts with their numbers, newest first, to go back to",
                    sitting_run_history),
    OPENING_COMMAND("look", OPENS_PAST, "[WHERE:text]",
                    "the table as it was: look back, on, now; look #34: at act 34",
                    sitting_run_look),
    OPENING_COMMAND("chronicle", OPENS_CHRONICLE, "",
                    "the evenings: their fights, how they ended, what happened",
                    sitting_run_chronicle),
    OWN_COMMAND("branches", "[ADDRESS:text]",
                "ways that were left by undo, beside the one taken", sitting_run_branches),
    OWN_COMMAND("go-on", "ADDRESS:word [NAME:name]",
                "a copy that goes on from a past act: go-on #27", sitting_run_go_on),
    OWN_COMMAND("remark", "WORDS:text",
                "a remark on the last act, or on one: remark #27 a lie; -: none",
                sitting_run_remark),
    OWN_COMMAND("marker", "[WORDS:text]",
                "a marker on the last act, or one: marker #27 turn; -: none",
                sitting_run_marker),
    OWN_COMMAND("remarks", "", "all remarks and markers", sitting_run_remarks),
    OWN_COMMAND("remarks-undo", "", "take the last remark or marker back", run_take_back),
    OWN_COMMAND("remarks-redo", "", "redo what remarks-undo took back", run_take_back),
    OPENING_COMMAND("why", OPENS_WHY, "WHO:combatant [VALUE:word]",
                    "the acts that made a value: why bran, why bran score", sitting_run_why),
    OPENING_COMMAND("figures", OPENS_FIGURES, "[WORDS:text]",
                    "hits and damage against the odds; figures by=Bran", sitting_run_figures),
    OPENING_COMMAND("forecast", OPENS_FORECAST, "[WHAT-IF:text]",
                    "is it too hard? forecast duplicate g1 2: what if?", sitting_run_forecast),
    OPENING_COMMAND("forecast-evening", OPENS_EVENING, "[REST:text]",
                    "the whole plan; forecast-evening 6 HP each: what a rest is",
                    sitting_run_forecast_evening),
    OPENING_COMMAND("chart", OPENS_CHART, "[FIGHT:text]",
                    "the chance after each act: when did it turn, was it luck?",
                    sitting_run_chart),
    OPENING_COMMAND("choices", OPENS_CHOICES, "[ACT:text]",
                    "what else could be done: choices, choices #27", sitting_run_choices),
    OPENING_COMMAND("compare", OPENS_COMPARE, "FIGHTS:text",
                    "two fights, or two ways of one: compare Ford #27", sitting_run_compare),
    OWN_COMMAND("forecast-keep", "", "keep the forecast, to compare it with how it goes",
                sitting_run_forecast_keep),
    OWN_COMMAND("forecast-undo", "", "take back the last forecast-keep", run_take_back),
    OWN_COMMAND("forecast-kept", "", "the kept forecast beside how the fight went",
                sitting_run_forecast_kept),
    OWN_COMMAND("forecasts", "", "what was forecast beside how it ended, over all fights",
                sitting_run_forecasts),
    OWN_COMMAND("amend", "[CHANGES:text]",
                "change the last act, or act=27: amend p2, amend edge=1", sitting_run_amend),
    OWN_COMMAND("encounter", "NAME:name [system=] [carry] [numbered]",
                "start an encounter; carry takes the party along", sitting_run_encounter),
    OWN_COMMAND("open", "NAME:name/encounter [carry]",
                "open another encounter; carry takes the party along", sitting_run_open),
    OPENING_COMMAND("encounters", OPENS_ENCOUNTERS, "[WORDS:text]",
                    "list the encounters; encounters boss: by words; archived: too",
                    sitting_run_encounters),
    OWN_COMMAND("rename-encounter", "ENCOUNTER:word/encounter NAME:name",
                "another name: rename-encounter \"Nest ledge\" Cliff nest",
                sitting_run_rename_encounter),
    OWN_COMMAND("copy-encounter", "ENCOUNTER:word/encounter [NAME:name]",
                "copy one as it was prepared: copy-encounter Ford Weir",
                sitting_run_copy_encounter),
    OWN_COMMAND("tag-encounter", "ENCOUNTER:word/encounter TAGS:text",
                "its tags: tag-encounter Ford boss, river; -: none", sitting_run_tag_encounter),
    OWN_COMMAND("note-encounter", "ENCOUNTER:word/encounter NOTE:text",
                "a note: note-encounter Ford they want the egg; -: none",
                sitting_run_note_encounter),
    OWN_COMMAND("archive-encounter", "ENCOUNTER:name/encounter",
                "take one off the list; its name is free, nothing is lost",
                sitting_run_archive_encounter),
    OWN_COMMAND("unarchive-encounter", "ENCOUNTER:name/archived",
                "an archived encounter is on the list again", sitting_run_unarchive_encounter),
    OWN_COMMAND("delete-encounter", "ENCOUNTER:name/encounter",
                "delete one in which nothing was done", sitting_run_delete_encounter),
    OWN_COMMAND("prepare", "NAME:name [system=] [party] [blank]",
                "prepare an encounter: its text, with the foes of this one",
                sitting_run_prepare),
    OPENING_COMMAND("prepared", OPENS_PREPARED, "[NAME:name/prepared]",
                    "the prepared encounters; prepared Ford: its text", sitting_run_prepared),
    OWN_COMMAND("start", "NAME:name/prepared [carry] [dice]",
                "begin a prepared encounter (carry: with this party)", sitting_run_start),
    OWN_COMMAND("missing", "[NAME:name/prepared]",
                "what is missing before a start; alone: of this encounter",
                sitting_run_missing),
    OWN_COMMAND("notes", "[NAME:name/prepared]",
                "what is read aloud in this fight, and its notes", sitting_run_notes),
    OWN_COMMAND("write-encounter", "NAME:word/prepared FILE:name [replace]",
                "the text of a prepared encounter to a file", sitting_run_write_encounter),
    OWN_COMMAND("read-encounter", "FILE:word [NAME:name] [replace]",
                "a prepared encounter from the text in a file", sitting_run_read_encounter),
    OWN_COMMAND("prepared-print", "NAME:word/prepared FILE:name [replace]",
                "a page of a prepared encounter to a file: text, or .md",
                sitting_run_prepared_print),
    OWN_COMMAND("rename-prepared", "NAME:word/prepared NEW:name",
                "another name: rename-prepared \"Nest ledge\" Cliff nest",
                sitting_run_rename_prepared),
    OWN_COMMAND("copy-prepared", "NAME:word/prepared NEW:name",
                "the same text under another name: copy-prepared Ford Weir",
                sitting_run_copy_prepared),
    OWN_COMMAND("archive-prepared", "NAME:name/prepared",
                "take a prepared encounter off the list; nothing is lost",
                sitting_run_archive_prepared),
    OWN_COMMAND("prepared-undo", "", "take back the last change of a prepared encounter",
                run_take_back),
    OWN_COMMAND("prepared-redo", "", "redo what prepared-undo took back", run_take_back),
    OWN_COMMAND("delete", "WHO:combatant", "take out a combatant that was added by mistake",
                sitting_run_delete),
    OWN_COMMAND("encounters-undo", "", "take back the last change in the list of encounters",
                run_take_back),
    OWN_COMMAND("encounters-redo", "", "redo what was taken back in the list of encounters",
                run_take_back),
    OPENING_COMMAND("plan", OPENS_PLAN, "",
                    "the plan for the evening: what was played, what is next",
                    sitting_run_plan),
    OWN_COMMAND("plan-add", "ENCOUNTER:word/encounter [NOTE:text]",
                "an encounter onto the plan: plan-add Ford the bridge is out",
                sitting_run_plan_add),
    OWN_COMMAND("plan-prepared", "NAME:word/prepared [NOTE:text]",
                "a prepared encounter onto the plan: plan-prepared Ford",
                sitting_run_plan_prepared),
    OWN_COMMAND("plan-move", "ENCOUNTER:word/encounter PLACE:word",
                "to another place of the plan: plan-move Ford 1, up, last",
                sitting_run_plan_move),
    OWN_COMMAND("plan-remove", "ENCOUNTER:name/encounter",
                "take an encounter off the plan; it stays in the list",
                sitting_run_plan_remove),
    OWN_COMMAND("plan-note", "ENCOUNTER:word/encounter NOTE:text",
                "a note on it: plan-note Ford if they have time; -: none",
                sitting_run_plan_note),
    OWN_COMMAND("plan-print", "FILE:name [replace]",
                "the evening to a file: plan, encounters, party; or .md",
                sitting_run_plan_print),
    OWN_COMMAND("plan-clear", "", "empty the plan, for another evening",
                sitting_run_plan_clear),
    OWN_COMMAND("plan-undo", "", "take the last change of the plan back", run_take_back),
    OWN_COMMAND("plan-redo", "", "redo what plan-undo took back", run_take_back),
    OPENING_COMMAND("kinds", OPENS_KINDS, "[WORDS:text]",
                    "kinds to make combatants from; kinds goblin cave: by words",
                    sitting_run_kinds),
    OWN_COMMAND("kind", "KIND:text/record", "all that a kind says", sitting_run_kind),
    OPENING_COMMAND("import", OPENS_IMPORT, "[FILE:word] [ANSWERS:text]",
                    "kinds from stat lines, notes, other programs: import FILE",
                    sitting_run_import),
    OWN_COMMAND("import-default", "FIELD:word [VALUE:text]",
                "for what imports do not tell: import-default ac 12; -: none",
                sitting_run_import_default),
    OWN_COMMAND("imports-undo", "", "take the last change of these defaults back",
                run_take_back),
    OWN_COMMAND("imports-redo", "", "redo what imports-undo took back", run_take_back),
    OWN_COMMAND("merge", "FILE:word [YES:word]",
                "the encounters of another campaign: merge FILE", sitting_run_merge),
    OWN_COMMAND("save-kind", "WHO:combatant [NAME:text]",
                "a combatant as a kind of the campaign: save-kind Snag reeve",
                sitting_run_save_kind),
    OWN_COMMAND("add-kind", "NAME:text",
                "a new kind: add-kind moor wolf hp=1d8 tags=beast, moor", sitting_run_add_kind),
    OWN_COMMAND("edit-kind", "KIND:text/record",
                "change a kind: edit-kind gully goblin hp=2d6 note=-", sitting_run_edit_kind),
    OWN_COMMAND("copy-kind", "KIND:word/record NAME:text",
                "a kind under another name: copy-kind gully-goblin king hp=9",
                sitting_run_copy_kind),
    OWN_COMMAND("archive-kind", "KIND:text/record",
                "take a kind of the campaign off the list; nothing is lost",
                sitting_run_archive_kind),
    OWN_COMMAND("unarchive-kind", "KIND:text/archived-record",
                "a kind that was archived comes back on the list", sitting_run_unarchive_kind),
    OWN_COMMAND("kinds-undo", "", "take the last change of a kind back", run_take_back),
    OWN_COMMAND("kinds-redo", "", "redo what kinds-undo took back", run_take_back),
    OPENING_COMMAND("party", OPENS_PARTY, "[LINE:text]",
                    "the party; party heal Bran 3: any command between fights",
                    sitting_run_party),
    OWN_COMMAND("join", "NAME:text", "a new member: join Bran hp=9; join Ida serves=Bran hp=4",
                sitting_run_party_step),
    OWN_COMMAND("enlist", "WHO:combatants",
                "combatants of this encounter join the party as they are", sitting_run_enlist),
    OWN_COMMAND("leave", "MEMBER:text/member",
                "a member leaves the party for good; its history stays",
                sitting_run_party_step),
    OWN_COMMAND("here", "[MEMBERS:text/member]",
                "members who are here tonight: here Bran,Ida; here: everybody",
                sitting_run_party_step),
    OWN_COMMAND("away", "MEMBERS:text/member",
                "members who are not here tonight: bring leaves them out",
                sitting_run_party_step),
    OWN_COMMAND("bring", "[MEMBERS:text/member]",
                "the party comes into this encounter, as it is now", sitting_run_bring),
    OWN_COMMAND("home", "", "what this encounter did to the party goes to the roster",
                sitting_run_home),
    OWN_COMMAND("rest", "[MEMBERS:text/member]",
                "the party rests: what the rules bring back, between fights",
                sitting_run_party_step),
    OWN_COMMAND("party-heal", "MEMBERS:word/member [AMOUNT:text]",
                "members heal between fights: party-heal Bran,Ida 3", sitting_run_party_step),
    OWN_COMMAND("party-level", "MEMBERS:word/member [VALUES:text]",
                "a level by the rules, or new values: party-level Bo hp_max=9",
                sitting_run_party_step),
    OWN_COMMAND("party-spend", "AMOUNT:word [WHAT:text]",
                "the party spends gold, or what a counter counts: 5 a room",
                sitting_run_party_step),
    OWN_COMMAND("party-gain", "AMOUNT:word [WHAT:text]",
                "the party gains gold, or what a counter counts: 20 reward",
                sitting_run_party_step),
    OWN_COMMAND("party-buy", "MEMBERS:word/member ITEM:name/record:item [gold=]",
                "a member buys something: party-buy Bran rope gold=5", sitting_run_party_step),
    OWN_COMMAND("party-die", "MEMBERS:text/member", "members die between fights",
                sitting_run_party_step),
    OWN_COMMAND("party-adventure", "",
                "a new adventure: what comes back before one, counts from 0",
                sitting_run_party_step),
    OWN_COMMAND("party-sheet", "[MEMBER:text/member]",
                "a member in full, and where its numbers came from", sitting_run_party_sheet),
    OWN_COMMAND("party-print", "FILE:name [replace]",
                "write the party's sheets to a file: text, or .md", sitting_run_party_print),
    OWN_COMMAND("party-history", "", "what was done to the party, newest first",
                sitting_run_party_history),
    OWN_COMMAND("party-undo", "", "take back what was last done to the party", run_take_back),
    OWN_COMMAND("party-redo", "", "redo what party-undo took back", run_take_back),
    OWN_COMMAND("rule", "[RULE:text/rule]", "what a rule says: rule 5.14; alone: all of them",
                sitting_run_rule),
    OWN_COMMAND("commands", "", "every command there is", run_commands),
    OPENING_COMMAND("help", OPENS_HELP, "[ABOUT:text]",
                    "all commands; help attack: about one of them", sitting_run_help),
    OPENING_COMMAND("log", OPENS_LOG, "[WORDS:text]",
                    "the log; log marit: lines with that word, r2: of round 2",
                    sitting_run_log),
    OWN_COMMAND("export", "[FILE:text]",
                "the log as a file: export nest.html; chart, players, replace",
                sitting_run_export),
    OPENING_COMMAND("questions", OPENS_QUESTIONS, "[QUESTION:text]",
                    "ready questions to the log: questions hits round=2",
                    sitting_run_questions),
    OWN_COMMAND("question-keep", "NAME:word/question WORDS:text",
                "keep words under a name: question-keep crits damage>=6",
                sitting_run_keep_question),
    OWN_COMMAND("question-rename", "QUESTION:word/question NAME:name",
                "another name for a kept question", run_named),
    OWN_COMMAND("question-delete", "QUESTION:name/question",
                "delete a kept question; questions-undo brings it back", run_named),
    OWN_COMMAND("questions-undo", "", "undo the last change of the kept questions",
                run_take_back),
    OWN_COMMAND("questions-redo", "", "redo what questions-undo took back", run_take_back),
    OWN_COMMAND("do", "MACRO:word/macro [WORDS:text]",
                "run a macro as one act: do charge g2; dice may follow", sitting_run_do),
    OWN_COMMAND("macro", "NAME:word/macro [LINES:text]",
                "keep lines under a name: macro charge move %1; attack %1", sitting_run_macro),
    OWN_COMMAND("macros", "", "all macros with their lines", sitting_run_macros),
    OWN_COMMAND("macro-rename", "MACRO:word/macro NAME:word", "another name for a macro",
                run_named),
    OWN_COMMAND("macro-delete", "MACRO:word/macro",
                "delete a macro; macros-undo brings it back", run_named),
    OWN_COMMAND("macros-undo", "", "take the last change of the macros back", run_take_back),
    OWN_COMMAND("macros-redo", "", "redo what macros-undo took back", run_take_back),
    OWN_COMMAND("status", "", "the round, whose turn it is, pending checks",
                sitting_run_status),
    OPENING_COMMAND("list", OPENS_ENCOUNTERS, "[WORDS:text]",
                    "the same as encounters: list boss: by words", sitting_run_encounters),
    OWN_COMMAND("save", "", "everything is saved already; says how to write a copy",
                sitting_run_save),
    OWN_COMMAND("save-as", "[FILE:text]", "write the open campaign to a file, and go on there",
                sitting_run_save_as),
    OWN_COMMAND("backup", "FILE:name [replace]",
                "copy the campaign to a file (replace: over one)", sitting_run_backup),
    OWN_COMMAND("backups", "", "list the copies that are kept beside the campaign",
                sitting_run_backups),
    OWN_COMMAND("restore", "COPY:word", "go back to a copy; the present campaign is kept too",
                sitting_run_restore),
    OPENING_COMMAND("campaigns", OPENS_CAMPAIGNS, "", "list the campaigns",
                    sitting_run_campaigns),
    OWN_COMMAND("campaign", "FILE:text", "open another campaign", sitting_run_campaign),
    OWN_COMMAND("new-campaign", "NAME:text",
                "make another campaign, and open it: new-campaign Salt road",
                sitting_run_new_campaign),
    OWN_COMMAND("demo", "[NAME:name/demo] [again]",
                "a demo, in a campaign of its own (again: from its start)", sitting_run_demo),
    OWN_COMMAND("reopen", "", "go on with the file that is at the campaign's path now",
                sitting_run_reopen),
    OPENING_COMMAND("settings", OPENS_SETTINGS, "[NAME:word/program] [VALUE:text]",
                    "backups, colours, bell ... of the program: NAME VALUE sets",
                    sitting_run_settings),
    OWN_COMMAND("quit", "", "quit; everything is saved already", run_quit),
};

enum { OWN_COUNT = sizeof own / sizeof own[0] };

static bool is_among(const struct command_def *const *defs, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (defs[i]->name[0] == name[0] && strcmp(defs[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

int sitting_commands_of(const struct system *system, struct made_commands *made,
                        const struct command_def **out, int most)
{
    int games = procedure_commands(games_find(system), system, made, out, most);
    int count = games;
    for (int i = 0; i < OWN_COUNT && count < most; i++) {
        if (!is_among(out, games, own[i].def.name)) {
            out[count++] = commands_add(made, &own[i].def, system);
        }
    }
    return count;
}

sitting_command_fn *sitting_own_command(const struct command_def *def)
{
    for (int i = 0; def->decide == NULL && i < OWN_COUNT; i++) {
        if (strcmp(own[i].def.name, def->name) == 0) {
            return own[i].run;
        }
    }
    return NULL;
}

/* ---- likely words -------------------------------------------------------------------- */

static bool is_condition_of(const struct procedure *procedure, const char *name)
{
    for (int i = 0; i < procedure->conditions_count; i++) {
        if (strcmp(procedure->conditions[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Labels of state effects from `low` to `high` that anybody here has, without the conditions of
 * the game. */
static void see_labels(const struct sitting *sitting, int low, int high,
                       sitting_see_word_fn *see, void *context)
{
    const struct state *state = &sitting->state;
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_wanted = effect->kind >= low && effect->kind <= high &&
                         !is_condition_of(sitting_procedure(sitting), effect->label);
        for (int k = 0; k < i && is_wanted; k++) {
            const struct effect *other = &state->effect[k];
            is_wanted = other->kind < low || other->kind > high ||
                        strcmp(other->label, effect->label) != 0;
        }
        if (is_wanted) {
            see(context, effect->label, "");
        }
    }
}

/* The game's words with what they change, and how to begin an own word. */
static void see_conditions(const struct sitting *sitting, sitting_see_word_fn *see,
                           void *context)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    for (int i = 0; i < procedure->conditions_count; i++) {
        see(context, procedure->conditions[i].name, procedure->conditions[i].help);
    }
    see(context, "own", "a word of your own, which changes no number");
    see_labels(sitting, EFFECT_CONDITION, EFFECT_CONDITION_END, see, context);
}

static void see_counters(const struct state *state, sitting_see_word_fn *see, void *context)
{
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            TEXT_BUFFER(word, NAME_SIZE + 2);
            TEXT_BUFFER(about, 400);
            counter_word(state, i, &word);
            counter_format(state, &state->counter[i], &about);
            see(context, word.p, about.p);
        }
    }
}

static void see_program_settings(const struct sitting *sitting, sitting_see_word_fn *see,
                                 void *context)
{
    const struct program_settings *settings = sitting->settings;
    for (int i = 0; i < settings->count; i++) {
        see(context, program_setting_name(settings, i), program_setting_help(settings, i));
    }
}

static void see_settings(const struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    for (int i = 0; i < procedure->settings_count; i++) {
        const struct setting_def *def = &procedure->settings[i];
        TEXT_BUFFER(text, 160);
        text_add(&text, "now ");
        setting_format(def, setting_value(procedure, &sitting->state, def->name), &text);
        text_add(&text, ": %s", def->help);
        see(context, def->name, text.p);
    }
}

static void see_named(struct sitting *sitting, const struct named_kind *kind,
                      sitting_see_word_fn *see, void *context)
{
    struct error err;
    struct named_list *list = malloc(sizeof *list);
    CHECK(list != NULL);
    enum status status = named_read(list, kind, sitting, &err);
    for (int i = 0; status == STATUS_OK && i < list->count; i++) {
        TEXT_BUFFER(word, 2 * NAMED_NAME_SIZE + 2);
        if (strpbrk(list->one[i].name, " \"=") != NULL) {
            text_add_quoted(&word, str_of(list->one[i].name));
        } else {
            text_add(&word, "%s", list->one[i].name);
        }
        see(context, word.p, list->one[i].text);
    }
    free(list);
}

/* A name with blanks is in quotes. */
static void see_encounters(struct sitting *sitting, bool is_archived, sitting_see_word_fn *see,
                           void *context)
{
    enum { MOST = 64 };
    struct encounter_row rows[MOST];
    int count;
    struct error err;
    if (encounter_list(sitting->campaign, rows, MOST, 0, &count, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < count; i++) {
        if (rows[i].is_archived != is_archived) {
            continue;
        }
        TEXT_BUFFER(text, 2 * CAMPAIGN_NAME_SIZE + 2);
        if (strpbrk(rows[i].name, " \"=") != NULL) {
            text_add_quoted(&text, str_of(rows[i].name));
        } else {
            text_add(&text, "%s", rows[i].name);
        }
        see(context, text.p, rows[i].system);
    }
}

static void see_tables(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    sitting_need_files(sitting);
    if (sitting->tables == NULL) {
        return;
    }
    const struct random_tables *tables = table_library_tables(sitting->tables);
    for (int i = 0; i < tables->count; i++) {
        see(context, tables->table[i].name, tables->table[i].title);
    }
}

static void see_rule_texts(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    const struct rule_texts *rule_texts = sitting_rule_texts(sitting);
    for (int i = 0; i < rule_texts->count; i++) {
        see(context, rule_texts->rule_text[i].id, rule_texts->rule_text[i].title);
    }
    if (rule_texts->beside_count > 0) {
        see(context, BESIDE_WORD, BESIDE_TITLE);
    }
}

struct to_see {
    sitting_see_word_fn *see;
    void *context;
};

static void see_archived_kind(void *context, const struct library_record *record,
                              struct str text)
{
    const struct to_see *to = context;
    TEXT_BUFFER(numbers, 400);
    (void)text;
    kind_numbers(record, &numbers);
    to->see(to->context, record->name, numbers.p);
}

static void see_archived_kinds(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    struct to_see to = {see, context};
    struct error err;
    (void)!sitting_archived_kinds(sitting, see_archived_kind, &to, &err);
}

static void see_members(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    struct error err;
    const struct roster *roster = sitting_roster(sitting, &err);
    for (int id = 1; roster != NULL && id <= roster->state.count; id++) {
        TEXT_BUFFER(word, 2 * NAME_SIZE + 2);
        combatant_word(&roster->state, id, &word);
        see(context, word.p, "");
    }
}

static void see_prepared(struct sitting *sitting, sitting_see_word_fn *see, void *context)
{
    int count;
    struct error err;
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    if (sitting_prepared_list(sitting, list, PREPARED_MAX, &count, &err) == STATUS_OK) {
        for (int i = 0; i < count; i++) {
            see(context, list[i].name, list[i].system != NULL ? list[i].system->title : "");
        }
    }
    free(list);
}

static void see_demos(sitting_see_word_fn *see, void *context)
{
    struct demo demos[DEMOS_MAX];
    int count = demos_list(demos, DEMOS_MAX);
    for (int i = 0; i < count; i++) {
        see(context, demos[i].name, "");
    }
}

void sitting_words(struct sitting *sitting, enum argument_words kind, sitting_see_word_fn *see,
                   void *context)
{
    switch (kind) {
    case WORDS_ANY:
        break;
    case WORDS_CONDITION:
        see_conditions(sitting, see, context);
        break;
    case WORDS_TRAIT:
        see_labels(sitting, EFFECT_TRAIT, EFFECT_TRAIT, see, context);
        break;
    case WORDS_COUNTER:
        see_counters(&sitting->state, see, context);
        break;
    case WORDS_SETTING:
        see_settings(sitting, see, context);
        break;
    case WORDS_PROGRAM:
        see_program_settings(sitting, see, context);
        break;
    case WORDS_ENCOUNTER:
        see_encounters(sitting, false, see, context);
        break;
    case WORDS_ARCHIVED:
        see_encounters(sitting, true, see, context);
        break;
    case WORDS_TABLE:
        see_tables(sitting, see, context);
        break;
    case WORDS_RULE:
        see_rule_texts(sitting, see, context);
        break;
    case WORDS_PREPARED:
        see_prepared(sitting, see, context);
        break;
    case WORDS_MACRO:
        see_named(sitting, &macro_kind, see, context);
        break;
    case WORDS_QUESTION:
        see_named(sitting, &question_kind, see, context);
        break;
    case WORDS_DEMO:
        see_demos(see, context);
        break;
    case WORDS_RECORD:
        if (sitting_procedure(sitting)->fills != NULL) {
            sitting_records(sitting, sitting_procedure(sitting)->fills, see, context);
        }
        break;
    case WORDS_ARCHIVED_RECORD:
        see_archived_kinds(sitting, see, context);
        break;
    case WORDS_MEMBER:
        see_members(sitting, see, context);
        break;
    }
}

void sitting_records(struct sitting *sitting, const char *kind, sitting_see_word_fn *see,
                     void *context)
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    if (fills != NULL && strcmp(kind, fills) == 0) {
        sitting_see_kinds(sitting, see, context);
        return;
    }
    for (int i = 0; i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, kind) == 0) {
            see(context, record->name, record->kind->what);
        }
    }
}
