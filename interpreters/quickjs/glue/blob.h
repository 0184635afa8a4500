/* The blob: all data that the host passes before the script runs. `crates/script/src/interpreter_input.rs` writes it. */
#ifndef BLOB_H
#define BLOB_H

#include <stdbool.h>
#include <stdint.h>

/* A text inside the blob, without a final 0. */
typedef struct {
    const char *bytes;
    uint32_t length;
} blob_text;

typedef struct {
    blob_text entry;
    blob_text game;
    blob_text layout;
    /* The files of the script, and the names of absent files. */
    uint32_t file_count;
    const char *files;
    uint32_t absent_count;
    const char *absent;
    /* True if the load must report all requested names; then there are offered files. */
    bool is_survey;
    uint32_t offered_count;
    const char *offered;
    /* The names of the game's metrics, one per line. */
    blob_text metrics;
    const char *end;
} blob;

/* Reads the head of a blob. A truncated blob is an error of the host. */
bool blob_read(blob *into, const char *bytes, uint32_t length);
/* Reads the next file. */
void blob_next_file(const char **at, const char *end, blob_text *name, blob_text *contents);
/* Finds the contents of a file, including offered ones. */
bool blob_find(const blob *from, const char *name, blob_text *contents);
/* Returns true if the host has looked for a file of this name. */
bool blob_is_known(const blob *from, const char *name);
/* Returns a copy of a text with a final 0. */
char *blob_copy(blob_text text);

#endif
