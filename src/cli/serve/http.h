/* A small HTTP server on libmicrohttpd, which only this file knows: requests to one function,
 * and streams of events. The library is loaded when it is first needed, so that nothing else
 * waits for it or fails without it.
 *
 * One thread: http_wait does all that there is to do. Limits on connections, their time and the
 * size of what they send are here; who may ask what is decided by the caller. */
#ifndef REFEREE_CLI_SERVE_HTTP_H
#define REFEREE_CLI_SERVE_HTTP_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

enum {
    HTTP_BODY_MAX = 4096,      /* bytes of a request; a longer one is answered with 413 */
    HTTP_CONNECTIONS_MAX = 96, /* at a time */
    HTTP_OF_ONE_MAX = 32,      /* of one address */
    HTTP_QUIET_SECONDS = 30,   /* after which one that says nothing is closed */
    HTTP_ADDRESS_SIZE = 64
};

/* Texts are valid during the call. */
struct http_request {
    const char *method, *path;
    const char *host;    /* "" when there is none */
    const char *cookie;  /* the value of the cookie that the caller asked for; "": none */
    const char *address; /* of who asks */
    struct str body;
};

/* Zeroed at first. */
struct http_answer {
    int status;
    const char *type;   /* of the body; NULL: no body */
    struct str body;    /* copied */
    const char *policy; /* the page's content policy; NULL: nothing but text */
    const char *cookie; /* set with its attributes; NULL: none */
    void *stream;       /* not NULL: a stream of events, told by the functions below */
};

struct http_service {
    const char *cookie; /* the name of the cookie */
    void *context;
    /* Before the body is read: 0, or the status of a refusal. */
    int (*refuses)(void *context, const struct http_request *request);
    void (*answer)(void *context, const struct http_request *request, struct http_answer *out);
    /* The next bytes of a stream: how many, 0: nothing now, -1: it ends. */
    int (*stream_next)(void *context, void *stream, char *out, int size);
    void (*stream_closed)(void *context, void *stream);
};

struct http;

/* `port` 0: any. On all addresses of the machine with `is_lan`, else on 127.0.0.1 alone. The
 * service is borrowed. STATUS_MISSING: there is no libmicrohttpd; STATUS_IO: the port is taken.
 */
enum status http_start(struct http **out, const struct http_service *service, int port,
                       bool is_lan, struct error *err) MUST_CHECK;
void http_stop(struct http *http);
int http_port(const struct http *http);
/* There is something to tell: the streams are asked for it in the next http_wait. */
void http_wake(struct http *http);
/* Serves for at most this long. */
void http_wait(struct http *http, int timeout_ms);
/* The version of the library that would be loaded; false when there is none. */
bool http_version(char *out, int size);

#endif
