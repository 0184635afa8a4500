/* Imports: `muster`, and files beside the script by a relative path. */
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "sources.h"

static const char muster_name[] = "muster";

/* Requested names, each with a final 0. */
static char *asked;
static uint32_t asked_length;
/* The import to resolve. */
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
    if (is_asked(name)) return;
    size_t length = strlen(name) + 1;
    asked = realloc(asked, asked_length + length);
    if (!asked) abort();
    memcpy(asked + asked_length, name, length);
    asked_length += length;
}

/* Returns true if a file can have the name. The engine's strings may contain lone surrogates, which are not UTF-8. */
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

/* Throws the error of an import, at its place in the file's text. */
static void throw_import(const char *what, const char *advice) {
    JS_ThrowReferenceError(context, "import of \"%s\": %s; %s", imported, what, advice);
    int line = 1, column = 1;
    const char *text = sources_text(importer);
    const char *at = text ? find_quoted(text, imported) : NULL;
    if (at) sources_place(text, at, &line, &column);
    errors_at(importer, line, column);
}

/* Appends the parts of `path` to `name` and resolves `.` and `..`. Returns false if that leaves the script's folder. */
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

/* Returns true for the kit's file of the host calls, which editors read in place of the built-in module. */
static bool is_muster(const char *name) {
    const char *slash = strrchr(name, '/');
    return strcmp(slash ? slash + 1 : name, "muster.js") == 0;
}

static bool ends_in(const char *name, const char *ending) {
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

/* Endings for an import without one, in the order of the search. TypeScript files prefer TypeScript. An import with an
 * ending prefers the file of exactly that name. */
static const char *const of_typescript[] = {".ts", ".js", "/index.ts", "/index.js", NULL};
static const char *const of_javascript[] = {".js", ".ts", "/index.js", "/index.ts", NULL};

/* Writes the name with this ending. */
static void with_ending(char *into, const char *name, size_t length, const char *ending) {
    memcpy(into, name, length);
    strcpy(into + length, ending);
}

enum { CANDIDATES = 4, LONGEST_ENDING = 10 };

/* Writes the candidate names of an import, each `room` bytes after the last. Returns their number. */
static int candidates(const char *name, bool from_typescript, char *into, size_t room) {
    int count = 0;
    size_t length = strlen(name);
    bool is_js = ends_in(name, ".js"), is_mjs = ends_in(name, ".mjs");
    bool is_ts = ends_in(name, ".ts"), is_mts = ends_in(name, ".mts");
    if (is_js || is_mjs) {
        const char *typed = is_js ? ".ts" : ".mts";
        size_t stem = length - strlen(typed);
        with_ending(into, name, from_typescript ? stem : length, from_typescript ? typed : "");
        with_ending(into + room, name, from_typescript ? length : stem, from_typescript ? "" : typed);
        return 2;
    }
    if (is_ts || is_mts || ends_in(name, ".json")) {
        const char *plain = is_ts ? ".js" : ".mjs";
        with_ending(into, name, length, "");
        with_ending(into + room, name, length - strlen(plain), plain);
        return from_typescript && (is_ts || is_mts) ? 2 : 1;
    }
    const char *const *endings = from_typescript ? of_typescript : of_javascript;
    for (; endings[count]; count++) {
        /* The folder of the script itself has no name. */
        with_ending(into + count * room, name, length, endings[count] + (!length && *endings[count] == '/'));
    }
    return count;
}

/* Replaces the name of an import by the file's name. Requests files that the host has not looked for. */
static char *resolve(JSContext *ctx, const char *base, char *name) {
    size_t room = strlen(name) + LONGEST_ENDING;
    char *names = js_malloc(ctx, CANDIDATES * room);
    if (!names) return name;
    bool from_typescript = ends_in(base, ".ts") || ends_in(base, ".mts");
    int count = candidates(name, from_typescript, names, room);
    const char *found = NULL;
    bool may_ask = !in_match && !modules_wait() && (!*name || is_name(name));
    for (int index = 0; index < count && !found; index++) {
        const char *one = names + (size_t)index * room;
        blob_text contents;
        if (may_ask && !blob_is_known(&script, one)) ask_for(one);
        /* In a match, the blob is freed, but the imported files remain. */
        if (in_match ? sources_text(one) != NULL : blob_find(&script, one, &contents)) found = one;
    }
    if (found && strcmp(found, name) != 0) {
        js_free(ctx, name);
        name = js_strdup(ctx, found);
    }
    js_free(ctx, names);
    return name;
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
    if (is_muster(name)) {
        strcpy(name, muster_name);
        return name;
    }
    return resolve(ctx, base, name);
}

static int set_default(JSContext *ctx, JSModuleDef *module) {
    return JS_SetModuleExport(ctx, module, "default", JS_GetModulePrivateValue(ctx, module));
}

/* Creates a module whose default export is a JSON value. */
static JSModuleDef *parse_json(const char *name, blob_text contents) {
    char *text = blob_copy(contents);
    JSValue value = JS_ParseJSON(context, text, contents.length, name);
    free(text);
    if (JS_IsException(value)) return NULL;
    JSModuleDef *module = JS_NewCModule(context, name, set_default);
    if (!module) {
        JS_FreeValue(context, value);
        return NULL;
    }
    JS_AddModuleExport(context, module, "default");
    JS_SetModulePrivateValue(context, module, value);
    return module;
}

static JSModuleDef *compile(const char *name, blob_text contents) {
    char *text = blob_copy(contents);
    JSValue module =
        JS_Eval(context, text, contents.length, name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    free(text);
    if (JS_IsException(module)) return NULL;
    JSModuleDef *definition = JS_VALUE_GET_PTR(module);
    /* The context owns it. */
    JS_FreeValue(context, module);
    return definition;
}

/* `with { type: "json" }` is redundant: the file's name determines the type. */
static int check_attributes(JSContext *ctx, void *opaque, JSValueConst attributes) {
    (void)ctx, (void)opaque, (void)attributes;
    return 0;
}

static JSModuleDef *load(JSContext *ctx, const char *name, void *opaque, JSValueConst attributes) {
    (void)ctx, (void)opaque, (void)attributes;
    blob_text contents;
    if (strcmp(name, muster_name) == 0) return muster_module();
    if (in_match) {
        throw_import("a file is imported when the bot is built", "import it at the head of the script");
        return NULL;
    }
    if (blob_find(&script, name, &contents)) return ends_in(name, ".json") ? parse_json(name, contents) : compile(name, contents);
    throw_import("there is no such file", "give the path from this file, with its ending, as in \"./search.js\"");
    return NULL;
}

void modules_init(void) { JS_SetModuleLoaderFunc2(runtime, normalize, load, check_attributes, NULL); }
