/* `referee serve`: the players' page and its stream of events. Who may ask what is decided
 * here; the page is data/players, and what it is told is app/players alone. */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/library/data_files.h"
#include "app/players/players.h"
#include "app/report/report.h"
#include "app/settings/settings.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "app/thrown/die_told.h"
#include "app/thrown/table_socket.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/serve/devices.h"
#include "cli/serve/http.h"
#include "cli/serve/qr.h"
#include "cli/subcommands.h"

/* Of data/players/page.css and page.js as they stand; tests/cli/serve.sh compares them. */
#define STYLE_HASH "6Z8J/1R/WmbUAktQi0yr8gndQVjO/JJjA9VhVLRpcAE="
#define SCRIPT_HASH "+6gEPYxRwtFT7O3N8Hrz6rSYZv1cIKuT0o5/2WpAYSQ="

static const char policy[] =
    "default-src 'none'; style-src 'sha256-" STYLE_HASH "'; script-src 'sha256-" SCRIPT_HASH
    "'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* How often it looks for what the table did, and how long a stream says nothing. */
enum { LOOK_MS = 25, BEAT_MS = 5000, HOSTS_MAX = 16, HOST_SIZE = 80, STREAMS_MAX = 96 };
/* How long the streams sleep while nothing is told: then beats are due, and who has gone is
 * seen. */
enum { QUIET_MS = 1000 };
/* How long a table may take to answer for a phone's die, and how long it is left alone then. */
enum { TABLE_MS = 500, NO_TABLE_MS = 1000 };

struct server {
    struct sitting *sitting;
    struct players *players;
    struct http *http;
    char token[SECRET_SIZE];
    char host[HOSTS_MAX][HOST_SIZE]; /* what a request may call us: "127.0.0.1:8080" */
    int hosts;
    char *page;
    int64_t version;           /* of what there is to tell: grows with each change that shows */
    int64_t woken_ms;          /* when the streams were */
    int64_t no_table_until_ms; /* it did not answer a moment ago */
    struct devices devices;
    struct device_stream stream[STREAMS_MAX];
};

/* ---- who may ask what ------------------------------------------------------------------ */

