/* Converts the view's bytes to an object, by the table in the blob. */
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "script.h"

typedef struct {
    JSAtom name;
    uint32_t offset;
    uint32_t size;
    bool is_signed;
    uint32_t count;
} field;

static field *fields;
static JSValue *values;
/* The template of all views. */
static JSValue template;
static int field_count;
/* A buffer for the elements of the longest array. */
static JSValue *elements;
static uint32_t length;

static const struct {
    const char *word;
    uint32_t size;
    bool is_signed;
} kinds[] = {{"u8", 1, false}, {"i8", 1, true}, {"u16", 2, false}, {"u32", 4, false}, {"u64", 8, false}};

static bool read_kind(const char *word, field *into) {
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        if (strcmp(word, kinds[kind].word) == 0) {
            into->size = kinds[kind].size;
            into->is_signed = kinds[kind].is_signed;
            return true;
        }
    }
    return false;
}

/* Reads a line: name offset kind count. */
static bool read_field(char *line, field *into) {
    char *rest;
    char *name = strtok_r(line, " ", &rest);
    char *offset = strtok_r(NULL, " ", &rest);
    char *kind = strtok_r(NULL, " ", &rest);
    char *count = strtok_r(NULL, " ", &rest);
    if (!count || !read_kind(kind, into)) return false;
    into->name = JS_NewAtom(context, name);
    names_add(blob_copy((blob_text){name, (uint32_t)strlen(name)}), "view");
    into->offset = (uint32_t)strtoul(offset, NULL, 10);
    into->count = (uint32_t)strtoul(count, NULL, 10);
    return into->count > 0;
}

static void *room_for(size_t count, size_t size) {
    void *room = calloc(count, size);
    if (!room) abort();
    return room;
}

static int count_lines(blob_text text) {
    int lines = 0;
    for (uint32_t at = 0; at < text.length; at++) lines += text.bytes[at] == '\n';
    return lines;
}

bool view_init(blob_text layout) {
    field_count = count_lines(layout);
    fields = room_for(field_count, sizeof *fields);
    JSAtom *names = room_for(field_count, sizeof *names);
    values = room_for(field_count, sizeof *values);
    char *text = blob_copy(layout);
    char *rest;
    char *line = strtok_r(text, "\n", &rest);
    uint32_t longest = 1;
    for (int index = 0; index < field_count; index++, line = strtok_r(NULL, "\n", &rest)) {
        if (!line || !read_field(line, &fields[index])) return false;
        names[index] = fields[index].name;
        uint32_t end = fields[index].offset + fields[index].size * fields[index].count;
        if (end > length) length = end;
        if (fields[index].count > longest) longest = fields[index].count;
    }
    length = (length + 7) / 8 * 8;
    elements = room_for(longest, sizeof *elements);
    for (int index = 0; index < field_count; index++) values[index] = JS_NULL;
    template = JS_NewObjectFrom(context, field_count, names, values);
    free(names);
    free(text);
    return true;
}

uint32_t view_length(void) { return length; }

static JSValue number(const field *of, const uint8_t *at) {
    uint64_t value = 0;
    memcpy(&value, at, of->size);
    if (of->size == 8) return JS_NewBigUint64(context, value);
    if (of->is_signed) return JS_NewInt32(context, (int8_t)value);
    return of->size == 4 ? JS_NewUint32(context, (uint32_t)value) : JS_NewInt32(context, (int32_t)value);
}

static JSValue value_of(const field *of, const uint8_t *bytes) {
    const uint8_t *at = bytes + of->offset;
    if (of->count == 1) return number(of, at);
    for (uint32_t index = 0; index < of->count; index++) elements[index] = number(of, at + index * of->size);
    return JS_NewArrayFrom(context, (int)of->count, elements);
}

JSValue view_decode(const uint8_t *bytes) {
    for (int index = 0; index < field_count; index++) values[index] = value_of(&fields[index], bytes);
    return engine_object_like(template, values);
}
