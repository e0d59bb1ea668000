#include "tui/loop/table_private.h"

#include <string.h>

#include "games/games.h"
#include "resolver/system.h"

enum { GAMES_MOST = 16 };

/* The first word of its line when it has none for the footer. */
static struct str word_of(const struct key_def *def)
{
    struct str rest = str_of(def->line);
    return def->word[0] != '\0' ? str_of(def->word) : str_next_word(&rest);
}

/* "t is shoot in one game; it does nothing in the open one". */
static bool say_other_game(struct table *table, const char *key, struct text *out)
{
    const struct procedure *games[GAMES_MOST];
    const struct system *systems[GAMES_MOST];
    int count = 0;
    int where = 0;
    const struct system *here = state_system(table->model.state);
    for (int i = 0; i < systems_count() && count < GAMES_MOST; i++) {
        if (system_at(i) != here) {
            systems[count] = system_at(i);
            games[count++] = games_find(system_at(i));
        }
    }
    const struct key_def *def = key_of_other_game(games, count, key, &where);
    if (def != NULL) {
        struct str word = word_of(def);
        text_add(out, "%s does nothing here: it is %.*s in %s, not in this game", key, word.n,
                 word.p, systems[where]->title);
    }
    return def != NULL;
}

void table_say_dead_key(struct table *table, const char *key)
{
    const struct key_table *keys = &table->model.keys;
    const struct key_binding *rare = key_binding_find(keys, CONTEXT_MORE, key);
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    table->model.notice.role = ROLE_PLAIN;
    if (rare != NULL && rare->act != ACT_CANCEL && rare->act != ACT_HELP) {
        text_add(&to, "%s does nothing here; press %s (%s: %s)", key, rare->pressed, rare->note,
                 rare->help);
    } else if (!say_other_game(table, key, &to)) {
        text_add(&to, "%s does nothing here; %s shows the keys", key,
                 key_of_act(keys, ACT_HELP));
    }
}

void table_say_unknown_key(struct table *table)
{
    text_format(table->model.dead_key, sizeof table->model.dead_key,
                "this terminal sent a key that is not known here");
}

void table_say_idle(struct table *table, enum screen_act act)
{
    static const char *const reasons[ACT_COUNT] = {
        [ACT_FIRST] = "that is the first combatant",
        [ACT_LAST] = "that is the last combatant",
        [ACT_TURN] = "the acting combatant is selected already",
        [ACT_FOE] = "there is no other foe to target",
        [ACT_NEWER] = "these are the newest lines of the log",
        [ACT_OLDER] = "there are no older lines of the log",
    };
    bool is_of_log = act == ACT_NEWER || act == ACT_OLDER;
    const struct key_table *keys = &table->model.keys;
    char reason[NOTICE_SIZE];
    if (act == ACT_UP || act == ACT_DOWN) {
        bool is_up = act == ACT_UP;
        text_format(reason, sizeof reason, "that is the %s combatant; %s goes to the %s",
                    is_up ? "first" : "last", key_of_act(keys, is_up ? ACT_LAST : ACT_FIRST),
                    is_up ? "last" : "first");
    } else {
        text_format(reason, sizeof reason, "%s", reasons[act] != NULL ? reasons[act] : "");
    }
    if (table->model.order_count == 0 && !is_of_log) {
        table_say_key(table, key_of_command(&table->model.keys, "add"),
                      "adds combatants: nobody is here yet");
    } else if (reason[0] != '\0') {
        table_say(table, ROLE_DIM, reason);
    }
}

/* The first key of the act in this context; NULL: none. */
static const char *key_of(const struct table *table, enum key_context context,
                          enum screen_act act)
{
    const struct key_table *keys = &table->model.keys;
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && keys->binding[i].act == act) {
            return keys->binding[i].key;
        }
    }
    return NULL;
}

void table_say_no_effect(struct table *table, const char *key)
{
    struct table_model *model = &table->model;
    const struct view *top = view_top(&model->views).view;
    const struct key_binding *binding = key_binding_find(&model->keys, top->context, key);
    enum screen_act act = binding != NULL ? binding->act : ACT_NONE;
    const char *help = key_of(table, top->context, ACT_HELP);
    const char *cancel = key_of(table, top->context, ACT_CANCEL);
    struct text to = text_over(model->dead_key, sizeof model->dead_key);
    if (act == ACT_UP || act == ACT_PAGE_UP || act == ACT_FIRST || act == ACT_OLDER) {
        text_add(&to, "%s: %s", key, top->at_first != NULL ? top->at_first : "this is the top");
    } else if (act == ACT_DOWN || act == ACT_PAGE_DOWN || act == ACT_LAST || act == ACT_NEWER) {
        text_add(&to, "%s: %s", key, top->at_last != NULL ? top->at_last : "this is the end");
    } else if (binding != NULL) {
        text_add(&to, "%s changes nothing now", key);
    } else {
        text_add(&to, "%s does nothing here", key);
        if (top->room == VIEW_SHEET && help != NULL) {
            text_add(&to, "; %s shows the keys", help);
        } else if (top->room == VIEW_SHEET && cancel != NULL) {
            text_add(&to, "; %s closes", cancel);
        }
    }
}
