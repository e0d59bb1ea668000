#include "tracker/name_form.h"

#include <string.h>

#include <utf8proc.h>

bool name_has_marks(struct str text)
{
    for (int i = 0; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= 0x80) {
            return true;
        }
    }
    return false;
}

struct str name_in_form(struct str name, enum name_form form, char *buf, int size)
{
    enum { CODES_MAX = 2048 };
    utf8proc_int32_t codes[CODES_MAX + 1];
    utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    if (form == NAME_TYPED || !name_has_marks(name)) {
        return name;
    }
    options |= form == NAME_PLAIN ? UTF8PROC_STRIPMARK : 0;
    utf8proc_ssize_t count =
        utf8proc_decompose((const utf8proc_uint8_t *)name.p, name.n, codes, CODES_MAX, options);
    utf8proc_ssize_t n =
        count > 0 && count <= CODES_MAX ? utf8proc_reencode(codes, count, options) : 0;
    if (n <= 0 || n >= size) {
        return name; /* ill-formed, too long, or nothing but marks */
    }
    memcpy(buf, codes, (size_t)n);
    buf[n] = '\0';
    return (struct str){buf, (int)n};
}

enum { FORM_SIZE = 256, TEXT_FORM_SIZE = 1024 };

enum name_form names_fit(struct str a, struct str b)
{
    for (enum name_form form = NAME_TYPED; form < NAME_FORMS; form++) {
        char first[FORM_SIZE], second[FORM_SIZE];
        if (str_equal_any_case(name_in_form(a, form, first, sizeof first),
                               name_in_form(b, form, second, sizeof second))) {
            return form;
        }
        if (!name_has_marks(a) && !name_has_marks(b)) {
            break;
        }
    }
    return NAME_FORMS;
}

bool names_same(struct str a, struct str b)
{
    return str_equal_any_case(a, b) ||
           (name_has_marks(a) && name_has_marks(b) && names_fit(a, b) <= NAME_COMPOSED);
}

bool text_holds_words(struct str text, struct str words)
{
    char first[TEXT_FORM_SIZE], second[TEXT_FORM_SIZE];
    return str_holds_words(text, words) ||
           ((name_has_marks(text) || name_has_marks(words)) &&
            str_holds_words(name_in_form(text, NAME_PLAIN, first, sizeof first),
                            name_in_form(words, NAME_PLAIN, second, sizeof second)));
}
