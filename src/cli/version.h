/* The program's version and the day of its release: in `--version`, the manual and the
 * packages, whose files have that day. The library has its own version (RESOLVER_VERSION_MAJOR
 * in resolver/resolver.h). The makefile reads both lines. */
#ifndef REFEREE_CLI_VERSION_H
#define REFEREE_CLI_VERSION_H

#define VERSION "0.1.0"
#define VERSION_DAY "2026-11-29"

#endif
