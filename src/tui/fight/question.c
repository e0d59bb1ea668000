#include "tui/fight/question.h"

#include <stddef.h>
#include <string.h>

#include "resolver/dice/dice_expr_distribution.h"
#include "tui/canvas/canvas.h"

enum {
    INPUT_WIDTH_LEAST = 16,
    INPUT_WIDTH_NARROW = 6, /* when even the die does not fit beside that */
    NUMBER_WIDTH = 6,
    WORDS_WIDTH = 22,
    CHOICE_GAP = 3, /* with the line between two of them */
    LETTER_WIDTH = 1,
    ENTER_WIDTH = 5, /* for the usual choice, in place of its letter */
    CHOICE_NAME_SIZE = 160,
    COLUMNS_OF_ABOUT = 60 /* on narrower screens the words of a choice stand alone */
};

static const char not_now[] = "not now: ";

void question_init(struct question_box *box, const struct question *question, const char *line)
{
    memset(box, 0, offsetof(struct question_box, amount));
    box->question = *question;
    struct text text = text_over(box->line, sizeof box->line);
    text_add_str(&text, str_of(line));
    line_edit_init(&box->edit);
}

int question_target(const struct question_box *box, int id)
{
    for (int i = 0; i < box->targets.count; i++) {
        if (box->targets.id[i] == id) {
            return i;
        }
    }
    return -1;
}

/* ---- answers --------------------------------------------------------------------------- */

bool question_answer(const struct question_box *box, struct str answer, struct text *out)
{
    text_add_str(out, str_of(box->line));
    text_add(out, " ");
    question_add_answer(&box->question, answer, out);
    return !out->is_cut;
}

bool question_take_back(const struct question_box *box, struct text *line, struct str *last)
{
    struct str rest = {box->line + box->begun, (int)strlen(box->line) - box->begun};
    struct str kept = {box->line, box->begun};
    *last = (struct str){"", 0};
    for (struct str before = rest; str_next_word(&rest).p != NULL; before = rest) {
        kept.n = (int)(before.p - box->line);
        *last = str_trimmed(before);
    }
    text_add_str(line, kept);
    return last->n > 0;
}

/* True when Enter alone chooses it, which the rules have to allow. */
static bool is_usual(const struct question_box *box, int choice)
{
    return choice == box->question.usual - 1 && !box->types_words &&
           box->refused[choice][0] == '\0';
}

struct str question_typed(const struct question_box *box)
{
    const struct question *question = &box->question;
    struct str typed = str_trimmed_start(line_edit_text(&box->edit));
    if (typed.n == 0 && question->kind == QUESTION_DICE) {
        return str_of("roll");
    }
    bool is_choice = question->kind == QUESTION_CHOICE && question->usual > 0;
    return typed.n == 0 && is_choice && is_usual(box, question->usual - 1)
               ? str_of(question->choice[question->usual - 1])
               : typed;
}

/* ---- choices --------------------------------------------------------------------------- */

struct letters {
    char of[QUESTION_CHOICES_MAX]; /* 0: none yet */
    char avoided;
};

static bool is_letter_taken(const struct letters *letters, char letter)
{
    return letter == letters->avoided ||
           memchr(letters->of, letter, sizeof letters->of) != NULL;
}

/* A letter of the word, or any where those are all taken. */
static char letter_for(const struct letters *letters, const char *word)
{
    while (*word != '\0' &&
           (!char_is_letter(*word) || is_letter_taken(letters, char_lower(*word)))) {
        word++;
    }
    if (*word != '\0') {
        return char_lower(*word);
    }
    char letter = 'a';
    while (is_letter_taken(letters, letter)) {
        letter++;
    }
    return letter;
}

char question_choice_letter(const struct question_box *box, int choice)
{
    const struct question *question = &box->question;
    struct letters letters = {.avoided = box->avoided};
    for (int k = 0; k < 2 * question->choices; k++) {
        int i = k % question->choices;
        bool is_late = char_lower(question->choice[i][0]) == box->avoided;
        if (is_late == (k >= question->choices)) {
            letters.of[i] = letter_for(&letters, question->choice[i]);
        }
    }
    return letters.of[choice];
}

int question_choice(const struct question_box *box, int character)
{
    for (int i = 0; i < box->question.choices; i++) {
        if (character == question_choice_letter(box, i)) {
            return i;
        }
    }
    return -1;
}

