/* The test library, with the headers that it needs before it. */
#ifndef REFEREE_SUPPORT_UNIT_H
#define REFEREE_SUPPORT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
