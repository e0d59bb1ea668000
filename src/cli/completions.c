/* `referee completions SHELL`: the script of a shell. Each script is the same few lines: it
 * asks the program itself for the words that may come next, so that they come from the tables
 * of the subcommands, options and games, and from the campaign. */
#include <string.h>

#include "app/export/export.h"
#include "app/file/backup.h"
#include "app/library/record_library.h"
#include "app/log/asking.h"
#include "app/log/questions.h"
#include "app/report/report.h"
#include "app/sitting/asked.h"
#include "app/sitting/commands.h"
#include "app/sitting/state.h"
#include "app/transfer/document.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"
#include "resolver/dice/dice_expr.h"

/* ---- the scripts ----------------------------------------------------------------------- */

/* A line that they get is a word, and after a tab what it is. The line ":files" stands for
 * names of files. A word that ends in '=' takes a value. Bash breaks words at '=' and ':',
 * which are put together again. */
static const struct script {
    const char *shell, *text;
} scripts[] = {
    {"bash",
     "# bash completion for referee\n"
     "_referee()\n"
     "{\n"
     "    local words=() word line glued= current i\n"
     "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
     "        word=${COMP_WORDS[i]}\n"
     "        if [[ -n $glued || $word == = || $word == : ]] && ((${#words[@]})); then\n"
     "            words[${#words[@]}-1]+=$word\n"
     "        else\n"
     "            words+=(\"$word\")\n"
     "        fi\n"
     "        glued=\n"
     "        [[ $word == = || $word == : ]] && glued=yes\n"
     "    done\n"
     "    current=${words[${#words[@]}-1]}\n"
     "    # The quote that is open where the word ends: what is offered is escaped for it, "
     "since a name\n"
     "    # may come from another person's campaign.\n"
     "    local quote= sign\n"
     "    for ((i = 0; i < ${#current}; i++)); do\n"
     "        sign=${current:i:1}\n"
     "        if [[ $sign == \\\\ && $quote != \\' ]]; then\n"
     "            ((i++))\n"
     "        elif [[ -z $quote && $sign == [\\\"\\'] ]]; then\n"
     "            quote=$sign\n"
     "        elif [[ $sign == \"$quote\" ]]; then\n"
     "            quote=\n"
     "        fi\n"
     "    done\n"
     "    for ((i = 0; i < ${#words[@]}; i++)); do\n"
     "        words[i]=${words[i]#[\\\"\\']}\n"
     "        words[i]=${words[i]%[\\\"\\']}\n"
     "    done\n"
     "    COMPREPLY=()\n"
     "    while IFS= read -r line; do\n"
     "        if [[ $line == :files ]]; then\n"
     "            compopt -o filenames 2> /dev/null\n"
     "            mapfile -t COMPREPLY < <(compgen -f -- \"${COMP_WORDS[COMP_CWORD]#=}\")\n"
     "            return\n"
     "        fi\n"
     "        word=${line%%$'\\t'*}\n"
     "        [[ $current == *[=:]* ]] && word=${word#\"${current%\"${current##*[=:]}\"}\"}\n"
     "        case $quote in\n"
     "        \\\")\n"
     "            [[ $word == *!* ]] && continue\n"
     "            word=${word//\\\\/\\\\\\\\} word=${word//\\\"/\\\\\\\"} "
     "word=${word//\\$/\\\\\\$} word=${word//\\`/\\\\\\`}\n"
     "            ;;\n"
     "        \\') word=${word//\\'/\\'\\\\\\'\\'} ;;\n"
     "        *) printf -v word %q \"$word\" ;;\n"
     "        esac\n"
     "        COMPREPLY+=(\"$word\")\n"
     "    done < <(referee completions words -- \"${words[@]}\" 2> /dev/null)\n"
     "    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]]; then\n"
     "        compopt -o nospace 2> /dev/null\n"
     "    fi\n"
     "}\n"
     "complete -F _referee referee\n"},
    {"zsh", "#compdef referee\n"
            "# zsh completion for referee\n"
            "_referee()\n"
            "{\n"
            "    local line word about\n"
            "    local -a given found shown taking taking_shown\n"
            "    given=(\"${(@Q)words[2,CURRENT]}\")\n"
            "    while IFS= read -r line; do\n"
            "        if [[ $line == :files ]]; then\n"
            "            _files\n"
            "            return\n"
            "        fi\n"
            "        word=${line%%$'\\t'*}\n"
            "        about=\"$word  -- ${line#*$'\\t'}\"\n"
            "        if [[ $word == *= ]]; then\n"
            "            taking+=(\"$word\") taking_shown+=(\"$about\")\n"
            "        else\n"
            "            found+=(\"$word\") shown+=(\"$about\")\n"
            "        fi\n"
            "    done < <(referee completions words -- \"${given[@]}\" 2> /dev/null)\n"
            "    compadd -l -d shown -a found\n"
            "    compadd -l -d taking_shown -S '' -a taking\n"
            "}\n"
            "if [[ $funcstack[1] == _referee ]]; then\n"
            "    _referee \"$@\"\n"
            "else\n"
            "    compdef _referee referee\n"
            "fi\n"},
    {"fish", "# fish completion for referee\n"
             "function __referee_words\n"
             "    set -l given (commandline -opc)[2..-1] (commandline -ct)\n"
             "    for line in (referee completions words -- $given 2> /dev/null)\n"
             "        if test $line = :files\n"
             "            __fish_complete_path (commandline -ct)\n"
             "        else\n"
             "            printf '%s\\n' $line\n"
             "        end\n"
             "    end\n"
             "end\n"
             "complete -c referee -f -a '(__referee_words)'\n"},
};

