#include "app/file/linked.h"

#include <jansson.h>
#include <stddef.h>

#include "content/import/notes.h"
#include "content/yaml_reader.h"
#include "store/db.h"

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
