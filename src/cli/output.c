#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utf8proc.h>

#include "base/utf8.h"

static int columns_of(uint32_t code)
{
    return utf8proc_charwidth((utf8proc_int32_t)code);
}

static struct str behind(struct str text, int n)
{
    return (struct str){text.p + n, text.n - n};
}

int wrap_columns(struct str text)
{
    int columns = 0;
    while (text.n > 0) {
        struct utf8_step step = utf8_decode(text);
        columns += columns_of(step.code);
        text = behind(text, step.n);
    }
    return columns;
}

int wrap_indent(struct str line, int columns)
{
    enum { USUALLY = 2 };
    int blanks = 0;
    while (blanks < line.n && line.p[blanks] == ' ') {
        blanks++;
    }
    int indent = blanks + USUALLY;
    int column = 0;
    int gap = 0; /* blanks before this character */
    struct str rest = line;
    while (rest.n > 0 && column <= columns / 2) {
        struct utf8_step step = utf8_decode(rest);
        if (step.code != ' ' && gap >= 2 && column > blanks) {
            indent = column;
        }
        gap = step.code == ' ' ? gap + 1 : 0;
        column += columns_of(step.code);
        rest = behind(rest, step.n);
    }
    return indent < columns / 2 ? indent : columns / 2;
}

int wrap_bytes(struct str rest, int columns)
{
    int used = 0;
    int n = 0;
    int blank = 0; /* where the last word that fits ends */
    bool is_in_word = false;
    while (n < rest.n) {
        struct utf8_step step = utf8_decode(behind(rest, n));
        int width = columns_of(step.code);
        if (step.code == ' ' && is_in_word) {
            blank = n;
        }
        if (used + width > columns && n > 0) {
            return blank > 0 ? blank : n;
        }
        is_in_word = step.code != ' ';
        used += width;
        n += step.n;
    }
    return n;
}

bool wrap_caret(struct text *out, int *place, struct str line, struct str caret, int columns)
{
    static const char dots[] = "...";
    enum { DOTS = sizeof dots - 1 };
    int at = 0;
    while (at < caret.n && caret.p[at] == ' ') {
        at++;
    }
    int whole = wrap_columns(line);
    if (at != caret.n - 1 || caret.p[at] != '^' || at > whole || whole + 1 <= columns) {
        return false;
    }
    int room = columns - 2 * DOTS - 1;
    int from = at - room * 2 / 3 < whole - room ? at - room * 2 / 3 : whole - room;
    from = from > 0 ? from : 0;
    int column = 0;
    *place = at - from + (from > 0 ? DOTS : 0);
    text_add(out, "%s", from > 0 ? dots : "");
    while (line.n > 0 && column < from + room) {
        struct utf8_step step = utf8_decode(line);
        if (column >= from) {
            text_add_str(out, (struct str){line.p, step.n});
        }
        column += columns_of(step.code);
        line = behind(line, step.n);
    }
    text_add(out, "%s", line.n > 0 ? dots : "");
    return true;
}

/* Determined once: a million lines need not check each time whether they go to a file. */
static bool is_for_a_file;

/* Text is as wide as COLUMNS says, or the terminal; 0: no width is known, as for a file. */
static APART int width_told(FILE *file)
{
    enum { COLUMNS_MAX = 10000 };
    const char *told = getenv("COLUMNS");
    int64_t columns;
    if (told != NULL && str_to_int64(str_of(told), 1, COLUMNS_MAX, &columns)) {
        return columns < WRAP_COLUMNS_MIN ? WRAP_COLUMNS_MIN : (int)columns;
    }
    struct winsize size;
    if (isatty(fileno(file)) == 0 || ioctl(fileno(file), TIOCGWINSZ, &size) != 0 ||
        size.ws_col == 0) {
        return 0;
    }
    return size.ws_col < WRAP_COLUMNS_MIN ? WRAP_COLUMNS_MIN : size.ws_col;
}

static int width_of(FILE *file)
{
    return file == stdout && is_for_a_file ? 0 : width_told(file);
}

int output_width(void)
{
    return width_of(stdout);
}

/* What is asked of the system in passing is checked (CHECK), and aborts: where that was memory,
 * this is no fault of the program, and is told as what it is. */
