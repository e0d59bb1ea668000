/* `referee help`: about everything, a subcommand, a topic, or a command of the table. */
#include "cli/subcommands.h"

#include "app/sitting/asked.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/output.h"

enum { WORDS_MOST = 8, WORDS_SIZE = 400 };

static json_t *entry_json(const char *name, const char *words, const char *help)
{
    return json_pack("{s:s, s:s, s:s}", "name", name, "words", words, "help", help);
}

static void print_json(void)
{
    json_t *subcommands = json_array();
    json_t *topics = json_array();
    for (int i = 0; subcommand_at(i) != NULL; i++) {
        const struct subcommand *subcommand = subcommand_at(i);
        json_array_append_new(
            subcommands, entry_json(subcommand->name, subcommand->words, subcommand->help));
    }
    for (int i = 0; topic_at(i) != NULL; i++) {
        json_array_append_new(topics, entry_json(topic_at(i)->name, "", topic_at(i)->help));
    }
    output_json(json_pack("{s:o, s:o}", "subcommands", subcommands, "topics", topics));
}

/* The text of a subcommand or a topic as JSON. */
static void print_text_json(const char *name, const char *words, const char *help,
                            const char *text)
{
    json_t *document = entry_json(name, words, help);
    json_object_set_new(document, "text", output_json_string(str_of(text)));
    output_json(document);
}

static const struct subcommand *find_subcommand(struct str name)
{
    for (int i = 0; subcommand_at(i) != NULL; i++) {
        if (str_equal_any_case(name, str_of(subcommand_at(i)->name))) {
            return subcommand_at(i);
        }
    }
    return NULL;
}

static int unknown(struct str name)
{
    struct nearest nearest;
    struct error err;
    nearest_init(&nearest, name);
    for (int i = 0; subcommand_at(i) != NULL; i++) {
        nearest_offer(&nearest, subcommand_at(i)->name);
    }
    for (int i = 0; topic_at(i) != NULL; i++) {
        nearest_offer(&nearest, topic_at(i)->name);
        nearest_offer(&nearest, topic_at(i)->other);
    }
    error_set(&err, STATUS_USAGE, "", "there is no help about %s%s", utf8_shown(name).text,
              nearest.best != NULL
                  ? nearest_question(&nearest).text
                  : "; `referee help` lists the topics, `referee commands` the commands");
    return output_error(&err);
}

static int help_about(const struct options *options, struct str name)
{
    bool is_json = options_has(options, OPTION_JSON);
    const struct subcommand *subcommand = find_subcommand(name);
    const struct topic *topic = topic_find(name);
    if (subcommand != NULL && is_json) {
        print_text_json(subcommand->name, subcommand->words, subcommand->help,
                        subcommand->details);
    } else if (subcommand != NULL) {
        subcommand_help(subcommand);
    } else if (topic != NULL && is_json) {
        print_text_json(topic->name, "", topic->help, topic_text(topic));
    } else if (topic != NULL) {
        output_lines(topic_text(topic));
    } else if (!commands_help(options, name)) {
        TEXT_BUFFER(wishes, TOPICS_WISHES_SIZE);
        if (is_json || topics_by_wish(&wishes, name) == 0) {
            return unknown(name);
        }
        output_lines(wishes.p);
    }
    return EXIT_DONE;
}

int help_run(const struct options *options)
{
    struct error err;
    TEXT_BUFFER(words, WORDS_SIZE);
    if (subcommand_words(options, WORDS_MOST, &err) != STATUS_OK) {
        return output_error(&err);
    }
    for (int i = 0; i < options->words; i++) {
        text_add(&words, "%s%s", i > 0 ? " " : "", options->word[i]);
    }
    if (words.n > 0) {
        return help_about(options, (struct str){words.p, words.n});
    }
    if (options_has(options, OPTION_JSON)) {
        print_json();
    } else {
        subcommands_help();
    }
    return EXIT_DONE;
}
