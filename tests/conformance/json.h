/* A strict reader of JSON that keeps nothing: only whether the text is well formed. */
#ifndef JSON_H
#define JSON_H

/* NULL, or what is wrong: syntax, a key twice in one object, bytes that are not UTF-8. */
const char *json_fault(const char *text);
/* Whether the bytes are UTF-8, without control characters other than \n and \033. */
const char *utf8_fault(const char *text);

#endif
