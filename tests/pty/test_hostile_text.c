/* Texts that are meant to break something, through every way into a campaign and out of it
 * again: what is refused is refused in clean words, and nothing that comes out is raw (no byte
 * that a terminal acts on), broken (JSON, rows, pages) or a text for the referee alone among
 * what players get.
 *
 * A new way in, or out, is a row. HOSTILE=all takes each text by each way; without it every
 * ninth way, others for each text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/export/export.h"
#include "store/fixture.h"
#include "support/documents.h"
#include "support/play.h"
#include "support/unit.h"
#include "support/visit.h"
#include "tui/canvas/canvas.h"

/* What stands in every text that only the referee may read. */
#define SECRET "zqsecret"

enum { LONG = 10000, LINE_SIZE = 2 * LONG + 400 };

static char long_name[LONG + 1], long_wide[LONG + 1], long_marks[LONG + 1];

static const struct {
    const char *what, *text;
} texts[] = {
    {"control characters", "a\001\007\010\013\033\177b"},
    {"escape sequences",
     "e\033[2J\033[31m\033]0;owned\007\033]52;c;b3duZWQ=\033\\\033Pq\033\\\033c"},
    {"controls of eight bits", "c\302\2332J\302\2350;owned\302\234\302\220q\302\234"},
    {"controls of the order", "o\342\200\256dne\342\201\246\342\200\217\330\234\357\273\277x"},
    {"tags that show nothing", "t\363\240\201\201\342\200\213\302\255x"},
    {"a script", "<script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)>"},
    {"an attribute", "\" onmouseover=\"alert(1)\" x='\"><b>"},
    {"entities", "&lt;b&gt;&#60;b&#62;&amp;amp;]]>--><!--"},
    {"links of Markdown",
     "[x](javascript:alert(1)) ![y](http://e.example/p) <http://e.example> `c`"},
    {"a heading", "# head"},
    {"a fence", "```"},
    {"a rule and a table", "--- | a | b | ~~~"},
    {"a list", "1. - * + > x"},
    {"a reference of Markdown", "[x]: http://e.example \"y\""},
    {"a formula", "=HYPERLINK(\"http://e.example\",\"x\")"},
    {"a formula behind blanks", "  =1+1"},
    {"plus", "+1+1"},
    {"minus", "-2+3+cmd|' /C calc'!A0"},
    {"at", "@SUM(A1)"},
    {"a tab and a formula", "\t=1+1"},
    {"commas and quotes", "a,b;\"c\",\"\"\",',"},
    {"line ends", "l\ni\rn\r\ne\013s\014x\302\205y\342\200\250z\342\200\251"},
    {"bytes that are no UTF-8",
     "u\377\376\303(\355\240\200\360\200\200\257\300\257\364\220\200\200\342\202"},
    {"a shell", "$(touch ran)`touch ran`;touch ran|x&y>z \\$HOME '"},
    {"a format of C", "%s%n%1000000d%*p%%"},
    {"places of patterns", "{name} {0} {by} %p %a %w %1 %2"},
    {"SQL", "'); DROP TABLE log; --"},
    {"words of a search", "NEAR(a b) \" * ^ AND OR NOT :"},
    {"JSON", "\\\",\"x\":[{\"\\u0000\\ud800"},
    {"YAML", "x: !!python/object &a *a [{ # |"},
    {"words of the table", "#27 ; undo ; r2 * p1,p2 ="},
    {"a path", "../../../../etc/passwd"},
    {"a joined picture",
     "\360\237\221\251\342\200\215\360\237\221\251\342\200\215\360\237\221\247"},
    {"a joiner in a word", "ad\342\200\215min\342\200\214x"},
    {"a very long one", long_name},
    {"a very long wide one", long_wide},
    {"a letter with too many marks", long_marks},
    {"a blank", " "},
    {"nothing", ""},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

/* %s: the text in quotation marks, %r: as it is. SECRET stands before a text that is the
 * referee's alone. */
static const char *const ways_in[] = {
    "add %s side=party strength=14 wits=12 ac=20 hp=9",
    "add %s strength=12 wits=12 ac=22 hp=16 damage=1d6 morale=8",
    "add 2 rat strength=8 wits=3 ac=22 hp=6 note=%s",
    "add rat hp=%s",
    "rename Bo %s",
    "initiative 15 14 13 12 11 10 9",
    "note " SECRET " %r",
    "note " SECRET " %s",
    "note-on Anka " SECRET " %r",
    "set Anka note=" SECRET "%s",
    "set Anka leads=%s",
    "condition Anka own %s",
    "condition Anka own %r rounds=2",
    "trait Anka %s",
    "ready " SECRET " %r",
    "counter %s 4",
    "counter bell 1 per=manual then=%s",
    "tick bell",
    "remark " SECRET " %r",
    "marker " SECRET " %r",
    "attack Anka by=%s 17 3",
    "ruling damage Anka 2 by=%s",
    "policy Anka %s",
    "rename-encounter Ledge %s",
    "rename-encounter %s Ledge",
    "copy-encounter Ledge %s",
    "tag-encounter Ledge " SECRET ",%r",
    "note-encounter Ledge " SECRET " %r",
    "plan-add Ledge " SECRET " %r",
    "plan-note Ledge " SECRET " %r",
    "prepare %s",
    "rename-prepared %s Ford",
    "copy-prepared Ford %s",
    "plan-prepared Ford " SECRET " %r",
    "archive-prepared Ford",
    "join %s hp=9",
    "join Ida-%r hp=4 note=" SECRET "%s",
    "party-gain 3 %r",
    "party-spend 1 %r",
    "add-kind %s hp=3",
    "add-kind newt hp=3 note=" SECRET "%s",
    "edit-kind newt note=%s",
    "copy-kind newt %s",
    "save-kind Anka %s",
    "question-keep %s falls",
    "question-keep q %r",
    "question-rename q %s",
    "macro %s note " SECRET,
    "macro m note " SECRET " %r",
    "do m %s",
    "macro-rename m %s",
    "import-default morale %s",
    "import %s",
    "merge %s",
    "restore %s",
    "campaign %s",
    "settings clock %s",
    "settings %s no",
    "read-encounter %s",
    "write-encounter Ford %s",
    "plan-print %s/x",
    "log %r",
    "log by=%s",
    "figures %r",
    "why %s",
    "why Anka %s",
    "look %r",
    "forecast frobnicate %s",
    "chart q%r",
    "compare q%r",
    "roll %r",
    "kind %r",
    "rule %r",
    "help %r",
    "encounter %s nowhere=%s",
    "encounter %s system=%s",
    "%r",
    "%s",
    "amend %r",
};
enum { WAYS_IN = sizeof ways_in / sizeof ways_in[0] };

/* A word a line, a tab, and what it is. */
static const char *fault_of_words(const char *text)
{
    for (const char *tab = text; (tab = strchr(tab, '\t')) != NULL;) {
        tab++;
        if (tab[strcspn(tab, "\t\n")] == '\t') {
            return "two tabs in a line";
        }
    }
    return NULL;
}

static const struct {
    const char *arguments;
    const char *(*fault)(const char *text); /* beside being raw; NULL: none */
    bool is_for_players;
} ways_out[] = {
    {"show", NULL, false},
    {"show --json", document_json_fault, false},
    {"log session=1", NULL, false},
    {"log undone=any session=1 --json", document_json_fault, false},
    {"figures session=1", NULL, false},
    {"figures session=1 --json", document_json_fault, false},
    {"questions", NULL, false},
    {"questions --json", document_json_fault, false},
    {"why Anka", NULL, false},
    {"why Anka note", NULL, false},
    {"why Anka --json", document_json_fault, false},
    {"library", NULL, false},
    {"library --json", document_json_fault, false},
    {"write kinds", NULL, false},
    {"write kinds --format json", document_json_fault, false},
    {"write kinds --format statblock", NULL, false},
    {"write party", NULL, false},
    {"write party --format json", document_json_fault, false},
    {"write encounters", NULL, false},
    {"write encounters --format json", document_json_fault, false},
    {"write campaign", NULL, false},
    {"export session=1 --format md", document_md_fault, false},
    {"export session=1 --format html", document_html_fault, false},
    {"export session=1 --format csv", document_csv_fault, false},
    {"export session=1 --format json", document_json_fault, false},
    {"export session=1 --format text", NULL, false},
    {"export session=1 --format md --players", document_md_fault, true},
    {"export session=1 --format html --players", document_html_fault, true},
    {"export session=1 --format csv --players", document_csv_fault, true},
    {"export session=1 --format json --players", document_json_fault, true},
    {"export session=1 --format text --players", NULL, true},
    {"players --once", NULL, true},
    {"players --once --json", document_json_fault, true},
    {"forecast -n 2", NULL, false},
    {"forecast -n 2 --json", document_json_fault, false},
    {"forecasts --json", document_json_fault, false},
    {"commands", NULL, false},
    {"commands --json", document_json_fault, false},
    {"completions words -- show ''", fault_of_words, false},
    {"completions words -- why ''", fault_of_words, false},
    {"completions words -- log by=", fault_of_words, false},
    {"completions words -- questions ''", fault_of_words, false},
    {"completions words -- library ''", fault_of_words, false},
    {"doctor", NULL, false},
    {"verify", NULL, false},
    {"verify --json", document_json_fault, false},
};
enum { WAYS_OUT = sizeof ways_out / sizeof ways_out[0] };

/* The views of the screen, from the table of the last encounter on. */
static const char *const views[] = {
    "Tab",
    "l",
    "l Down Enter",
    "U",
    "T",
    "T P",
    "p",
    "p Down Enter",
    ", k",
    ", k Down Enter",
    "y",
    "/ text:a",
    "%",
    "C-f wait wait",
    "H",
    "H Enter <",
    ", ,",
    "&",
    "#",
    ": text:",
    ": text:add",
    ": text:questions Enter",
    ": text:prepared Enter",
    ": text:macros Enter",
    ": text:plan Enter",
    ": text:party-history Enter",
    ": text:remarks Enter",
    "< < <",
    "a",
    "c",
    "F2",
    "Enter Down",
};

/* ---- a campaign full of them ------------------------------------------------------------ */

/* Lets what is meant to be cut be a whole number of characters. */
static void fill(char *out, const char *first, const char *piece)
{
    struct text text = text_over(out, LONG + 1);
    text_add(&text, "%s", first);
    while (text.n + (int)strlen(piece) <= LONG) {
        text_add(&text, "%s", piece);
    }
}

/* The way in with this text in its places. */
static void write_line(char out[LINE_SIZE], const char *way, const char *hostile)
{
    struct text line = text_over(out, LINE_SIZE);
    for (const char *at = way; *at != '\0'; at++) {
        if (at[0] != '%') {
            text_add_char(&line, *at);
        } else if (*++at == 'r') {
            text_add(&line, "%s", hostile);
        } else {
            text_add_char(&line, '"');
            for (const char *c = hostile; *c != '\0'; c++) {
                text_add(&line, *c == '"' ? "\"\"" : "%.1s", c);
            }
            text_add_char(&line, '"');
        }
    }
}

static void check(const char *what, const char *how, const char *fault)
{
    if (fault != NULL) {
        fail_msg("%s, %s: %s", what, how, fault);
    }
}

/* Those are ours, between columns. */
static void fill_tabs(char *text)
{
    for (char *tab = text; (tab = strchr(tab, '\t')) != NULL;) {
        *tab = ' ';
    }
}

static int taken, tried;

static bool tries_all(void)
{
    const char *wanted = getenv("HOSTILE");
    return wanted != NULL && strcmp(wanted, "all") == 0;
}

/* What it answers is clean, whatever it is. */
static void run(struct play *play, const char *line, const char *what, const char *how)
{
    struct result *result = &play->result;
    sitting_run(play->sitting, line, false, result);
    taken += result->kind == RESULT_DONE || result->kind == RESULT_TOLD;
    fill_tabs(result->text);
    check(what, how, document_raw_fault(result->text));
    if (result->kind == RESULT_DONE) {
        check(what, how, document_raw_fault(result->label));
    }
    if (result->kind == RESULT_WRONG || result->kind == RESULT_FAILED) {
        check(what, how, document_raw_fault(result->error.text));
        check(what, how, document_raw_fault(result->error.where));
        assert_true(result->error.text[0] != '\0');
    }
    if (result->kind == RESULT_FAILED && result->error.code == STATUS_DAMAGED) {
        fail_msg("%s, %s: %s", what, how, result->error.text);
    }
    if (result->kind == RESULT_REFUSED) {
        check(what, how, document_raw_fault(result->refusal.reason));
    }
    if (result->kind == RESULT_ASKS) {
        check(what, how, document_raw_fault(result->question.prompt));
    }
}

/* Each text in a fight of its own, by each way. */
static void fill_campaign(struct play *play)
{
    static char line[LINE_SIZE];
    for (int i = 0; i < TEXTS; i++) {
        run(play, "encounter Ledge system=trilemma", texts[i].what, "encounter");
        run(play, "add Anka side=party strength=14 wits=12 ac=20 hp=9", texts[i].what, "add");
        run(play, "add Bo strength=9 wits=10 ac=20 hp=8", texts[i].what, "add");
        for (int k = tries_all() ? 0 : i % 9; k < WAYS_IN; k += tries_all() ? 1 : 9) {
            tried++;
            write_line(line, ways_in[k], texts[i].text);
            run(play, line, texts[i].what, ways_in[k]);
        }
        run(play, "rename-encounter Ledge Old", texts[i].what, "rename-encounter");
    }
    assert_true(taken > tried / 4);
    printf("# %d texts, %d lines, %d of them taken\n", TEXTS, tried, taken);
}

/* ---- out of it -------------------------------------------------------------------------- */

/* Terminated; the caller frees it. */
static char *read_document(const char *path)
{
    long n;
    char *bytes = fixture_read_file(path, &n);
    assert_non_null(bytes);
    bytes = realloc(bytes, (size_t)n + 1);
    assert_non_null(bytes);
    bytes[n] = '\0';
    assert_int_equal((long)strlen(bytes), n);
    return bytes;
}

static void check_frame(const struct frame *frame, const char *view)
{
    for (int i = 0; i < frame->rows * frame->columns; i++) {
        char text[GRAPHEME_SIZE + 1];
        const struct cell *cell = &frame->cells[i];
        snprintf(text, sizeof text, "%.*s", (int)cell->length, cell->utf8);
        check("the screen", view, document_raw_fault(text));
        assert_null(strchr(text, '\n'));
    }
}

static void check_screens(struct play *play)
{
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i += tries_all() ? 1 : 4) {
        play_keys(play, views[i]);
        check_frame(&play->script.last, views[i]);
        check("the title", views[i], document_raw_fault(play->script.title));
    }
}

