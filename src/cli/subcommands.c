#include "cli/subcommands.h"

#include <string.h>

#include "app/report/report.h"
#include "app/sitting/asked.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/output.h"
#include "cli/version.h"

static const struct subcommand rows[] = {
    {.name = "table",
     .words = "[ENCOUNTER]",
     .takes = "encounter",
     .help = "the table on the screen",
     .details =
         "Opens the encounter; without a name, the one that was open last. Without a\n"
         "subcommand, referee does the same.\n"
         "\n"
         "--linear is for screen readers, simple terminals and pipes: it prints plain lines,\n"
         "reads one command per line, and asks for what is missing, one question at a time."},
    {.name = "roll",
     .words = "NOTATION | @TABLE [-n COUNT]",
     .takes = "table",
     .help = "roll dice, or on a random table",
     .details =
         "  referee roll 2d6+3\n"
         "  referee roll 4d6kh3 -n 6 --seed 7\n"
         "  referee roll \"3x 2d6[fire] + 1 # for the wands\"\n"
         "  referee roll @chest\n"
         "  referee roll @chest --given 4,=8,3\n"
         "\n"
         "After a die: kh2 kl2 dh2 dl2 keep or drop, adv and dis throw two, r1 ro<3\n"
         "re-roll, ! !! !p explode, min2 max5 clamp, and last >=5 counts the dice that\n"
         "meet it: 6d6>=5, 10d10!cs>=8. d% has 100 sides, dF shows -1 to 1, d66 is tens\n"
         "and ones; max(2d6, 7) and min(...) compare, + - * x / calculate.\n"
         "\n"
         "`referee roll @` lists the random tables. Your own are the *.yaml files in\n"
         "$XDG_DATA_HOME/referee/tables, and the FILE of --tables; the head of\n"
         "data/tables/weather.yaml in the source tree explains the format. Your\n"
         "table replaces a built-in one of the same name. A mistake in FILE is a\n"
         "usage error (exit code 2), a mistake in your folder is damaged data (3).",
     .run = roll_run},
    {.name = "odds",
     .words = "NOTATION | @TABLE | SYSTEM ACTION [name=value ...]",
     .takes = "table|system action parameter*",
     .help = "exact odds: of a dice expression, a table, or one act",
     .details = "  referee odds 3d6\n"
                "  referee odds @chest\n"
                "  referee odds trilemma attack strength=14 ac=22 hp=7",
     .run = odds_run},
    {.name = "resolve",
     .words = "SYSTEM ACTION [name=value ...] | --jsonl",
     .takes = "system action parameter*",
     .help = "one act, with its arithmetic",
     .details =
         "--given enters the dice that fell on the table, the faces in\n"
         "the order of the throws; the program rolls what is missing.\n"
         "\n"
         "  referee resolve trilemma attack strength=14 ac=22\n"
         "  referee resolve trilemma attack strength=14 ac=22 --given 14,3\n"
         "  referee resolve trilemma attack strength=14 ac=22 --given 14,=3\n"
         "\n"
         "With --jsonl each line of standard input is a request such as\n"
         "  {\"system\": \"trilemma\", \"action\": \"morale\", \"inputs\": {\"score\": 8}}\n"
         "and each line of standard output its answer. A request may also have \"given\"\n"
         "([14, 3] or \"14,3\"), \"seed\" and an \"id\", which comes back in the answer.",
     .run = resolve_run},
    {.name = "systems",
     .words = "[SYSTEM [ACTION]]",
     .takes = "system action",
     .help = "every game, its actions and parameters",
     .details = "  referee systems trilemma attack",
     .run = systems_run},
    {.name = "run",
     .words = "[FILE]",
     .takes = "file",
     .help = "commands of the table, one per line, without a screen",
     .details =
         "Reads standard input when there is no FILE, or FILE is -. Empty lines and lines\n"
         "that begin with # are skipped. The first line that fails stops the run: the\n"
         "lines before it are done, the line itself is not. `ruling` before a\n"
         "command overrules the rules.\n"
         "\n"
         "  printf 'add 6 pelican wits=12 hp=2d8\\nstatus\\n' | referee run",
     .run = run_run},
    {.name = "show",
     .words = "[ENCOUNTER | ADDRESS]",
     .takes = "encounter",
     .help = "an encounter: order, hit points, pending checks",
     .details =
         "The open encounter as it is now, another one, or the table as it was after an\n"
         "act. `referee log` lists the acts with their numbers. Nothing is opened.\n"
         "\n"
         "  referee show \"Nest ledge\"\n"
         "  referee show '#27'\n"
         "  referee show '\"Nest ledge\"#27'\n",
     .run = show_run},
    {.name = "commands",
     .words = "[--system NAME]",
     .help = "every table command, its arguments and its key",
     .details =
         "The commands of the open encounter's game; --system names another one, and needs\n"
         "no campaign.\n"
         "\n"
         "  referee commands --system qud\n",
     .run = commands_run},
    {.name = "log",
     .words = "[ENCOUNTER] [WORD ...] [--limit N]",
     .takes = "asked*",
     .help = "past acts, oldest first; WORDs choose some",
     .details =
         "Each line begins with the number of its act, for `show`. Acts that\n"
         "were taken back are left out; undone=yes lists only those, undone=any all.\n"
         "\n"
         "Without words it is the log of the open encounter, with words that of the\n"
         "campaign; an encounter's exact name means that encounter. `referee help asking`\n"
         "lists the words.\n"
         "\n"
         "  referee log \"Nest ledge\" undone=any --limit 20\n"
         "  referee log by=Anka action=attack \"chance<20%\"\n"
         "  referee log session=last about=morale not=goblin\n",
     .run = log_run},
    {.name = "figures",
     .words = "[ENCOUNTER] [WORD ...]",
     .takes = "asked*",
     .help = "damage, hits and misses, compared with the odds",
     .details =
         "Of the acts that `log` lists for the same words. exp is what the dice give on\n"
         "average, by the chance that each roll had; dice is how many of all possible\n"
         "results are worse, exactly. --json has more: downs, reactions, initiative spent,\n"
         "turns and their seconds, rounds, and the faces of each kind of die.\n"
         "\n"
         "  referee figures by=Anka\n"
         "  referee figures \"Nest ledge\" --json\n",
     .run = figures_run},
    {.name = "forecast",
     .words = "[ENCOUNTER | ADDRESS] [-n COUNT]",
     .takes = "encounter|prepared",
     .help = "a fight played thousands of times, by the table's rules",
     .details =
         "Of the open encounter as it stands, another one, a prepared one, or the table as\n"
         "it was after an act. How both sides fight is a policy: focus, spread, engaged,\n"
         "cautious, sensible, or one of your own; a side without --policy fights in two\n"
         "ways, and the band over them is shown first. `policy Bo cautious` keeps it with\n"
         "the encounter. Nothing is written; the dice are never those of the campaign. A\n"
         "fight without an end after 50 rounds is a stalemate and says why, in JSON as\n"
         "`endless`. Who arrives later is played, and told as `arrivals`: name, when, what\n"
         "it adds, and whether it is played (by hand: not). They have a line among those who\n"
         "fall, in JSON with `arrives`: in how many fights they came. If the first 200 fights\n"
         "all end alike, no more are played, unless -n, --within or more than one fight is\n"
         "asked for.\n"
         "\n"
         "--ask seeks a number: how many of a kind, or which number of somebody, for a\n"
         "chance: won=, lost=, fled=, falls=, breaks=, with round= at the latest.\n"
         "\n"
         "--chart is of a fight that was played: the party's chance after each act, where it\n"
         "turned, and what was dice and what was choice; a side without --policy is sensible.\n"
         "For each act the fights are played on with its dice thrown again: the difference\n"
         "is the dice, the rest the choice; start + dice + choices = end, a foe's luck counts\n"
         "against the party, and what the referee changes is the referee's choice.\n"
         "--format makes a page of it: html, md, text. --choices tells what else could be\n"
         "done in place of the act of an ADDRESS, or now, with the chance after each.\n"
         "\n"
         "  referee forecast\n"
         "  referee forecast --chart --within 3\n"
         "  referee forecast --chart --format html > turned.html\n"
         "  referee forecast '#27' --choices\n"
         "  referee forecast --ask \"how many goblin for 70%\"\n"
         "  referee forecast --ask \"which morale of g* breaks=50% round=3\"\n"
         "  referee forecast \"Nest ledge\" --policy party=focus --within 1\n"
         "  referee forecast --what-if \"duplicate g5 2\" --what-if \"set g* ac=24; heal Bo "
         "4\"\n"
         "  referee forecast --plan -n 1000 --rest \"6 HP each\"\n"
         "  referee forecast '#27' --assume injury=out --json\n",
     .run = forecast_run},
    {.name = "forecasts",
     .words = "",
     .help = "what was forecast beside how it ended",
     .details =
         "Of every fight that is over: the forecast that was kept last before its first\n"
         "round (`forecast-keep` at the table), and whether it was won. Of those that said\n"
         "60 to 70%, how many came true? The Brier score is the mean square of what was\n"
         "said less the result: 0 is perfect, always saying 50% gives 0.25.\n"
         "\n"
         "  referee forecasts\n"
         "  referee forecasts --json\n",
     .run = forecasts_run},
    {.name = "compare",
     .words = "FIGHT|ADDRESS [FIGHT|ADDRESS] [-n COUNT]",
     .help = "two fights, or two ways of one, side by side",
     .details =
         "A name is a fight as it stands, an address the fight up to that act, also on a\n"
         "way that was left by undo; without a second one it is the open encounter. Told\n"
         "are the chances, dice and choices as of `forecast --chart`, the figures, and the\n"
         "first act in which they differ.\n"
         "\n"
         "  referee compare '#27'\n"
         "  referee compare '#12' '\"Nest ledge\"#27' --json\n",
     .run = compare_run},
    {.name = "questions",
     .words = "[QUESTION [ENCOUNTER] [WORD ...]]",
     .takes = "question asked*",
     .help = "ready questions to the log: who hit most often, ...",
     .details = "Without a QUESTION: the list. The words choose acts as in `log`.\n"
                "schema/questions.sql in the source tree asks the same with sqlite3.\n"
                "\n"
                "  referee questions hits\n"
                "  referee questions morale round=1..\n",
     .run = questions_run},
    {.name = "export",
     .words = "[WORD ...] [--format NAME] [--players] [-o FILE]",
     .takes = "asked*",
     .help = "a fight, an evening or a question as a document",
     .details =
         "The words are those of `log`: without any it is the open encounter; an address is\n"
         "the fight up to that act. Acts that were taken back are left out, unless "
         "undone=any.\n"
         "\n"
         "  md     Markdown: the fight told by rounds\n"
         "  html   one page with hit points, figures and a log that folds; loads nothing\n"
         "  csv    a row for each act, for a spreadsheet\n"
         "  json   everything, with the keys of `log --json` and `figures --json`\n"
         "  text   plain text\n"
         "\n"
         "Without --format the ending of FILE says it. A file is replaced only with "
         "--replace.\n"
         "--players makes a story by rounds: who wounded and felled whom, who came and fled,\n"
         "and nothing of who is hidden, of notes, odds and pending checks; --numbers adds the\n"
         "hit points of foes. csv and json keep a row for each act that players may see.\n"
         "--without leaves out: arithmetic, odds, rules, rulings, notes,\n"
         "figures. --chart adds the party's chance after each act, where it turned, dice and\n"
         "choices, to md, html, json and text.\n"
         "\n"
         "  referee export -o nest.html\n"
         "  referee export session=last --format md --players -o evening.md\n"
         "  referee export by=Anka action=attack --format csv\n",
     .run = export_run},
    {.name = "players",
     .words = "[--once]",
     .help = "what the players may see, on a second screen",
     .details =
         "For another window, a TV or ssh: it follows the open encounter while another\n"
         "referee plays it. Whose turn it is, who is next and the round stand in large\n"
         "letters where there is room, then the order. Nothing hidden, noted or pending is\n"
         "there, nor foes before their fight begins. The settings players-party and\n"
         "players-foes say how hit points are told: numbers, words, none.\n"
         "\n"
         "--once prints it and ends; --json prints it as a document.\n"
         "\n"
         "  referee players\n"
         "  referee players --once --json\n"},
    {.name = "serve",
     .words = "[--lan] [--port N]",
     .help = "the same as a page for phones and tablets",
     .details =
         "Prints the address of the page; on a terminal also as a QR code. Who opens it sees\n"
         "what `referee players` shows, within a tenth of a second of the table, and can say\n"
         "which character is theirs. Only this machine can open it, unless --lan is given:\n"
         "then everybody in the network can who has the address. It is served without\n"
         "encryption, and the address changes with each start.\n"
         "\n"
         "Lines on standard input: devices lists who is connected; heroes 2, order 2\n"
         "and everything 2 say what device 2 sees; away 2 sends it away; quit ends.\n"
         "With the setting phones-throw who has taken a character can send dice to the\n"
         "question that is open at the table.\n"
         "\n"
         "  referee serve --lan\n",
     .run = serve_run},
    {.name = "throw",
     .words = "FACE... | --stream",
     .help = "faces for the question that is open at the table",
     .details =
         "A face is a number as the die shows it, 14, or has its die before it, d20:14,\n"
         "so that it answers the throw that wants such a die: d4 d6 d8 d10 d12 d20,\n"
         "d00 for tens, d100, dF. The table shows the faces; Enter there takes them.\n"
         "Without a table, or when it asks for no dice, the exit code is 1.\n"
         "\n"
         "--stream is for electronic dice: it reads lines of JSON such as\n"
         "{\"die\": \"d20\", \"face\": 14, \"state\": \"rolled\", \"id\": \"7f01\", \"name\": "
         "\"Ruby\"}\n"
         "and answers each in a line. `referee help dice-outside` says how dice are heard.\n"
         "\n"
         "  referee throw 14 4\n"
         "  referee throw d20:14 d6:4\n"
         "  relay | referee throw --stream\n",
     .run = throw_run},
    {.name = "why",
     .words = "COMBATANT | GROUP [VALUE] [ADDRESS]",
     .takes = "combatant value",
     .help = "the acts and dice that made a value",
     .details = "VALUE is hp, score, out, words (conditions), due (checks), group-due, an "
                "attribute or any other\n"
                "number of a combatant; without it, hit points. Of a group it is group-due.\n"
                "With an ADDRESS, as it was after that act.\n"
                "\n"
                "  referee why Bran\n"
                "  referee why Bran score '\"Nest ledge\"#27'\n",
     .run = why_run},
    {.name = "library",
     .words = "[WORD ...] | check FILE ... | add FILE",
     .takes = "library*",
     .help = "kinds of creatures, characters, foes; your files of them",
     .details =
         "WORDs search names, tags and texts: of what ships, of your files and of the\n"
         "campaign. check tells up to ten mistakes in each FILE, with line and column. add\n"
         "copies a FILE without mistakes to your own, and not over one that is there, unless\n"
         "--replace says otherwise. --system names the game of a FILE that can be of several;\n"
         "a FILE of random tables is of no game.\n"
         "\n"
         "  referee library goblin cave --system trilemma\n"
         "  referee library check beasts.yaml --system trilemma\n"
         "  referee library add beasts.yaml --system trilemma\n",
     .run = library_run},
    {.name = "import",
     .words = "FILE ... | -",
     .takes = "file*",
     .help = "creatures of books, notes and other programs become kinds",
     .details =
         "A FILE is a page of stat lines as adventures print them, a note with statblock "
         "blocks\n"
         "(Fantasy Statblocks), or JSON of Improved Initiative, the Obsidian Initiative "
         "Tracker,\n"
         "Basic Fantasy, Foundry's old-school systems or Open5e; of a folder all of these; - "
         "is\n"
         "standard input. Each record is reported with what was assumed. What a game has no "
         "field "
         "for\n"
         "is the description of the kind. All come in as one step; kinds-undo takes it back.\n"
         "What no record of a file tells is asked about once at a terminal; --value gives the\n"
         "answer in scripts, and --keep keeps it for later imports.\n"
         "\n"
         "  referee import bestiary/ --dry-run\n"
         "  referee import page.txt\n"
         "  referee import page.txt --value ac=22 --value armour-class=descending\n",
     .run = import_run},
    {.name = "write",
     .words = "kinds|party|encounters|campaign [NAME ...]",
     .takes = "written*",
     .help = "kinds, party, prepared encounters as YAML, JSON or notes",
     .details =
         "NAMEs are of kinds, also of those that ship, of members or of prepared encounters;\n"
         "without them it is all that the campaign has. campaign is all of these with the\n"
         "plan, table rules, kept questions, policies and macros. referee import reads YAML\n"
         "and JSON back exactly. --format statblock makes a note with statblock blocks\n"
         "(Fantasy Statblocks) and encounter blocks (Initiative Tracker). Fights travel by\n"
         "backup and merge.\n"
         "\n"
         "  referee write kinds -o kinds.yaml\n"
         "  referee write encounters \"Nest ledge\" --format statblock\n"
         "  referee write campaign --json\n",
     .run = write_run},
    {.name = "merge",
     .words = "FILE",
     .takes = "file",
     .help = "bring in the encounters of another campaign",
     .details =
         "Each encounter comes with all of its acts, remarks, markers and kept forecast. What\n"
         "both campaigns have goes on where one log begins with the whole of the other; where\n"
         "they part, theirs is added as another one. Acts get new numbers, which are told.\n"
         "Kinds and members that differ are listed, and stay as they are here. FILE is only\n"
         "read; the same file again adds nothing. encounters-undo archives what was added.\n"
         "\n"
         "  referee merge ~/laptop/campaign.db\n",
     .run = merge_run},
    {.name = "backup",
     .words = "FILE",
     .takes = "file",
     .help = "copy the campaign to a file, also while it is played",
     .details = "The copy is read again before the command reports success. An existing file\n"
                "is kept, unless you add --replace.\n"
                "\n"
                "  referee backup ~/campaign-copy.db\n"
                "  referee --db ~/campaign-copy.db      play on from the copy",
     .run = backup_run},
    {.name = "restore",
     .words = "[NAME]",
     .takes = "copy",
     .help = "go back to a copy that was kept automatically",
     .details =
         "Without a name: lists the copies. The present file is kept beside the campaign,\n"
         "even if it is too damaged to be opened.\n"
         "\n"
         "  referee restore 2026-11-22-204105",
     .run = restore_run},
    {.name = "rebuild",
     .words = "",
     .help = "rebuild everything that is derived from the log",
     .details = "These are indexes, views and snapshots. The log itself does not change.",
     .run = rebuild_run},
    {.name = "verify",
     .words = "",
     .help = "read the whole campaign, and report what is wrong with it",
     .details = "",
     .run = verify_run},
    {.name = "manual",
     .words = "[PAGE]",
     .takes = "page",
     .help = "the pages of the manual, also for man",
     .details = "Without a PAGE: the list of them. What `man referee-dice` shows where the\n"
                "program is installed, this prints anywhere.\n"
                "\n"
                "  referee manual referee-dice\n",
     .run = manual_run},
    {.name = "completions",
     .words = "bash|zsh|fish",
     .takes = "shell",
     .help = "a script that completes words in your shell",
     .details =
         "Installed, the shells find it by themselves. Without that:\n"
         "\n"
         "  referee completions bash > ~/.local/share/bash-completion/completions/referee\n"
         "  referee completions zsh > ~/.zfunc/_referee       a folder of $fpath\n"
         "  referee completions fish > ~/.config/fish/completions/referee.fish\n",
     .run = completions_run},
    {.name = "doctor",
     .words = "",
     .help = "what this terminal and this machine can do, and what to mend",
     .details =
         "Looks at the terminal (size, colours, keys, characters), the campaign, your\n"
         "files, their permissions and the libraries that are linked. A line with ! needs\n"
         "something, and says what to do. Nothing is changed. It ends with 3 when\n"
         "something keeps referee from working here.\n"
         "\n"
         "  referee doctor\n"
         "  referee doctor --json\n"},
    {.name = "help",
     .words = "[TOPIC]",
     .takes = "help",
     .help = "help about a subcommand, a topic, or a command of the table",
     .details = "  referee help roll\n"
                "  referee help dice\n"
                "  referee help attack --system qud\n",
     .run = help_run},
};

