/* Text: building it in a caller's buffer, reading numbers out of it, and comparing it without a
 * locale. Nothing here allocates; what does not fit is cut between characters and remembered.
 */
#ifndef REFEREE_BASE_TEXT_H
#define REFEREE_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"

/* A piece of someone else's text; not terminated by a zero byte. */
struct str {
    const char *p;
    int n;
};

/* A text being built. `p` is always terminated; `is_cut` is true when something did not fit;
 * nothing is added after that, so a cut text is always the beginning of the whole one. */
struct text {
    char *p; /* borrowed from the caller */
    int size;
    int n;
    bool is_cut;
};

/* Declares a text of at most `size` - 1 bytes with its own buffer, which lives as long:
 * TEXT_BUFFER(line, 80); text_add(&line, "%d", n); puts(line.p); */
#define TEXT_BUFFER(name, size)                                                                \
    char name##_bytes[size];                                                                   \
    struct text name = text_over(name##_bytes, (int)sizeof name##_bytes)

/* An empty text over the caller's buffer. */
static inline struct text text_over(char *buf, int size)
{
    CHECK(size > 0);
    buf[0] = '\0';
    return (struct text){.p = buf, .size = size};
}
void text_init(struct text *text, char *buf, int size);
/* The piece as a terminated text, cut between characters when it does not fit. */
void text_copy(char *buf, int size, struct str piece);
void text_add(struct text *text, const char *format, ...) LIKE_PRINTF(2, 3);
void text_add_list(struct text *text, const char *format, va_list arguments) LIKE_PRINTF(2, 0);
void text_add_str(struct text *text, struct str piece);
/* Something did not fit: marks that, and drops the bytes of a character whose end did not. */
void text_cut(struct text *text);
/* In the header since it is called for every character of every line. */
static inline void text_add_char(struct text *text, char c)
{
    if (!text->is_cut && text->n < text->size - 1) {
        text->p[text->n++] = c;
        text->p[text->n] = '\0';
    } else {
        text_cut(text);
    }
}
/* The same as "%lld", for lines that are made a million times. */
void text_add_whole(struct text *text, long long number);
/* Adds one item to a list: "blind", then "blind, prone"; "" adds nothing. */
void text_add_item(struct text *text, const char *item);
/* Adds what an error says, after its place unless the text names that: "mine.yaml:3:5: casts:
 * expected 0 to 100". */
void text_add_error(struct text *text, const struct error *err);
/* True when a chance counts as certain. Odds are exact to 1e-12: what is missing to 1 may be
 * the mass of endless chains that was cut off (a die that explodes again and again) and the
 * last bits of a sum. */
bool text_is_certain(double chance);
/* A chance 0 to 1 as "65%", "<1%" or ">99%"; exactly 0 is "0%", certainty is "100%", and
 * nothing else is rounded to either. A half is rounded up. */
void text_add_percent(struct text *text, double chance);
/* An average, always with one decimal: "1.0", "-2.5", "0.0". */
void text_add_average(struct text *text, double number);
/* A number with at most `decimals` (0 to 6) places, trailing zeros left out, point as '.'. */
void text_add_decimal(struct text *text, double number, int decimals);

/* A real of [0, 1) with 1 to 12 places; a whole number of 10^-12 reads back as the same
 * double. */
void text_add_fraction(struct text *text, double fraction);

/* Takes the ends of lines off its end. */
void text_trim_lines(struct text *text);
/* Writes a name with a number after it, "Ford 2"; the name is cut where there is no room for
 * both.
 */
void text_format_numbered(char *buf, int size, struct str name, char gap, int number);

/* Writes a whole text into an array: what fits, cut between characters. No argument may point
 * into the array. */
void text_format(char *buf, int size, const char *format, ...) LIKE_PRINTF(3, 4);
void text_format_list(char *buf, int size, const char *format, va_list arguments)
    LIKE_PRINTF(3, 0);

/* In the header since the length of a literal is then known at once. */
static inline struct str str_of(const char *terminated)
{
    return (struct str){terminated, (int)strlen(terminated)};
}

static inline bool str_equal(struct str a, const char *b)
{
    /* Nearly all differ in their first letter, as when a list is searched for a name. */
    bool begins_alike = a.n == 0 || a.p[0] == b[0];
    return begins_alike && strlen(b) == (size_t)a.n &&
           (a.n == 0 || memcmp(a.p, b, (size_t)a.n) == 0);
}

/* The same bytes; two empty ones are the same. */
bool str_same(struct str a, struct str b);
/* True when two names are the same, letter by letter: for names of the program itself, which
 * are searched for in short lists in every act. Most differ in their first letter. */
static inline bool names_equal(const char *a, const char *b)
{
    return a == b || (a[0] == b[0] && strcmp(a, b) == 0);
}
/* Letters that utf8_lower knows compare without case, all other bytes exactly. */
bool str_equal_any_case(struct str a, struct str b);

bool char_is_letter(char c); /* ASCII only */

/* Readers of notation call these for every character, so they are here to be inlined. */
static inline bool char_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool char_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline char char_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* True when typed words are this name of the program, which is ASCII and in lower case; the
 * words may be in any case. In lists of names most differ in their first letter. */
static inline bool str_is_name(struct str words, const char *name)
{
    if (words.n == 0 || ((unsigned char)words.p[0] < 0x80 && char_lower(words.p[0]) != *name)) {
        return words.n == 0 && *name == '\0';
    }
    return str_equal_any_case(words, str_of(name));
}

/* Its first characters, of at most this many bytes. */
struct str str_beginning(struct str piece, int most);

/* Without the blanks at both ends, or at one end. */
struct str str_trimmed(struct str piece);
struct str str_trimmed_start(struct str piece);
struct str str_trimmed_end(struct str piece);

/* The next word of *rest, moving *rest past it; words are separated by blanks. A word may be
 * quoted with "..." to hold blanks (the quotes are left out), and so may a part after '=' or in
 * a list or an address (the quotes stay: name="two words", "Odo Quill"/half,p2, "Ford"#27). A
 * doubled mark within quotes does not end them and stays doubled. n == 0 and p == NULL when
 * nothing is left; a missing closing quote takes the rest of the line. */
struct str str_next_word(struct str *rest);

/* The same, but a word that ends in a comma goes on with the next one: `p1, p2` is one word,
 * and so is `"Old Bo", p2`, with its quotes. */
struct str str_next_list(struct str *rest);

/* The next part of `p1, "Quill, Odo"/half, gob*`, without the blanks around it, moving *list
 * past it. A part may be empty. A quotation at the beginning of a part keeps its quotes and its
 * separators; a missing closing quote takes the rest. False at the end of the list. */
bool str_next_part(struct str *list, char separator, struct str *part);

/* The next line of *rest, without its end, moving *rest past it. False at the end of the text.
 */
bool str_next_line(struct str *rest, struct str *line);

/* The words within "..." when the whole piece is one quotation; any other piece unchanged. */
struct str str_unquoted(struct str piece);
/* The words between quotes, where a quotation mark is doubled: "Br""an" is Br"an. Returns
 * `inner` itself, or a text added to `room` where there is a doubled mark. */
struct str str_read_quoted(struct str inner, struct text *room);
/* Adds the words in quotes, as str_read_quoted reads them. */
void text_add_quoted(struct text *text, struct str word);

/* True when the part stands somewhere in the text, in any case. */
bool str_holds(struct str text, struct str part);
/* True when each of the words stands somewhere in the text, in any case (utf8_lower). */
bool str_holds_words(struct str text, struct str words);

/* true, yes, on; false, no, off, in any case. */
bool str_to_flag(struct str word, bool *out);
/* True when a typed word means this choice of a list: the word itself in any case, and for
 * "yes" and "no" any other word for the same. */
bool str_is_choice(struct str word, const char *choice);

/* The bytes of the minus sign that `piece` begins with, 0 without one: '-', or a dash or minus
 * as word processors and web pages write it ("−3", "–3"). Every reader of signed numbers asks
 * here. */
int str_minus(struct str piece);
/* The whole of `piece` as a whole number with an optional sign, within [low, high]. */
bool str_to_int64(struct str piece, int64_t low, int64_t high, int64_t *out);
/* The whole of `piece` as a plain decimal: at most 40 digits, with one optional point and sign.
 */
bool str_to_decimal(struct str piece, double *out);

/* True when the piece holds `*` or `?`. */
bool str_is_glob(struct str piece);
/* `*` matches any run, `?` any one character. Letters that utf8_lower knows match in either
 * case. */
bool str_matches_glob(struct str piece, struct str glob);

#endif
