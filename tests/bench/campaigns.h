/* Campaigns of a wanted length for the benchmarks: real acts of a fight of twelve, run through
 * a sitting, with a few short encounters before one long one.
 *
 * Making a long one takes a while, so it is kept in BENCH_FOLDER from run to run, and only ever
 * copied. While it is made, nothing waits for the disk. */
#ifndef REFEREE_TESTS_BENCH_CAMPAIGNS_H
#define REFEREE_TESTS_BENCH_CAMPAIGNS_H

struct sitting;

enum { CAMPAIGN_PATH_SIZE = 128 };

/* A copy, for the caller to change and to remove, of a campaign with about that many events (0:
 * the fight has just begun). It is completely on the disk when this returns. */
void campaigns_copy(char path[CAMPAIGN_PATH_SIZE], long events);
/* The same with an encounter on each of so many evenings, a week apart, all of a length. */
void campaigns_copy_of_evenings(char path[CAMPAIGN_PATH_SIZE], long events, int evenings);
void campaigns_remove(const char *path);

struct sitting *campaigns_open(const char *path);
/* Runs a line that must be done. */
void campaigns_do(struct sitting *sitting, const char *line);

/* The next attack of the fight, with its dice on the line; it can always be made. */
const char *campaigns_attack(struct sitting *sitting);
/* The acts after an attack, until the next one can be made. */
void campaigns_go_on(struct sitting *sitting);

/* The bytes of a file; 0 when there is none. */
long campaigns_size(const char *path, const char *suffix);

#endif
