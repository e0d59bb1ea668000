/* Rule tests as text: the files tests/rules/<game>/NAME.cases, whose format tests/README.md
 * explains. Here they are read, and set-ups and tables are written out, so that a case is a
 * plain list of lines; support/case_run.h carries them out. */
#ifndef REFEREE_TESTS_SUPPORT_CASES_H
#define REFEREE_TESTS_SUPPORT_CASES_H

#include "resolver/system.h"

/* One line of a case, and its place. Texts live as long as the cases. */
struct case_line {
    int number;       /* in its file, from 1 */
    const char *text; /* without the blanks at both ends */
};

struct rule_case {
    const char *title; /* "trilemma/chapter: Ana acts first [5.1; T1]" */
    const char *path;
    const char *rules; /* "5.1; T1": what it cites */
    int number;        /* the line that it begins with */
    const struct system *system;
    const struct case_line *line;
    int lines;
};

/* A list of rules that must each be cited by a case of the same folder. */
struct checklist {
    const char *title; /* "four-against-darkness/flow: every rule of the flow has a case" */
    const char *path;
    const struct case_line *line;
    int lines;
};

/* Whether a line begins with these words; *rest is what follows them. */
bool line_begins(const char *line, const char *words, const char **rest);

struct cases;

/* None yet. Freed by cases_free. */
struct cases *cases_new(void);
void cases_free(struct cases *cases);

/* Reads one file; its mistakes are among the mistakes. */
void cases_read(struct cases *cases, const char *path);
/* Reads every file below the folders of `folder`, except for the folder named `left_out`, in
 * the order of their names. */
void cases_read_all(struct cases *cases, const char *folder, const char *left_out);
/* Call it once everything is read: looks for unknown rules and duplicate names. */
void cases_check(struct cases *cases);

/* A line "file:line: what is wrong" for each mistake; "" for none. */
const char *cases_mistakes(const struct cases *cases);

int cases_count(const struct cases *cases);
const struct rule_case *cases_at(const struct cases *cases, int i);
int cases_checklists(const struct cases *cases);
const struct checklist *cases_checklist(const struct cases *cases, int i);

/* Whether a case of the same folder cites this rule. */
bool cases_cite(const struct cases *cases, const struct checklist *checklist, const char *rule);

#endif
