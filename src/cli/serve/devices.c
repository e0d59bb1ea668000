#include "cli/serve/devices.h"

#include <string.h>
#include <sys/random.h>

void secret_make(char out[SECRET_SIZE])
{
    unsigned char bytes[SECRET_SIZE / 2];
    CHECK(getrandom(bytes, sizeof bytes, 0) == (ssize_t)sizeof bytes);
    struct text text = text_over(out, SECRET_SIZE);
    for (size_t i = 0; i < sizeof bytes; i++) {
        text_add(&text, "%02x", bytes[i]);
    }
}

bool secret_is(const char secret[SECRET_SIZE], struct str typed)
{
    unsigned different = typed.n == SECRET_SIZE - 1 ? 0 : 1;
    for (int i = 0; i < SECRET_SIZE - 1; i++) {
        char other = i < typed.n ? typed.p[i] : '\0';
        different |= (unsigned char)(secret[i] ^ other);
    }
    return different == 0;
}

struct device *devices_enter(struct devices *devices, const char *address)
{
    struct device *place = NULL;
    for (int i = 0; i < DEVICES_MAX; i++) {
        struct device *device = &devices->device[i];
        bool is_better = place == NULL || device->entered < place->entered;
        place = device->streams == 0 && is_better ? device : place;
    }
    if (place != NULL) {
        memset(place, 0, sizeof *place);
        place->number = ++devices->last_number;
        place->entered = ++devices->entered;
        secret_make(place->cookie);
        text_format(place->address, sizeof place->address, "%s", address);
    }
    return place;
}

struct device *devices_find(struct devices *devices, const char *cookie)
{
    for (int i = 0; i < DEVICES_MAX; i++) {
        struct device *device = &devices->device[i];
        if (device->cookie[0] != '\0' && secret_is(device->cookie, str_of(cookie))) {
            return device;
        }
    }
    return NULL;
}

struct device *devices_numbered(struct devices *devices, int number)
{
    for (int i = 0; i < DEVICES_MAX; i++) {
        if (number > 0 && devices->device[i].number == number) {
            return &devices->device[i];
        }
    }
    return NULL;
}

void device_send_away(struct device *device)
{
    memset(device->cookie, 0, sizeof device->cookie);
}
