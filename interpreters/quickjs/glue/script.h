/* What the files of the glue share: one script in one context. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "blob.h"
#include "quickjs.h"

extern JSRuntime *runtime;
extern JSContext *context;
/* The script's files, while it loads. */
extern blob script;
/* Whether the bot has been asked. Before that, while the script loads, there is no match. */
extern bool in_match;
/* Whether the script has offered an action for this move. */
extern bool offered;
/* Counts the questions. */
extern uint32_t question;
/* The seat that is asked. */
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
/* Has the clock looked at after so many jumps and calls. */
void engine_look_after(int jumps);
/* The trace of what was thrown, if there is one. */
JSValue engine_trace(JSValueConst thrown);
/* Keeps where a function of the script returned last: that is where the answer comes from. */
void engine_keep_return(void);
/* Where the answer comes from. */
place engine_answered(void);
/* A new object with the properties of another, which are all values, and these values; they become the object's. */
JSValue engine_object_like(JSValueConst template, const JSValue *values);
/* Where a function is written. */
place engine_begins(JSValueConst function);

/* ---- memory.c ---- */

/* The memory of the engine. */
extern const JSMallocFunctions memory_functions;
/* Keeps memory back for what is said when the rest is used up. */
void memory_reserve(void);
/* Whether memory was refused since then. */
bool memory_used_up(void);

/* ---- watch.c ---- */

/* A call begins. */
void watch_begin(void);
/* Called now and then while the script runs. Stops one that loads without end while there is time left to say where. */
int watch_look(JSRuntime *rt, void *opaque);
/* Whether it has. */
bool watch_has_stopped(void);

/* ---- modules.c ---- */

/* Resolves imports among the script's files. */
void modules_init(void);
/* Names of files that the script asks for and that the host has yet to be asked for, with a 0 between two; empty if there
 * are none. */
blob_text modules_asked(void);
/* Whether the script is to be loaded again with what it asks for, and nothing else is wanted of this time. */
bool modules_wait(void);

/* ---- muster.c ---- */

/* The module `muster`, `console` and the seat's dice behind `Math.random`. */
void muster_init(void);
/* The module `muster` itself. */
JSModuleDef *muster_module(void);

/* ---- view.c ---- */

/* Reads the table of the view's fields; false if it is not one. */
bool view_init(blob_text layout);
/* Length of the view in bytes. */
uint32_t view_length(void);
/* A view as an object. */
JSValue view_decode(const uint8_t *bytes);

/* ---- position.c ---- */

/* The position of the question. */
JSValue position_here(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);
/* The class `Position`; its constructor. */
JSValue position_class(void);
/* Notes the names of the game's metrics, one a line. */
void position_metrics(blob_text names);

/* ---- errors.c ---- */

/* Writes the pending exception to standard error. */
void errors_report(void);
/* The same of a message about where the script is. */
void errors_report_here(const char *message);
/* Writes where the script is while its time runs out. */
void errors_report_late(void);
/* Writes that `choose` returned something that is no action, and where. */
void errors_report_answer(const char *what, place where);
/* Says where the pending exception comes from, where the engine does not know it. */
void errors_at(const char *file, int line, int column);
/* Writes a line of the glue's own to standard error. */
void errors_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
