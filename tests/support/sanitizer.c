/* What the sanitizers look for in every program that is built with them, however it is started;
 * ASAN_OPTIONS comes on top. This object is linked by itself, not in a library, for a library's
 * object is taken only where something lacks it.
 *
 * To use a stack frame after its return is a fault that only newer sanitizers look for by
 * themselves. New memory is full of ~, so that what is read before it is written shows. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "detect_stack_use_after_return=1:max_malloc_fill_size=1048576:malloc_fill_byte=126";
}
