/* Any bytes as a file of YAML that is a creature. */
#include <stddef.h>
#include <stdint.h>

#include "content/import/notes.h"
#include "support/import_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_creature(struct import *import, struct str text)
{
    notes_read_yaml(import, text, str_of("file"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import_check_reader(read_creature, (struct str){(const char *)data, (int)size});
    return 0;
}