static void end_without_memory(int signal_number)
{
    static const char told[] = "referee: there is no memory left, so the program has ended; "
                               "every act that was told is in the campaign\n";
    if (errno == ENOMEM) {
        (void)!write(STDERR_FILENO, told, sizeof told - 1);
        _exit(EXIT_OPERATING);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* A document that lacks what there was no memory for would look whole. */
static void *memory_of_json(size_t size)
{
    void *memory = malloc(size);
    CHECK(memory != NULL);
    return memory;
}

void output_begin(void)
{
    json_set_alloc_funcs(memory_of_json, free);
    setlocale(LC_CTYPE, "");
    signal(SIGABRT, end_without_memory);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write error */
    /* The number of a closed standard stream would go to the next file opened, such as the
     * campaign. A file that cannot be written takes its place, so that the loss is still
     * noticed. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)!open("/dev/null", O_RDONLY);
        }
    }
    is_for_a_file = output_width() == 0;
}

bool output_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* ---- output that is lost --------------------------------------------------------------- */

bool output_reader_is_gone(void)
{
    struct pollfd reader = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&reader, 1, 0) > 0 && (reader.revents & (POLLERR | POLLHUP)) != 0;
}

bool output_has_failed(void)
{
    return ferror(stdout) != 0;
}

/* The errno of the first write known to have failed; 0: none. */
static int failure;

static bool could_be_written(void)
{
    errno = 0;
    bool is_written = fflush(stdout) == 0 && !output_has_failed();
    if (!is_written && failure == 0) {
        failure = errno != 0 ? errno : EIO;
    }
    return is_written && failure == 0;
}

bool output_is_lost(void)
{
    if (could_be_written() && output_reader_is_gone()) {
        failure = EPIPE;
    }
    return failure != 0;
}

int output_end(int code)
{
    if (could_be_written()) {
        return code;
    }
    if (failure == EPIPE || output_reader_is_gone()) {
        /* Everything is closed by now: ends like other programs whose reader has gone. */
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
        return EXIT_OPERATING;
    }
    fprintf(stderr, "referee: standard output: %s\n", strerror(failure));
    return EXIT_OPERATING;
}

/* ---- lines for display ----------------------------------------------------------------- */

/* The replacement of a character when there is only ASCII. */
static const char *ascii_for(uint32_t code)
{
    static const struct {
        uint32_t code;
        const char *ascii;
    } table[] = {
        {0x2190, "<-"}, {0x2192, "->"}, {0x00B7, "-"},   {0x2212, "-"},
        {0x00D7, "x"},  {0x00B1, "+-"}, {0x2026, "..."},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].code == code) {
            return table[i].ascii;
        }
    }
    return "?";
}

/* The text as it can be shown: harmless, and in ASCII if needed. The replacement of a character
 * is never longer than it. */
static struct str shown_text(char out[OUTPUT_LINE_MAX], struct str line)
{
    utf8_clean(out, OUTPUT_LINE_MAX, line);
    if (output_is_utf8()) {
        return str_of(out);
    }
    struct str rest = str_of(out);
    int n = 0;
    while (rest.n > 0) {
        struct utf8_step step = utf8_decode(rest);
        const char *ascii = step.code < 0x80 ? NULL : ascii_for(step.code);
        if (ascii == NULL) {
            out[n++] = (char)step.code;
        } else {
            memcpy(out + n, ascii, strlen(ascii));
            n += (int)strlen(ascii);
        }
        rest = (struct str){rest.p + step.n, rest.n - step.n};
    }
    return (struct str){out, n};
}

static void write_bytes(FILE *file, struct str piece)
{
    fwrite(piece.p, 1, (size_t)piece.n, file);
}

/* The text in lines of at most `width` columns (0: in one), without the end of the last. */
static void write_piece(FILE *file, struct str line, int width)
{
    char buf[OUTPUT_LINE_MAX];
    const struct str whole = shown_text(buf, line);
    struct str rest = whole;
    if (width == 0 || rest.n <= width) {
        write_bytes(file, rest);
        return;
    }
    int indent = 0;
    for (;;) {
        int n = wrap_bytes(rest, width - indent);
        write_bytes(file, (struct str){rest.p, n});
        indent = wrap_indent(whole, width);
        rest = str_trimmed_start((struct str){rest.p + n, rest.n - n});
        if (rest.n == 0) {
            return;
        }
        fprintf(file, "\n%*s", indent, "");
    }
}

static void write_line(FILE *file, struct str line)
{
    write_piece(file, line, width_of(file));
    putc('\n', file);
}

/* The line at the beginning of *text, moving *text past it. */
static struct str take_line(const char **text)
{
    struct str line = {*text, (int)strcspn(*text, "\n")};
    *text += line.n + ((*text)[line.n] == '\n' ? 1 : 0);
    return line;
}

static void write_lines(FILE *file, const char *text)
{
    int width = width_of(file);
    while (*text != '\0') {
        struct str line = take_line(&text);
        const char *behind = text;
        struct str caret = take_line(&behind);
        TEXT_BUFFER(part, OUTPUT_LINE_MAX);
        int place;
        if (width > 0 && wrap_caret(&part, &place, line, caret, width)) {
            write_line(file, (struct str){part.p, part.n});
            fprintf(file, "%*s^\n", place, "");
            text = behind;
        } else {
            write_line(file, line);
        }
    }
}

void output_line(const char *format, ...)
{
    char line[OUTPUT_LINE_MAX];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(line, sizeof line, format, arguments);
    va_end(arguments);
    write_line(stdout, str_of(line));
}

