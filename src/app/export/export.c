#include "app/export/export.h"

#include <stdlib.h>
#include <string.h>

#include "app/encounters/plan.h"
#include "app/export/telling.h"
#include "app/file/file.h"
#include "app/file/text_file.h"
#include "app/library/campaign_library.h"
#include "app/library/record_library.h"
#include "app/log/address.h"
#include "app/party/party_sheet.h"
#include "app/prepared/prepared.h"
#include "app/prepared/prepared_run.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "exchange/formats.h"
#include "games/games.h"

enum { WORDS_SIZE = 2200 };

/* ---- what is exported ------------------------------------------------------------------ */

/* The words without an address among them, whose act is where the fight ends. */
static enum status read_words(struct sitting_acts_wish *acts, struct asking *asking,
                              struct sitting *sitting, const struct export_wish *wish,
                              struct error *err)
{
    const char *words[ASK_TERMS_MAX + 1];
    int count = 0;
    int64_t until = 0;
    for (int i = 0; i < wish->words_count && count <= ASK_TERMS_MAX; i++) {
        bool is_act = until == 0 && sitting_find_act(sitting, wish->words[i], &until);
        if (!is_act) {
            words[count++] = wish->words[i];
        }
    }
    enum status status = sitting_read_wish(acts, asking, sitting, words, count, err);
    acts->until = until;
    return status;
}

static enum status read_format(const struct export_format **out, const struct export_wish *wish,
                               struct error *err)
{
    if (wish->format.n > 0) {
        return export_format_find(out, wish->format, err);
    }
    *out = wish->path != NULL ? export_format_of_file(wish->path) : NULL;
    return *out != NULL ? STATUS_OK : export_format_find(out, str_of("text"), err);
}

static enum status tell(struct telling *telling, struct sitting *sitting,
                        const struct export_wish *wish, struct error *err)
{
    struct asking *asking = malloc(sizeof *asking);
    struct sitting_acts_wish acts;
    TEXT_BUFFER(words, WORDS_SIZE);
    CHECK(asking != NULL);
    struct telling_wish wanted = {.acts = &acts,
                                  .words = words.p,
                                  .is_for_players = wish->is_for_players,
                                  .has_chart = wish->has_chart,
                                  .has_numbers = wish->has_numbers};
    for (int i = 0; i < wish->words_count; i++) {
        text_add(&words, "%s%s", i > 0 ? " " : "", wish->words[i]);
    }
    enum status status = telling_parts_read(&wanted.without, wish->without, err);
    if (status == STATUS_OK) {
        status = read_words(&acts, asking, sitting, wish, err);
    }
    if (status == STATUS_OK) {
        status = sitting_tell(telling, sitting, &wanted, err);
    }
    free(asking);
    return status;
}

enum status sitting_export(char **out, struct sitting *sitting, const struct export_wish *wish,
                           struct error *err)
{
    const struct export_format *format;
    struct telling telling = {.title = NULL};
    struct writing writing = {.p = NULL};
    enum status status = read_format(&format, wish, err);
    *out = NULL;
    if (status == STATUS_OK && wish->has_chart && wish->is_for_players) {
        status = error_set(err, STATUS_USAGE, "",
                           "a chart names every act, also hidden ones: leave out chart, or "
                           "players");
    }
    if (status == STATUS_OK && wish->has_chart && format->is_of_acts_alone) {
        status = error_set(err, STATUS_USAGE, "",
                           "%s has only acts in it, no chart (expected html, md, text or json)",
                           format->name);
    }
    if (status == STATUS_OK) {
        status = tell(&telling, sitting, wish, err);
    }
    if (status == STATUS_OK) {
        if (wish->is_for_players && !format->has_rows) {
            story_replace_acts(&telling, wish->has_numbers);
        }
        format->write(&writing, &telling);
        *out = writing.p;
    }
    telling_free(&telling);
    return status;
}

enum status sitting_export_file(struct sitting *sitting, const struct export_wish *wish,
                                struct error *err)
{
    char *document;
    enum status status = sitting_export(&document, sitting, wish, err);
    if (status == STATUS_OK) {
        status = text_file_write(wish->path, str_of(document), wish->may_replace, err);
    }
    free(document);
    return status;
}

