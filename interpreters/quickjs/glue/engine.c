/* The engine, with one function more. */
#include "quickjs.c"
#include "script.h"

/* Bounds the stack that the script may use from here on. The engine itself leaves that out on WASI, where its own stack
 * would be exhausted first, which no script could catch. */
void engine_limit_stack(size_t bytes) {
    JS_UpdateStackTop(runtime);
    runtime->stack_limit = runtime->stack_top - bytes;
}