enum { SUBCOMMANDS_COUNT = sizeof rows / sizeof rows[0] };

const struct subcommand *subcommand_find(const char *name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, str_of(name));
    for (int i = 0; i < SUBCOMMANDS_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
        nearest_offer(&nearest, rows[i].name);
    }
    if (commands_has(str_of(name))) {
        error_set(
            err, STATUS_USAGE, "",
            "there is no subcommand %s: it is a command of the table, typed there after : "
            "or in a script (`referee help %s`)",
            name, name);
        return NULL;
    }
    error_set(err, STATUS_USAGE, "", "there is no subcommand %s%s",
              utf8_shown(str_of(name)).text,
              nearest.best != NULL ? nearest_question(&nearest).text
                                   : "; `referee --help` lists them");
    return NULL;
}

enum status subcommand_words(const struct options *options, int most, struct error *err)
{
    if (options->words <= most) {
        return STATUS_OK;
    }
    const struct subcommand *subcommand = subcommand_find(options->subcommand, NULL);
    CHECK(subcommand != NULL);
    return error_set(err, STATUS_USAGE, "", "%s does not take %s: it is referee %s%s%s",
                     subcommand->name, utf8_shown(str_of(options->word[most])).text,
                     subcommand->name, subcommand->words[0] != '\0' ? " " : "",
                     subcommand->words);
}

