/* Carrying out a case (support/cases.h): at a table in memory, or with the resolver alone. */
#ifndef REFEREE_TESTS_SUPPORT_CASE_RUN_H
#define REFEREE_TESTS_SUPPORT_CASE_RUN_H

#include "base/text.h"
#include "support/cases.h"

/* Whether there is such an expectation ("value Ana hp 5"); else `why` says so and names the
 * nearest. */
bool case_knows(const char *expectation, char *why, int why_size);

/* The words of every expectation there is, by number from 0; NULL after the last. */
const char *case_expectation(int i);

/* Goes through the lines up to the first that fails; false then, with "file:line: the line:
 * what was different" in `why`. */
bool case_run(const struct rule_case *item, struct text *why);

#endif
