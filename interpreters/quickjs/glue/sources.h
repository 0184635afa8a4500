/* The script's files, as long as something may have to be said about a line of them. */
#ifndef SOURCES_H
#define SOURCES_H

#include "blob.h"

/* Keeps a copy of the files, when the blob is freed. */
void sources_keep(const blob *from);
/* The text of a file; NULL if there is none of that name. It ends with a 0. */
const char *sources_text(const char *file);
/* A line of a file, from 1; empty if there is none. */
blob_text sources_line(const char *file, int line);
/* Line and column of a byte of a text, both from 1. */
void sources_place(const char *text, const char *at, int *line, int *column);
/* The byte of a line at a column, which counts letters from 1. */
const char *sources_column(const char *line, int column);
/* Name and text of each file in turn, from 0; false behind the last one. */
bool sources_file(uint32_t index, const char **name, const char **text);
/* Whether a file is the kit of the script's game, `tank_war.js` for tank-war. */
bool sources_is_kit(const char *file);

#endif
