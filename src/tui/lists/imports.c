/* What comes in from other programs, notes and books: the files to choose from, and of one of
 * them, or of a text that was pasted, what an import would do, item by item. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/file/file.h"
#include "app/sitting/state.h"
#include "app/transfer/import.h"
#include "base/utf8.h"
#include "tui/fight/table_view.h"
#include "tui/loop/screen.h"
#include "tui/widgets/list_view.h"

enum {
    FILES_MAX = 1000,
    ITEMS_MAX = 1000,
    NAME_BYTES = 256,
    SHOWN_BYTES = 200,
    WHY_BYTES = 400,
    DETAIL_ROWS = 5, /* below the items: all about the picked one */
    NOTE_WIDTH = 12
};

struct import_entry_row {
    char name[NAME_BYTES];
    bool is_folder;
    int64_t bytes;
};

struct import_item_row {
    char name[SHOWN_BYTES], shown[SHOWN_BYTES];
    char why[WHY_BYTES]; /* several reasons are sentences one after the other */
    enum import_state state;
    int line;
};

struct imports {
    struct list list;
    bool is_report; /* of `source`; else the files of `folder` */
    bool is_alone;  /* the report was not chosen from the files: nothing is behind it */
    char folder[SITTING_PATH_MAX], source[SITTING_PATH_MAX];
    struct import_entry_row file[FILES_MAX];
    struct import_item_row item[ITEMS_MAX];
    int taken, merged, left_out, lacks;
};

/* ---- files ------------------------------------------------------------------------------- */

static int in_order(const void *a, const void *b)
{
    const struct import_entry_row *first = a, *second = b;
    return first->is_folder != second->is_folder ? second->is_folder - first->is_folder
                                                 : strcmp(first->name, second->name);
}

static void add_file(struct imports *imports, const char *name, bool is_folder, int64_t bytes)
{
    if (imports->list.count < FILES_MAX && strlen(name) < NAME_BYTES) {
        struct import_entry_row *row = &imports->file[imports->list.count++];
        text_format(row->name, sizeof row->name, "%s", name);
        row->is_folder = is_folder;
        row->bytes = bytes;
    }
}

static enum status fill_files(struct imports *imports, struct error *err)
{
    imports->list.count = 0;
    DIR *folder = opendir(imports->folder);
    if (folder == NULL) {
        return error_set(err, STATUS_IO, imports->folder, "the folder cannot be read");
    }
    add_file(imports, "..", true, 0);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        TEXT_BUFFER(path, SITTING_PATH_MAX);
        struct stat there;
        text_add(&path, "%s/%s", imports->folder, entry->d_name);
        if (entry->d_name[0] == '.' || path.is_cut || stat(path.p, &there) != 0) {
            continue;
        }
        if (S_ISDIR(there.st_mode) || (S_ISREG(there.st_mode) && import_reads(entry->d_name))) {
            add_file(imports, entry->d_name, S_ISDIR(there.st_mode), (int64_t)there.st_size);
        }
    }
    closedir(folder);
    qsort(imports->file + 1, (size_t)imports->list.count - 1, sizeof imports->file[0],
          in_order);
    return STATUS_OK;
}

/* ---- the report -------------------------------------------------------------------------- */

static void take_item(struct import_item_row *row, const struct import_item *item)
{
    struct text shown = text_over(row->shown, sizeof row->shown);
    struct text why = text_over(row->why, sizeof row->why);
    text_format(row->name, sizeof row->name, "%s", item->as[0] != '\0' ? item->as : item->name);
    row->state = item->state;
    row->line = item->line;
    for (int i = 1; i < item->fields; i++) { /* where it comes from is known here */
        if (strcmp(item->field[i].name, "source") != 0) {
            text_add(&shown, "%s%s %s", shown.n > 0 ? ", " : "", item->field[i].name,
                     item->field[i].value);
        }
    }
    if (item->line > 0) {
        text_add(&why, "line %d", item->line);
    }
    for (int i = 0; i < item->whys; i++) {
        text_add(&why, "%s%s", why.n > 0 ? "; " : "", item->why[i]);
    }
}

