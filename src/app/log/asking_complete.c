#include "app/log/asking_complete.h"

#include <string.h>

/* ---- the last word --------------------------------------------------------------------- */

/* What is after the last blank that is in no quotes. */
static struct str last_word(struct str line)
{
    int begin = 0;
    bool is_quoted = false;
    for (int i = 0; i < line.n; i++) {
        is_quoted = is_quoted != (line.p[i] == '"');
        begin = !is_quoted && char_is_space(line.p[i]) ? i + 1 : begin;
    }
    return (struct str){line.p + begin, line.n - begin};
}

static int sign_in(struct str word)
{
    for (int i = 0; i < word.n; i++) {
        if (word.p[i] == '=') {
            return i;
        }
    }
    return -1;
}

static bool begins(const char *name, struct str typed)
{
    struct str all = str_of(name);
    return typed.n < all.n && str_equal_any_case((struct str){all.p, typed.n}, typed);
}

/* ---- its rest -------------------------------------------------------------------------- */

static void complete_word(struct str typed, struct text *rest)
{
    const struct asked_word *word;
    for (int i = 0; typed.n > 0 && (word = asked_word_at(i)) != NULL; i++) {
        if (begins(word->word, typed)) {
            text_add(rest, "%s=", word->word + typed.n);
            return;
        }
        if (str_equal_any_case(typed, str_of(word->word))) {
            text_add(rest, "=");
            return;
        }
    }
}

static const char *topic_at(void *context, enum ask_kind kind, int i)
{
    (void)context;
    (void)kind;
    return asked_topic_at(i);
}

static const char *choice_at(void *context, enum ask_kind kind, int i)
{
    static const char *const dice[] = {"entered", "rolled", NULL};
    static const char *const undone[] = {"yes", "any", "no", NULL};
    static const char *const evening[] = {"last", NULL};
    (void)context;
    const char *const *choices = kind == ASK_DICE     ? dice
                                 : kind == ASK_UNDONE ? undone
                                                      : evening;
    return choices[i];
}

/* The first name that begins like what is typed; one with blanks needs quotes, which have to be
 * typed. */
static void complete_value(enum ask_kind kind, struct str typed,
                           const struct asking_names *names, struct text *rest)
{
    const char *name;
    bool has_quote = typed.n > 0 && typed.p[0] == '"';
    typed = has_quote ? (struct str){typed.p + 1, typed.n - 1} : typed;
    for (int i = 0; typed.n > 0 && (name = names->name_at(names->context, kind, i)) != NULL;
         i++) {
        bool is_word = strchr(name, ' ') == NULL;
        if (begins(name, typed) && (is_word || has_quote)) {
            text_add(rest, "%s%s", name + typed.n, has_quote ? "\"" : "");
            return;
        }
    }
}

void asking_complete(struct str line, const struct asking_names *names, struct text *rest)
{
    struct str word = last_word(line);
    int sign = sign_in(word);
    const struct asked_word *known;
    if (sign < 0) {
        complete_word(word, rest);
        return;
    }
    for (int i = 0; (known = asked_word_at(i)) != NULL; i++) {
        if (!str_equal_any_case((struct str){word.p, sign}, str_of(known->word))) {
            continue;
        }
        struct str typed = {word.p + sign + 1, word.n - sign - 1};
        struct asking_names own = {choice_at, NULL};
        switch (known->takes) {
        case TAKES_ASKED:
            asking_complete(typed, names, rest);
            return;
        case TAKES_TOPIC:
            own.name_at = topic_at;
            complete_value((enum ask_kind)i, typed, &own, rest);
            return;
        case TAKES_DICE:
        case TAKES_UNDONE:
        case TAKES_EVENING:
            complete_value((enum ask_kind)i, typed, &own, rest);
            return;
        case TAKES_NAME:
        case TAKES_WORD:
        case TAKES_QUESTION:
            complete_value((enum ask_kind)i, typed, names, rest);
            return;
        case TAKES_NUMBER:
        case TAKES_CHANCE:
        case TAKES_DAY:
            return;
        }
    }
}
