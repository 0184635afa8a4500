/* Calls of the engine's own functions without the large stack frame of the bytecode interpreter. A script that
 * alternates between the two, as with `forEach`, can nest deeper in the same stack. The engine's file includes this.
 *
 * The limiting stack is WebAssembly's, which code cannot measure from inside. The engine measures only its own stack in
 * memory. These charges cover calls to and from its functions, and frames of bytecode, which are large in browsers. */
#define CHARGE_BYTECODE 72
#define CHARGE_GENERIC 190
#define CHARGE_IN 24
#define CHARGE_RESUMED 190

static no_inline JSValue JS_CallBytecode(JSContext *caller_ctx, JSValueConst func_obj, JSValueConst this_obj,
                                         JSValueConst new_target, int argc, JSValueConst *argv, int flags);

static no_inline JSValue JS_CallOther(JSContext *caller_ctx, JSValueConst func_obj, JSValueConst this_obj, int argc,
                                      JSValueConst *argv, int flags) {
    JSRuntime *rt = caller_ctx->rt;
    JSObject *function = JS_VALUE_GET_OBJ(func_obj);
    JSClassCall *call = rt->class_array[function->class_id].call;
    if (!call) return JS_ThrowTypeErrorNotAFunction(caller_ctx);
    if (js_poll_interrupts(caller_ctx)) return JS_EXCEPTION;
    /* Functions of other kinds have small frames, like `forEach` and `map`. */
    bool is_generic = function->class_id == JS_CLASS_C_FUNCTION && function->u.cfunc.cproto == JS_CFUNC_generic;
    size_t charge = is_generic ? CHARGE_GENERIC : 0;
    rt->stack_limit += charge;
    JSValue returned = call(caller_ctx, func_obj, this_obj, argc, argv, flags);
    rt->stack_limit -= charge;
    /* Charges the time of a built-in function to the calling line, by a look right after the call. */
    if (js_poll_interrupts(caller_ctx)) {
        JS_FreeValue(caller_ctx, returned);
        return JS_EXCEPTION;
    }
    return returned;
}

static inline __attribute__((always_inline)) JSValue JS_CallInternal(JSContext *caller_ctx, JSValueConst func_obj,
                                                                     JSValueConst this_obj, JSValueConst new_target,
                                                                     int argc, JSValueConst *argv, int flags) {
    if (JS_VALUE_GET_TAG(func_obj) == JS_TAG_OBJECT &&
        JS_VALUE_GET_OBJ(func_obj)->class_id != JS_CLASS_BYTECODE_FUNCTION) {
        return JS_CallOther(caller_ctx, func_obj, this_obj, argc, argv, flags);
    }
    return JS_CallBytecode(caller_ctx, func_obj, this_obj, new_target, argc, argv, flags);
}

/* Calls with an extra charge. The engine's own functions charge for themselves. */
static inline __attribute__((always_inline)) JSValue JS_CallCharged(JSContext *caller_ctx, JSValueConst func_obj,
                                                                    JSValueConst this_obj, JSValueConst new_target,
                                                                    int argc, JSValueConst *argv, int flags,
                                                                    size_t charge) {
    caller_ctx->rt->stack_limit += charge;
    JSValue returned = JS_CallInternal(caller_ctx, func_obj, this_obj, new_target, argc, argv, flags);
    caller_ctx->rt->stack_limit -= charge;
    return returned;
}

#define JS_CallIn(...) JS_CallCharged(__VA_ARGS__, CHARGE_IN)
/* Resumes a generator: its frame is not on the stack. */
#define JS_CallResumed(...) JS_CallCharged(__VA_ARGS__, CHARGE_RESUMED)
