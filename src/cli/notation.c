#include "cli/notation.h"

#include <stdlib.h>
#include <string.h>

enum status notation_read(struct dice_expr *out, const struct options *options,
                          struct error *err)
{
    if (options->words == 0) {
        return error_set(err, STATUS_USAGE, "", "%s needs a dice expression, such as 2d6+3",
                         options->subcommand);
    }
    size_t size = 1;
    for (int i = 0; i < options->words; i++) {
        size += strlen(options->word[i]) + 1;
    }
    char *joined = malloc(size);
    CHECK(joined != NULL);
    size_t n = 0;
    for (int i = 0; i < options->words; i++) {
        size_t length = strlen(options->word[i]);
        if (i > 0) {
            joined[n++] = ' ';
        }
        memcpy(joined + n, options->word[i], length);
        n += length;
    }
    enum status status = dice_expr_parse(out, (struct str){joined, (int)n}, err);
    free(joined);
    return status;
}