void sitting_export_line(struct sitting *sitting, const struct export_draft *draft,
                         struct text *out)
{
    static const char *const names[SCOPES] = {
        [SCOPE_EVENING] = "evening", [SCOPE_CAMPAIGN] = "campaign"};
    /* Without a word the command tells the open encounter: round=0.. fits every act. */
    static const char *const words[SCOPES] = {
        [SCOPE_EVENING] = " session=last", [SCOPE_CAMPAIGN] = " round=0.."};
    bool is_fight = draft->scope == SCOPE_FIGHT;
    bool is_open = is_fight && strcmp(draft->encounter, sitting_encounter_name(sitting)) == 0;
    text_add(out, "export ");
    /* "Nest ledge" as nest-ledge. */
    const char *name = is_fight ? draft->encounter : names[draft->scope];
    bool is_after_dash = true;
    int start = out->n;
    for (const char *at = name; *at != '\0'; at++) {
        bool is_kept = char_is_letter(*at) || char_is_digit(*at) || (*at & 0x80) != 0;
        if (is_kept) {
            text_add_char(out, char_lower(*at));
        } else if (!is_after_dash) {
            text_add_char(out, '-');
        }
        is_after_dash = !is_kept;
    }
    while (out->n > start && out->p[out->n - 1] == '-') {
        out->p[--out->n] = '\0';
    }
    text_add(out, "%s", out->n == start ? "fight" : "");
    text_add(out, "%s.html", draft->is_for_players ? "-for-players" : "");
    if (is_fight && (!is_open || draft->words.n > 0)) {
        text_add(out, " ");
        text_add_quoted(out, str_of(draft->encounter));
    } else if (!is_fight && (draft->scope == SCOPE_EVENING || draft->words.n == 0)) {
        text_add(out, "%s", words[draft->scope]);
    }
    text_add(out, "%s", draft->words.n > 0 ? " " : "");
    text_add_str(out, draft->words);
    text_add(out, "%s", draft->is_for_players ? " players" : "");
}

/* ---- the command ----------------------------------------------------------------------- */

static bool take_option(struct export_wish *wish, const char *word)
{
    static const char format[] = "format=", without[] = "without=";
    if (strcmp(word, "players") == 0) {
        wish->is_for_players = true;
    } else if (strcmp(word, "numbers") == 0) {
        wish->is_for_players = wish->has_numbers = true;
    } else if (strcmp(word, "chart") == 0) {
        wish->has_chart = true;
    } else if (strcmp(word, "replace") == 0) {
        wish->may_replace = true;
    } else if (strncmp(word, format, sizeof format - 1) == 0) {
        wish->format = str_of(word + sizeof format - 1);
    } else if (strncmp(word, without, sizeof without - 1) == 0) {
        wish->without = str_of(word + sizeof without - 1);
    } else {
        return false;
    }
    return true;
}

/* The first word that is no option is the file, so that `export players nest.html` is not a
 * file of that name; the others are the question. */
void sitting_run_export(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    const char *words[ASK_TERMS_MAX + 1];
    char path[CAMPAIGN_PATH_MAX];
    char room[COMMAND_LINE_MAX + ASK_TERMS_MAX + 8];
    struct text text = text_over(room, sizeof room);
    struct str rest = command->argument[0].word, word;
    struct export_wish wish = {.words = words, .path = path};
    bool has_path = false, is_wrong = false;
    while (!is_wrong && (word = str_next_word(&rest)).p != NULL) {
        char *copy = text.p + text.n;
        text_add_str(&text, word);
        text_add_char(&text, '\0');
        if (text.is_cut || wish.words_count > ASK_TERMS_MAX) {
            result_wrong(out, "export takes at most %d words", ASK_TERMS_MAX);
            return;
        }
        bool is_option = take_option(&wish, copy);
        if (!is_option && has_path) {
            words[wish.words_count++] = copy;
        } else if (!is_option) {
            has_path = sitting_path_of(path, word);
            is_wrong = !has_path;
        }
    }
    if (!has_path) {
        result_wrong(out, "export needs a file name: export nest.html");
        return;
    }
    struct error err;
    enum status status = sitting_export_file(sitting, &wish, &err);
    if (status == STATUS_USAGE) {
        result_be_wrong(out, &err);
        return;
    }
    text_file_result(status, &err, out);
    if (status == STATUS_OK) {
        text_format(out->text, sizeof out->text, "written to %s%s", wish.path,
                    wish.is_for_players ? ", for players: without what is hidden, noted or due"
                                        : "");
    }
}

