/* `referee resolve`: one act, with dice from the table or thrown here; or many, as JSON lines.
 *
 * JSON lines: a request on each line, an answer for each, in order.
 *
 *   {"system": "trilemma", "action": "attack", "inputs": {"strength": 14, "ac": 22},
 *    "given": [14, 3], "seed": 7, "id": "first"}
 *   {"notation": "2d6+3"}
 *   {"notation": "4d6kh3", "odds": true}
 *
 * The answer is that of `resolve --json`, of `roll --json` for a notation, and of `odds --json`
 * for either with "odds": true; the request's id comes first. The answer to a faulty line is
 * {"error": {"line": 3, "text": "...", "code": 2}}, and reading goes on. */
#ifndef REFEREE_CLI_RESOLVE_H
#define REFEREE_CLI_RESOLVE_H

#include <jansson.h>
#include <stdio.h>

#include "resolver/dice/dice.h"

/* The answer to one line, owned by the caller. Requests without a seed take their dice from
 * *stream, which moves on. */
json_t *jsonl_answer(struct str line, int number, struct dice_stream *stream);

#endif
