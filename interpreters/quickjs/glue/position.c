/* Positions for looking ahead: handles of the host as objects. */
#include <stdlib.h>
#include <string.h>

#include "position.h"

MUSTER_IMPORT("position_here") int32_t host_here(const uint64_t *codes, uint32_t count);
MUSTER_IMPORT("position_read") int32_t host_read(const char *text, uint32_t length);
MUSTER_IMPORT("position_after") int32_t host_after(int32_t position, int64_t first, int64_t second);
MUSTER_IMPORT("position_playout") int32_t host_playout(int32_t position, int32_t plies);
MUSTER_IMPORT("position_release") int32_t host_release(int32_t position);
MUSTER_IMPORT("position_phase") int32_t host_phase(int32_t position);
MUSTER_IMPORT("position_legal") int32_t host_legal(int32_t position, int32_t seat, void *codes, uint32_t capacity);
MUSTER_IMPORT("position_metrics") int32_t host_metrics(int32_t position, int32_t seat, void *values, uint32_t capacity);
MUSTER_IMPORT("position_view") int32_t host_view(int32_t position, int32_t seat, void *bytes, uint32_t capacity);
MUSTER_IMPORT("position_events")
int32_t host_events(int32_t position, int64_t first, int64_t second, void *text, uint32_t capacity);
MUSTER_IMPORT("position_text") int32_t host_text(int32_t position, void *text, uint32_t capacity);
MUSTER_IMPORT("position_error") int32_t host_error(char *text, uint32_t capacity);

/* Maximum number of hidden actions that a script may assume. */
#define NAMED 256

static JSClassID class_id;
JSAtom *metric_names;
uint32_t metric_count;
/* The template of all metrics objects. */
static JSValue metrics_template;

/* ---- The buffer for the host's output. ---- */

void *room;
size_t room_bytes;

bool grow_room(JSContext *ctx, size_t bytes) {
    if (bytes <= room_bytes) return true;
    void *grown = js_realloc(ctx, room, bytes);
    if (!grown) return false;
    room = grown;
    room_bytes = bytes;
    return true;
}

/* ---- Objects. ---- */

JSValue misused(JSContext *ctx) {
    char text[400];
    int32_t length = host_error(text, sizeof text);
    if (length < 0 || length > (int32_t)sizeof text) length = sizeof text;
    return JS_ThrowPlainError(ctx, "%.*s", (int)length, text);
}

/* Positions without objects, for reuse: a search makes many positions, one after the other. */
static position *free_positions;

static position *new_position(JSContext *ctx) {
    position *made = free_positions;
    if (!made) return js_malloc(ctx, sizeof *made);
    free_positions = made->next;
    return made;
}

static void free_position(position *ended) {
    ended->next = free_positions;
    free_positions = ended;
}

static JSValue of_handle(JSContext *ctx, int32_t handle) {
    if (handle < 0) return misused(ctx);
    position *made = new_position(ctx);
    if (!made) return JS_EXCEPTION;
    *made = (position){.handle = handle, .question = question};
    JSValue object = JS_NewObjectClass(ctx, (int)class_id);
    if (JS_IsException(object)) {
        free_position(made);
    } else {
        JS_SetOpaque(object, made);
    }
    return object;
}

static void finalize(JSRuntime *rt, JSValueConst object) {
    position *ended = JS_GetOpaque(object, class_id);
    if (!ended) return;
    if (ended->handle > 0 && ended->question == question) host_release(ended->handle);
    free_position(ended);
}

position *position_of(JSContext *ctx, JSValueConst object) {
    position *found = JS_GetOpaque2(ctx, object, class_id);
    if (!found) return NULL;
    if (found->handle == 0) {
        JS_ThrowPlainError(ctx, "this position was released");
        return NULL;
    }
    if (found->question != question) {
        JS_ThrowPlainError(ctx, "this position is of an earlier question: positions end with the answer; keep its text");
        return NULL;
    }
    return found;
}

int32_t phase_of(position *of) {
    if (!of->phase) of->phase = host_phase(of->handle);
    return of->phase;
}

/* ---- Arguments. ---- */

bool read_code(JSContext *ctx, JSValueConst value, int64_t *code) {
    *code = NONE;
    if (JS_IsUndefined(value) || JS_IsNull(value)) return true;
    return JS_ToInt64Ext(ctx, code, value) == 0;
}

/* Reads the actions of both seats, given that of the seat that acts, or both. */
static bool read_actions(JSContext *ctx, position *in, int count, JSValueConst *arguments, int64_t actions[2]) {
    int64_t codes[2] = {NONE, NONE};
    for (int index = 0; index < 2 && index < count; index++) {
        if (!read_code(ctx, arguments[index], &codes[index])) return false;
    }
    bool second_alone = phase_of(in) == SECOND_ACTS && codes[1] == NONE;
    actions[0] = second_alone ? NONE : codes[0];
    actions[1] = second_alone ? codes[0] : codes[1];
    return true;
}

