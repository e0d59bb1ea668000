#include "tui/loop/table_private.h"

#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tui/fight/order_rows.h"

/* ---- to whom the command goes ---------------------------------------------------------- */

/* The line's argument for several combatants, if it is given; NULL: none. It borrows `line`. */
static const struct argument *several_of(struct table *table, const char *line,
                                         struct command *command)
{
    const struct command_def *const *defs;
    int count = sitting_commands(table->sitting, &defs);
    if (command_parse(command, table->model.procedure, defs, count, table->model.state,
                      str_of(line), NULL) != STATUS_OK) {
        return NULL;
    }
    for (int i = 0; i < command->def->arguments_count; i++) {
        bool is_several = command->def->arguments[i].kind == ARGUMENT_COMBATANTS;
        if (is_several && command->argument[i].is_given) {
            return &command->argument[i];
        }
    }
    return NULL;
}

/* The line with another word in place of its targets. */
bool table_put_targets(struct table *table, struct str word, struct text *out)
{
    struct command command;
    const char *line = table->question.line;
    const struct argument *several = several_of(table, line, &command);
    if (several == NULL) {
        return false;
    }
    struct str old = several->written;
    text_add_str(out, (struct str){line, (int)(old.p - line)});
    text_add_str(out, word);
    text_add(out, "%s", old.p + old.n);
    return !out->is_cut;
}

/* The combatant named by the longest beginning of the words of a part, with its share: "gully
 * goblin 2/half". 0: none; *end is where that beginning ends. */
static int named_first(const struct state *state, struct str part, struct str *share, int *end)
{
    struct error ignored;
    for (int n = part.n; n > 0;) {
        struct str name = {part.p, n};
        const char *slash = memchr(part.p, '/', (size_t)n);
        *share = slash != NULL ? (struct str){slash, (int)(part.p + n - slash)}
                               : (struct str){part.p + n, 0};
        name.n -= share->n;
        int id = name.n > 0 ? combatant_find_listed(state, name, &ignored) : 0;
        if (id != 0) {
            *end = n;
            return id;
        }
        while (n > 0 && !char_is_space(part.p[n - 1])) {
            n--;
        }
        while (n > 0 && char_is_space(part.p[n - 1])) {
            n--;
        }
    }
    return 0;
}

/* The same by the letter that stands beside its row while targets are typed: "e/half". */
static int lettered_first(struct table *table, struct str part, struct str *share, int *end)
{
    struct order_rows rows;
    char label[ORDER_LABEL_SIZE] = {0};
    bool is_beginning;
    int n = 0;
    while (n < part.n && !char_is_space(part.p[n]) && part.p[n] != '/') {
        n++;
    }
    *end = n;
    while (*end < part.n && !char_is_space(part.p[*end])) {
        *end += 1;
    }
    *share = (struct str){part.p + n, *end - n};
    if (!table->question.types_targets || n == 0 || n >= ORDER_LABEL_SIZE) {
        return 0;
    }
    memcpy(label, part.p, (size_t)n);
    order_rows(&rows, &table->model, table_order_rows(table));
    int row = order_labelled(&table->model, &rows, label, &is_beginning);
    bool is_one = row >= 0 && rows.row[row].line.count == 1; /* groups show no letter */
    return is_one ? table->model.order[rows.row[row].line.first] : 0;
}

void table_list_word(struct table *table, struct str typed, struct text *out)
{
    const struct state *state = table->model.state;
    struct str rest = typed;
    for (struct str part; str_next_part(&rest, ',', &part);) {
        struct str share = {"", 0};
        int end;
        bool is_written = part.n > 0 && (part.p[0] == '"' || str_is_glob(part));
        int id = is_written ? 0 : lettered_first(table, part, &share, &end);
        id = id != 0 || is_written ? id : named_first(state, part, &share, &end);
        if (id != 0) {
            table_model_list_word(&table->model, id, out);
            text_add_str(out, share);
            text_add_str(out, (struct str){part.p + end, part.n - end});
        } else if (part.n > 0) {
            text_add(out, "%s", out->n > 0 ? "," : "");
            text_add_str(out, part);
        }
    }
}

static void find_targets(struct table *table)
{
    struct command command;
    struct question_targets *targets = &table->question.targets;
    const struct argument *several = several_of(table, table->question.line, &command);
    targets->count = several != NULL ? several->ids_count : 0;
    for (int i = 0; i < targets->count; i++) {
        targets->id[i] = several->ids[i];
        targets->share[i] = several->share[i];
    }
    if (several != NULL) {
        targets->are_shared = command.def->arguments[several - command.argument].takes_shares;
    }
}

