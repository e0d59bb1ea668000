/* Who is connected to the players' page: phones, tablets, the TV. Each has entered with the
 * token and has a cookie of its own; the referee gives it a part of what there is, or sends it
 * away. Plain data; knows no network. */
#ifndef REFEREE_CLI_SERVE_DEVICES_H
#define REFEREE_CLI_SERVE_DEVICES_H

#include <stdbool.h>
#include <stdint.h>

#include "app/players/players.h"
#include "base/text.h"
#include "cli/serve/http.h"

enum { DEVICES_MAX = 32, SECRET_SIZE = 33 };

/* One stream of events of a device. */
struct device_stream {
    struct device *device; /* NULL: not in use */
    int64_t version;       /* of what it was told last */
    int64_t said_ms;       /* when */
    bool takes_dice;       /* what it was told last of that */
    char *text;            /* what is being told, owned; NULL: nothing */
    int size, at;
};

struct device {
    int number;               /* from 1 on, never used again; 0: a free place */
    char cookie[SECRET_SIZE]; /* "": it was sent away */
    char address[HTTP_ADDRESS_SIZE];
    enum players_part part;
    struct device_taken {
        int id;               /* a combatant's; 0: none */
        char name[NAME_SIZE]; /* that it had, and in which encounter: ids begin again with each
                               */
        char encounter[CAMPAIGN_NAME_SIZE];
    } taken;
    int64_t entered; /* a count: the oldest without a stream gives its place */
    int streams;
};

struct devices {
    struct device device[DEVICES_MAX];
    int64_t entered;
    int last_number;
};

/* 128 random bits as hexadecimal digits. */
void secret_make(char out[SECRET_SIZE]);
/* True when they are the same, in a time that does not tell where they differ. */
bool secret_is(const char secret[SECRET_SIZE], struct str typed);

/* A new one with a cookie; NULL: all places have somebody who looks. */
struct device *devices_enter(struct devices *devices, const char *address);
struct device *devices_find(struct devices *devices, const char *cookie);
struct device *devices_numbered(struct devices *devices, int number);
/* Its cookie counts no more, and its streams end. */
void device_send_away(struct device *device);

#endif
