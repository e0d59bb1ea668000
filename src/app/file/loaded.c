#include "app/file/loaded.h"

#include <dlfcn.h>
#include <jansson.h>
#include <stddef.h>
#include <string.h>

#include "content/import/notes.h"
#include "content/yaml_reader.h"
#include "store/db.h"

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

static const struct {
    const char *name;
    const char *(*version)(void);
} libraries[] = {{"SQLite", db_library_version},
                 {"libyaml", yaml_library_version},
                 {"cmark", notes_library_version},
                 {"Jansson", jansson_version_str}};

const char *linked_at(int index, const char **version)
{
    if (index >= (int)(sizeof libraries / sizeof libraries[0])) {
        return NULL;
    }
    *version = libraries[index].version();
    return libraries[index].name;
}