static const struct {
    const char *method, *path;
    bool is_open; /* to everybody */
} ways[] = {{"GET", "/", true},
            {"POST", "/enter", true},
            {"GET", "/events", false},
            {"POST", "/take", false},
            {"POST", "/throw", false}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static int refuses(void *context, const struct http_request *request)
{
    struct server *server = context;
    bool is_host = false, is_path = false, is_way = false, is_open = false;
    bool is_method =
        strcmp(request->method, "GET") == 0 || strcmp(request->method, "POST") == 0;
    for (int i = 0; i < server->hosts; i++) {
        is_host = is_host || strcmp(server->host[i], request->host) == 0;
    }
    for (int i = 0; i < WAYS; i++) {
        bool is_same = strcmp(ways[i].path, request->path) == 0;
        is_path = is_path || is_same;
        if (is_same && strcmp(ways[i].method, request->method) == 0) {
            is_way = true;
            is_open = ways[i].is_open;
        }
    }
    return !is_host                                                  ? 421
           : !is_method                                              ? 405
           : !is_path                                                ? 404
           : !is_way                                                 ? 405
           : is_open                                                 ? 0
           : devices_find(&server->devices, request->cookie) == NULL ? 403
                                                                     : 0;
}

/* ---- streams --------------------------------------------------------------------------- */

static void *open_stream(struct server *server, struct device *device)
{
    for (int i = 0; i < STREAMS_MAX; i++) {
        if (server->stream[i].device == NULL) {
            server->stream[i] = (struct device_stream){.device = device, .version = -1};
            device->streams++;
            return &server->stream[i];
        }
    }
    return NULL;
}

static void stream_closed(void *context, void *of)
{
    struct device_stream *stream = of;
    (void)context;
    stream->device->streams--;
    free(stream->text);
    memset(stream, 0, sizeof *stream);
}

/* What is to be told now, if anything is. */
static void begin_event(struct server *server, struct device_stream *stream)
{
    int64_t now_ms = sitting_now_ms(server->sitting);
    char *document = NULL;
    enum { HEAD_SIZE = 128 };
    bool takes_dice = sitting_settings(server->sitting)->number[PROGRAM_PHONES_THROW] != 0;
    if (stream->version != server->version) {
        json_t *report = players_report(server->players, stream->device->part);
        report_be_json(report);
        document = json_dumps(report, JSON_COMPACT);
        json_decref(report);
    } else if (now_ms - stream->said_ms < BEAT_MS && now_ms >= stream->said_ms) {
        return;
    }
    int size = HEAD_SIZE + (document != NULL ? (int)strlen(document) : 0);
    stream->text = malloc((size_t)size);
    CHECK(stream->text != NULL);
    struct text text = text_over(stream->text, size);
    if (document != NULL) {
        if (stream->version < 0) {
            text_add(&text, "retry: 500\n");
        }
        if (stream->version < 0 || takes_dice != stream->takes_dice) {
            text_add(&text, "event: throws\ndata: %s\n\n", takes_dice ? "yes" : "no");
        }
        stream->takes_dice = takes_dice;
        text_add(&text, "id: %lld\ndata: %s\n\n", (long long)players_act(server->players),
                 document);
    } else {
        text_add(&text, "event: beat\ndata:\n\n");
    }
    free(document);
    stream->size = text.n;
    stream->at = 0;
    stream->version = server->version;
    stream->said_ms = now_ms;
}

static int stream_next(void *context, void *of, char *out, int size)
{
    struct server *server = context;
    struct device_stream *stream = of;
    if (stream->device->cookie[0] == '\0') {
        return -1;
    }
    if (stream->text == NULL) {
        begin_event(server, stream);
    }
    int left = stream->text != NULL ? stream->size - stream->at : 0;
    int n = left < size ? left : size;
    if (n > 0) {
        memcpy(out, stream->text + stream->at, (size_t)n);
        stream->at += n;
    }
    if (stream->text != NULL && stream->at == stream->size) {
        free(stream->text);
        stream->text = NULL;
    }
    return n;
}

/* ---- answers --------------------------------------------------------------------------- */

static void enter(struct server *server, const struct http_request *request,
                  struct http_answer *out)
{
    static char cookie[SECRET_SIZE + 64];
    struct device *device = NULL;
    out->status = 403;
    if (secret_is(server->token, str_trimmed(request->body))) {
        device = devices_enter(&server->devices, request->address);
        out->status = device != NULL ? 204 : 503;
    }
    if (device != NULL) {
        text_format(cookie, sizeof cookie, "referee=%s; HttpOnly; SameSite=Strict; Path=/",
                    device->cookie);
        out->cookie = cookie;
        output_line("device %d entered from %s", device->number, device->address);
    }
}

/* A combatant of the party; NULL: there is none with this number. */
static const struct shown_combatant *find_hero(const struct server *server, int64_t id)
{
    const struct players_view *view = players_view(server->players);
    for (int i = 0; i < view->count; i++) {
        if (view->order[i].id == id && view->order[i].is_party) {
            return &view->order[i];
        }
    }
    return NULL;
}

static void keep_hero(const struct server *server, struct device *device,
                      const struct shown_combatant *hero)
{
    device->taken.id = hero->id;
    text_format(device->taken.name, sizeof device->taken.name, "%s", hero->name);
    text_format(device->taken.encounter, sizeof device->taken.encounter, "%s",
                players_view(server->players)->encounter);
}

/* Whose character the device has now, by name as numbers begin again with each encounter, and
 * by number where it was renamed in one; NULL: nobody's. */
static const char *hero_of(const struct server *server, struct device *device)
{
    const struct players_view *view = players_view(server->players);
    bool is_same = strcmp(view->encounter, device->taken.encounter) == 0;
    const struct shown_combatant *hero = is_same ? find_hero(server, device->taken.id) : NULL;
    for (int i = 0; i < view->count && device->taken.id > 0; i++) {
        bool is_it =
            view->order[i].is_party && strcmp(view->order[i].name, device->taken.name) == 0;
        hero = is_it ? &view->order[i] : hero;
    }
    if (hero != NULL) {
        keep_hero(server, device, hero);
    }
    return hero != NULL ? hero->name : NULL;
}

static void take(struct server *server, const struct http_request *request,
                 struct http_answer *out)
{
    struct device *device = devices_find(&server->devices, request->cookie);
    int64_t id = -1;
    bool is_number = str_to_int64(str_trimmed(request->body), 0, COMBATANTS_MAX, &id);
    const struct shown_combatant *hero = is_number && id > 0 ? find_hero(server, id) : NULL;
    const char *before = hero_of(server, device), *now = hero != NULL ? hero->name : NULL;
    out->status = is_number && (id == 0 || hero != NULL) ? 204 : 400;
    if (out->status == 204 && before != now) {
        output_line("device %d is %s", device->number, now != NULL ? now : "nobody");
    }
    if (out->status == 204) {
        memset(&device->taken, 0, sizeof device->taken);
    }
    if (hero != NULL) {
        keep_hero(server, device, hero);
    }
}

/* A line of JSON about a die that was not taken. */
static void refuse_die(int status, const char *why, struct text *out,
                       struct http_answer *answer)
{
    json_t *document = json_pack("{s:b, s:s}", "taken", 0, "why", why);
    char *words = json_dumps(document, JSON_COMPACT);
    CHECK(words != NULL);
    text_init(out, out->p, out->size);
    text_add(out, "%s", words);
    free(words);
    json_decref(document);
    answer->status = status;
}

/* What the table said of a die, without what is asked there and of how many: it may be about
 * somebody who is hidden. */
static void keep_for_phones(struct text *words)
{
    static const char *const keys[] = {"taken", "why", "shows", "waiting"};
    json_t *said = json_loads(words->p, 0, NULL), *kept = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        json_t *value = json_object_get(said, keys[i]);
        if (value != NULL) {
            json_object_set(kept, keys[i], value);
        }
    }
    char *line = json_dumps(kept, JSON_COMPACT);
    CHECK(line != NULL);
    text_init(words, words->p, words->size);
    text_add(words, "%s", line);
    free(line);
    json_decref(kept);
    json_decref(said);
}

