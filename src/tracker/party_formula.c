#include "tracker/party_formula.h"

#include "base/utf8.h"

static const char party_word[] = "party";
enum { PARTY_WORD = sizeof party_word - 1 };

/* Whether the word of its own begins here. */
static bool stands_at(struct str word, int at)
{
    if (at + PARTY_WORD > word.n ||
        !str_equal_any_case((struct str){word.p + at, PARTY_WORD}, str_of(party_word))) {
        return false;
    }
    char before = at > 0 ? word.p[at - 1] : ' ';
    char after = at + PARTY_WORD < word.n ? word.p[at + PARTY_WORD] : ' ';
    return !char_is_letter(before) && !char_is_digit(before) && !char_is_letter(after) &&
           !char_is_digit(after);
}

/* Writes the word with a number for each "party"; false when it does not fit. */
static bool fill(struct str word, int count, struct text *out)
{
    for (int i = 0; i < word.n; i++) {
        if (stands_at(word, i)) {
            text_add(out, "%d", count);
            i += PARTY_WORD - 1;
        } else {
            text_add_char(out, word.p[i]);
        }
    }
    return !out->is_cut;
}

bool party_formula_is(struct str word)
{
    bool has_party = false, has_sign = false, has_more = false;
    for (int i = 0; i < word.n; i++) {
        char c = word.p[i];
        if (stands_at(word, i)) {
            has_party = true;
            i += PARTY_WORD - 1;
        } else if (c == '+' || c == '-' || c == '*' || c == '/' || c == '(' || c == ')') {
            has_sign = true;
        } else if (!char_is_digit(c) && char_lower(c) != 'd' && c != ' ') {
            has_more = true;
        }
    }
    if (!has_party || !has_sign || !has_more) {
        return has_party && has_sign;
    }
    /* Other letters are suffixes of dice, or the word is a name: "party+1d6!", "party-goer".
     * Dice that are refused are told when they are read. */
    struct dice_expr expr;
    TEXT_BUFFER(filled, PARTY_FORMULA_SIZE);
    return fill(word, 1, &filled) &&
           dice_expr_parse_as(NULL, &expr, (struct str){filled.p, filled.n}, DICE_LOGGED,
                              NULL) == STATUS_OK;
}

static int count_party(const struct state *state)
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        count += state_is_present(state, id) &&
                 state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY &&
                 state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
    }
    return count;
}

bool party_formula_fill(struct decision *decision, struct str word,
                        char buf[PARTY_FORMULA_SIZE], struct str *out)
{
    *out = word;
    if (!party_formula_is(word)) {
        return true;
    }
    int count = count_party(&decision->state);
    if (count == 0) {
        decision_wrong(decision,
                       "%s needs the party: bring it first, or write a number instead",
                       utf8_shown(word).text);
        return false;
    }
    struct text text = text_over(buf, PARTY_FORMULA_SIZE);
    if (!fill(word, count, &text)) {
        decision_wrong(decision, "%s is too long for a number", utf8_shown(word).text);
        return false;
    }
    *out = (struct str){text.p, text.n};
    return true;
}
