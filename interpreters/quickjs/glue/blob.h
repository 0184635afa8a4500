/* The blob: everything that the host hands over before the script runs. `crates/script/src/blob.rs` writes it. */
#ifndef BLOB_H
#define BLOB_H

#include <stdbool.h>
#include <stdint.h>

/* A text inside the blob; it does not end with a 0. */
typedef struct {
    const char *bytes;
    uint32_t length;
} blob_text;

typedef struct {
    blob_text entry;
    blob_text game;
    blob_text layout;
    /* The files of the script, and names that are known to be no files. */
    uint32_t file_count;
    const char *files;
    uint32_t absent_count;
    const char *absent;
    /* Whether all names are wanted that the script asks for, and files that it may ask for. */
    bool is_survey;
    uint32_t offered_count;
    const char *offered;
    /* Names of the game's metrics, one a line. */
    blob_text metrics;
    const char *end;
} blob;

/* Reads the head of a blob. The host writes it; one that is cut short is an error of the host. */
bool blob_read(blob *into, const char *bytes, uint32_t length);
/* The next of the files. */
void blob_next_file(const char **at, const char *end, blob_text *name, blob_text *contents);
/* The contents of a file, also of one that is offered. */
bool blob_find(const blob *from, const char *name, blob_text *contents);
/* Whether the host looked for a file of this name. */
bool blob_is_known(const blob *from, const char *name);
/* A copy of a text with a 0 at its end. */
char *blob_copy(blob_text text);

#endif