static void check_documents(const char *campaign)
{
    char out[VISIT_PATH_SIZE];
    visit_campaign(out, "document");
    for (int i = 0; i < WAYS_OUT; i++) {
        int code = visit_run(campaign, ways_out[i].arguments, out);
        char *document = read_document(out);
        if (code != 0) {
            fail_msg("%s ends with %d", ways_out[i].arguments, code);
        }
        if (ways_out[i].fault != NULL) {
            check("out", ways_out[i].arguments, ways_out[i].fault(document));
        }
        if (ways_out[i].fault == fault_of_words) {
            fill_tabs(document);
        }
        check("out", ways_out[i].arguments, document_raw_fault(document));
        const char *secret = ways_out[i].is_for_players ? strstr(document, SECRET) : NULL;
        if (secret != NULL) {
            fail_msg("%s: %.80s", ways_out[i].arguments, secret);
        }
        free(document);
    }
    remove(out);
}

/* The lines of the linear table, which also says what it refuses. */
static void check_linear(const char *campaign)
{
    static char line[LINE_SIZE];
    char script[VISIT_PATH_SIZE], errors[VISIT_PATH_SIZE], out[VISIT_PATH_SIZE],
        arguments[2 * VISIT_PATH_SIZE + 40];
    visit_campaign(errors, "errors");
    visit_campaign(script, "script");
    visit_campaign(out, "linear");
    FILE *file = fopen(script, "wb");
    assert_non_null(file);
    for (int i = 0; i < TEXTS; i++) {
        write_line(line, "note " SECRET " %r\nadd %s hp=3\ncancel\nlog %r\n", texts[i].text);
        fputs(line, file);
    }
    fwrite("note zero\0byte\n", 1, 15, file);
    fputs("show\nlog\nencounters\nplan\nparty\nkinds\nprepared\nmacros\nquestions\nchronicle\n"
          "remarks\nparty-history\nnotes\nforecast\nstatus\ndue\nodds\nquit\n",
          file);
    fclose(file);
    snprintf(arguments, sizeof arguments, "table --linear < '%s' 2> '%s'", script, errors);
    (void)visit_run(campaign, arguments, out);
    char *document = read_document(out);
    check("linear", "lines", document_raw_fault(document));
    free(document);
    document = read_document(errors);
    check("linear", "errors", document_raw_fault(document));
    free(document);
    remove(errors);
    remove(script);
    remove(out);
}