void output_lines(const char *text)
{
    write_lines(stdout, text);
}

void output_prompt(const char *text)
{
    write_piece(stdout, str_of(text), output_width());
    fflush(stdout);
}

void output_plain(const struct text *line)
{
    if (width_of(stdout) > 0) {
        write_line(stdout, (struct str){line->p, line->n});
        return;
    }
    write_bytes(stdout, (struct str){line->p, line->n});
    putc('\n', stdout);
}

int output_columns(const char *text)
{
    return wrap_columns(str_of(text));
}

void output_column(struct text *line, const char *text, int columns)
{
    struct str rest = str_of(text);
    int used = 0;
    while (rest.n > 0) {
        struct utf8_step step = utf8_decode(rest);
        int width = utf8proc_charwidth((utf8proc_int32_t)step.code);
        if (used + width > columns) {
            break;
        }
        text_add_str(line, (struct str){rest.p, step.n});
        used += width;
        rest = (struct str){rest.p + step.n, rest.n - step.n};
    }
    text_add(line, "%*s", columns - used + 2, "");
}

void output_row(const struct text *line)
{
    write_line(stdout, str_trimmed_end((struct str){line->p, line->n}));
}

const char *output_percent(char out[OUTPUT_PERCENT_SIZE], double chance)
{
    enum { PLACES = 2 };
    if (chance > 0 && chance < 0.00005) {
        return "<0.01%";
    }
    if (chance < 1 && chance >= 0.99995) {
        return text_is_certain(chance) ? "100.00%" : ">99.99%";
    }
    text_format(out, OUTPUT_PERCENT_SIZE, "%.*f%%", PLACES, chance * 100);
    return out;
}

/* ---- errors ---------------------------------------------------------------------------- */

int output_exit_code(enum status code)
{
    switch (code) {
    case STATUS_OK:
        return EXIT_DONE;
    case STATUS_REFUSED:
        return EXIT_REFUSED;
    case STATUS_USAGE:
    case STATUS_FULL: /* something smaller can be requested */
        return EXIT_USAGE;
    case STATUS_MEMORY:
    case STATUS_ELSEWHERE:
    case STATUS_MISSING: /* a file or a folder; unknown words are STATUS_USAGE */
    case STATUS_IO:
    case STATUS_DAMAGED:
    case STATUS_FOREIGN:
    case STATUS_CONFLICT:
    case STATUS_COUNT:
        break;
    }
    return EXIT_OPERATING;
}

void output_message(const char *text)
{
    fflush(stdout);
    write_lines(stderr, text);
}

int output_error(const struct error *err)
{
    TEXT_BUFFER(text, sizeof err->where + sizeof err->text + 16);
    text_add(&text, "referee: ");
    text_add_error(&text, err);
    output_message(text.p);
    return output_exit_code(err->code);
}

/* ---- JSON ------------------------------------------------------------------------------ */

enum { JSON_STYLE = JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY };

char *output_json_text(const json_t *document)
{
    char *text = json_dumps(document, JSON_STYLE);
    CHECK(text != NULL);
    return text;
}

void output_json(json_t *document)
{
    CHECK(document != NULL);
    /* output_end finds a failed write again. */
    (void)json_dumpf(document, stdout, JSON_STYLE);
    putc('\n', stdout);
    json_decref(document);
}

void output_document(const char *text)
{
    fputs(text, stdout);
}

void output_json_part(const char *text, const json_t *value)
{
    fputs(text, stdout);
    if (value != NULL) {
        (void)json_dumpf(value, stdout, JSON_STYLE);
    }
}

void output_report(json_t *report)
{
    report_be_json(report);
    output_json(report);
}

/* ---- tables ---------------------------------------------------------------------------- */

static void add_cell(struct text *line, const struct report_column *column, const char *cell)
{
    if (column->columns > 0) {
        output_column(line, cell, column->columns);
    } else if (column->columns < 0) {
        text_add(line, " %*s", -column->columns - 1, cell);
    } else {
        text_add(line, "%s", cell);
    }
}

void output_report_head(const struct report_column *columns, int count)
{
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    for (int i = 0; i < count; i++) {
        add_cell(&line, &columns[i], columns[i].title != NULL ? columns[i].title : "");
    }
    output_row(&line);
}

void output_report_row(const json_t *row, const struct report_column *columns, int count)
{
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(cell, OUTPUT_LINE_MAX);
        text_add(&cell, "%*s", columns[i].indent, "");
        report_format_cell(row, &columns[i], !output_is_utf8(), &cell);
        add_cell(&line, &columns[i], cell.p);
    }
    output_row(&line);
}

int output_refuse_file(const char *path)
{
    struct stat about;
    bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    text_add(&text, "referee: %s: %s", path,
             is_folder ? "this is a folder; name a file in it"
                       : "there is a file of this name already; --replace writes over it");
    output_message(text.p);
    return EXIT_REFUSED;
}
