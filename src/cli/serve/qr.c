#include "cli/serve/qr.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "app/file/loaded.h"
#include "base/text.h"
#include "cli/output.h"

#ifdef HAVE_LIBQRENCODE
#include <qrencode.h>

/* Dark or light at a place of the code and the four modules of quiet around it; terminals are
 * as often dark as light, so that light is drawn and dark is left out. */
static bool is_light(const QRcode *code, int row, int column)
{
    enum { QUIET = 4, DARK_BIT = 1 };
    int y = row - QUIET, x = column - QUIET;
    bool is_inside = y >= 0 && y < code->width && x >= 0 && x < code->width;
    return !is_inside || (code->data[y * code->width + x] & DARK_BIT) == 0;
}

static void print_code(const QRcode *code)
{
    enum { AROUND = 8, LINE_SIZE = 1024 };
    static const char *const halves[2][2] = {{" ", "▄"}, {"▀", "█"}};
    for (int row = 0; row < code->width + AROUND; row += 2) {
        TEXT_BUFFER(line, LINE_SIZE);
        for (int column = 0; column < code->width + AROUND; column++) {
            text_add(&line, "%s",
                     halves[is_light(code, row, column)][is_light(code, row + 1, column)]);
        }
        output_line("%s", line.p);
    }
}

static const char *const libraries[] = {"libqrencode.so.4", NULL};

bool qr_version(char *out, int size)
{
    __typeof__(&QRcode_APIVersionString) version;
    const struct loaded_function function = {"QRcode_APIVersionString", &version};
    bool is_there = library_load(libraries, &function, 1);
    text_format(out, size, "%s", is_there ? version() : "");
    return is_there;
}

void qr_print(const char *text)
{
    __typeof__(&QRcode_encodeString8bit) encode;
    __typeof__(&QRcode_free) release;
    const struct loaded_function functions[] = {{"QRcode_encodeString8bit", &encode},
                                                {"QRcode_free", &release}};
    if (!output_is_utf8() || !library_load(libraries, functions, 2)) {
        return;
    }
    QRcode *code = encode(text, 0, QR_ECLEVEL_L);
    if (code != NULL) {
        print_code(code);
        release(code);
    }
}

#else

bool qr_version(char *out, int size)
{
    (void)size;
    out[0] = '\0';
    return false;
}

void qr_print(const char *text)
{
    (void)text;
}

#endif
