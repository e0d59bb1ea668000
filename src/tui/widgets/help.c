#include "tui/widgets/help.h"

#include <string.h>

#include "app/sitting/asked.h"
#include "tracker/command.h"
#include "tui/canvas/grapheme.h"

enum { KEYS_WIDTH = 12 }; /* the keys on one line, before the text */

/* A user's key for a command of another game does nothing here. */
static bool is_known(const struct help_source *source, const struct key_binding *binding)
{
    struct str rest = str_of(binding->command);
    struct str name = str_next_word(&rest);
    bool has_it = binding->command[0] == '@';
    for (int i = 0; i < source->commands_count && !has_it; i++) {
        has_it = str_equal_any_case(name, str_of(source->commands[i]->name));
    }
    return has_it;
}

static bool are_alike(const struct key_binding *a, const struct key_binding *b)
{
    return a->context == b->context && strcmp(a->command, b->command) == 0 &&
           strcmp(a->help, b->help) == 0;
}

/* All keys that do the same, from the first of them on, with their help and the command that
 * they run, so that it can be found and typed. */
static void write_alike(struct text *out, const struct key_table *keys, int first)
{
    const struct key_binding *binding = &keys->binding[first];
    struct str rest = str_of(binding->command);
    struct str name = str_next_word(&rest);
    bool is_own =
        strcmp(binding->help, binding->command) == 0; /* the help already is the command */
    char buf[100];
    struct text more; /* keys that do not fit before the text */
    text_init(&more, buf, sizeof buf);
    text_add(out, "%s", binding->key);
    int width = grapheme_width(str_of(binding->key));
    for (int i = first + 1; i < keys->count; i++) {
        if (are_alike(binding, &keys->binding[i])) {
            width += 1 + grapheme_width(str_of(keys->binding[i].key));
            text_add(width <= KEYS_WIDTH ? out : &more, " %s", keys->binding[i].key);
        }
    }
    text_add(out, "\t%s", binding->help);
    if (more.n > 0) {
        text_add(out, "; also%s", buf);
    }
    if (name.n > 0 && name.p[0] != '@' && !is_own) {
        text_add(out, " [%.*s]", name.n, name.p);
    }
    text_add(out, "\n");
}

static bool is_first_of_alike(const struct key_table *keys, int i)
{
    for (int k = 0; k < i; k++) {
        if (are_alike(&keys->binding[k], &keys->binding[i])) {
            return false;
        }
    }
    return true;
}

/* What the many keys of the table are for: by the acts of the screen and the commands that they
 * run; all others act on the fight. */
enum { ACTS_OF_GROUP = 11 };

static const struct {
    const char *title;
    enum screen_act act[ACTS_OF_GROUP]; /* ACT_NONE: no more */
    const char *commands;
} table_groups[] = {{"the fight", {ACT_NONE}, ""},
                    {"who is meant",
                     {ACT_TARGET, ACT_FOE, ACT_CHOOSE, ACT_TURN, ACT_DOWN, ACT_UP, ACT_FIRST,
                      ACT_LAST, ACT_OPEN, ACT_CLOSE, ACT_CLEAR},
                     ""},
                    {"preparing",
                     {ACT_NEW, ACT_EDIT},
                     "add rename note-on party bring notes encounters forecast delete"},
                    {"reviewing",
                     {ACT_LOG, ACT_ASK, ACT_OLDER, ACT_NEWER, ACT_LOOK_OLDER, ACT_LOOK_NEWER},
                     "history amend chronicle figures why"},
                    {"the program", {ACT_PALETTE, ACT_MORE, ACT_HELP}, "quit"}};

enum { TABLE_GROUPS = sizeof table_groups / sizeof table_groups[0] };

static bool is_of_group(const struct key_binding *binding, int group)
{
    struct str command = str_of(binding->command), rest = str_of(table_groups[group].commands);
    struct str name = str_next_word(&command);
    for (int i = 0; i < ACTS_OF_GROUP && binding->act != ACT_NONE; i++) {
        if (table_groups[group].act[i] == binding->act) {
            return true;
        }
    }
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        if (binding->act == ACT_NONE && str_equal_any_case(word, name)) {
            return true;
        }
    }
    return false;
}

