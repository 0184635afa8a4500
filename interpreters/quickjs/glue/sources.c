#include "sources.h"

#include <stdlib.h>
#include <string.h>

#include "script.h"

static struct {
    const char *name;
    const char *text;
} *files;
static uint32_t count;

void sources_keep(const blob *from) {
    const char *at = from->files;
    count = from->file_count;
    files = calloc(count + 1, sizeof *files);
    if (!files) abort();
    for (uint32_t file = 0; file < count; file++) {
        blob_text name, text;
        blob_next_file(&at, from->end, &name, &text);
        files[file].name = blob_copy(name);
        files[file].text = blob_copy(text);
    }
}

bool sources_file(uint32_t index, const char **name, const char **text) {
    if (index >= count) return false;
    *name = files[index].name;
    *text = files[index].text;
    return true;
}

const char *sources_text(const char *file) {
    for (uint32_t index = 0; index < count; index++) {
        if (strcmp(files[index].name, file) == 0) return files[index].text;
    }
    return NULL;
}

blob_text sources_line(const char *file, int line) {
    const char *at = sources_text(file);
    for (; at && line > 1; line--) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (!at || line < 1) return (blob_text){"", 0};
    return (blob_text){at, (uint32_t)strcspn(at, "\r\n")};
}

const char *sources_column(const char *line, int column) {
    for (; column > 1 && *line && *line != '\n'; column--) {
        do line++;
        while (((unsigned char)*line & 0xc0) == 0x80);
    }
    return line;
}

void sources_place(const char *text, const char *at, int *line, int *column) {
    *line = 1;
    const char *start = text;
    for (const char *letter = text; letter < at; letter++) {
        if (*letter == '\n') {
            ++*line;
            start = letter + 1;
        }
    }
    *column = (int)(at - start) + 1;
}

bool sources_is_kit(const char *file) {
    uint32_t length = script.game.length;
    if (!length || strlen(file) != length + 3 || strcmp(file + length, ".js") != 0) return false;
    for (uint32_t at = 0; at < length; at++) {
        char letter = script.game.bytes[at] == '-' ? '_' : script.game.bytes[at];
        if (file[at] != letter) return false;
    }
    return true;
}
