/* `referee manual`: the pages of the manual, made of the topics of the help and of the tables
 * that the program itself uses, so that no page names what does not exist. */
#include <stdlib.h>
#include <string.h>

#include "app/library/data_files.h"
#include "app/library/kinds.h"
#include "app/settings/keys.h"
#include "app/settings/program_settings.h"
#include "app/sitting/asked.h"
#include "app/sitting/commands.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/manual/manual_writer.h"
#include "cli/output.h"
#include "cli/subcommands.h"
#include "cli/version.h"
#include "games/games.h"

enum { PAGE_SIZE = 512 * 1024, SYSTEMS_MAX = 32, TITLE_SIZE = 1000, WORDS_SIZE = 2000 };

/* What a page is made from. */
struct making {
    struct manual_writer writer;
    const struct options *options;
};

typedef void write_part_fn(struct making *making);

/* A piece of a page: a topic of the help, a text that ships, or a table. */
struct part {
    const char *heading; /* NULL: it has its own */
    const char *topic, *file;
    write_part_fn *write;
};

static struct str piece(const struct text *text)
{
    CHECK(!text->is_cut);
    return (struct str){text->p, text->n};
}

static void add_entry(struct making *making, const char *title, const char *words)
{
    manual_entry(&making->writer, str_of(title), str_of(words));
}

static void add_sentences(struct making *making, const char *words)
{
    manual_sentences(&making->writer, str_of(words));
}

/* ---- subcommands and options ----------------------------------------------------------- */

static void write_synopsis(struct making *making)
{
    add_sentences(making, "`referee` [SUBCOMMAND] [options]");
}

static void add_option(struct making *making, enum option_kind kind, bool is_below)
{
    const struct option_def *def = option_at(kind);
    TEXT_BUFFER(title, 64);
    text_add(&title, "%s%s%s", def->spelling, def->value[0] != '\0' ? " " : "", def->value);
    if (is_below) {
        manual_entry_below(&making->writer, piece(&title), str_of(def->help));
    } else {
        manual_entry(&making->writer, piece(&title), str_of(def->help));
    }
}

static void write_subcommands(struct making *making)
{
    const struct subcommand *subcommand;
    for (int i = 0; (subcommand = subcommand_at(i)) != NULL; i++) {
        TEXT_BUFFER(words, WORDS_SIZE);
        manual_subheading(&making->writer, subcommand->name);
        text_add(&words, "`referee %s`%s%s: %s.", subcommand->name,
                 subcommand->words[0] != '\0' ? " " : "", subcommand->words, subcommand->help);
        manual_sentences(&making->writer, piece(&words));
        manual_prose(&making->writer, str_of(subcommand->details));
        bool is_first = true;
        for (int k = 0; k < OPTION_KINDS; k++) {
            enum option_kind kind = (enum option_kind)k;
            if (option_at(kind)->scope[0] != '\0' && option_is_for(kind, subcommand->name)) {
                if (is_first) {
                    add_sentences(making, "Options:");
                }
                add_option(making, kind, false);
                is_first = false;
            }
        }
    }
}

static void write_options(struct making *making)
{
    for (int i = 0; i < OPTION_KINDS; i++) {
        if (option_at((enum option_kind)i)->scope[0] == '\0') {
            add_option(making, (enum option_kind)i, false);
        }
    }
}

/* ---- commands -------------------------------------------------------------------------- */

/* The commands of one game. */
struct game_commands {
    const struct system *system;
    const struct procedure *procedure;
    struct made_commands made;
    const struct command_def *def[COMMANDS_MAX];
    int count;
};

static void usage_of(const struct game_commands *game, const struct command_def *def,
                     struct text *out)
{
    command_usage(game->procedure, game->system, def, out);
    CHECK(!out->is_cut);
}

static bool is_alike(const struct game_commands *a, const struct command_def *def,
                     const struct game_commands *b)
{
    TEXT_BUFFER(one, TITLE_SIZE);
    TEXT_BUFFER(other, TITLE_SIZE);
    const struct command_def *same = command_def_named(b->def, b->count, str_of(def->name));
    usage_of(a, def, &one);
    if (same != NULL) {
        usage_of(b, same, &other);
    }
    return same != NULL && strcmp(same->help, def->help) == 0 && strcmp(one.p, other.p) == 0;
}

