/* The engine, with a few additional functions. */
static void note_return(const void *function, const unsigned char *at);
#include "quickjs.c"
#include "script.h"

/* The place of the last return of a script's function: its code and the instruction. */
static struct {
    JSFunctionBytecode *function;
    const uint8_t *at;
} returned, answered;

static void note_return(const void *function, const unsigned char *at) {
    returned.function = (JSFunctionBytecode *)function;
    returned.at = at;
}

void engine_keep_return(void) { answered = returned; }

/* Bounds the stack that the script may use from here on. The engine does not do this on WASI: there its own stack would
 * overflow first, which a script cannot catch. */
void engine_limit_stack(size_t bytes) {
    JS_UpdateStackTop(runtime);
    runtime->stack_limit = runtime->stack_top - bytes;
}

void engine_look_after(int jumps) { context->interrupt_counter = jumps; }

JSValue engine_trace(JSValueConst thrown) {
    if (JS_IsError(thrown)) return JS_GetPropertyStr(context, thrown, "stack");
    return js_dup(context->error_back_trace);
}

static place place_of(JSFunctionBytecode *function, int line, int column) {
    return (place){JS_AtomToCString(context, function->filename), line, column};
}

place engine_answered(void) {
    if (!answered.function) return (place){"", 0, 0};
    int column;
    uint32_t at = (uint32_t)(answered.at - answered.function->byte_code_buf - 1);
    int line = find_line_num(context, answered.function, at, &column);
    return place_of(answered.function, line, column);
}

place engine_begins(JSValueConst function) {
    JSObject *object = JS_VALUE_GET_OBJ(function);
    if (!js_class_has_bytecode(object->class_id)) return (place){"", 0, 0};
    JSFunctionBytecode *code = object->u.func.function_bytecode;
    return place_of(code, code->line_num, code->col_num);
}

JSValue engine_object_like(JSValueConst template, const JSValue *values) {
    JSShape *shape = JS_VALUE_GET_OBJ(template)->shape;
    JSValue made = JS_NewObjectFromShape(context, js_dup_shape(shape), JS_CLASS_OBJECT, NULL);
    for (int index = 0; index < shape->prop_count; index++) {
        if (JS_IsException(made)) {
            JS_FreeValue(context, values[index]);
        } else {
            JS_VALUE_GET_OBJ(made)->prop[index].u.value = values[index];
        }
    }
    return made;
}
