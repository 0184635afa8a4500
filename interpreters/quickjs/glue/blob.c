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

/* Skips a number of items, each with this many texts. */
static bool read_list(const char **at, const char *end, uint32_t texts, uint32_t *count, const char **items) {
    blob_text skipped;
    if (!read_number(at, end, count)) return false;
    *items = *at;
    for (uint32_t text = 0; text < texts * *count; text++) {
        if (!read_text(at, end, &skipped)) return false;
    }
    return true;
}

bool blob_read(blob *into, const char *bytes, uint32_t length) {
    const char *at = bytes, *end = bytes + length;
    uint32_t survey;
    into->end = end;
    if (!read_text(&at, end, &into->entry) || !read_text(&at, end, &into->game) ||
        !read_text(&at, end, &into->layout) || !read_list(&at, end, 2, &into->file_count, &into->files) ||
        !read_list(&at, end, 1, &into->absent_count, &into->absent) || !read_number(&at, end, &survey) ||
        !read_list(&at, end, 2, &into->offered_count, &into->offered) || !read_text(&at, end, &into->metrics)) {
        return false;
    }
    into->is_survey = survey;
    return at == end;
}

void blob_next_file(const char **at, const char *end, blob_text *name, blob_text *contents) {
    read_text(at, end, name);
    read_text(at, end, contents);
}

static bool is(blob_text text, const char *name) {
    return text.length == strlen(name) && memcmp(text.bytes, name, text.length) == 0;
}

static bool find_among(const char *at, uint32_t count, const char *end, const char *name, blob_text *contents) {
    blob_text known;
    for (uint32_t file = 0; file < count; file++) {
        blob_next_file(&at, end, &known, contents);
        if (is(known, name)) return true;
    }
    return false;
}

bool blob_find(const blob *from, const char *name, blob_text *contents) {
    return find_among(from->files, from->file_count, from->end, name, contents) ||
           find_among(from->offered, from->offered_count, from->end, name, contents);
}

bool blob_is_known(const blob *from, const char *name) {
    const char *at = from->absent;
    blob_text known;
    if (find_among(from->files, from->file_count, from->end, name, &known)) return true;
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
