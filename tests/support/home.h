/* A folder of the test in place of one of the user's: variable XDG_DATA_HOME, say. */
#ifndef REFEREE_TESTS_SUPPORT_HOME_H
#define REFEREE_TESTS_SUPPORT_HOME_H

/* For the setup and the teardown of a test; 0 when it went well. */
int home_begin(const char *variable);
int home_end(const char *variable);

/* A path in the folder, valid until the next call. */
const char *home_path(const char *name);
/* A file in it, with the folders on its way. */
void home_write(const char *name, const char *text);

#endif
