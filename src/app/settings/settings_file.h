/* The file of the program's settings: $XDG_CONFIG_HOME/referee/settings.yaml, or else
 * ~/.config/referee/settings.yaml.
 *
 * It belongs to the person who edits it: changing a setting changes that one line, and every
 * comment and every other line stay unchanged. */
#ifndef REFEREE_APP_SETTINGS_SETTINGS_FILE_H
#define REFEREE_APP_SETTINGS_SETTINGS_FILE_H

#include "app/settings/program_settings.h"

/* Room for a path and DIAGNOSTICS_MAX mistakes. */
enum { SETTINGS_TOLD_SIZE = 8 * 1024 };

/* Finds the file and reads it, if there is one, into settings just initialised. When anything
 * is wrong with it, returns false, and `told` says so, with a line for each mistake: a tab, its
 * place and the mistake. */
bool settings_file_load(struct program_settings *settings, struct text *told);

/* Changes a setting, here and in the file, which is made with every setting explained when
 * there is none (mode 0600). STATUS_USAGE: the name or the value is wrong, and nothing changed.
 * Otherwise it is changed at least for this run, and another status says why the file stays
 * unchanged. */
enum status settings_file_change(struct program_settings *settings, struct str name,
                                 struct str value, struct error *err) MUST_CHECK;

/* The text of a new file: every setting with its help, commented out. */
void settings_file_template(const struct program_settings *settings, struct text *out);
/* The text with the line of one setting changed or added; false when that cannot be done
 * without touching anything else. */
bool settings_file_edit(const struct program_settings *settings, int setting, struct str bytes,
                        struct text *out);

#endif
