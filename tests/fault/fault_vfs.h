/* A disk that fails when it is told to: SQLite's own files, with a chosen operation failing.
 *
 * Once installed, every connection goes through it. Nothing waits for the real disk. */
#ifndef REFEREE_FAULT_FAULT_VFS_H
#define REFEREE_FAULT_FAULT_VFS_H

#include <stdbool.h>

enum fault_kind {
    FAULT_FULL, /* that write finds the disk full; syncs are not counted */
    FAULT_IO,   /* that write or sync fails */
    FAULT_GONE, /* that write or sync, and everything after it: power lost */
    FAULT_READ, /* that read fails */
    FAULT_LATE  /* that opening for writing finds no file, and the next try finds one */
};

/* For the whole program; call it once. */
void fault_install(void);
/* The `n`th operation from now on fails; 1 is the next. 0: none does. */
void fault_arm(enum fault_kind kind, int n);
/* Whether it has failed since it was armed; puts the disk in order again. */
bool fault_disarm(void);

#endif