enum { SCRIPTS = sizeof scripts / sizeof scripts[0] };

/* ---- the words that may come next ------------------------------------------------------ */

struct completing {
    struct options options; /* of the line that is completed: the campaign, the game */
    struct str current;     /* what is typed of the last word */
    const char *word[64];   /* those before it, without options; the first: the subcommand */
    int words;
    enum option_kind takes; /* the option whose value it is; OPTION_KINDS: none */
    struct sitting *sitting;
};

enum { WORDS_MOST = sizeof((struct completing *)0)->word / sizeof(char *) };

static void offer(void *context, const char *word, const char *note)
{
    struct completing *completing = context;
    struct str current = completing->current;
    if (strncmp(word, current.p, (size_t)current.n) != 0) {
        return;
    }
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    char clean[OUTPUT_LINE_MAX];
    utf8_clean(clean, sizeof clean, str_of(word));
    text_add(&line, "%s", clean);
    if (note != NULL && note[0] != '\0') {
        utf8_clean(clean, sizeof clean, str_of(note));
        text_add(&line, "\t%s", clean);
    }
    text_add(&line, "\n");
    output_document(line.p);
}

static void offer_list(struct completing *completing, const char *const *words)
{
    for (int i = 0; words != NULL && words[i] != NULL; i++) {
        offer(completing, words[i], "");
    }
}

/* The campaign; NULL: there is none, or it cannot be read. */
static struct sitting *campaign_of(struct completing *completing)
{
    struct error err;
    if (completing->sitting == NULL &&
        options_campaign_for_reading(&completing->sitting, &completing->options, &err) !=
            STATUS_OK) {
        completing->sitting = NULL;
    }
    return completing->sitting;
}

/* A name that a line of the table has in quotes, without them: the shell has its own. */
static void offer_name(void *context, const char *word, const char *note)
{
    TEXT_BUFFER(name, OUTPUT_LINE_MAX);
    struct str inner = str_unquoted(str_of(word));
    for (int i = 0; i < inner.n; i++) {
        text_add_str(&name, (struct str){inner.p + i, 1});
        i += inner.p[i] == '"' && i + 1 < inner.n &&
             inner.p[i + 1] == '"'; /* one quotation mark */
    }
    offer(context, name.p, note);
}

static void offer_of_campaign(struct completing *completing, enum argument_words kind)
{
    struct sitting *sitting = campaign_of(completing);
    if (sitting != NULL) {
        sitting_words(sitting, kind, offer_name, completing);
    }
}

static void offer_files(struct completing *completing)
{
    (void)completing;
    output_document(":files\n");
}

static void offer_encounters(struct completing *completing)
{
    offer_of_campaign(completing, WORDS_ENCOUNTER);
}

static void offer_prepared(struct completing *completing)
{
    offer_of_campaign(completing, WORDS_PREPARED);
}

static void offer_systems(struct completing *completing)
{
    for (int i = 0; i < systems_count(); i++) {
        offer(completing, system_at(i)->id, system_at(i)->title);
        if (system_at(i)->alias[0] != '\0') {
            offer(completing, system_at(i)->alias, system_at(i)->title);
        }
    }
}

static const struct system *system_meant(const struct completing *completing)
{
    return completing->words > 1 ? system_find(str_of(completing->word[1])) : NULL;
}

