/* What a script's author is told. The last line on standard error is the one that the fault quotes. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static void end_line(void) {
    fputc('\n', stderr);
    fflush(stderr);
}

void errors_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    end_line();
}

static bool is_number(const char *from, const char *to) {
    for (const char *letter = from; letter < to; letter++) {
        if (*letter < '0' || *letter > '9') return false;
    }
    return from < to;
}

static const char *last(const char *from, const char *to, char wanted) {
    while (to > from) {
        if (*--to == wanted) return to;
    }
    return NULL;
}

/* The place in one line of a trace: "    at choose (bot.js:12:7)" or "    at bot.js:12:7". */
static blob_text place_in(const char *from, const char *to) {
    blob_text none = {NULL, 0};
    if (to > from && to[-1] == ')') to--;
    const char *column = last(from, to, ':');
    const char *line = column ? last(from, column, ':') : NULL;
    if (!line || !is_number(column + 1, to) || !is_number(line + 1, column)) return none;
    const char *start = last(from, line, '(');
    if (!start) {
        start = strstr(from, "at ");
        if (!start || start > line) return none;
        start += 2;
    }
    return (blob_text){start + 1, (uint32_t)(to - start - 1)};
}

/* Whether a place is in the game's kit, `tank_war.js` for tank-war. What goes wrong there was most often caused by its caller. */
static bool is_in_kit(blob_text place) {
    static char kit[64];
    if (!*kit) {
        char *game = blob_copy(script.game);
        snprintf(kit, sizeof kit, "%s.js:", game);
        for (char *letter = kit; *letter; letter++) {
            if (*letter == '-') *letter = '_';
        }
        free(game);
    }
    return place.length > strlen(kit) && memcmp(place.bytes, kit, strlen(kit)) == 0;
}

/* The innermost place in the script's own files; in the kit only if there is no other. */
static blob_text place_of(const char *trace) {
    blob_text in_kit = {NULL, 0};
    while (*trace) {
        const char *end = strchr(trace, '\n');
        if (!end) end = trace + strlen(trace);
        blob_text place = place_in(trace, end);
        if (place.bytes && !is_in_kit(place)) return place;
        if (!in_kit.bytes) in_kit = place;
        trace = *end ? end + 1 : end;
    }
    return in_kit;
}

/* Writes a text on one line. */
static void write_flat(const char *text) {
    for (; *text; text++) fputc(*text == '\n' || *text == '\r' ? ' ' : *text, stderr);
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

/* Writes the trace of what was thrown, and the message behind the place. */
static void report(JSValueConst thrown, const char *message) {
    JSValue stack = JS_IsError(thrown) ? JS_GetPropertyStr(context, thrown, "stack") : JS_UNDEFINED;
    const char *trace = JS_IsString(stack) ? JS_ToCString(context, stack) : NULL;
    blob_text place = trace ? place_of(trace) : (blob_text){NULL, 0};
    if (trace) {
        fputs(trace, stderr);
        if (*trace && trace[strlen(trace) - 1] != '\n') fputc('\n', stderr);
    }
    if (place.bytes) fprintf(stderr, "%.*s: ", (int)place.length, place.bytes);
    write_flat(message);
    end_line();
    if (trace) JS_FreeCString(context, trace);
    JS_FreeValue(context, stack);
    /* Showing it may have thrown again. */
    JS_FreeValue(context, JS_GetException(context));
}

void errors_report(void) {
    JSValue thrown = JS_GetException(context);
    const char *shown = JS_ToCString(context, thrown);
    if (JS_IsError(thrown) && shown) {
        report(thrown, shown);
    } else {
        char message[1024];
        snprintf(message, sizeof message, "uncaught: %s", shown ? shown : "an exception that cannot be shown");
        report(thrown, message);
    }
    if (shown) JS_FreeCString(context, shown);
    JS_FreeValue(context, thrown);
}

void errors_report_here(const char *message) {
    JSValue here = JS_NewError(context);
    report(here, message);
    JS_FreeValue(context, here);
}