static enum status fill_report(struct imports *imports, struct sitting *sitting,
                               struct error *err)
{
    struct import_plan *plan;
    enum status status =
        sitting_plan_import(sitting, imports->source, (struct str){0}, &plan, err);
    imports->list.count = 0;
    for (int i = 0; i < plan->count && i < ITEMS_MAX && status == STATUS_OK; i++) {
        take_item(&imports->item[imports->list.count++], &plan->item[i]);
    }
    imports->taken = plan->taken;
    imports->merged = plan->merged;
    imports->left_out = plan->left_out;
    imports->lacks = plan->lacks;
    import_plan_free(plan);
    return status;
}

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    struct imports *imports = self;
    return imports->is_report ? fill_report(imports, sitting, err) : fill_files(imports, err);
}

/* ---- drawing ----------------------------------------------------------------------------- */

static void draw_file(const void *self, int i, struct canvas canvas, int row)
{
    const struct imports *imports = self;
    const struct import_entry_row *file = &imports->file[i];
    TEXT_BUFFER(name, NAME_BYTES + 2);
    TEXT_BUFFER(note, 24);
    int width = canvas.columns - LIST_COLUMN - NOTE_WIDTH - 1;
    char clean[NAME_BYTES];
    utf8_clean(clean, sizeof clean, str_of(file->name));
    text_add(&name, "%s%s", clean, file->is_folder ? "/" : "");
    if (!file->is_folder) {
        text_add(&note, file->bytes < 1024 ? "%lld bytes" : "%lld kB",
                 (long long)(file->bytes < 1024 ? file->bytes : file->bytes / 1024));
    }
    list_draw_field(canvas, (struct strip){row, LIST_COLUMN, width, ALIGN_LEFT}, ROLE_OVERLAY,
                    name.p);
    list_draw_field(canvas,
                    (struct strip){row, canvas.columns - NOTE_WIDTH, NOTE_WIDTH, ALIGN_RIGHT},
                    ROLE_DIM, note.p);
}

static void draw_item(const void *self, int i, struct canvas canvas, int row)
{
    static const char *const words[] = {"taken", "there already", "left out"};
    enum { STATE_WIDTH = 14 };
    const struct imports *imports = self;
    const struct import_item_row *item = &imports->item[i];
    int width = canvas.columns / 3;
    enum role role = item->state == IMPORT_TAKEN      ? ROLE_OVERLAY
                     : item->state == IMPORT_LEFT_OUT ? ROLE_WARNING
                                                      : ROLE_DIM;
    bool is_mended = item->state == IMPORT_MERGED && item->shown[0] == '\0';
    list_draw_field(canvas, (struct strip){row, LIST_COLUMN, width, ALIGN_LEFT}, ROLE_OVERLAY,
                    item->name);
    list_draw_field(
        canvas, (struct strip){row, LIST_COLUMN + width + 1, STATE_WIDTH, ALIGN_LEFT}, role,
        is_mended ? import_plan_remark_word(item->line, item->name) : words[item->state]);
    int at = LIST_COLUMN + width + STATE_WIDTH + 2;
    list_draw_field(canvas, (struct strip){row, at, canvas.columns - at, ALIGN_LEFT}, ROLE_DIM,
                    item->shown[0] != '\0' ? item->shown : item->why);
}

static void draw_report(const struct imports *imports, struct canvas inside,
                        struct canvas sheet)
{
    int rows = inside.rows - DETAIL_ROWS - 1;
    rows = rows > 1 ? rows : 1;
    list_draw_rows(&imports->list, draw_item, imports,
                   canvas_part(inside, 0, 0, rows, inside.columns), sheet);
    if (imports->list.count > 0) {
        const struct import_item_row *item = &imports->item[imports->list.picked];
        TEXT_BUFFER(text, SHOWN_BYTES * 2 + WHY_BYTES + 8);
        text_add(&text, "%s%s%s", item->shown,
                 item->shown[0] != '\0' && item->why[0] != '\0' ? ". " : "", item->why);
        list_draw_text(canvas_part(inside, rows + 1, 0, inside.rows - rows - 1, inside.columns),
                       0, ROLE_DIM, str_of(text.p));
    }
}

static void draw(const struct view_place *place, void *self)
{
    const struct imports *imports = self;
    struct canvas sheet = sheet_of(place->canvas);
    TEXT_BUFFER(title, SITTING_PATH_MAX + 80);
    if (imports->is_report) {
        text_add(&title, "import: %d taken, %d there already, %d left out", imports->taken,
                 imports->merged, imports->left_out);
    } else {
        text_add(&title, "import from %s", imports->folder);
    }
    struct canvas inside = sheet_draw(sheet, title.p);
    if (imports->is_report) {
        draw_report(imports, inside, sheet);
    } else {
        list_draw_rows(&imports->list, draw_file, imports, inside, sheet);
    }
}

