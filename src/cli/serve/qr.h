/* A text as a QR code on the terminal, by libqrencode, which only this file knows; nothing
 * where it is not installed, or the terminal has no blocks. */
#ifndef REFEREE_CLI_SERVE_QR_H
#define REFEREE_CLI_SERVE_QR_H

#include <stdbool.h>

void qr_print(const char *text);
/* The version of libqrencode; false when it is not there. */
bool qr_version(char *out, int size);

#endif
