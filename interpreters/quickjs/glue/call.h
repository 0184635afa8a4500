/* Calls of the engine's own functions without the large frame of the one that runs bytecode: a script that goes back and
 * forth between the two, as with `forEach`, can be nested deeper in the same stack. The engine's file includes this.
 *
 * The stack that counts is that of WebAssembly, which nobody can measure from inside. What the engine measures is its own
 * in memory; calls to and from its functions, which take more of the other one, are charged these bytes, and so are the frames of bytecode, which browsers make large. */
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
    /* Those of another kind are small, as `forEach` and `map` are. */
    bool is_generic = function->class_id == JS_CLASS_C_FUNCTION && function->u.cfunc.cproto == JS_CFUNC_generic;
    size_t charge = is_generic ? CHARGE_GENERIC : 0;
    rt->stack_limit += charge;
    JSValue returned = call(caller_ctx, func_obj, this_obj, argc, argv, flags);
    rt->stack_limit -= charge;
    /* Charges the time of a built-in function to the line that calls it, by looking right after the call. */
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

/* The same for the engine's functions, which charge for themselves. */
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
/* A generator goes on: its frame is not on the stack. */
#define JS_CallResumed(...) JS_CallCharged(__VA_ARGS__, CHARGE_RESUMED)
