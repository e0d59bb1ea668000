#include "app/sitting_commands.h"

#include <string.h>

#include "app/figures_words.h"
#include "app/questions.h"
#include "app/sitting_amend.h"
#include "app/sitting_asked.h"
#include "app/sitting_between.h"
#include "app/sitting_backup.h"
#include "app/chronicle.h"
#include "app/sitting_branches.h"
#include "app/sitting_campaigns.h"
#include "app/sitting_data.h"
#include "app/sitting_delete.h"
#include "app/sitting_demo.h"
#include "app/sitting_encounter_changes.h"
#include "app/sitting_encounter_copy.h"
#include "app/sitting_encounter_open.h"
#include "app/sitting_export.h"
#include "app/sitting_file.h"
#include "app/sitting_history.h"
#include "app/sitting_home.h"
#include "app/sitting_kind_changes.h"
#include "app/sitting_kinds.h"
#include "app/sitting_pages.h"
#include "app/sitting_party.h"
#include "app/sitting_party_sheet.h"
#include "app/sitting_past.h"
#include "app/sitting_plan.h"
#include "app/sitting_prepared_commands.h"
#include "app/sitting_questions.h"
#include "app/sitting_remarks.h"
#include "app/sitting_rules.h"
#include "app/sitting_settings.h"
#include "app/sitting_start.h"
#include "app/sitting_state.h"
#include "app/sitting_why.h"
#include "games/games.h"
#include "tracker/decide.h"

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

/* Any act of the encounter, on any branch; 0 is the start. */
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