static bool is_everywhere(const struct game_commands *games, int count, int at,
                          const struct command_def *def)
{
    bool is = true;
    for (int i = 0; i < count && is; i++) {
        is = i == at || is_alike(&games[at], def, &games[i]);
    }
    return is;
}

static void add_command(struct making *making, const struct game_commands *game,
                        const struct command_def *def, const struct key_table *keys)
{
    TEXT_BUFFER(title, TITLE_SIZE);
    TEXT_BUFFER(words, WORDS_SIZE);
    const char *key = key_of_command(keys, def->name);
    usage_of(game, def, &title);
    text_add(&words, "%s", def->help);
    if (key != NULL) {
        text_add(&words, "; key `%s`", key);
    }
    if (def->rule[0] != '\0') {
        text_add(&words, " [%s]", def->rule);
    }
    manual_entry(&making->writer, piece(&title), piece(&words));
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(game->procedure, game->system, def, names);
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(game->procedure, game->system, def, names[i]);
        text_init(&title, title.p, title.size);
        text_init(&words, words.p, words.size);
        text_add(&title, "%s%s", names[i], about.takes == OPTION_TAKES_FLAG ? "" : "=");
        for (int k = 0; about.words != NULL && about.words[k] != NULL; k++) {
            text_add(&words, "%s%s", k == 0 ? "" : "|", about.words[k]);
        }
        text_add(&words, "%s%s", words.n > 0 && about.help[0] != '\0' ? ": " : "", about.help);
        if (words.n > 0) {
            manual_entry_below(&making->writer, piece(&title), piece(&words));
        }
    }
}

static void write_commands(struct making *making)
{
    int count = systems_count();
    CHECK(count <= SYSTEMS_MAX);
    struct game_commands *games = calloc((size_t)count, sizeof *games);
    struct key_table *keys = malloc(sizeof *keys);
    CHECK(games != NULL && keys != NULL);
    for (int i = 0; i < count; i++) {
        games[i].system = system_at(i);
        games[i].procedure = games_find(games[i].system);
        games[i].count =
            sitting_commands_of(games[i].system, &games[i].made, games[i].def, COMMANDS_MAX);
    }
    manual_heading(&making->writer, "COMMANDS OF EVERY GAME");
    key_table_make(keys, NULL, NULL);
    for (int k = 0; k < games[0].count; k++) {
        if (is_everywhere(games, count, 0, games[0].def[k])) {
            add_command(making, &games[0], games[0].def[k], keys);
        }
    }
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(heading, 100);
        text_add(&heading, "MORE OF %s", games[i].system->title);
        manual_heading(&making->writer, heading.p);
        key_table_make(keys, games[i].procedure, NULL);
        for (int k = 0; k < games[i].count; k++) {
            if (!is_everywhere(games, count, i, games[i].def[k])) {
                add_command(making, &games[i], games[i].def[k], keys);
            }
        }
    }
    free(keys);
    free(games);
}

/* ---- games and kinds ------------------------------------------------------------------- */

static void write_systems(struct making *making)
{
    add_sentences(
        making, "`referee systems` with the name of a game and an action lists its parameters "
                "and outcomes.");
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        TEXT_BUFFER(words, WORDS_SIZE);
        bool has_alias = system->alias[0] != '\0';
        text_add(&words, "`%s`%s%s%s: %s, %s.", system->id, has_alias ? " or `" : "",
                 system->alias, has_alias ? "`" : "", system->title, system->note);
        manual_sentences(&making->writer, piece(&words));
        for (int k = 0; k < system->actions_count; k++) {
            add_entry(making, system->actions[k].name, system->actions[k].help);
        }
    }
}

static void add_field(struct making *making, const struct value_def *def, const char *expects)
{
    TEXT_BUFFER(words, WORDS_SIZE);
    text_add(&words, "%s%s%s%s", def->help, expects[0] != '\0' ? " (" : "", expects,
             expects[0] != '\0' ? ")" : "");
    if (def->is_required) {
        text_add(&words, "; required");
    } else if (def->fallback != NULL) {
        text_add(&words, "; else %s", def->fallback);
    }
    if (words.n > 0) {
        manual_entry(&making->writer, str_of(def->name), piece(&words));
    }
}

