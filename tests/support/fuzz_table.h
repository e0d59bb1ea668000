/* A campaign for fuzzers: the same bytes at each input, in a folder of its own. */
#ifndef REFEREE_TESTS_SUPPORT_FUZZ_TABLE_H
#define REFEREE_TESTS_SUPPORT_FUZZ_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sitting;
struct fixture;

/* Makes the campaign, with a fight of Trilemma that has begun and one of Four Against Darkness,
 * once; puts its file there as it was made, and goes into its folder, where a bare name of a
 * file lies. */
const struct fixture *fuzz_table_begin(void);
/* Opens it; NULL when that is refused, with a message. */
struct sitting *fuzz_table_open(bool is_read_only);
/* Runs a line, whose answer is clean whatever it is. */
void fuzz_table_run(struct sitting *sitting, const char *line);
/* The same where the file holds what the program would not have written: what it shows cleans.
 */
void fuzz_table_try(struct sitting *sitting, const char *line);
/* Closes it, opens it once more, verifies it, and goes back to where the program began. */
void fuzz_table_end(struct sitting *sitting, bool is_sound);
/* Its bytes, to be changed in place before it is opened; fuzz_table_write writes them. */
unsigned char *fuzz_table_bytes(size_t *size);
void fuzz_table_write(void);

#endif
