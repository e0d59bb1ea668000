/* Any bytes as our own document: what our reader takes, our writer writes so that it is read as
 * the same. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "content/yaml_values.h"
#include "support/import_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_values(struct str text)
{
    struct error err;
    json_t *value = yaml_values_read(text, "x", &err);
    if (value == NULL) {
        import_check_text(str_of(err.text), false);
        return;
    }
    char *written = yaml_values_write(value);
    CHECK(written != NULL);
    json_t *again = yaml_values_read(str_of(written), "x", &err);
    CHECK(again != NULL && json_equal(again, value));
    json_decref(again);
    json_decref(value);
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_values((struct str){(const char *)data, (int)size});
    return 0;
}
