#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sources.h"

static const char *last(const char *from, const char *to, char wanted) {
    while (to > from) {
        if (*--to == wanted) return to;
    }
    return NULL;
}

static bool is_number(const char *from, const char *to) {
    return from < to && (size_t)(to - from) == strspn(from, "0123456789");
}

static void cut(char *into, size_t room, const char *from, const char *to) {
    size_t length = (size_t)(to - from);
    if (length >= room) length = room - 1;
    memcpy(into, from, length);
    into[length] = 0;
}

/* One line: "    at choose (bot.js:12:7)" or "    at bot.js:12:7". */
static bool read_call(const char *from, const char *to, trace_call *call) {
    const char *name = strstr(from, "at ");
    if (!name || name >= to) return false;
    name += 3;
    if (to > from && to[-1] == ')') to--;
    const char *column = last(from, to, ':');
    const char *line = column ? last(from, column, ':') : NULL;
    if (!line || !is_number(line + 1, column) || !is_number(column + 1, to)) return false;
    const char *open = last(name, line, '(');
    cut(call->file, sizeof call->file, open ? open + 1 : name, line);
    cut(call->function, sizeof call->function, name, open ? open - 1 : name);
    call->line = atoi(line + 1);
    call->column = atoi(column + 1);
    return true;
}

int trace_read(const char *trace, trace_call calls[TRACE_CALLS]) {
    int count = 0, skipped = 0;
    while (*trace && count < TRACE_CALLS) {
        const char *end = trace + strcspn(trace, "\n");
        if (read_call(trace, end, &calls[count]) && sources_text(calls[count].file)) count++;
        trace = *end ? end + 1 : end;
    }
    while (skipped < count && sources_is_kit(calls[skipped].file)) skipped++;
    if (skipped == count) return count;
    memmove(calls, calls + skipped, (size_t)(count - skipped) * sizeof *calls);
    return count - skipped;
}
