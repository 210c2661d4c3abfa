/*
 * ICU's converters, for the binary that holds every library: none of them is there.
 *
 * libxml2 asks ICU for letters that it does not know itself. It never has to here, since
 * what it is given is UTF-8 already; but with ICU's own archive come 30 MB of data and all
 * of C++. Its header gives these the names that libxml2 was built with.
 */
#include <stddef.h>
#include <unicode/ucnv.h>

UConverter *ucnv_open(const char *name, UErrorCode *error)
{
    *error = U_FILE_ACCESS_ERROR;
    return NULL;
}

/* The others are asked for only with what was opened. */
void ucnv_close(UConverter *converter) {}

void ucnv_setToUCallBack(UConverter *converter, UConverterToUCallback action,
                         const void *with, UConverterToUCallback *old_action,
                         const void **old_with, UErrorCode *error)
{
    *error = U_UNSUPPORTED_ERROR;
}

void ucnv_setFromUCallBack(UConverter *converter, UConverterFromUCallback action,
                           const void *with, UConverterFromUCallback *old_action,
                           const void **old_with, UErrorCode *error)
{
    *error = U_UNSUPPORTED_ERROR;
}

void ucnv_convertEx(UConverter *to, UConverter *from, char **target, const char *target_end,
                    const char **source, const char *source_end, UChar *first,
                    UChar **pivot_source, UChar **pivot_target, const UChar *pivot_end,
                    UBool reset, UBool flush, UErrorCode *error)
{
    *error = U_UNSUPPORTED_ERROR;
}

void UCNV_TO_U_CALLBACK_STOP(const void *with, UConverterToUnicodeArgs *args,
                             const char *units, int32_t length,
                             UConverterCallbackReason reason, UErrorCode *error)
{
}

void UCNV_FROM_U_CALLBACK_STOP(const void *with, UConverterFromUnicodeArgs *args,
                               const UChar *units, int32_t length, UChar32 point,
                               UConverterCallbackReason reason, UErrorCode *error)
{
}
