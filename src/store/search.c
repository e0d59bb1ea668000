#include "store/search.h"

#include <stdlib.h>
#include <string.h>

#include "store/beside.h"
#include "store/campaign_file.h"

/* Steps between two commits of the index: what is lost when the program is killed. */
enum { STEPS_A_COMMIT = 64, ROWS_AT_ONCE = 64 };

/* ---- the file -------------------------------------------------------------------------- */

/* How far it has come; STATUS_DAMAGED also when it does not belong to this log. */
static enum status read_mark(struct campaign *campaign, struct beside *search,
                             struct error *err)
{
    bool has_row = false;
    int64_t seed = 0, checksum = 0, expected = 0;
    struct query *query = query_begin(search->db, STATEMENT_SEARCH_MARK);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        seed = query_int(query, 0);
        search->upto = query_int(query, 1);
        checksum = query_int(query, 2);
    }
    query_end(query);
    if (has_row) {
        status = beside_log_checksum(campaign, search->upto, &expected, err);
    }
    return status == STATUS_OK && has_row &&
                   (seed != (int64_t)campaign->seed || checksum != expected)
               ? error_set(err, STATUS_DAMAGED, "", "it is not of this log")
               : status;
}

static bool write_mark(struct campaign *campaign, struct beside *search)
{
    int64_t checksum;
    if (beside_log_checksum(campaign, search->upto, &checksum, NULL) != STATUS_OK) {
        return false;
    }
    struct query *query = query_begin(search->db, STATEMENT_SEARCH_MARK_KEEP);
    query_bind(query, ":seed", (int64_t)campaign->seed);
    query_bind(query, ":row", search->upto);
    query_bind(query, ":checksum", checksum);
    return query_run(query, NULL) == STATUS_OK;
}

static bool end_filling(struct campaign *campaign)
{
    struct beside *search = campaign->beside;
    if (!search->is_filling) {
        return true;
    }
    search->is_filling = false;
    search->steps = 0;
    bool is_kept = write_mark(campaign, search);
    return db_end(search->db, is_kept ? STATUS_OK : STATUS_DAMAGED, NULL) == STATUS_OK;
}

void search_close(struct campaign *campaign)
{
    if (campaign->beside != NULL) {
        (void)!end_filling(campaign);
        beside_close(campaign);
    }
}

void search_remove(struct campaign *campaign)
{
    beside_remove(campaign);
}

/* The index of this campaign, open; NULL: there is none. */
static struct beside *open_search(struct campaign *campaign, bool makes)
{
    struct beside *search = beside_open(campaign, makes);
    if (search != NULL && !search->knows_mark) {
        search->knows_mark = read_mark(campaign, search, NULL) == STATUS_OK;
        if (!search->knows_mark) {
            beside_give_up(campaign);
        }
    }
    return campaign->beside;
}

/* ---- filling --------------------------------------------------------------------------- */

/* The label and the lines of an act, one below the other. */
struct act_text {
    char *p;
    int n, room;
};

static void add_text(struct act_text *text, struct str more)
{
    if (text->n + more.n + 1 > text->room) {
        text->room = 2 * (text->n + more.n + 1);
        text->p = realloc(text->p, (size_t)text->room);
        CHECK(text->p != NULL);
    }
    if (more.n > 0) {
        memcpy(text->p + text->n, more.p, (size_t)more.n);
    }
    text->p[text->n + more.n] = '\n';
    text->n += more.n + 1;
}

static bool see_line(void *context, int place, const struct event *event)
{
    (void)place;
    add_text(context, event->line);
    return true;
}

static bool add_act(struct campaign *campaign, const struct act_row *row, struct act_text *text)
{
    text->n = 0;
    add_text(text, str_of(row->label));
    enum status status = log_lines(campaign, row->id, see_line, text, NULL);
    if (status != STATUS_OK) {
        return status == STATUS_DAMAGED; /* which is not searched for either */
    }
    struct query *query = query_begin(campaign->beside->db, STATEMENT_SEARCH_ADD);
    query_bind(query, ":act", row->id);
    query_bind_text(query, ":text", (struct str){text->p, text->n});
    return query_run(query, NULL) == STATUS_OK;
}

static bool add_rows(struct campaign *campaign, int rows, bool *is_done)
{
    struct beside *search = campaign->beside;
    struct act_row *row = malloc(ROWS_AT_ONCE * sizeof *row);
    struct act_text text = {.p = NULL};
    bool is_sound = true;
    CHECK(row != NULL);
    *is_done = false;
    while (is_sound && !*is_done && rows > 0) {
        int count = 0;
        is_sound = log_rows_after(campaign, search->upto, row,
                                  rows < ROWS_AT_ONCE ? rows : ROWS_AT_ONCE, &count,
                                  NULL) == STATUS_OK;
        *is_done = count == 0;
        for (int i = 0; i < count && is_sound; i++) {
            is_sound = row[i].kind != ROW_ACT || add_act(campaign, &row[i], &text);
            search->upto = row[i].id;
        }
        rows -= count;
    }
    free(text.p);
    free(row);
    return is_sound;
}

