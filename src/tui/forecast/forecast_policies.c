#include <string.h>

#include "tui/loop/table_private.h"

/* Choosing in the forecast how somebody fights: of the fight on the table it is an act, which
 * the log keeps and undo takes back; of any other it is tried as a what-if. */

/* That of who is chosen, or the usual ways. */
static void pick_present(struct forecast_sheet *sheet)
{
    const struct policy_set *set = &sheet->shown.forecast->policies;
    struct forecast_choice_who who;
    forecast_choice_who(sheet, sheet->choice_who, &who);
    sheet->choice = 0;
    for (int i = 0; i < set->count; i++) {
        if (strcmp(set->policy[i].name, who.policy) == 0) {
            sheet->choice = i + 1;
        }
    }
}

void table_choose_policy(struct table *table, const struct view_key *key)
{
    struct forecast_sheet *sheet = &table->forecast;
    (void)key;
    if (sheet->shown.forecast == NULL) {
        table_say(table, ROLE_PLAIN, "there is no fight whose policies could be chosen");
        return;
    }
    sheet->is_choosing = true;
    sheet->choice_who = 0;
    pick_present(sheet);
}

static void choose_next_who(struct forecast_sheet *sheet)
{
    struct forecast_choice_who who;
    do {
        sheet->choice_who = (sheet->choice_who + 1) % FORECAST_CHOICE_WHO;
        forecast_choice_who(sheet, sheet->choice_who, &who);
    } while (who.shown[0] == '\0');
    pick_present(sheet);
}

/* At the table; the forecast is there again after it, with what it tried. */
static void keep_at_table(struct table *table, const char *line)
{
    int picked = table->forecast.picked;
    TEXT_BUFFER(said, NOTICE_SIZE);
    table_close(table, &view_of_forecast);
    table_run_line(table, line);
    text_add(&said, "%s", table->model.notice.text);
    enum role role = table->model.notice.role;
    table_open_forecast(table);
    table->forecast.picked = picked;
    table_say(table, role, said.p);
}

static void keep(struct table *table)
{
    struct forecast_sheet *sheet = &table->forecast;
    const struct policy_set *set = &sheet->shown.forecast->policies;
    struct forecast_choice_who who;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    const char *name = sheet->choice > 0 ? set->policy[sheet->choice - 1].name : "usual";
    forecast_choice_who(sheet, sheet->choice_who, &who);
    sheet->is_choosing = false;
    table->has_idle_work = true;
    if (strcmp(sheet->choice > 0 ? name : "", who.policy) == 0) {
        table_say(table, ROLE_PLAIN, "this is how they fight already");
        return;
    }
    text_add(&line, "policy %s %s", who.word, name);
    if (sheet->is_of_table) {
        keep_at_table(table, line.p);
    } else {
        table_try_what_if(table, str_of(line.p));
    }
}

bool table_policy_key(struct table *table, const struct view_key *key)
{
    struct forecast_sheet *sheet = &table->forecast;
    if (!sheet->is_choosing || key->act == ACT_HELP) {
        return false;
    }
    int last = sheet->shown.forecast->policies.count;
    int steps = view_list_steps(key->act, table_page(table), last + 1);
    if (key->act == ACT_ACCEPT) {
        keep(table);
    } else if (key->act == ACT_COMPLETE) {
        choose_next_who(sheet);
    } else if (steps != 0) {
        int choice = sheet->choice + steps;
        sheet->choice = choice < 0 ? 0 : choice > last ? last : choice;
    } else if (key->act == ACT_CANCEL) {
        sheet->is_choosing = false;
        table->has_idle_work = true;
    } else {
        table_say(table, ROLE_PLAIN, "Enter keeps the policy, Tab changes who; Esc cancels");
    }
    return true;
}
