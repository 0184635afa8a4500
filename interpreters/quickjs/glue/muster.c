/* The module `muster`: the host calls for scripts. */
#include "muster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "script.h"

/* Number of actions and records that fit without an allocation. */
#define FEW 4096
#define NANOSECONDS 1e9

static JSValue refuse(const char *name) {
    return JS_ThrowPlainError(context,
                              "%s() was called while the script loads, once, when the bot is built; what it returns is "
                              "known in a match: call it inside choose()",
                              name);
}

#define IN_MATCH(name) \
    if (!in_match) return refuse(name)

static double float_below_1(void) { return (double)(muster_random() >> 11) * 0x1p-53; }

static JSValue call_random(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count, (void)arguments;
    IN_MATCH("random");
    return JS_NewFloat64(ctx, float_below_1());
}

static JSValue call_math_random(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count, (void)arguments;
    IN_MATCH("Math.random");
    return JS_NewFloat64(ctx, float_below_1());
}

static JSValue call_below(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count;
    IN_MATCH("below");
    double bound;
    if (JS_ToFloat64(ctx, &bound, arguments[0])) return JS_EXCEPTION;
    if (!(bound >= 1 && bound <= UINT32_MAX)) {
        return JS_ThrowRangeError(ctx, "below() needs a bound from 1 to 4294967295");
    }
    return JS_NewUint32(ctx, muster_below((uint32_t)bound));
}

static JSValue call_legal_actions(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count, (void)arguments;
    IN_MATCH("legalActions");
    static uint64_t few[FEW];
    uint64_t *codes = few;
    uint32_t found = muster_legal_actions(few, FEW);
    if (found > FEW) {
        codes = js_malloc(ctx, found * sizeof *codes);
        if (!codes) return JS_EXCEPTION;
        muster_legal_actions(codes, found);
    }
    JSValue *values = js_malloc(ctx, (found + 1) * sizeof *values);
    for (uint32_t index = 0; values && index < found; index++) values[index] = JS_NewInt64(ctx, (int64_t)codes[index]);
    JSValue list = values ? JS_NewArrayFrom(ctx, (int)found, values) : JS_EXCEPTION;
    js_free(ctx, values);
    if (codes != few) js_free(ctx, codes);
    return list;
}

static JSValue record(JSContext *ctx, const muster_record *of) {
    const char *names[] = {"code", "ply", "seat"};
    JSValue values[] = {JS_NewInt64(ctx, (int64_t)of->code), JS_NewUint32(ctx, of->ply), JS_NewInt32(ctx, of->seat)};
    return JS_NewObjectFromStr(ctx, 3, names, values);
}

static JSValue call_history(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count, (void)arguments;
    IN_MATCH("history");
    uint32_t found = muster_history(NULL, 0);
    muster_record *records = js_malloc(ctx, (found + 1) * sizeof *records);
    JSValue *values = js_malloc(ctx, (found + 1) * sizeof *values);
    if (!records || !values) return JS_EXCEPTION;
    muster_history(records, found);
    for (uint32_t index = 0; index < found; index++) values[index] = record(ctx, &records[index]);
    JSValue list = JS_NewArrayFrom(ctx, (int)found, values);
    js_free(ctx, values);
    js_free(ctx, records);
    return list;
}

static JSValue call_remaining(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count, (void)arguments;
    IN_MATCH("remaining");
    return JS_NewFloat64(ctx, (double)muster_remaining() / NANOSECONDS);
}

static JSValue call_game_remaining(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count, (void)arguments;
    IN_MATCH("gameRemaining");
    return JS_NewFloat64(ctx, (double)muster_game_remaining() / NANOSECONDS);
}

static JSValue call_offer(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count;
    IN_MATCH("offer");
    int64_t code;
    if (JS_ToInt64Ext(ctx, &code, arguments[0])) return JS_EXCEPTION;
    muster_offer((uint64_t)code);
    offered = true;
    return JS_UNDEFINED;
}