static void offer_actions(struct completing *completing)
{
    const struct system *system = system_meant(completing);
    for (int i = 0; system != NULL && i < system->actions_count; i++) {
        offer(completing, system->actions[i].name, system->actions[i].help);
    }
}

/* "name=", and once that is typed "name=choice". */
static void offer_parameters(struct completing *completing)
{
    const struct system *system = system_meant(completing);
    const struct action *action =
        system != NULL ? action_find(system, str_of(completing->word[2])) : NULL;
    const char *sign = memchr(completing->current.p, '=', (size_t)completing->current.n);
    for (int i = 0; action != NULL && i < action->parameters_count; i++) {
        const struct value_def *def = &action->parameters[i];
        TEXT_BUFFER(word, 200);
        if (sign == NULL) {
            text_add(&word, "%s%s", def->name, def->kind == VALUE_FLAG ? "" : "=");
            offer(completing, word.p, def->help);
        }
        for (int k = 0; sign != NULL && def->kind == VALUE_CHOICE && def->choices[k] != NULL;
             k++) {
            text_init(&word, word.p, word.size);
            text_add(&word, "%s=%s", def->name, def->choices[k]);
            offer(completing, word.p, def->help);
        }
    }
}

static void offer_tables(struct completing *completing)
{
    struct table_library *library;
    struct diagnostics diagnostics;
    if (completing->current.n == 0 || completing->current.p[0] != '@') {
        return; /* dice are typed */
    }
    if (table_library_open(&library, completing->options.tables, &diagnostics) == STATUS_OK) {
        const struct random_tables *tables = table_library_tables(library);
        for (int i = 0; i < tables->count; i++) {
            TEXT_BUFFER(word, 200);
            text_add(&word, "@%s", tables->table[i].name);
            offer(completing, word.p, tables->table[i].title);
        }
        table_library_close(library);
    }
}

/* What a question to the log is made of. */
static void offer_asked(struct completing *completing)
{
    static const struct {
        const char *word, *help;
    } asked[] = {
#define ASK(constant, word, takes, help) {word "=", help},
#include "app/log/asking.def"
#undef ASK
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        offer(completing, asked[i].word, asked[i].help);
    }
    const char *topic;
    for (int i = 0; (topic = asked_topic_at(i)) != NULL; i++) {
        TEXT_BUFFER(word, 100);
        text_add(&word, "about=%s", topic);
        if (completing->current.n >= (int)strlen("about=")) {
            offer(completing, word.p, "");
        }
    }
    offer_encounters(completing);
}

static void offer_combatants(struct completing *completing)
{
    struct sitting *sitting = campaign_of(completing);
    const struct state *state = sitting != NULL ? sitting_state(sitting) : NULL;
    for (int id = 1; state != NULL && id <= state->count; id++) {
        if (state_is_present(state, id)) {
            offer(completing, state_name(state, id), "");
        }
    }
}

static void offer_values(struct completing *completing)
{
    static const char *const values[] = {"hp",  "score",     "out", "words",
                                         "due", "group-due", NULL};
    struct sitting *sitting = campaign_of(completing);
    offer_list(completing, values);
    const struct system *system = sitting != NULL ? state_system(sitting_state(sitting)) : NULL;
    for (int i = 0; system != NULL && i < system->attributes_count; i++) {
        offer(completing, system->attributes[i].name, system->attributes[i].help);
    }
}

/* Kinds of every game, or of the one that is named: also what `library` does with files. */
static void offer_kinds(struct completing *completing)
{
    const struct system *only = completing->options.system != NULL
                                    ? system_find(str_of(completing->options.system))
                                    : NULL;
    for (int i = 0; i < systems_count(); i++) {
        struct record_library *library;
        struct diagnostics diagnostics;
        if (only != NULL && only != system_at(i)) {
            continue;
        }
        record_library_open(&library, system_at(i), &diagnostics);
        const struct library *records = record_library(library);
        for (int k = 0; k < records->count; k++) {
            offer(completing, records->record[k].name, system_at(i)->title);
        }
        record_library_close(library);
    }
}

static void offer_library(struct completing *completing)
{
    bool takes_files = completing->words > 1 && (strcmp(completing->word[1], "check") == 0 ||
                                                 strcmp(completing->word[1], "add") == 0);
    if (takes_files) {
        offer_files(completing);
        return;
    }
    if (completing->words == 1) {
        offer(completing, "check", "tell the mistakes in files");
        offer(completing, "add", "copy a file to your own");
    }
    offer_kinds(completing);
}

