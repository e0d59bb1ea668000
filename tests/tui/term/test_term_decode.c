#include "tui/term/term_decode.h"

#include <stdio.h>
#include <string.h>

#include "support/unit.h"

enum { UP = 1, PASTE_BEGIN = 2, PASTE_END = 3, UNKNOWN = 4, SIZE = 5, PAUSE = 6, LULL = 14 };
enum { LULL_MS = 100 };

/* Bytes as they come; the first few control characters stand for what a source knows by itself,
 * PAUSE for a silence, and LULL for one of LULL_MS. */
static const char *bytes;
static int bytes_left;

static struct code source(void *context, int wait_ms)
{
    (void)context;
    static const struct code known[] = {
        [UP] = {CODE_KEY, NAMED_KEY_UP},   [PASTE_BEGIN] = {CODE_PASTE_BEGIN, 0},
        [PASTE_END] = {CODE_PASTE_END, 0}, [UNKNOWN] = {CODE_UNKNOWN, 0},
        [SIZE] = {CODE_RESIZE, 0},         [PAUSE] = {CODE_NONE, 0},
    };
    if (bytes_left == 0) {
        return (struct code){CODE_NONE, 0};
    }
    if (*bytes == LULL && wait_ms < LULL_MS) {
        return (struct code){CODE_NONE, 0};
    }
    while (*bytes == LULL) {
        bytes++;
        bytes_left--;
    }
    int byte = (unsigned char)*bytes++;
    bytes_left--;
    if (byte >= UP && byte <= PAUSE) {
        return known[byte];
    }
    return (struct code){CODE_BYTE, byte};
}

static void describe(struct text *out, const struct term_input *input)
{
    char name[KEY_NAME_SIZE];
    if (input->kind == INPUT_KEY || input->kind == INPUT_CHARACTER) {
        key_to_name(name, input->key);
        text_add(out, "%s%s ", input->kind == INPUT_KEY ? "*" : "", name);
    } else if (input->kind == INPUT_UNKNOWN) {
        text_add(out, "? ");
    } else if (input->kind == INPUT_PASTE) {
        text_add(out, "paste(%.*s) ", input->text.n, input->text.p);
    } else {
        assert_int_equal(input->kind, INPUT_RESIZE);
        text_add(out, "resize ");
    }
}

static void check_while(bool is_answer_due, const char *sent, const char *expected)
{
    static struct decoder decoder;
    TEXT_BUFFER(text, 256);
    bytes = sent;
    bytes_left = (int)strlen(sent);
    decoder_init(&decoder, source, NULL);
    decoder.is_answer_due = is_answer_due;
    for (;;) {
        struct term_input input = {.kind = INPUT_NONE};
        enum decoded decoded = decoder_next(&input, &decoder, bytes_left > 0 ? LULL_MS : 0);
        if (decoded == DECODED_EVENT) {
            describe(&text, &input);
        } else if (decoded == DECODED_BACKGROUND) {
            const int *colour = decoder.background;
            text_add(&text, "background(%d %d %d) ", colour[0], colour[1], colour[2]);
        } else if (decoded == DECODED_WIDTH) {
            text_add(&text, "width(%d) ", decoder.sign_columns);
        } else if (decoded == DECODED_NOTHING && bytes_left == 0) {
            break;
        }
    }
    assert_string_equal(text.p, expected);
}

static void check(const char *sent, const char *expected)
{
    check_while(false, sent, expected);
}

static void test_term_decode__bytes_become_characters(void **state)
{
    (void)state;
    check("aB ", "a B Space ");
    check("\xC3\xBC\xE7\x8B\xBC\xF0\x9F\x90\x89", "ü 狼 \xF0\x9F\x90\x89 ");
    check("\r\n\t\x7F\x08\x12", "*Enter *Enter *Tab *Backspace *Backspace *C-r ");
}

static void test_term_decode__bytes_that_are_no_text_do_not_spoil_what_follows(void **state)
{
    (void)state;
    check("\xFF"
          "a",
          "a ");
    check("\xC3(b", "( b ");
    check("\x80z", "z ");
    check("\xE7\x8B\xC3\xBCz", "ü z ");
    check("\xED\xA0\x80z", "z "); /* half of a surrogate pair */
    check("\xC2\x84z", "z ");     /* a control character of 8 bits */
    check("\xE7\x06z", "z ");     /* a silence inside a character */
}

static void test_term_decode__an_escape_alone_is_a_key(void **state)
{
    (void)state;
    check("\033", "*Esc ");
    check("\033\x06z", "*Esc z ");
    check("\033\033", "*Esc *Esc ");
    check("\033\x05", "*Esc resize ");
}

