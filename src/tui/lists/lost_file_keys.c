#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

void table_open_lost_file(struct table *table)
{
    lost_file_begin(&table->lost_file, table->sitting);
    view_push(&table->model.views, &view_of_file, &table->lost_file);
}

/* The refused action is still open below, unless the new file is at a different state. */
static void go_on(struct table *table)
{
    bool is_same = str_equal(str_of(sitting_encounter_name(table->sitting)), table->encounter);
    table_close(table, &view_of_file);
    if (!is_same) {
        table_close_all(table);
    }
    table->refused[0] = '\0';
    table->wants_tidying = true;
    table_load(table);
    table_say(table, ROLE_WARNING, table->result.label);
}

static void accept(struct table *table, const struct view_key *key)
{
    struct lost_file *lost = &table->lost_file;
    (void)key;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    lost_file_line(lost, &line);
    sitting_run(table->sitting, line.p, true, &table->result);
    if (table->result.kind == RESULT_DONE) {
        go_on(table);
        return;
    }
    if (table->result.kind == RESULT_QUIT) {
        /* The open campaign is written to a file when the program ends. */
        table->has_ended = true;
        return;
    }
    if (table->result.kind == RESULT_TOLD) {
        /* It is in its place again. */
        table_close(table, &view_of_file);
        table_say(table, ROLE_PLAIN, table->result.text);
        return;
    }
    text_format(lost->said, sizeof lost->said, "%s: %s", table->result.error.where,
                table->result.error.text);
    if (table->result.error.where[0] == '\0') {
        text_format(lost->said, sizeof lost->said, "%s", table->result.error.text);
    }
}

/* Once more while quitting is picked, it quits. */
static void quit(struct table *table, const struct view_key *key)
{
    struct lost_file *lost = &table->lost_file;
    if (lost->picked == LOST_FILE_QUIT) {
        accept(table, key);
        return;
    }
    lost->picked = LOST_FILE_QUIT;
    text_format(lost->said, sizeof lost->said, "Enter quits; Esc decides later.");
}

static void move(struct table *table, const struct view_key *key)
{
    lost_file_move(&table->lost_file, key->act == ACT_DOWN ? 1 : -1);
}

static void type(struct table *table, const struct view_key *key)
{
    struct lost_file *lost = &table->lost_file;
    if (!lost_file_type(lost, key->input)) {
        text_format(lost->said, sizeof lost->said,
                    "That key does nothing here. Up and Down choose, Enter accepts%s, q quits.",
                    lost->picked == LOST_FILE_KEEP ? ", Backspace or / changes the path" : "");
    }
}

static bool before_key(struct table *table, const struct view_key *key)
{
    (void)key;
    table->lost_file.said[0] = '\0';
    return false;
}

/* The path is being changed. */
static bool types(const void *self)
{
    const struct lost_file *lost = self;
    return lost->is_typed && lost->picked == LOST_FILE_KEEP;
}

static void draw(const struct view_place *place, void *self)
{
    lost_file_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_file = {
    .context = CONTEXT_FILE,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_QUIT] = quit,
        },
    .other = type,
    .before = before_key,
    .types = types,
    .draw = draw,
};