void question_say_letters(const struct question_box *box, struct text *out)
{
    const struct question *question = &box->question;
    text_add(out, "press a letter: ");
    for (int i = 0; i < question->choices; i++) {
        bool is_last = i == question->choices - 1;
        text_add(out, "%s%c",
                 i == 0    ? ""
                 : is_last ? " or "
                           : ", ",
                 question_choice_letter(box, i));
    }
    text_add(out, "%s; Esc cancels", question->usual > 0 ? ", or Enter" : "");
}

/* ---- words ----------------------------------------------------------------------------- */

/* What Backspace does while nothing is typed: takes the last answer back, or asks for another
 * than the one whom the key chose; "": nothing. */
static const char *back_hint(const struct question_box *box)
{
    return !box->can_go_back               ? ""
           : box->line[box->begun] != '\0' ? "Backspace goes back"
                                           : "Backspace asks who";
}

/* Dice that are typed but cannot be tried, since the program throws some of them, or has thrown
 * one before. False: none are. */
static bool typed_dice_hint(const struct question_box *box, struct text *out)
{
    TEXT_BUFFER(wrong, QUESTION_PROMPT_SIZE);
    struct str typed = line_edit_text(&box->edit);
    bool are_dice = typed.n > 0 && !question_finds_wrong_word(&box->question, typed, &wrong);
    if (are_dice) {
        bool throws = memchr(typed.p, '*', (size_t)typed.n) != NULL;
        text_add(out, "Enter %s; Esc cancels", throws ? "rolls each *" : "takes it");
    }
    return are_dice;
}

bool question_total_is_possible(const struct dice_request *request, int64_t total)
{
    struct dice_total_near near;
    return total >= request->total_low && total <= request->total_high &&
           dice_totals_hold_of(request->dice, total, &near);
}

/* A total to show as an example. */
static int64_t example_total(const struct dice_request *request)
{
    struct dice_total_near near;
    int64_t total = request->total_low + (request->total_high - request->total_low) * 7 / 10;
    return dice_totals_hold_of(request->dice, total, &near) ? total
           : near.below < total                             ? near.below
                                                            : near.above;
}

/* With possible faces: "type the dice, e.g. 4 2, or a total: =6". When others roll too, all
 * their dice may be typed, and Enter rolls them as well. */
static void dice_hint(const struct question_box *box, struct text *out)
{
    enum { SHOWN_MOST = 3 };
    const struct question *question = &box->question;
    const char *back = back_hint(box);
    const char *comma = back[0] != '\0' ? ", " : "";
    const struct dice_request *request = &question->dice;
    int64_t high = request->low + (request->high - request->low) * 7 / 10;
    int64_t total = 0, digits = 0;
    int dice = request->missing * (1 + question->more);
    /* The longest hint has a row of 80 columns. */
    text_add(out, "type %sdice, e.g.", box->dice_follow ? "" : "the ");
    for (int i = 0; i < dice && i < SHOWN_MOST; i++) {
        int64_t face = high - i > request->low ? high - i : request->low;
        text_add(out, " %lld", (long long)face);
        total += face;
        digits = digits * 10 + face;
    }
    text_add(out, "%s", dice > SHOWN_MOST ? " ..." : "");
    if (question->more > 0) {
        text_add(out, "; Enter rolls all %d%s, %s%sEsc cancels", 1 + question->more,
                 request->missing == 1 ? ", * rolls one" : "", back, comma);
        return;
    }
    if (request->missing > 1 && request->takes_total) {
        /* Faces do not always add up: the best may count, or they are percentiles. */
        total = strcmp(request->dice, "d66") == 0 ? digits : total;
        if (!question_total_is_possible(request, total)) {
            total = example_total(request);
        }
        text_add(out, ", or a total: =%lld", (long long)total);
    }
    bool has_thrown = question->fallen > 0 || question->so_far[0] != '\0';
    bool has_rest = has_thrown && request->missing > 1;
    TEXT_BUFFER(again, 40);
    question_explain_die(question, &again);
    text_add(out, "%s%s; Enter rolls%s%s, %s%sEsc cancels", again.n > 0 ? "; " : "", again.p,
             box->dice_follow ? " all" : "",
             has_rest           ? " the rest"
             : box->dice_follow ? ", * one"
                                : "",
             back, comma);
}

/* After the hint: why a choice is impossible now, or two are; the reasons for more of them are
 * shown when one is chosen. */
enum { REASONS_MOST = 2 };

