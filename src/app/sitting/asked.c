#include "app/sitting/asked.h"

#include <stddef.h>
#include <string.h>

#include "app/library/data_files.h"
#include "app/log/asking.h"
#include "app/log/log_pages.h"
#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/command.h"
#include "tracker/counters.h"
#include "tracker/turns.h"

/* ---- what keys mean -------------------------------------------------------------------- */

static const struct key_meaning meanings[] = {
#define EVERYWHERE(key, means, does) {KEY_EVERYWHERE, key, means, does},
#define LISTS(key, means, does) {KEY_IN_LISTS, key, means, does},
#include "app/sitting/key_meanings.def"
#undef LISTS
#undef EVERYWHERE
};

enum { MEANINGS = sizeof meanings / sizeof meanings[0] };

const struct key_meaning *key_meaning_at(int index)
{
    return index < MEANINGS ? &meanings[index] : NULL;
}

void key_meanings_write(struct text *out, enum key_place place, const char *gap)
{
    for (int i = 0; i < MEANINGS; i++) {
        if (meanings[i].place == place) {
            text_add(out, "%s%s%s\n", meanings[i].key, gap, meanings[i].means);
        }
    }
}

void key_meanings_tell(struct text *out)
{
    text_add(out, "At the table and in every view a key does this, or nothing\n\n");
    key_meanings_write(out, KEY_EVERYWHERE, "  ");
    text_add(out, "\nIn every list: encounters, prepared ones, kinds, party, plan, campaigns,\n"
                  "chronicle, log, past acts, open checks\n\n");
    key_meanings_write(out, KEY_IN_LISTS, "  ");
    text_add(out,
             "\nAt the table other letters act on the fight, each game's in its own way: ?\n"
             "lists them.\n");
}

/* ---- words that are made from lists ---------------------------------------------------- */

enum { MADE_SIZE = 24 * 1024, TYPED_COLUMNS = 20, ASKED_COLUMNS = 25, LINE_COLUMNS = 78 };

/* What was typed in this many columns, and words beside it, over as many lines as they need. */
static void add_entry(struct text *out, int columns, const char *typed, const char *words)
{
    int column = 2 + (int)strlen(typed);
    text_add(out, "  %s", typed);
    struct str rest = str_of(words);
    for (struct str word; str_next_part(&rest, ' ', &word);) { /* quotes stay */
        if (column > 2 + columns && column + 1 + word.n > LINE_COLUMNS) {
            text_add(out, "\n");
            column = 0;
        }
        text_add(out, "%*s", column < 2 + columns ? 2 + columns - column : 0, "");
        column = column < 2 + columns ? 2 + columns : column;
        text_add(out, " ");
        text_add_str(out, word);
        column += 1 + word.n;
    }
    text_add(out, "\n");
}

static void add_rows(struct text *out, enum dice_foreign_kind kind, enum dice_reading dialect)
{
    const struct dice_foreign *row;
    for (int i = 0; (row = dice_foreign_at(i)) != NULL; i++) {
        if (row->kind != kind || (kind == FOREIGN_DIALECT && row->dialect != dialect)) {
            continue;
        }
        if (row->elsewhere != NULL) {
            add_entry(out, TYPED_COLUMNS, row->typed, row->elsewhere);
        }
        /* What is read, or said, here. */
        const char *typed = row->elsewhere != NULL ? "" : row->typed;
        TEXT_BUFFER(words, 400);
        bool is_dialect = row->kind == FOREIGN_DIALECT;
        if (row->text != NULL) {
            text_add(&words, "refused: ");
            dice_foreign_say(&words, row, str_of(""));
        } else if (row->here != NULL) {
            text_add(&words, "here: %s", row->here);
        } else {
            text_add(&words, "%s%s", is_dialect ? "" : "is ", row->ours);
        }
        add_entry(out, TYPED_COLUMNS, typed, words.p);
    }
}