enum { PAGES_SIZE = 512 * 1024 };

/* A page being written. */
struct page {
    struct text text;
    bool is_markdown;
};

/* ---- pieces ---------------------------------------------------------------------------- */

/* "## Ford", or "Ford" with a line under it; `depth` counts from 1. */
static void add_heading(struct page *page, int depth, const char *heading)
{
    struct text *out = &page->text;
    text_add(out, "%s", out->n > 0 ? "\n" : "");
    if (page->is_markdown) {
        text_add(out, "%.*s %s\n\n", depth, "######", heading);
        return;
    }
    text_add(out, "%s\n", heading);
    for (int i = 0; depth < 3 && heading[i] != '\0'; i++) {
        bool is_first = ((unsigned char)heading[i] & 0xC0) != 0x80; /* of a character */
        text_add(out, "%s", !is_first ? "" : depth == 1 ? "=" : "-");
    }
    text_add(out, "%s", depth < 3 ? "\n\n" : "");
}

/* "Place: a ledge", on a line of its own. */
static void add_fact(struct page *page, const char *what, struct str fact)
{
    if (fact.n > 0) {
        text_add(&page->text, page->is_markdown ? "**%s:** %.*s  \n" : "%s: %.*s\n", what,
                 fact.n, fact.p);
    }
}

static void add_prose(struct page *page, const char *heading, struct str prose)
{
    if (prose.n > 0) {
        text_add(&page->text, page->is_markdown ? "\n**%s**\n\n" : "\n%s\n", heading);
        /* Its lines, each after `before`. */
        struct str text = str_trimmed_end(prose);
        const char *before = page->is_markdown ? "> " : "    ";
        for (struct str rest = text; rest.n > 0;) {
            const char *end = memchr(rest.p, '\n', (size_t)rest.n);
            int n = end != NULL ? (int)(end - rest.p) : rest.n;
            text_add(&page->text, "%s%.*s\n", before, n, rest.p);
            int past = end != NULL ? n + 1 : n;
            rest = (struct str){rest.p + past, rest.n - past};
        }
    }
}

/* ---- a prepared encounter -------------------------------------------------------------- */

static struct str scalar_of(const struct yaml_value *map, const char *key)
{
    const struct yaml_value *value = yaml_find(map, key);
    return value != NULL && value->shape == YAML_SHAPE_SCALAR ? value->text : str_of("");
}

/* "2 x bridge hound; arrives round 3", and the numbers of the kind. */
static void add_entry(struct page *page, struct sitting *sitting, const struct system *system,
                      const struct yaml_value *entry)
{
    struct error err;
    struct text *out = &page->text;
    struct str kind = scalar_of(entry, "kind"), name = scalar_of(entry, "name");
    struct str count = scalar_of(entry, "count");
    struct str shown = name.n > 0 ? name : kind;
    text_add(out, page->is_markdown ? "- " : "  ");
    if (count.n > 0 && !str_equal(count, "1")) {
        text_add(out, "%.*s x ", count.n, count.p);
    }
    text_add(out, page->is_markdown ? "**%.*s**" : "%.*s", shown.n, shown.p);
    if (name.n > 0 && kind.n > 0) {
        text_add(out, " (%.*s)", kind.n, kind.p);
    }
    /* "hp 14, arrives round 3": what the entry says beside its name, kind and count. */
    for (const struct yaml_value *field = entry->first; field != NULL; field = field->next) {
        bool is_named = str_equal(field->key, "kind") || str_equal(field->key, "name") ||
                        str_equal(field->key, "count");
        if (!is_named && field->shape == YAML_SHAPE_SCALAR) {
            text_add(out, "; ");
            kind_field_label(field->key.p, out);
            text_add(out, " %.*s", field->text.n, field->text.p);
        }
    }
    text_add(out, "%s\n", page->is_markdown ? "  " : "");
    const char *fills = games_find(system)->fills;
    const struct library *library = record_library(sitting->library);
    const struct library_record *record = fills != NULL && library != NULL && kind.n > 0
                                              ? library_find(library, fills, kind, &err)
                                              : NULL;
    if (record != NULL) {
        TEXT_BUFFER(numbers, 600);
        kind_numbers(record, &numbers);
        text_add(out, "%s%s\n", page->is_markdown ? "  " : "      ", numbers.p);
    }
}

