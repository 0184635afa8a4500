/* The memory of the engine, with a reserve for reporting where the rest was used up. */
#include <stdlib.h>

#include "script.h"

#define RESERVE (64 * 1024)

static void *reserve;
static bool used_up;

void memory_reserve(void) {
    used_up = false;
    if (!reserve) reserve = malloc(RESERVE);
}

bool memory_used_up(void) { return used_up; }

/* Returns the result of an allocation. The first failure frees the reserve. */
static void *checked(void *memory, size_t size) {
    if (memory || size == 0) return memory;
    used_up = true;
    free(reserve);
    reserve = NULL;
    return NULL;
}

static void *take_zeros(void *opaque, size_t count, size_t size) { return checked(calloc(count, size), count * size); }
static void *take(void *opaque, size_t size) { return checked(malloc(size), size); }
static void give_back(void *opaque, void *memory) { free(memory); }
static void *resize(void *opaque, void *memory, size_t size) { return checked(realloc(memory, size), size); }

const JSMallocFunctions memory_functions = {take_zeros, take, give_back, resize, NULL};