static void test_term_decode__an_arrow_in_pieces_is_not_a_letter(void **state)
{
    (void)state;
    check("\033\006[A", "*Esc *Up ");
    check("\033\006OB", "*Esc *Down ");
    check("\033\006[\006z", "*Esc [ z ");
    check("\033[\006Az", "*M-[ *Up z ");
    check("\033O\006FA", "*M-O *End A ");
    /* Keys that only look like it; the second pause is longer than a line is slow. */
    check("\033\006\006[A", "*Esc [ A ");
    check("\033\006\006OA", "*Esc O A ");
    check("\033[\006\006Az", "*M-[ A z ");
    check("\033\006A", "*Esc A ");
    check("\033\006Oz", "*Esc O z ");
    check("\033\006[5", "*Esc [ 5 ");
    check("\033\006zO\006A", "*Esc z O A ");
    check("\033[\006z", "*M-[ z ");
    check("\033\006\033\006[D", "*Esc *Esc *Left ");
    check("\033\005[C", "*Esc resize [ C ");
}

static void test_term_decode__an_escape_before_a_key_is_alt(void **state)
{
    (void)state;
    check("\033x", "*M-x ");
    check("\033,k", "*M-, k ");
    check("\033 !\"#$%&'*+-./z", "*M-Space ! \" # $ % & ' * + - . / z ");
    check("\033\x01", "*M-Up ");
    check("\033\r", "*M-Enter ");
    check("\033ü", "*M-ü ");
    check("\033[", "*M-[ ");
    check("\033O", "*M-O ");
    check("\033P", "*M-P ");
}

static void test_term_decode__unknown_sequences_are_swallowed_whole(void **state)
{
    (void)state;
    check("\033[?1;2cz", "z ");
    check("\033[24;80Rz", "z ");
    check("\033[8;24;80tz", "z ");
    check("\033[<0;3;4Mz", "z ");
    check("\033[7$\x06z", "z "); /* of rxvt, which ends it so */
    check("\033[I\033[Oz", "z ");
    check("\033(nz", "z ");
    check("\033)8z", "z ");
    check("\033]10;rgb:0/0/0\az", "z ");
    check("\033]4;1;rgb:0/0/0\033\\z", "z ");
    check("\033P1$r0m\033\\z", "z ");
    check("\033[1\x06z", "z ");
    check("\033[1\033x", "*M-x ");
    check("\033[1\x01z", "*Up z ");
}

/* A die on the keypad is a die, whatever mode another program left the keypad in. */
static void test_term_decode__the_keypad_types_in_its_application_mode(void **state)
{
    (void)state;
    check("\033Op\033Oq\033Or\033Os\033Ot", "0 1 2 3 4 ");
    check("\033Ou\033Ov\033Ow\033Ox\033Oy", "5 6 7 8 9 ");
    check("\033Oj\033Ok\033Ol\033Om\033On\033Oo\033OX", "* + , - . / = ");
    check("\033OM\033OI\033O ", "*Enter *Tab Space ");
    check("\x8Fq", "1 ");
    /* In pieces, and so late that its ESC was taken for a key. */
    check("\033\006Oqz", "*Esc 1 z ");
    check("\033O\006qz", "*M-O 1 z ");
    check("\033\006O\006z", "*Esc O z ");
}

static void test_term_decode__function_keys_come_in_three_forms(void **state)
{
    (void)state;
    check("\033OP\033OQ\033OR\033OS", "*F1 *F2 *F3 *F4 ");
    check("\033[11~\033[12~\033[13~\033[14~\033[15~", "*F1 *F2 *F3 *F4 *F5 ");
    check("\033[17~\033[18~\033[19~\033[20~\033[21~", "*F6 *F7 *F8 *F9 *F10 ");
    check("\033[23~\033[24~", "*F11 *F12 ");
    check("\033[[A\033[[B\033[[C\033[[D\033[[E", "*F1 *F2 *F3 *F4 *F5 ");
    check("\033\006[11~z", "*Esc *F1 z ");
    check("\033\006[[Bz", "*Esc *F2 z ");
    check("\033\006[24z", "*Esc [ 2 4 z "); /* no key: typed, and fast */
    check("\033\006[2\006z", "*Esc [ 2 z ");
    check("\033\006[2\xC3\xBC", "*Esc [ 2 ü ");
    check("\033\006[200~q\003z", "*Esc paste(q) z ");
}

static void test_term_decode__a_key_without_a_name_is_told(void **state)
{
    (void)state;
    check("\033[99;7Az", "? z ");
    check("\033[1;2Pz", "? z ");
    check("\033[3;5~z", "? z ");
    check("\033[110;5uz", "? z ");
    check("\033[[Zz", "? z ");
    check("\033O5nz", "? z ");
    check("\033Ozz", "? z ");
    check("\x04z", "? z ");
}

