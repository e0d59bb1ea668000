#include "support/visit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "support/unit.h"

const struct terminal_kind terminal_usual = {"xterm-256color", "C.UTF-8", "COLORFGBG=15;0", 24,
                                             80};

/* From the line above the log down. */
enum { ROWS_OF_KEYS = 10 };

static char program[VISIT_PATH_SIZE];

void visit_begin(const char *own_path)
{
    char *whole_path = realpath(own_path, NULL); /* programs start in folders of their own */
    const char *tests = whole_path != NULL ? strstr(whole_path, "tests/pty/") : NULL;
    int n = tests != NULL ? (int)(tests - whole_path) : 0;
    snprintf(program, sizeof program, "%.*sreferee", n, whole_path != NULL ? whole_path : "");
    free(whole_path);
}

const char *visit_program(void)
{
    return program;
}

void visit_remove(const char *campaign)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-search"};
    for (int i = 0; i < 4; i++) {
        char path[VISIT_PATH_SIZE + 8];
        snprintf(path, sizeof path, "%s%s", campaign, endings[i]);
        remove(path);
    }
    char line[VISIT_PATH_SIZE + 32];
    snprintf(line, sizeof line, "rm -rf '%s.backups'", campaign);
    assert_int_equal(system(line), 0);
}

void visit_campaign(char out[VISIT_PATH_SIZE], const char *name)
{
    const char *folder = getenv("TMPDIR");
    snprintf(out, VISIT_PATH_SIZE, "%s/%s-%ld.db", folder != NULL ? folder : "/tmp", name,
             (long)getpid());
    visit_remove(out);
}

int visit_run(const char *campaign, const char *arguments, const char *out)
{
    char line[3 * VISIT_PATH_SIZE];
    int n = snprintf(line, sizeof line, "%s --db '%s' --seed 7 %s > '%s'", program, campaign,
                     arguments, out != NULL ? out : "/dev/null");
    assert_true(n < (int)sizeof line);
    int status = system(line);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

struct pty *visit_start(const char *campaign, const struct terminal_kind *kind)
{
    char term[64];
    char locale[64];
    snprintf(term, sizeof term, "TERM=%s", kind->term != NULL ? kind->term : "");
    snprintf(locale, sizeof locale, "LC_ALL=%s", kind->locale != NULL ? kind->locale : "");
    const char *arguments[] = {program, "--db", campaign, "table", NULL};
    const char *environment[4] = {NULL};
    const char *given[] = {kind->term != NULL ? term : NULL,
                           kind->locale != NULL ? locale : NULL, kind->further};
    for (int i = 0, n = 0; i < 3; i++) {
        if (given[i] != NULL) {
            environment[n++] = given[i];
        }
    }
    struct pty_program opened = {.arguments = arguments,
                                 .environment = environment,
                                 .rows = kind->rows,
                                 .columns = kind->columns};
    return pty_open(&opened);
}

struct pty *visit_open(const char *campaign, const struct terminal_kind *kind)
{
    struct pty *pty = visit_start(campaign, kind);
    pty_expect(pty, "? help");
    return pty;
}

/* The next word, without its quotes. */
static bool next_word(char out[VISIT_PATH_SIZE], struct str *rest)
{
    struct str word = str_next_word(rest);
    if (word.p == NULL) {
        return false;
    }
    int n = 0;
    for (int i = 0; i < word.n && n + 1 < VISIT_PATH_SIZE; i++) {
        if (word.n == 1 || word.p[i] != '"') {
            out[n++] = word.p[i];
        }
    }
    out[n] = '\0';
    return true;
}

static const char *text_after(const char *word, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(word, prefix, n) == 0 ? word + n : NULL;
}

void visit_escape(struct pty *pty)
{
    static const char focus[] = "\033[I";
    pty_key(pty, "Esc");
    pty_send(pty, focus, (int)sizeof focus - 1);
}

typedef void before_key_fn(struct pty *pty, const char *key);

static void press(struct pty *pty, const char *words, before_key_fn *before_key)
{
    char word[VISIT_PATH_SIZE];
    struct str rest = str_of(words);
    bool is_typing = false; /* Enter ends that wherever something is typed */
    while (next_word(word, &rest)) {
        const char *text;
        int rows;
        int columns;
        bool ends_typing = is_typing && strcmp(word, "Enter") == 0;
        is_typing = (text = text_after(word, "text:")) != NULL;
        if (is_typing) {
            pty_type(pty, text);
        } else if ((text = text_after(word, "paste:")) != NULL) {
            pty_paste(pty, text);
        } else if ((text = text_after(word, "expect:")) != NULL) {
            pty_expect(pty, text);
        } else if ((text = text_after(word, "gone:")) != NULL) {
            pty_expect_gone(pty, text);
        } else if (sscanf(word, "resize:%dx%d", &columns, &rows) == 2) {
            pty_resize(pty, rows, columns);
        } else if (strcmp(word, "Esc") == 0) {
            before_key(pty, word);
            visit_escape(pty);
        } else if (ends_typing) {
            pty_key(pty, word);
        } else {
            before_key(pty, word);
            pty_key(pty, word);
        }
    }
}

static void take_any(struct pty *pty, const char *key)
{
    (void)pty;
    (void)key;
}

void visit_press(struct pty *pty, const char *words)
{
    press(pty, words, take_any);
}

static void take_what_is_named(struct pty *pty, const char *key)
{
    pty_expect_word_below(pty, ROWS_OF_KEYS, key);
}

void visit_press_what_is_named(struct pty *pty, const char *words)
{
    press(pty, words, take_what_is_named);
}

void visit_end_interrupted(struct pty *pty, int exit_code)
{
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, 0);
    assert_int_equal(end.exit_code, exit_code);
    assert_true(pty_is_as_before(pty));
    pty_close(pty);
}

