/* Lines of parameters that fuzzing has found or started from. */
#include <dirent.h>
#include <stdio.h>

#include "support/parameters.h"
#include "support/unit.h"

static void test_parameters__the_corpus_is_resolved_or_refused(void **state)
{
    (void)state;
    DIR *directory = opendir("tests/fuzz/corpus/parameters");
    assert_non_null(directory);
    int counts[PARAMETERS_COUNTED + 1] = {0};
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        char path[400];
        char line[4096];
        snprintf(path, sizeof path, "tests/fuzz/corpus/parameters/%s", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        int n = (int)fread(line, 1, sizeof line, file);
        fclose(file);
        counts[parameters_try((struct str){line, n})]++;
    }
    closedir(directory);
    assert_true(counts[PARAMETERS_COUNTED] >= 20);
    assert_true(counts[PARAMETERS_REFUSED] >= 10);
    assert_true(counts[PARAMETERS_RESOLVED] >= 2);
    assert_true(counts[PARAMETERS_LISTED] >= 2);
    assert_true(counts[PARAMETERS_NO_ACTION] >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters__the_corpus_is_resolved_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
