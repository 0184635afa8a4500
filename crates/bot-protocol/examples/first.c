/* Plays the first legal move of any game. */

#include <stdio.h>
#include <string.h>

static char line[1 << 16];

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "move?\n") != 0) continue;
        /* Every line before this one was `name: numbers`: what there is to see. */
        printf("legal\n");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return 0;
        char *move = strtok(line + strlen("legal:"), " \n");
        printf("# I play %s\n%s\n", move, move);
        fflush(stdout);
    }
}
