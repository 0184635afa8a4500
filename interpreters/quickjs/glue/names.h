/* Names that a script may have meant: the host calls, the fields of the view, what the kit of its game exports. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

typedef struct {
    const char *name;
    /* The file that exports it; for a field of the view "view". */
    const char *from;
} names_entry;

enum { NAMES_FUNCTIONS, NAMES_ALL };

/* Notes a name of the view or of the host calls. */
void names_add(const char *name, const char *from);
/* Notes what the text of the kit exports. */
void names_add_exports(const char *text, const char *from);
/* The nearest name, if one is near. Functions alone are what a file exports. */
const names_entry *names_closest(const char *name, int which);
/* The nearest that the owner may have: `view`, `muster`, or any other. */
const names_entry *names_closest_of(const char *owner, const char *name);
/* How many letters two names differ by, whatever their case. */
int names_distance(const char *one, const char *other);
/* The nearest word of the script's own files, of those behind a point or not; NULL if none is near. It is valid until the
 * next call. */
const char *names_closest_word(const char *name, bool is_member);
/* The nearest that a module exports. */
const names_entry *names_closest_from(const char *module, const char *name);

#endif
