/* Imports: `muster`, and files beside the script by a relative path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static const char muster_name[] = "muster";

static char *wanted;
/* The import that is being resolved. */
static char *importer;
static char *imported;

static char *copy_of(const char *text) {
    return blob_copy((blob_text){text, (uint32_t)strlen(text)});
}

static void remember(char **place, const char *text) {
    free(*place);
    *place = copy_of(text);
}

const char *modules_wanted(void) { return wanted; }

/* Line and column of a byte of a text, both from 1. */
static void place_of(const char *text, const char *at, int *line, int *column) {
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

static const char *find_quoted(const char *text, const char *specifier) {
    size_t length = strlen(specifier);
    for (const char *at = strstr(text, specifier); at; at = strstr(at + 1, specifier)) {
        if (at > text && (at[-1] == '"' || at[-1] == '\'') && at[length] == at[-1]) return at - 1;
    }
    return NULL;
}

/* Where the text of a file mentions an import: "bot.js:3:20". */
static char *place_of_import(const char *file, const char *specifier) {
    int line = 1, column = 1;
    blob_text contents;
    if (blob_find(&script, file, &contents)) {
        char *text = blob_copy(contents);
        const char *at = find_quoted(text, specifier);
        if (at) place_of(text, at, &line, &column);
        free(text);
    }
    size_t room = strlen(file) + 32;
    char *place = malloc(room);
    if (!place) abort();
    snprintf(place, room, "%s:%d:%d", file, line, column);
    return place;
}

/* Throws the error of an import. The engine does not know where it stands. */
static void throw_import(const char *what, const char *advice) {
    errors_at(place_of_import(importer, imported));
    JS_ThrowReferenceError(context, "import of \"%s\": %s; %s", imported, what, advice);
}

/* Appends the parts of `path` to `name`, resolving `.` and `..`; false if that leaves the script's folder. */
static bool append(char *name, const char *path) {
    while (*path) {
        size_t part = strcspn(path, "/");
        if (part == 2 && memcmp(path, "..", 2) == 0) {
            if (!*name) return false;
            char *slash = strrchr(name, '/');
            *(slash ? slash : name) = 0;
        } else if (part > 0 && !(part == 1 && *path == '.')) {
            if (*name) strcat(name, "/");
            strncat(name, path, part);
        }
        path += part;
        if (*path) path++;
    }
    return true;
}

/* Whether a name is that of the kit's file for the host calls, which editors read in place of the module built in here. */
static bool is_muster(const char *name) {
    const char *slash = strrchr(name, '/');
    return strcmp(slash ? slash + 1 : name, "muster.js") == 0;
}

static char *normalize(JSContext *ctx, const char *base, const char *specifier, void *opaque) {
    (void)opaque;
    remember(&importer, base);
    remember(&imported, specifier);
    if (strcmp(specifier, muster_name) == 0) return js_strdup(ctx, muster_name);
    if (*specifier != '.') {
        throw_import("there are no packages here",
                     "copy the file beside the script and import it by a relative path, as in \"./search.js\"");
        return NULL;
    }
    char *name = js_malloc(ctx, strlen(base) + strlen(specifier) + 2);
    if (!name) return NULL;
    const char *slash = strrchr(base, '/');
    size_t folder = slash ? (size_t)(slash - base) : 0;
    memcpy(name, base, folder);
    name[folder] = 0;
    if (!append(name, specifier)) {
        js_free(ctx, name);
        throw_import("that is outside the script's folder", "copy the file beside the script");
        return NULL;
    }
    if (is_muster(name)) strcpy(name, muster_name);
    return name;
}

static JSModuleDef *compile(const char *name, blob_text contents) {
    char *text = blob_copy(contents);
    JSValue module =
        JS_Eval(context, text, contents.length, name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    free(text);
    if (JS_IsException(module)) return NULL;
    JSModuleDef *definition = JS_VALUE_GET_PTR(module);
    /* The context keeps it. */
    JS_FreeValue(context, module);
    return definition;
}

static JSModuleDef *load(JSContext *ctx, const char *name, void *opaque) {
    (void)ctx, (void)opaque;
    blob_text contents;
    if (strcmp(name, muster_name) == 0) return muster_module();
    if (!in_match && blob_find(&script, name, &contents)) return compile(name, contents);
    if (!in_match && !blob_is_absent(&script, name)) {
        remember(&wanted, name);
        JS_ThrowReferenceError(context, "the host is asked for %s", name);
    } else if (in_match) {
        throw_import("a file is imported when the bot is built", "import it at the head of the script");
    } else {
        throw_import("there is no such file", "give the path from this file, with its ending, as in \"./search.js\"");
    }
    return NULL;
}

void modules_init(void) { JS_SetModuleLoaderFunc(runtime, normalize, load, NULL); }