static void offer_written(struct completing *completing)
{
    const char *what = completing->words > 1 ? completing->word[1] : "";
    if (completing->words == 1) {
        offer_list(completing, document_subjects);
    } else if (strcmp(what, "kinds") == 0) {
        offer_kinds(completing);
    } else if (strcmp(what, "party") == 0) {
        offer_of_campaign(completing, WORDS_MEMBER);
    } else if (strcmp(what, "encounters") == 0) {
        offer_prepared(completing);
    }
}

static void offer_questions(struct completing *completing)
{
    const struct ready_question *question;
    for (int i = 0; (question = ready_question_at(i)) != NULL; i++) {
        offer(completing, question->key, question->text);
    }
}

static void offer_copies(struct completing *completing)
{
    static struct sitting_copy copies[SITTING_COPIES_MAX];
    char path[4096];
    struct error err;
    if (sitting_find_path(completing->options.db, path, sizeof path, &err) == STATUS_OK) {
        int count = sitting_copies_of(path, copies, SITTING_COPIES_MAX);
        for (int i = 0; i < count; i++) {
            offer(completing, copies[i].name, "");
        }
    }
}

static void offer_subcommands(struct completing *completing)
{
    const struct subcommand *subcommand;
    for (int i = 0; (subcommand = subcommand_at(i)) != NULL; i++) {
        offer(completing, subcommand->name, subcommand->help);
    }
}

static void offer_pages(struct completing *completing)
{
    const char *name, *help;
    for (int i = 0; (name = manual_page_at(i, &help)) != NULL; i++) {
        offer(completing, name, help);
    }
}

static void offer_help(struct completing *completing)
{
    const struct topic *topic;
    const struct command_def *defs[COMMANDS_MAX];
    static struct made_commands made;
    struct sitting *sitting = campaign_of(completing);
    const struct system *system =
        sitting != NULL ? state_system(sitting_state(sitting)) : system_at(0);
    if (completing->options.system != NULL &&
        system_find(str_of(completing->options.system)) != NULL) {
        system = system_find(str_of(completing->options.system));
    }
    offer_subcommands(completing);
    for (int i = 0; (topic = topic_at(i)) != NULL; i++) {
        offer(completing, topic->name, topic->help);
    }
    int count = sitting_commands_of(system, &made, defs, COMMANDS_MAX);
    for (int i = 0; i < count; i++) {
        offer(completing, defs[i]->name, defs[i]->help);
    }
    offer_pages(completing);
}

static void offer_shells(struct completing *completing)
{
    for (int i = 0; i < SCRIPTS; i++) {
        offer(completing, scripts[i].shell, "");
    }
}

/* ---- which of them --------------------------------------------------------------------- */

/* What the words of a subcommand take, by the names in its row (struct subcommand). */
static const struct {
    const char *name;
    void (*offer)(struct completing *completing);
} takes[] = {
    {"file", offer_files},
    {"encounter", offer_encounters},
    {"prepared", offer_prepared},
    {"system", offer_systems},
    {"action", offer_actions},
    {"parameter", offer_parameters},
    {"table", offer_tables},
    {"asked", offer_asked},
    {"combatant", offer_combatants},
    {"value", offer_values},
    {"library", offer_library},
    {"written", offer_written},
    {"question", offer_questions},
    {"copy", offer_copies},
    {"help", offer_help},
    {"page", offer_pages},
    {"shell", offer_shells},
};

/* By the words of the row: one for each place, separated by blanks, several for one place by
 * '|'; the last one is for all further places too if '*' follows. */
static void offer_by_place(struct completing *completing, const char *row)
{
    struct str rest = str_of(row), place = {NULL, 0}, next;
    int at = 0;
    for (; at < completing->words && (next = str_next_word(&rest)).p != NULL; at++) {
        place = next;
    }
    bool repeats = place.n > 0 && place.p[place.n - 1] == '*';
    if (at < completing->words && !repeats) {
        return;
    }
    place.n -= repeats ? 1 : 0;
    for (struct str name; str_next_part(&place, '|', &name);) {
        for (size_t i = 0; i < sizeof takes / sizeof takes[0]; i++) {
            if (str_equal(name, takes[i].name)) {
                takes[i].offer(completing);
            }
        }
    }
}

static void offer_formats(struct completing *completing)
{
    const char *name;
    if (strcmp(completing->word[0], "write") == 0) {
        offer_list(completing, document_formats);
        return;
    }
    for (int i = 0; (name = sitting_export_format(i)) != NULL; i++) {
        offer(completing, name, "");
    }
}

