#include "app/user_keys.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/session.h"
#include "resolver/system.h"

enum { PATH_SIZE = 4096 };

static bool find_path(struct text *out)
{
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    /* The XDG rules: a path that is not absolute is to be ignored. */
    if (config != NULL && config[0] == '/') {
        text_add(out, "%s/referee/keys", config);
    } else if (home != NULL && home[0] == '/') {
        text_add(out, "%s/.config/referee/keys", home);
    } else {
        return false;
    }
    return !out->is_cut;
}

/* A command of any system that runs at the table, or of the application. */
static bool is_command(struct str name, struct nearest *nearest)
{
    for (int i = 0; i < systems_count(); i++) {
        const struct command_def *defs[COMMANDS_MAX];
        struct made_commands made;
        int count = session_commands_of(system_at(i), &made, defs, COMMANDS_MAX);
        for (int k = 0; k < count; k++) {
            if (str_equal_any_case(name, str_of(defs[k]->name))) {
                return true;
            }
            nearest_offer(nearest, defs[k]->name);
        }
    }
    return false;
}

static enum status parse(const struct key_file_words *words, struct str bytes, const char *path,
                         struct error *err)
{
    static struct key_file file;
    struct problems problems = {.count = 0};
    enum status status = key_file_parse(&file, bytes, path, words, &problems);
    if (status != STATUS_OK) {
        const struct error *first = &problems.problem[0];
        char more[40] = "";
        if (problems.count > 1) {
            snprintf(more, sizeof more, " (and %d more)", problems.count - 1);
        }
        return error_set(err, status, first->where, "%.300s%s", first->text, more);
    }
    key_bindings_set(file.binding, file.bindings);
    return STATUS_OK;
}

enum status user_keys_load(bool (*is_key)(struct str), bool (*is_typed)(struct str),
                           struct error *err)
{
    static char bytes[KEY_FILE_BYTES_MAX + 1];
    const struct key_file_words words = {is_key, is_typed, is_command};
    char path[PATH_SIZE];
    struct text text;
    text_init(&text, path, sizeof path);
    if (!find_path(&text)) {
        return STATUS_OK;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return errno == ENOENT || errno == ENOTDIR
                   ? STATUS_OK
                   : error_set(err, STATUS_IO, path, "%s", strerror(errno));
    }
    size_t n = fread(bytes, 1, sizeof bytes, file);
    int failure = ferror(file) != 0 ? errno : 0;
    fclose(file);
    if (failure != 0) {
        return error_set(err, STATUS_IO, path, "%s", strerror(failure));
    }
    return parse(&words, (struct str){bytes, (int)n}, path, err);
}
