/* The party of the campaign: its members, and of the picked one where each number came from
 * (app/party/party_sheet.h). */
#include "app/party/party_sheet.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/list_view.h"
#include "tui/loop/screen.h"
#include "tui/widgets/form.h"

enum {
    NAME_WIDTH = 24,
    NAME_WIDTH_NARROW = 15,
    HP_WIDTH = 17,
    HP_WIDTH_NARROW = 10,
    VALUE_COLUMN = 22,
    SOURCE_COLUMN = 36,
    NARROW = 60,
    ROWS_FOR_SHEET = 14 /* from here on the picked one is shown in full */
};

struct party_list {
    struct list list;
    struct party party;
};

static const struct party_member *picked_member(const struct party_list *list)
{
    return list->list.count > 0 ? &list->party.member[list->list.picked] : NULL;
}

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    struct party_list *list = self;
    enum status status = party_read(&list->party, sitting, err);
    list->list.count = list->party.count;
    list->list.ways = list->party.ways;
    return status;
}

static void write_key(const void *self, int entry, struct text *out)
{
    const struct party_list *list = self;
    text_add(out, "%lld", (long long)list->party.member[entry].number);
}

static bool write_name(const void *self, struct text *out)
{
    text_add_quoted(out, str_of(picked_member(self)->name));
    return true;
}

static bool is_still(const void *self, struct sitting *sitting)
{
    const struct party_member *picked = picked_member(self);
    return party_member_is(sitting, picked->number, picked->name);
}

/* ---- drawing --------------------------------------------------------------------------- */

/* "Life 6 of 8", or "6 of 8" where there is little room. */
static struct str hp_of(const struct party_member *member, bool is_narrow)
{
    const char *hp = member->hp;
    while (is_narrow && *hp != '\0' && !char_is_digit(*hp)) {
        hp++;
    }
    return str_of(hp);
}

static void draw_member(const void *self, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct party_list *list = self;
    const struct party_member *member = &list->party.member[i];
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    enum role role = member->is_away || member->is_out ? ROLE_DIM : ROLE_OVERLAY;
    bool is_narrow = canvas.columns < NARROW;
    int name_width = is_narrow ? NAME_WIDTH_NARROW : NAME_WIDTH;
    int indent = 2 * member->depth;
    int hp_column = LIST_COLUMN + name_width + 1;
    int hp_width = is_narrow ? HP_WIDTH_NARROW : HP_WIDTH;
    int words_column = hp_column + hp_width;
    canvas_field(canvas, whole, role, str_of(""));
    canvas_field(canvas,
                 (struct strip){row, LIST_COLUMN + indent, name_width - indent, ALIGN_LEFT},
                 role, wording(buf, canvas.frame, str_of(member->name)));
    canvas_field(canvas, (struct strip){row, hp_column, hp_width - 1, ALIGN_LEFT}, role,
                 hp_of(member, is_narrow));
    canvas_text(canvas, row, words_column, role,
                wording(buf, canvas.frame, str_of(member->words)));
}

/* A number, and since when it is so. */
static void draw_line(const struct party_line *line, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    int value = canvas.columns < NARROW ? VALUE_COLUMN - 6 : VALUE_COLUMN;
    int source = canvas.columns < NARROW ? SOURCE_COLUMN - 12 : SOURCE_COLUMN;
    canvas_field(canvas, (struct strip){row, LIST_COLUMN, value - LIST_COLUMN - 1, ALIGN_LEFT},
                 ROLE_OVERLAY, wording(buf, canvas.frame, str_of(line->name)));
    canvas_field(canvas, (struct strip){row, value, source - value - 1, ALIGN_LEFT},
                 ROLE_OVERLAY, wording(buf, canvas.frame, str_of(line->value)));
    canvas_text(canvas, row, source, ROLE_DIM,
                wording(buf, canvas.frame, str_of(line->source)));
}

static void draw_sheet(const struct party_list *list, struct canvas canvas)
{
    const struct party_member *member = &list->party.member[list->list.picked];
    struct str fact, rest = str_of(member->facts);
    int row = 1;
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (list->party.at_table[0] != '\0') {
        row = list_draw_text(canvas, row, ROLE_DIM,
                             str_of("At the table since, W writes it here:"));
        struct str line, told = str_of(list->party.at_table);
        while (combatant_next_fact(&told, &line)) {
            row = list_draw_text(canvas, row, ROLE_OVERLAY, line);
        }
    }
    while (combatant_next_fact(&rest, &fact)) {
        row = list_draw_text(canvas, row, ROLE_OVERLAY, fact);
    }
    rest = str_of(list->party.adventure);
    while (combatant_next_fact(&rest, &fact)) {
        row = list_draw_text(canvas, row, ROLE_DIM, fact);
    }
    for (int i = 0; i < member->lines && row < canvas.rows; i++) {
        draw_line(&member->line[i], canvas, row++);
    }
}