static void test_hostile_text__is_harmless_from_every_way_in_to_every_way_out(void **state)
{
    struct play *play = play_new((const char *const[]){NULL});
    *state = play;
    fill_campaign(play);
    run(play, "encounter Last system=trilemma", "the last", "encounter");
    for (int i = 0; i < TEXTS; i++) {
        static char line[LINE_SIZE];
        write_line(line, i % 2 == 0 ? ways_in[0] : ways_in[1], texts[i].text);
        run(play, line, texts[i].what, "add");
    }
    run(play, "add Anka side=party strength=14 wits=12 ac=20 hp=9", "the last", "add");
    run(play, "damage Anka 2", "the last", "damage");
    check_screens(play);
    sitting_close(play->sitting);
    play->sitting = NULL;
    check_documents(play->path);
    check_linear(play->path);
    assert_int_not_equal(access("ran", F_OK), 0);
}

/* ---- a file that another program changed ------------------------------------------------ */

/* The word in every text of the file that a person wrote becomes a hostile one, sealed as if
 * the program had written it. */
static void edit_file(const char *path, const char *hostile)
{
    static const char *const columns[][2] = {
        {"encounter", "name"}, {"log", "label"},      {"log", "command"},
        {"event", "text_new"}, {"event", "text_old"}, {"event", "line"},
        {"change", "new"},     {"change", "old"},     {"change", "line"}};
    static struct fixture edited;
    char bytes[800], sql[1200];
    struct text hex = text_over(bytes, sizeof bytes);
    for (; *hostile != '\0' && hex.n < 600; hostile++) {
        text_add(&hex, "%02x", (unsigned char)*hostile);
    }
    snprintf(edited.path, sizeof edited.path, "%s", path);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const char *name = columns[i][1];
        snprintf(sql, sizeof sql,
                 "UPDATE %s SET %s = replace(%s, 'zqword', CAST(x'%s' AS TEXT)) "
                 "WHERE %s LIKE '%%zqword%%'",
                 columns[i][0], name, name, bytes, name);
        fixture_tamper(&edited, sql);
    }
    fixture_seal_again(&edited);
}