/* A die of a player who has taken a character, under the character's name, for the question
 * that is open at the table. A table that does not answer is not asked again at once, as all
 * others wait meanwhile. */
static void throw_die(struct server *server, const struct http_request *request,
                      struct http_answer *out)
{
    static char words[TABLE_ANSWER_SIZE];
    struct text text = text_over(words, sizeof words);
    struct device *device = devices_find(&server->devices, request->cookie);
    const char *name = hero_of(server, device);
    int64_t now_ms = sitting_now_ms(server->sitting);
    struct die_told die;
    struct error err;
    char id[TOLD_ID_SIZE + 16];
    out->type = "application/json";
    if (sitting_settings(server->sitting)->number[PROGRAM_PHONES_THROW] == 0) {
        refuse_die(403, "the referee takes no dice from phones", &text, out);
    } else if (name == NULL) {
        refuse_die(403, "say first who you are", &text, out);
    } else if (die_told_read(&die, request->body, &err) != STATUS_OK) {
        refuse_die(400, err.text, &text, out);
    } else if (!die.has_face) {
        refuse_die(200, die.state_word, &text, out);
    } else if (now_ms < server->no_table_until_ms) {
        refuse_die(503, "the table does not answer", &text, out);
    } else {
        TEXT_BUFFER(line, TOLD_LINE_SIZE);
        text_format(id, sizeof id, "%d.%s", device->number, die.id); /* it counts its dice */
        die_told_set_id(&die, id);
        text_format(id, sizeof id, " on device %d", device->number);
        struct str who = str_beginning(str_of(name), TOLD_NAME_SIZE - 1 - (int)strlen(id));
        text_format(die.name, sizeof die.name, "%.*s%s", who.n, who.p, id);
        die_told_add(&die, &line);
        out->status = 200;
        if (table_call(sitting_path(server->sitting), (struct str){line.p, line.n}, TABLE_MS,
                       &text, &err) != STATUS_OK) {
            server->no_table_until_ms = now_ms + NO_TABLE_MS;
            refuse_die(503, err.text, &text, out);
        } else {
            keep_for_phones(&text);
            output_line("device %d, %s: %s %d", device->number, name, die_kind_name(die.kind),
                        die.face);
        }
    }
    out->body = (struct str){text.p, text.n};
}

static void answer(void *context, const struct http_request *request, struct http_answer *out)
{
    struct server *server = context;
    if (strcmp(request->path, "/enter") == 0) {
        enter(server, request, out);
    } else if (strcmp(request->path, "/take") == 0) {
        take(server, request, out);
    } else if (strcmp(request->path, "/throw") == 0) {
        throw_die(server, request, out);
    } else if (strcmp(request->path, "/events") == 0) {
        struct device *device = devices_find(&server->devices, request->cookie);
        out->stream = open_stream(server, device);
        out->status = out->stream != NULL ? 200 : 503;
        out->type = "text/event-stream";
    } else {
        *out = (struct http_answer){.status = 200,
                                    .type = "text/html; charset=utf-8",
                                    .body = str_of(server->page),
                                    .policy = policy};
    }
}

