/* The function of a shared library that dlxbench measures: dlxbench bench --engine lib:FILE[:FUNCTION] */
#ifndef DLXBENCH_SOLVER_H
#define DLXBENCH_SOLVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Finds solutions of a 9x9 puzzle and returns how many it found, at most `limit`.
 *
 * puzzle    81 characters, row by row: 1 to 9, and . for a blank cell
 * limit     stop at this many solutions: 1 to find one, 2 to prove that there is no other
 * flags     always 0
 * solution  gets the 81 digits of a solution; without one, or if there are several, it may hold anything
 * guesses   gets the number of guesses, if the solver counts them
 *
 * It is called for one puzzle after the other, always on the same thread of a process of its own.
 */
size_t solve(const char *puzzle, size_t limit, uint32_t flags, char *solution, size_t *guesses);

#ifdef __cplusplus
}
#endif

#endif
