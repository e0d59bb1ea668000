/* Any bytes as JSON of another program. */
#include <stddef.h>
#include <stdint.h>

#include "content/import/json_records.h"
#include "support/import_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import_check_reader(json_records_read, (struct str){(const char *)data, (int)size});
    return 0;
}