const struct subcommand *subcommand_at(int index)
{
    return index < SUBCOMMANDS_COUNT ? &rows[index] : NULL;
}

/* ---- help ------------------------------------------------------------------------------ */

static void option_help(enum option_kind kind)
{
    const struct option_def *def = option_at(kind);
    TEXT_BUFFER(text, 32);
    text_add(&text, "%s%s%s", def->spelling, def->value[0] != '\0' ? " " : "", def->value);
    output_line("  %-14s %s", text.p, def->help);
}

void subcommands_help(void)
{
    output_lines("referee: the referee's side of the table, in a terminal\n"
                 "\n"
                 "  referee [SUBCOMMAND] [options]\n"
                 "\n"
                 "subcommands\n");
    for (int i = 0; i < SUBCOMMANDS_COUNT; i++) {
        output_line("  %-14s %s", rows[i].name, rows[i].help);
    }
    output_line("%s", "");
    output_line("options, anywhere");
    for (int i = 0; i < OPTION_KINDS; i++) {
        if (option_at((enum option_kind)i)->scope[0] == '\0') {
            option_help((enum option_kind)i);
        }
    }
    output_lines(
        "\n"
        "Without --db the campaign is $REFEREE_DB, else referee/campaign.db in\n"
        "$XDG_DATA_HOME.\n"
        "\n"
        "`referee help WORD` says more: about a subcommand, a command of the table, or\n");
    const struct topic *topic;
    for (int i = 0; (topic = topic_at(i)) != NULL; i++) {
        output_line("  %-14s %s", topic->name, topic->help);
    }
    output_lines(
        "\n"
        "Exit codes: 0 done, 1 refused by the rules, 2 usage error, 3 operating error.\n");
}

