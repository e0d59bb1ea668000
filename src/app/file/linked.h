/* The shared libraries that the layers below use, with the versions that are loaded: for
 * `referee doctor`. Those of the screen are known there. */
#ifndef REFEREE_APP_FILE_LINKED_H
#define REFEREE_APP_FILE_LINKED_H

/* The name of a library and its version; NULL after the last one. */
const char *linked_at(int index, const char **version);

#endif
