/* Imports: `muster`, and files beside the script by a relative path. */
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "sources.h"

static const char muster_name[] = "muster";

/* Names that are asked for, each with a 0 behind it. */
static char *asked;
static uint32_t asked_length;
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

blob_text modules_asked(void) { return (blob_text){asked, asked ? asked_length - 1 : 0}; }

bool modules_wait(void) { return asked && !script.is_survey; }

static bool is_asked(const char *name) {
    for (const char *at = asked; at < asked + asked_length; at += strlen(at) + 1) {
        if (strcmp(at, name) == 0) return true;
    }
    return false;
}

static void ask_for(const char *name) {
    if (modules_wait() || is_asked(name)) return;
    size_t length = strlen(name) + 1;
    asked = realloc(asked, asked_length + length);
    if (!asked) abort();
    memcpy(asked + asked_length, name, length);
    asked_length += length;
}

/* Whether a file can have the name. A text of the engine may have half a surrogate pair, which UTF-8 has not. */
static bool is_name(const char *name) {
    if (!*name) return false;
    for (const unsigned char *at = (const unsigned char *)name; *at; at++) {
        if (at[0] == 0xed && at[1] >= 0xa0) return false;
    }
    return true;
}

static const char *find_quoted(const char *text, const char *specifier) {
    size_t length = strlen(specifier);
    for (const char *at = strstr(text, specifier); at; at = strstr(at + 1, specifier)) {
        if (at > text && (at[-1] == '"' || at[-1] == '\'') && at[length] == at[-1]) return at - 1;
    }
    return NULL;
}

/* Throws the error of an import, at the place where the text of the file mentions it. */
static void throw_import(const char *what, const char *advice) {
    JS_ThrowReferenceError(context, "import of \"%s\": %s; %s", imported, what, advice);
    int line = 1, column = 1;
    const char *text = sources_text(importer);
    const char *at = text ? find_quoted(text, imported) : NULL;
    if (at) sources_place(text, at, &line, &column);
    errors_at(importer, line, column);
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
    if (in_match) {
        throw_import("a file is imported when the bot is built", "import it at the head of the script");
        return NULL;
    }
    if (!blob_is_known(&script, name) && is_name(name)) ask_for(name);
    if (blob_find(&script, name, &contents)) return compile(name, contents);
    throw_import("there is no such file", "give the path from this file, with its ending, as in \"./search.js\"");
    return NULL;
}

void modules_init(void) { JS_SetModuleLoaderFunc(runtime, normalize, load, NULL); }
