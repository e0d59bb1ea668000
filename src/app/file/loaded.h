/* Shared libraries of the system: those that are loaded when something first needs them, so
 * that nobody has to have them (a server of pages, packs of another program), and the versions
 * of those that are linked. */
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

/* The shared libraries that are linked, for `referee doctor`: the name of one and the version
 * that is loaded; NULL after the last one. Those of the screen are known there. */
const char *linked_at(int index, const char **version);

#endif
