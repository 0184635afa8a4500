/* Messages for an author. While the script loads, the last line on standard error has the place and the message. In
 * a match, the last lines are an account, which the failure quotes: the event and its place, and below, indented by two
 * spaces, the source line, the calls above, and advice. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "script.h"
#include "sources.h"
#include "trace.h"

/* Number of letters of a source line to show, and minimum number of those before the column. */
#define SHOWN 100
#define BEFORE 70
/* Number of outer calls to show. */
#define ABOVE 5

static char text[4096];
static size_t length;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    length += (size_t)more;
    if (length >= sizeof text) length = sizeof text - 1;
}

/* Writes the buffered text at once, because each write is a host call. */
static void write_out(void) {
    fwrite(text, 1, length, stderr);
    fflush(stderr);
    length = 0;
}

void errors_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text - 1, format, arguments);
    va_end(arguments);
    length = strlen(text);
    put("\n");
    write_out();
}

void errors_at(const char *file, int line, int column) {
    JSValue thrown = JS_GetException(context);
    size_t room = strlen(file) + 40;
    char *trace = malloc(room);
    if (!trace) abort();
    snprintf(trace, room, "    at %s:%d:%d\n", file, line, column);
    JSValue stack = JS_NewString(context, trace);
    free(trace);
    JS_DefinePropertyValueStr(context, thrown, "stack", stack, JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    JS_Throw(context, thrown);
}

/* ---- The source line, with a mark below the column. ---- */

static bool begins_letter(char byte) { return ((unsigned char)byte & 0xc0) != 0x80; }

static void put_source(const char *file, int line, int column) {
    blob_text source = sources_line(file, line);
    uint32_t from = 0, letters = 0, shown = 0;
    while (from < source.length && (source.bytes[from] == ' ' || source.bytes[from] == '\t')) from++, letters++;
    if (from == source.length) return;
    for (; from < source.length && (int)letters < column - BEFORE; letters++) {
        do from++;
        while (from < source.length && !begins_letter(source.bytes[from]));
    }
    put("      ");
    for (; from < source.length; from++) {
        if (begins_letter(source.bytes[from]) && ++shown > SHOWN) break;
        put("%c", source.bytes[from] == '\t' ? ' ' : source.bytes[from]);
    }
    put("\n");
    if (column > (int)letters) put("      %*s^\n", column - 1 - (int)letters, "");
}

/* ---- The account of a match. ---- */

static const char *name_of(const trace_call *call) {
    return !*call->function || *call->function == '<' ? "a function without a name" : call->function;
}

static void put_calls(const trace_call *calls, int count) {
    int put_so_far = 0;
    for (int call = 1; call < count && put_so_far < ABOVE; call++) {
        const trace_call *one = &calls[call], *below = &calls[call - 1];
        if (one->line == below->line && strcmp(one->file, below->file) == 0) continue;
        put("  called by %s, %s:%d\n", name_of(one), one->file, one->line);
        put_so_far++;
    }
}

/* Puts a text on one line, at most this many bytes of it. */
static void put_flat(const char *what, size_t most) {
    size_t bytes = strlen(what) < most ? strlen(what) : most;
    while (bytes < strlen(what) && !begins_letter(what[bytes])) bytes--;
    for (size_t at = 0; at < bytes; at++) put("%c", what[at] == '\n' || what[at] == '\r' ? ' ' : what[at]);
    if (bytes < strlen(what)) put("…");
}

/* `how` is the kind of the account, by which the host recognises it. */
static void put_account(const char *how, const char *what, const trace_call *calls, int count, const char *advice) {
    put("%s in ", how);
    if (count > 0) {
        put("%s, %s:%d", name_of(calls), calls->file, calls->line);
    } else {
        put("choose, %s", script_entry);
    }
    if (*what) put(": ");
    put_flat(what, 400);
    put("\n");
    if (count > 0) {
        put_source(calls->file, calls->line, calls->column);
        put_calls(calls, count);
    }
    if (*advice) put("  advice: %s\n", advice);
}

/* ---- Exceptions. ---- */

/* Returns the trace of the thrown value, or NULL if there is none. Free it with JS_FreeCString. */
static const char *trace_of(JSValueConst thrown) {
    JSValue stack = engine_trace(thrown);
    const char *trace = JS_IsString(stack) ? JS_ToCString(context, stack) : NULL;
    JS_FreeValue(context, stack);
    /* The conversion may have thrown again. */
    JS_FreeValue(context, JS_GetException(context));
    return trace;
}

/* Writes an error while the script loads: the trace, then the place and the message as the last line. */
static void report_load(const char *trace, const char *message, const trace_call *calls, int count, const char *advice) {
    if (trace && *trace) put("%s%s", trace, trace[strlen(trace) - 1] != '\n' ? "\n" : "");
    if (count > 0) {
        put_source(calls->file, calls->line, calls->column);
        put("%s:%d:%d: ", calls->file, calls->line, calls->column);
    }
    put_flat(message, 900);
    if (*advice) put("; %s", advice);
    put("\n");
}

/* Returns the start of the expression that ends before a bracket. */
static const char *callee_of(const char *line, const char *end) {
    int depth = 0;
    const char *from = end;
    while (from > line) {
        char letter = from[-1];
        if (strchr(")]", letter)) depth++;
        if (strchr("([", letter) && depth-- == 0) break;
        bool is_part = isalnum((unsigned char)letter) || strchr("_$.?)]([", letter) || (letter & 0x80);
        if (!depth && !is_part) break;
        from--;
    }
    return from;
}

/* Returns the bracket of the call whose function name ends at a place, as the engine records it. */
static const char *callee_end(const char *at) {
    while (isalnum((unsigned char)*at) || *at == '_' || *at == '$' || (*at & 0x80)) at++;
    while (*at == '[') {
        at += strcspn(at, "]\n");
        if (*at == ']') at++;
    }
    return at;
}

/* Completes the engine's message: adds the expression that is not a function or not iterable. */
static void put_in_words(const char *message, const trace_call *where, char *into, size_t room) {
    static const char no_function[] = "TypeError: not a function", no_end[] = "unexpected token in expression: \'\'";
    static const char iterator[] = "cannot read property 'Symbol.iterator' of ";
    const char *found = strstr(message, iterator);
    snprintf(into, room, "%s", message);
    if (found) {
        snprintf(into, room, "TypeError: %s is not iterable", found + strlen(iterator));
    } else if (strstr(message, no_end)) {
        snprintf(into, room, "SyntaxError: unexpected end of input");
    } else if (where && strcmp(message, no_function) == 0) {
        blob_text line = sources_line(where->file, where->line);
        const char *end = callee_end(sources_column(line.bytes, where->column));
        const char *from = *end == '(' ? callee_of(line.bytes, end) : end;
        if (end - from > 0 && end - from < 60) snprintf(into, room, "TypeError: %.*s is not a function", (int)(end - from), from);
    }
}

static void report(JSValueConst thrown, const char *said) {
    trace_call calls[TRACE_CALLS];
    char message[1100];
    const char *trace = trace_of(thrown);
    int count = trace ? trace_read(trace, calls) : 0;
    if (!count && advice_find(said, calls)) count = 1;
    put_in_words(said, count ? calls : NULL, message, sizeof message);
    const char *advice = advice_on(message, count ? calls : NULL);
    if (!in_match) {
        report_load(trace, message, calls, count, advice);
    } else if (memory_used_up() && strstr(message, "out of memory")) {
        put_account("out of memory", "", calls, count, "keep less: drop what is not needed any more, and bound tables and caches");
    } else {
        put_account("exception", message, calls, count, advice);
    }
    write_out();
    if (trace) JS_FreeCString(context, trace);
}

void errors_report(void) {
    JSValue thrown = JS_GetException(context);
    const char *shown = JS_ToCString(context, thrown);
    char message[1024];
    snprintf(message, sizeof message, "%s%s", JS_IsError(thrown) && shown ? "" : "uncaught: ",
             shown ? shown : memory_used_up() ? "out of memory" : "an exception that cannot be shown");
    report(thrown, message);
    if (shown) JS_FreeCString(context, shown);
    JS_FreeValue(context, thrown);
}

void errors_report_here(const char *message) {
    JSValue here = JS_NewError(context);
    report(here, message);
    JS_FreeValue(context, here);
}

void errors_report_late(void) {
    trace_call calls[TRACE_CALLS];
    JSValue here = JS_NewError(context);
    const char *trace = trace_of(here);
    put_account("time runs out", "", calls, trace ? trace_read(trace, calls) : 0,
                "look at remaining() and return in time, or offer() the best so far");
    write_out();
    if (trace) JS_FreeCString(context, trace);
    JS_FreeValue(context, here);
}

void errors_report_answer(const char *what, place where) {
    trace_call call = {"choose", "", where.line, where.column};
    snprintf(call.file, sizeof call.file, "%s", where.file);
    const char *advice = advice_on("", &call);
    if (!*advice) advice = "return an action that the kit makes, or one of legalActions()";
    put_account("no action", what, &call, where.line > 0, advice);
    write_out();
}
