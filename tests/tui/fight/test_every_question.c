/* Every question of every game, with names as long as they may be in four scripts: what is
 * asked for stands on the screen at 80x24 and at 40x12, and no character of any text is broken.
 * The questions are found by trying each command, and by answering what it asks, some steps
 * deep. */
#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/odds.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/table_view.h"

enum { DEEPEST = 4, CHOICES_TRIED = 3, TEXT_SIZE = 4096, NAMES = 4, QUESTIONS_LEAST = 40 };

/* 60 bytes each; of Arabic and Cyrillic letters 30, of Han 20, and emoji, of which two are
 * families of four joined into one sign. */
static const char *const names[NAMES] = {
    "Властелинмрачногоподземельяюга",
    "ملكالظلامالقديمفيالقلعةالسودال",
    "山河湖海風雲雷電火水木金土日月星辰天地人",
    "🐉👩‍👩‍👧‍👦🦄👩‍👩‍👧‍👦ok",
};

static struct frame frame;
static struct table_model model;
static struct question_box box;
static struct result result;
static int seen;

static void fail_at(const char *line, const char *what, const char *text)
{
    static char picture[FRAME_DUMP_SIZE];
    struct text out = text_over(picture, sizeof picture);
    frame_dump(&out, &frame);
    fprintf(stderr, "%s\n", picture);
    fail_msg("%s: %s: %s", line, what, text);
}

/* A sign that joins two, with nothing after it to join. */
static bool has_cut_sign(const char *text)
{
    static const char joiner[] = "\xe2\x80\x8d";
    for (const char *at = text; (at = strstr(at, joiner)) != NULL; at += strlen(joiner)) {
        if ((unsigned char)at[strlen(joiner)] < 0x80 ||
            strncmp(at + strlen(joiner), "\u2026", strlen("\u2026")) == 0) {
            return true;
        }
    }
    return false;
}

static void check_text(const char *line, const char *text)
{
    if (has_cut_sign(text)) {
        fail_at(line, "half of a sign", text);
    }
    if (!utf8_is_valid(str_of(text)) || strstr(text, "\xef\xbf\xbd") != NULL) {
        fail_at(line, "a broken character", text);
    }
}

/* All rows behind one another, without blanks, as a word may stand on two of them; nor hyphens,
 * which words of several have where they are typed and not where they are read. */
static void gather_rows(struct text *out, int from)
{
    for (int row = from; row < frame.rows; row++) {
        for (int column = 0; column < frame.columns; column++) {
            const char *cell = frame_cell(&frame, row, column)->utf8;
            text_add(out, "%s", cell[0] == ' ' || cell[0] == '-' ? "" : cell);
        }
    }
}

static bool shows(const char *rows, const char *word)
{
    TEXT_BUFFER(text, TEXT_SIZE);
    for (; *word != '\0'; word++) {
        text_add(&text, "%.*s", *word == ' ' || *word == '-' ? 0 : 1, word);
    }
    return strstr(rows, text.p) != NULL;
}

static void check_on_screen(const char *line, int rows, int columns)
{
    struct table_layout layout;
    TEXT_BUFFER(text, TEXT_SIZE);
    TEXT_BUFFER(all, 4 * TEXT_SIZE);
    frame_init(&frame, rows, columns, GLYPHS_UNICODE);
    table_view_draw(&model, &frame);
    table_layout(&layout, &model, canvas_of(&frame));
    gather_rows(&text, layout.prompt.top);
    gather_rows(&all, 0);
    check_text(line, all.p);
    const struct question *question = &box.question;
    const char *(*words)(const struct dice_request *) = model.procedure->asked_dice;
    bool has_words = question->kind == QUESTION_DICE && words != NULL;
    const char *die = has_words ? words(&question->dice) : question->dice.dice;
    if (question->kind == QUESTION_DICE && !shows(text.p, die)) {
        fail_at(line, "the die is not in sight", die);
    }
    for (int i = 0; question->kind == QUESTION_CHOICE && i < question->choices; i++) {
        if (!shows(text.p, question->choice[i])) {
            fail_at(line, "a choice is not in sight", question->choice[i]);
        }
    }
}

