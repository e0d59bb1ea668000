#include "app/settings/colour_words.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"

static const char *const names[] = {"black", "red",     "green", "yellow",
                                    "blue",  "magenta", "cyan",  "white"};
enum { NAMES = sizeof names / sizeof names[0], COLOUR_MAX = 255 };

static const char *const others[] = {"bold", "dim", "reverse", "underline", "default", "on"};

static bool colour_of(struct str word, int *out)
{
    int64_t number;
    for (int i = 0; i < NAMES; i++) {
        if (str_equal_any_case(word, str_of(names[i]))) {
            *out = i;
            return true;
        }
    }
    if (str_equal_any_case(word, str_of("default"))) {
        *out = -1;
        return true;
    }
    if (word.n > 0 && char_is_digit(word.p[0]) && str_to_int64(word, 0, COLOUR_MAX, &number)) {
        *out = (int)number;
        return true;
    }
    return false;
}

/* The flag that an attribute's word sets; NULL when the word is not an attribute. */
static bool *attribute_of(struct colour_words *colour, struct str word)
{
    return str_equal_any_case(word, str_of("bold"))        ? &colour->is_bold
           : str_equal_any_case(word, str_of("dim"))       ? &colour->is_dim
           : str_equal_any_case(word, str_of("reverse"))   ? &colour->is_reverse
           : str_equal_any_case(word, str_of("underline")) ? &colour->is_underlined
                                                           : NULL;
}

static enum status fail(struct str word, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < NAMES; i++) {
        nearest_offer(&nearest, names[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        nearest_offer(&nearest, others[i]);
    }
    bool is_word = nearest.best != NULL && str_equal_any_case(word, str_of(nearest.best));
    return error_set(err, STATUS_USAGE, "",
                     "\"%s\" is not possible here: expected theme, or words such as bold red, "
                     "203 (0 to 255) or white on blue%s",
                     utf8_shown(word).text, is_word ? "" : nearest_question(&nearest).text);
}

enum status colour_words_parse(struct colour_words *out, struct str text, struct error *err)
{
    struct colour_words colour = {.is_own = true, .foreground = -1, .background = -1};
    bool has_colour = false;
    bool has_background = false;
    struct str rest = str_trimmed(text);
    if (str_equal_any_case(rest, str_of("theme"))) {
        *out = (struct colour_words){.is_own = false};
        return STATUS_OK;
    }
    if (rest.n == 0) {
        return fail(rest, err);
    }
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool *attribute = attribute_of(&colour, word);
        if (attribute != NULL) {
            *attribute = true;
        } else if (!has_colour && colour_of(word, &colour.foreground)) {
            has_colour = true;
        } else if (has_colour && !has_background && str_equal_any_case(word, str_of("on"))) {
            word = str_next_word(&rest);
            has_background = true;
            if (word.p == NULL || !colour_of(word, &colour.background)) {
                return fail(word.p != NULL ? word : str_of("on"), err);
            }
        } else {
            return fail(word, err);
        }
    }
    if (colour.background >= 0 && colour.foreground < 0) {
        return error_set(err, STATUS_USAGE, "",
                         "a text on a background needs a colour of its own, such as white on "
                         "blue");
    }
    *out = colour;
    return STATUS_OK;
}
