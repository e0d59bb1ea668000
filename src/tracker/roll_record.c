#include "tracker/roll_record.h"

#include "base/json_text.h"

static void add_name(const struct state *state, int id, struct text *out)
{
    if (id != 0) {
        json_text_string(out, state_name(state, id));
    }
}

static void add_request(const struct roll_record *record, struct known_chances *chances,
                        struct text *out)
{
    text_add(out, "{\"step\":\"request\",\"by\":%s", record->subject == 0 ? "null" : "");
    add_name(record->state, record->subject, out);
    text_add(out, ",\"to\":[");
    add_name(record->state, record->object, out);
    text_add(out, "],");
    int from = out->n;
    roll_request_format(&record->request, out);
    if (chances != NULL) {
        struct str request = {out->p + from, out->n - from};
        int before = out->n;
        text_add(out, ",\"chance\":{");
        int begun = out->n;
        chances_add(chances, &record->request, request, out);
        if (out->n == begun && !out->is_cut) {
            out->n = before;
        } else {
            text_add_char(out, '}');
        }
    }
    text_add_char(out, '}');
}

void roll_record_format(const struct roll_record *record, struct known_chances *chances,
                        struct text *out)
{
    text_add_char(out, '[');
    add_request(record, chances, out);
    trace_format_steps(record->trace, out);
    text_add(out, ",{\"step\":\"outcome\",\"outcome\":{");
    roll_outcome_format(&record->request, &record->outcome, out);
    text_add(out, "}%s}]", record->trace->is_cut ? ",\"cut\":true" : "");
}