/* The targets of the command as one word: "p1,p2/half". */
void table_add_targets(struct table *table, struct text *out)
{
    static const char *const ends[SHARES] = {
        [SHARE_FULL] = "", [SHARE_HALF] = "/half", [SHARE_NONE] = "/none"};
    const struct question_targets *targets = &table->question.targets;
    for (int i = 0; i < targets->count; i++) {
        table_model_list_word(&table->model, targets->id[i], out);
        text_add(out, "%s", ends[targets->share[i]]);
    }
}

/* The next share: all, then half, then none, then all again. */
void table_change_share(struct table *table, int target)
{
    struct question_targets *targets = &table->question.targets;
    char line[COMMAND_LINE_MAX + 1];
    unsigned char before = targets->share[target];
    targets->share[target] = (unsigned char)((before + 1) % SHARES);
    TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
    struct text text = text_over(line, sizeof line);
    table_add_targets(table, &list);
    if (list.is_cut || !table_put_targets(table, (struct str){list.p, list.n}, &text)) {
        targets->share[target] = before;
        table_say(table, ROLE_ERROR, "this makes the line too long");
        return;
    }
    memcpy(table->question.line, line, sizeof line);
    table_echo(table);
}

/* ---- what the rules would refuse ------------------------------------------------------- */

static bool would_be_refused(struct table *table, struct str words)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (!question_answer(&table->question, words, &text)) {
        return false;
    }
    sitting_preview(table->sitting, text.p, &table->tried);
    return table->tried.kind == RESULT_REFUSED || table->tried.kind == RESULT_WRONG;
}

/* Each answer by one key is tried, so that no invalid one is offered. */
static void try_choices(struct table *table)
{
    struct question_box *box = &table->question;
    for (int i = 0; box->question.kind == QUESTION_CHOICE && i < box->question.choices; i++) {
        if (would_be_refused(table, str_of(box->question.choice[i]))) {
            bool is_rule = table->tried.kind == RESULT_REFUSED;
            struct text reason = text_over(box->refused[i], sizeof box->refused[i]);
            text_add(&reason, "%s",
                     is_rule ? table->tried.refusal.reason : table->tried.error.text);
        }
    }
}

/* The combatants in view, each once: the others have no letters. */
void table_try_combatants(struct table *table)
{
    struct question_box *box = &table->question;
    const struct table_model *model = &table->model;
    struct order_rows rows;
    if (box->question.kind != QUESTION_COMBATANT) {
        return;
    }
    order_rows(&rows, model, table_order_rows(table));
    for (int i = 0; i < rows.count; i++) {
        int id = model->order[rows.row[i].line.first];
        TEXT_BUFFER(text, NAME_SIZE + 8);
        if (order_can_be_meant(model, id) && !box->is_tried[id]) {
            combatant_word(model->state, id, &text);
            box->is_tried[id] = true;
            box->is_refused[id] = would_be_refused(table, (struct str){text.p, text.n});
        }
    }
}

/* The line of a question without the combatant that the key gave it, who is then asked for.
 * False: the key named nobody, or the command does not ask. */
bool table_line_without_whom(struct table *table, struct text *out)
{
    struct command command;
    const struct command_def *const *defs;
    const struct question_box *box = &table->question;
    struct error err;
    int count = sitting_commands(table->sitting, &defs);
    if (command_parse(&command, table->model.procedure, defs, count, table->model.state,
                      str_of(box->line), &err) != STATUS_OK ||
        command.def->arguments_count == 0) {
        return false;
    }
    enum argument_kind kind = command.def->arguments[0].kind;
    struct str whom = command.argument[0].written;
    bool is_one = kind == ARGUMENT_COMBATANT || kind == ARGUMENT_COMBATANTS;
    if (!is_one || !command.argument[0].is_given || whom.p >= box->line + box->begun) {
        return false;
    }
    text_add_str(out, (struct str){box->line, (int)(whom.p - box->line)});
    text_add_str(out, str_trimmed_start(str_of(whom.p + whom.n)));
    while (out->n > 0 && out->p[out->n - 1] == ' ') {
        out->p[--out->n] = '\0';
    }
    sitting_preview(table->sitting, out->p, &table->tried);
    return table->tried.kind == RESULT_ASKS && table->tried.question.kind == QUESTION_COMBATANT;
}

void table_prepare_question(struct table *table)
{
    struct question_box *box = &table->question;
    TEXT_BUFFER(without, COMMAND_LINE_MAX + 1);
    find_targets(table);
    box->can_go_back =
        box->line[box->begun] != '\0' || table_line_without_whom(table, &without);
    const char *next =
        sitting_dice_follow(table->sitting, box->line, &box->question, &table->tried);
    box->dice_follow = next != NULL;
    question_add_next(&box->question, next);
    try_choices(table);
    table_try_combatants(table);
}
