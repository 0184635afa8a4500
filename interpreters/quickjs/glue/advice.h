/* What to do about an exception, where its message does not say so. */
#ifndef ADVICE_H
#define ADVICE_H

#include "trace.h"

/* What to do, or an empty text. It is valid until the next call. */
const char *advice_on(const char *message, const trace_call *where);

/* Where a message about an import belongs, which the engine does not say. */
bool advice_find(const char *message, trace_call *where);

#endif
