/* The tests of a folder as one program: each has a name, and the program runs the one that it
 * is called by. The makefile writes the table. */
#ifndef REFEREE_SUPPORT_JOINED_H
#define REFEREE_SUPPORT_JOINED_H

#include <stddef.h>

struct joined_test {
    const char *path; /* from the top of the tree, without its ending: "tests/store/test_log" */
    int (*run)(void); /* what its `main` returns */
};

/* Runs the test whose path ends arguments[0], and returns what it returns. Ends with 2 and a
 * message where there is none. */
int joined_run(const struct joined_test *tests, size_t tests_count, int count,
               char **arguments);

#endif
