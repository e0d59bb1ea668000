/* Data files: those that ship within the program, and the user's own in a folder below
 * $XDG_DATA_HOME/referee. Their contents are not known here: each file is handed over as bytes
 * with its name. */
#ifndef REFEREE_APP_LIBRARY_DATA_FILES_H
#define REFEREE_APP_LIBRARY_DATA_FILES_H

#include "content/yaml_reader.h"

/* The receiver of the files. A file that cannot be read is among the diagnostics. */
struct data_files {
    struct diagnostics *diagnostics;
    void (*read)(void *reader, const struct yaml_source *source);
    void *reader;
};

/* The files that ship and whose path matches the glob. */
void data_files_shipped(const struct data_files *files, const char *glob);
/* One of them by its path in the source tree; false when none ships there. The bytes last for
 * ever. */
bool data_file_shipped(const char *path, struct str *bytes);
/* The files *.yaml in a folder of the user's, such as "tables", in order of name; a missing
 * folder has none. */
void data_files_folder(const struct data_files *files, const char *folder);
/* One file; `code` is that of mistakes in it. */
void data_files_one(const struct data_files *files, const char *path, enum status code);

#endif
