#include "app/sitting/result.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

void result_begin(struct result *out)
{
    memset(out, 0, offsetof(struct result, text)); /* the text is long, and ends at once */
    out->text[0] = '\0';
    out->kind = RESULT_TOLD;
}

void result_tell(struct result *out, const char *text)
{
    text_format(out->text, sizeof out->text, "%s", text);
    out->kind = RESULT_TOLD;
}

void result_refuse_by(struct result *out, const struct refusal *refusal)
{
    out->kind = RESULT_REFUSED;
    out->refusal = *refusal;
}

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
    bool is_of_words = err->code == STATUS_USAGE || err->code == STATUS_REFUSED;
    out->kind = is_of_words ? RESULT_WRONG : RESULT_FAILED;
    out->error = *err;
}

void result_quit(struct result *out)
{
    out->kind = RESULT_QUIT;
}
