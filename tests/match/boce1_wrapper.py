#!/usr/bin/env python3
"""Lets a match be played against boce1/bitboard-chess, which is no complete UCI engine.

Its best moves lack the letter of a promotion, so that the board has to be followed here, and what it is told while it
searches is lost, so that it is told afterwards.

    bookends match chess --engine name=agent --engine 'name=boce cmd="tests/match/boce1_wrapper.py PROGRAM"' --movetime 100
"""
import subprocess
import sys
import threading

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def pawns_of(placement):
    """The squares of all pawns of a FEN's first field."""
    pawns = set()
    for rank, row in zip("87654321", placement.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                if letter in "Pp":
                    pawns.add("abcdefgh"[file] + rank)
                file += 1
    return pawns


def pawns_after(words):
    """The squares of all pawns after a `position` command; only where pawns stand tells a promotion."""
    pawns = pawns_of(words[2] if words[1] == "fen" else START)
    stepped = None  # the square of a pawn that has just gone two ranks
    for move in words[words.index("moves") + 1:] if "moves" in words else []:
        origin, target = move[:2], move[2:4]
        is_pawn = origin in pawns
        pawns -= {origin, target}
        if is_pawn and origin[0] != target[0] and stepped == target[0] + origin[1]:
            pawns.remove(stepped)
        if is_pawn and len(move) == 4:
            pawns.add(target)
        stepped = target if is_pawn and abs(int(origin[1]) - int(target[1])) == 2 else None
    return pawns


class Wrapper:
    def __init__(self, program):
        self.engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.idle = threading.Event()
        self.idle.set()
        self.pawns = pawns_of(START)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.engine.stdout:
            words = line.split()
            if line.startswith("bestmove"):
                move = words[1]
                if move[:2] in self.pawns and move[3] in "18":
                    move = move[:4] + "q"  # it never makes another piece
                print("bestmove", move, flush=True)
                self.idle.set()
            elif line.startswith("info") or line.strip() == "readyok":
                print(line.split(" pv")[0].strip(), flush=True)

    def send(self, line):
        self.engine.stdin.write(line + "\n")
        self.engine.stdin.flush()

    def obey(self, line):
        words = line.split()
        if words[:1] == ["uci"]:
            print("id name bitboard-chess\nuciok", flush=True)
        elif words[:1] == ["stop"]:
            if not self.idle.is_set():
                self.send(line)
        elif words[:1] == ["isready"] and not self.idle.is_set():
            print("readyok", flush=True)
        elif words and words[0] in ("position", "go", "ucinewgame", "isready"):
            self.idle.wait()
            if words[0] == "position":
                self.pawns = pawns_after(words)
            if words[0] == "go":
                self.idle.clear()
            self.send(line)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: boce1_wrapper.py PROGRAM")
    wrapper = Wrapper(sys.argv[1])
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        wrapper.obey(line.strip())
    wrapper.engine.kill()


if __name__ == "__main__":
    main()