static void draw(const struct view_place *place, void *self)
{
    const struct party_list *list = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside = sheet_draw(sheet, "the party");
    int count = list->party.count;
    if (count == 0) {
        TEXT_BUFFER(text, 600);
        if (list->party.others[0] != '\0') {
            text_add(&text,
                     "At the table: %s. They are not members of the campaign's party yet: "
                     "M makes them members, as they are now; N makes a new member.",
                     list->party.others);
        } else {
            text_add(&text, "Nobody is in the party yet. N makes a new member.");
        }
        list_draw_text(inside, 0, ROLE_DIM, (struct str){text.p, text.n});
        return;
    }
    struct canvas rows = inside;
    if (inside.rows >= ROWS_FOR_SHEET) {
        int height = count < inside.rows / 2 ? count : inside.rows / 2;
        rows = canvas_part(inside, 0, 0, height, inside.columns);
        draw_sheet(list, canvas_part(inside, height, 0, inside.rows - height, inside.columns));
    }
    list_draw_rows(&list->list, draw_member, list, rows, sheet);
}

/* ---- the view -------------------------------------------------------------------------- */

static void enlist(struct screen *screen, const struct view_key *key)
{
    const struct party_list *list = key->self;
    if (list->party.enlist[0] == '\0') {
        screen_say(screen, ROLE_PLAIN,
                   "everybody of the party at the table is a member already");
    } else {
        screen_run_line(screen, list->party.enlist);
    }
}

static void make_new(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_close(screen, &view_of_party);
    view_of_form.open_about(screen,
                            &(struct view_about){.form_of = FORM_OF_MEMBER, .name = ""});
}

static void edit(struct screen *screen, const struct view_key *key)
{
    if (list_has_picked(screen, key)) {
        char name[NAME_SIZE];
        text_format(name, sizeof name, "%s", picked_member(key->self)->name);
        screen_close(screen, &view_of_party);
        view_of_form.open_about(screen,
                                &(struct view_about){.form_of = FORM_OF_MEMBER, .name = name});
    }
}

static bool is_away(const void *self)
{
    const struct party_member *picked = picked_member(self);
    return picked != NULL && picked->is_away;
}

static bool offers(const void *self, enum screen_act act)
{
    const struct party_list *list = self;
    bool needs_one = act != ACT_NEW && act != ACT_CANCEL && act != ACT_HELP;
    if (act == ACT_UNDO || act == ACT_REDO) {
        return list_offers_undo(self, act);
    }
    if (act == ACT_ENLIST) {
        return list->party.others[0] != '\0';
    }
    return (act != ACT_HOME || list->party.at_table[0] != '\0') &&
           (!needs_one || list->party.count > 0);
}

static const char types_gold[] = "type an amount of gold and what for, or a counter: 3 arrows";

static const struct list_line lines[] = {
    {.act = ACT_ACCEPT, .line = "party-sheet %p"},
    {.act = ACT_CARRY, .line = "bring"},
    {.act = ACT_HOME, .line = "home"},
    {.act = ACT_REST, .line = "rest"},
    {.act = ACT_HERE, .line = "here %p", .when = is_away},
    {.act = ACT_HERE, .line = "away %p"},
    {.act = ACT_HEAL, .line = "party-heal %p "},
    {.act = ACT_TYPE,
     .line = "party ",
     .advice = "type any command of the table, for the party between its fights"},
    {.act = ACT_OUT, .line = "party-die %p", .is_typed_on = true},
    {.act = ACT_SPEND, .line = "party-spend ", .advice = types_gold},
    {.act = ACT_GAIN, .line = "party-gain ", .advice = types_gold},
    {.act = ACT_BUY, .line = "party-buy %p "},
    {.act = ACT_LEVEL, .line = "party-level %p "},
    {.act = ACT_ADVENTURE, .line = "party-adventure"},
    {.act = ACT_RENAME, .line = "party rename %p "},
    {.act = ACT_DELETE, .line = "leave %p"},
    {.act = ACT_PRINT,
     .line = "party-print ",
     .advice = "type a file: party.md is Markdown, any other name is text"},
    {.act = ACT_HISTORY, .line = "party-history"},
    {.act = ACT_UNDO, .line = "party-undo"},
    {.act = ACT_REDO, .line = "party-redo"},
    {.act = ACT_NONE},
};

static const struct list_view list_of_party = {
    .what = "the party",
    .none = "nobody is in the party yet",
    .lines = lines,
    .reads_again = true,
    .fill = fill,
    .key = write_key,
    .name = write_name,
    .is_still = is_still,
};

const struct view view_of_party = {
    .context = CONTEXT_PARTY,
    LIST_VIEW(struct party_list, &list_of_party),
    .on = {[ACT_ENLIST] = enlist, [ACT_NEW] = make_new, [ACT_EDIT] = edit},
    .offers = offers,
    .draw = draw,
};
