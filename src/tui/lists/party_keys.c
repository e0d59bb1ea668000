#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

static void say_failed(struct table *table, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        table_say(table, ROLE_ERROR, err->text);
    }
}

void table_open_party(struct table *table)
{
    struct error err;
    if (party_list_begin(&table->party, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_party, &table->party);
}

/* After a line: what it changed. */
static void read_again(struct table *table)
{
    struct error err;
    say_failed(table, party_list_read(&table->party, table->sitting, &err), &err);
}

/* The picked member, if another program has not given it another name meanwhile. */
static const struct party_member *still_picked(struct table *table)
{
    const struct party_member *picked = party_list_picked(&table->party);
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "nobody is in the party yet");
    } else if (!party_member_is(table->sitting, picked->number, picked->name)) {
        read_again(table);
        table_say(table, ROLE_WARNING,
                  "another program changed the party: it is shown as it is now");
        picked = NULL;
    }
    return picked;
}

/* The words, the name of the picked member, and more words. */
static bool line_for_picked(struct table *table, const char *words, const char *more,
                            struct text *out)
{
    const struct party_member *picked = still_picked(table);
    if (picked != NULL) {
        text_add(out, "%s ", words);
        text_add_quoted(out, str_of(picked->name));
        text_add(out, "%s", more);
    }
    return picked != NULL;
}

static void run_for_picked(struct table *table, const char *words)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (line_for_picked(table, words, "", &line)) {
        table_run_line(table, line.p);
    }
}

static void type_for_picked(struct table *table, const char *words, const char *more)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (line_for_picked(table, words, more, &line)) {
        table_open_palette(table, line.p);
    }
}

/* ---- what the keys do ------------------------------------------------------------------ */

static void show_sheet(struct table *table, const struct view_key *key)
{
    (void)key;
    run_for_picked(table, "party-sheet");
}

static void bring(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "bring");
}

static void come_home(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "home");
}

static void rest(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "rest");
}

static void here_or_away(struct table *table, const struct view_key *key)
{
    (void)key;
    const struct party_member *picked = party_list_picked(&table->party);
    run_for_picked(table, picked != NULL && picked->is_away ? "here" : "away");
}

static void make_new(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_palette(table, "join ");
    table_say(table, ROLE_DIM,
              "type a name and values: Bran hp=9; serves=NAME makes a henchman");
}

static void enlist(struct table *table, const struct view_key *key)
{
    (void)key;
    if (table->party.party.enlist[0] == '\0') {
        table_say(table, ROLE_PLAIN, "everybody of the party at the table is a member already");
    } else {
        table_run_line(table, table->party.party.enlist);
    }
}

static void edit(struct table *table, const struct view_key *key)
{
    (void)key;
    type_for_picked(table, "party set", " ");
}

static void heal(struct table *table, const struct view_key *key)
{
    (void)key;
    type_for_picked(table, "party-heal", " ");
}

static void act(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_palette(table, "party ");
    table_say(table, ROLE_DIM,
              "type any command of the table, for the party between its fights");
}

static void go_out(struct table *table, const struct view_key *key)
{
    (void)key;
    type_for_picked(table, "party-die", "");
}

static void spend(struct table *table, const struct view_key *key)
{
    bool is_gain = key->act == ACT_GAIN;
    table_open_palette(table, is_gain ? "party-gain " : "party-spend ");
    table_say(table, ROLE_DIM, "type an amount of gold and what for, or a counter: 3 arrows");
}

static void buy(struct table *table, const struct view_key *key)
{
    (void)key;
    type_for_picked(table, "party-buy", " ");
}

static void level_up(struct table *table, const struct view_key *key)
{
    (void)key;
    type_for_picked(table, "party-level", " ");
}

static void begin_adventure(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "party-adventure");
}

static void rename_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    type_for_picked(table, "party rename", " ");
}

static void leave(struct table *table, const struct view_key *key)
{
    (void)key;
    run_for_picked(table, "leave");
}

static void print(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_palette(table, "party-print ");
    table_say(table, ROLE_DIM, "type a file: party.md is Markdown, any other name is text");
}

static void show_history(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "party-history");
}

static void undo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "party-undo");
}

static void redo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "party-redo");
}

static void move(struct table *table, const struct view_key *key)
{
    party_list_move(&table->party, view_list_steps(key->act, table_page(table), ROSTER_MAX));
}

static bool offers(const void *self, enum screen_act act)
{
    const struct party_list *list = self;
    bool needs_one = act != ACT_NEW && act != ACT_CANCEL && act != ACT_HELP;
    if (act == ACT_UNDO || act == ACT_REDO) {
        const struct collection_ways *ways = &list->party.ways;
        return (act == ACT_UNDO ? ways->undo : ways->redo)[0] != '\0';
    }
    if (act == ACT_ENLIST) {
        return list->party.others[0] != '\0';
    }
    return (act != ACT_HOME || list->party.at_table[0] != '\0') &&
           (!needs_one || list->party.count > 0);
}

static void draw(const struct view_place *place, void *self)
{
    party_list_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_party = {
    .context = CONTEXT_PARTY,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = show_sheet,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_CARRY] = bring,
            [ACT_HOME] = come_home,
            [ACT_REST] = rest,
            [ACT_HERE] = here_or_away,
            [ACT_NEW] = make_new,
            [ACT_ENLIST] = enlist,
            [ACT_EDIT] = edit,
            [ACT_HEAL] = heal,
            [ACT_TYPE] = act,
            [ACT_OUT] = go_out,
            [ACT_SPEND] = spend,
            [ACT_GAIN] = spend,
            [ACT_BUY] = buy,
            [ACT_LEVEL] = level_up,
            [ACT_ADVENTURE] = begin_adventure,
            [ACT_RENAME] = rename_picked,
            [ACT_DELETE] = leave,
            [ACT_PRINT] = print,
            [ACT_HISTORY] = show_history,
            [ACT_UNDO] = undo_change,
            [ACT_REDO] = redo_change,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .offers = offers,
    .draw = draw,
    .tells = true,
    .ran = read_again,
};