static void look_at(const char *line)
{
    question_init(&box, &result.question, line);
    model.views.count = 0;
    view_push(&model.views, &view_of_question, &box);
    struct text hint = text_over(model.notice.text, sizeof model.notice.text);
    question_hint(&box, &hint);
    check_on_screen(line, 24, 80);
    check_on_screen(line, 12, 40);
    seen++;
}

/* The i-th answer that is tried to this question; false: there are no more. */
static bool answer_of(const struct question *question, int i, struct text *out)
{
    switch (question->kind) {
    case QUESTION_DICE:
        for (int die = 0; die < question->dice.missing; die++) {
            text_add(out, "%s%lld", die > 0 ? " " : "",
                     (long long)(i == 0 ? question->dice.high : question->dice.low));
        }
        return i < 2;
    case QUESTION_COMBATANT:
        text_add(out, "#%d", i == 0 ? 3 : 1);
        return i < 2;
    case QUESTION_NUMBER:
        text_add(out, "%d", question->low + (question->high - question->low) / 4);
        return i < 1;
    case QUESTION_CHOICE:
        text_add(out, "%s", i < question->choices ? question->choice[i] : "");
        return i < question->choices && i < CHOICES_TRIED;
    case QUESTION_TEXT:
        text_add(out, "7");
        return i < 1;
    }
    return false;
}

/* What the line says or asks, and what its answers ask. */
static void try_line(struct play *play, const char *line, int depth)
{
    static struct question questions[DEEPEST + 1];
    sitting_preview(play->sitting, line, &result);
    check_text(line, result.label);
    check_text(line, result.refusal.reason);
    check_text(line, result.error.text);
    check_text(line, result.text);
    if (result.kind != RESULT_ASKS) {
        return;
    }
    questions[depth] = result.question;
    check_text(line, result.question.prompt);
    check_text(line, result.question.die);
    check_text(line, result.question.so_far);
    look_at(line);
    for (int i = 0; depth < DEEPEST; i++) {
        TEXT_BUFFER(answer, 400);
        TEXT_BUFFER(longer, COMMAND_LINE_MAX + 1);
        if (!answer_of(&questions[depth], i, &answer)) {
            return;
        }
        text_add(&longer, "%s ", line);
        question_add_answer(&questions[depth], (struct str){answer.p, answer.n}, &longer);
        if (!longer.is_cut) {
            try_line(play, longer.p, depth + 1);
        }
    }
}

static void fill_model(struct play *play)
{
    memset(&model, 0, sizeof model);
    model.state = sitting_state(play->sitting);
    model.procedure = sitting_procedure(play->sitting);
    key_table_make(&model.keys, model.procedure, NULL);
    model.encounter = sitting_encounter_name(play->sitting);
    model.undo_label = sitting_undo_label(play->sitting);
    model.redo_label = sitting_redo_label(play->sitting);
    model.lines_count = sitting_log(play->sitting, &model.lines);
    table_model_refresh(&model);
    model.target = table_model_next_foe(&model, 0);
}

/* Every command of the game, of nobody and of several, and what is due. */
static void try_commands(struct play *play)
{
    /* Each script is once that of who acts, and once that of whom it is about. */
    static const char *const endings[] = {
        "",       " #3",          " #1",       " #3 by=#1",
        " #1 #3", " #1,#2,#3,#4", " #1 by=#3", " #3 by=#1 facing=side",
        " #2",    " #4",          " #4 by=#2", " #2 by=#4",
    };
    const struct command_def *const *defs;
    int count = sitting_commands(play->sitting, &defs);
    fill_model(play);
    for (int i = 0; i < count; i++) {
        for (size_t k = 0; defs[i]->decide != NULL && k < sizeof endings / sizeof endings[0];
             k++) {
            TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
            text_add(&line, "%s%s", defs[i]->name, endings[k]);
            try_line(play, line.p, 0);
        }
    }
    for (int i = 0; i < model.pending_checks; i++) {
        check_text(model.pending[i].command, model.pending[i].text);
        try_line(play, model.pending[i].command, 0);
    }
}

