#include "blob.h"

#include <stdlib.h>
#include <string.h>

static bool read_number(const char **at, const char *end, uint32_t *number) {
    if (end - *at < 4) return false;
    memcpy(number, *at, 4);
    *at += 4;
    return true;
}

static bool read_text(const char **at, const char *end, blob_text *text) {
    if (!read_number(at, end, &text->length) || (uint32_t)(end - *at) < text->length) return false;
    text->bytes = *at;
    *at += text->length;
    return true;
}

bool blob_read(blob *into, const char *bytes, uint32_t length) {
    const char *at = bytes, *end = bytes + length;
    blob_text skipped;
    into->end = end;
    if (!read_text(&at, end, &into->entry) || !read_text(&at, end, &into->game) ||
        !read_text(&at, end, &into->layout) || !read_number(&at, end, &into->file_count)) {
        return false;
    }
    into->files = at;
    for (uint32_t text = 0; text < 2 * into->file_count; text++) {
        if (!read_text(&at, end, &skipped)) return false;
    }
    if (!read_number(&at, end, &into->absent_count)) return false;
    into->absent = at;
    for (uint32_t text = 0; text < into->absent_count; text++) {
        if (!read_text(&at, end, &skipped)) return false;
    }
    return at == end;
}

static bool is(blob_text text, const char *name) {
    return text.length == strlen(name) && memcmp(text.bytes, name, text.length) == 0;
}

bool blob_find(const blob *from, const char *name, blob_text *contents) {
    const char *at = from->files;
    blob_text known;
    for (uint32_t file = 0; file < from->file_count; file++) {
        read_text(&at, from->end, &known);
        read_text(&at, from->end, contents);
        if (is(known, name)) return true;
    }
    return false;
}

bool blob_is_absent(const blob *from, const char *name) {
    const char *at = from->absent;
    blob_text known;
    for (uint32_t file = 0; file < from->absent_count; file++) {
        read_text(&at, from->end, &known);
        if (is(known, name)) return true;
    }
    return false;
}

char *blob_copy(blob_text text) {
    char *copy = malloc(text.length + 1);
    if (!copy) abort();
    memcpy(copy, text.bytes, text.length);
    copy[text.length] = 0;
    return copy;
}
