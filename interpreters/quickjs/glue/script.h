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

/* ---- engine.c ---- */

/* Bounds the stack that the script may use from here on. */
void engine_limit_stack(size_t bytes);

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

/* ---- errors.c ---- */

/* Writes the pending exception to standard error: its trace, and as the last line where and what. */
void errors_report(void);
/* Writes where the script is: the trace, and a message as the last line. */
void errors_report_here(const char *message);
/* Says where the pending exception comes from, where the engine does not know it. */
void errors_at(const char *file, int line, int column);
/* Writes a line of the glue's own to standard error. */
void errors_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