static void write_dialects(struct text *out)
{
    text_add(out,
             "`--dialect roll20`, foundry or avrae, for roll and odds, reads a text as that\n"
             "program does and shows our notation; dialect=roll20 does so for roll at the\n"
             "table, and \"dialect\" in a JSON line. What we have not is refused by name.\n"
             "\ntaken with another meaning elsewhere\n");
    add_rows(out, FOREIGN_TAKEN, DICE_TYPED);
    text_add(out, "\ndiffer by design\n");
    add_rows(out, FOREIGN_BY_DESIGN, DICE_TYPED);
    for (int i = DICE_ROLL20; i < DICE_READINGS; i++) {
        text_add(out, "\n--dialect %s\n", dice_dialect_name((enum dice_reading)i));
        add_rows(out, FOREIGN_DIALECT, (enum dice_reading)i);
    }
    text_add(out, "\nwritten otherwise here\n");
    add_rows(out, FOREIGN_WRITTEN, DICE_TYPED);
}

static void write_asking(struct text *out)
{
    TEXT_BUFFER(words, 400);
    const char *word;
    for (int i = 1; (word = asked_topic_at(i)) != NULL; i++) {
        text_add_item(&words, word);
    }
    TEXT_BUFFER(first, 40);
    TEXT_BUFFER(also, 420);
    text_add(&first, "about=%s", asked_topic_at(0));
    text_add(&also, "also %s", words.p);
    CHECK(!also.is_cut);
    text_add(out,
             "The words of `log` and `figures` combine: an act must fit each of them.\n"
             "\n"
             "  by=Anka  to=gob*          who acted, who it was done to: a part of the name\n"
             "  action=attack             the command, or what the game calls the roll\n");
    add_entry(out, ASKED_COLUMNS, first.p, also.p);
    text_add(out,
             "  encounter=nest            a part of an encounter's name; its whole name alone\n"
             "                            means that encounter; party: between the fights\n"
             "  round=2  round=2..4  r2   the round\n"
             "  session=last  session=3   the evening; evenings are six hours apart\n"
             "  question=NAME             a question that was kept: question-keep NAME WORDS\n"
             "  since=2026-11-20  until=  days\n"
             "  chance<10%%  chance=..10%%  the chance of what came about\n"
             "  damage>=6  damage=6..     to one combatant\n"
             "  rule=5.14                 a rule that it cites\n"
             "  dice=entered|rolled       where its dice came from\n"
             "  undone=yes|any            acts that were taken back: only those, or those too\n"
             "  not=by=Bo  not=arrow      acts that the word does not fit\n"
             "  arrow  \"two words\"        anything else is looked for in the text, parts of\n"
             "                            words too; '\"r2\"' in quotes is text\n"
             "\n"
             "In a shell < and > need quotes; damage=6.. and chance=..10%% do not.\n");
}

/* ---- topics -------------------------------------------------------------------------- */

