#include "cli/manual/manual_writer.h"

#include <string.h>

#include "base/utf8.h"
#include "cli/output.h"

enum {
    TEXT_COLUMNS = 79,
    ROFF_COLUMNS = 78,
    TITLE_COLUMNS = 16,
    BELOW_COLUMNS = 4,
    CODE_COLUMNS = 4,
    CONTINUED_COLUMNS = 8, /* a line that begins there goes on with an entry */
    WORDS_SIZE = 8 * 1024
};

/* ---- characters for man ---------------------------------------------------------------- */

/* A character that is no letter of its own in a source for man; NULL: it is. */
static const char *roff_of(uint32_t code, bool is_typed)
{
    switch (code) {
    case '\\':
        return "\\(rs";
    case '-':
        return is_typed ? "\\-" : "-";
    case '\'':
        return "\\(aq";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    case '`':
        return "\\(ga";
    default:
        return NULL;
    }
}

static void add_roff(struct text *out, struct str piece, bool is_typed)
{
    for (struct str rest = piece; rest.n > 0;) {
        struct utf8_step step = utf8_decode(rest);
        const char *other = roff_of(step.code, is_typed);
        if (other != NULL) {
            text_add(out, "%s", other);
        } else if (step.code < 0x80) {
            text_add_char(out, (char)step.code);
        } else {
            text_add(out, "\\[u%04X]", (unsigned)step.code);
        }
        rest = (struct str){rest.p + step.n, rest.n - step.n};
    }
}

/* "--seed", "[-n" and "-2": what begins with a minus is typed, wherever it stands. */
static bool has_minus(struct str word)
{
    int at = word.n > 0 && (word.p[0] == '[' || word.p[0] == '(' || word.p[0] == '"') ? 1 : 0;
    return at + 1 < word.n && word.p[at] == '-';
}

/* Words for man: what is typed is bold, and no line begins as a request does. */
static void add_roff_words(struct text *out, struct str words)
{
    bool is_bold = false;
    int column = 0;
    struct str word;
    for (struct str rest = words; str_next_part(&rest, ' ', &word);) {
        if (word.n == 0) {
            continue;
        }
        TEXT_BUFFER(made, WORDS_SIZE);
        for (struct str left = word; left.n > 0;) {
            const char *quote = memchr(left.p, '`', (size_t)left.n);
            int n = quote != NULL ? (int)(quote - left.p) : left.n;
            add_roff(&made, (struct str){left.p, n}, is_bold || has_minus(word));
            if (quote != NULL) {
                is_bold = !is_bold;
                text_add(&made, is_bold ? "\\fB" : "\\fR");
            }
            n += quote != NULL ? 1 : 0;
            left = (struct str){left.p + n, left.n - n};
        }
        bool breaks = column > 0 && column + 1 + made.n > ROFF_COLUMNS;
        text_add(out, "%s", breaks ? "\n" : column > 0 ? " " : "");
        column = breaks ? 0 : column;
        bool is_request = column == 0 && (word.p[0] == '.' || word.p[0] == '\'');
        text_add(out, "%s", is_request ? "\\&" : "");
        text_add_str(out, (struct str){made.p, made.n});
        column += 1 + made.n;
    }
    text_add(out, "%s\n", is_bold ? "\\fR" : "");
}

/* ---- words for a terminal -------------------------------------------------------------- */

/* The rest of the words, from this column on, where the cursor is at `column` now. */
static void add_text_words(struct text *out, struct str words, int indent, int column)
{
    bool is_first = true;
    struct str word;
    for (struct str rest = words; str_next_part(&rest, ' ', &word);) {
        if (word.n == 0) {
            continue;
        }
        int columns = wrap_columns(word);
        if (!is_first && column + 1 + columns > TEXT_COLUMNS) {
            text_add(out, "\n");
            column = 0;
            is_first = true;
        }
        if (is_first && column < indent) {
            text_add(out, "%*s", indent - column, "");
            column = indent;
        }
        text_add(out, "%s", is_first ? "" : " ");
        text_add_str(out, word);
        column += (is_first ? 0 : 1) + columns;
        is_first = false;
    }
    text_add(out, "\n");
}

