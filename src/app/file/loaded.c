#include "app/file/loaded.h"

#include <dlfcn.h>
#include <string.h>

bool library_load(const char *const *names, const struct loaded_function *functions, int count)
{
    void *library = NULL;
    for (int i = 0; names[i] != NULL && library == NULL; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
    bool has_all = library != NULL;
    for (int i = 0; i < count && has_all; i++) {
        void *found = dlsym(library, functions[i].name);
        memcpy(functions[i].pointer, &found, sizeof found); /* C has no conversion of it */
        has_all = found != NULL;
    }
    return has_all;
}
