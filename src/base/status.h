/* How functions of every layer report that they failed.
 *
 * Three kinds of trouble, three mechanisms. A programmer's error stops the program through
 * CHECK, in release builds too: every act shown was committed before, so nothing is lost by
 * stopping. An operating error is an enum status with a struct error that the caller owns. A
 * refusal by the rules is not an error: it is a value of the tracker (see
 * tracker/decision.h). */
#ifndef REFEREE_BASE_STATUS_H
#define REFEREE_BASE_STATUS_H

#undef NDEBUG
#include <assert.h>

/* Holds in every build; a failed check prints the place and aborts. */
#define CHECK(condition) assert(condition)

#if defined(__GNUC__)
#define MUST_CHECK __attribute__((warn_unused_result))
/* The compiler guards every function that has an array on its stack. Rare work that needs one
 * stands in a function of its own, so that the usual work beside it is not guarded. */
#define APART __attribute__((noinline))
#define LIKE_PRINTF(position, first) __attribute__((format(printf, position, first)))
#else
#define MUST_CHECK
#define APART
#define LIKE_PRINTF(position, first)
#endif

enum status {
#define STATUS(name, word) STATUS_##name,
#include "base/status.def"
#undef STATUS
    STATUS_COUNT
};

enum { ERROR_WHERE_SIZE = 96, ERROR_TEXT_SIZE = 400 };

/* Plain data, owned by the caller, usually on its stack. `where` is "file:line:column" or
 * "line 3" or empty; `text` is lower case without a final stop; it may hold further lines, such
 * as an expression and a caret under the wrong place. */
struct error {
    enum status code;
    char where[ERROR_WHERE_SIZE];
    char text[ERROR_TEXT_SIZE];
};

/* A fault that a check of a file found: where ("trigger event_update", "row 30"), what is wrong
 * there, and what to do about it. Plain words, lower case without a final stop. Valid only
 * during the call that reports it. */
struct fault {
    const char *where, *what, *next;
};
typedef void found_fn(void *context, const struct fault *fault);

/* The word of a status, for messages and tests. */
const char *status_word(enum status code);

/* Fills *err (NULL: nothing to fill) and returns code, so that callers write
 * `return error_set(err, STATUS_USAGE, "", "...")`. A text that is too long is cut
 * between characters. The arguments may be the texts of *err itself. */
enum status error_set(struct error *err, enum status code, const char *where,
                      const char *format, ...) LIKE_PRINTF(4, 5);

/* How people are told a limit in bytes: "at most 60" IN_LETTERS. */
#define IN_LETTERS " letters (accented ones count double or more)"

/* "the note is too long: at most 60 letters ..."; returns STATUS_USAGE. `most` is in bytes. */
enum status error_too_long(struct error *err, const char *what, int most);

#endif
