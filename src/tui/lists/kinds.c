/* The kinds of the game at the table, newest of the campaign first: found by words in their
 * names, tags and texts as these are typed, the selected one with all its fields and the
 * prepared encounters that use it. */
#include <stdlib.h>
#include <string.h>

#include "app/library/campaign_library.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/library/record_library.h"
#include "app/party/party.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/reader.h"
#include "tui/loop/screen.h"
#include "tui/widgets/form.h"

/* At most this many matches are listed; another word narrows them down. Archived kinds, and
 * those that are gone, come after them. */
enum {
    KINDS_FOUND_MAX = 256,
    KINDS_OFF_MAX = 128,
    KINDS_NUMBERS_SIZE = 160,
    KINDS_TOLD_SIZE = 3000,
    KINDS_COUNT_MAX = 64
};

enum kinds_standing {
    KIND_LISTED,   /* combatants can be made from it */
    KIND_ARCHIVED, /* it can be brought back */
    KIND_GONE      /* only combatants made from it are left */
};

struct kinds_entry {
    char name[LIBRARY_NAME_MAX + 1];
    enum kinds_standing standing;
    enum library_place place; /* among those on the list */
    char numbers[KINDS_NUMBERS_SIZE];
};

/* About 150 KB of plain data. */
struct kinds {
    struct list list; /* filtered by words */
    const char *game; /* its title, borrowed */
    struct kinds_entry entry[KINDS_FOUND_MAX + KINDS_OFF_MAX];
    int found;                  /* all matches, also those that are not listed */
    int number;                 /* the number that Enter adds; 0: it is asked for */
    char told[KINDS_TOLD_SIZE]; /* all fields of the picked one (tui/widgets/reader.h) */
    struct kind_uses uses;
    /* How the picked one fares against a party, played in idle moments. */
    struct kind_weighing *weighing; /* NULL: not made ready yet, or it cannot be */
    struct record_library
        *records; /* of `weighing` alone, as the table may read its own again */
    struct kind_weight weight;
    bool cannot_weigh;
};

/* NULL: no match. */
static const struct kinds_entry *picked_kind(const struct kinds *kinds)
{
    return kinds->list.picked < kinds->list.count ? &kinds->entry[kinds->list.picked] : NULL;
}

/* ---- what is listed -------------------------------------------------------------------- */

static struct kinds_entry *add_entry(struct kinds *kinds, const char *name,
                                     enum kinds_standing standing)
{
    struct kinds_entry *entry = &kinds->entry[kinds->list.count++];
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
    return kinds->list.count < KINDS_FOUND_MAX + KINDS_OFF_MAX;
}