static void offer_options(struct completing *completing)
{
    const char *subcommand = completing->words > 0 ? completing->word[0] : NULL;
    for (int i = 0; i < OPTION_KINDS; i++) {
        const struct option_def *def = option_at((enum option_kind)i);
        if (option_is_for((enum option_kind)i, subcommand)) {
            offer(completing, def->spelling, def->help);
        }
    }
}

static enum option_kind option_spelled(struct str word)
{
    for (int i = 0; i < OPTION_KINDS; i++) {
        if (str_equal(word, option_at((enum option_kind)i)->spelling)) {
            return (enum option_kind)i;
        }
    }
    return OPTION_KINDS;
}

/* Those that say where words come from. */
static void keep_option(struct completing *completing, enum option_kind kind, const char *value)
{
    if (kind == OPTION_DB) {
        completing->options.db = value;
    } else if (kind == OPTION_SYSTEM) {
        completing->options.system = value;
    } else if (kind == OPTION_TABLES) {
        completing->options.tables = value;
    }
}

/* The words before the last one. */
static void read_before(struct completing *completing, char *const *word, int count)
{
    for (int i = 0; i < count; i++) {
        const char *sign = strchr(word[i], '=');
        int n = sign != NULL ? (int)(sign - word[i]) : (int)strlen(word[i]);
        bool is_option = word[i][0] == '-' && word[i][1] != '\0';
        enum option_kind kind =
            is_option ? option_spelled((struct str){word[i], n}) : OPTION_KINDS;
        bool has_value = kind != OPTION_KINDS && option_at(kind)->value[0] != '\0';
        if (has_value && sign != NULL) {
            keep_option(completing, kind, sign + 1);
        } else if (has_value && i + 1 < count) {
            keep_option(completing, kind, word[++i]);
        } else if (has_value) {
            completing->takes = kind;
        } else if (!is_option && completing->words < WORDS_MOST) {
            completing->word[completing->words++] = word[i];
        }
    }
}

static void offer_next(struct completing *completing)
{
    struct error err;
    const struct subcommand *subcommand =
        completing->words > 0 ? subcommand_find(completing->word[0], &err) : NULL;
    if (completing->takes != OPTION_KINDS) {
        enum option_kind kind = completing->takes;
        if (strcmp(option_at(kind)->value, "FILE") == 0) {
            offer_files(completing);
        } else if (kind == OPTION_SYSTEM) {
            offer_systems(completing);
        } else if (kind == OPTION_FORMAT && completing->words > 0) {
            offer_formats(completing);
        } else if (kind == OPTION_DIALECT) {
            for (int i = DICE_ROLL20; i < DICE_READINGS; i++) {
                offer(completing, dice_dialect_name((enum dice_reading)i), "");
            }
        }
    } else if (completing->current.n > 0 && completing->current.p[0] == '-') {
        offer_options(completing);
    } else if (completing->words == 0) {
        offer_subcommands(completing);
    } else if (subcommand != NULL && subcommand->takes != NULL) {
        offer_by_place(completing, subcommand->takes);
    }
}

/* ---- the subcommand -------------------------------------------------------------------- */

int completions_run(const struct options *options)
{
    struct error err;
    struct nearest nearest;
    const char *shell = options->words > 0 ? options->word[0] : "";
    if (strcmp(shell, "words") == 0) {
        /* A wrong word is told here, where a shell throws it away. */
        struct completing completing = {.options = {.count = 1, .settings = options->settings},
                                        .takes = OPTION_KINDS};
        int last = options->words - 1;
        completing.options.db = options->db;
        completing.current = str_of(last > 0 ? options->word[last] : "");
        read_before(&completing, options->word + 1, last > 0 ? last - 1 : 0);
        offer_next(&completing);
        if (completing.sitting != NULL) {
            sitting_close(completing.sitting);
        }
        return EXIT_DONE;
    }
    if (subcommand_words(options, 1, &err) != STATUS_OK) {
        return output_error(&err);
    }
    nearest_init(&nearest, str_of(shell));
    for (int i = 0; i < SCRIPTS; i++) {
        if (strcmp(shell, scripts[i].shell) == 0) {
            output_document(scripts[i].text);
            return EXIT_DONE;
        }
        nearest_offer(&nearest, scripts[i].shell);
    }
    bool has_nearest = shell[0] != '\0' && nearest.best != NULL;
    error_set(&err, STATUS_USAGE, "", "completions are for bash, zsh or fish, not for %s%s",
              utf8_shown(str_of(shell)).text,
              has_nearest ? nearest_question(&nearest).text : "");
    return output_error(&err);
}
