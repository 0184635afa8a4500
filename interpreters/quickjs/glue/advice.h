/* Advice on exceptions whose message has none. */
#ifndef ADVICE_H
#define ADVICE_H

#include "trace.h"

/* Returns advice or an empty text, valid until the next call. */
const char *advice_on(const char *message, const trace_call *where);

/* The place of a message about an import, which the engine does not know. */
bool advice_find(const char *message, trace_call *where);

#endif
