/* The trace of an exception, as the engine writes it. */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>

/* A call: the function and its place. Texts are truncated, and end with a 0. */
typedef struct {
    char function[48];
    char file[80];
    int line;
    int column;
} trace_call;

/* Maximum number of calls to read. */
enum { TRACE_CALLS = 10 };

/* Reads the calls in the script's files, innermost first. Returns their number. Omits calls in the game's kit at the
 * start, unless there are no others: the caller usually causes errors in the kit. */
int trace_read(const char *trace, trace_call calls[TRACE_CALLS]);

#endif