static void add_entries(struct page *page, struct sitting *sitting,
                        const struct encounter_text *text, enum encounter_part part,
                        const char *heading)
{
    const struct yaml_value *list = text->part[part];
    if (list == NULL || list->shape != YAML_SHAPE_LIST || list->count == 0) {
        return;
    }
    text_add(&page->text, page->is_markdown ? "\n**%s**\n\n" : "\n%s\n", heading);
    for (const struct yaml_value *entry = list->first; entry != NULL; entry = entry->next) {
        if (entry->shape == YAML_SHAPE_MAP) {
            add_entry(page, sitting, text->system, entry);
        }
    }
}

static void add_missing(struct page *page, struct sitting *sitting, int64_t id)
{
    struct error err;
    int count;
    struct ready_item *items = sitting_scratch(sitting, READY_MAX * sizeof *items);
    if (sitting_ready(sitting, id, items, READY_MAX, &count, &err) == STATUS_OK && count > 0) {
        text_add(&page->text, page->is_markdown ? "\n**%s**\n\n" : "\n%s\n", "Missing or odd");
        for (int i = 0; i < count; i++) {
            text_add(&page->text, page->is_markdown ? "- %s\n" : "  %s\n", items[i].text);
        }
    }
}

static enum status add_prepared(struct page *page, struct sitting *sitting,
                                const struct sitting_prepared *prepared, struct error *err)
{
    struct prepared_parts parts;
    char *bytes = sitting_scratch(sitting, PREPARED_TEXT_SIZE);
    enum status status = sitting_prepared_text(sitting, prepared->id, bytes, err);
    if (status == STATUS_OK) {
        prepared_parts_open(&parts, str_of(bytes), prepared->name);
        const struct encounter_text *text = &parts.text;
        if (parts.is_open) {
            sitting_open_library(sitting, text->system);
            add_fact(page, "Game", str_of(text->system->title));
        }
        add_fact(page, "Place", encounter_text_part(text, ENCOUNTER_PLACE));
        add_fact(page, "They want", encounter_text_part(text, ENCOUNTER_WANTS));
        add_prose(page, "Read aloud", encounter_text_part(text, ENCOUNTER_READ));
        if (parts.is_open) {
            add_entries(page, sitting, text, ENCOUNTER_PARTY, "Party");
            add_entries(page, sitting, text, ENCOUNTER_FOES, "Foes");
            /* "howl 0/2", as the table shows them. */
            TEXT_BUFFER(counters, 1000);
            const struct yaml_value *list = text->part[ENCOUNTER_COUNTERS];
            bool is_list = list != NULL && list->shape == YAML_SHAPE_LIST;
            for (const struct yaml_value *one = is_list ? list->first : NULL; one != NULL;
                 one = one->next) {
                struct str name = scalar_of(one, "name"), count = scalar_of(one, "count");
                text_add(&counters, "%s%.*s %.*s", counters.n > 0 ? ", " : "", name.n, name.p,
                         count.n, count.p);
            }
            if (counters.n > 0) {
                text_add(&page->text, "\n");
                add_fact(page, "Counters", (struct str){counters.p, counters.n});
            }
        }
        add_prose(page, "Notes", encounter_text_part(text, ENCOUNTER_NOTES));
        prepared_parts_close(&parts);
        add_missing(page, sitting, prepared->id);
    }
    return status;
}

/* ---- the party ------------------------------------------------------------------------- */

static void add_party(struct page *page, const struct party *party)
{
    TEXT_BUFFER(heading, 100);
    text_add(&heading, "The party, %s", party->system->title);
    if (page->is_markdown) {
        add_heading(page, 1, heading.p);
    } else {
        TEXT_BUFFER(list, 8000);
        party_tell(party, &list);
        text_add(&page->text, "%s%s\n\n%s\n", page->text.n > 0 ? "\n" : "", heading.p, list.p);
    }
    struct text *out = &page->text;
    for (int i = 0; i < party->count; i++) {
        text_add(out, "\n");
        party_tell_sheet(&party->member[i], page->is_markdown, out);
        text_add(out, "\n");
    }
}