bool read_seat(JSContext *ctx, position *in, JSValueConst value, int32_t *seat) {
    if (!JS_IsUndefined(value)) return JS_ToInt32(ctx, seat, value) == 0;
    int32_t phase = phase_of(in);
    *seat = phase == FIRST_ACTS ? 0 : phase == SECOND_ACTS ? 1 : own_seat();
    return true;
}

/* ---- Functions that make positions. ---- */

static JSValue refuse_outside(JSContext *ctx) {
    return JS_ThrowPlainError(ctx, "positions are made in a match: call it inside choose()");
}

JSValue position_here(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this;
    if (!in_match) return refuse_outside(ctx);
    uint64_t codes[NAMED];
    if (count > NAMED) count = NAMED;
    for (int index = 0; index < count; index++) {
        int64_t code;
        if (JS_ToInt64Ext(ctx, &code, arguments[index])) return JS_EXCEPTION;
        codes[index] = (uint64_t)code;
    }
    return of_handle(ctx, host_here(codes, (uint32_t)count));
}

static JSValue read_text(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count;
    if (!in_match) return refuse_outside(ctx);
    size_t length;
    const char *text = JS_ToCStringLen(ctx, &length, arguments[0]);
    if (!text) return JS_EXCEPTION;
    int32_t handle = host_read(text, (uint32_t)length);
    JS_FreeCString(ctx, text);
    return of_handle(ctx, handle);
}

static JSValue after(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int64_t actions[2];
    position *from = position_of(ctx, this);
    if (!from || !read_actions(ctx, from, count, arguments, actions)) return JS_EXCEPTION;
    return of_handle(ctx, host_after(from->handle, actions[0], actions[1]));
}

static JSValue playout(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t plies = INT32_MAX;
    position *from = position_of(ctx, this);
    if (!from || (count > 0 && !JS_IsUndefined(arguments[0]) && JS_ToInt32(ctx, &plies, arguments[0]))) {
        return JS_EXCEPTION;
    }
    return of_handle(ctx, host_playout(from->handle, plies));
}

static JSValue release(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)count, (void)arguments;
    position *ended = position_of(ctx, this);
    if (!ended) return JS_EXCEPTION;
    host_release(ended->handle);
    ended->handle = 0;
    return JS_UNDEFINED;
}

/* ---- Queries. ---- */

static JSValue get_phase(JSContext *ctx, JSValueConst this) {
    position *of = position_of(ctx, this);
    return of ? JS_NewInt32(ctx, phase_of(of)) : JS_EXCEPTION;
}

static JSValue get_is_over(JSContext *ctx, JSValueConst this) {
    position *of = position_of(ctx, this);
    return of ? JS_NewBool(ctx, phase_of(of) >= IS_OVER) : JS_EXCEPTION;
}

static JSValue get_winner(JSContext *ctx, JSValueConst this) {
    position *of = position_of(ctx, this);
    if (!of) return JS_EXCEPTION;
    int32_t phase = phase_of(of);
    return phase == FIRST_HAS_WON ? JS_NewInt32(ctx, 0) : phase == SECOND_HAS_WON ? JS_NewInt32(ctx, 1) : JS_NULL;
}

static JSValue acts(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)count;
    int32_t seat;
    position *of = position_of(ctx, this);
    if (!of || JS_ToInt32(ctx, &seat, arguments[0])) return JS_EXCEPTION;
    int32_t phase = phase_of(of);
    return JS_NewBool(ctx, phase <= BOTH_ACT && (seat == 0 || seat == 1) && (phase >> seat & 1));
}

static JSValue codes_in_room(JSContext *ctx, int32_t count) {
    JSValue *values = js_malloc(ctx, ((size_t)count + 1) * sizeof *values);
    if (!values) return JS_EXCEPTION;
    const int64_t *codes = room;
    for (int32_t index = 0; index < count; index++) values[index] = JS_NewInt64(ctx, codes[index]);
    JSValue list = JS_NewArrayFrom(ctx, count, values);
    js_free(ctx, values);
    return list;
}

int32_t fetch_legal(JSContext *ctx, position *in, int32_t seat) {
    int32_t found;
    if (!grow_room(ctx, 4096)) return -1;
    while ((found = host_legal(in->handle, seat, room, (uint32_t)(room_bytes / 8))) > (int32_t)(room_bytes / 8)) {
        if (!grow_room(ctx, (size_t)found * 8)) return -1;
    }
    if (found < 0) misused(ctx);
    return found;
}

static JSValue legal_actions(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat;
    position *of = position_of(ctx, this);
    if (!of || !read_seat(ctx, of, arguments[0], &seat)) return JS_EXCEPTION;
    int32_t found = fetch_legal(ctx, of, seat);
    return found < 0 ? JS_EXCEPTION : codes_in_room(ctx, found);
}

static JSValue metrics(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat;
    int64_t numbers[METRICS];
    JSValue values[METRICS];
    position *of = position_of(ctx, this);
    if (!of || !read_seat(ctx, of, arguments[0], &seat)) return JS_EXCEPTION;
    if (host_metrics(of->handle, seat, numbers, METRICS) < 0) return misused(ctx);
    for (uint32_t index = 0; index < metric_count; index++) values[index] = JS_NewInt64(ctx, numbers[index]);
    return engine_object_like(metrics_template, values);
}

