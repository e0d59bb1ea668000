#include "app/file/demos.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "embedded.h"

#define FOLDER "data/demo/"
#define ENDING ".referee"

static struct str first_line(struct str bytes)
{
    const char *end = memchr(bytes.p, '\n', (size_t)bytes.n);
    return (struct str){bytes.p, end != NULL ? (int)(end - bytes.p) : bytes.n};
}

static void read_demo(struct demo *out, const struct embedded_file *file)
{
    *out = (struct demo){.lines = {(const char *)file->bytes, (int)*file->size}};
    struct str path = str_of(file->path);
    int ends = (int)strlen(FOLDER) + (int)strlen(ENDING);
    text_format(out->file, sizeof out->file, "%.*s", path.n - ends, path.p + strlen(FOLDER));
    struct str line = first_line(out->lines);
    struct str words = str_trimmed((struct str){line.p + 1, line.n - 1}); /* after the # */
    const char *colon = memchr(words.p, ':', (size_t)words.n);
    int name = colon != NULL ? (int)(colon - words.p) : words.n;
    text_format(out->name, sizeof out->name, "%.*s", name, words.p);
    out->about = str_trimmed((struct str){words.p + name + (colon != NULL ? 1 : 0),
                                          words.n - name - (colon != NULL ? 1 : 0)});
}

int demos_list(struct demo *out, int most)
{
    int count = 0;
    for (unsigned i = 0; i < embedded_files_count && count < most; i++) {
        if (str_matches_glob(str_of(embedded_files[i].path), str_of(FOLDER "*" ENDING))) {
            read_demo(&out[count++], &embedded_files[i]);
        }
    }
    return count;
}

const struct system *demo_game(const struct demo *demo)
{
    for (int i = 0; i < systems_count(); i++) {
        struct str title = str_of(system_at(i)->title);
        for (int at = 0; at + title.n <= demo->about.n; at++) {
            if (memcmp(demo->about.p + at, title.p, (size_t)title.n) == 0) {
                return system_at(i);
            }
        }
    }
    return NULL;
}

static bool begins(const char *name, struct str with)
{
    struct str beginning = str_beginning(str_of(name), with.n);
    return with.n > 0 && str_equal_any_case(beginning, with);
}

enum status demo_find(struct demo *out, struct str name, struct error *err)
{
    struct demo demos[DEMOS_MAX];
    struct nearest nearest;
    int begun = 0, count = demos_list(demos, DEMOS_MAX);
    nearest_init(&nearest, name);
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(str_of(demos[i].name), name) ||
            str_equal_any_case(str_of(demos[i].file), name)) {
            *out = demos[i];
            return STATUS_OK;
        }
        if ((begins(demos[i].name, name) || begins(demos[i].file, name)) && begun++ == 0) {
            *out = demos[i];
        }
        nearest_offer(&nearest, demos[i].name);
    }
    return begun == 1
               ? STATUS_OK
               : error_set(err, STATUS_USAGE, "", "there is no demo %s; `demo` lists them%s",
                           utf8_shown(name).text, nearest_question(&nearest).text);
}