/* ---- the evening ----------------------------------------------------------------------- */

static enum status add_evening(struct page *page, struct sitting *sitting, struct error *err)
{
    TEXT_BUFFER(summary, 200);
    struct plan *plan = sitting_scratch(sitting, sizeof *plan);
    struct party *party = sitting_scratch(sitting, sizeof *party);
    enum status status = sitting_plan(sitting, PLAN_MAX, plan, err);
    add_heading(page, 1, "The evening");
    if (status == STATUS_OK) {
        plan_add_summary(plan, &summary);
        text_add(&page->text, "%s\n", summary.p);
    }
    for (int i = 0; status == STATUS_OK && i < plan->count; i++) {
        const struct plan_item *item = &plan->item[i];
        int place = i + 1;
        TEXT_BUFFER(heading, 200);
        TEXT_BUFFER(course, 60);
        text_add(&heading, "%d. %s", place, plan_item_name(item));
        plan_item_add_course(&course, item);
        add_heading(page, 2, heading.p);
        add_fact(page, "Stands", str_of(course.p));
        add_fact(page, "Plan", str_of(item->note));
        if (item->has_fight) {
            add_fact(page, "Due", str_of(item->encounter.facts.due));
            add_fact(page, "In it", str_of(item->encounter.facts.who));
        }
        status =
            item->is_prepared ? add_prepared(page, sitting, &item->prepared, err) : STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = party_read(party, sitting, err);
    }
    if (status == STATUS_OK && party->count > 0) {
        add_party(page, party);
    }
    return status;
}

/* ---- the commands ---------------------------------------------------------------------- */

static bool is_markdown_name(const char *path)
{
    const char *end = strrchr(path, '.');
    return end != NULL && (str_equal_any_case(str_of(end), str_of(".md")) ||
                           str_equal_any_case(str_of(end), str_of(".markdown")));
}

/* What a page is about. */
struct page_of {
    const char *what; /* "the party" */
    int file;         /* the argument that names the file */
    const struct sitting_prepared *prepared;
    enum status (*add)(struct page *page, struct sitting *sitting, struct error *err);
};

static enum status add_the_party(struct page *page, struct sitting *sitting, struct error *err)
{
    struct party *party = sitting_scratch(sitting, sizeof *party);
    enum status status = party_read(party, sitting, err);
    if (status == STATUS_OK) {
        add_party(page, party);
    }
    return status;
}

static void write_page(struct sitting *sitting, const struct command *command,
                       const struct page_of *of, struct result *out)
{
    char path[SITTING_PATH_MAX];
    struct error err;
    if (!sitting_path_of(path, command->argument[of->file].word)) {
        result_wrong(out, "%s needs a file name: evening.md, or .txt", command->def->name);
        return;
    }
    char *bytes = sitting_scratch(sitting, PAGES_SIZE);
    struct page page = {text_over(bytes, PAGES_SIZE), is_markdown_name(path)};
    enum status status = STATUS_OK;
    if (of->prepared != NULL) {
        add_heading(&page, 1, of->prepared->name);
        status = add_prepared(&page, sitting, of->prepared, &err);
    } else {
        status = of->add(&page, sitting, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        bool replaces = command_option(command, "replace") != NULL;
        struct str all = {page.text.p, page.text.n};
        status = text_file_write(path, all, replaces, &err);
        text_file_result(status, &err, out);
    }
    if (status == STATUS_OK) {
        text_format(out->text, sizeof out->text, "%s is written to %s", of->what, path);
    }
}

void sitting_run_party_print(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    struct page_of of = {.what = "the party", .add = add_the_party};
    write_page(sitting, command, &of, out);
}

void sitting_run_plan_print(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    struct page_of of = {.what = "the evening", .add = add_evening};
    write_page(sitting, command, &of, out);
}

void sitting_run_prepared_print(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    struct sitting_prepared prepared;
    struct error err;
    enum status status =
        sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err);
    if (status != STATUS_OK) {
        result_fail(out, &err);
        return;
    }
    struct page_of of = {.what = prepared.name, .file = 1, .prepared = &prepared};
    write_page(sitting, command, &of, out);
}

const char *sitting_export_format(int index)
{
    const struct export_format *format = export_format_at(index);
    return format != NULL ? format->name : NULL;
}