/* The attributes of the game that records of this kind have as fields. */
static void add_attributes(struct making *making, const struct system *system,
                           const char *const *names)
{
    for (int i = 0; i < system->attributes_count; i++) {
        bool is_one = false;
        for (int k = 0; names != NULL && names[k] != NULL && !is_one; k++) {
            is_one = names[k][0] == '*' || strcmp(names[k], system->attributes[i].name) == 0;
        }
        if (is_one) {
            add_field(making, &system->attributes[i], "");
        }
    }
}

static void write_kinds(struct making *making)
{
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        const struct procedure *procedure = games_find(system);
        TEXT_BUFFER(heading, 100);
        text_add(&heading, "KINDS OF %s", system->title);
        manual_heading(&making->writer, heading.p);
        for (int k = 0; k < procedure->kinds_count; k++) {
            const struct library_kind *kind = &procedure->kinds[k];
            TEXT_BUFFER(words, WORDS_SIZE);
            text_add(&words, "The list \"%s\" has %s each:", kind->list, kind->what);
            manual_sentences(&making->writer, piece(&words));
            for (int f = 0; f < kind->fields_count; f++) {
                TEXT_BUFFER(expects, WORDS_SIZE / 2);
                sitting_kind_expects(&kind->fields[f], &expects);
                add_field(making, &kind->fields[f].value, expects.p);
            }
            add_attributes(making, system, kind->attributes);
        }
    }
}

/* ---- keys and settings ----------------------------------------------------------------- */

static bool has_binding(const struct key_table *keys, const struct key_binding *binding)
{
    bool has = false;
    for (int i = 0; i < keys->count && !has; i++) {
        const struct key_binding *other = &keys->binding[i];
        has = other->context == binding->context &&
              strcmp(other->pressed, binding->pressed) == 0 &&
              strcmp(other->command, binding->command) == 0;
    }
    return has;
}

/* Those that `but` has not; returns how many. */
static int add_keys(struct making *making, const struct key_table *keys,
                    enum key_context context, const struct key_table *but)
{
    int added = 0;
    for (int i = 0; i < keys->count; i++) {
        const struct key_binding *binding = &keys->binding[i];
        if (binding->context != context || (but != NULL && has_binding(but, binding))) {
            continue;
        }
        TEXT_BUFFER(words, WORDS_SIZE);
        struct str rest = str_of(binding->command);
        struct str name = str_next_word(&rest);
        text_add(&words, "%s [%.*s]", binding->help, name.n, name.p);
        manual_entry(&making->writer, str_of(binding->pressed), piece(&words));
        added++;
    }
    return added;
}

static void write_keys(struct making *making)
{
    struct key_table *every = malloc(sizeof *every), *own = malloc(sizeof *own);
    CHECK(every != NULL && own != NULL);
    key_table_make(every, NULL, NULL);
    add_sentences(making, "In brackets stands what a key runs: a command, or an action of the "
                          "screen, to which keys of your own can be bound too.");
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        TEXT_BUFFER(words, WORDS_SIZE);
        text_add(&words, "%s (`%s` in a file of keys)", key_context_title((enum key_context)i),
                 key_context_name((enum key_context)i));
        manual_subheading(&making->writer, words.p);
        add_keys(making, every, (enum key_context)i, NULL);
    }
    for (int i = 0; i < systems_count(); i++) {
        TEXT_BUFFER(words, WORDS_SIZE);
        text_add(&words, "At the table, in %s", system_at(i)->title);
        manual_subheading(&making->writer, words.p);
        key_table_make(own, games_find(system_at(i)), NULL);
        add_keys(making, own, CONTEXT_TABLE, every);
        add_keys(making, own, CONTEXT_MORE, every);
    }
    free(own);
    free(every);
}

static void write_settings(struct making *making)
{
    const struct program_settings *settings = making->options->settings;
    for (int i = 0; i < settings->count; i++) {
        TEXT_BUFFER(words, WORDS_SIZE);
        const char *const *choices = program_setting_choices(settings, i);
        text_add(&words, "%s", program_setting_help(settings, i));
        for (int k = 0; choices != NULL && choices[k] != NULL; k++) {
            text_add(&words, "%s%s", k == 0 ? "; " : "|", choices[k]);
        }
        text_add(&words, "; else %s", program_setting_default(settings, i));
        manual_entry(&making->writer, str_of(program_setting_name(settings, i)), piece(&words));
    }
}

/* ---- the campaign's file --------------------------------------------------------------- */

static void add_schema(struct making *making, const char *heading)
{
    struct str text;
    CHECK(data_file_shipped("schema/README.md", &text));
    manual_markdown(&making->writer, text, heading);
}

