/* The children of a position in one call of the host: as lists, as leads, or the best action. */
#include <math.h>
#include <string.h>

#include "position.h"

MUSTER_IMPORT("position_children")
int32_t host_children(int32_t position, int32_t seat, int64_t other, void *records, uint32_t capacity);

/* Bytes of a record before its metrics: the action and the phase after it. */
#define HEAD 16

static size_t record_bytes(void) { return HEAD + 16 * (size_t)metric_count; }

static int64_t number_at(const uint8_t *bytes) {
    int64_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* Writes the records of a seat's actions into the buffer. Returns their number, below 0 after an exception. */
static int32_t fetch(JSContext *ctx, position *of, int32_t seat, int64_t other) {
    int32_t found;
    size_t bytes = record_bytes();
    if (!grow_room(ctx, 512 * bytes)) return -1;
    while ((found = host_children(of->handle, seat, other, room, (uint32_t)(room_bytes / bytes))) >
           (int32_t)(room_bytes / bytes)) {
        if (!grow_room(ctx, (size_t)found * bytes)) return -1;
    }
    if (found < 0) misused(ctx);
    return found;
}

/* ---- As lists. ---- */

static JSValue metrics_at(JSContext *ctx, const uint8_t *numbers) {
    JSValue values[METRICS];
    for (uint32_t index = 0; index < metric_count; index++) values[index] = JS_NewInt64(ctx, number_at(numbers + 8 * index));
    return JS_NewArrayFrom(ctx, (int)metric_count, values);
}

/* Converts a record to [action, phase, metrics of seat 0, metrics of seat 1]. */
static JSValue child(JSContext *ctx, const uint8_t *record) {
    const uint8_t *metrics = record + HEAD;
    JSValue parts[] = {
        JS_NewInt64(ctx, number_at(record)),
        JS_NewInt32(ctx, (int32_t)number_at(record + 8)),
        metrics_at(ctx, metrics),
        metrics_at(ctx, metrics + 8 * metric_count),
    };
    return JS_NewArrayFrom(ctx, 4, parts);
}

JSValue position_children(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    int32_t seat;
    int64_t other;
    position *of = position_of(ctx, this);
    if (!of || !read_seat(ctx, of, arguments[0], &seat) || !read_code(ctx, arguments[1], &other)) return JS_EXCEPTION;
    int32_t found = fetch(ctx, of, seat, other);
    if (found < 0) return JS_EXCEPTION;
    JSValue *values = js_malloc(ctx, ((size_t)found + 1) * sizeof *values);
    if (!values) return JS_EXCEPTION;
    const uint8_t *record = room;
    for (int32_t index = 0; index < found; index++, record += record_bytes()) values[index] = child(ctx, record);
    JSValue list = JS_NewArrayFrom(ctx, found, values);
    js_free(ctx, values);
    return list;
}

/* ---- Weights of metrics. ---- */

typedef struct {
    uint32_t count;
    /* The offset of the first seat's metric in a record. */
    uint32_t at[METRICS];
    double weight[METRICS];
} weights;

static bool add_weight(JSContext *ctx, weights *to, JSAtom name, double weight) {
    uint32_t index = 0;
    while (index < metric_count && metric_names[index] != name) index++;
    if (index < metric_count && to->count < METRICS && isfinite(weight)) {
        to->at[to->count] = HEAD + 8 * index;
        to->weight[to->count++] = weight;
        return true;
    }
    const char *shown = JS_AtomToCString(ctx, name);
    if (index < metric_count) {
        JS_ThrowRangeError(ctx, "the weight of `%s` is not a finite number", shown ? shown : "");
    } else {
        char names[400] = "";
        for (index = 0; index < metric_count; index++) {
            const char *known = JS_AtomToCString(ctx, metric_names[index]);
            size_t length = strlen(names);
            snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", known ? known : "");
            JS_FreeCString(ctx, known);
        }
        JS_ThrowTypeError(ctx, "`%s` is not a metric of this game: it has %s", shown ? shown : "", names);
    }
    JS_FreeCString(ctx, shown);
    return false;
}

static bool add_weights(JSContext *ctx, weights *to, JSValueConst given) {
    JSPropertyEnum *names;
    uint32_t count;
    if (JS_GetOwnPropertyNames(ctx, &names, &count, given, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY)) return false;
    bool are_read = true;
    for (uint32_t index = 0; index < count && are_read; index++) {
        JSValue value = JS_GetProperty(ctx, given, names[index].atom);
        double weight;
        are_read = !JS_IsException(value) && !JS_ToFloat64(ctx, &weight, value) &&
                   add_weight(ctx, to, names[index].atom, weight);
        JS_FreeValue(ctx, value);
    }
    JS_FreePropertyEnum(ctx, names, count);
    return are_read;
}

/* Reads the weights from the name of a metric, or from an object of names and weights. */
static bool read_weights(JSContext *ctx, JSValueConst given, weights *into) {
    into->count = 0;
    if (JS_IsObject(given)) return add_weights(ctx, into, given);
    if (!JS_IsString(given)) {
        JS_ThrowTypeError(ctx, "weights are the name of a metric, or an object of names and weights: { points: 10, tanks: 1 }");
        return false;
    }
    JSAtom name = JS_ValueToAtom(ctx, given);
    bool is_read = name != JS_ATOM_NULL && add_weight(ctx, into, name, 1);
    JS_FreeAtom(ctx, name);
    return is_read;
}

/* Returns a seat's lead after the action of a record: plus or minus infinity for a win or loss, 0 for a draw. */
static double lead(const uint8_t *record, const weights *of, int32_t seat) {
    double first_leads = 0;
    switch (number_at(record + 8)) {
        case FIRST_HAS_WON:
            first_leads = INFINITY;
            break;
        case SECOND_HAS_WON:
            first_leads = -INFINITY;
            break;
        case IS_OVER:
            break;
        default:
            for (uint32_t index = 0; index < of->count; index++) {
                const uint8_t *metric = record + of->at[index];
                first_leads += of->weight[index] * (double)(number_at(metric) - number_at(metric + 8 * metric_count));
            }
    }
    /* A subtraction, so that no lead is negative zero. */
    return seat == 0 ? first_leads : 0 - first_leads;
}

/* ---- Leads. ---- */

typedef struct {
    int32_t count;
    int64_t *actions;
    double *leads;
} lead_list;

static void free_leads(JSContext *ctx, lead_list *of) {
    js_free(ctx, of->actions);
    js_free(ctx, of->leads);
}

/* Stores the leads of the records in the buffer, or the minimum with the leads from before. */
static bool note(JSContext *ctx, lead_list *into, int32_t found, const weights *of, int32_t seat) {
    const uint8_t *record = room;
    if (into->count == found) {
        for (int32_t index = 0; index < found; index++, record += record_bytes()) {
            double other = lead(record, of, seat);
            if (other < into->leads[index]) into->leads[index] = other;
        }
        return true;
    }
    into->actions = js_malloc(ctx, ((size_t)found + 1) * sizeof *into->actions);
    into->leads = js_malloc(ctx, ((size_t)found + 1) * sizeof *into->leads);
    if (!into->actions || !into->leads) return false;
    into->count = found;
    for (int32_t index = 0; index < found; index++, record += record_bytes()) {
        into->actions[index] = number_at(record);
        into->leads[index] = lead(record, of, seat);
    }
    return true;
}

/* Computes the minimum leads over all actions of the other seat. */
static bool lead_against_all(JSContext *ctx, position *in, int32_t seat, const weights *of, lead_list *into) {
    int32_t count = fetch_legal(ctx, in, 1 - seat);
    if (count < 0) return false;
    int64_t *others = js_malloc(ctx, ((size_t)count + 1) * sizeof *others);
    if (!others) return false;
    memcpy(others, room, (size_t)count * sizeof *others);
    bool are_noted = true;
    for (int32_t index = 0; index < count && are_noted; index++) {
        int32_t found = fetch(ctx, in, seat, others[index]);
        are_noted = found >= 0 && note(ctx, into, found, of, seat);
    }
    js_free(ctx, others);
    return are_noted;
}

/* Computes each legal action of a seat with its lead, from the weights, the seat, and the other seat's action. */
static bool read_leads(JSContext *ctx, JSValueConst this, JSValueConst *arguments, lead_list *into) {
    int32_t seat;
    int64_t other;
    weights of;
    *into = (lead_list){0};
    position *in = position_of(ctx, this);
    if (!in || !read_weights(ctx, arguments[0], &of)) return false;
    if (!read_seat(ctx, in, arguments[1], &seat) || !read_code(ctx, arguments[2], &other)) return false;
    bool are_read;
    if (other == NONE && phase_of(in) == BOTH_ACT) {
        are_read = lead_against_all(ctx, in, seat, &of, into);
    } else {
        int32_t found = fetch(ctx, in, seat, other);
        are_read = found >= 0 && note(ctx, into, found, &of, seat);
    }
    if (!are_read) free_leads(ctx, into);
    return are_read;
}

JSValue position_leads(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    lead_list found;
    if (!read_leads(ctx, this, arguments, &found)) return JS_EXCEPTION;
    JSValue *values = js_malloc(ctx, ((size_t)found.count + 1) * sizeof *values);
    for (int32_t index = 0; values && index < found.count; index++) values[index] = JS_NewNumber(ctx, found.leads[index]);
    JSValue list = values ? JS_NewArrayFrom(ctx, found.count, values) : JS_EXCEPTION;
    js_free(ctx, values);
    free_leads(ctx, &found);
    return list;
}

JSValue position_best(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    lead_list found;
    if (!read_leads(ctx, this, arguments, &found)) return JS_EXCEPTION;
    int32_t best = 0;
    for (int32_t index = 1; index < found.count; index++) {
        if (found.leads[index] > found.leads[best]) best = index;
    }
    JSValue action = found.count ? JS_NewInt64(ctx, found.actions[best])
                                 : JS_ThrowPlainError(ctx, "the seat has no legal action here");
    free_leads(ctx, &found);
    return action;
}
