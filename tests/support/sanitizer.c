/* What the sanitizers look for in every program that is built with them, however it is started;
 * ASAN_OPTIONS comes on top. This object is linked by itself, not in a library, for a library's
 * object is taken only where something lacks it.
 *
 * To use a stack frame after its return is a fault that only newer sanitizers look for by
 * themselves. New memory is full of ~, so that what is read before it is written shows.
 *
 * GCC 13 puts the frames that it looks for so on 32 bytes, and then complains of a seal in one,
 * which wants 64 (mended in 14): there, clang's build is the one that looks. */
#if defined(__GNUC__) && __GNUC__ == 13
#define LOOKS_FOR_FRAMES "detect_stack_use_after_return=0"
#else
#define LOOKS_FOR_FRAMES "detect_stack_use_after_return=1"
#endif

const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return LOOKS_FOR_FRAMES ":max_malloc_fill_size=1048576:malloc_fill_byte=126";
}
