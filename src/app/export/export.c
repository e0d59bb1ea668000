#include "app/export/export.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/file/file.h"
#include "app/sitting/state.h"
#include "app/export/telling.h"
#include "app/file/text_file.h"
#include "exchange/formats.h"

enum { WORDS_SIZE = 2200 };

/* ---- what is exported ------------------------------------------------------------------ */

/* The words without an address among them, whose act is where the fight ends. */
static enum status read_words(struct sitting_acts_wish *acts, struct asking *asking,
                              struct sitting *sitting, const struct export_wish *wish,
                              struct error *err)
{
    const char *words[ASK_TERMS_MAX + 1];
    int count = 0;
    int64_t until = 0;
    for (int i = 0; i < wish->words_count && count <= ASK_TERMS_MAX; i++) {
        bool is_act = until == 0 && sitting_find_act(sitting, wish->words[i], &until);
        if (!is_act) {
            words[count++] = wish->words[i];
        }
    }
    enum status status = sitting_read_wish(acts, asking, sitting, words, count, err);
    acts->until = until;
    return status;
}

static enum status read_format(const struct export_format **out, const struct export_wish *wish,
                               struct error *err)
{
    if (wish->format.n > 0) {
        return export_format_find(out, wish->format, err);
    }
    *out = wish->path != NULL ? export_format_of_file(wish->path) : NULL;
    return *out != NULL ? STATUS_OK : export_format_find(out, str_of("text"), err);
}

static enum status tell(struct telling *telling, struct sitting *sitting,
                        const struct export_wish *wish, struct error *err)
{
    struct asking *asking = malloc(sizeof *asking);
    struct sitting_acts_wish acts;
    TEXT_BUFFER(words, WORDS_SIZE);
    CHECK(asking != NULL);
    struct telling_wish wanted = {
        .acts = &acts, .words = words.p, .is_for_players = wish->is_for_players};
    for (int i = 0; i < wish->words_count; i++) {
        text_add(&words, "%s%s", i > 0 ? " " : "", wish->words[i]);
    }
    enum status status = telling_parts_read(&wanted.without, wish->without, err);
    if (status == STATUS_OK) {
        status = read_words(&acts, asking, sitting, wish, err);
    }
    if (status == STATUS_OK) {
        status = sitting_tell(telling, sitting, &wanted, err);
    }
    free(asking);
    return status;
}

enum status sitting_export(char **out, struct sitting *sitting, const struct export_wish *wish,
                           struct error *err)
{
    const struct export_format *format;
    struct telling telling = {.title = NULL};
    struct writing writing = {.p = NULL};
    enum status status = read_format(&format, wish, err);
    *out = NULL;
    if (status == STATUS_OK) {
        status = tell(&telling, sitting, wish, err);
    }
    if (status == STATUS_OK) {
        format->write(&writing, &telling);
        *out = writing.p;
    }
    telling_free(&telling);
    return status;
}

enum status sitting_export_file(struct sitting *sitting, const struct export_wish *wish,
                                struct error *err)
{
    char *document;
    enum status status = sitting_export(&document, sitting, wish, err);
    if (status == STATUS_OK) {
        status = text_file_write(wish->path, str_of(document), wish->may_replace, err);
    }
    free(document);
    return status;
}

/* "Nest ledge" as nest-ledge. */
static void add_file_name(struct text *out, const char *name)
{
    bool is_after_dash = true;
    int start = out->n;
    for (const char *at = name; *at != '\0'; at++) {
        bool is_kept = char_is_letter(*at) || char_is_digit(*at) || (*at & 0x80) != 0;
        if (is_kept) {
            text_add_char(out, char_lower(*at));
        } else if (!is_after_dash) {
            text_add_char(out, '-');
        }
        is_after_dash = !is_kept;
    }
    while (out->n > start && out->p[out->n - 1] == '-') {
        out->p[--out->n] = '\0';
    }
    text_add(out, "%s", out->n == start ? "fight" : "");
}

