/* Any bytes as a file of policies: refused with places, and nothing of it is taken, or policies
 * that are found by their names. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "content/policies.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct policy_set set;
    static unsigned char memory[1 << 20];
    struct arena scratch;
    struct diagnostics diagnostics = {.count = 0};
    struct yaml_source source = {.file = "policies.yaml",
                                 .bytes = {(const char *)data, (int)size},
                                 .diagnostics = &diagnostics};
    memset(&set, 0, sizeof set);
    arena_init(&scratch, memory, sizeof memory);
    bool is_right = policies_read(&set, &source, &scratch);
    CHECK(is_right == (diagnostics.count == 0) && (is_right || set.count == 0));
    for (int i = 0; i < set.count; i++) {
        CHECK(policies_find(&set, str_of(set.policy[i].name), NULL) == &set.policy[i]);
    }
    return 0;
}
