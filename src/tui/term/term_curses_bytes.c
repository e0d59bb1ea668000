#include "tui/term/term_curses_bytes.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "base/status.h"

enum { BYTES_SIZE = 8 * 1024 /* many rows at once, so that no row appears half drawn */ };

static char gathered[BYTES_SIZE];
static int gathered_count;

void curses_bytes_flush(void)
{
    int done = 0;
    while (done < gathered_count) {
        ssize_t written =
            write(STDOUT_FILENO, gathered + done, (size_t)(gathered_count - done));
        if (written > 0) {
            done += (int)written;
        } else if (written < 0 && errno == EAGAIN) {
            /* Another user of the terminal has made it non-blocking. */
            poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            break; /* the terminal is gone */
        }
    }
    gathered_count = 0;
}

int curses_bytes_add(int byte)
{
    if (gathered_count == BYTES_SIZE) {
        curses_bytes_flush();
    }
    gathered[gathered_count++] = (char)byte;
    return byte;
}

void curses_bytes_add_text(const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        curses_bytes_add(*p);
    }
}

void curses_bytes_add_capability(const char *capability)
{
    tputs(capability, 1, curses_bytes_add);
}

const char *curses_capability_find(const char *name)
{
    const char *capability = tigetstr(name);
    return capability == (const char *)-1 ? NULL : capability;
}

/* The bytes that curses itself reads; NULL: it has none. */
static char *bytes_of(const char *name)
{
    char *capability = tigetstr(name);
    return capability == (char *)-1 ? NULL : capability;
}

char curses_capability_begin(const char *name, char byte)
{
    char *capability = bytes_of(name);
    char before = '\0';
    if (capability != NULL) {
        before = capability[0];
        capability[0] = byte;
    }
    return before;
}

void curses_capability_mend(const char *name, const char *from, const char *to)
{
    char *capability = bytes_of(name);
    char *at = capability != NULL ? strstr(capability, from) : NULL;
    CHECK(strlen(from) == strlen(to));
    if (at != NULL) {
        memcpy(at, to, strlen(to));
    }
}

void curses_bytes_add_if_known(const char *name)
{
    const char *capability = curses_capability_find(name);
    if (capability != NULL) {
        curses_bytes_add_capability(capability);
    }
}

void curses_bytes_take(char *out, int size)
{
    int count = gathered_count < size ? gathered_count : 0;
    memcpy(out, gathered, (size_t)count);
    out[count] = '\0';
    gathered_count = 0;
}
