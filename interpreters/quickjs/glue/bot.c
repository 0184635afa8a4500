/* The exports. A build loads the script once; every match then calls it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "muster.h"
#include "names.h"
#include "script.h"
#include "sources.h"

/* The part of the program's stack that a script may use. The rest is for the interpreter. */
#define SCRIPT_STACK (SCRIPT_STACK_KIB * 1024)
/* The offset of the seat in the header of a view. */
#define SEAT 8
#define LARGEST_ACTION 9007199254740991

enum { READY = 0, FAILED = 1 };

JSRuntime *runtime;
JSContext *context;
blob script;
bool in_match;
bool offered;
uint32_t question;
const char *script_entry;

static char *blob_bytes;
static uint32_t blob_length;
static JSValue choose_function;
static uint8_t *view_bytes;
void __wasm_call_ctors(void);

/* Allocates memory for the blob. This is the first call on a fresh interpreter. */
MUSTER_EXPORT("muster_script_room") char *muster_script_room(uint32_t length) {
    __wasm_call_ctors();
    blob_bytes = malloc(length);
    blob_length = length;
    return blob_bytes;
}

/* The first rejected promise without a handler, and the reason; undefined if there is none. */
static JSValue broken_promise = JS_UNDEFINED, broken_because = JS_UNDEFINED;

static void forget_broken(void) {
    JS_FreeValue(context, broken_promise);
    JS_FreeValue(context, broken_because);
    broken_promise = broken_because = JS_UNDEFINED;
}

static void note_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason, bool is_handled, void *opaque) {
    (void)opaque;
    bool is_noted = JS_IsObject(broken_promise) && JS_VALUE_GET_PTR(promise) == JS_VALUE_GET_PTR(broken_promise);
    if (is_handled && is_noted) {
        forget_broken();
    } else if (!is_handled && !JS_IsObject(broken_promise)) {
        broken_promise = JS_DupValue(ctx, promise);
        broken_because = JS_DupValue(ctx, reason);
    }
}

/* Throws the reason of a rejected promise without a handler. Returns false if there is none. */
static bool throw_broken(void) {
    if (!JS_IsObject(broken_promise)) return false;
    JS_Throw(context, JS_DupValue(context, broken_because));
    forget_broken();
    return true;
}

static void start_engine(void) {
    memory_reserve();
    runtime = JS_NewRuntime2(&memory_functions, NULL);
    context = runtime ? JS_NewContext(runtime) : NULL;
    if (!context) abort();
    engine_limit_stack(SCRIPT_STACK);
    JS_SetInterruptHandler(runtime, watch_look, NULL);
    watch_begin();
    JS_SetHostPromiseRejectionTracker(runtime, note_rejection, NULL);
    modules_init();
    muster_init();
}

/* Runs pending jobs of promises. Returns false after an exception. Ends early if the script must be loaded again. */
static bool run_jobs(void) {
    JSContext *where;
    int result;
    do {
        result = JS_ExecutePendingJob(runtime, &where);
    } while (result > 0 && !modules_wait());
    return result >= 0;
}

/* Returns true if the promise of a module's top level is fulfilled; otherwise throws. */
static bool has_run(const char *entry, JSValueConst promise) {
    switch (JS_PromiseState(context, promise)) {
        case JS_PROMISE_FULFILLED:
            return true;
        case JS_PROMISE_REJECTED:
            JS_Throw(context, JS_PromiseResult(context, promise));
            return false;
        default:
            JS_ThrowPlainError(context, "%s:1:1: the top level awaits something that never comes; leave `await` out", entry);
            return false;
    }
}