/* Before the fight, in it, and with something due. What a game does not have is passed over. */
static void try_game(const struct system *system)
{
    static const char *const steps[][4] = {
        {NULL},
        {"meet", "initiative roll", "next"},
        {"engage #2 #3", "attack #3 by=#1 roll", "next", "next"},
        {"damage #3,#4 90", "damage #1 90", "out #4 dead"}};
    char encounter[200];
    snprintf(encounter, sizeof encounter, "encounter \"%s\" system=%s", names[0], system->id);
    const char *lines[] = {encounter, NULL};
    struct play *play = play_new(lines);
    for (int i = 0; i < NAMES; i++) {
        char line[200];
        assert_int_equal(strlen(names[i]), 60);
        snprintf(line, sizeof line, "add \"%s\" side=%s hp=%d", names[i],
                 i < 2 ? "party" : "foes", 9 + i);
        play_do(play, line);
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        for (int k = 0; k < 4 && steps[i][k] != NULL; k++) {
            sitting_run(play->sitting, steps[i][k], false, &result);
        }
        try_commands(play);
    }
    play_free(play);
}

static void test_every_question__is_whole_with_the_longest_names(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        seen = 0;
        try_game(system_at(i));
        if (seen < QUESTIONS_LEAST) {
            fail_msg("%s asks only %d times", system_at(i)->id, seen);
        }
    }
}

/* ---- what views ask -------------------------------------------------------------------- */

static const char typed[] = "ж7";

/* Keys that open something to type in, over the table and over each view. */
static const char *const openers[] = {
    ":",   "+",     "d",   "F2",  "O",     "#",   "e",       "A",       ", n",
    ", e", "/",     "T r", "T t", "T O",   "T /", "T + P O", "T + P w", "T E N",
    "l /", "l w",   "< O", "< #", "H w",   "p N", "p +",     "p $",     "p :",
    "p w", ", k /", "% /", "? /", "Enter", "N",   ", k N",   ", ,",
};

/* The whole screen is made of whole characters, and what is typed is in sight. */
static void check_typing(struct play *play, const char *opener)
{
    TEXT_BUFFER(all, 4 * TEXT_SIZE);
    TEXT_BUFFER(keys, 100);
    text_add(&keys, "Tab %s text:%s", opener, typed);
    play_keys(play, keys.p);
    frame = play->script.last;
    gather_rows(&all, 0);
    check_text(opener, all.p);
    if (strstr(all.p, typed) == NULL) {
        fail_at(opener, "what is typed is not in sight", typed);
    }
}

static void
test_every_question__of_a_view_shows_what_is_typed_beside_the_longest_names(void **state)
{
    static const int sizes[][2] = {{24, 80}, {12, 40}};
    (void)state;
    for (int i = 0; i < NAMES; i++) {
        char encounter[200], party[200], foe[200];
        snprintf(encounter, sizeof encounter, "encounter \"%s\"", names[i]);
        snprintf(party, sizeof party, "add \"%s\" side=party hp=9", names[i]);
        snprintf(foe, sizeof foe, "add \"%s\" hp=9", names[(i + 1) % NAMES]);
        const char *const lines[] = {encounter,        party,         foe, "set #1,#2 wits=9",
                                     "initiative 9 5", "damage #2 2", NULL};
        for (size_t k = 0; k < sizeof openers / sizeof openers[0]; k++) {
            struct play *play = play_new(lines);
            const int *size = sizes[(i + (int)k) % 2];
            play->rows = size[0];
            play->columns = size[1];
            check_typing(play, openers[k]);
            play_free(play);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_question__is_whole_with_the_longest_names),
        cmocka_unit_test(
            test_every_question__of_a_view_shows_what_is_typed_beside_the_longest_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
