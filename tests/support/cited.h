/* The rules that ship with a system, and citations that are not among them: gathered, so that
 * one run names all of them. For tests; all functions fail the running one. */
#ifndef REFEREE_TESTS_SUPPORT_CITED_H
#define REFEREE_TESTS_SUPPORT_CITED_H

#include "content/rule_texts.h"
#include "resolver/system.h"

struct cited {
    char path[100];
    struct rule_texts rule_texts;
    int count; /* how often something was cited */
    char list[4000];
    struct text missing;
    unsigned char memory[RULE_TEXTS_MEMORY_SIZE];
};

/* Reads data/<system>/rules.yaml, which must be right. Freed by cited_end. */
struct cited *cited_begin(const struct system *system);
/* `rules` cites any number of rules like an event ("5.14 5.19", "hit roll, damage rolls"); `by`
 * is the source of the citation. */
void cited_by(struct cited *cited, struct str rules, const char *by);
/* Fails when something is missing, or when nothing was cited at all. */
void cited_end(struct cited *cited);

#endif
