#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sources.h"

/* Longer names are not compared. */
#define LONGEST 40

static names_entry *entries;
static int count;

static bool is_from(const names_entry *entry, const char *from) { return strcmp(entry->from, from) == 0; }

void names_add(const char *name, const char *from) {
    names_entry *grown = realloc(entries, (size_t)(count + 1) * sizeof *entries);
    if (!grown) abort();
    entries = grown;
    entries[count++] = (names_entry){name, from};
}

void names_add_exports(const char *text, const char *from) {
    static const char *const forms[] = {"export function ", "export const ", "export class ", "export let "};
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        for (const char *at = strstr(text, forms[form]); at; at = strstr(at, forms[form])) {
            at += strlen(forms[form]);
            const char *end = at;
            while (isalnum((unsigned char)*end) || *end == '_' || *end == '$') end++;
            char *name = strndup(at, (size_t)(end - at));
            if (!name) abort();
            names_add(name, from);
        }
    }
}

/* Writes a name in lower case without underscores. Returns its length. */
static int plain(const char *name, char into[LONGEST]) {
    int length = 0;
    for (; *name && length < LONGEST; name++) {
        if (*name != '_') into[length++] = (char)tolower((unsigned char)*name);
    }
    return length;
}

static int least(int one, int other) { return one < other ? one : other; }

/* Returns true if two names differ by two swapped neighbours. */
static bool is_swapped(const char *a, const char *b, int length) {
    int at = 0;
    while (at < length && a[at] == b[at]) at++;
    return at + 1 < length && a[at] == b[at + 1] && a[at + 1] == b[at] &&
           memcmp(a + at + 2, b + at + 2, (size_t)(length - at - 2)) == 0;
}

int names_distance(const char *one, const char *other) {
    char a[LONGEST], b[LONGEST];
    int rows[LONGEST + 1], length_a = plain(one, a), length_b = plain(other, b);
    for (int column = 0; column <= length_b; column++) rows[column] = column;
    for (int row = 1; row <= length_a; row++) {
        int diagonal = rows[0];
        rows[0] = row;
        for (int column = 1; column <= length_b; column++) {
            int replaced = diagonal + (a[row - 1] != b[column - 1]);
            diagonal = rows[column];
            rows[column] = least(replaced, 1 + least(rows[column], rows[column - 1]));
        }
    }
    return length_a == length_b && is_swapped(a, b, length_a) ? 1 : rows[length_b];
}

typedef bool filter(const names_entry *entry, const char *from);

static const names_entry *closest(const char *name, filter *may, const char *from) {
    const names_entry *best = NULL;
    int nearest = 1 + (int)strlen(name) / 4;
    for (int index = 0; index < count; index++) {
        if (!may(&entries[index], from)) continue;
        int far = names_distance(name, entries[index].name);
        if (far < nearest || (far == nearest && !best)) {
            nearest = far;
            best = &entries[index];
        }
    }
    return best;
}

static bool is_any(const names_entry *entry, const char *from) { return (void)entry, (void)from, true; }
static bool is_function(const names_entry *entry, const char *from) { return (void)from, !is_from(entry, "view"); }
static bool is_same(const names_entry *entry, const char *from) { return is_from(entry, from); }

const names_entry *names_closest(const char *name, int which) {
    return closest(name, which == NAMES_FUNCTIONS ? is_function : is_any, "");
}

const names_entry *names_closest_of(const char *owner, const char *name) {
    if (strcmp(owner, "view") == 0) {
        const names_entry *field = closest(name, is_same, "view");
        if (field) return field;
    }
    if (strcmp(owner, "muster") == 0) return closest(name, is_same, "muster.js");
    /* For other objects, only another spelling of the same words counts. */
    const names_entry *found = closest(name, is_function, "");
    return found && names_distance(name, found->name) == 0 ? found : NULL;
}

const names_entry *names_closest_from(const char *module, const char *name) {
    return closest(name, is_same, strcmp(module, "muster") == 0 ? "muster.js" : module);
}

static bool is_letter(char letter) { return isalnum((unsigned char)letter) || letter == '_' || letter == '$'; }

/* Members of the language's objects. */
static const char members[] =
    ".push .pop .shift .unshift .slice .splice .concat .join .map .filter .forEach .reduce .includes .indexOf .find .findIndex "
    ".findLast .some .every .sort .toSorted .reverse .flat .flatMap .fill .keys .values .entries .length .has .get .set .add "
    ".delete .size .clear .toString .toFixed .split .trim .replace .replaceAll .charAt .charCodeAt .substring .startsWith "
    ".endsWith .padStart .padEnd .repeat .toUpperCase .toLowerCase .floor .ceil .round .trunc .abs .min .max .sqrt .pow .sign "
    ".random .log .isArray .from .assign .freeze .stringify .parse ";
/* The language's global names. */
static const char globals[] = "Math Array Object String Number Boolean Map Set JSON BigInt Infinity undefined console ";

/* Finds the word of a text that is nearest to a name and nearer than the best so far. */
static void nearest_in(const char *text, const char *name, bool is_member, char best[LONGEST], int *nearest) {
    char word[LONGEST];
    for (const char *at = text; *at;) {
        if (!is_letter(*at)) {
            at++;
            continue;
        }
        const char *from = at;
        while (is_letter(*at)) at++;
        size_t length = (size_t)(at - from);
        if (length < 3 || length >= LONGEST || isdigit((unsigned char)*from)) continue;
        bool is_behind_point = from > text && from[-1] == '.';
        bool is_key = *at == ':' || *at == '(';
        if (is_member ? !is_behind_point && !is_key : is_behind_point) continue;
        snprintf(word, sizeof word, "%.*s", (int)length, from);
        int far = names_distance(name, word);
        if (strcmp(word, name) == 0 || far >= *nearest) continue;
        *nearest = far;
        strcpy(best, word);
    }
}

const char *names_closest_word(const char *name, bool is_member) {
    static char best[LONGEST];
    int nearest = 2 + (int)strlen(name) / 4;
    *best = 0;
    if (strlen(name) < 3) return NULL;
    const char *file, *text;
    for (uint32_t index = 0; sources_file(index, &file, &text); index++) nearest_in(text, name, is_member, best, &nearest);
    nearest_in(is_member ? members : globals, name, is_member, best, &nearest);
    return *best ? best : NULL;
}