static int group_of(const struct key_binding *binding)
{
    for (int group = 1; group < TABLE_GROUPS; group++) {
        if (is_of_group(binding, group)) {
            return group;
        }
    }
    return 0;
}

static void write_keys(struct text *out, const struct help_source *source,
                       enum key_context context)
{
    const struct key_table *keys = source->keys;
    bool has_groups = context == CONTEXT_TABLE;
    for (int group = 0; group < (has_groups ? TABLE_GROUPS : 1); group++) {
        text_add(out, "# %s%s%s\n", key_context_title(context), has_groups ? ": " : "",
                 has_groups ? table_groups[group].title : "");
        for (int i = 0; i < keys->count; i++) {
            const struct key_binding *binding = &keys->binding[i];
            if (binding->context == context && is_known(source, binding) &&
                is_first_of_alike(keys, i) && (!has_groups || group_of(binding) == group)) {
                write_alike(out, keys, i);
            }
        }
        text_add(out, "\n");
    }
}

static void write_options(struct text *out, const struct procedure *procedure,
                          const struct system *system, const struct command_def *def)
{
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(procedure, system, def, names);
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(procedure, system, def, names[i]);
        const char *sign = about.takes == OPTION_TAKES_FLAG ? "" : "=";
        text_add(out, "\t  %s%s", names[i], sign);
        for (int k = 0; about.words != NULL && about.words[k] != NULL; k++) {
            text_add(out, "%s%s", k == 0 ? "" : "|", about.words[k]);
        }
        text_add(out, "%s%s\n", about.help[0] != '\0' ? "  " : "", about.help);
    }
}

static void write_rule(struct text *out, const struct rule_text *rule_text, bool says_all)
{
    if (rule_text != NULL) {
        text_add(out, "\t%s %s%s%s\n", rule_text->id, rule_text->title, says_all ? ": " : "",
                 says_all ? rule_text->text : "");
    }
}

/* `is_now`: it is the question, the typed line or the pending check, and its rule is shown in
 * full: first that of the question, which may differ from the command's. Otherwise only the
 * title is shown. */
static void write_command(struct text *out, const struct help_source *source,
                          const struct command_def *def, bool is_now)
{
    TEXT_BUFFER(text, 400);
    command_usage(source->procedure, source->system, def, &text);
    text_add(out, "%s\t%s\n\t%s\n", def->name, def->help, text.p);
    const struct rule_text *own = rule_text_find(source->rule_texts, str_of(def->rule));
    const struct rule_text *asked =
        is_now && source->rule != NULL
            ? rule_text_find(source->rule_texts, str_of(source->rule))
            : NULL;
    if (asked != NULL && asked != own) {
        write_rule(out, asked, true);
        write_rule(out, own, false);
    } else {
        write_rule(out, own, is_now);
    }
    write_options(out, source->procedure, source->system, def);
}

/* Combinations of keys, which are not in the table of keys. */
static void write_counts(struct text *out)
{
    text_add(
        out,
        "# Counts, several targets, dice\n"
        "7d\t7 damage at once; 3n three turns, 5j five lines down: digits before a key\n"
        ".\trepeats the last act on the present target, with new dice\n"
        "*\tchooses a combatant and moves on (4* four of them): d, h, e, c, x apply to all\n"
        ",\twhile d or c asks: adds targets; a capital letter: half for that one, then none\n"
        "14 4\tyour dice, at once or one by one; Enter alone rolls; =15 is a total, * rolls "
        "one throw\n\n");
}

/* The signs in a row of the order beside names and numbers. */
static void write_signs(struct text *out)
{
    text_add(out,
             "# Signs in the order\n"
             "▶ ✓\twho acts now; who has acted this round\n"
             "› ● ○ ■\tselected; the target of the side that acts; that of the other side; "
             "chosen\n"
             "+ ¶ ×3\tof the party; has a note; three of a kind on one line\n"
             "↑2 ↓5\tbeside the heading: so many lines above and below find no room; ↑ in a "
             "line: some before it are left out\n"
             "!\tafter hit points: a check is pending; m settles the first one\n"
             "(5), 6!, 1r\ta die that was dropped, that exploded, that was rolled again\n\n");
}

