#include "tui/lists/party_list.h"

enum {
    NAME_COLUMN = 2,
    NAME_WIDTH = 24,
    NAME_WIDTH_NARROW = 15,
    HP_WIDTH = 17,
    HP_WIDTH_NARROW = 10,
    VALUE_COLUMN = 22,
    SOURCE_COLUMN = 36,
    NARROW = 60,
    ROWS_FOR_SHEET = 14 /* from here on the picked one is shown in full */
};

/* ---- reading --------------------------------------------------------------------------- */

enum status party_list_read(struct party_list *list, struct sitting *sitting, struct error *err)
{
    const struct party_member *before = party_list_picked(list);
    int64_t number = before != NULL ? before->number : 0;
    enum status status = party_read(&list->party, sitting, err);
    party_list_move(list, 0);
    const struct party_member *now = party_member_of(&list->party, number);
    list->picked = now != NULL ? (int)(now - list->party.member) : list->picked;
    return status;
}

enum status party_list_begin(struct party_list *list, struct sitting *sitting,
                             struct error *err)
{
    list->party.count = 0;
    list->picked = 0;
    return party_list_read(list, sitting, err);
}

void party_list_move(struct party_list *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = list->party.count - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

const struct party_member *party_list_picked(const struct party_list *list)
{
    return list->picked < list->party.count ? &list->party.member[list->picked] : NULL;
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

static void draw_member(const struct party_list *list, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct party_member *member = &list->party.member[i];
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    enum role role = member->is_away || member->is_out ? ROLE_DIM : ROLE_OVERLAY;
    bool is_narrow = canvas.columns < NARROW;
    int name_width = is_narrow ? NAME_WIDTH_NARROW : NAME_WIDTH;
    int indent = 2 * member->depth;
    int hp_column = NAME_COLUMN + name_width + 1;
    int hp_width = is_narrow ? HP_WIDTH_NARROW : HP_WIDTH;
    int words_column = hp_column + hp_width;
    canvas_field(canvas, whole, role, str_of(""));
    canvas_field(canvas,
                 (struct strip){row, NAME_COLUMN + indent, name_width - indent, ALIGN_LEFT},
                 role, wording(buf, canvas.frame, str_of(member->name)));
    canvas_field(canvas, (struct strip){row, hp_column, hp_width - 1, ALIGN_LEFT}, role,
                 hp_of(member, is_narrow));
    canvas_text(canvas, row, words_column, role,
                wording(buf, canvas.frame, str_of(member->words)));
    if (i == list->picked) {
        canvas_set_role(canvas, whole, ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

static void draw_members(const struct party_list *list, struct canvas canvas,
                         struct canvas sheet)
{
    int first = sheet_first(canvas, list->party.count, list->picked);
    for (int row = 0; row < canvas.rows && first + row < list->party.count; row++) {
        draw_member(list, first + row, canvas, row);
    }
    sheet_draw_more(sheet, first > 0, first + canvas.rows < list->party.count);
}

/* A number, and since when it is so. */
static void draw_line(const struct party_line *line, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    int value = canvas.columns < NARROW ? VALUE_COLUMN - 6 : VALUE_COLUMN;
    int source = canvas.columns < NARROW ? SOURCE_COLUMN - 12 : SOURCE_COLUMN;
    canvas_field(canvas, (struct strip){row, NAME_COLUMN, value - NAME_COLUMN - 1, ALIGN_LEFT},
                 ROLE_OVERLAY, wording(buf, canvas.frame, str_of(line->name)));
    canvas_field(canvas, (struct strip){row, value, source - value - 1, ALIGN_LEFT},
                 ROLE_OVERLAY, wording(buf, canvas.frame, str_of(line->value)));
    canvas_text(canvas, row, source, ROLE_DIM,
                wording(buf, canvas.frame, str_of(line->source)));
}

/* Text over as many rows as it needs; the row after it. */
static int draw_text(struct str text, struct canvas canvas, int row, enum role role)
{
    char buf[WORDING_SIZE];
    struct str line;
    text = wording(buf, canvas.frame, text);
    while (row < canvas.rows &&
           grapheme_next_line(&line, &text, canvas.columns - NAME_COLUMN)) {
        canvas_text(canvas, row++, NAME_COLUMN, role, line);
    }
    return row;
}

static void draw_sheet(const struct party_list *list, struct canvas canvas)
{
    const struct party_member *member = party_list_picked(list);
    struct str fact, rest = str_of(member->facts);
    int row = 1;
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (list->party.at_table[0] != '\0') {
        row = draw_text(str_of("At the table since, H writes it here:"), canvas, row, ROLE_DIM);
        struct str line, told = str_of(list->party.at_table);
        while (combatant_next_fact(&told, &line)) {
            row = draw_text(line, canvas, row, ROLE_OVERLAY);
        }
    }
    while (combatant_next_fact(&rest, &fact)) {
        row = draw_text(fact, canvas, row, ROLE_OVERLAY);
    }
    rest = str_of(list->party.adventure);
    while (combatant_next_fact(&rest, &fact)) {
        row = draw_text(fact, canvas, row, ROLE_DIM);
    }
    for (int i = 0; i < member->lines && row < canvas.rows; i++) {
        draw_line(&member->line[i], canvas, row++);
    }
}

void party_list_draw(const struct party_list *list, struct canvas canvas)
{
    struct canvas inside = sheet_draw(canvas, "the party");
    int count = list->party.count;
    if (count == 0) {
        TEXT_BUFFER(text, 600);
        if (list->party.others[0] != '\0') {
            text_add(&text,
                     "At the table: %s. They are not members of the campaign's party yet: "
                     "E makes them members, as they are now; n makes a new member.",
                     list->party.others);
        } else {
            text_add(&text, "Nobody is in the party yet. n makes a new member.");
        }
        draw_text((struct str){text.p, text.n}, inside, 0, ROLE_DIM);
        return;
    }
    struct canvas rows = inside;
    if (inside.rows >= ROWS_FOR_SHEET) {
        int height = count < inside.rows / 2 ? count : inside.rows / 2;
        rows = canvas_part(inside, 0, 0, height, inside.columns);
        draw_sheet(list, canvas_part(inside, height, 0, inside.rows - height, inside.columns));
    }
    draw_members(list, rows, canvas);
}
