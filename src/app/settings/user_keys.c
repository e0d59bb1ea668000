#include "app/settings/user_keys.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/file/campaign_path.h"
#include "app/sitting/commands.h"
#include "app/file/text_file.h"
#include "resolver/system.h"

enum { PATH_SIZE = 4096 };

static bool find_path(struct text *out)
{
    bool is_known = campaign_path_config(out);
    text_add(out, "/keys");
    return is_known && !out->is_cut;
}

/* A command of any system, or of the application. */
static bool is_command(struct str name, struct nearest *nearest)
{
    for (int i = 0; i < systems_count(); i++) {
        const struct command_def *defs[COMMANDS_MAX];
        struct made_commands made;
        int count = sitting_commands_of(system_at(i), &made, defs, COMMANDS_MAX);
        for (int k = 0; k < count; k++) {
            if (str_equal_any_case(name, str_of(defs[k]->name))) {
                return true;
            }
            nearest_offer(nearest, defs[k]->name);
        }
    }
    return false;
}

static void tell(const char *path, const struct diagnostics *diagnostics, struct text *told)
{
    text_add(told,
             "%s\n\tThe file has mistakes, so none of it is used: the built-in keys are used. "
             "Correct it and start again.\n\n",
             path);
    for (int i = 0; i < diagnostics->count; i++) {
        text_add(told, "%s\t%s\n", diagnostics->diagnostic[i].where,
                 diagnostics->diagnostic[i].text);
    }
    if (diagnostics_full(diagnostics)) {
        text_add(told, "\tThere may be more after these.\n");
    }
}

bool user_keys_load(struct key_file *out, bool (*is_key)(struct str),
                    bool (*is_typed)(struct str), struct text *told)
{
    static char bytes[KEY_FILE_BYTES_MAX + 1];
    const struct key_file_words words = {is_key, is_typed, is_command};
    struct diagnostics diagnostics = {.count = 0};
    TEXT_BUFFER(text, PATH_SIZE);
    out->own.count = 0;
    if (!find_path(&text)) {
        return true;
    }
    int n = text_file_bytes(text.p, bytes, sizeof bytes);
    if (n < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        return true;
    }
    if (n < 0) {
        diagnostics_add(&diagnostics, STATUS_IO, "", "%s", strerror(errno));
    } else {
        enum status status =
            key_file_parse(out, (struct str){bytes, n}, "keys", &words, &diagnostics);
        CHECK((status == STATUS_OK) == (diagnostics.count == 0));
    }
    if (diagnostics.count > 0) {
        tell(text.p, &diagnostics, told);
    }
    return diagnostics.count == 0;
}
