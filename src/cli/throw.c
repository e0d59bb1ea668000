/* `referee throw`: faces from outside for the question that is open at the table, once or line
 * by line. The table has the last word; this finds it, and drops what dice say twice. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/sitting/sitting.h"
#include "app/thrown/die_told.h"
#include "app/thrown/table_socket.h"
#include "base/utf8.h"
#include "cli/lines.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

enum { ANSWER_MS = 2000, FACES_MAX = 64, CAMPAIGN_SIZE = 4096 };

/* ---- once ------------------------------------------------------------------------------ */

/* "attack: d20 14" or why not; true when it is taken. */
static bool tell(const struct die_told *die, json_t *answer)
{
    bool is_taken = json_is_true(json_object_get(answer, "taken"));
    const char *words = json_string_value(json_object_get(answer, is_taken ? "for" : "why"));
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    text_add(&line, "%s %d: %s%s", die_kind_name(die->kind), die->face,
             is_taken ? "taken for " : "not taken: ", words != NULL ? words : "");
    json_t *missing = json_object_get(answer, "missing"), *one;
    size_t i;
    json_array_foreach(missing, i, one)
    {
        const char *kind = json_string_value(one);
        text_add(&line, "%s%s", i == 0 ? "; missing: " : ", ", kind != NULL ? kind : "");
    }
    output_line("%s", line.p);
    return is_taken;
}

/* Those that waited may have been used by the end. */
static int throw_once(const char *campaign, const struct die_told *die, int count, bool is_json,
                      struct error *err)
{
    int untaken = 0;
    int64_t waiting = 0;
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(line, TOLD_LINE_SIZE);
        TEXT_BUFFER(words, TABLE_ANSWER_SIZE);
        die_told_add(&die[i], &line);
        if (table_call(campaign, (struct str){line.p, line.n}, ANSWER_MS, &words, err) !=
            STATUS_OK) {
            output_error(err);
            return EXIT_REFUSED;
        }
        json_t *answer = json_loads(words.p, 0, NULL);
        json_t *waits = json_object_get(answer, "waiting");
        bool is_taken = json_is_true(json_object_get(answer, "taken"));
        if (is_json) {
            output_line("%s", words.p);
        } else {
            tell(&die[i], answer);
        }
        untaken += is_taken ? 0 : 1;
        bool is_used_later =
            untaken > 0 && waits != NULL && json_integer_value(waits) < waiting;
        untaken -= is_used_later ? 1 : 0;
        waiting = json_integer_value(waits);
        json_decref(answer);
    }
    return untaken == 0 ? EXIT_DONE : EXIT_REFUSED;
}

/* ---- a stream -------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void refuse(const char *why, struct text *answer)
{
    json_t *document = json_pack("{s:b, s:s}", "taken", 0, "why", why);
    char *words = json_dumps(document, JSON_COMPACT);
    CHECK(words != NULL);
    text_add(answer, "%s", words);
    free(words);
    json_decref(document);
}

static void hear(struct dice_heard *heard, const char *campaign, struct str line,
                 struct text *answer)
{
    struct die_told die;
    struct error err;
    TEXT_BUFFER(told, TOLD_LINE_SIZE);
    if (die_told_read(&die, line, &err) != STATUS_OK) {
        refuse(err.text, answer);
    } else if (!dice_heard_is_new(heard, &die, now_ms())) {
        refuse("the same again", answer);
    } else if (!die.has_face) {
        refuse(die.state_word, answer);
    } else {
        die_told_add(&die, &told);
        if (table_call(campaign, (struct str){told.p, told.n}, ANSWER_MS, answer, &err) !=
            STATUS_OK) {
            text_init(answer, answer->p, answer->size);
            refuse(err.text, answer);
        }
    }
}

static int throw_stream(const char *campaign)
{
    static struct dice_heard heard;
    static struct lines lines;
    lines_init(&lines, stdin);
    for (enum line_kind kind;
         (kind = lines_next(&lines)) == LINE_READ || kind == LINE_TOO_LONG;) {
        TEXT_BUFFER(answer, TABLE_ANSWER_SIZE);
        struct str line = str_trimmed(lines.line);
        if (line.n > 0) {
            hear(&heard, campaign, line, &answer);
            output_line("%s", answer.p);
        }
        if (output_is_lost()) {
            break;
        }
    }
    return EXIT_DONE;
}

/* ---- the subcommand -------------------------------------------------------------------- */

int throw_run(const struct options *options)
{
    static struct die_told die[FACES_MAX];
    char campaign[CAMPAIGN_SIZE];
    struct error err;
    bool is_stream = options_has(options, OPTION_STREAM);
    enum status status = subcommand_words(options, is_stream ? 0 : FACES_MAX, &err);
    if (status == STATUS_OK && !is_stream && options->words == 0) {
        status = error_set(&err, STATUS_USAGE, "",
                           "throw needs faces, such as 14 4 or d20:14, or --stream");
    }
    for (int i = 0; i < options->words && status == STATUS_OK; i++) {
        status = die_told_read_word(&die[i], str_of(options->word[i]), &err);
    }
    if (status == STATUS_OK) {
        status = sitting_find_path(options->db, campaign, sizeof campaign, &err);
    }
    if (status != STATUS_OK) {
        return output_error(&err);
    }
    return is_stream ? throw_stream(campaign)
                     : throw_once(campaign, die, options->words,
                                  options_has(options, OPTION_JSON), &err);
}
