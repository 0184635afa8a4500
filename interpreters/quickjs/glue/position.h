/* What the files of positions share: the object, its arguments, and room for what the host writes. */
#ifndef POSITION_H
#define POSITION_H

#include "muster.h"
#include "script.h"

/* What the host calls the phases. */
enum { FIRST_ACTS = 1, SECOND_ACTS = 2, BOTH_ACT = 3, IS_OVER = 8, FIRST_HAS_WON = 9, SECOND_HAS_WON = 10 };
/* The action of a seat that does not act. */
#define NONE (-1)
/* The most metrics of a seat. */
#define METRICS 64

typedef struct position {
    int32_t handle;
    /* In which it was made: positions end with the answer. */
    uint32_t question;
    /* 0 while it is not known. */
    int32_t phase;
    /* While it is free: the next one that is. */
    struct position *next;
} position;

/* The names of the game's metrics. */
extern JSAtom *metric_names;
extern uint32_t metric_count;

/* Room for what the host writes; it grows, and the next call writes there, too. */
extern void *room;
extern size_t room_bytes;
bool grow_room(JSContext *ctx, size_t bytes);

/* The position of an object that can be used; NULL after an exception. */
position *position_of(JSContext *ctx, JSValueConst object);
int32_t phase_of(position *of);
/* An action, NONE of nothing. */
bool read_code(JSContext *ctx, JSValueConst value, int64_t *code);
/* A seat; of nothing the seat that acts, and the bot's own where both do. */
bool read_seat(JSContext *ctx, position *in, JSValueConst value, int32_t *seat);
/* Throws what the host says about the latest misuse. */
JSValue misused(JSContext *ctx);
/* Puts the legal actions of a seat into the room, and returns their number; below 0 after an exception. */
int32_t fetch_legal(JSContext *ctx, position *in, int32_t seat);

/* ---- children.c ---- */

JSValue position_children(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);
JSValue position_leads(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);
JSValue position_best(JSContext *ctx, JSValueConst this, int count, JSValueConst *arguments);

#endif
