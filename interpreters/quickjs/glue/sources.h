/* The script's files, for messages that quote their lines. */
#ifndef SOURCES_H
#define SOURCES_H

#include "blob.h"

/* Copies the files before the blob is freed. */
void sources_keep(const blob *from);
/* Returns the text of a file with a final 0; NULL if there is no file of that name. */
const char *sources_text(const char *file);
/* Returns a line of a file, counted from 1; empty if there is none. */
blob_text sources_line(const char *file, int line);
/* Computes the line and column of a byte of a text, both from 1. */
void sources_place(const char *text, const char *at, int *line, int *column);
/* Returns the byte of a line at a column, which counts letters from 1. */
const char *sources_column(const char *line, int column);
/* Returns the name and text of the file at an index from 0. Returns false after the last one. */
bool sources_file(uint32_t index, const char **name, const char **text);
/* Returns true if a file is the kit of the script's game: `tank_war.js` for tank-war. */
bool sources_is_kit(const char *file);

#endif
