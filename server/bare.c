/* Stands for the page and the notices while the linker is asked what a program is made of.
 */
#include "../tools/embed.h"
#include "files.h"

extern const struct embedded licences[];
const struct embedded licences[] = { { 0 } };
const struct file files[] = { { 0 } };