/* Their first two characters are one of 8 bits, as UTF-8 or as a byte. */
static void test_term_decode__sequences_of_8_bits_are_swallowed_whole(void **state)
{
    (void)state;
    check("\x9B"
          "6nz",
          "z ");
    check("\xC2\x9B"
          "6nz",
          "z ");
    check("\x9D"
          "0;nnn\az",
          "z ");
    check("\x9D"
          "0;nnn\x9Cz",
          "z ");
    check("\x90nnn\033\\z", "z ");
    check("\xC2\x90nnn\xC2\x9Cz", "z ");
    check("\x9B\x06n", "n "); /* a byte alone keeps nothing from being a key */
    check("\x84n", "n ");
}

static void test_term_decode__a_sequence_that_is_broken_off_keeps_the_next_key(void **state)
{
    (void)state;
    check("\033[1\r", "*Enter ");
    check("\033[1\xC3\xBCz", "ü z ");
    check("\033O\rz", "*Enter z ");
    check("\033]0;nn\033[99nz", "z ");
    check("\033]0;nn\033]0;nn\033Pnn\033[1;2nz", "z ");
    check("\033]0;nn\x01z", "*Up z ");
    check("\033]0;nn\033\x01z", "*Up z ");
}

/* Neither a screen that must be drawn again is forgotten, nor is the text of a paste taken for
 * keys. */
static void test_term_decode__a_broken_sequence_keeps_what_is_not_a_key(void **state)
{
    static const char *const begun[] = {"\033]0;nn", "\033]0;nn\033", "\033[1", "\033[[",
                                        "\033[M n",  "\033O",         "\033(",  "\x9B"};
    (void)state;
    for (size_t i = 0; i < sizeof begun / sizeof begun[0]; i++) {
        char sent[32];
        snprintf(sent, sizeof sent, "%s\x05z", begun[i]);
        check(sent, "resize z ");
        snprintf(sent, sizeof sent, "%s\x02qn\x03z", begun[i]);
        check(sent, "paste(qn) z ");
    }
}

static void test_term_decode__the_background_is_told_in_several_forms(void **state)
{
    (void)state;
    check("\033]11;rgb:ffff/8080/0000\az", "background(255 128 0) z ");
    check("\033]11;rgb:FF/80/00\033\\z", "background(255 128 0) z ");
    check("\033]11;rgba:f/8/0/f\az", "background(255 136 0) z ");
    check("\x9D"
          "11;rgb:0/0/000\x9Cz",
          "background(0 0 0) z ");
    /* Amid dice that are typed, and two that overtake each other. */
    check("1\033]11;rgb:0/0/0\a4", "1 background(0 0 0) 4 ");
    check("\033]11;rgb:0/0/0\a\033]11;rgb:f/f/f\a",
          "background(0 0 0) background(255 255 255) ");
}

/* However the pieces come, none of them is a key. */
static void test_term_decode__an_answer_in_pieces_is_no_key(void **state)
{
    static const char *const answers[] = {"\033]11;rgb:ffff/8080/0000\a",
                                          "\033]11;rgba:ff/80/00/ff\033\\", "\033[1;3R"};
    static const char *const told[] = {"background(255 128 0)", "background(255 128 0)",
                                       "width(2)"};
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        for (size_t cut = 1; cut < strlen(answers[i]); cut++) {
            char sent[64];
            char expected[64];
            snprintf(expected, sizeof expected, "1 %s 4 ", told[i]);
            snprintf(sent, sizeof sent, "1%.*s\016%s4", (int)cut, answers[i], answers[i] + cut);
            check_while(true, sent, expected);
        }
    }
    /* An ESC that was already taken for the key. */
    check("\033\006]11;rgb:f/f/f\az", "*Esc background(255 255 255) z ");
    check("\033]\00611;rgb:f/f/f\az", "*M-] 1 1 ; r g b : f / f / f *C-g z ");
}

static void test_term_decode__escape_is_a_key_while_an_answer_is_due(void **state)
{
    (void)state;
    check_while(true, "\033\006\006z", "*Esc z ");
    check_while(true, "\033\016z", "*Esc z "); /* no key with alt, as late as that */
    check_while(true, "\033z", "*M-z ");
    check_while(true, "\033\033", "*Esc *Esc ");
    check_while(true, "\033\016[A", "*Up ");
}