void sitting_export_line(struct sitting *sitting, const struct export_draft *draft,
                         struct text *out)
{
    static const char *const names[SCOPES] = {
        [SCOPE_EVENING] = "evening", [SCOPE_CAMPAIGN] = "campaign"};
    /* Without a word the command tells the open encounter: round=0.. fits every act. */
    static const char *const words[SCOPES] = {
        [SCOPE_EVENING] = " session=last", [SCOPE_CAMPAIGN] = " round=0.."};
    bool is_fight = draft->scope == SCOPE_FIGHT;
    bool is_open = is_fight && strcmp(draft->encounter, sitting_encounter_name(sitting)) == 0;
    text_add(out, "export ");
    add_file_name(out, is_fight ? draft->encounter : names[draft->scope]);
    text_add(out, "%s.html", draft->is_for_players ? "-for-players" : "");
    if (is_fight && (!is_open || draft->words.n > 0)) {
        text_add(out, " ");
        text_add_quoted(out, str_of(draft->encounter));
    } else if (!is_fight && (draft->scope == SCOPE_EVENING || draft->words.n == 0)) {
        text_add(out, "%s", words[draft->scope]);
    }
    text_add(out, "%s", draft->words.n > 0 ? " " : "");
    text_add_str(out, draft->words);
    text_add(out, "%s", draft->is_for_players ? " players" : "");
}

/* ---- the command ----------------------------------------------------------------------- */

static bool take_option(struct export_wish *wish, const char *word)
{
    static const char format[] = "format=", without[] = "without=";
    if (strcmp(word, "players") == 0) {
        wish->is_for_players = true;
    } else if (strcmp(word, "replace") == 0) {
        wish->may_replace = true;
    } else if (strncmp(word, format, sizeof format - 1) == 0) {
        wish->format = str_of(word + sizeof format - 1);
    } else if (strncmp(word, without, sizeof without - 1) == 0) {
        wish->without = str_of(word + sizeof without - 1);
    } else {
        return false;
    }
    return true;
}

static void run(struct sitting *sitting, const struct export_wish *wish, struct result *out)
{
    struct error err;
    enum status status = sitting_export_file(sitting, wish, &err);
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
        return;
    }
    text_file_result(status, &err, out);
    if (status == STATUS_OK) {
        text_format(out->text, sizeof out->text, "written to %s%s", wish->path,
                    wish->is_for_players ? ", for players: without what is hidden, noted or due"
                                         : "");
    }
}

/* The first word that is no option is the file, so that `export players nest.html` is not a
 * file of that name; the others are the question. */
void sitting_run_export(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    const char *words[ASK_TERMS_MAX + 1];
    char path[CAMPAIGN_PATH_MAX];
    char room[COMMAND_LINE_MAX + ASK_TERMS_MAX + 8];
    struct text text = text_over(room, sizeof room);
    struct str rest = command->argument[0].word, word;
    struct export_wish wish = {.words = words, .path = path};
    bool has_path = false, is_wrong = false;
    while (!is_wrong && (word = str_next_word(&rest)).p != NULL) {
        char *copy = text.p + text.n;
        text_add_str(&text, word);
        text_add_char(&text, '\0');
        if (text.is_cut || wish.words_count > ASK_TERMS_MAX) {
            out->kind = RESULT_WRONG;
            error_set(&out->error, STATUS_USAGE, "", "export takes at most %d words",
                      ASK_TERMS_MAX);
            return;
        }
        bool is_option = take_option(&wish, copy);
        if (!is_option && has_path) {
            words[wish.words_count++] = copy;
        } else if (!is_option) {
            has_path = sitting_path_of(path, word);
            is_wrong = !has_path;
        }
    }
    if (!has_path) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "", "export needs a file name: export nest.html");
        return;
    }
    out->kind = RESULT_TOLD;
    run(sitting, &wish, out);
}
