/*
 * Built into every program under AddressSanitizer that ends by itself: leaks are searched
 * for where the program still holds something.
 *
 * The search at the end of a process walks the whole address space, which on ARM takes four
 * seconds for a program that does nothing at all, and there are some forty. One that holds
 * at its end what it held before main() has lost nothing.
 */
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <unistd.h>

/* Of sanitizer/allocator_interface.h, which GCC does not bring. */
size_t __sanitizer_get_current_allocated_bytes(void);

static size_t held_before;

const char *__lsan_default_options(void) { return "leak_check_at_exit=0"; }

__attribute__((constructor)) static void begin(void)
{
    static char buffer[BUFSIZ]; /* the library would take one and keep it */

    setvbuf(stdout, buffer, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, sizeof buffer);
    held_before = __sanitizer_get_current_allocated_bytes();
}

__attribute__((destructor)) static void end(void)
{
    if (__sanitizer_get_current_allocated_bytes() != held_before)
        __lsan_do_leak_check();
}