static const struct topic topics[] = {
    {.name = "running",
     .other = "run-a-fight",
     .help = "at the table: turns, mistakes, reinforcements, a second screen",
     .file = "data/manual/running.txt"},
    {.name = "preparing",
     .other = "prepare-a-fight",
     .help = "beforehand: the party, foes, encounters, the evening",
     .file = "data/manual/preparing.txt"},
    {.name = "reviewing",
     .other = "review-a-fight",
     .help = "afterwards: what happened, who did what, why",
     .file = "data/manual/reviewing.txt"},
    {.name = "fights",
     .other = "in-detail",
     .help = "at the table, in detail: undo, dice, targets, counters",
     .file = "data/manual/fights.txt"},
    {.name = "beforehand",
     .other = "members",
     .help = "preparing in detail: party, encounters, policies, demos",
     .file = "data/manual/beforehand.txt"},
    {.name = "importing",
     .other = "writing",
     .help = "creatures and characters of books and other programs",
     .file = "data/manual/importing.txt"},
    {.name = "exporting",
     .other = "sending",
     .help = "a fight or an evening as a page, for you or the players",
     .file = "data/manual/exporting.txt"},
    {.name = "screens",
     .other = "phones",
     .help = "what the players see: a second screen, their phones",
     .file = "data/manual/screens.txt"},
    {.name = "formats",
     .other = "format",
     .help = "the shape of each file, with an example",
     .file = "data/manual/formats.txt"},
    {.name = "keys",
     .other = "letters",
     .help = "what each key means, in every view",
     .write = key_meanings_tell},
    {.name = "dice",
     .other = "notation",
     .help = "dice notation: 2d6+3, 4d6kh3, 10d10!>=8",
     .text =
         "2d6            two dice of six sides, added up; d6 is one die\n"
         "d%  dF         100 sides; -1, 0 or 1\n"
         "d66            tens and ones of two d6, 11 to 66\n"
         "+ - * x /      calculate; / rounds down; ( ) group\n"
         "max(2d6, 7)    the highest of several; min(...) the lowest\n"
         "3x 4d6         three rolls, each by itself\n"
         "[fire] # text  a label after a term; a comment at the end, in the shell\n"
         "\n"
         "after a die, at most one of each kind, in any order\n"
         "  kh3 kl2 k3     keep the highest or lowest; k is kh\n"
         "  dh1 dl1 d1     drop the highest or lowest; d is dl\n"
         "  adv dis        throw two, take the higher or the lower\n"
         "  r1 r<3 ro1     re-roll while it shows that; ro only once\n"
         "  ! !>=9         one more die for each that shows its maximum, or that\n"
         "  !! !p          the same added up in one die; each extra die counts 1 less\n"
         "  min2 max5      count each die as at least or at most that\n"
         "  >=5 cs6        last: count the dice that meet it\n"
         "\n"
         "Up to 10,000 dice of up to 1,000,000 sides in a term. A shell interprets * > < !\n"
         "and ( itself: quote the expression. `help dialects` tells what other programs\n"
         "mean by the same signs.\n"},
    {.name = "dialects",
     .other = "dialect",
     .help = "dice notation of other programs, and --dialect",
     .write = write_dialects},
    {.name = "entering",
     .other = "given",
     .help = "entering the dice that fell on your table",
     .text = "14             a die that shows 14, in the order of the throws\n"
             "14,3 or 14 3   one after the other\n"
             "=15            the total of one throw\n"
             "*              this throw is rolled by the program\n"
             "roll           the program rolls all remaining throws\n"
             "\n"
             "At the table they come at the end of a command: attack p1 14 4. For resolve and\n"
             "roll they are the value of --given. What is missing is asked for, or rolled.\n"},
    {.name = "dice-outside",
     .other = "electronic-dice",
     .help = "faces from scripts, electronic dice and players' phones",
     .file = "data/manual/outside.txt"},
    {.name = "campaign",
     .other = "files",
     .help = "where fights are kept",
     .text =
         "A campaign is one SQLite file with every encounter and every act. It is the FILE\n"
         "of --db, else $REFEREE_DB, else referee/campaign.db in $XDG_DATA_HOME, else in\n"
         "~/.local/share. `encounter NAME` makes another encounter in it, `open NAME`\n"
         "goes back to one.\n"
         "\n"
         "Your data: referee/tables/*.yaml in $XDG_DATA_HOME are random tables, and\n"
         "referee/keys in $XDG_CONFIG_HOME are your keys; settings.yaml there is what\n"
         "`settings` lists and changes. NO_COLOR and TERM come before that file.\n"},
    {.name = "copying",
     .other = "copies",
     .help = "copies of a campaign, moving it, going back to a copy",
     .file = "data/manual/copying.txt"},
    {.name = "merging",
     .other = "laptop",
     .help = "two campaigns become one",
     .file = "data/manual/merging.txt"},
    {.name = "customizing",
     .other = "own-keys",
     .help = "keys and settings of your own",
     .file = "data/manual/customizing.txt"},
    {.name = "macros",
     .other = "together",
     .help = "lines kept under a name, run as one act",
     .file = "data/manual/macros.txt"},
    {.name = "scripts",
     .other = "linear",
     .help = "fights as commands, one per line",
     .text =
         "`referee run FILE` runs one table command per line. Empty lines and lines\n"
         "that begin with # are skipped. The first line that fails ends the script, and so\n"
         "does a closed output; what was done before stays done.\n"
         "\n"
         "  encounter \"Nest ledge\"\n"
         "  add Anka side=party strength=14 wits=12 armour=4 hp=9\n"
         "  add 6 pelican strength=8 wits=12 ac=22 hp=2d8 morale=8\n"
         "  initiative 15 5\n"
         "  attack p1 14 4\n"
         "\n"
         "`referee table --linear` takes the same lines and asks for what is missing.\n"
         "`referee commands` lists every command.\n"},
    {.name = "addresses",
     .other = "acts",
     .help = "an act by its number: \"Nest ledge\"#27, #27",
     .text =
         "`log` and `history` print the number of each act; it never changes, and is never\n"
         "used again. #27 is the act 27 of the open encounter, \"Nest ledge\"#27 of another\n"
         "one. `show` shows the table as it was after that act. Quote it in a shell:\n"
         "\n"
         "  referee show '#27'\n"
         "  referee show 'Nest ledge#27'\n"
         "\n"
         "Where a combatant is expected, #2 is the second combatant.\n"
         "\n"
         "What the party did between its fights has addresses too: party#12. Such a step\n"
         "belongs to no fight; the log of an evening has it between them, and\n"
         "`log encounter=party` has them all.\n"},
    {.name = "tables",
     .other = "table",
     .help = "random tables of your own: rooms, searches, traps, quests",
     .text =
         "`consult room` at the table rolls on a random table and keeps what came up in\n"
         "the log; `referee roll @room` rolls on it elsewhere, `referee roll @` lists all\n"
         "of them. Real dice come after the name: `consult room 3 4`.\n"
         "\n"
         "There are room, search, trap, quest and clue for a dungeon without a map; their\n"
         "file, data/tables/dungeon.yaml in the source, is one to copy. A file of your own\n"
         "goes into $XDG_DATA_HOME/referee/tables (usually ~/.local/share/referee/tables),\n"
         "or into the campaign with `referee library add FILE`; a table there replaces one\n"
         "of the same name.\n"
         "\n"
         "  tables:\n"
         "    - name: room\n"
         "      title: Behind the door\n"
         "      dice: d6                a d66 too; without dice each row has a weight\n"
         "      rows:\n"
         "        - roll: 1-3\n"
         "          text: a bare corridor\n"
         "          then: trap          it leads to another table\n"
         "        - roll: 4-6\n"
         "          text: somebody lives here\n"
         "          brings: 1d6 goblin  who comes, until you run the line\n"
         "\n"
         "The head of data/tables/weather.yaml explains every field.\n"},
    {.name = "asking",
     .other = "words",
     .help = "choosing acts of the log: by=Anka about=morale r2",
     .write = write_asking},
    {.name = "json",
     .other = "jsonl",
     .help = "answers for programs",
     .text =
         "--json makes each subcommand print one JSON document. `resolve --jsonl` stays\n"
         "open: each line of standard input is a request, each line of standard output\n"
         "its answer.\n"
         "\n"
         "  {\"notation\": \"2d6+3\"}                             as roll --json\n"
         "  {\"notation\": \"4d6kh3\", \"odds\": true}              as odds --json\n"
         "  {\"notation\": \"5d10>7\", \"dialect\": \"roll20\"}     `help dialects`\n"
         "  {\"system\": \"NAME\", \"action\": \"attack\",\n"
         "   \"inputs\": {\"strength\": 14, \"ac\": 22}}           as resolve --json\n"
         "\n"
         "NAME is a game of `referee systems`, which lists actions and inputs too. Next to\n"
         "\"text\" are the \"rules\" it cites, as in `log --json`: \"5.14 5.19\".\n"
         "\n"
         "`show --json` has for each combatant the lines of the screen's panel (\"facts\"),\n"
         "whether it acts now (\"acts\": \"has the turn\", \"can act now\", \"has acted\" or\n"
         "null), and for each check in \"due\" whom it is \"about\", who does it (\"by\"), "
         "the\n"
         "\"title\" of its rule and its \"chances\". `run --json` names in \"error\" the "
         "\"rule\"\n"
         "of a refusal, and the \"question\" that a line leaves open.\n"
         "\n"
         "A request may also have \"given\" ([14, 3] or \"14,3\"), \"seed\" and \"id\", which\n"
         "comes back. A request that is wrong is answered with an error:\n"
         "\n"
         "  {\"error\": {\"line\": 3, \"text\": \"...\", \"code\": 2}}\n"},
    {.name = "exit",
     .other = "codes",
     .help = "exit codes",
     .text = "0  done\n"
             "1  refused by the rules\n"
             "2  wrong words: an unknown name, a value that is missing or out of range\n"
             "3  a file, a disk, a terminal or damaged data\n"
             "\n"
             "When the reader of its output closes, as in `referee log | head`, the program\n"
             "ends silently, by the signal that usually ends programs then.\n"},
};