/* ---- the page -------------------------------------------------------------------------- */

static struct str shipped(const char *file)
{
    struct str bytes;
    CHECK(data_file_shipped(file, &bytes));
    return bytes;
}

static void add_part(struct text *out, struct str *rest, const char *mark, const char *file)
{
    const char *at = strstr(rest->p, mark);
    CHECK(at != NULL);
    text_add_str(out, (struct str){rest->p, (int)(at - rest->p)});
    text_add_str(out, shipped(file));
    *rest = str_of(at + strlen(mark));
}

static char *make_page(void)
{
    enum { PAGE_SIZE = 64 * 1024 };
    char *page = malloc(PAGE_SIZE);
    CHECK(page != NULL);
    struct text text = text_over(page, PAGE_SIZE);
    struct str rest = shipped("data/players/page.html");
    add_part(&text, &rest, "@STYLE@", "data/players/page.css");
    add_part(&text, &rest, "@SCRIPT@", "data/players/page.js");
    text_add_str(&text, rest);
    CHECK(!text.is_cut);
    return page;
}

/* ---- addresses ------------------------------------------------------------------------- */

static void add_host(struct server *server, const char *name, int port)
{
    if (server->hosts < HOSTS_MAX) {
        text_format(server->host[server->hosts++], HOST_SIZE, "%s:%d", name, port);
    }
}

/* The addresses of this machine in its networks, after 127.0.0.1; what others use comes first.
 */
static void find_hosts(struct server *server, bool is_lan)
{
    int port = http_port(server->http);
    struct ifaddrs *all = NULL;
    if (is_lan && getifaddrs(&all) == 0) {
        for (struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
            char name[INET_ADDRSTRLEN];
            struct sockaddr_in address;
            if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET) {
                continue;
            }
            memcpy(&address, one->ifa_addr, sizeof address);
            if (ntohl(address.sin_addr.s_addr) >> 24 != 127) {
                inet_ntop(AF_INET, &address.sin_addr, name, sizeof name);
                add_host(server, name, port);
            }
        }
        freeifaddrs(all);
    }
    add_host(server, "127.0.0.1", port);
    add_host(server, "localhost", port);
}

static void print_address(const struct server *server, bool is_lan)
{
    TEXT_BUFFER(address, HOST_SIZE + SECRET_SIZE + 16);
    text_add(&address, "http://%s/#k=%s", server->host[0], server->token);
    output_line("%s", address.p);
    if (is_lan) {
        output_lines(
            "Everybody in this network who has this address can read the order, without\n"
            "encryption. Give it to your players alone; it changes with each start.");
    }
    if (isatty(STDOUT_FILENO)) {
        qr_print(address.p);
        output_line("It shows %s; `referee --db FILE serve` shows another campaign.",
                    sitting_path(server->sitting));
        output_lines(
            "Type `devices` to see who is here. `order 1`, `heroes 1` and `everything 1` set "
            "what\ndevice 1 sees, `away 1` sends it away. `quit` ends.");
    }
    output_prompt("");
}

/* ---- the referee's lines --------------------------------------------------------------- */

static void tell_devices(struct server *server)
{
    static const char *const parts[PLAYERS_PARTS] = {"everything", "heroes", "order"};
    int count = 0;
    for (int i = 0; i < DEVICES_MAX; i++) {
        struct device *device = &server->devices.device[i];
        if (device->cookie[0] != '\0') {
            const char *name = hero_of(server, device);
            output_line("  %d  %s  %s  %s  %s", device->number, device->address,
                        device->streams > 0 ? "looks" : "is away", parts[device->part],
                        name != NULL ? name : "");
            count++;
        }
    }
    if (count == 0) {
        output_line("nobody has entered yet");
    }
}

