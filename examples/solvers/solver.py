import sys

BOX = [i // 27 * 3 + i % 9 // 3 for i in range(81)]
PEERS = [[j for j in range(81) if i // 9 == j // 9 or i % 9 == j % 9 or BOX[i] == BOX[j]] for i in range(81)]

def solve(grid):
    blanks = [(sorted(set("123456789") - {grid[j] for j in PEERS[i]}), i) for i in range(81) if grid[i] == "."]
    if not blanks:
        return grid
    digits, i = min(blanks, key=lambda blank: len(blank[0]))
    return next(filter(None, (solve(grid[:i] + digit + grid[i + 1:]) for digit in digits)), None)

for line in sys.stdin:
    print(solve(line.strip()) or "none", flush=True)
