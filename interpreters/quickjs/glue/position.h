/* Shared declarations for positions: the object, its arguments, and a buffer for the host's output. */
#ifndef POSITION_H
#define POSITION_H

#include "muster.h"
#include "script.h"

/* The host's codes of the phases. */
enum { FIRST_ACTS = 1, SECOND_ACTS = 2, BOTH_ACT = 3, IS_OVER = 8, FIRST_HAS_WON = 9, SECOND_HAS_WON = 10 };
/* The action of a seat that does not act. */
#define NONE (-1)
/* Maximum number of metrics of a seat. */
#define METRICS 64

typedef struct position {
    int32_t handle;
    /* The question in which it was made. Positions expire with the answer. */
    uint32_t question;
    /* 0 while unknown. */
    int32_t phase;
    /* The next free position, while this one is free. */
    struct position *next;
} position;

/* The names of the game's metrics. */
extern JSAtom *metric_names;
extern uint32_t metric_count;

/* A buffer for the host's output. It grows, and the next call overwrites it. */
extern void *room;
extern size_t room_bytes;
bool grow_room(JSContext *ctx, size_t bytes);

/* Returns an object's position if it is usable; NULL after an exception. */
position *position_of(JSContext *ctx, JSValueConst object);
int32_t phase_of(position *of);
/* Reads an action; NONE if there is none. */
bool read_code(JSContext *ctx, JSValueConst value, int64_t *code);
/* Reads a seat; by default the one that acts, and the bot's own if both do. */
bool read_seat(JSContext *ctx, position *in, JSValueConst value, int32_t *seat);
/* Throws the host's message about the latest misuse. */
JSValue misused(JSContext *ctx);
/* Writes the legal actions of a seat into the buffer. Returns their number, below 0 after an exception. */
int32_t fetch_legal(JSContext *ctx, position *in, int32_t seat);

/* ---- children.c ---- */

JSValue position_children(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);
JSValue position_leads(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);
JSValue position_best(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);

#endif
