/* Requests and answers of a rules module: lists of fields, each after its length (crates/game-file/README.md). */
#ifndef FIELDS_H
#define FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { OP, SEAT, MOVES, OPTIONS, PUBLIC, OWN_0, OWN_1, HIDDEN, EXTRA, FIELDS };

typedef struct {
    const uint8_t *bytes;
    uint32_t length;
} field;

static uint8_t request_bytes[1 << 12];
static uint8_t answer_bytes[1 << 14];
static uint8_t *answer_end, *open_field;
static field request[FIELDS];

EXPORT("muster_buffer") uint8_t *muster_buffer(uint32_t length) {
    return length <= sizeof request_bytes ? request_bytes : NULL;
}

static inline void read_request(uint32_t length) {
    const uint8_t *at = request_bytes, *end = request_bytes + length;
    for (int index = 0; index < FIELDS && at < end; index++) {
        __builtin_memcpy(&request[index].length, at, 4);
        request[index].bytes = at + 4;
        at += 4 + request[index].length;
    }
    answer_end = answer_bytes;
}

static inline uint64_t answer(void) {
    return (uint64_t)(uintptr_t)answer_bytes | (uint64_t)(answer_end - answer_bytes) << 32;
}

static inline void put_bytes(const void *bytes, size_t length) {
    __builtin_memcpy(answer_end, bytes, length);
    answer_end += length;
}

static inline void put_text(const char *text) {
    while (*text) *answer_end++ = (uint8_t)*text++;
}

static inline void begin(void) {
    open_field = answer_end;
    answer_end += 4;
}

static inline void end(void) {
    uint32_t length = (uint32_t)(answer_end - open_field - 4);
    __builtin_memcpy(open_field, &length, 4);
}

static inline void put_field(const void *bytes, size_t length) {
    begin();
    put_bytes(bytes, length);
    end();
}

static inline void put_text_field(const char *text) {
    begin();
    put_text(text);
    end();
}

static inline void put_code(uint64_t code) { put_bytes(&code, 8); }

static inline bool is_op(const char *name) {
    uint32_t length = 0;
    for (; name[length]; length++) {
        if (length >= request[OP].length || request[OP].bytes[length] != (uint8_t)name[length]) return false;
    }
    return length == request[OP].length;
}

/* Returns true if the options have these words, as `layout=a-outside`. */
static inline bool has_option(const char *words) {
    const uint8_t *at = request[OPTIONS].bytes, *end = at + request[OPTIONS].length;
    for (; at < end; at++) {
        const uint8_t *next = at;
        const char *rest = words;
        while (next < end && *rest && *next == (uint8_t)*rest) next++, rest++;
        if (!*rest && (next == end || *next == ' ')) return true;
    }
    return false;
}

/* Reads the codes of a ply; UINT64_MAX for a seat that does not act. */
static inline void read_moves(uint64_t codes[2]) {
    const uint8_t *at = request[MOVES].bytes, *end = at + request[MOVES].length;
    for (int seat = 0; seat < 2; seat++, at++) {
        codes[seat] = UINT64_MAX;
        if (at < end && *at != '-') codes[seat] = 0;
        for (; at < end && *at != ' '; at++) {
            if (*at != '-') codes[seat] = 10 * codes[seat] + (*at - '0');
        }
    }
}

#endif
