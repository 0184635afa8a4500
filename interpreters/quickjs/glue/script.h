/* Shared declarations of the glue: one script in one context. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "blob.h"
#include "quickjs.h"

extern JSRuntime *runtime;
extern JSContext *context;
/* The script's files, while it loads. */
extern blob script;
/* True once the host has asked for an action. While the script loads, there is no match. */
extern bool in_match;
/* True if the script has offered an action for this move. */
extern bool offered;
/* Number of calls of `choose`. */
extern uint32_t question;
/* Returns the bot's seat. */
int own_seat(void);
/* The name of the file that has `choose`. */
extern const char *script_entry;

/* A place in a file; line 0 if it is not known. */
typedef struct {
    const char *file;
    int line;
    int column;
} place;

/* ---- engine.c ---- */

/* Bounds the stack that the script may use from here on. */
void engine_limit_stack(size_t bytes);
/* Requests a look at the clock after this many jumps and calls. */
void engine_look_after(int jumps);
/* Returns the trace of a thrown value, if there is one. */
JSValue engine_trace(JSValueConst thrown);
/* Stores the place of the last return of a script's function, which is the origin of the answer. */
void engine_keep_return(void);
/* Returns the place that the answer comes from. */
place engine_answered(void);
/* Returns a new object with the property names of another, all data properties, and these values. Takes the values. */
JSValue engine_object_like(JSValueConst template, const JSValue *values);
/* Returns the place of a function's definition. */
place engine_begins(JSValueConst function);

/* ---- memory.c ---- */

/* The memory of the engine. */
extern const JSMallocFunctions memory_functions;
/* Reserves memory for reporting that the rest is used up. */
void memory_reserve(void);
/* Returns true if an allocation has failed since then. */
bool memory_used_up(void);

/* ---- watch.c ---- */

/* Starts the watch for a call. */
void watch_begin(void);
/* Interrupt handler of the engine. Stops an endless load while there is time left to report the place. */
int watch_look(JSRuntime *rt, void *opaque);
/* Returns true if it has stopped the load. */
bool watch_has_stopped(void);

/* ---- modules.c ---- */

/* Resolves imports among the script's files. */
void modules_init(void);
/* Returns the names of files to request from the host, separated by zero bytes. Empty if the script needs no more
 * files. */
blob_text modules_asked(void);
/* Returns true if the script must be loaded again with the requested files, so that this load can end. */
bool modules_wait(void);

/* ---- muster.c ---- */

/* Creates the module `muster`, `console`, and `Math.random` with the seat's dice. */
void muster_init(void);
/* Returns the module `muster`. */
JSModuleDef *muster_module(void);

/* ---- view.c ---- */

/* Reads the table of the view's fields. Returns false if it is malformed. */
bool view_init(blob_text layout);
/* Returns the length of the view in bytes. */
uint32_t view_length(void);
/* Converts a view to an object. */
JSValue view_decode(const uint8_t *bytes);

/* ---- position.c ---- */

/* Returns the current position. */
JSValue position_here(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);
/* Creates the class `Position` and returns its constructor. */
JSValue position_class(void);
/* Stores the names of the game's metrics, one per line. */
void position_metrics(blob_text names);

/* ---- errors.c ---- */

/* Writes the pending exception to standard error. */
void errors_report(void);
/* Writes a message with the place where the script is. */
void errors_report_here(const char *message);
/* Writes the place where the script is when its time runs out. */
void errors_report_late(void);
/* Writes that `choose` returned something that is not an action, and where. */
void errors_report_answer(const char *what, place where);
/* Sets the place of the pending exception if the engine does not know it. */
void errors_at(const char *file, int line, int column);
/* Writes a line of the glue to standard error. */
void errors_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
