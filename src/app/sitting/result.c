#include "app/sitting/result.h"

#include <stdarg.h>

#include "base/text.h"

void result_refuse(struct result *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_format_list(out->refusal.reason, sizeof out->refusal.reason, format, arguments);
    va_end(arguments);
    out->kind = RESULT_REFUSED;
    out->refusal.rule = "";
}

void result_be_done(struct result *out, const char *line)
{
    result_label(out, "%s", line);
    text_format(out->text, sizeof out->text, "%s", line);
}

void result_label(struct result *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_format_list(out->label, sizeof out->label, format, arguments);
    va_end(arguments);
    out->kind = RESULT_DONE;
}

void result_ask(struct result *out, const struct question *question)
{
    out->kind = RESULT_ASKS;
    out->question = *question;
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