void visit_end(struct pty *pty, int exit_code)
{
    pty_wait(pty);
    assert_false(pty_is_alternate(pty));
    visit_end_interrupted(pty, exit_code);
}

void visit_leave(struct pty *pty)
{
    pty_key(pty, "q");
    visit_end(pty, 0);
}

const struct visit_context visit_contexts[] = {
    {CONTEXT_QUESTION, "Tab a \"text:16 3\"", "Enter", true},
    {CONTEXT_QUESTION, "Tab d \"text:3 x\"", "Enter", true},
    {CONTEXT_QUESTION, "a \"expect:attacks whom?\"", "attacks whom?", true},
    {CONTEXT_QUESTION, "Tab d , text:tam", "Enter", true},
    {CONTEXT_PALETTE, ": text:conditio", ":conditio", true},
    {CONTEXT_FORM, "N \"text:Wax rat\" \"expect:Wax rat\"", "C-u unset", false},
    {CONTEXT_FORM, "Enter", "C-u unset", false},
    {CONTEXT_READER, "?", "Esc closes", false},
    {CONTEXT_READER, "? / text:target", "Esc drops", true},
    {CONTEXT_HISTORY, "U", "Esc closes", false},
    {CONTEXT_OPEN, "&", "Down next", false},
    {CONTEXT_LOG, "l Space \"expect:act \"", "Esc closes", false},
    {CONTEXT_ENCOUNTERS, "T \"expect:made \"", "a archives", false}, /* read when idle */
    {CONTEXT_PARTY, "p \"expect:── the party\"", "Esc closes", false},
    {CONTEXT_PAST, "< \"expect:LOOKING BACK\"", "Esc now", false},
    {CONTEXT_PAST, "Tab d text:3 F4 \"expect:LOOKING BACK\"", "Esc now", false},
    {CONTEXT_CHRONICLE, "H \"expect:── chronicle\"", "o opens", false},
    {CONTEXT_MORE, ",", "? all keys", false},
    {CONTEXT_SETTINGS, ", , \"expect:── settings\"", "Down next", false},
    {CONTEXT_KINDS, ", k \"expect:── kinds\"", "Esc closes", false},
    {CONTEXT_KINDS, ", k / text:gob", "Esc drops", true},
    {CONTEXT_CAMPAIGNS, "T f \"expect:campaigns, and copies\"", "Esc closes", false},
    {CONTEXT_ASK, "/ text:by=tam \"expect:ask the log: 1 act\"", "this fight", true},
    {CONTEXT_FIGURES, "% \"expect:── figures\"", "w exports", false},
    {CONTEXT_FIGURES, "% / text:by=tam \"expect:by=tam ──\"", "this fight", true},
    {CONTEXT_FORECAST, "C-f \"expect:playing\" w text:dup", "what if: dup", true},
    {CONTEXT_EXAMPLE, "C-f \"expect:95%\" e \"expect:EXAMPLE\"", "round back", false},
    {CONTEXT_CHART, "l v \"expect: points\"", "m turning", false},
    {CONTEXT_WHY, "y \"expect:── why\"", "Up earlier", false},
    {CONTEXT_PLAN, ", a \"expect:── plan\"", "+ adds", false},
    {CONTEXT_IMPORTS, "\"paste:Eel: AC 8, hp 4\n\" \"expect:── import\"", "Enter opens", false},
    {CONTEXT_PREPARED, "T E \"expect:prepared encounters\"", "Esc closes", false},
};
const int visit_contexts_count = sizeof visit_contexts / sizeof visit_contexts[0];

struct pty *visit_open_context(const char *campaign, const struct terminal_kind *kind, int i)
{
    struct pty *pty = visit_open(campaign, kind);
    visit_press(pty, visit_contexts[i].keys);
    pty_expect_row(pty, kind->rows - 1, visit_contexts[i].last_row);
    return pty;
}