static void test_term_decode__what_is_no_answer_is_swallowed_to_its_end(void **state)
{
    static const char *const wrong[] = {
        "rgb:", "rgb:/",     "rgb:f/f",     "rgb:f/f/f/f", "rgb:fffff/f/f", "rgb:n/n/n",
        "rgb:", "rgb://///", "rgb:f/f/ n7", "rgba:f/f/f",  "rgbi:0.1/0/0",  "?",
        "",     "#ffffff",   "rgb:f f f",   "rgb:-1/f/f"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char sent[64];
        snprintf(sent, sizeof sent, "\033]11;%s\az", wrong[i]);
        check(sent, "z ");
        snprintf(sent, sizeof sent, "\033]11;%s\033\\z", wrong[i]);
        check(sent, "z ");
        snprintf(sent, sizeof sent, "\033]11;%s\033[Az", wrong[i]);
        check(sent, "*Up z ");
        snprintf(sent, sizeof sent, "\033]11;%s\01z", wrong[i]);
        check(sent, "*Up z ");
    }
    check("\033]11;rgb:f/f/f\006z", "z ");
}

/* Some keys have the form of the answer. */
static void test_term_decode__a_width_is_told_only_when_it_is_due(void **state)
{
    (void)state;
    check_while(true, "\033[1;2Rz\033[1;3R", "width(1) z width(2) ");
    check_while(true, "\033[0;1R\033[0;2R", "width(1) width(2) ");
    check_while(true, "\033[24;80R\033[1;4R\033[2;2Rz", "z ");
    check("\033[1;2Rz", "? z ");
    check("\033\006[1;2Rz", "*Esc ? z ");
}

static void test_term_decode__a_mouse_report_is_not_a_key(void **state)
{
    (void)state;
    check("\033[M nnz", "z ");
    check("\033[M nn\033[M#nnz", "z ");
    check("\033[M n\033[Az", "*Up z ");
    check("\033[M \xC3\xA1nz", "z "); /* a place beyond column 95 */
    check("\033[<0;110;110M\033[<0;110;110mz", "z ");
    check("\033[32;110;110Mz", "z ");
    check("\x9BM nnz", "z ");
}

static void test_term_decode__the_end_of_a_paste_may_come_in_pieces(void **state)
{
    (void)state;
    check("\x02q\033[201~z", "paste(q) z ");
    check("\x02q\033[2\033[20\033\033[201~z", "paste(q[2[20) z ");
    check("\x02\033[202~q\x03z", "paste([202~q) z ");
}

static void test_term_decode__a_paste_is_text_whatever_it_holds(void **state)
{
    (void)state;
    check("\x02q\r\nx\x03z", "paste(q\nx) z ");
    check("\x02\x01\033[Aü\x04\x03", "paste([Aü) ");
    check("\x02\x03", "paste() ");
    check("\x02"
          "ab",
          "paste(ab) "); /* the end never comes */
    check("\x03z", "z ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_term_decode__bytes_become_characters),
        cmocka_unit_test(test_term_decode__bytes_that_are_no_text_do_not_spoil_what_follows),
        cmocka_unit_test(test_term_decode__an_escape_alone_is_a_key),
        cmocka_unit_test(test_term_decode__an_arrow_in_pieces_is_not_a_letter),
        cmocka_unit_test(test_term_decode__an_escape_before_a_key_is_alt),
        cmocka_unit_test(test_term_decode__unknown_sequences_are_swallowed_whole),
        cmocka_unit_test(test_term_decode__the_keypad_types_in_its_application_mode),
        cmocka_unit_test(test_term_decode__function_keys_come_in_three_forms),
        cmocka_unit_test(test_term_decode__a_key_without_a_name_is_told),
        cmocka_unit_test(test_term_decode__sequences_of_8_bits_are_swallowed_whole),
        cmocka_unit_test(test_term_decode__a_sequence_that_is_broken_off_keeps_the_next_key),
        cmocka_unit_test(test_term_decode__a_broken_sequence_keeps_what_is_not_a_key),
        cmocka_unit_test(test_term_decode__the_background_is_told_in_several_forms),
        cmocka_unit_test(test_term_decode__an_answer_in_pieces_is_no_key),
        cmocka_unit_test(test_term_decode__escape_is_a_key_while_an_answer_is_due),
        cmocka_unit_test(test_term_decode__what_is_no_answer_is_swallowed_to_its_end),
        cmocka_unit_test(test_term_decode__a_width_is_told_only_when_it_is_due),
        cmocka_unit_test(test_term_decode__a_mouse_report_is_not_a_key),
        cmocka_unit_test(test_term_decode__the_end_of_a_paste_may_come_in_pieces),
        cmocka_unit_test(test_term_decode__a_paste_is_text_whatever_it_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