static void write_views(struct making *making)
{
    add_sentences(making, "Anybody with sqlite3 can read a campaign; a table that is open does "
                          "not mind. Read with `sqlite3 -readonly`.");
    add_schema(making, "The views");
}

static void write_queries(struct making *making)
{
    add_schema(making, "Ten questions");
}

/* ---- the pages ------------------------------------------------------------------------- */

static const struct part referee_parts[] = {
    {.heading = "SYNOPSIS", .write = write_synopsis},
    {.heading = "DESCRIPTION", .file = "data/manual/referee.txt"},
    {.heading = "OPTIONS", .write = write_options},
    {.heading = "SUBCOMMANDS", .write = write_subcommands},
    {.heading = "FILES AND ENVIRONMENT", .topic = "campaign"},
    {.heading = "ANSWERS FOR PROGRAMS", .topic = "json"},
    {.heading = "EXIT STATUS", .topic = "exit"},
    {.heading = NULL}};
static const struct part table_parts[] = {
    {.heading = "AT THE TABLE", .topic = "running"},
    {.heading = "IN DETAIL", .topic = "fights"},
    {.heading = "DICE THAT FELL", .topic = "entering"},
    {.heading = "RANDOM TABLES", .topic = "tables"},
    {.heading = "WHAT THE PLAYERS SEE", .topic = "screens"},
    {.heading = NULL}};
static const struct part preparing_parts[] = {
    {.heading = "BEFOREHAND", .topic = "preparing"},
    {.heading = "IN DETAIL", .topic = "beforehand"},
    {.heading = "CREATURES FROM ELSEWHERE", .topic = "importing"},
    {.heading = NULL}};
static const struct part reviewing_parts[] = {
    {.heading = "AFTERWARDS", .topic = "reviewing"},
    {.heading = "ASKING THE LOG", .topic = "asking"},
    {.heading = "ADDRESSES OF ACTS", .topic = "addresses"},
    {.heading = "EXPORTS", .topic = "exporting"},
    {.heading = NULL}};
static const struct part command_parts[] = {{.heading = "SCRIPTS", .topic = "scripts"},
                                            {.heading = "MACROS", .topic = "macros"},
                                            {.write = write_commands},
                                            {.heading = NULL}};
static const struct part campaign_parts[] = {
    {.heading = "DESCRIPTION", .topic = "campaign"},
    {.heading = "COPIES", .topic = "copying"},
    {.heading = "TWO CAMPAIGNS", .topic = "merging"},
    {.heading = "VIEWS", .write = write_views},
    {.heading = "TEN QUESTIONS", .write = write_queries},
    {.heading = NULL}};
static const struct part dice_parts[] = {
    {.heading = "NOTATION", .topic = "dice"},
    {.heading = "DICE OF OTHER PROGRAMS", .topic = "dialects"},
    {.heading = "ACTS OF GAMES", .write = write_systems},
    {.heading = NULL}};
static const struct part library_parts[] = {{.heading = "FILES", .topic = "formats"},
                                            {.heading = "RANDOM TABLES", .topic = "tables"},
                                            {.write = write_kinds},
                                            {.heading = NULL}};
static const struct part keys_parts[] = {
    {.heading = "DESCRIPTION", .topic = "customizing"},
    {.heading = "SETTINGS", .write = write_settings},
    {.heading = "THE SAME KEYS EVERYWHERE", .topic = "keys"},
    {.heading = "EVERY KEY", .write = write_keys},
    {.heading = NULL}};

static const struct page {
    const char *name;
    int section;
    const char *help; /* at most 60 columns */
    const struct part *parts;
} pages[] = {
    {"referee", 1, "the referee's side of the table, in a terminal", referee_parts},
    {"referee-table", 7, "running a fight", table_parts},
    {"referee-preparing", 7, "preparing an evening", preparing_parts},
    {"referee-reviewing", 7, "what happened, who did what, and why", reviewing_parts},
    {"referee-commands", 7, "every command of the table", command_parts},
    {"referee-campaign", 5, "the file of a campaign", campaign_parts},
    {"referee-dice", 7, "dice notation and its dialects", dice_parts},
    {"referee-library", 5, "files of kinds, random tables and encounters", library_parts},
    {"referee-keys", 5, "keys and settings", keys_parts},
};

enum { PAGES = sizeof pages / sizeof pages[0] };

