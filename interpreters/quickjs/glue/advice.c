#include "advice.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "script.h"
#include "sources.h"

static char advice[300];

/* Names of other environments, and their replacements here. */
static const struct {
    const char *names;
    const char *instead;
} elsewhere[] = {
    {" require ", "write `import { name } from \"./file.js\";` at the head of the file: scripts are modules here"},
    {" module exports ", "write `export` in front of what other files use, as in `export function choose(view)`"},
    {" process ", "there is no process here: setting(\"name\") of muster.js reads settings, console.log() writes to the log"},
    {" setTimeout setInterval setImmediate requestAnimationFrame ",
     "nothing runs later here: compute in choose(), and look at remaining() of muster.js for the seconds that are left"},
    {" clearTimeout clearInterval ", "there are no timers here: leave it out"},
    {" fetch XMLHttpRequest WebSocket ", "there is no network here: put what the bot needs into a file beside it, and import that"},
    {" fs path __dirname __filename ", "there are no files here: put what the bot needs into a file beside it, and import that"},
    {" window document localStorage alert prompt self navigator ",
     "this is not a browser's page: console.log() writes to the log"},
    {" Buffer ", "use a Uint8Array"},
    {" performance ", "use remaining() of muster.js: it returns the seconds that are left"},
    {" crypto ", "use random() or below() of muster.js: they are the seat's own dice"},
    {" Worker SharedWorker ", "there are no threads here: compute in choose()"},
    {" structuredClone ", "copy with [...list], { ...object }, or JSON.parse(JSON.stringify(value))"},
    {" print println echo ", "use console.log()"},
    {" Deno Bun ", "use what muster.js exports: there are no files, processes or networks here"},
    {" True False None ", "JavaScript has true, false and null"},
};

static const char *instead_of(const char *name) {
    char wanted[80];
    snprintf(wanted, sizeof wanted, " %s ", name);
    for (size_t entry = 0; entry < sizeof elsewhere / sizeof *elsewhere; entry++) {
        if (strstr(elsewhere[entry].names, wanted)) return elsewhere[entry].instead;
    }
    return NULL;
}

/* Copies the text between two others, truncated. Returns false if the message has another form. */
static bool between(const char *message, const char *before, const char *after, char *name, size_t room) {
    const char *from = strstr(message, before);
    if (!from) return false;
    from += strlen(before);
    const char *to = strstr(from, after);
    if (!to || to == from || (size_t)(to - from) >= room) return false;
    memcpy(name, from, (size_t)(to - from));
    name[to - from] = 0;
    return true;
}

/* Advice on an undefined name. */
static void on_undefined(const char *name) {
    const char *instead = instead_of(name);
    if (instead) {
        snprintf(advice, sizeof advice, "%s", instead);
        return;
    }
    const names_entry *close = names_closest(name, NAMES_FUNCTIONS);
    const char *word = close ? NULL : names_closest_word(name, false);
    if (word) snprintf(advice, sizeof advice, "did you mean `%s`?", word);
    if (!close) return;
    if (strcmp(close->name, name) == 0) {
        snprintf(advice, sizeof advice, "import it: `import { %s } from \"./%s\";`", name, close->from);
    } else {
        snprintf(advice, sizeof advice, "did you mean `%s`?", close->name);
    }
}

static bool is_letter(char letter) { return isalnum((unsigned char)letter) || letter == '_' || letter == '$'; }

/* Finds a name after a dot in the line that is close to one of the kit. */
static void on_line(blob_text line) {
    const char *end = line.bytes + line.length;
    for (const char *at = line.bytes; at < end; at++) {
        if (*at != '.' || at == line.bytes || !is_letter(at[-1])) continue;
        const char *head = at, *to = at + 1;
        while (head > line.bytes && is_letter(head[-1])) head--;
        while (to < end && is_letter(*to)) to++;
        char owner[48], name[48];
        if (at - head >= (long)sizeof owner || to - at > (long)sizeof name) continue;
        snprintf(owner, sizeof owner, "%.*s", (int)(at - head), head);
        snprintf(name, sizeof name, "%.*s", (int)(to - at - 1), at + 1);
        const names_entry *close = names_closest_of(owner, name);
        if (!close && strcmp(owner, "view") == 0) {
            snprintf(advice, sizeof advice, "the view has no `%s`: the kit's file .d.ts lists what it has", name);
            return;
        }
        if (!close || strcmp(close->name, name) == 0) continue;
        snprintf(advice, sizeof advice, "did you mean `%s.%s`?", owner, close->name);
        return;
    }
}

/* Advice on a call of a value that is not a function: a member with a similar name. */
static void on_callee(const char *message) {
    char callee[80];
    if (!between(message, "TypeError: ", " is not a function", callee, sizeof callee)) return;
    const char *name = callee + strlen(callee);
    while (name > callee && is_letter(name[-1])) name--;
    const char *word = name > callee && name[-1] == '.' ? names_closest_word(name, true) : NULL;
    if (word) snprintf(advice, sizeof advice, "did you mean `%.*s%s`?", (int)(name - callee), callee, word);
}

bool advice_find(const char *message, trace_call *where) {
    char word[64];
    if (!between(message, "Could not find export '", "'", word, sizeof word)) return false;
    const char *name, *text;
    for (uint32_t file = 0; sources_file(file, &name, &text); file++) {
        for (const char *at = sources_is_kit(name) ? NULL : strstr(text, word); at; at = strstr(at + 1, word)) {
            if ((at > text && is_letter(at[-1])) || is_letter(at[strlen(word)])) continue;
            snprintf(where->file, sizeof where->file, "%s", name);
            *where->function = 0;
            sources_place(text, at, &where->line, &where->column);
            return true;
        }
    }
    return false;
}

/* Advice on a missing export of a module. */
static void on_export(const char *name, const char *module) {
    const names_entry *close = names_closest_from(module, name);
    if (close) snprintf(advice, sizeof advice, "did you mean `%s`?", close->name);
}

const char *advice_on(const char *message, const trace_call *where) {
    char name[64], module[80];
    *advice = 0;
    if (between(message, "ReferenceError: ", " is not defined", name, sizeof name)) {
        on_undefined(name);
    } else if (between(message, "export '", "'", name, sizeof name) &&
               between(message, "in module '", "'", module, sizeof module)) {
        on_export(name, module);
    } else if (strstr(message, "Maximum call stack size exceeded")) {
        snprintf(advice, sizeof advice,
                 "bound the depth: a function can call itself about %d times, and 250 times by way of forEach() or map(); a list of what "
                 "is to be done has no such bound",
                 SCRIPT_DEPTH);
    } else if (where && strncmp(message, "SyntaxError", 11) != 0) {
        on_line(sources_line(where->file, where->line));
        if (!*advice) on_callee(message);
    }
    return advice;
}
