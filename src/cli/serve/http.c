#include "cli/serve/http.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBMICROHTTPD
#include <arpa/inet.h>
#include <microhttpd.h>
#include <sys/socket.h>

#include "app/file/loaded.h"

enum { ROUNDS_AWAKE = 3 };

/* The functions of the library that are used here. */
#define HTTP_FUNCTIONS(F)                                                                      \
    F(MHD_start_daemon)                                                                        \
    F(MHD_stop_daemon)                                                                         \
    F(MHD_get_daemon_info)                                                                     \
    F(MHD_run_wait)                                                                            \
    F(MHD_get_connection_info)                                                                 \
    F(MHD_lookup_connection_value)                                                             \
    F(MHD_create_response_from_buffer)                                                         \
    F(MHD_create_response_from_callback)                                                       \
    F(MHD_suspend_connection)                                                                  \
    F(MHD_resume_connection)                                                                   \
    F(MHD_add_response_header)                                                                 \
    F(MHD_queue_response)                                                                      \
    F(MHD_destroy_response)

struct functions {
#define FUNCTION(name) __typeof__(&name) name;
    HTTP_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

struct http {
    const struct http_service *service;
    struct functions f;
    struct MHD_Daemon *daemon;
    int port;
    struct http_stream *streams; /* those that are open */
    int rounds;                  /* without waiting, until those that were woken have spoken */
};

/* A request while its body comes. */
struct exchange {
    char body[HTTP_BODY_MAX];
    int size;
    bool is_too_long;
    int refused; /* 0: not */
};

/* One that has nothing to say sleeps: the library would ask it without a pause. */
struct http_stream {
    struct http *http;
    void *stream;
    struct MHD_Connection *connection;
    bool sleeps;
    struct http_stream *next;
};

/* ---- the library ----------------------------------------------------------------------- */

static const char *const libraries[] = {"libmicrohttpd.so.12", "libmicrohttpd.so", NULL};

static enum status load(struct http *http, struct error *err)
{
#define FUNCTION(name) {#name, &http->f.name},
    const struct loaded_function functions[] = {HTTP_FUNCTIONS(FUNCTION)};
#undef FUNCTION
    bool has_all = library_load(libraries, functions, sizeof functions / sizeof functions[0]);
    return has_all ? STATUS_OK
                   : error_set(err, STATUS_MISSING, "",
                               "the players' page needs libmicrohttpd, which is not here: "
                               "install the package libmicrohttpd12, or use `referee players`");
}

/* ---- answering ------------------------------------------------------------------------- */

static struct http_request request_of(const struct http *http,
                                      struct MHD_Connection *connection, const char *method,
                                      const char *path, char address[HTTP_ADDRESS_SIZE])
{
    const char *host = http->f.MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    const char *cookie =
        http->f.MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, http->service->cookie);
    const union MHD_ConnectionInfo *info =
        http->f.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    address[0] = '\0';
    if (info != NULL && info->client_addr->sa_family == AF_INET) {
        struct sockaddr_in of;
        memcpy(&of, info->client_addr, sizeof of);
        inet_ntop(AF_INET, &of.sin_addr, address, HTTP_ADDRESS_SIZE);
    }
    return (struct http_request){.method = method,
                                 .path = path,
                                 .host = host != NULL ? host : "",
                                 .cookie = cookie != NULL ? cookie : "",
                                 .address = address};
}

static ssize_t read_stream(void *context, uint64_t position, char *out, size_t size)
{
    struct http_stream *stream = context;
    const struct http_service *service = stream->http->service;
    int most = size < HTTP_BODY_MAX ? (int)size : HTTP_BODY_MAX;
    int n = service->stream_next(service->context, stream->stream, out, most);
    (void)position;
    if (n == 0) {
        stream->sleeps = true;
        stream->http->f.MHD_suspend_connection(stream->connection);
    }
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : n;
}

static void close_stream(void *context)
{
    struct http_stream *stream = context, **link = &stream->http->streams;
    while (*link != stream) {
        link = &(*link)->next;
    }
    *link = stream->next;
    stream->http->service->stream_closed(stream->http->service->context, stream->stream);
    free(stream);
}

static struct MHD_Response *response_of(struct http *http, struct MHD_Connection *connection,
                                        const struct http_answer *answer)
{
    if (answer->stream == NULL) {
        return http->f.MHD_create_response_from_buffer(
            (size_t)answer->body.n, (void *)(uintptr_t)answer->body.p, MHD_RESPMEM_MUST_COPY);
    }
    struct http_stream *stream = malloc(sizeof *stream);
    CHECK(stream != NULL);
    *stream = (struct http_stream){http, answer->stream, connection, false, http->streams};
    http->streams = stream;
    return http->f.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, HTTP_BODY_MAX,
                                                     read_stream, stream, close_stream);
}