void subcommand_help(const struct subcommand *subcommand)
{
    output_line("referee %s%s%s", subcommand->name, subcommand->words[0] != '\0' ? " " : "",
                subcommand->words);
    output_line("%s", "");
    output_line("%s.", subcommand->help);
    if (subcommand->details[0] != '\0') {
        output_line("%s", "");
        output_lines(subcommand->details);
    }
    output_line("%s", "");
    output_line("options");
    for (int i = 0; i < OPTION_KINDS; i++) {
        if (option_is_for((enum option_kind)i, subcommand->name)) {
            option_help((enum option_kind)i);
        }
    }
}

void subcommands_version(void)
{
    output_line("referee %s", VERSION);
}

enum { WORDS_MOST = 8, WORDS_SIZE = 400 };

static json_t *entry_json(const char *name, const char *words, const char *help)
{
    return json_pack("{s:s, s:s, s:s}", "name", name, "words", words, "help", help);
}

/* The text of a subcommand or a topic as JSON. */
static void print_text_json(const char *name, const char *words, const char *help,
                            const char *text)
{
    json_t *document = entry_json(name, words, help);
    report_set_words(document, "text", text);
    output_json(document);
}

static const struct subcommand *find_subcommand(struct str name)
{
    for (int i = 0; subcommand_at(i) != NULL; i++) {
        if (str_equal_any_case(name, str_of(subcommand_at(i)->name))) {
            return subcommand_at(i);
        }
    }
    return NULL;
}