static JSValue view(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat;
    position *of = position_of(ctx, this);
    if (!of || !read_seat(ctx, of, arguments[0], &seat) || !grow_room(ctx, view_length())) return JS_EXCEPTION;
    int32_t bytes = host_view(of->handle, seat, room, (uint32_t)room_bytes);
    return bytes < 0 ? misused(ctx) : view_decode(room);
}

static JSValue get_text(JSContext *ctx, JSValueConst this) {
    position *of = position_of(ctx, this);
    if (!of || !grow_room(ctx, 4096)) return JS_EXCEPTION;
    int32_t bytes;
    while ((bytes = host_text(of->handle, room, (uint32_t)room_bytes)) > (int32_t)room_bytes) {
        if (!grow_room(ctx, (size_t)bytes)) return JS_EXCEPTION;
    }
    return bytes < 0 ? misused(ctx) : JS_NewStringLen(ctx, room, (size_t)bytes);
}

/* Returns the lines in the buffer as an array of strings. */
static JSValue lines_in_room(JSContext *ctx, size_t bytes) {
    JSValue list = JS_NewArray(ctx);
    const char *at = room, *end = at + bytes;
    for (uint32_t index = 0; at < end && !JS_IsException(list); index++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        JS_SetPropertyUint32(ctx, list, index, JS_NewStringLen(ctx, at, (size_t)(stop - at)));
        at = stop + 1;
    }
    return list;
}

static JSValue events(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int64_t actions[2];
    int32_t bytes;
    position *of = position_of(ctx, this);
    if (!of || !read_actions(ctx, of, count, arguments, actions) || !grow_room(ctx, 4096)) return JS_EXCEPTION;
    while ((bytes = host_events(of->handle, actions[0], actions[1], room, (uint32_t)room_bytes)) > (int32_t)room_bytes) {
        if (!grow_room(ctx, (size_t)bytes)) return JS_EXCEPTION;
    }
    return bytes < 0 ? misused(ctx) : lines_in_room(ctx, (size_t)bytes);
}

/* ---- The class. ---- */

static const JSCFunctionListEntry methods[] = {
    JS_CFUNC_DEF("after", 2, after),
    JS_CFUNC_DEF("playout", 1, playout),
    JS_CFUNC_DEF("release", 0, release),
    JS_CFUNC_DEF("acts", 1, acts),
    JS_CFUNC_DEF("legalActions", 1, legal_actions),
    JS_CFUNC_DEF("metrics", 1, metrics),
    JS_CFUNC_DEF("view", 1, view),
    JS_CFUNC_DEF("events", 2, events),
    JS_CFUNC_DEF("children", 2, position_children),
    JS_CFUNC_DEF("leads", 3, position_leads),
    JS_CFUNC_DEF("best", 3, position_best),
    JS_CGETSET_DEF("phase", get_phase, NULL),
    JS_CGETSET_DEF("isOver", get_is_over, NULL),
    JS_CGETSET_DEF("winner", get_winner, NULL),
    JS_CGETSET_DEF("text", get_text, NULL),
};

static const JSCFunctionListEntry statics[] = {
    JS_CFUNC_DEF("here", 0, position_here),
    JS_CFUNC_DEF("read", 1, read_text),
};

static JSValue construct(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count, (void)arguments;
    return JS_ThrowTypeError(ctx, "a position is made by Position.here(), Position.read(text), or by another position");
}

void position_metrics(blob_text lines) {
    char *rest, *text = blob_copy(lines);
    for (char *line = strtok_r(text, "\n", &rest); line && metric_count < METRICS; line = strtok_r(NULL, "\n", &rest)) {
        JSAtom *grown = realloc(metric_names, (metric_count + 1) * sizeof *metric_names);
        if (!grown) abort();
        metric_names = grown;
        metric_names[metric_count++] = JS_NewAtom(context, line);
    }
    free(text);
    JSValue values[METRICS];
    for (uint32_t index = 0; index < metric_count; index++) values[index] = JS_NewInt32(context, 0);
    metrics_template = JS_NewObjectFrom(context, (int)metric_count, metric_names, values);
}

JSValue position_class(void) {
    static const JSClassDef definition = {"Position", .finalizer = finalize};
    JS_NewClassID(runtime, &class_id);
    JS_NewClass(runtime, class_id, &definition);
    JSValue prototype = JS_NewObject(context);
    JS_SetPropertyFunctionList(context, prototype, methods, sizeof methods / sizeof *methods);
    JSValue constructor = JS_NewCFunction2(context, construct, "Position", 0, JS_CFUNC_constructor, 0);
    JS_SetPropertyFunctionList(context, constructor, statics, sizeof statics / sizeof *statics);
    JS_SetConstructor(context, constructor, prototype);
    JS_SetClassProto(context, class_id, prototype);
    return constructor;
}
