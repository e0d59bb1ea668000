/* Other programs that the benchmarks compare with, where they are installed. */
#ifndef REFEREE_TESTS_BENCH_OUTSIDE_H
#define REFEREE_TESTS_BENCH_OUTSIDE_H

#include <stdbool.h>

/* Whether a program of this name can be run (the folder of games is searched too); `out` is
 * then its path. */
enum { OUTSIDE_PATH_SIZE = 512 };
bool outside_find(char out[OUTSIDE_PATH_SIZE], const char *name);

/* Runs a program with these arguments (the first is its path; NULL ends them) and throws away
 * what it prints. Returns the seconds of processor time it took, or -1 when it failed. */
double outside_run(const char *const *arguments);

/* The same for a line of the shell, of which the first line it prints is kept ("": it printed
 * nothing). */
double outside_ask(char *out, int size, const char *command);

#endif
