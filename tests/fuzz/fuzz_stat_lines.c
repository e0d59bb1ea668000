/* Any bytes as a page of stat lines, and texts of the programs that write such. */
#include <stddef.h>
#include <stdint.h>

#include "content/import/stat_lines.h"
#include "support/import_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import_check_reader(stat_lines_read, (struct str){(const char *)data, (int)size});
    return 0;
}
