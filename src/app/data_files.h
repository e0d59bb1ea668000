/* Data files: those that ship within the program, and the user's own in a folder below
 * $XDG_DATA_HOME/referee. What is in them is somebody else's business: each file is handed over
 * as bytes with its name. */
#ifndef REFEREE_APP_DATA_FILES_H
#define REFEREE_APP_DATA_FILES_H

#include "content/yaml_reader.h"

/* Who takes the files. A file that cannot be read is among the problems. */
struct data_files {
    struct diagnostics *diagnostics;
    void (*read)(void *reader, const struct yaml_source *source);
    void *reader;
};

/* Those that ship and whose path fits the glob. */
void data_files_shipped(const struct data_files *files, const char *glob);
/* The files *.yaml of a folder of the user's, as "tables", in the order of their names; a
 * folder that is not there has none. */
void data_files_folder(const struct data_files *files, const char *folder);
/* One file; `code` is that of mistakes in it. */
void data_files_one(const struct data_files *files, const char *path, enum status code);

#endif