/* ---- the view ---------------------------------------------------------------------------- */

static void open(struct screen *screen)
{
    struct imports *imports = screen_data(screen, &view_of_imports);
    imports->is_report = imports->is_alone = false;
    if (imports->folder[0] == '\0' && getcwd(imports->folder, sizeof imports->folder) == NULL) {
        text_format(imports->folder, sizeof imports->folder, "/");
    }
    list_open(screen, &view_of_imports);
}

static void open_report(struct screen *screen, const char *source)
{
    struct imports *imports = screen_data(screen, &view_of_imports);
    text_format(imports->source, sizeof imports->source, "%s", source);
    imports->is_report = imports->is_alone = true;
    list_open(screen, &view_of_imports);
}

/* The report on a text that was kept under this name. */
static void open_about(struct screen *screen, const struct view_about *about)
{
    open_report(screen, about->name);
}

static bool opens(struct screen *screen, enum opens what, struct str words)
{
    (void)what;
    char source[SITTING_PATH_MAX];
    struct str rest = words, file = str_next_word(&rest);
    if (str_trimmed(rest).n > 0 || !sitting_path_of(source, file)) {
        if (words.n > 0) {
            return false;
        }
        screen_close(screen, &view_of_palette);
        open(screen);
        return true;
    }
    screen_close(screen, &view_of_palette);
    open_report(screen, source);
    return true;
}

/* Into a folder, or the one above it. */
static void enter_folder(struct screen *screen, struct imports *imports, const char *name)
{
    TEXT_BUFFER(path, SITTING_PATH_MAX);
    char real[SITTING_PATH_MAX], before[SITTING_PATH_MAX];
    text_add(&path, "%s/%s", imports->folder, name);
    char *whole = path.is_cut ? NULL : realpath(path.p, NULL);
    if (whole == NULL || strlen(whole) >= sizeof real) {
        screen_say(screen, ROLE_WARNING, "the folder cannot be read");
        free(whole);
        return;
    }
    memcpy(before, imports->folder, sizeof before);
    text_format(imports->folder, sizeof imports->folder, "%s", whole);
    free(whole);
    imports->list.picked = 0;
    if (!list_read_again(screen, &view_of_imports)) { /* it stays where it is */
        memcpy(imports->folder, before, sizeof before);
        struct error err;
        (void)!fill_files(imports, &err);
    }
}

static void accept(struct screen *screen, const struct view_key *key)
{
    struct imports *imports = key->self;
    if (imports->is_report) {
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
        if (imports->taken == 0) {
            screen_say(screen, ROLE_PLAIN, "nothing of it can be taken; Esc closes");
            return;
        }
        text_add(&line, "import ");
        text_add_quoted(&line, str_of(imports->source));
        /* what no record tells is asked first */
        text_add(&line, imports->lacks > 0 ? " ask" : " yes");
        screen_close(screen, &view_of_imports);
        screen_run_line(screen, line.p);
        return;
    }
    const struct import_entry_row *file = &imports->file[imports->list.picked];
    if (file->is_folder) {
        enter_folder(screen, imports, file->name);
        return;
    }
    TEXT_BUFFER(path, SITTING_PATH_MAX);
    text_add(&path, "%s/%s", imports->folder, file->name);
    memcpy(imports->source, path.p, (size_t)path.n + 1);
    imports->is_report = true;
    imports->list.picked = 0;
    if (!list_read_again(screen, &view_of_imports)) {
        struct error err;
        imports->is_report = false;
        (void)!fill_files(imports, &err);
    }
}

/* Back to the files, where the report was chosen from them. */
static void cancel(struct screen *screen, const struct view_key *key)
{
    struct imports *imports = key->self;
    if (!imports->is_report || imports->is_alone) {
        screen_act_close(screen, key);
        return;
    }
    imports->is_report = false;
    imports->list.picked = 0;
    list_read_again(screen, &view_of_imports);
}

static int page(struct canvas sheet)
{
    return sheet.rows - DETAIL_ROWS - 3;
}

static const struct list_view list_of_imports = {.fill = fill, .page = page};

const struct view view_of_imports = {
    .context = CONTEXT_IMPORTS,
    LIST_VIEW(struct imports, &list_of_imports),
    .open = open,
    .opens = opens,
    .open_about = open_about,
    .on = {[ACT_ACCEPT] = accept, [ACT_CANCEL] = cancel},
    .draw = draw,
};
