#include "app/sitting/result.h"

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

void result_be_wrong(struct result *out, const struct error *err)
{
    out->kind = RESULT_WRONG;
    out->error = *err;
}
