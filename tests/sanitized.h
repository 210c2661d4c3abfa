/*
 * The sanitizers look for other mistakes than the plain build's tests, and take several
 * times as long: of what is tried many times over a part will do.
 */
#ifndef SANITIZED_H
#define SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#define OF(whole) (SANITIZED ? (whole) / 4 : (whole))

#endif
