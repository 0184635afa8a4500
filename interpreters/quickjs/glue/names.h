/* Names that a script may have meant: the host calls, the fields of the view, the exports of its game's kit. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

typedef struct {
    const char *name;
    /* The file that exports it, or "view" for a field of the view. */
    const char *from;
} names_entry;

enum { NAMES_FUNCTIONS, NAMES_ALL };

/* Adds a name of the view or of the host calls. */
void names_add(const char *name, const char *from);
/* Adds the exports of the kit's text. */
void names_add_exports(const char *text, const char *from);
/* Returns the nearest name, or NULL if none is near. NAMES_FUNCTIONS searches only the exports of files. */
const names_entry *names_closest(const char *name, int which);
/* Returns the nearest member of an owner: `view`, `muster`, or any other object. */
const names_entry *names_closest_of(const char *owner, const char *name);
/* Returns the number of letters by which two names differ, ignoring case. */
int names_distance(const char *one, const char *other);
/* Returns the nearest word in the script's files, either after a dot or not; NULL if none is near. Valid until the
 * next call. */
const char *names_closest_word(const char *name, bool is_member);
/* Returns the nearest export of a module. */
const names_entry *names_closest_from(const char *module, const char *name);

#endif