const char *topic_text(const struct topic *topic)
{
    static char kept[MADE_SIZE];
    struct text text = text_over(kept, sizeof kept);
    if (topic->text != NULL) {
        return topic->text;
    }
    struct str shipped;
    if (topic->file != NULL) {
        CHECK(data_file_shipped(topic->file, &shipped));
        text_add_str(&text, shipped);
    } else {
        topic->write(&text);
    }
    CHECK(!text.is_cut);
    return kept;
}

/* ---- by what one wants to do ----------------------------------------------------------- */

enum { WISH_SIZE = 600, TITLE_COLUMNS = 16 };

/* The lines of an entry, in one: it begins in the first column, and ends before the next one.
 */
static struct str next_wish(struct str *rest, struct text *text)
{
    struct str title = {NULL, 0};
    struct str line;
    text_init(text, text->p, text->size);
    for (struct str before = *rest; str_next_line(rest, &line); before = *rest) {
        bool begins = line.n > 0 && line.p[0] != ' ';
        if (begins && title.p != NULL) {
            *rest = before;
            break;
        }
        int at = line.n < TITLE_COLUMNS ? line.n : TITLE_COLUMNS;
        title = begins ? str_trimmed((struct str){line.p, at}) : title;
        struct str words = str_trimmed((struct str){line.p + at, line.n - at});
        text_add(text, "%s", text->n > 0 && words.n > 0 ? " " : "");
        text_add_str(text, words);
    }
    CHECK(!text->is_cut);
    return title;
}

