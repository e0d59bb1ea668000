/* Finding acts by parts of words in their lines and labels: a full-text index of trigrams,
 * behind a mark that says how far it has come.
 *
 * It is derived, and in the file beside the campaign (store/beside.h). It is made only once
 * somebody has searched a long log, and filled a piece at a time while the table is idle.
 *
 * Nothing depends on it: what it finds is read again from the log, and a search through the
 * whole log follows, so that a damaged or an old index costs time but gives no wrong answer. An
 * index that cannot be read, or that belongs to another log, is removed and made again. */
#ifndef REFEREE_STORE_SEARCH_H
#define REFEREE_STORE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct campaign;

/* The fewest characters of a word that it can find. */
enum { SEARCH_LETTERS_MIN = 3 };

/* True when a word has that many, and is text. */
bool search_can_find(struct str word);

/* Puts the next rows of the log into the index, at most `rows`, and makes it when there is
 * none. False: nothing is left to do, or the campaign is only read. */
bool search_fill(struct campaign *campaign, int rows);
/* Acts before `before` (0: from the newest) whose texts may hold all of these words, newest
 * first, at most `most`; returns their number: 0 after the last, and without an index. */
int search_find(struct campaign *campaign, const struct str *words, int count, int64_t before,
                int64_t *acts, int most);
/* The last row of the log that is in it; 0: there is none. */
int64_t search_upto(struct campaign *campaign);
/* STATUS_DAMAGED, and why, when it is damaged or not of this log; another failure when it could
 * not be read. For `referee verify`. */
enum status search_check(struct campaign *campaign, struct error *err) MUST_CHECK;
/* Closes it, or removes its file too, after which it is made again. */
void search_close(struct campaign *campaign);
void search_remove(struct campaign *campaign);

#endif
