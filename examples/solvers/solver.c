#include "dlxbench_solver.h"
#include <string.h>

static int fits(const char *g, int i, char digit) {
    const char *row = g + i / 9 * 9, *column = g + i % 9, *corner = g + i / 27 * 27 + i % 9 / 3 * 3;
    for (int k = 0; k < 9; k++)
        if (row[k] == digit || column[9 * k] == digit || corner[k / 3 * 9 + k % 3] == digit) return 0;
    return 1;
}

static size_t search(char *g, int i, size_t limit, char *solution, size_t *guesses) {
    while (i < 81 && g[i] != '.') i++;
    if (i == 81) return memcpy(solution, g, 81), 1;
    size_t found = 0;
    for (char digit = '1'; digit <= '9' && found < limit; digit++) {
        if (!fits(g, i, digit)) continue;
        g[i] = digit, ++*guesses;
        found += search(g, i + 1, limit - found, solution, guesses);
    }
    return g[i] = '.', found;
}

size_t solve(const char *puzzle, size_t limit, uint32_t flags, char *solution, size_t *guesses) {
    char g[81];
    (void)flags, *guesses = 0;
    return search(memcpy(g, puzzle, 81), 0, limit, solution, guesses);
}
