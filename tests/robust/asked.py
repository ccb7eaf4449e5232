"""What the C libraries are asked."""
import os
import random

POSITIONS = 40


def prepare(programs, folder):
    """Tables, a book, and positions of both."""
    programs.must(["tables", "build", "fragments", "--men", "3", "--out", "tables", "--quiet"], folder)
    programs.must(["book", "build", "fragments", "--start", "start1", "--positions", "30", "--nodes", "100", "--out",
                   "a.book", "--quiet"], folder)
    programs.must(["dump", "a.book", "--format", "epd", "--out", "a.epd", "--quiet"], folder)
    dice = random.Random(1)
    fens = []
    with open(os.path.join(folder, "a.epd"), encoding="utf-8") as file:
        fens += [" ".join(line.split()[:4]) + " 0 1" for line in file if line.strip()][:POSITIONS // 2]
    for _ in range(POSITIONS // 2):
        board = [list("     ") for _ in range(5)]
        for man, square in zip(["K", "k", dice.choice("QRBNP")], dice.sample(range(25), 3)):
            board[square // 5][square % 5] = man
        rows = ["".join(row) for row in board]
        for count in range(5, 0, -1):
            rows = [row.replace(" " * count, str(count)) for row in rows]
        fens.append(f"{'/'.join(rows)} {dice.choice('wb')} - - 0 1")
    dice.shuffle(fens)
    with open(os.path.join(folder, "fens"), "w", encoding="ascii") as file:
        file.write("\n".join(fens) + "\n")
