/* Any bytes as a note with blocks. */
#include <stddef.h>
#include <stdint.h>

#include "content/import/notes.h"
#include "support/import_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_note(struct import *import, struct str text)
{
    notes_read(import, text, str_of("note"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import_check_reader(read_note, (struct str){(const char *)data, (int)size});
    return 0;
}