static void refused_hint(const struct question_box *box, struct text *out)
{
    int refused = 0;
    for (int i = 0; i < box->question.choices; i++) {
        refused += box->refused[i][0] != '\0' ? 1 : 0;
    }
    for (int i = 0; i < box->question.choices && refused <= REASONS_MOST; i++) {
        if (box->refused[i][0] != '\0') {
            text_add(out, "; ");
            question_choice_name(&box->question, i, out);
            text_add(out, ": %s", box->refused[i]);
        }
    }
}

static void shares_hint(const struct question_box *box, struct text *out)
{
    if (box->targets.count > 1 && box->targets.are_shared) {
        text_add(out, "; a capital letter: half, then none");
    }
}

/* To whom else it can go: by Backspace and, if the command goes to several, by a comma. */
static void targets_hint(const struct question_box *box, struct text *out)
{
    shares_hint(box, out);
    if (question_typed(box).n > 0) {
        return;
    }
    const char *back = back_hint(box);
    text_add(out, "%s%s", back[0] != '\0' ? "; " : "", back);
    if (box->targets.count > 0) {
        text_add(out, "%s a comma adds targets", back[0] != '\0' ? "," : ";");
    }
}

void question_hint(const struct question_box *box, struct text *out)
{
    const struct question *question = &box->question;
    text_add(out, "%s%s", question->so_far, question->so_far[0] != '\0' ? "\n" : "");
    if (box->types_targets) {
        text_add(
            out, "%s",
            box->targets.are_shared
                ? "letters or names with commas between them; g* is all that begin with g; "
                  "NAME/half; an amount may follow"
                : "letters or names with commas between them; g* is all that begin with g");
        text_add(out, "; Enter accepts, Esc cancels");
        return;
    }
    switch (question->kind) {
    case QUESTION_DICE:
        if (!typed_dice_hint(box, out)) {
            dice_hint(box, out);
        }
        shares_hint(box, out);
        break;
    case QUESTION_COMBATANT:
        if (box->types_words) {
            text_add(out, "%s; Enter accepts, Esc cancels",
                     question->takes_several
                         ? "a name, several with commas, or g*: all that begin with g"
                         : "a name; dice alone: the selected one");
            break;
        }
        text_add(out, "a letter, or Up/Down and Enter; / ");
        text_add(out,
                 box->can_go_back ? "a name; %s, Esc cancels" : "types a name%s, Esc cancels",
                 back_hint(box));
        break;
    case QUESTION_NUMBER:
        text_add(out, "a whole number from %d to %d; Esc cancels", question->low,
                 question->high);
        break;
    case QUESTION_CHOICE:
        if (box->types_words) {
            text_add(out,
                     "type it, then Enter; Backspace goes back to the letters; Esc cancels");
            break;
        }
        text_add(out, question->usual > 0 ? "press Enter or a letter" : "press a letter");
        if (question->else_takes == ELSE_TAKES_NUMBER) {
            text_add(out, ", or type a number and Enter");
        } else if (question->else_takes == ELSE_TAKES_WORDS && question->words_about == NULL) {
            text_add(out, ", or / and your own words");
        }
        targets_hint(box, out);
        text_add(out, "; Esc cancels");
        refused_hint(box, out);
        break;
    case QUESTION_TEXT:
        text_add(out, "type it, then Enter%s",
                 box->completes_nothing      ? ""
                 : question_typed(box).n > 0 ? "; Tab completes"
                 : box->targets.count > 0    ? "" /* who else it can be matters more */
                                             : "; Tab lists what there is");
        targets_hint(box, out);
        text_add(out, "; Esc cancels");
        break;
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* The words of a choice, and what else it is if the rows are that wide. */
static void add_choice(const struct question *question, int choice, int columns,
                       struct text *out)
{
    const char *about = question->about[choice];
    question_choice_name(question, choice, out);
    if (about[0] != '\0' && columns >= COLUMNS_OF_ABOUT) {
        text_add(out, "%s %s", question->about_explains ? ":" : "", about);
    }
}

/* A choice is its key, its words and its effect: "s shield before the roll -2". The usual one
 * has Enter as its key; its letter chooses it too. */
static int choice_width(const struct question_box *box, int choice, int columns)
{
    const struct question *question = &box->question;
    int note = grapheme_width(str_of(question->note[choice]));
    TEXT_BUFFER(name, CHOICE_NAME_SIZE);
    add_choice(question, choice, columns, &name);
    return (is_usual(box, choice) ? ENTER_WIDTH : LETTER_WIDTH) + 1 +
           grapheme_width((struct str){name.p, name.n}) + (note > 0 ? 1 + note : 0);
}

static const char digit_keys[] = "1-9";
static const char then_a_letter[] = ", then a letter";

/* "1-9 rounds, then a letter"; 0 where digits give nothing. */
static int digits_width(const struct question_box *box)
{
    const char *about = box->question.digit_about;
    bool has_digits = about != NULL && !box->types_words;
    return has_digits ? (int)(strlen(digit_keys) + 1 + strlen(about) + strlen(then_a_letter))
                      : 0;
}

/* What the slash is for. */
static const char *words_about(const struct question *question)
{
    return question->words_about != NULL ? question->words_about : "other words";
}

/* The hint about text in place of a choice. */
static int field_width(const struct question_box *box)
{
    switch (box->question.else_takes) {
    case ELSE_TAKES_NOTHING:
        return 0;
    case ELSE_TAKES_NUMBER:
        return NUMBER_WIDTH;
    case ELSE_TAKES_WORDS:
        return box->types_words ? WORDS_WIDTH
                                : (int)strlen(words_about(&box->question)) + LETTER_WIDTH + 1;
    }
    CHECK(false);
    return 0;
}

/* What the rows of a choice hold, in their order. Choices that are refused come after all that
 * is possible, so that nothing of it is read as refused; the field of what is typed has the end
 * of the last row. */
enum piece_kind { PIECE_CHOICE, PIECE_DIGITS, PIECE_WORDS, PIECE_FIELD };
enum { PIECES_MAX = QUESTION_CHOICES_MAX + 2 };

struct piece {
    enum piece_kind kind;
    int choice;
    bool is_refused;
    bool says_not_now; /* the first of those in its row */
    int width;
};

static void say_not_now(struct piece *piece)
{
    piece->says_not_now = true;
    piece->width += (int)strlen(not_now);
}

static void add_choices(const struct question_box *box, int columns, bool are_refused,
                        struct piece *piece, int *count)
{
    bool is_first = true;
    for (int i = 0; i < box->question.choices; i++) {
        if ((box->refused[i][0] != '\0') != are_refused) {
            continue;
        }
        struct piece *one = &piece[(*count)++];
        *one = (struct piece){.kind = PIECE_CHOICE,
                              .choice = i,
                              .is_refused = are_refused,
                              .width = choice_width(box, i, columns)};
        if (are_refused && is_first) {
            say_not_now(one);
        }
        is_first = false;
    }
}

static int pieces_of(const struct question_box *box, int columns,
                     struct piece piece[PIECES_MAX])
{
    int count = 0;
    int field = field_width(box);
    bool is_hint = box->question.else_takes == ELSE_TAKES_WORDS && !box->types_words;
    add_choices(box, columns, false, piece, &count);
    if (digits_width(box) > 0) {
        piece[count++] = (struct piece){.kind = PIECE_DIGITS, .width = digits_width(box)};
    }
    if (field > 0 && is_hint) {
        piece[count++] = (struct piece){.kind = PIECE_WORDS, .width = field};
    }
    add_choices(box, columns, true, piece, &count);
    if (field > 0 && !is_hint) {
        piece[count++] = (struct piece){.kind = PIECE_FIELD, .width = field};
    }
    return count;
}

static int input_width(const struct question_box *box, int columns)
{
    struct piece piece[PIECES_MAX];
    if (box->question.kind != QUESTION_CHOICE) {
        return INPUT_WIDTH_LEAST;
    }
    int width = 0;
    int count = pieces_of(box, columns, piece);
    for (int i = 0; i < count; i++) {
        bool is_else = piece[i].kind == PIECE_WORDS || piece[i].kind == PIECE_FIELD;
        width += piece[i].width + (is_else && i == count - 1 ? 0 : CHOICE_GAP);
    }
    return width;
}

/* Where the next piece begins: beside the last one, or on a new row. There a choice says again
 * that it is refused. */
static void wrap(struct piece *piece, int *row, int *column, int columns)
{
    if (*column > 1 && *column + piece->width > columns - 1) {
        *row += 1;
        *column = 1;
        if (piece->is_refused && !piece->says_not_now) {
            say_not_now(piece);
        }
    }
}

/* Where the next piece begins, with a line after the one beside it, so that no key is read as
 * the end of the words before it. */
static void draw_gap(struct canvas canvas, struct piece *piece, int *row, int *column,
                     bool is_first)
{
    int before = *column;
    wrap(piece, row, column, canvas.columns);
    if (!is_first && *column == before) {
        canvas_glyph(canvas, *row, before - CHOICE_GAP + 1, ROLE_DIM, GLYPH_LINE_VERTICAL);
    }
}

/* The rows of the choices when they begin on a new row. */
static int choices_rows(const struct question_box *box, int columns)
{
    struct piece piece[PIECES_MAX];
    int row = 0;
    int column = 1;
    int count = pieces_of(box, columns, piece);
    for (int i = 0; i < count; i++) {
        wrap(&piece[i], &row, &column, columns);
        column += piece[i].width + CHOICE_GAP;
    }
    return row + 1;
}

/* The rows of the prompt, and the width of its last row. */
static int prompt_rows(const struct question_box *box, int columns, int *last_width)
{
    TEXT_BUFFER(text, QUESTION_TEXT_SIZE);
    question_text(&box->question, &text);
    struct str rest = {text.p, text.n};
    struct str line;
    int rows = 0;
    *last_width = 0;
    while (columns > 2 && grapheme_next_line(&line, &rest, columns - 2)) {
        *last_width = grapheme_width(line);
        rows++;
    }
    return rows > 0 ? rows : 1;
}

static bool fits_beside(const struct question_box *box, int prompt_width, int columns)
{
    return 1 + prompt_width + 2 + input_width(box, columns) <= columns;
}

int question_rows(const struct question_box *box, int columns)
{
    int last;
    int rows = prompt_rows(box, columns, &last);
    if (fits_beside(box, last, columns)) {
        return rows;
    }
    bool is_choice = box->question.kind == QUESTION_CHOICE;
    return rows + (is_choice ? choices_rows(box, columns) : 1);
}

/* With too few rows the prompt is cut, not the answers, while one row is left. */
static int prompt_rows_most(const struct question_box *box, struct canvas canvas)
{
    int last;
    int rows = prompt_rows(box, canvas.columns, &last);
    int below = question_rows(box, canvas.columns) - rows;
    int most = canvas.rows - below;
    return most < 1 ? 1 : most < rows ? most : rows;
}

/* Returns the column behind it. Refused choices are dim. */
static int draw_choice(const struct question_box *box, struct canvas canvas, int row,
                       int column, const struct piece *piece)
{
    int i = piece->choice;
    enum role key = piece->is_refused ? ROLE_DIM : ROLE_HINT_KEY;
    enum role word = piece->is_refused ? ROLE_DIM : ROLE_HINT_TEXT;
    const char letter[] = {question_choice_letter(box, i), '\0'};
    TEXT_BUFFER(name, CHOICE_NAME_SIZE);
    add_choice(&box->question, i, canvas.columns, &name);
    if (piece->says_not_now) {
        column = canvas_text(canvas, row, column, ROLE_DIM, str_of(not_now));
    }
    column =
        canvas_text(canvas, row, column, key, str_of(is_usual(box, i) ? "Enter" : letter)) + 1;
    column = canvas_text(canvas, row, column, word, str_of(name.p));
    if (box->question.note[i][0] != '\0') {
        column = canvas_text(canvas, row, column + 1, ROLE_DIM, str_of(box->question.note[i]));
    }
    return column;
}

/* Typed words have the rest of the row. */
static void draw_field(struct question_box *box, struct canvas canvas, int row, int column,
                       int width)
{
    bool are_words = box->question.else_takes == ELSE_TAKES_WORDS;
    int rest = are_words ? canvas.columns - column - 1 : 0;
    struct strip field = {row, column, rest > width ? rest : width, ALIGN_LEFT};
    line_edit_draw(&box->edit, canvas, field, ROLE_INPUT);
    line_edit_draw_enter(&box->edit, canvas, field);
}

static void draw_choices(struct question_box *box, struct canvas canvas, int row, int column)
{
    const struct question *question = &box->question;
    struct piece piece[PIECES_MAX];
    int count = pieces_of(box, canvas.columns, piece);
    for (int i = 0; i < count; i++) {
        draw_gap(canvas, &piece[i], &row, &column, i == 0);
        switch (piece[i].kind) {
        case PIECE_CHOICE:
            column = draw_choice(box, canvas, row, column, &piece[i]);
            break;
        case PIECE_DIGITS:
            column = canvas_text(canvas, row, column, ROLE_HINT_KEY, str_of(digit_keys)) + 1;
            column = canvas_format(canvas, row, column, ROLE_HINT_TEXT, "%s%s",
                                   question->digit_about, then_a_letter);
            break;
        case PIECE_WORDS:
            column = canvas_text(canvas, row, column, ROLE_HINT_KEY, str_of("/")) + 1;
            column =
                canvas_text(canvas, row, column, ROLE_HINT_TEXT, str_of(words_about(question)));
            break;
        case PIECE_FIELD:
            draw_field(box, canvas, row, column, piece[i].width);
            break;
        }
        column += CHOICE_GAP;
    }
    if (row >= canvas.rows) {
        canvas_glyph(canvas, canvas.rows - 1, canvas.columns - 1, ROLE_DIM, GLYPH_ELLIPSIS);
    }
}

/* Where the text of a prompt has ended. */
struct end {
    int row, width;
};

/* The rows from the top, as many as there are; text that does not fit into the last one, which
 * has its own width, is cut between words. */
static struct end draw_prompt(struct canvas canvas, struct str prompt, int rows, int last_width)
{
    struct end end = {0, 0};
    struct str line;
    int width = canvas.columns - 2;
    for (int row = 0; row < rows - 1 && width > 0 && prompt.n > 0; row++) {
        grapheme_next_line(&line, &prompt, width);
        end = (struct end){row, canvas_text(canvas, row, 1, ROLE_PROMPT, line) - 1};
    }
    if (prompt.n > 0 && last_width > 0) {
        bool is_cut = grapheme_cut_words(&line, prompt, last_width);
        int column = canvas_text(canvas, rows - 1, 1, ROLE_PROMPT, line);
        if (is_cut && last_width > 2) {
            column = canvas_glyph(canvas, rows - 1, column + (line.n > 0 ? 1 : 0), ROLE_PROMPT,
                                  GLYPH_ELLIPSIS);
        }
        end = (struct end){rows - 1, column - 1};
    }
    return end;
}

/* The text for a single row, and its width beside the input: the die alone when little else
 * fits. */
static int text_for_one_row(const struct question_box *box, int columns, struct text *out)
{
    enum { MORE_LEAST = 8 };
    int die = grapheme_width(str_of(box->question.die));
    int usual = columns - 3 - INPUT_WIDTH_LEAST;
    int most = columns - 3 - INPUT_WIDTH_NARROW;
    if (die == 0 || die + MORE_LEAST <= usual) {
        question_text_die_first(&box->question, out);
        return usual;
    }
    text_add(out, "%s", box->question.die);
    return die <= usual ? usual : die < most ? die : most;
}

/* With enough room the whole question; otherwise the die first, so that only the name of who
 * throws it is cut. */
static struct end draw_question(const struct question_box *box, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    bool is_choice = box->question.kind == QUESTION_CHOICE;
    int rows = prompt_rows_most(box, canvas);
    int last_width = canvas.columns - 2;
    TEXT_BUFFER(text, QUESTION_TEXT_SIZE);
    if (question_rows(box, canvas.columns) <= canvas.rows || is_choice) {
        question_text(&box->question, &text);
    } else if (canvas.rows > 1) {
        question_text_die_first(&box->question, &text);
        rows = canvas.rows - 1;
    } else {
        last_width = text_for_one_row(box, canvas.columns, &text);
        rows = 1;
    }
    return draw_prompt(canvas, wording(buf, canvas.frame, (struct str){text.p, text.n}), rows,
                       last_width);
}

void question_draw(struct question_box *box, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_PLAIN);
    struct end end = draw_question(box, canvas);
    int row = end.row;
    int column = 1 + end.width + 2;
    bool is_choice = box->question.kind == QUESTION_CHOICE;
    if (!fits_beside(box, end.width, canvas.columns) && row + 1 < canvas.rows) {
        row++;
        column = 1;
    }
    if (is_choice) {
        draw_choices(box, canvas, row, column);
        return;
    }
    int least = canvas.rows == 1 ? INPUT_WIDTH_NARROW : INPUT_WIDTH_LEAST;
    if (column > canvas.columns - least) {
        column = canvas.columns > least ? canvas.columns - least : 0;
    }
    struct strip field = {row, column, canvas.columns - column - 1, ALIGN_LEFT};
    line_edit_draw(&box->edit, canvas, field, ROLE_INPUT);
    if (!box->is_wrong_entry) {
        line_edit_draw_enter(&box->edit, canvas, field);
    }
}
