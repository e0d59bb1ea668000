#include "app/sitting/result.h"

#include <stdarg.h>

#include "base/text.h"

void result_refuse(struct result *out, const char *reason)
{
    out->kind = RESULT_REFUSED;
    text_format(out->refusal.reason, sizeof out->refusal.reason, "%s", reason);
    out->refusal.rule = "";
}

void result_be_done(struct result *out, const char *line)
{
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "%s", line);
    text_format(out->text, sizeof out->text, "%s", line);
}

void result_wrong(struct result *out, const char *format, ...)
{
    struct error err = {.code = STATUS_USAGE};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(err.text, sizeof err.text, format, arguments);
    va_end(arguments);
    result_be_wrong(out, &err);
}

void result_be_wrong(struct result *out, const struct error *err)
{
    out->kind = RESULT_WRONG;
    out->error = *err;
}

void result_too_long(struct result *out, const char *what, int most)
{
    struct error err;
    (void)!error_too_long(&err, what, most);
    result_be_wrong(out, &err);
}

void result_fail(struct result *out, const struct error *err)
{
    out->kind = err->code == STATUS_USAGE ? RESULT_WRONG : RESULT_FAILED;
    out->error = *err;
}