/* Archived kinds are found only by name. */
static bool is_wanted(const struct kinds *kinds, const char *name)
{
    struct str rest = line_edit_text(&kinds->list.filter);
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

static void choose(void *self, struct sitting *sitting)
{
    struct kinds *kinds = self;
    const struct library_record *records[KINDS_FOUND_MAX];
    struct error err;
    struct str words = line_edit_text(&kinds->list.filter);
    kinds->found = sitting_search_kinds(sitting, words, records, KINDS_FOUND_MAX);
    kinds->list.count = 0;
    for (int i = 0; i < kinds->found && i < KINDS_FOUND_MAX; i++) {
        add_record(kinds, records[i], KIND_LISTED);
    }
    if (kinds->list.shows_archived) {
        (void)!sitting_archived_kinds(sitting, add_archived, kinds, &err);
        for (int i = 0; i < kinds->uses.count && has_room(kinds); i++) {
            const struct kind_use *use = &kinds->uses.use[i];
            bool is_new = use->is_gone && is_wanted(kinds, use->kind);
            for (int k = kinds->list.count - 1; k >= 0 && is_new; k--) {
                is_new = strcmp(kinds->entry[k].name, use->kind) != 0;
            }
            if (is_new) {
                add_entry(kinds, use->kind, KIND_GONE);
            }
        }
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

static void tell(struct kinds *kinds, struct sitting *sitting)
{
    const struct kinds_entry *entry = picked_kind(kinds);
    struct text out = text_over(kinds->told, sizeof kinds->told);
    TEXT_BUFFER(uses, 600);
    struct error err;
    if (entry == NULL) {
        return;
    }
    text_add(&out, "# ");
    kind_add_name(entry->name, &out);
    text_add(&out, ": %s\n", standing_of(entry));
    const struct library_record *record = entry->standing == KIND_LISTED
                                              ? sitting_kind(sitting, str_of(entry->name), &err)
                                              : NULL;
    if (record != NULL) {
        sitting_describe_kind(record, &out);
        TEXT_BUFFER(weight, 200);
        if (kinds->weighing != NULL) {
            kind_weighing_tell(kinds->weighing, &kinds->weight, &weight);
        }
        if (weight.n > 0) {
            bool goes_on =
                kinds->weight.fights < WEIGHING_FIGHTS && kinds->weight.why_not[0] == '\0';
            text_add(&out, "fights\t%s%s\n", weight.p, goes_on ? " ..." : "");
        }
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

/* ---- weighing -------------------------------------------------------------------------- */

enum { FIGHTS_AT_ONCE = 5, FIGHTS_TOLD = 25 };

static bool weigh(struct kinds *kinds, struct sitting *sitting)
{
    const struct kinds_entry *entry = picked_kind(kinds);
    if (entry == NULL || entry->standing != KIND_LISTED) {
        return false;
    }
    struct error err;
    const struct system *system = state_system(sitting_state(sitting));
    if (kinds->weighing == NULL && !kinds->cannot_weigh) {
        kinds->records = sitting_read_library_apart(sitting, system);
        kinds->cannot_weigh =
            kind_weighing_new(&kinds->weighing, system, record_library(kinds->records), NULL,
                              &err) != STATUS_OK;
        struct state *members = calloc(1, sizeof *members);
        CHECK(members != NULL);
        if (kinds->weighing != NULL && sitting_party_tonight(sitting, system, members)) {
            (void)!kind_weighing_take_party(kinds->weighing, members);
        }
        free(members);
    }
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

static void stop_weighing(struct kinds *kinds)
{
    kind_weighing_free(kinds->weighing);
    record_library_close(kinds->records);
    kinds->weighing = NULL;
    kinds->records = NULL;
    kinds->cannot_weigh = false;
    kinds->weight = (struct kind_weight){.fights = 0};
}

/* ---- reading --------------------------------------------------------------------------- */

/* What was played with the one before is not its. */
static void look(void *self, struct sitting *sitting)
{
    struct kinds *kinds = self;
    kinds->weight = (struct kind_weight){.fights = 0};
    tell(kinds, sitting);
}

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    struct kinds *kinds = self;
    stop_weighing(kinds);
    kinds->game = state_system(sitting_state(sitting))->title;
    enum status status = sitting_kind_uses(sitting, &kinds->uses, err);
    choose(kinds, sitting);
    return status;
}

static void write_key(const void *self, int entry, struct text *out)
{
    const struct kinds *kinds = self;
    text_add(out, "%s", kinds->entry[entry].name);
}

static bool write_name(const void *self, struct text *out)
{
    text_add(out, "%s", picked_kind(self)->name);
    return true;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { PLACE_WIDTH = 9, WIDE = 100, NUMBERS_WIDTH_LEAST = 20 };

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

static const char *word_of(const struct kinds_entry *entry)
{
    return entry->standing == KIND_LISTED     ? library_place_word(entry->place)
           : entry->standing == KIND_ARCHIVED ? "archived"
                                              : "is gone";
}

static void draw_entry(const void *self, int i, struct canvas canvas, int row)
{
    const struct kinds *kinds = self;
    const struct kinds_entry *entry = &kinds->entry[i];
    TEXT_BUFFER(name, LIBRARY_NAME_MAX + 1);
    kind_add_name(entry->name, &name);
    enum role role = entry->standing == KIND_LISTED ? ROLE_OVERLAY : ROLE_DIM;
    int width = canvas.columns - LIST_COLUMN - PLACE_WIDTH - 1;
    bool has_numbers = width > LIBRARY_NAME_MAX + NUMBERS_WIDTH_LEAST;
    width = has_numbers ? LIBRARY_NAME_MAX : width;
    canvas_field(canvas, (struct strip){row, LIST_COLUMN, width, ALIGN_LEFT}, role,
                 (struct str){name.p, name.n});
    int column = LIST_COLUMN + width + 1;
    canvas_field(canvas, (struct strip){row, column, PLACE_WIDTH, ALIGN_LEFT}, ROLE_DIM,
                 str_of(word_of(entry)));
    if (has_numbers) {
        column += PLACE_WIDTH + 1;
        canvas_field(canvas, (struct strip){row, column, canvas.columns - column, ALIGN_LEFT},
                     role, str_of(entry->numbers));
    }
}

static void draw_nothing(const struct kinds *kinds, struct canvas canvas)
{
    struct str words = line_edit_text(&kinds->list.filter);
    if (words.n > 0) {
        canvas_format(canvas, 0, LIST_COLUMN, ROLE_DIM, "no kind has %s",
                      utf8_shown(words).text);
    } else {
        canvas_text(canvas, 0, LIST_COLUMN, ROLE_DIM,
                    str_of("this game has no kinds yet: N makes one"));
    }
}

static void draw(const struct view_place *place, void *self)
{
    const struct kinds *kinds = self;
    struct canvas sheet = sheet_of(place->canvas);
    TEXT_BUFFER(title, 200);
    struct str words = str_trimmed(line_edit_text(&kinds->list.filter));
    text_add(&title, "kinds of %s", kinds->game);
    if (words.n > 0) {
        text_add(&title, ": %d with %s", kinds->found, utf8_shown(words).text);
    }
    if (kinds->found > KINDS_FOUND_MAX) {
        text_add(&title, ", the first %d of %d", KINDS_FOUND_MAX, kinds->found);
    }
    text_add(&title, "%s", kinds->list.shows_archived ? ", with the archived ones" : "");
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
    if (kinds->list.count > 0) {
        reader_draw_text(parts.told, 0, str_of(kinds->told));
    }
    list_draw_rows(&kinds->list, draw_entry, kinds, parts.list, sheet);
    if (kinds->list.count == 0) {
        draw_nothing(kinds, parts.list);
    }
}

static const struct list_view list_of_kinds;

static const char is_gone_advice[] = "it is gone: press N to make a kind of this name";

/* ---- what is typed --------------------------------------------------------------------- */

/* Takes a digit of the number that Enter adds; false when it is not one. */
static bool count(struct screen *screen, const struct view_key *key)
{
    struct kinds *kinds = key->self;
    int digit = key->input->kind == INPUT_CHARACTER ? key->input->key - '0' : -1;
    bool is_digit = digit >= 0 && digit <= 9;
    int number = 10 * kinds->number + (is_digit ? digit : 0);
    if (!is_digit || number == 0) {
        return false;
    }
    kinds->number = number <= KINDS_COUNT_MAX ? number : kinds->number;
    TEXT_BUFFER(text, NOTICE_SIZE);
    text_add(&text, "%d: Enter adds %d of the selected kind", kinds->number, kinds->number);
    screen_say(screen, ROLE_DIM, text.p);
    return true;
}

static bool before_key(struct screen *screen, const struct view_key *key)
{
    struct kinds *kinds = key->self;
    if (kinds->list.is_filtering) {
        return false;
    }
    if (key->binding == NULL && count(screen, key)) {
        return true;
    }
    bool drops_number = kinds->number > 0 && key->act == ACT_CANCEL;
    bool keeps_number = key->act == ACT_ACCEPT || view_list_steps(key->act, 1, 1) != 0;
    kinds->number = keeps_number ? kinds->number : 0;
    return drops_number;
}

/* ---- the selected one ------------------------------------------------------------------ */

/* The picked kind, if combatants can be made from it; otherwise NULL, with a message. */
static const struct kinds_entry *usable(struct screen *screen, const struct view_key *key)
{
    const struct kinds_entry *picked = picked_kind(key->self);
    if (picked == NULL) {
        screen_say(screen, ROLE_PLAIN, list_of_kinds.none);
    } else if (picked->standing == KIND_ARCHIVED) {
        screen_say(screen, ROLE_PLAIN, "it is archived: press a to bring it back");
    } else if (picked->standing == KIND_GONE) {
        screen_say(screen, ROLE_PLAIN, is_gone_advice);
    } else {
        return picked;
    }
    return NULL;
}

/* The number is typed before the name, if it was not given before. */
static void accept(struct screen *screen, const struct view_key *key)
{
    const struct kinds *kinds = key->self;
    int number = kinds->number;
    const struct kinds_entry *picked = usable(screen, key);
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (picked == NULL) {
        return;
    }
    screen_close(screen, &view_of_kinds);
    if (number > 0) {
        text_add(&line, "add %d %s", number, picked->name);
        screen_run_line(screen, line.p);
        return;
    }
    text_add(&line, "add  %s", picked->name);
    screen_open_palette_at(screen, line.p, 4);
    screen_say(screen, ROLE_DIM, "type how many, or only Enter for one; Esc cancels");
}

static void open_all(struct screen *screen, const struct view_key *key)
{
    const struct kinds *kinds = key->self;
    if (picked_kind(kinds) != NULL) {
        screen_read(screen, picked_kind(kinds)->name, str_of(kinds->told));
    }
}

/* ---- changing -------------------------------------------------------------------------- */

static void make_new(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_close(screen, &view_of_kinds);
    view_of_form.open_about(screen,
                            &(struct view_about){.form_of = FORM_OF_NEW_KIND, .name = ""});
}

static void edit(struct screen *screen, const struct view_key *key)
{
    const struct kinds_entry *picked = usable(screen, key);
    if (picked != NULL) {
        screen_close(screen, &view_of_kinds);
        struct view_about about = {.form_of =
                                       key->act == ACT_COPY ? FORM_OF_COPY : FORM_OF_KIND,
                                   .name = picked->name};
        view_of_form.open_about(screen, &about);
    }
}

static bool is_archived(const void *self)
{
    const struct kinds_entry *picked = picked_kind(self);
    return picked != NULL && picked->standing == KIND_ARCHIVED;
}

static bool is_gone(const void *self)
{
    const struct kinds_entry *picked = picked_kind(self);
    return picked != NULL && picked->standing == KIND_GONE;
}

static const struct list_line lines[] = {
    {.act = ACT_ARCHIVE, .advice = is_gone_advice, .when = is_gone},
    {.act = ACT_ARCHIVE,
     .line = "unarchive-kind %p",
     .when = is_archived,
     .after = LIST_COMES_BACK},
    {.act = ACT_ARCHIVE, .line = "archive-kind %p", .after = LIST_COMES_BACK},
    {.act = ACT_UNDO, .line = "kinds-undo", .after = LIST_COMES_BACK},
    {.act = ACT_REDO, .line = "kinds-redo", .after = LIST_COMES_BACK},
    {.act = ACT_NONE},
};

/* ---- the view -------------------------------------------------------------------------- */

/* Those with these words; "": all. */
static bool opens(struct screen *screen, enum opens what, struct str words)
{
    (void)what;
    struct kinds *kinds = screen_data(screen, &view_of_kinds);
    screen_close(screen, &view_of_palette);
    kinds->number = kinds->list.count = kinds->list.picked = 0;
    kinds->list.is_filtering = kinds->list.shows_archived = false;
    line_edit_set(&kinds->list.filter, words);
    list_read_again(screen, &view_of_kinds);
    screen_push(screen, &view_of_kinds);
    return true;
}

/* All of them, with the one that a form made or changed last picked. */
static void open_about(struct screen *screen, const struct view_about *about)
{
    (void)about;
    struct kinds *kinds = screen_data(screen, &view_of_kinds);
    line_edit_init(&kinds->list.filter);
    kinds->list.count = kinds->list.picked = 0;
    list_show_again(screen, &view_of_kinds);
}

static bool offers(const void *self, enum screen_act act)
{
    const struct kinds_entry *picked = picked_kind(self);
    bool is_listed = picked != NULL && picked->standing == KIND_LISTED;
    switch ((int)act) {
    case ACT_UNDO:
    case ACT_REDO:
        return list_offers_undo(self, act);
    case ACT_ACCEPT:
    case ACT_EDIT:
    case ACT_COPY:
        return is_listed;
    case ACT_ARCHIVE:
        return is_archived(self) || (is_listed && picked->place == LIBRARY_CAMPAIGN);
    }
    return true;
}

/* What is typed is answered first. */
static bool learn(struct screen *screen)
{
    struct kinds *kinds = screen_data(screen, &view_of_kinds);
    return !kinds->list.is_filtering && weigh(kinds, screen->sitting);
}

static void end(struct screen *screen)
{
    stop_weighing(screen_data(screen, &view_of_kinds));
}

static int page(struct canvas sheet)
{
    int rows = parts_of(sheet_inside(sheet)).list.rows;
    return rows > 1 ? rows - 1 : 1;
}

static const struct list_view list_of_kinds = {
    .none = "no kind is selected",
    .lines = lines,
    .collection = &kind_collection,
    .filters = true,
    .types_alone = true,
    .has_archived = true,
    .fill = fill,
    .look = look,
    .choose = choose,
    .key = write_key,
    .name = write_name,
    .before = before_key,
    .page = page,
};

const struct view view_of_kinds = {
    .context = CONTEXT_KINDS,
    LIST_VIEW(struct kinds, &list_of_kinds),
    .opens = opens,
    .open_about = open_about,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = screen_act_close,
            [ACT_OPEN] = open_all,
            [ACT_NEW] = make_new,
            [ACT_EDIT] = edit,
            [ACT_COPY] = edit,
        },
    .offers = offers,
    .draw = draw,
    .learns = learn,
    .closed = end,
};