/* Returns the word after `name=` in the settings, or the second argument. */
static JSValue call_setting(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count;
    IN_MATCH("setting");
    const char *name = JS_ToCString(ctx, arguments[0]);
    if (!name) return JS_EXCEPTION;
    const char *value = muster_setting(name);
    JS_FreeCString(ctx, name);
    return value ? JS_NewStringLen(ctx, value, strcspn(value, " ,")) : JS_DupValue(ctx, arguments[1]);
}

/* Returns the integer after `name=` in the settings, or the second argument. */
static JSValue call_number(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count;
    IN_MATCH("number");
    const char *name = JS_ToCString(ctx, arguments[0]);
    if (!name) return JS_EXCEPTION;
    int64_t value = muster_number(name, INT64_MIN);
    JS_FreeCString(ctx, name);
    return value == INT64_MIN ? JS_DupValue(ctx, arguments[1]) : JS_NewInt64(ctx, value);
}

/* Writes a text and a line break to the log. */
static JSValue call_log(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count;
    size_t length;
    const char *text = JS_ToCStringLen(ctx, &length, arguments[0]);
    if (!text) return JS_EXCEPTION;
    fwrite(text, 1, length, stdout);
    fputc('\n', stdout);
    fflush(stdout);
    JS_FreeCString(ctx, text);
    return JS_UNDEFINED;
}

static const struct {
    const char *name;
    JSCFunction *call;
    int parameters;
} calls[] = {
    {"legalActions", call_legal_actions, 0},
    {"remaining", call_remaining, 0},
    {"gameRemaining", call_game_remaining, 0},
    {"offer", call_offer, 1},
    {"history", call_history, 0},
    {"random", call_random, 0},
    {"below", call_below, 1},
    {"setting", call_setting, 2},
    {"number", call_number, 2},
    {"log", call_log, 1},
    {"position", position_here, 0},
};
enum { CALLS = sizeof calls / sizeof *calls };

static JSValue function(int index) {
    return JS_NewCFunction(context, calls[index].call, calls[index].name, calls[index].parameters);
}

/* Each call is an export; the default export has all of them. */
static int fill(JSContext *ctx, JSModuleDef *module) {
    JSValue all = JS_NewObject(ctx);
    for (int index = 0; index < CALLS; index++) {
        JS_SetModuleExport(ctx, module, calls[index].name, function(index));
        JS_SetPropertyStr(ctx, all, calls[index].name, function(index));
    }
    JSValue position = position_class();
    JS_SetPropertyStr(ctx, all, "Position", JS_DupValue(ctx, position));
    JS_SetModuleExport(ctx, module, "Position", position);
    return JS_SetModuleExport(ctx, module, "default", all);
}

JSModuleDef *muster_module(void) {
    JSModuleDef *module = JS_NewCModule(context, "muster", fill);
    for (int index = 0; module && index < CALLS; index++) JS_AddModuleExport(context, module, calls[index].name);
    if (module) JS_AddModuleExport(context, module, "Position");
    if (module) JS_AddModuleExport(context, module, "default");
    return module;
}

/* The source of `console`: a JavaScript function whose argument is the function that writes a line. */
static const char console_source[] = {
#embed "console.js"
    , 0};

static void add_console(JSValueConst global) {
    JSValue make = JS_Eval(context, console_source, sizeof console_source - 1, "console.js", JS_EVAL_TYPE_GLOBAL);
    JSValue log = JS_NewCFunction(context, call_log, "log", 1);
    JSValue console = JS_Call(context, make, JS_UNDEFINED, 1, &log);
    if (JS_IsException(console)) {
        errors_report();
        abort();
    }
    JS_SetPropertyStr(context, global, "console", console);
    JS_FreeValue(context, log);
    JS_FreeValue(context, make);
}

void muster_init(void) {
    for (int index = 0; index < CALLS; index++) names_add(calls[index].name, "muster.js");
    names_add("Position", "muster.js");
    JSValue global = JS_GetGlobalObject(context);
    JSValue math = JS_GetPropertyStr(context, global, "Math");
    JS_SetPropertyStr(context, math, "random", JS_NewCFunction(context, call_math_random, "random", 0));
    JS_FreeValue(context, math);
    add_console(global);
    JS_FreeValue(context, global);
}
