#include "tui/loop/table_private.h"

#include <string.h>

#include "app/encounters/encounter_commands.h"
#include "app/sitting/state.h"

/* ---- lines that put another encounter on the table -------------------------------------- */

static bool begins_with(const char *line, const char *word)
{
    struct str rest = str_of(line);
    return str_equal_any_case(str_next_word(&rest), str_of(word));
}

static bool has_anybody(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            return true;
        }
    }
    return false;
}

bool table_leaves(const struct table *table, const char *line)
{
    return (begins_with(line, "encounter") || begins_with(line, "open") ||
            begins_with(line, "start")) &&
           sitting_encounter_name(table->sitting)[0] != '\0' &&
           has_anybody(sitting_state(table->sitting));
}

void table_say_leaving(const struct table *table, const char *line, struct text *out)
{
    int round = table->model.state->value[ENCOUNTER_ROUND];
    text_add(out, "%sleaves %s", begins_with(line, "open") ? "" : "a new encounter; it ",
             table->encounter);
    if (round > 0) {
        text_add(out, ", round %d", round);
    }
    text_add(out, "; %s brings you back", key_of_command(&table->model.keys, "encounters"));
}

bool table_asks_before_leaving(struct table *table, const char *line)
{
    bool is_running = table->model.state->value[ENCOUNTER_ROUND] > 0;
    if (!is_running || !table_leaves(table, line)) {
        return false;
    }
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    table_open_palette(table, line);
    text_add(&to, "Enter begins ");
    table_say_leaving(table, line, &to);
    table->model.notice.role = ROLE_WARNING;
    return true;
}

void table_add_way_back(const struct table *table, const char *left, struct text *out)
{
    if (strstr(out->p, table->encounter) == NULL) {
        TEXT_BUFFER(said, NOTICE_SIZE);
        text_add(&said, "%s: %s", table->encounter, out->p);
        text_init(out, out->p, out->size);
        text_add_str(out, (struct str){said.p, said.n});
    }
    text_add(out, "; %s goes back to %s", key_of_command(&table->model.keys, "encounters"),
             left);
}

/* ---- an encounter that was begun by mistake ---------------------------------------------- */

bool table_offers_way_back(struct table *table, const char *line, struct text *out)
{
    char name[NAME_SIZE];
    if (!begins_with(line, "undo") || has_anybody(table->model.state) ||
        !sitting_encounter_before(table->sitting, name)) {
        return false;
    }
    text_add(out,
             "refused: there is nothing to undo: this is the start; %s again goes back to %s",
             key_of_command(&table->model.keys, "undo"), name);
    table->goes_back = true;
    return true;
}

bool table_goes_back(struct table *table, const char *command)
{
    char name[NAME_SIZE];
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (!table->offered_way_back || strcmp(command, "undo") != 0 ||
        !sitting_encounter_before(table->sitting, name)) {
        return false;
    }
    text_add(&line, "open ");
    text_add_quoted(&line, str_of(name));
    table_run_line(table, line.p);
    return true;
}