/* ---- pieces ---------------------------------------------------------------------------- */

static void end_code(struct manual_writer *writer)
{
    if (writer->is_code && writer->is_roff) {
        text_add(writer->out, ".EE\n");
    }
    writer->is_code = false;
}

static void end_below(struct manual_writer *writer)
{
    if (writer->has_more && writer->is_roff) {
        text_add(writer->out, ".RE\n");
    }
    writer->has_more = false;
}

/* A new piece under the heading, with room above it. */
static void begin(struct manual_writer *writer)
{
    end_code(writer);
    end_below(writer);
    if (writer->is_open && !writer->is_roff) {
        text_add(writer->out, "\n");
    }
}

void manual_title(struct manual_writer *writer, const struct manual_title *title)
{
    TEXT_BUFFER(capitals, 64);
    for (const char *p = title->name; *p != '\0'; p++) {
        text_add_char(&capitals, *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p);
    }
    if (!writer->is_roff) {
        text_add(writer->out, "%s(%d)\n\nNAME\n%s: %s\n", capitals.p, title->section,
                 title->name, title->help);
    } else {
        text_add(writer->out, ".TH %s %d %s \"referee %s\" \"The manual of referee\"\n",
                 capitals.p, title->section, title->day, title->version);
        text_add(writer->out, ".ad l\n.nh\n.SH NAME\n");
        add_roff(writer->out, str_of(title->name), true);
        text_add(writer->out, " \\- ");
        add_roff_words(writer->out, str_of(title->help));
    }
    writer->is_open = true;
}

static void head(struct manual_writer *writer, const char *request, const char *before,
                 const char *words)
{
    begin(writer);
    text_add(writer->out, "%s", writer->is_roff ? request : before);
    if (writer->is_roff) {
        add_roff(writer->out, str_of(words), true);
    } else {
        text_add(writer->out, "%s", words);
    }
    text_add(writer->out, "\n");
    writer->is_open = false;
}

void manual_heading(struct manual_writer *writer, const char *words)
{
    head(writer, ".SH ", "", words);
}

void manual_subheading(struct manual_writer *writer, const char *words)
{
    head(writer, ".SS ", "  ", words);
}

void manual_sentences(struct manual_writer *writer, struct str words)
{
    begin(writer);
    if (writer->is_roff) {
        text_add(writer->out, "%s", writer->is_open ? ".PP\n" : "");
        add_roff_words(writer->out, words);
    } else {
        add_text_words(writer->out, words, 0, 0);
    }
    writer->is_open = true;
}

static void add_roff_entry(struct text *out, struct str title, struct str words)
{
    text_add(out, ".TP\n\\fB");
    for (struct str rest = title; rest.n > 0;) { /* in bold throughout */
        const char *quote = memchr(rest.p, '`', (size_t)rest.n);
        int n = quote != NULL ? (int)(quote - rest.p) : rest.n;
        add_roff(out, (struct str){rest.p, n}, true);
        n += quote != NULL ? 1 : 0;
        rest = (struct str){rest.p + n, rest.n - n};
    }
    text_add(out, "\\fR\n");
    add_roff_words(out, words);
}

static void add_text_entry(struct text *out, struct str title, struct str words, int indent)
{
    int columns = indent + wrap_columns(title);
    text_add(out, "%*s", indent, "");
    if (columns > indent + TITLE_COLUMNS - 1) {
        add_text_words(out, title, indent + 4, columns > TEXT_COLUMNS ? indent + 4 : indent);
        columns = 0;
    } else {
        text_add_str(out, title);
    }
    add_text_words(out, words, indent + TITLE_COLUMNS, columns);
}

void manual_entry(struct manual_writer *writer, struct str title, struct str words)
{
    end_code(writer);
    end_below(writer);
    if (writer->is_roff) {
        add_roff_entry(writer->out, title, words);
    } else {
        add_text_entry(writer->out, title, words, 0);
    }
    writer->is_open = true;
}

