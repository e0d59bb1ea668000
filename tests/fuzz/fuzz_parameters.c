/* Any bytes as "SYSTEM ACTION name=value ...": refused with the mistake, or an act that
 * resolves the same way twice, to an outcome among its odds. */
#include <stddef.h>
#include <stdint.h>

#include "support/parameters.h"

enum { LINE_MAX_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size <= LINE_MAX_BYTES) {
        (void)parameters_try((struct str){(const char *)data, (int)size});
    }
    return 0;
}