static int help_about(const struct options *options, struct str name)
{
    bool is_json = options_has(options, OPTION_JSON);
    const struct subcommand *subcommand = find_subcommand(name);
    const struct topic *topic = topic_find(name);
    if (subcommand != NULL && is_json) {
        print_text_json(subcommand->name, subcommand->words, subcommand->help,
                        subcommand->details);
    } else if (subcommand != NULL) {
        subcommand_help(subcommand);
    } else if (topic != NULL && is_json) {
        print_text_json(topic->name, "", topic->help, topic_text(topic));
    } else if (topic != NULL) {
        output_lines(topic_text(topic));
    } else if (!commands_help(options, name) && !manual_print(options, name, NULL)) {
        TEXT_BUFFER(wishes, TOPICS_WISHES_SIZE);
        if (is_json || topics_by_wish(&wishes, name) == 0) {
            struct nearest nearest;
            struct error err;
            nearest_init(&nearest, name);
            for (int i = 0; subcommand_at(i) != NULL; i++) {
                nearest_offer(&nearest, subcommand_at(i)->name);
            }
            for (int i = 0; topic_at(i) != NULL; i++) {
                nearest_offer(&nearest, topic_at(i)->name);
                nearest_offer(&nearest, topic_at(i)->other);
            }
            error_set(
                &err, STATUS_USAGE, "", "there is no help about %s%s", utf8_shown(name).text,
                nearest.best != NULL
                    ? nearest_question(&nearest).text
                    : "; `referee help` lists the topics, `referee commands` the commands");
            return output_error(&err);
        }
        output_lines(wishes.p);
    }
    return EXIT_DONE;
}

int help_run(const struct options *options)
{
    struct error err;
    TEXT_BUFFER(words, WORDS_SIZE);
    if (subcommand_words(options, WORDS_MOST, &err) != STATUS_OK) {
        return output_error(&err);
    }
    for (int i = 0; i < options->words; i++) {
        text_add(&words, "%s%s", i > 0 ? " " : "", options->word[i]);
    }
    if (words.n > 0) {
        return help_about(options, (struct str){words.p, words.n});
    }
    if (options_has(options, OPTION_JSON)) {
        json_t *subcommands = json_array();
        json_t *topics = json_array();
        for (int i = 0; subcommand_at(i) != NULL; i++) {
            const struct subcommand *subcommand = subcommand_at(i);
            json_array_append_new(
                subcommands, entry_json(subcommand->name, subcommand->words, subcommand->help));
        }
        for (int i = 0; topic_at(i) != NULL; i++) {
            json_array_append_new(topics, entry_json(topic_at(i)->name, "", topic_at(i)->help));
        }
        output_json(json_pack("{s:o, s:o}", "subcommands", subcommands, "topics", topics));
    } else {
        subcommands_help();
    }
    return EXIT_DONE;
}