static void run_line(struct server *server, struct str line, bool *ends)
{
    static const char *const words[] = {"everything", "heroes",  "order",
                                        "away",       "devices", "quit"};
    enum { AWAY = PLAYERS_PARTS, DEVICES, QUIT, WORDS };
    struct nearest nearest;
    struct str rest = line, word = str_next_word(&rest);
    int which = 0;
    int64_t number = 0;
    if (word.p == NULL) {
        return;
    }
    nearest_init(&nearest, word);
    for (int i = 0; i < WORDS; i++) {
        nearest_offer(&nearest, words[i]);
    }
    while (which < WORDS && !str_equal_any_case(word, str_of(words[which]))) {
        which++;
    }
    *ends = which == QUIT;
    if (which == WORDS) {
        output_line(
            "%s: expected devices, heroes, order, everything or away with a number, or quit%s",
            utf8_shown(word).text, nearest.best != NULL ? nearest_question(&nearest).text : "");
    } else if (which == DEVICES) {
        tell_devices(server);
    } else if (which < DEVICES) {
        bool is_number = str_to_int64(str_trimmed(rest), 1, INT32_MAX, &number);
        struct device *device =
            is_number ? devices_numbered(&server->devices, (int)number) : NULL;
        if (device == NULL || device->cookie[0] == '\0') {
            output_line("there is no device %s; `devices` lists them",
                        utf8_shown(str_trimmed(rest)).text);
        } else if (which == AWAY) {
            device_send_away(device);
            output_line("device %d is sent away", device->number);
        } else {
            device->part = (enum players_part)which;
            server->version++;
            output_line("device %d sees: %s", device->number, words[which]);
        }
    }
}

/* What stands on standard input by now; at its end it is not looked at any more. */
static void read_lines(struct server *server, bool *has_input, bool *ends)
{
    static char line[256];
    static int n;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (*has_input && !*ends && poll(&input, 1, 0) > 0) {
        ssize_t taken = read(STDIN_FILENO, &line[n], 1);
        *has_input = taken > 0 || (taken < 0 && errno == EINTR);
        bool is_end = taken == 1 && line[n] == '\n';
        n += taken == 1 && !is_end && n < (int)sizeof line - 1 ? 1 : 0;
        if (is_end) {
            run_line(server, (struct str){line, n}, ends);
            http_wake(server->http);
            output_prompt("");
            n = 0;
        }
    }
}

/* ---- serving --------------------------------------------------------------------------- */

static volatile sig_atomic_t must_end;

static void end_soon(int signal)
{
    (void)signal;
    must_end = 1;
}

/* What another program wrote, and what the referee changed in the settings; while the file
 * cannot be read, what was there stays. */
static void follow(struct server *server)
{
    struct error err;
    bool has_changed, shows = false;
    bool are_other = sitting_follow_settings(server->sitting);
    int64_t now_ms = sitting_now_ms(server->sitting);
    if (sitting_follow(&has_changed, server->sitting, &err) == STATUS_OK &&
        (has_changed || are_other) &&
        players_look(server->players, &shows, &err) == STATUS_OK) {
        server->version += shows ? 1 : 0;
    }
    bool is_quiet = now_ms - server->woken_ms < QUIET_MS && now_ms >= server->woken_ms;
    if (shows || !is_quiet) {
        http_wake(server->http);
        server->woken_ms = now_ms;
    }
}

static int serve(struct server *server, bool is_lan)
{
    struct sigaction action = {.sa_handler = end_soon};
    bool has_input = true, ends = false;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    secret_make(server->token);
    find_hosts(server, is_lan);
    print_address(server, is_lan);
    while (!must_end && !ends && !output_is_lost()) {
        http_wait(server->http, LOOK_MS);
        follow(server);
        read_lines(server, &has_input, &ends);
    }
    return EXIT_DONE;
}

int serve_run(const struct options *options)
{
    static struct server server;
    struct error err;
    static const struct http_service pattern = {.cookie = "referee",
                                                .context = &server,
                                                .refuses = refuses,
                                                .answer = answer,
                                                .stream_next = stream_next,
                                                .stream_closed = stream_closed};
    bool has_changed, is_lan = options_has(options, OPTION_LAN);
    TEXT_BUFFER(told, SETTINGS_TOLD_SIZE);
    if (!settings_file_load(options->settings, &told)) {
        output_message(told.p);
    }
    if (subcommand_words(options, 0, &err) != STATUS_OK ||
        options_campaign_for_reading(&server.sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    server.players = players_begin(server.sitting);
    server.page = make_page();
    enum status status = players_look(server.players, &has_changed, &err);
    if (status == STATUS_OK) {
        status = http_start(&server.http, &pattern, options->port, is_lan, &err);
    }
    int code = status == STATUS_OK ? serve(&server, is_lan) : output_error(&err);
    http_stop(server.http);
    players_end(server.players);
    free(server.page);
    return options_campaign_close(server.sitting, code);
}
