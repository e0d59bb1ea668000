/* Libraries of the system that are loaded when something first needs them, so that nobody has
 * to have them: a server of pages, packs of another program. */
#ifndef REFEREE_APP_FILE_LOADED_H
#define REFEREE_APP_FILE_LOADED_H

#include <stdbool.h>

/* A function by its name, and the pointer of its type that is to hold it. */
struct loaded_function {
    const char *name;
    void *pointer;
};

/* Loads the first of the names that is there, ended by NULL, with all of `count` functions.
 * False: none is, or it lacks one. It stays loaded. */
bool library_load(const char *const *names, const struct loaded_function *functions, int count);

#endif
