#include "cli/linear_log.h"

#include <stdlib.h>

#include "app/log/log_pages.h"
#include "cli/output.h"
#include "cli/spoken.h"

enum { TOLD_USUALLY = 10, TOLD_MOST = 500 };

/* The newest lines that were found, the newest first. */
struct found {
    struct log_line page[LOG_PAGE_ROOM];
    struct log_line line[TOLD_MOST];
    int lines;
    bool has_more; /* older than those */
};

static enum status find(struct found *found, struct sitting *sitting, struct str words,
                        int most, struct error *err)
{
    int64_t older = 0;
    do {
        int count;
        enum status status = sitting_log_page(sitting, older, found->page, &count, &older, err);
        if (status != STATUS_OK) {
            return status;
        }
        for (int i = count - 1; i >= 0; i--) {
            bool holds = sitting_log_holds(&found->page[i], words);
            if (holds && found->lines == most) {
                found->has_more = true;
                return STATUS_OK;
            }
            if (holds) {
                found->line[found->lines++] = found->page[i];
            }
        }
    } while (older != 0);
    return STATUS_OK;
}

/* In the order of events: the oldest first, each round named once. */
static void say(const struct found *found, struct str words, int most)
{
    int round = 0;
    for (int i = found->lines - 1; i >= 0; i--) {
        const struct log_line *line = &found->line[i];
        if (line->round != round) {
            output_line("Round %d.", line->round);
            round = line->round;
        }
        spoken_lines(line->line, false);
    }
    if (found->lines == 0 && words.n > 0) {
        output_line("No log line contains %.*s.", words.n, words.p);
    } else if (found->lines == 0) {
        output_line("Nothing has happened yet.");
    } else if (found->has_more && most < TOLD_MOST) {
        output_line("There are older lines: type log %d%s%.*s for more.",
                    most < 250 ? 2 * most : TOLD_MOST, words.n > 0 ? " " : "", words.n,
                    words.p);
    }
}

/* "#27": one act with the chances it had and its arithmetic. */
static bool is_act(struct str words, int64_t *act)
{
    words = str_trimmed(words);
    return words.n > 1 && words.p[0] == '#' &&
           str_to_int64((struct str){words.p + 1, words.n - 1}, 1, INT64_MAX, act);
}

static void say_act(struct sitting *sitting, int64_t act)
{
    static const char gap[] = ": ";
    TEXT_BUFFER(text, LOG_EXPLANATION_SIZE);
    TEXT_BUFFER(spoken, LOG_EXPLANATION_SIZE * 2);
    struct error err;
    if (sitting_explain_act(sitting, act, &text, &err) != STATUS_OK) {
        output_line("No entry: %s.", err.text);
        return;
    }
    for (const char *c = text.p; *c != '\0'; c++) {
        text_add_str(&spoken, *c == '\t' ? str_of(gap) : (struct str){c, 1});
    }
    spoken_lines(spoken.p, false);
}

void linear_log(struct sitting *sitting, struct str words)
{
    struct error err;
    int64_t act;
    if (is_act(words, &act)) {
        say_act(sitting, act);
        return;
    }
    struct str rest = words;
    int64_t most;
    if (str_to_int64(str_next_word(&rest), 1, TOLD_MOST, &most)) {
        words = str_trimmed(rest);
    } else {
        most = TOLD_USUALLY;
    }
    struct found *found = calloc(1, sizeof *found);
    CHECK(found != NULL);
    if (find(found, sitting, words, (int)most, &err) == STATUS_OK) {
        say(found, words, (int)most);
    } else {
        output_line("The log cannot be read: %s.", err.text);
    }
    free(found);
}