/* Runs the top level of the entry file and returns its exports. */
static JSValue run_entry(const char *entry, blob_text contents) {
    char *text = blob_copy(contents);
    JSValue module =
        JS_Eval(context, text, contents.length, entry, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    free(text);
    if (JS_IsException(module) || JS_ResolveModule(context, module) < 0) return JS_EXCEPTION;
    JSModuleDef *definition = JS_VALUE_GET_PTR(module);
    JSValue promise = JS_EvalFunction(context, module);
    if (JS_IsException(promise)) return promise;
    bool ready = run_jobs() && has_run(entry, promise) && !throw_broken();
    JS_FreeValue(context, promise);
    return ready ? JS_GetModuleNamespace(context, definition) : JS_EXCEPTION;
}

/* Takes `choose` from the exports. Reports an error if it is invalid. */
static bool take_choose(const char *entry, JSValueConst exports) {
    choose_function = JS_GetPropertyStr(context, exports, "choose");
    if (JS_IsUndefined(choose_function)) {
        errors_say("%s:1:1: the script exports no function `choose`: write `export function choose(view) { ... }`", entry);
    } else if (!JS_IsFunction(context, choose_function)) {
        errors_say("%s:1:1: `choose` is not a function: write `export function choose(view) { ... }`", entry);
    } else if (JS_IsAsyncFunction(choose_function)) {
        errors_say("%s:1:1: `choose` is async, and nobody waits for a promise here: leave out `async`, and `await` inside", entry);
    } else {
        return true;
    }
    return false;
}

/* Adds the exports of the game's kit to the known names. */
static void note_kit(void) {
    const char *name, *text;
    for (uint32_t file = 0; sources_file(file, &name, &text); file++) {
        if (sources_is_kit(name)) names_add_exports(text, name);
    }
}

static bool load(void) {
    if (!blob_bytes || !blob_read(&script, blob_bytes, blob_length) || !view_init(script.layout)) {
        errors_say("the interpreter was handed something that is not a script: report it");
        return false;
    }
    /* Matches need the game's name, too, after the blob is freed. */
    script.game.bytes = blob_copy(script.game);
    char *entry = blob_copy(script.entry);
    script_entry = entry;
    sources_keep(&script);
    note_kit();
    position_metrics(script.metrics);
    blob_text contents;
    bool ready = false;
    if (!blob_find(&script, entry, &contents)) {
        errors_say("%s: the file is missing", entry);
    } else {
        JSValue exports = run_entry(entry, contents);
        if (!JS_IsException(exports)) {
            ready = take_choose(entry, exports);
        } else if (!watch_has_stopped() && !modules_asked().length) {
            errors_report();
        }
        JS_FreeValue(context, exports);
    }
    return ready;
}

/* File names for the host: the length, then the bytes. */
static uint32_t ask_for(blob_text names) {
    char *text = malloc(sizeof names.length + names.length);
    if (!text) abort();
    memcpy(text, &names.length, sizeof names.length);
    memcpy(text + sizeof names.length, names.bytes, names.length);
    return (uint32_t)(uintptr_t)text;
}

/* Clears leftovers of loading, so that they do not become part of the bot: the blob, and the stack below this frame,
 * which begins at address 0. */
__attribute__((noinline)) static void tidy_up(void) {
    script.file_count = script.absent_count = 0;
    memset(blob_bytes, 0, blob_length);
    free(blob_bytes);
    blob_bytes = NULL;
    JS_RunGC(runtime);
    volatile char *here = __builtin_frame_address(0);
    for (volatile char *byte = (volatile char *)16; byte < here - 64; byte++) *byte = 0;
}

MUSTER_EXPORT("muster_script_load") uint32_t muster_script_load(void) {
    start_engine();
    bool ready = load();
    if (modules_asked().length) return ask_for(modules_asked());
    if (!ready) return FAILED;
    view_bytes = aligned_alloc(8, view_length());
    if (!view_bytes) abort();
    memset(view_bytes, 0, view_length());
    tidy_up();
    return READY;
}

MUSTER_EXPORT("muster_buffer") uint8_t *muster_buffer(uint32_t length) {
    if (view_bytes && length == view_length()) return view_bytes;
    errors_say("another game: this bot was built for %.*s, whose views have another length", (int)script.game.length,
               script.game.bytes);
    __builtin_trap();
}

/* Returns true if a function ended there without a value: at its closing brace, or at a bare `return`. */
static bool ends_without_value(place where) {
    blob_text line = sources_line(where.file, where.line);
    const char *at = sources_column(line.bytes, where.column);
    if (where.line < 1 || *at == '}') return true;
    if (strncmp(at, "return", 6) != 0) return false;
    at += 6;
    at += strspn(at, " \t");
    return !*at || strchr(";}\r\n", *at);
}

/* Reports an invalid answer, and where it was returned. */
static void report_answer(JSValueConst answer, place where) {
    char what[200];
    if (JS_IsUndefined(answer) && !ends_without_value(where)) {
        snprintf(what, sizeof what, "it returned undefined: the value that is returned there is undefined");
    } else if (JS_IsUndefined(answer)) {
        snprintf(what, sizeof what, "it returned undefined, as a function does that ends without `return`");
    } else if (JS_IsString(answer)) {
        const char *shown = JS_ToCString(context, answer);
        snprintf(what, sizeof what, "it returned the string \"%.60s\", not a number", shown ? shown : "");
        if (shown) JS_FreeCString(context, shown);
    } else if (JS_IsObject(answer) && JS_PromiseState(context, answer) != JS_PROMISE_NOT_A_PROMISE) {
        snprintf(what, sizeof what, "it returned a promise, and nobody waits for one here: leave `async` out");
    } else {
        const char *shown = JS_ToCString(context, answer);
        snprintf(what, sizeof what, "it returned %.80s, which is not the code of an action",
                 shown ? shown : "something that cannot be shown");
        if (shown) JS_FreeCString(context, shown);
    }
    errors_report_answer(what, where);
}

/* Returns the action that `choose` returned; -1 if it is not an action. */
static int64_t action(JSValueConst answer) {
    int64_t code = -1;
    double number;
    if (JS_IsBigInt(answer)) {
        JS_ToBigInt64(context, &code, answer);
    } else if (JS_IsNumber(answer) && JS_ToFloat64(context, &number, answer) == 0 && number >= 0 &&
               number <= LARGEST_ACTION && number == (double)(int64_t)number) {
        code = (int64_t)number;
    }
    return code >= 0 && code <= LARGEST_ACTION ? code : -1;
}

int own_seat(void) { return view_bytes[SEAT]; }

MUSTER_EXPORT("muster_choose") int64_t muster_choose(uint32_t length) {
    (void)length;
    in_match = true;
    offered = false;
    question++;
    memory_reserve();
    engine_limit_stack(SCRIPT_STACK);
    watch_begin();
    JSValue view = view_decode(view_bytes);
    JSValue answer = JS_Call(context, choose_function, JS_UNDEFINED, 1, &view);
    engine_keep_return();
    JS_FreeValue(context, view);
    if (JS_IsException(answer) || !run_jobs() || throw_broken()) {
        errors_report();
        __builtin_trap();
    }
    int64_t code = action(answer);
    if (code < 0) {
        place answered = engine_answered();
        report_answer(answer, answered.line > 0 ? answered : engine_begins(choose_function));
        __builtin_trap();
    }
    JS_FreeValue(context, answer);
    return code;
}
