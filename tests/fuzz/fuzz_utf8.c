/* Any bytes: cleaning them gives valid text that is clean already. */
#include <stddef.h>
#include <stdint.h>

#include "base/utf8.h"

enum { OUT_SIZE = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char once[OUT_SIZE];
    char twice[OUT_SIZE];
    utf8_clean(once, OUT_SIZE, (struct str){(const char *)data, (int)size});
    CHECK(utf8_is_valid(str_of(once)));
    CHECK(!utf8_clean(twice, OUT_SIZE, str_of(once)));
    return 0;
}