static bool is_end(const struct part *part)
{
    return part->topic == NULL && part->file == NULL && part->write == NULL;
}

static void write_part(struct making *making, const struct part *part)
{
    if (part->heading != NULL) {
        manual_heading(&making->writer, part->heading);
    }
    if (part->topic != NULL) {
        const struct topic *topic = topic_find(str_of(part->topic));
        CHECK(topic != NULL);
        manual_prose(&making->writer, str_of(topic_text(topic)));
    } else if (part->file != NULL) {
        struct str text;
        CHECK(data_file_shipped(part->file, &text));
        manual_prose(&making->writer, text);
    } else {
        part->write(making);
    }
}

static void write_others(struct making *making, const struct page *page)
{
    TEXT_BUFFER(words, WORDS_SIZE);
    manual_heading(&making->writer, "SEE ALSO");
    for (int i = 0; i < PAGES; i++) {
        if (&pages[i] != page) {
            text_add(&words, "%s`%s`(%d)", words.n > 0 ? ", " : "", pages[i].name,
                     pages[i].section);
        }
    }
    manual_sentences(&making->writer, piece(&words));
}

static void write_page(struct text *out, const struct page *page, const struct options *options)
{
    struct making making = {
        .writer = {.out = out, .is_roff = options_has(options, OPTION_ROFF)},
        .options = options};
    struct manual_title title = {page->name, page->section, page->help, VERSION_DAY, VERSION};
    manual_title(&making.writer, &title);
    for (const struct part *part = page->parts; !is_end(part); part++) {
        write_part(&making, part);
    }
    write_others(&making, page);
    manual_end(&making.writer);
    CHECK(!out->is_cut);
}

/* ---- the subcommand -------------------------------------------------------------------- */

static const struct page *page_find(struct str name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < PAGES; i++) {
        const char *last = strchr(pages[i].name, '-'); /* "dice" is enough */
        if (str_equal_any_case(name, str_of(pages[i].name)) ||
            (last != NULL && str_equal_any_case(name, str_of(last + 1)))) {
            return &pages[i];
        }
        nearest_offer(&nearest, pages[i].name);
    }
    error_set(err, STATUS_USAGE, "", "the manual has no page %s%s", utf8_shown(name).text,
              nearest.best != NULL ? nearest_question(&nearest).text
                                   : "; `referee manual` lists its pages");
    return NULL;
}

const char *manual_page_at(int index, const char **help)
{
    if (index >= PAGES) {
        return NULL;
    }
    *help = pages[index].help;
    return pages[index].name;
}

static void print_pages(bool is_json)
{
    json_t *list = json_array();
    for (int i = 0; i < PAGES; i++) {
        json_array_append_new(list,
                              json_pack("{s:s, s:i, s:s}", "name", pages[i].name, "section",
                                        pages[i].section, "help", pages[i].help));
        if (!is_json) {
            TEXT_BUFFER(name, 40);
            text_add(&name, "%s(%d)", pages[i].name, pages[i].section);
            output_line("%-22s %s", name.p, pages[i].help);
        }
    }
    json_t *document = json_pack("{s:o}", "pages", list);
    if (is_json) {
        output_json(document);
    } else {
        json_decref(document);
    }
}

bool manual_print(const struct options *options, struct str name, struct error *err)
{
    const struct page *page = page_find(name, err);
    if (page == NULL) {
        return false;
    }
    char *bytes = malloc(PAGE_SIZE);
    CHECK(bytes != NULL);
    struct text text = text_over(bytes, PAGE_SIZE);
    write_page(&text, page, options);
    if (options_has(options, OPTION_JSON)) {
        output_json(json_pack("{s:s, s:i, s:s, s:s}", "name", page->name, "section",
                              page->section, "help", page->help, "text", text.p));
    } else if (options_has(options, OPTION_ROFF)) {
        output_document(text.p);
    } else {
        output_lines(text.p);
    }
    free(bytes);
    return true;
}

int manual_run(const struct options *options)
{
    struct error err;
    if (subcommand_words(options, 1, &err) != STATUS_OK) {
        return output_error(&err);
    }
    if (options->words == 0) {
        print_pages(options_has(options, OPTION_JSON));
        return EXIT_DONE;
    }
    return manual_print(options, str_of(options->word[0]), &err) ? EXIT_DONE
                                                                 : output_error(&err);
}
