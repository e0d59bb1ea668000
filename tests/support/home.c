#include "support/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/unit.h"

static char home[300];

const char *home_path(const char *name)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", home, name);
    return path;
}

void home_write(const char *name, const char *text)
{
    char folder[100];
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
        mkdir(home_path(folder), 0777);
    }
    FILE *file = fopen(home_path(name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

int home_begin(const char *variable)
{
    const char *folder = getenv("TMPDIR");
    snprintf(home, sizeof home, "%s/home.XXXXXX", folder != NULL ? folder : "/tmp");
    assert_non_null(mkdtemp(home));
    return setenv(variable, home, 1);
}

int home_end(const char *variable)
{
    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return unsetenv(variable) != 0 || system(command) != 0;
}