static bool holds_all(struct str title, struct str told, struct str words)
{
    bool holds = true;
    for (struct str word; holds && (word = str_next_word(&words)).p != NULL;) {
        holds = str_holds_words(title, word) || str_holds_words(told, word);
    }
    return holds;
}

int topics_by_wish(struct text *out, struct str words)
{
    static const char *const pages[] = {"running", "fights", "preparing", "beforehand",
                                        "reviewing"};
    TEXT_BUFFER(text, WISH_SIZE);
    int found = 0;
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        struct str rest = str_of(topic_text(topic_find(str_of(pages[i]))));
        struct str title;
        while ((title = next_wish(&rest, &text)).p != NULL) {
            if (holds_all(title, (struct str){text.p, text.n}, words)) {
                text_add(out, "%s%.*s (%s): %s", found > 0 ? "\n" : "", title.n, title.p,
                         pages[i], text.p);
                found++;
            }
        }
    }
    return found;
}

enum { TOPICS = sizeof topics / sizeof topics[0] };

const struct topic *topic_at(int index)
{
    return index < TOPICS ? &topics[index] : NULL;
}

const struct topic *topic_find(struct str name)
{
    for (int i = 0; i < TOPICS; i++) {
        if (str_equal_any_case(name, str_of(topics[i].name)) ||
            str_equal_any_case(name, str_of(topics[i].other))) {
            return &topics[i];
        }
    }
    return NULL;
}

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
    const struct command_def *def = command_def_named(defs, count, words);
    if (def != NULL) {
        explain_command(sitting, def, &text);
        return;
    }
    const struct topic *topic = topic_find(words);
    if (topic != NULL) {
        text_add(&text, "%s", topic_text(topic));
        return;
    }
    topics_by_wish(&text, words);
    nearest_init(&nearest, words);
    for (int i = 0; i < count; i++) {
        nearest_offer(&nearest, defs[i]->name);
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
    struct log_line *page = sitting_scratch(sitting, LOG_PAGE_ROOM * sizeof *page);
    char found[LINES_TOLD][sizeof page->line]; /* the newest first */
    int count = 0;
    int64_t older = 0;
    struct error err;
    do {
        int lines;
        if (sitting_log_page(sitting, older, page, &lines, &older, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return;
        }
        for (int i = lines - 1; i >= 0 && count < LINES_TOLD; i--) {
            if (sitting_log_holds(&page[i], words)) {
                memcpy(found[count++], page[i].line, sizeof found[0]);
            }
        }
    } while (older != 0 && count < LINES_TOLD);
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

void sitting_tell_table(struct sitting *sitting, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = turns_order(sitting_procedure(sitting), sitting_state(sitting), ids);
    add_place(sitting, out);
    for (int i = 0; i < count; i++) {
        /* "27 Anka (party): 9/9 HP, prone, acts now". */
        int id = ids[i];
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
    if (count == 0) {
        text_add(out, "\nnobody is here");
    }
    const struct state *state = sitting_state(sitting);
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            text_add(out, "\ncounter ");
            counter_format(state, &state->counter[i], out);
        }
    }
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
