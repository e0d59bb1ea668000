/* A long evening takes no more memory and holds no more files open than a short one: keys in
 * every view, encounters that are opened, forecasts.
 *
 * Few of each every day; RESOURCES=all presses 20,000 keys, opens 1,000 encounters and makes
 * 10,000 forecasts. Memory is what the C library has given out, where it can tell; SQLite keeps
 * pages of the campaign's two files, up to 2 MB of each. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "support/play.h"
#include "support/unit.h"

/* Each of the two files has a log and an index beside it. */
enum { ROUNDS = 10, SLACK = 4 << 20, FILES = 6 };

static const char *const fight[] = {"encounter Mill system=trilemma",
                                    "add Bo side=party wits=10 strength=9 ac=20 hp=9",
                                    "add rat strength=1 wits=3 ac=1 hp=1 damage=1d4",
                                    "save-kind rat mill rat",
                                    "prepare Ford party",
                                    "initiative 15 9",
                                    NULL};

/* From the table and back to it; 60 keys. */
static const char keys[] =
    "Down Up Tab n u d text:1 Enter u a text:15 Enter text:3 Enter u l Up Up PageUp Esc U Down "
    "Esc T Down Esc H Esc / text:rat Esc % Tab Esc y Esc < < Esc , k Down Esc p Esc & Esc "
    ": text:dam Esc ? / text:a Esc Esc C-f wait wait Esc";
enum { KEYS = 60 };

static int files_open(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) {
        return 0;
    }
    while (readdir(folder) != NULL) {
        count++;
    }
    closedir(folder);
    return count;
}

static long memory_taken(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    return (long)mallinfo2().uordblks + (long)mallinfo2().hblkhd;
#else
    return 0;
#endif
}

typedef void some_fn(struct play *play, int i);

static void press_keys(struct play *play, int i)
{
    (void)i;
    play_keys(play, keys);
}

static void open_encounter(struct play *play, int i)
{
    (void)i;
    play_do(play, "open Yard");
    play_do(play, "open Mill");
}

static void make_forecast(struct play *play, int i)
{
    (void)i;
    sitting_run(play->sitting, "forecast", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
}

static int files_before; /* the campaign was opened */

/* So often in ten rounds; from the end of the second one on nothing grows. */
static void repeat(struct play *play, const char *what, some_fn *some, int usual, int all)
{
    const char *wanted = getenv("RESOURCES");
    int times = wanted != NULL && strcmp(wanted, "all") == 0 ? all : usual;
    long memory = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < times / ROUNDS; i++) {
            some(play, i);
        }
        memory = round == 1 ? memory_taken() : memory;
    }
    long grown = memory_taken() - memory;
    printf("# %d %s: %d files open, %ld KB taken, %ld bytes more than after a fifth of them\n",
           times, what, files_open(), memory_taken() / 1024, grown);
    assert_true(files_open() <= files_before + FILES);
    if (grown > SLACK) {
        fail_msg("%s: %ld bytes more", what, grown);
    }
}

static void test_resources__a_long_evening_takes_no_more_than_a_short_one(void **state)
{
    files_before = files_open();
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "encounter Yard system=four-against-darkness");
    play_do(play, "open Mill");
    repeat(play, "rounds of 60 keys", press_keys, 10, 20000 / KEYS + ROUNDS);
    repeat(play, "encounters opened, twice each", open_encounter, 10, 500);
    repeat(play, "forecasts", make_forecast, 10, 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_resources__a_long_evening_takes_no_more_than_a_short_one,
                                  play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
