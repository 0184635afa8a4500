/* The trace of an exception, as the engine writes it. */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>

/* A call: the function, and where it is. Texts are cut, and end with a 0. */
typedef struct {
    char function[48];
    char file[80];
    int line;
    int column;
} trace_call;

/* Calls that are read at most. */
enum { TRACE_CALLS = 10 };

/* Reads the calls in the script's files, innermost first; returns how many there are. Those in the game's kit that come
 * first are left out, unless there are no others: what goes wrong there was most often caused by the caller. */
int trace_read(const char *trace, trace_call calls[TRACE_CALLS]);

#endif