static void test_hostile_text__in_a_changed_file_is_shown_harmlessly_or_refused(void **state)
{
    static const char *const begin[] = {
        "encounter \"Den zqword\" system=trilemma",
        "add \"zqword a\" side=party strength=14 wits=12 ac=20 hp=9",
        "add Anka side=party strength=14 wits=12 ac=20 hp=9",
        "add rat strength=8 wits=3 ac=22 hp=6 note=zqword",
        "initiative 15 9 8",
        "note the zqword",
        "counter zqword 4",
        "condition Anka own zqword",
        "remark zqword",
        "marker zqword",
        "enlist Anka",
        "add-kind newt-zqword hp=3 note=zqword",
        "question-keep zqword falls",
        "macro zqword note zqword",
        "plan-add Den zqword",
        NULL};
    char arguments[2 * VISIT_PATH_SIZE], out[VISIT_PATH_SIZE], errors[VISIT_PATH_SIZE];
    visit_campaign(out, "document");
    visit_campaign(errors, "errors");
    for (int i = 0; i < TEXTS; i += tries_all() ? 1 : 13) {
        struct play *play = play_new(begin);
        *state = play;
        sitting_close(play->sitting);
        play->sitting = NULL;
        edit_file(play->path, texts[i].text);
        for (int k = 0; k < WAYS_OUT; k += tries_all() ? 1 : 3) {
            snprintf(arguments, sizeof arguments, "%s 2> '%s'", ways_out[k].arguments, errors);
            int code = visit_run(play->path, arguments, out);
            char *document = read_document(out), *told = read_document(errors);
            bool has_fault = code == 0 && ways_out[k].fault != NULL;
            check(texts[i].what, arguments, has_fault ? ways_out[k].fault(document) : NULL);
            if (ways_out[k].fault == fault_of_words) {
                fill_tabs(document);
            }
            check(texts[i].what, arguments, document_raw_fault(document));
            check(texts[i].what, arguments, document_raw_fault(told));
            free(document);
            free(told);
        }
        play_reopen(play, false);
        for (size_t k = 0; k < sizeof views / sizeof views[0]; k += tries_all() ? 1 : 8) {
            play_keys(play, views[k]);
            check_frame(&play->script.last, views[k]);
        }
        play_free(play);
    }
    remove(out);
    remove(errors);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(
            test_hostile_text__is_harmless_from_every_way_in_to_every_way_out, play_end),
        cmocka_unit_test(test_hostile_text__in_a_changed_file_is_shown_harmlessly_or_refused),
    };
    (void)argc;
    visit_begin(argv[0]);
    fill(long_name, "N", "name ");
    fill(long_wide, "", "\346\274\242");
    fill(long_marks, "e", "\314\201");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