bool search_fill(struct campaign *campaign, int rows)
{
    bool is_done = false;
    if (campaign->damage.code != STATUS_OK || !beside_can_be_written(campaign) ||
        open_search(campaign, true) == NULL) {
        return false;
    }
    struct beside *search = campaign->beside;
    if (search->upto >= campaign_newest_row(campaign)) {
        (void)!end_filling(campaign);
        return false;
    }
    if (!search->is_filling && db_begin(search->db, NULL) != STATUS_OK) {
        return false; /* another program fills it */
    }
    search->is_filling = true;
    bool is_sound = campaign_begin_reading(campaign, NULL) == STATUS_OK;
    if (is_sound) {
        is_sound = add_rows(campaign, rows, &is_done);
        campaign_end_reading(campaign);
    }
    if (is_sound && (is_done || ++search->steps >= STEPS_A_COMMIT)) {
        is_sound = end_filling(campaign);
    }
    if (!is_sound) {
        beside_give_up(campaign);
    }
    return is_sound && !is_done;
}

int64_t search_upto(struct campaign *campaign)
{
    const struct beside *search = open_search(campaign, false);
    return search != NULL ? search->upto : 0;
}

/* ---- finding --------------------------------------------------------------------------- */

/* The bytes of the character at the beginning; 0: it is none. */
static int letter_bytes(struct str text)
{
    unsigned char first = text.n > 0 ? (unsigned char)text.p[0] : 0;
    int n = first == 0     ? 0
            : first < 0x80 ? 1
            : first < 0xc0 ? 0
            : first < 0xe0 ? 2
            : first < 0xf0 ? 3
                           : 4;
    for (int i = 1; i < n; i++) {
        if (i >= text.n || ((unsigned char)text.p[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return n;
}

bool search_can_find(struct str word)
{
    int letters = 0;
    while (word.n > 0) {
        int n = letter_bytes(word);
        if (n == 0) {
            return false;
        }
        word = (struct str){word.p + n, word.n - n};
        letters++;
    }
    return letters >= SEARCH_LETTERS_MIN;
}

/* `"ank" AND "nka"` for anka: every three letters in a row. A few of them are enough, for what
 * is found is read. */
static void add_word(struct text *match, struct str word)
{
    enum { TRIGRAMS_MAX = 12 };
    for (int i = 0; i < TRIGRAMS_MAX; i++) {
        int n = 0, first = letter_bytes(word);
        for (int k = 0; k < SEARCH_LETTERS_MIN; k++) {
            int bytes = letter_bytes((struct str){word.p + n, word.n - n});
            if (bytes == 0) {
                return;
            }
            n += bytes;
        }
        text_add(match, "%s\"", match->n > 0 ? " AND " : "");
        for (int k = 0; k < n; k++) {
            text_add(match, "%s%c", word.p[k] == '"' ? "\"" : "", word.p[k]);
        }
        text_add(match, "\"");
        word = (struct str){word.p + first, word.n - first};
    }
}

int search_find(struct campaign *campaign, const struct str *words, int count, int64_t before,
                int64_t *acts, int most)
{
    enum { WORDS_MAX = 4 };
    TEXT_BUFFER(match, 2048); /* has room for WORDS_MAX words */
    struct beside *search = open_search(campaign, false);
    for (int i = 0; i < count && i < WORDS_MAX; i++) {
        if (search_can_find(words[i])) {
            add_word(&match, words[i]);
        }
    }
    if (search == NULL || match.n == 0) {
        return 0;
    }
    struct query *query = query_begin(search->db, STATEMENT_SEARCH_FIND);
    query_bind_text(query, ":match", (struct str){match.p, match.n});
    query_bind(query, ":before", before > 0 ? before : INT64_MAX);
    query_bind(query, ":most", most);
    int found = 0;
    enum status status = STATUS_OK;
    while (found < most && query_next(query, &status, NULL)) {
        acts[found++] = query_int(query, 0);
    }
    query_end(query);
    if (status != STATUS_OK) {
        beside_give_up(campaign);
        return 0;
    }
    return found;
}

/* ---- checking -------------------------------------------------------------------------- */

enum status search_check(struct campaign *campaign, struct error *err)
{
    char path[BESIDE_PATH_MAX];
    struct beside search = {.db = NULL};
    if (!beside_has_file(campaign)) {
        return STATUS_OK;
    }
    beside_path(campaign, path);
    enum status status = db_open(&search.db, path, DB_LOOK, err);
    if (status == STATUS_OK) {
        status = read_mark(campaign, &search, err);
    }
    if (status == STATUS_OK) {
        status = open_file_check_pages(search.db, err);
    }
    db_close(search.db);
    return status;
}