void manual_entry_below(struct manual_writer *writer, struct str title, struct str words)
{
    end_code(writer);
    if (writer->is_roff) {
        text_add(writer->out, "%s", writer->has_more ? "" : ".RS\n");
        add_roff_entry(writer->out, title, words);
    } else {
        add_text_entry(writer->out, title, words, BELOW_COLUMNS);
    }
    writer->has_more = true;
    writer->is_open = true;
}

void manual_code(struct manual_writer *writer, struct str line)
{
    if (!writer->is_code) {
        begin(writer);
        if (writer->is_roff) {
            text_add(writer->out, "%s.EX\n", writer->is_open ? ".PP\n" : "");
        }
    }
    writer->is_code = true;
    writer->is_open = true;
    if (writer->is_roff && line.n == 0) {
        text_add(writer->out, "\\&\n");
        return;
    }
    text_add(writer->out, "%*s", writer->is_roff ? CODE_COLUMNS : CODE_COLUMNS / 2, "");
    if (writer->is_roff) {
        add_roff(writer->out, line, true);
    } else {
        text_add_str(writer->out, line);
    }
    text_add(writer->out, "\n");
}

void manual_end(struct manual_writer *writer)
{
    end_code(writer);
    end_below(writer);
}

/* ---- text that is laid out ------------------------------------------------------------- */

static int indent_of(struct str line)
{
    int n = 0;
    while (n < line.n && line.p[n] == ' ') {
        n++;
    }
    return n;
}

/* Where the words of an entry begin: after the last two blanks or more; 0: it is none. */
static int gap_of(struct str line)
{
    int at = 0;
    for (int i = indent_of(line) + 2; i < line.n; i++) {
        if (line.p[i] != ' ' && line.p[i - 1] == ' ' && line.p[i - 2] == ' ') {
            at = i;
        }
    }
    return at;
}

/* The same of a title that leaves room for one blank alone, as the line below shows. */
static int gap_before(struct str line, struct str rest)
{
    struct str below;
    int gap = gap_of(line);
    bool is_close = gap == 0 && indent_of(line) == 0 && line.n > TITLE_COLUMNS &&
                    line.p[TITLE_COLUMNS - 1] == ' ' && str_next_line(&rest, &below) &&
                    below.n > 0 && indent_of(below) == TITLE_COLUMNS;
    return is_close ? TITLE_COLUMNS : gap;
}

/* True when all lines up to an empty one are entries, or go on with one. */
static bool are_entries(struct str line, struct str rest)
{
    bool are = gap_of(line) > 0;
    while (are && line.n > 0) {
        are = gap_of(line) > 0 || indent_of(line) >= CONTINUED_COLUMNS + 2;
        if (!str_next_line(&rest, &line)) {
            break;
        }
    }
    return are;
}

/* What is read so far: words of sentences, or of an entry with a title. */
struct piece {
    enum { PIECE_NONE, PIECE_WORDS, PIECE_ENTRY, PIECE_CODE } kind;
    struct str title;
    struct text words;
};

static void flush(struct manual_writer *writer, struct piece *piece)
{
    struct str words = {piece->words.p, piece->words.n};
    CHECK(!piece->words.is_cut);
    if (piece->kind == PIECE_WORDS) {
        manual_sentences(writer, words);
    } else if (piece->kind == PIECE_ENTRY) {
        manual_entry(writer, piece->title, words);
    }
    piece->kind = PIECE_NONE;
    text_init(&piece->words, piece->words.p, piece->words.size);
}

static void begin_entry(struct piece *piece, struct str line, int at)
{
    piece->kind = PIECE_ENTRY;
    piece->title = str_trimmed((struct str){line.p, at});
    text_add_str(&piece->words, (struct str){line.p + at, line.n - at});
}

