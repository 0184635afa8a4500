/* Positions that a script makes and plays in: handles of the host as objects. */
#include <stdlib.h>
#include <string.h>

#include "muster.h"
#include "script.h"

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
MUSTER_IMPORT("position_children")
int32_t host_children(int32_t position, int32_t seat, int64_t other, void *records, uint32_t capacity);
MUSTER_IMPORT("position_error") int32_t host_error(char *text, uint32_t capacity);

/* What the host calls the phases. */
enum { FIRST_ACTS = 1, SECOND_ACTS = 2, BOTH_ACT = 3, IS_OVER = 8, FIRST_HAS_WON = 9, SECOND_HAS_WON = 10 };
/* The action of a seat that does not act. */
#define NONE (-1)
/* Actions of hidden pieces that a script may name. */
#define NAMED 256

typedef struct {
    int32_t handle;
    /* In which it was made: positions end with the answer. */
    uint32_t question;
    /* 0 while it is not known. */
    int32_t phase;
} position;

static JSClassID class_id;
static JSAtom *metric_names;
static uint32_t metric_count;

/* ---- Room for what the host writes; it grows. ---- */

static void *room;
static size_t room_bytes;

static bool grow_room(JSContext *ctx, size_t bytes) {
    if (bytes <= room_bytes) return true;
    void *grown = js_realloc(ctx, room, bytes);
    if (!grown) return false;
    room = grown;
    room_bytes = bytes;
    return true;
}

/* ---- Objects. ---- */

/* Throws what the host says about the latest misuse. */
static JSValue misused(JSContext *ctx) {
    char text[400];
    int32_t length = host_error(text, sizeof text);
    if (length < 0 || length > (int32_t)sizeof text) length = sizeof text;
    return JS_ThrowPlainError(ctx, "%.*s", (int)length, text);
}

static JSValue of_handle(JSContext *ctx, int32_t handle) {
    if (handle < 0) return misused(ctx);
    position *made = js_malloc(ctx, sizeof *made);
    if (!made) return JS_EXCEPTION;
    *made = (position){handle, question, 0};
    JSValue object = JS_NewObjectClass(ctx, (int)class_id);
    if (JS_IsException(object)) {
        js_free(ctx, made);
    } else {
        JS_SetOpaque(object, made);
    }
    return object;
}

static void finalize(JSRuntime *rt, JSValueConst object) {
    position *ended = JS_GetOpaque(object, class_id);
    if (!ended) return;
    if (ended->handle > 0 && ended->question == question) host_release(ended->handle);
    js_free_rt(rt, ended);
}

static position *of_object(JSContext *ctx, JSValueConst object) {
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

static int32_t phase_of(position *of) {
    if (!of->phase) of->phase = host_phase(of->handle);
    return of->phase;
}

/* ---- Arguments. ---- */

static bool read_code(JSContext *ctx, JSValueConst value, int64_t *code) {
    *code = NONE;
    if (JS_IsUndefined(value) || JS_IsNull(value)) return true;
    return JS_ToInt64Ext(ctx, code, value) == 0;
}

/* The actions of both seats: the one of the seat that acts, or both. */
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

/* The seat of an argument; without one, the seat that acts, and the bot's own where both do. */
static bool read_seat(JSContext *ctx, position *in, int count, JSValueConst *arguments, int32_t *seat) {
    if (count > 0 && !JS_IsUndefined(arguments[0])) return JS_ToInt32(ctx, seat, arguments[0]) == 0;
    int32_t phase = phase_of(in);
    *seat = phase == FIRST_ACTS ? 0 : phase == SECOND_ACTS ? 1 : own_seat();
    return true;
}

/* ---- What is made. ---- */

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
    position *from = of_object(ctx, this);
    if (!from || !read_actions(ctx, from, count, arguments, actions)) return JS_EXCEPTION;
    return of_handle(ctx, host_after(from->handle, actions[0], actions[1]));
}

static JSValue playout(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t plies = INT32_MAX;
    position *from = of_object(ctx, this);
    if (!from || (count > 0 && !JS_IsUndefined(arguments[0]) && JS_ToInt32(ctx, &plies, arguments[0]))) {
        return JS_EXCEPTION;
    }
    return of_handle(ctx, host_playout(from->handle, plies));
}

static JSValue release(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)count, (void)arguments;
    position *ended = of_object(ctx, this);
    if (!ended) return JS_EXCEPTION;
    host_release(ended->handle);
    ended->handle = 0;
    return JS_UNDEFINED;
}

/* ---- What is asked. ---- */

static JSValue get_phase(JSContext *ctx, JSValueConst this) {
    position *of = of_object(ctx, this);
    return of ? JS_NewInt32(ctx, phase_of(of)) : JS_EXCEPTION;
}

static JSValue get_is_over(JSContext *ctx, JSValueConst this) {
    position *of = of_object(ctx, this);
    return of ? JS_NewBool(ctx, phase_of(of) >= IS_OVER) : JS_EXCEPTION;
}

static JSValue get_winner(JSContext *ctx, JSValueConst this) {
    position *of = of_object(ctx, this);
    if (!of) return JS_EXCEPTION;
    int32_t phase = phase_of(of);
    return phase == FIRST_HAS_WON ? JS_NewInt32(ctx, 0) : phase == SECOND_HAS_WON ? JS_NewInt32(ctx, 1) : JS_NULL;
}

static JSValue acts(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)count;
    int32_t seat;
    position *of = of_object(ctx, this);
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