static enum MHD_Result queue(struct http *http, struct MHD_Connection *connection,
                             const struct http_answer *answer)
{
    struct MHD_Response *response = response_of(http, connection, answer);
    const struct {
        const char *name, *value;
    } headers[] = {
        {"Content-Type", answer->type},
        {"Set-Cookie", answer->cookie},
        {"Content-Security-Policy", answer->policy != NULL
                                        ? answer->policy
                                        : "default-src 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    CHECK(response != NULL);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        if (headers[i].value != NULL) {
            http->f.MHD_add_response_header(response, headers[i].name, headers[i].value);
        }
    }
    enum MHD_Result result =
        http->f.MHD_queue_response(connection, (unsigned)answer->status, response);
    http->f.MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection,
                              const char *path, const char *method, const char *version,
                              const char *data, size_t *size, void **kept)
{
    struct http *http = context;
    struct exchange *exchange = *kept;
    char address[HTTP_ADDRESS_SIZE];
    struct http_request request = request_of(http, connection, method, path, address);
    (void)version;
    if (exchange == NULL) {
        exchange = calloc(1, sizeof *exchange);
        CHECK(exchange != NULL);
        *kept = exchange;
        exchange->refused = http->service->refuses(http->service->context, &request);
        return MHD_YES;
    }
    if (*size > 0) {
        size_t room = sizeof exchange->body - (size_t)exchange->size;
        exchange->is_too_long = exchange->is_too_long || *size > room;
        if (!exchange->is_too_long && exchange->refused == 0) {
            memcpy(exchange->body + exchange->size, data, *size);
            exchange->size += (int)*size;
        }
        *size = 0;
        return MHD_YES;
    }
    struct http_answer answer = {.status = exchange->is_too_long ? 413 : exchange->refused};
    if (answer.status == 0) {
        request.body = (struct str){exchange->body, exchange->size};
        http->service->answer(http->service->context, &request, &answer);
    }
    return queue(http, connection, &answer);
}

static void forget(void *context, struct MHD_Connection *connection, void **kept,
                   enum MHD_RequestTerminationCode how)
{
    (void)context;
    (void)connection;
    (void)how;
    free(*kept);
    *kept = NULL;
}

/* ---- the server ------------------------------------------------------------------------ */

static void be_silent(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

enum status http_start(struct http **out, const struct http_service *service, int port,
                       bool is_lan, struct error *err)
{
    struct http *http = calloc(1, sizeof *http);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    CHECK(http != NULL);
    *out = NULL;
    http->service = service;
    enum status status = load(http, err);
    if (status == STATUS_OK) {
        address.sin_addr.s_addr = htonl(is_lan ? INADDR_ANY : INADDR_LOOPBACK);
        /* The functions take any kind of address by its head. */
        http->daemon = http->f.MHD_start_daemon(
            MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME, (uint16_t)port, NULL, NULL, handle,
            http, MHD_OPTION_EXTERNAL_LOGGER, be_silent, NULL, MHD_OPTION_SOCK_ADDR,
            (struct sockaddr *)&address, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)HTTP_CONNECTIONS_MAX,
            MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)HTTP_OF_ONE_MAX,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HTTP_QUIET_SECONDS,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 * 1024), MHD_OPTION_END);
        status = http->daemon != NULL ? STATUS_OK
                                      : error_set(err, STATUS_IO, "",
                                                  "port %d cannot be used: another program has "
                                                  "it; --port 0 takes any",
                                                  port);
    }
    if (status != STATUS_OK) {
        http_stop(http);
        return status;
    }
    const union MHD_DaemonInfo *info =
        http->f.MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT);
    http->port = info != NULL ? info->port : port;
    *out = http;
    return STATUS_OK;
}

void http_wake(struct http *http)
{
    for (struct http_stream *stream = http->streams; stream != NULL; stream = stream->next) {
        if (stream->sleeps) {
            stream->sleeps = false;
            http->f.MHD_resume_connection(stream->connection);
            http->rounds = ROUNDS_AWAKE;
        }
    }
}

void http_stop(struct http *http)
{
    if (http != NULL) {
        if (http->daemon != NULL) {
            http_wake(http); /* the library wants all of them awake at its end */
            http->f.MHD_stop_daemon(http->daemon);
        }
        free(http); /* the library stays: it may have begun things of its own */
    }
}

int http_port(const struct http *http)
{
    return http->port;
}

void http_wait(struct http *http, int timeout_ms)
{
    for (; http->rounds > 0; http->rounds--) {
        http->f.MHD_run_wait(http->daemon, 0);
    }
    http->f.MHD_run_wait(http->daemon, timeout_ms);
}

bool http_version(char *out, int size)
{
    __typeof__(&MHD_get_version) version;
    const struct loaded_function function = {"MHD_get_version", &version};
    bool is_there = library_load(libraries, &function, 1);
    text_format(out, size, "%s", is_there ? version() : "");
    return is_there;
}

#else

enum status http_start(struct http **out, const struct http_service *service, int port,
                       bool is_lan, struct error *err)
{
    (void)service;
    (void)port;
    (void)is_lan;
    *out = NULL;
    return error_set(err, STATUS_MISSING, "",
                     "this referee was built without libmicrohttpd, which the players' page "
                     "needs: install libmicrohttpd-dev and build it again, or use `referee "
                     "players`");
}

void http_stop(struct http *http)
{
    (void)http;
}

int http_port(const struct http *http)
{
    (void)http;
    return 0;
}

void http_wake(struct http *http)
{
    (void)http;
}

void http_wait(struct http *http, int timeout_ms)
{
    (void)http;
    (void)timeout_ms;
}

bool http_version(char *out, int size)
{
    (void)size;
    out[0] = '\0';
    return false;
}

#endif