static const char *const encounter_options[] = {"system", "carry", "numbered", NULL};
static const char *const prepare_options[] = {"system", "party", "blank", NULL};
static const char *const replace_options[] = {"replace", NULL};
static const char *const demo_options[] = {"again", NULL};
static const char *const buy_options[] = {"gold", NULL};
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
    {{.name = "look",
      .help = "the table as it was: look back, on, now; look #34: at act 34",
      .rule = "",
      .arguments = {{.name = "WHERE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_look},
    {{.name = "chronicle",
      .help = "the evenings: their fights, how they ended, what happened",
      .rule = ""},
     sitting_run_chronicle},
    {{.name = "branches",
      .help = "ways that were left by undo, beside the one taken",
      .rule = "",
      .arguments = {{.name = "ADDRESS", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_branches},
    {{.name = "go-on",
      .help = "a copy that goes on from a past act: go-on #27",
      .rule = "",
      .arguments = {{.name = "ADDRESS", .kind = ARGUMENT_WORD},
                    {.name = "NAME", .kind = ARGUMENT_NAME, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_go_on},
    {{.name = "remark",
      .help = "a remark on the last act, or on one: remark #27 a lie; -: none",
      .rule = "",
      .arguments = {{.name = "WORDS", .kind = ARGUMENT_TEXT}},
      .arguments_count = 1},
     sitting_run_remark},
    {{.name = "marker",
      .help = "a marker on the last act, or one: marker #27 turn; -: none",
      .rule = "",
      .arguments = {{.name = "WORDS", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_marker},
    {{.name = "remarks", .help = "all remarks and markers", .rule = ""}, sitting_run_remarks},
    {{.name = "remarks-undo", .help = "take the last remark or marker back", .rule = ""},
     sitting_run_undo_remarks},
    {{.name = "remarks-redo", .help = "redo what remarks-undo took back", .rule = ""},
     sitting_run_redo_remarks},
    {{.name = "why",
      .help = "the acts that made a value: why bran, why bran score",
      .rule = "",
      .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT},
                    {.name = "VALUE", .kind = ARGUMENT_WORD, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_why},
    {{.name = "figures",
      .help = "hits and damage against the odds; figures by=Bran",
      .rule = "",
      .arguments = {{.name = "WORDS", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_figures},
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
     sitting_run_encounter},
    {{.name = "open",
      .help = "open an encounter, park this one (carry: with the party)",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_NAME, .words = WORDS_ENCOUNTER}},
      .arguments_count = 1,
      .options = open_options},
     sitting_run_open},
    {{.name = "encounters",
      .help = "list the encounters; encounters boss: by words; archived: too",
      .rule = "",
      .arguments = {{.name = "WORDS", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_encounters},
    {{.name = "rename-encounter",
      .help = "another name: rename-encounter \"Nest ledge\" Cliff nest",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_WORD, .words = WORDS_ENCOUNTER},
                    {.name = "NAME", .kind = ARGUMENT_NAME}},
      .arguments_count = 2},
     sitting_run_rename_encounter},
    {{.name = "copy-encounter",
      .help = "copy one as it was prepared: copy-encounter Ford Weir",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_WORD, .words = WORDS_ENCOUNTER},
                    {.name = "NAME", .kind = ARGUMENT_NAME, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_copy_encounter},
    {{.name = "tag-encounter",
      .help = "its tags: tag-encounter Ford boss, river; -: none",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_WORD, .words = WORDS_ENCOUNTER},
                    {.name = "TAGS", .kind = ARGUMENT_TEXT}},
      .arguments_count = 2},
     sitting_run_tag_encounter},
    {{.name = "note-encounter",
      .help = "a note: note-encounter Ford they want the egg; -: none",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_WORD, .words = WORDS_ENCOUNTER},
                    {.name = "NOTE", .kind = ARGUMENT_TEXT}},
      .arguments_count = 2},
     sitting_run_note_encounter},
    {{.name = "archive-encounter",
      .help = "take one off the list; its name is free, nothing is lost",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_NAME, .words = WORDS_ENCOUNTER}},
      .arguments_count = 1},
     sitting_run_archive_encounter},
    {{.name = "unarchive-encounter",
      .help = "an archived encounter is on the list again",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_NAME, .words = WORDS_ARCHIVED}},
      .arguments_count = 1},
     sitting_run_unarchive_encounter},
    {{.name = "delete-encounter",
      .help = "delete one in which nothing was done",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_NAME, .words = WORDS_ENCOUNTER}},
      .arguments_count = 1},
     sitting_run_delete_encounter},
    {{.name = "prepare",
      .help = "prepare an encounter: its text, with the foes of this one",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_NAME}},
      .arguments_count = 1,
      .options = prepare_options},
     sitting_run_prepare},
    {{.name = "prepared",
      .help = "the prepared encounters; prepared Ford: its text",
      .rule = "",
      .arguments = {{.name = "NAME",
                     .kind = ARGUMENT_NAME,
                     .is_optional = true,
                     .words = WORDS_PREPARED}},
      .arguments_count = 1},
     sitting_run_prepared},
    {{.name = "start",
      .help = "begin a prepared encounter (carry: with this party)",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_NAME, .words = WORDS_PREPARED}},
      .arguments_count = 1,
      .options = open_options,
      .takes_dice = true},
     sitting_run_start},
    {{.name = "missing",
      .help = "what is missing before a start; alone: of this encounter",
      .rule = "",
      .arguments = {{.name = "NAME",
                     .kind = ARGUMENT_NAME,
                     .is_optional = true,
                     .words = WORDS_PREPARED}},
      .arguments_count = 1},
     sitting_run_missing},
    {{.name = "notes",
      .help = "what is read aloud in this fight, and its notes",
      .rule = "",
      .arguments = {{.name = "NAME",
                     .kind = ARGUMENT_NAME,
                     .is_optional = true,
                     .words = WORDS_PREPARED}},
      .arguments_count = 1},
     sitting_run_notes},
    {{.name = "write-encounter",
      .help = "the text of a prepared encounter to a file",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_WORD, .words = WORDS_PREPARED},
                    {.name = "FILE", .kind = ARGUMENT_NAME}},
      .arguments_count = 2,
      .options = replace_options},
     sitting_run_write_encounter},
    {{.name = "read-encounter",
      .help = "a prepared encounter from the text in a file",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_WORD},
                    {.name = "NAME", .kind = ARGUMENT_NAME, .is_optional = true}},
      .arguments_count = 2,
      .options = replace_options},
     sitting_run_read_encounter},
    {{.name = "prepared-print",
      .help = "a page of a prepared encounter to a file: text, or .md",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_WORD, .words = WORDS_PREPARED},
                    {.name = "FILE", .kind = ARGUMENT_NAME}},
      .arguments_count = 2,
      .options = replace_options},
     sitting_run_prepared_print},
    {{.name = "rename-prepared",
      .help = "another name: rename-prepared \"Nest ledge\" Cliff nest",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_WORD, .words = WORDS_PREPARED},
                    {.name = "NEW", .kind = ARGUMENT_NAME}},
      .arguments_count = 2},
     sitting_run_rename_prepared},
    {{.name = "copy-prepared",
      .help = "the same text under another name: copy-prepared Ford Weir",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_WORD, .words = WORDS_PREPARED},
                    {.name = "NEW", .kind = ARGUMENT_NAME}},
      .arguments_count = 2},
     sitting_run_copy_prepared},
    {{.name = "archive-prepared",
      .help = "take a prepared encounter off the list; nothing is lost",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_NAME, .words = WORDS_PREPARED}},
      .arguments_count = 1},
     sitting_run_archive_prepared},
    {{.name = "prepared-undo",
      .help = "take back the last change of a prepared encounter",
      .rule = ""},
     sitting_run_undo_prepared},
    {{.name = "prepared-redo", .help = "redo what prepared-undo took back", .rule = ""},
     sitting_run_redo_prepared},
    {{.name = "delete",
      .help = "take out a combatant that was added by mistake",
      .rule = "",
      .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT}},
      .arguments_count = 1},
     sitting_run_delete},
    {{.name = "encounters-undo",
      .help = "take back the last change in the list of encounters",
      .rule = ""},
     sitting_run_undo_encounters},
    {{.name = "encounters-redo",
      .help = "redo what was taken back in the list of encounters",
      .rule = ""},
     sitting_run_redo_encounters},
    {{.name = "plan",
      .help = "the plan for the evening: what was played, what is next",
      .rule = ""},
     sitting_run_plan},
    {{.name = "plan-add",
      .help = "an encounter onto the plan: plan-add Ford the bridge is out",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_WORD, .words = WORDS_ENCOUNTER},
                    {.name = "NOTE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_plan_add},
    {{.name = "plan-prepared",
      .help = "a prepared encounter onto the plan: plan-prepared Ford",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_WORD, .words = WORDS_PREPARED},
                    {.name = "NOTE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_plan_prepared},
    {{.name = "plan-move",
      .help = "to another place of the plan: plan-move Ford 1, up, last",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_WORD, .words = WORDS_ENCOUNTER},
                    {.name = "PLACE", .kind = ARGUMENT_WORD}},
      .arguments_count = 2},
     sitting_run_plan_move},
    {{.name = "plan-remove",
      .help = "take an encounter off the plan; it stays in the list",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_NAME, .words = WORDS_ENCOUNTER}},
      .arguments_count = 1},
     sitting_run_plan_remove},
    {{.name = "plan-note",
      .help = "a note on it: plan-note Ford if they have time; -: none",
      .rule = "",
      .arguments = {{.name = "ENCOUNTER", .kind = ARGUMENT_WORD, .words = WORDS_ENCOUNTER},
                    {.name = "NOTE", .kind = ARGUMENT_TEXT}},
      .arguments_count = 2},
     sitting_run_plan_note},
    {{.name = "plan-print",
      .help = "the evening to a file: plan, encounters, party; or .md",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_NAME}},
      .arguments_count = 1,
      .options = replace_options},
     sitting_run_plan_print},
    {{.name = "plan-clear", .help = "empty the plan, for another evening", .rule = ""},
     sitting_run_plan_clear},
    {{.name = "plan-undo", .help = "take the last change of the plan back", .rule = ""},
     sitting_run_undo_plan},
    {{.name = "plan-redo", .help = "redo what plan-undo took back", .rule = ""},
     sitting_run_redo_plan},
    {{.name = "kinds",
      .help = "kinds to make combatants from; kinds goblin cave: by words",
      .rule = "",
      .arguments = {{.name = "WORDS", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_kinds},
    {{.name = "kind",
      .help = "all that a kind says",
      .rule = "",
      .arguments = {{.name = "KIND", .kind = ARGUMENT_TEXT, .words = WORDS_RECORD}},
      .arguments_count = 1},
     sitting_run_kind},
    {{.name = "save-kind",
      .help = "a combatant as a kind of the campaign: save-kind Snag reeve",
      .rule = "",
      .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT},
                    {.name = "NAME", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_save_kind},
    {{.name = "add-kind",
      .help = "a new kind: add-kind moor wolf hp=1d8 tags=beast, moor",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_TEXT}},
      .arguments_count = 1},
     sitting_run_add_kind},
    {{.name = "edit-kind",
      .help = "change a kind: edit-kind gully goblin hp=2d6 note=-",
      .rule = "",
      .arguments = {{.name = "KIND", .kind = ARGUMENT_TEXT, .words = WORDS_RECORD}},
      .arguments_count = 1},
     sitting_run_edit_kind},
    {{.name = "copy-kind",
      .help = "a kind under another name: copy-kind gully-goblin king hp=9",
      .rule = "",
      .arguments = {{.name = "KIND", .kind = ARGUMENT_WORD, .words = WORDS_RECORD},
                    {.name = "NAME", .kind = ARGUMENT_TEXT}},
      .arguments_count = 2},
     sitting_run_copy_kind},
    {{.name = "archive-kind",
      .help = "take a kind of the campaign off the list; nothing is lost",
      .rule = "",
      .arguments = {{.name = "KIND", .kind = ARGUMENT_TEXT, .words = WORDS_RECORD}},
      .arguments_count = 1},
     sitting_run_archive_kind},
    {{.name = "unarchive-kind",
      .help = "a kind that was archived comes back on the list",
      .rule = "",
      .arguments = {{.name = "KIND", .kind = ARGUMENT_TEXT, .words = WORDS_ARCHIVED_RECORD}},
      .arguments_count = 1},
     sitting_run_unarchive_kind},
    {{.name = "kinds-undo", .help = "take the last change of a kind back", .rule = ""},
     sitting_run_undo_kinds},
    {{.name = "kinds-redo", .help = "redo what kinds-undo took back", .rule = ""},
     sitting_run_redo_kinds},
    {{.name = "party",
      .help = "the party; party heal Bran 3: any command between fights",
      .rule = "",
      .arguments = {{.name = "LINE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_party},
    {{.name = "join",
      .help = "a new member: join Bran hp=9; join Ida serves=Bran hp=4",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_TEXT}},
      .arguments_count = 1},
     sitting_run_join},
    {{.name = "enlist",
      .help = "combatants of this encounter join the party as they are",
      .rule = "",
      .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANTS}},
      .arguments_count = 1},
     sitting_run_enlist},
    {{.name = "leave",
      .help = "a member leaves the party for good; its history stays",
      .rule = "",
      .arguments = {{.name = "MEMBER", .kind = ARGUMENT_TEXT, .words = WORDS_MEMBER}},
      .arguments_count = 1},
     sitting_run_leave},
    {{.name = "here",
      .help = "members who are here tonight: here Bran,Ida; here: everybody",
      .rule = "",
      .arguments = {{.name = "MEMBERS",
                     .kind = ARGUMENT_TEXT,
                     .is_optional = true,
                     .words = WORDS_MEMBER}},
      .arguments_count = 1},
     sitting_run_here},
    {{.name = "away",
      .help = "members who are not here tonight: bring leaves them out",
      .rule = "",
      .arguments = {{.name = "MEMBERS", .kind = ARGUMENT_TEXT, .words = WORDS_MEMBER}},
      .arguments_count = 1},
     sitting_run_away},
    {{.name = "bring",
      .help = "the party comes into this encounter, as it is now",
      .rule = "",
      .arguments = {{.name = "MEMBERS",
                     .kind = ARGUMENT_TEXT,
                     .is_optional = true,
                     .words = WORDS_MEMBER}},
      .arguments_count = 1},
     sitting_run_bring},
    {{.name = "home",
      .help = "what this encounter did to the party goes to the roster",
      .rule = ""},
     sitting_run_home},
    {{.name = "rest",
      .help = "the party rests: what the rules bring back, between fights",
      .rule = "",
      .arguments = {{.name = "MEMBERS",
                     .kind = ARGUMENT_TEXT,
                     .is_optional = true,
                     .words = WORDS_MEMBER}},
      .arguments_count = 1},
     sitting_run_rest},
    {{.name = "party-heal",
      .help = "members heal between fights: party-heal Bran,Ida 3",
      .rule = "",
      .arguments = {{.name = "MEMBERS", .kind = ARGUMENT_WORD, .words = WORDS_MEMBER},
                    {.name = "AMOUNT", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_party_heal},
    {{.name = "party-level",
      .help = "a level by the rules, or new values: party-level Bo hp_max=9",
      .rule = "",
      .arguments = {{.name = "MEMBERS", .kind = ARGUMENT_WORD, .words = WORDS_MEMBER},
                    {.name = "VALUES", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_party_level},
    {{.name = "party-spend",
      .help = "the party spends gold, or what a counter counts: 5 a room",
      .rule = "",
      .arguments = {{.name = "AMOUNT", .kind = ARGUMENT_WORD},
                    {.name = "WHAT", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_party_spend},
    {{.name = "party-gain",
      .help = "the party gains gold, or what a counter counts: 20 reward",
      .rule = "",
      .arguments = {{.name = "AMOUNT", .kind = ARGUMENT_WORD},
                    {.name = "WHAT", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_party_gain},
    {{.name = "party-buy",
      .help = "a member buys something: party-buy Bran rope gold=5",
      .rule = "",
      .arguments = {{.name = "MEMBERS", .kind = ARGUMENT_WORD, .words = WORDS_MEMBER},
                    {.name = "ITEM", .kind = ARGUMENT_NAME, .records = "item"}},
      .arguments_count = 2,
      .options = buy_options},
     sitting_run_party_buy},
    {{.name = "party-die",
      .help = "members die between fights",
      .rule = "",
      .arguments = {{.name = "MEMBERS", .kind = ARGUMENT_TEXT, .words = WORDS_MEMBER}},
      .arguments_count = 1},
     sitting_run_party_die},
    {{.name = "party-adventure",
      .help = "a new adventure: what comes back before one, counts from 0",
      .rule = ""},
     sitting_run_party_adventure},
    {{.name = "party-sheet",
      .help = "a member in full, and where its numbers came from",
      .rule = "",
      .arguments = {{.name = "MEMBER",
                     .kind = ARGUMENT_TEXT,
                     .is_optional = true,
                     .words = WORDS_MEMBER}},
      .arguments_count = 1},
     sitting_run_party_sheet},
    {{.name = "party-print",
      .help = "write the party's sheets to a file: text, or .md",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_NAME}},
      .arguments_count = 1,
      .options = replace_options},
     sitting_run_party_print},
    {{.name = "party-history", .help = "what was done to the party, newest first", .rule = ""},
     sitting_run_party_history},
    {{.name = "party-undo", .help = "take back what was last done to the party", .rule = ""},
     sitting_run_undo_party},
    {{.name = "party-redo", .help = "redo what party-undo took back", .rule = ""},
     sitting_run_redo_party},
    {{.name = "rule",
      .help = "what a rule says: rule 5.14; alone: all of them",
      .rule = "",
      .arguments =
          {{.name = "RULE", .kind = ARGUMENT_TEXT, .is_optional = true, .words = WORDS_RULE}},
      .arguments_count = 1},
     sitting_run_rule},
    {{.name = "commands", .help = "every command there is", .rule = ""}, run_commands},
    {{.name = "help",
      .help = "all commands; help attack: about one of them",
      .rule = "",
      .arguments = {{.name = "ABOUT", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_help},
    {{.name = "log",
      .help = "the log; log marit: lines with that word, r2: of round 2",
      .rule = "",
      .arguments = {{.name = "WORDS", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_log},
    {{.name = "export",
      .help = "the log as a file: export nest.html; players, replace",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_export},
    {{.name = "questions",
      .help = "ready questions to the log: questions hits round=2",
      .rule = "",
      .arguments = {{.name = "QUESTION", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_questions},
    {{.name = "question-keep",
      .help = "keep words under a name: question-keep crits damage>=6",
      .rule = "",
      .arguments = {{.name = "NAME", .kind = ARGUMENT_WORD, .words = WORDS_QUESTION},
                    {.name = "WORDS", .kind = ARGUMENT_TEXT}},
      .arguments_count = 2},
     sitting_run_keep_question},
    {{.name = "question-rename",
      .help = "another name for a kept question",
      .rule = "",
      .arguments = {{.name = "QUESTION", .kind = ARGUMENT_WORD, .words = WORDS_QUESTION},
                    {.name = "NAME", .kind = ARGUMENT_NAME}},
      .arguments_count = 2},
     sitting_run_rename_question},
    {{.name = "question-delete",
      .help = "delete a kept question; questions-undo brings it back",
      .rule = "",
      .arguments = {{.name = "QUESTION", .kind = ARGUMENT_NAME, .words = WORDS_QUESTION}},
      .arguments_count = 1},
     sitting_run_delete_question},
    {{.name = "questions-undo",
      .help = "undo the last change of the kept questions",
      .rule = ""},
     sitting_run_undo_questions},
    {{.name = "questions-redo", .help = "redo what questions-undo took back", .rule = ""},
     sitting_run_redo_questions},
    {{.name = "status", .help = "the round, whose turn it is, pending checks", .rule = ""},
     sitting_run_status},
    {{.name = "list",
      .help = "the same as encounters: list boss: by words",
      .rule = "",
      .arguments = {{.name = "WORDS", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 1},
     sitting_run_encounters},
    {{.name = "save",
      .help = "everything is saved already; says how to write a copy",
      .rule = ""},
     sitting_run_save},
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
      .options = replace_options},
     sitting_run_backup},
    {{.name = "backups",
      .help = "list the copies that are kept beside the campaign",
      .rule = ""},
     sitting_run_backups},
    {{.name = "restore",
      .help = "go back to a copy; the present campaign is kept too",
      .rule = "",
      .arguments = {{.name = "COPY", .kind = ARGUMENT_WORD}},
      .arguments_count = 1},
     sitting_run_restore},
    {{.name = "campaigns", .help = "list the campaigns", .rule = ""}, sitting_run_campaigns},
    {{.name = "campaign",
      .help = "open another campaign",
      .rule = "",
      .arguments = {{.name = "FILE", .kind = ARGUMENT_TEXT}},
      .arguments_count = 1},
     sitting_run_campaign},
    {{.name = "demo",
      .help = "a demo, in a campaign of its own (again: from its start)",
      .rule = "",
      .arguments =
          {{.name = "NAME", .kind = ARGUMENT_NAME, .is_optional = true, .words = WORDS_DEMO}},
      .arguments_count = 1,
      .options = demo_options},
     sitting_run_demo},
    {{.name = "reopen",
      .help = "go on with the file that is at the campaign's path now",
      .rule = ""},
     sitting_run_reopen},
    {{.name = "settings",
      .help = "backups, colours, bell ... of the program: NAME VALUE sets",
      .rule = "",
      .arguments =
          {{.name = "NAME", .kind = ARGUMENT_WORD, .is_optional = true, .words = WORDS_PROGRAM},
           {.name = "VALUE", .kind = ARGUMENT_TEXT, .is_optional = true}},
      .arguments_count = 2},
     sitting_run_settings},
    {{.name = "quit", .help = "quit; everything is saved already", .rule = ""}, run_quit},
};

enum { OWN_COUNT = sizeof own / sizeof own[0] };

static bool is_among(const struct command_def *const *defs, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(defs[i]->name, name) == 0) {
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
            out[count++] = &own[i].def;
        }
    }
    return count;
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