/* By what one wants to do; `/` finds everyday words there. */
static void write_wishes(struct text *out)
{
    text_add(out, "# By what you want to do\n");
    topics_by_wish(out, str_of(""));
    text_add(out,
             "\nMore of it: help running, help preparing, help reviewing; help formats: the "
             "shape of each file\n\n");
}

static void write_meanings(struct text *out)
{
    text_add(out, "# The same in every view\n");
    key_meanings_write(out, KEY_EVERYWHERE, "\t");
    text_add(out, "\n# The same in every list\n");
    key_meanings_write(out, KEY_IN_LISTS, "\t");
    text_add(out, "\n");
}

/* The actions to which keys of a context can be bound, each once. */
static void write_actions(struct text *out, const struct key_table *shipped,
                          enum key_context context)
{
    const struct key_binding *binding = shipped->binding;
    const char *before = "\t";
    text_add(out, "%s", key_context_name(context));
    for (int i = 0; i < shipped->count; i++) {
        bool is_action = binding[i].context == context && binding[i].command[0] == '@';
        for (int k = 0; k < i && is_action; k++) {
            is_action = binding[k].context != context ||
                        strcmp(binding[k].command, binding[i].command) != 0;
        }
        if (is_action) {
            text_add(out, "%s%s", before, binding[i].command);
            before = " ";
        }
    }
    text_add(out, "\n");
}

static void write_own_keys(struct text *out)
{
    struct key_table shipped;
    key_table_make(&shipped, NULL, NULL);
    text_add(
        out,
        "\n# Keys of your own\n"
        "file\t$XDG_CONFIG_HOME/referee/keys, else ~/.config/referee/keys; it is read at "
        "the start, and mistakes in it are shown\n"
        "its lines\tKEY COMMAND, such as D damage %%t 1; or WHERE KEY ACTION, such as reader J "
        "@down: the list below has every WHERE with its actions\n"
        "%%w\twhom the command is for: the target for attacks and damage, else the selected; "
        "the chosen\n"
        "%%s %%t %%m\tthe selected combatant; the target, else the selected; the target\n"
        "%%S %%T\tthe chosen combatants; while none is chosen, as %%s and %%t\n"
        "%%f %%a\tthe foe of the one who acts; the selected one, when it acts instead\n"
        "%%o %%r %%n\twho attacks the selected one; who reacts; the count typed\n");
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        write_actions(out, &shipped, (enum key_context)i);
    }
}

void help_write_now(struct text *out, const struct help_source *source)
{
    if (source->about != NULL) {
        text_add(out, "# Now\n");
        write_command(out, source, source->about, true);
        text_add(out, "\n");
    }
}

void help_write(struct text *out, const struct help_source *source)
{
    write_keys(out, source, source->context);
    write_counts(out);
    write_signs(out);
    write_wishes(out);
    write_meanings(out);
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        if ((enum key_context)i != source->context) {
            write_keys(out, source, (enum key_context)i);
        }
    }
    text_add(out, "# Commands, for : and for scripts\n");
    for (int i = 0; i < source->commands_count; i++) {
        write_command(out, source, source->commands[i], false);
    }
    text_add(out, "\n# The rules, one by one\n");
    for (int i = 0; i < source->rule_texts->count; i++) {
        const struct rule_text *rule_text = &source->rule_texts->rule_text[i];
        text_add(out, "%s\t%s: %s\n", rule_text->id, rule_text->title, rule_text->text);
    }
    if (source->rule_texts->beside_count > 0) {
        text_add(out, "\n# " BESIDE_TITLE "\n");
    }
    for (int i = 0; i < source->rule_texts->beside_count; i++) {
        const struct beside_text *beside = &source->rule_texts->beside[i];
        text_add(out, "%s\t%s\n", beside->title, beside->text);
    }
    text_add(out,
             "\n# Words\n"
             "who\ta name, its beginning, p1 for Pelican 1; several: gob*, p1,\"Old Tom\"\n"
             "dice\tat the end of the command: 14 4, =15 for a total, * to roll one throw, "
             "roll for all\n"
             "ruling\tbefore a command: does what the rules refuse\n"
             "undo\tnothing is lost; the same dice fall again after it\n");
    write_own_keys(out);
    text_add(out, "\n# Everywhere\n"
                  "C-l\tdraws the screen again if another program wrote on it\n"
                  "C-z\tsuspends the program until fg; what you typed stays\n");
}