/* Entries begin after an empty line, as sentences do; one by one they stand close. */
static void make_room(struct manual_writer *writer, bool *is_after_blank)
{
    if (*is_after_blank && writer->is_open && !writer->is_roff) {
        text_add(writer->out, "\n");
    }
    *is_after_blank = false;
}

void manual_prose(struct manual_writer *writer, struct str text)
{
    char room[WORDS_SIZE];
    struct piece piece = {.kind = PIECE_NONE, .words = text_over(room, sizeof room)};
    bool is_after_blank = writer->is_open;
    struct str line;
    while (str_next_line(&text, &line)) {
        int indent = indent_of(line), gap = gap_before(line, text);
        if (line.n == 0) {
            end_code(writer);
            flush(writer, &piece);
            is_after_blank = true;
        } else if (piece.kind == PIECE_CODE ||
                   (indent >= 2 && piece.kind != PIECE_ENTRY && !are_entries(line, text))) {
            if (piece.kind != PIECE_CODE) {
                flush(writer, &piece);
            }
            piece.kind = PIECE_CODE;
            manual_code(writer, (struct str){line.p + 2, line.n - 2});
            is_after_blank = false;
        } else if (piece.kind == PIECE_ENTRY && indent >= CONTINUED_COLUMNS) {
            text_add(&piece.words, " ");
            text_add_str(&piece.words, str_trimmed(line));
        } else if (gap > 0) {
            is_after_blank = is_after_blank || piece.kind == PIECE_WORDS;
            flush(writer, &piece);
            make_room(writer, &is_after_blank);
            begin_entry(&piece, line, gap);
        } else {
            if (piece.kind != PIECE_WORDS) {
                flush(writer, &piece);
                piece.kind = PIECE_WORDS;
            } else {
                text_add(&piece.words, " ");
            }
            text_add_str(&piece.words, line);
            is_after_blank = false;
        }
    }
    flush(writer, &piece);
    end_code(writer);
}

/* ---- Markdown -------------------------------------------------------------------------- */

/* A row of a table: its first column, and the rest. */
static void markdown_row(struct manual_writer *writer, struct str line)
{
    struct str title, words;
    struct str rest = {line.p + 1, line.n - 1};
    TEXT_BUFFER(plain, 40);
    (void)!str_next_part(&rest, '|', &title);
    (void)!str_next_part(&rest, '|', &words);
    if (str_equal(title, "view") || str_equal(title, "file") || line.p[1] == '-') {
        return; /* the head */
    }
    for (int i = 0; i < title.n; i++) {
        if (title.p[i] != '`') {
            text_add_char(&plain, title.p[i]);
        }
    }
    manual_entry(writer, (struct str){plain.p, plain.n}, words);
}

void manual_markdown(struct manual_writer *writer, struct str text, const char *heading)
{
    char room[WORDS_SIZE];
    struct piece piece = {.kind = PIECE_NONE, .words = text_over(room, sizeof room)};
    bool is_there = false, is_table = false;
    struct str line;
    while (str_next_line(&text, &line)) {
        struct str start = str_beginning(line, 3);
        if (str_equal(start, "## ")) {
            is_there = str_equal((struct str){line.p + 3, line.n - 3}, heading);
        } else if (!is_there) {
            continue;
        } else if (str_equal(start, "```")) {
            flush(writer, &piece);
            piece.kind = piece.kind == PIECE_CODE ? PIECE_NONE : PIECE_CODE;
            end_code(writer);
        } else if (piece.kind == PIECE_CODE) {
            manual_code(writer, line);
        } else if (line.n == 0) {
            flush(writer, &piece);
            is_table = false;
        } else if (line.p[0] == '|') {
            bool is_after_blank = !is_table;
            make_room(writer, &is_after_blank);
            is_table = true;
            markdown_row(writer, line);
        } else {
            text_add(&piece.words, "%s", piece.kind == PIECE_WORDS ? " " : "");
            piece.kind = PIECE_WORDS;
            text_add_str(&piece.words, line);
        }
    }
    flush(writer, &piece);
    end_code(writer);
}
