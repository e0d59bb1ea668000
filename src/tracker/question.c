#include "tracker/question.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/state.h"

void question_offer(struct question *question, const char *word, const char *about)
{
    int to = question->choices++;
    CHECK(to < QUESTION_CHOICES_MAX);
    text_copy(question->choice[to], sizeof question->choice[to], str_of(word));
    text_copy(question->about[to], sizeof question->about[to],
              str_of(about != NULL ? about : ""));
}

void question_text(const struct question *question, struct text *out)
{
    text_add(out, "%s%s%s", question->prompt, question->die[0] != '\0' ? ", " : "",
             question->die);
}

void question_text_die_first(const struct question *question, struct text *out)
{
    text_add(out, "%s%s%s", question->die, question->die[0] != '\0' ? ": " : "",
             question->prompt);
}

void question_add_next(struct question *question, const char *next)
{
    struct text die = {
        .p = question->die, .n = (int)strlen(question->die), .size = (int)sizeof question->die};
    if (next != NULL && die.n > 0) {
        text_add(&die, ", then %s", next);
    }
}

static bool is_choice(const struct question *question, struct str word)
{
    for (int i = 0; i < question->choices; i++) {
        if (str_is_choice(word, question->choice[i])) {
            return true;
        }
    }
    return false;
}

void question_choice_name(const struct question *question, int choice, struct text *out)
{
    for (const char *c = question->choice[choice]; *c != '\0'; c++) {
        text_add_char(out, *c == '-' ? ' ' : *c);
    }
}

void question_add_answer(const struct question *question, struct str answer, struct text *out)
{
    struct str rest = answer;
    struct str words = {answer.p, 0};
    text_add(out, "%s", question->prefix);
    bool are_own = question->else_takes == ELSE_TAKES_WORDS && !question->keeps_words &&
                   !is_choice(question, str_next_word(&rest)) &&
                   memchr(answer.p, '"', (size_t)answer.n) == NULL;
    rest = answer;
    for (struct str word; are_own && (word = str_next_word(&rest)).p != NULL;) {
        if (memchr(word.p, '=', (size_t)word.n) != NULL) {
            break;
        }
        words.n = (int)(word.p - answer.p) + word.n;
    }
    struct str behind = {answer.p + words.n, answer.n - words.n};
    if (memchr(words.p, ' ', (size_t)words.n) != NULL) {
        text_add(out, "\"%.*s\"%.*s", words.n, words.p, behind.n, behind.p);
    } else {
        text_add_str(out, answer);
    }
}

/* Whether it is name=value, as commands read it, or the question's flag. */
static bool is_option(const struct question *question, struct str word)
{
    bool begins = word.n > 0 && (char_is_letter(word.p[0]) || (unsigned char)word.p[0] >= 0x80);
    return (begins && memchr(word.p, '=', (size_t)word.n) != NULL) ||
           (question->flag != NULL && str_equal_any_case(word, str_of(question->flag)));
}

static void say_possible(const struct question *question, bool wants_number, struct text *out)
{
    const struct dice_request *dice = &question->dice;
    if (wants_number) {
        text_add(out, "expected a whole number from %d to %d", question->low, question->high);
    } else if (question->kind == QUESTION_NUMBER) {
        text_add(out, "only dice can follow the number");
    } else {
        text_add(out, "each die shows %lld to %lld", (long long)dice->low,
                 (long long)dice->high);
        if (dice->missing > 1) {
            text_add(out, ", and %d are needed", dice->missing);
        }
    }
}

/* An answer to a question for dice is read as dice, whatever else the line might take. */
bool question_finds_wrong_word(const struct question *question, struct str words,
                               struct text *out)
{
    bool wants_number = question->kind == QUESTION_NUMBER;
    if (!wants_number && question->kind != QUESTION_DICE) {
        return false;
    }
    const char *line = words.p;
    for (struct str word; (word = str_next_word(&words)).p != NULL; wants_number = false) {
        struct entered entered;
        int64_t number;
        char shown[NAME_SIZE];
        bool is_quoted = word.p > line && word.p[-1] == '"';
        bool is_right = wants_number
                            ? str_to_int64(word, INT32_MIN, INT32_MAX, &number)
                            : entered_parse(&entered, word) || is_option(question, word);
        if (is_right && !is_quoted) {
            continue;
        }
        utf8_clean(shown, sizeof shown, word);
        text_add(out, "%s is not possible: ", shown);
        say_possible(question, wants_number, out);
        return true;
    }
    return false;
}
