#include "tui/lists/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/kind_search.h"
#include "app/library/record_library.h"
#include "app/library/campaign_library.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/party/party.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "tui/widgets/reader.h"

/* ---- what is listed -------------------------------------------------------------------- */

static struct kinds_entry *add_entry(struct kinds *kinds, const char *name,
                                     enum kinds_standing standing)
{
    struct kinds_entry *entry = &kinds->entry[kinds->count++];
    *entry = (struct kinds_entry){.standing = standing};
    text_format(entry->name, sizeof entry->name, "%s", name);
    return entry;
}

static void add_record(struct kinds *kinds, const struct library_record *record,
                       enum kinds_standing standing)
{
    struct kinds_entry *entry = add_entry(kinds, record->name, standing);
    struct text numbers = text_over(entry->numbers, sizeof entry->numbers);
    entry->place = record->place;
    kind_numbers(record, &numbers);
}

static bool has_room(const struct kinds *kinds)
{
    return kinds->count < KINDS_FOUND_MAX + KINDS_OFF_MAX;
}

/* Archived kinds are found only by name. */
static bool is_wanted(const struct kinds *kinds, const char *name)
{
    struct str rest = line_edit_text(&kinds->words);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        bool is_there = false;
        for (const char *at = name; *at != '\0' && !is_there; at++) {
            struct str head = {at, (int)strlen(at) < word.n ? (int)strlen(at) : word.n};
            is_there = str_equal_any_case(head, word);
        }
        if (!is_there) {
            return false;
        }
    }
    return true;
}

static void add_archived(void *context, const struct library_record *record, struct str text)
{
    struct kinds *kinds = context;
    (void)text;
    if (has_room(kinds) && is_wanted(kinds, record->name)) {
        add_record(kinds, record, KIND_ARCHIVED);
    }
}

static void add_gone(struct kinds *kinds)
{
    for (int i = 0; i < kinds->uses.count && has_room(kinds); i++) {
        const struct kind_use *use = &kinds->uses.use[i];
        bool is_new = use->is_gone && is_wanted(kinds, use->kind);
        for (int k = kinds->count - 1; k >= 0 && is_new; k--) {
            is_new = strcmp(kinds->entry[k].name, use->kind) != 0;
        }
        if (is_new) {
            add_entry(kinds, use->kind, KIND_GONE);
        }
    }
}

static void list(struct kinds *kinds, struct sitting *sitting)
{
    const struct library_record *records[KINDS_FOUND_MAX];
    struct error err;
    struct str words = line_edit_text(&kinds->words);
    kinds->found = sitting_search_kinds(sitting, words, records, KINDS_FOUND_MAX);
    kinds->count = 0;
    for (int i = 0; i < kinds->found && i < KINDS_FOUND_MAX; i++) {
        add_record(kinds, records[i], KIND_LISTED);
    }
    if (kinds->shows_archived) {
        (void)!sitting_archived_kinds(sitting, add_archived, kinds, &err);
        add_gone(kinds);
    }
}

/* ---- what the picked one says ---------------------------------------------------------- */

static const char *standing_of(const struct kinds_entry *entry)
{
    static const char *const places[LIBRARY_PLACES] = {
        [LIBRARY_SHIPPED] = "ships with the program",
        [LIBRARY_OWN] = "from a file of yours",
        [LIBRARY_CAMPAIGN] = "of the campaign",
    };
    switch (entry->standing) {
    case KIND_LISTED:
        return places[entry->place];
    case KIND_ARCHIVED:
        return "archived";
    case KIND_GONE:
        return "gone from every place";
    }
    return "";
}

/* In everyday form: gully goblin. */
static void add_name(const char *name, struct text *out)
{
    for (; *name != '\0'; name++) {
        text_add_char(out, *name == '-' ? ' ' : *name);
    }
}

static void tell_weight(const struct kinds *kinds, struct text *out)
{
    TEXT_BUFFER(weight, 200);
    if (kinds->weighing != NULL) {
        kind_weighing_tell(kinds->weighing, &kinds->weight, &weight);
    }
    if (weight.n > 0) {
        bool goes_on =
            kinds->weight.fights < WEIGHING_FIGHTS && kinds->weight.why_not[0] == '\0';
        text_add(out, "fights\t%s%s\n", weight.p, goes_on ? " ..." : "");
    }
}

