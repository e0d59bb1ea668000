/* A text as a QR code on the terminal, by libqrencode, which only this file knows; nothing
 * where it is not installed, or the terminal has no blocks. */
#ifndef REFEREE_CLI_SERVE_QR_H
#define REFEREE_CLI_SERVE_QR_H

void qr_print(const char *text);

#endif