static JSValue legal_actions(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat, found;
    position *of = of_object(ctx, this);
    if (!of || !read_seat(ctx, of, count, arguments, &seat) || !grow_room(ctx, 4096)) return JS_EXCEPTION;
    while ((found = host_legal(of->handle, seat, room, (uint32_t)(room_bytes / 8))) > (int32_t)(room_bytes / 8)) {
        if (!grow_room(ctx, (size_t)found * 8)) return JS_EXCEPTION;
    }
    return found < 0 ? misused(ctx) : codes_in_room(ctx, found);
}

static JSValue named_metrics(JSContext *ctx, const int64_t *numbers, uint32_t count) {
    JSValue values[64];
    if (count > metric_count) count = metric_count;
    for (uint32_t index = 0; index < count; index++) values[index] = JS_NewInt64(ctx, numbers[index]);
    return JS_NewObjectFrom(ctx, (int)count, metric_names, values);
}

static JSValue metrics(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat;
    position *of = of_object(ctx, this);
    if (!of || !read_seat(ctx, of, count, arguments, &seat) || !grow_room(ctx, 4096)) return JS_EXCEPTION;
    int32_t found = host_metrics(of->handle, seat, room, (uint32_t)(room_bytes / 8));
    return found < 0 ? misused(ctx) : named_metrics(ctx, room, (uint32_t)found);
}

static JSValue view(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat;
    position *of = of_object(ctx, this);
    if (!of || !read_seat(ctx, of, count, arguments, &seat) || !grow_room(ctx, view_length())) return JS_EXCEPTION;
    int32_t bytes = host_view(of->handle, seat, room, (uint32_t)room_bytes);
    return bytes < 0 ? misused(ctx) : view_decode(room);
}

static JSValue get_text(JSContext *ctx, JSValueConst this) {
    position *of = of_object(ctx, this);
    if (!of || !grow_room(ctx, 4096)) return JS_EXCEPTION;
    int32_t bytes;
    while ((bytes = host_text(of->handle, room, (uint32_t)room_bytes)) > (int32_t)room_bytes) {
        if (!grow_room(ctx, (size_t)bytes)) return JS_EXCEPTION;
    }
    return bytes < 0 ? misused(ctx) : JS_NewStringLen(ctx, room, (size_t)bytes);
}

/* The lines in the room as an array of texts. */
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
    position *of = of_object(ctx, this);
    if (!of || !read_actions(ctx, of, count, arguments, actions) || !grow_room(ctx, 4096)) return JS_EXCEPTION;
    while ((bytes = host_events(of->handle, actions[0], actions[1], room, (uint32_t)room_bytes)) > (int32_t)room_bytes) {
        if (!grow_room(ctx, (size_t)bytes)) return JS_EXCEPTION;
    }
    return bytes < 0 ? misused(ctx) : lines_in_room(ctx, (size_t)bytes);
}

/* A record as [action, phase, metrics of seat 0, metrics of seat 1]. */
static JSValue child(JSContext *ctx, const uint8_t *record) {
    int64_t code, numbers[2 * 64];
    int32_t phase;
    memcpy(&code, record, 8);
    memcpy(&phase, record + 8, 4);
    memcpy(numbers, record + 16, 16 * (size_t)metric_count);
    JSValue parts[4] = {JS_NewInt64(ctx, code), JS_NewInt32(ctx, phase)};
    for (uint32_t seat = 0; seat < 2; seat++) {
        JSValue values[64];
        for (uint32_t index = 0; index < metric_count; index++) {
            values[index] = JS_NewInt64(ctx, numbers[seat * metric_count + index]);
        }
        parts[2 + seat] = JS_NewArrayFrom(ctx, (int)metric_count, values);
    }
    return JS_NewArrayFrom(ctx, 4, parts);
}

static JSValue children(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat, found;
    int64_t other = NONE;
    position *of = of_object(ctx, this);
    if (!of || !read_seat(ctx, of, count, arguments, &seat)) return JS_EXCEPTION;
    if (count > 1 && !read_code(ctx, arguments[1], &other)) return JS_EXCEPTION;
    size_t bytes = 16 + 16 * (size_t)metric_count;
    if (!grow_room(ctx, 512 * bytes)) return JS_EXCEPTION;
    while ((found = host_children(of->handle, seat, other, room, (uint32_t)(room_bytes / bytes))) >
           (int32_t)(room_bytes / bytes)) {
        if (!grow_room(ctx, (size_t)found * bytes)) return JS_EXCEPTION;
    }
    if (found < 0) return misused(ctx);
    JSValue *values = js_malloc(ctx, ((size_t)found + 1) * sizeof *values);
    if (!values) return JS_EXCEPTION;
    for (int32_t index = 0; index < found; index++) values[index] = child(ctx, (uint8_t *)room + (size_t)index * bytes);
    JSValue list = JS_NewArrayFrom(ctx, found, values);
    js_free(ctx, values);
    return list;
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
    JS_CFUNC_DEF("children", 2, children),
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
    for (char *line = strtok_r(text, "\n", &rest); line && metric_count < 64; line = strtok_r(NULL, "\n", &rest)) {
        JSAtom *grown = realloc(metric_names, (metric_count + 1) * sizeof *metric_names);
        if (!grown) abort();
        metric_names = grown;
        metric_names[metric_count++] = JS_NewAtom(context, line);
    }
    free(text);
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