static void tell(struct kinds *kinds, struct sitting *sitting)
{
    const struct kinds_entry *entry = kinds_picked(kinds);
    struct text out = text_over(kinds->told, sizeof kinds->told);
    TEXT_BUFFER(uses, 600);
    struct error err;
    if (entry == NULL) {
        return;
    }
    text_add(&out, "# ");
    add_name(entry->name, &out);
    text_add(&out, ": %s\n", standing_of(entry));
    const struct library_record *record = entry->standing == KIND_LISTED
                                              ? sitting_kind(sitting, str_of(entry->name), &err)
                                              : NULL;
    if (record != NULL) {
        sitting_describe_kind(record, &out);
        tell_weight(kinds, &out);
    } else if (entry->standing == KIND_ARCHIVED) {
        text_add(&out, "%s\n", entry->numbers);
    } else {
        text_add(&out, "this kind was archived, or its file removed; combatants made from it "
                       "keep their numbers\n");
    }
    if (kind_uses_tell(&kinds->uses, entry->name, &uses)) {
        text_add(&out, "prepared\t%s\n", uses.p);
    }
}

const struct kinds_entry *kinds_picked(const struct kinds *kinds)
{
    return kinds->picked < kinds->count ? &kinds->entry[kinds->picked] : NULL;
}

/* ---- weighing -------------------------------------------------------------------------- */

enum { FIGHTS_AT_ONCE = 5, FIGHTS_TOLD = 25 };

static void take_own_party(struct kinds *kinds, struct sitting *sitting,
                           const struct system *system)
{
    struct state *members = calloc(1, sizeof *members);
    CHECK(members != NULL);
    if (kinds->weighing != NULL && sitting_party_tonight(sitting, system, members)) {
        (void)!kind_weighing_take_party(kinds->weighing, members);
    }
    free(members);
}

static void begin_weighing(struct kinds *kinds, struct sitting *sitting)
{
    struct error err;
    const struct system *system = state_system(sitting_state(sitting));
    if (kinds->weighing == NULL && !kinds->cannot_weigh) {
        kinds->records = sitting_read_library_apart(sitting, system);
        kinds->cannot_weigh =
            kind_weighing_new(&kinds->weighing, system, record_library(kinds->records), NULL,
                              &err) != STATUS_OK;
        take_own_party(kinds, sitting, system);
    }
}

bool kinds_weigh(struct kinds *kinds, struct sitting *sitting)
{
    const struct kinds_entry *entry = kinds_picked(kinds);
    if (entry == NULL || entry->standing != KIND_LISTED) {
        return false;
    }
    begin_weighing(kinds, sitting);
    if (kinds->cannot_weigh || kinds->weight.fights == WEIGHING_FIGHTS ||
        kinds->weight.why_not[0] != '\0') {
        return false;
    }
    bool is_more = kind_weigh(kinds->weighing, entry->name, &kinds->weight, FIGHTS_AT_ONCE);
    if (!is_more || kinds->weight.fights % FIGHTS_TOLD == 0) {
        tell(kinds, sitting);
    }
    return is_more;
}

void kinds_stop_weighing(struct kinds *kinds)
{
    kind_weighing_free(kinds->weighing);
    record_library_close(kinds->records);
    kinds->weighing = NULL;
    kinds->records = NULL;
    kinds->cannot_weigh = false;
    kinds->weight = (struct kind_weight){.fights = 0};
}

/* ---- changing what is shown ------------------------------------------------------------ */

/* What was played with the one before is not its. */
static void show_picked(struct kinds *kinds, struct sitting *sitting)
{
    kinds->weight = (struct kind_weight){.fights = 0};
    tell(kinds, sitting);
}

void kinds_move(struct kinds *kinds, struct sitting *sitting, int steps)
{
    int64_t picked = (int64_t)kinds->picked + steps;
    int last = kinds->count - 1;
    picked = picked > last ? last : picked;
    kinds->picked = picked < 0 ? 0 : (int)picked;
    show_picked(kinds, sitting);
}

void kinds_search(struct kinds *kinds, struct sitting *sitting)
{
    list(kinds, sitting);
    kinds->picked = 0;
    show_picked(kinds, sitting);
}

void kinds_pick(struct kinds *kinds, struct sitting *sitting, const char *name)
{
    for (int i = kinds->count - 1; i >= 0; i--) {
        kinds->picked = strcmp(kinds->entry[i].name, name) == 0 ? i : kinds->picked;
    }
    show_picked(kinds, sitting);
}

