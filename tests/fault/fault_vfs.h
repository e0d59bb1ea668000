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
    FAULT_CUT, /* the same; what was written since the last sync is there in part: see fault_cut
                */
    FAULT_READ,   /* that read fails */
    FAULT_LATE,   /* that opening for writing finds no file, and the next try finds one */
    FAULT_OPEN,   /* that file cannot be opened */
    FAULT_LOCK,   /* that lock is not given */
    FAULT_SPACE,  /* that request for space, or to be cut short, is refused */
    FAULT_MEMORY, /* SQLite is given no memory at that request */
    FAULT_STOP,   /* that statement, or the next row of it, is ended: the program is to end */
    FAULT_HEAP,   /* the program is given no memory at that request (fault_calls.c) */
    FAULT_NAME, /* that file is not opened, looked at, linked, renamed or locked by the program
                 */
    /* What another program does just before that call of the program's own. */
    FAULT_REMOVED,  /* the file that is to be locked is removed */
    FAULT_REPLACED, /* it is another file */
    FAULT_HELD,     /* it is locked */
    FAULT_MADE,     /* there is a file of the name that is to be linked */
    FAULT_KINDS
};

/* For the whole program; call it once. */
void fault_install(void);
/* Whether FAULTS=all asks for every operation; without it a test tries some of them. */
bool fault_tries_all(void);
/* What a signal would leave behind: true from a FAULT_STOP until fault_disarm. */
bool fault_is_stopping(void);
/* Whether this call of the program's own fails, with errno set. */
bool fault_refuses_heap(void);
bool fault_refuses_name(void);
/* Whether another program does this now. */
bool fault_comes_between(enum fault_kind kind);
/* The `n`th operation from now on fails; 1 is the next. 0: none does. */
void fault_arm(enum fault_kind kind, int n);
/* The same, and every one like it after that too. */
void fault_arm_for_good(enum fault_kind kind, int n);
/* Whether it has failed since it was armed; puts the disk in order again. */
bool fault_disarm(void);
/* After FAULT_CUT, with every connection closed and before fault_disarm: the files as a disk
 * leaves them. Each sector of 512 bytes that was written since the last sync holds one of what
 * it held from then on, by chance: writes are lost, torn, and come in another order. The same
 * `seed` chooses the same. */
void fault_cut(unsigned seed);

#endif
