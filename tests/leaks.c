/*
 * Built into every program under AddressSanitizer that ends by itself: leaks are searched
 * for where the program still holds something.
 *
 * The search at the end of a process walks the whole address space, which on ARM takes four
 * seconds for a program that does nothing at all, and there are hundreds. One that holds at
 * its end what it held before main() has lost nothing.
 */
#include <dlfcn.h>
#include <stddef.h>

/* Of the sanitizer; not every compiler brings its headers. */
const char *__lsan_default_options(void);
void __lsan_do_leak_check(void);
size_t __sanitizer_get_current_allocated_bytes(void);
/* Of the C library, declared nowhere: gives back what it keeps for itself. */
void __libc_freeres(void);

static size_t held_before;

const char *__lsan_default_options(void) { return "leak_check_at_exit=0"; }

__attribute__((constructor)) static void begin(void)
{
    while (dlerror()) /* the sanitizer has looked for functions that are not there */
        ;
    held_before = __sanitizer_get_current_allocated_bytes();
}

__attribute__((destructor)) static void end(void)
{
    __libc_freeres();
    if (__sanitizer_get_current_allocated_bytes() != held_before)
        __lsan_do_leak_check();
}