enum status kinds_read(struct kinds *kinds, struct sitting *sitting, struct error *err)
{
    char before[LIBRARY_NAME_MAX + 1] = "";
    kinds_stop_weighing(kinds);
    const struct kinds_entry *picked = kinds_picked(kinds);
    text_format(before, sizeof before, "%s", picked != NULL ? picked->name : "");
    kinds->game = state_system(sitting_state(sitting))->title;
    enum status status = sitting_kind_uses(sitting, &kinds->uses, err);
    if (status == STATUS_OK) {
        status = collection_ways(sitting, &kind_collection, &kinds->ways, err);
    }
    list(kinds, sitting);
    kinds_move(kinds, sitting, 0);
    kinds_pick(kinds, sitting, before);
    return status;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { NAME_COLUMN = 2, PLACE_WIDTH = 9, WIDE = 100, NUMBERS_WIDTH_LEAST = 20 };

/* The facts are beside the list if there is room, or else below it. */
struct parts {
    struct canvas list, told;
};

static struct parts parts_of(struct canvas inside)
{
    struct parts parts;
    if (inside.columns >= WIDE) {
        int left = inside.columns / 2;
        parts.list = canvas_part(inside, 0, 0, inside.rows, left - 1);
        parts.told = canvas_part(inside, 0, left + 1, inside.rows, inside.columns - left - 1);
    } else {
        int rows = inside.rows > 2 ? (inside.rows - 1) / 2 : inside.rows;
        parts.list = canvas_part(inside, 0, 0, rows, inside.columns);
        parts.told = canvas_part(inside, rows + 1, 0, inside.rows - rows - 1, inside.columns);
    }
    return parts;
}

int kinds_page(struct canvas sheet)
{
    int rows = parts_of(sheet_inside(sheet)).list.rows;
    return rows > 1 ? rows - 1 : 1;
}

static const char *word_of(const struct kinds_entry *entry)
{
    return entry->standing == KIND_LISTED     ? library_place_word(entry->place)
           : entry->standing == KIND_ARCHIVED ? "archived"
                                              : "is gone";
}

static void draw_entry(const struct kinds *kinds, int i, struct canvas canvas, int row)
{
    const struct kinds_entry *entry = &kinds->entry[i];
    TEXT_BUFFER(name, LIBRARY_NAME_MAX + 1);
    add_name(entry->name, &name);
    enum role role = entry->standing == KIND_LISTED ? ROLE_OVERLAY : ROLE_DIM;
    int width = canvas.columns - NAME_COLUMN - PLACE_WIDTH - 1;
    bool has_numbers = width > LIBRARY_NAME_MAX + NUMBERS_WIDTH_LEAST;
    width = has_numbers ? LIBRARY_NAME_MAX : width;
    canvas_field(canvas, (struct strip){row, NAME_COLUMN, width, ALIGN_LEFT}, role,
                 (struct str){name.p, name.n});
    int column = NAME_COLUMN + width + 1;
    canvas_field(canvas, (struct strip){row, column, PLACE_WIDTH, ALIGN_LEFT}, ROLE_DIM,
                 str_of(word_of(entry)));
    if (has_numbers) {
        column += PLACE_WIDTH + 1;
        canvas_field(canvas, (struct strip){row, column, canvas.columns - column, ALIGN_LEFT},
                     role, str_of(entry->numbers));
    }
    if (i == kinds->picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

static void draw_nothing(const struct kinds *kinds, struct canvas canvas)
{
    struct str words = line_edit_text(&kinds->words);
    if (words.n > 0) {
        canvas_format(canvas, 0, NAME_COLUMN, ROLE_DIM, "no kind has %s",
                      utf8_shown(words).text);
    } else {
        canvas_text(canvas, 0, NAME_COLUMN, ROLE_DIM,
                    str_of("this game has no kinds yet: n makes one"));
    }
}

static void draw_list(const struct kinds *kinds, struct canvas canvas, struct canvas sheet)
{
    int first = sheet_first(canvas, kinds->count, kinds->picked);
    for (int row = 0; row < canvas.rows && first + row < kinds->count; row++) {
        draw_entry(kinds, first + row, canvas, row);
    }
    if (kinds->count == 0) {
        draw_nothing(kinds, canvas);
    }
    sheet_draw_more(sheet, first > 0, first + canvas.rows < kinds->count);
}

static void write_title(const struct kinds *kinds, struct text *out)
{
    struct str words = str_trimmed(line_edit_text(&kinds->words));
    text_add(out, "kinds of %s", kinds->game);
    if (words.n > 0) {
        text_add(out, ": %d with %s", kinds->found, utf8_shown(words).text);
    }
    if (kinds->found > KINDS_FOUND_MAX) {
        text_add(out, ", the first %d of %d", KINDS_FOUND_MAX, kinds->found);
    }
    text_add(out, "%s", kinds->shows_archived ? ", with the archived ones" : "");
}

void kinds_draw(const struct kinds *kinds, struct canvas sheet)
{
    TEXT_BUFFER(title, 200);
    write_title(kinds, &title);
    struct canvas inside = sheet_draw(sheet, title.p);
    struct parts parts = parts_of(inside);
    bool is_beside = parts.told.left > inside.left;
    if (is_beside) {
        canvas_rule_down(inside, 0, inside.columns / 2 - 1, inside.rows, ROLE_BORDER);
    } else if (parts.told.rows > 0) {
        canvas_rule_across(inside,
                           (struct strip){parts.list.rows, 0, inside.columns, ALIGN_LEFT},
                           ROLE_BORDER);
    }
    if (kinds->count > 0) {
        reader_draw_text(parts.told, 0, str_of(kinds->told));
    }
    draw_list(kinds, parts.list, sheet);
}
