"""What the tests share: files that the program makes, once for a module, and a board as python-chess has it."""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

START1 = "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1"
START0 = "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1"
MATE_IN_3 = "4k/5/2K2/5/R4 w - - 0 1"


def bookends(*words):
    done = subprocess.run(["bookends", *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Files:
    """A folder with tables and books, made when first asked for."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="bookends-python-"))

    def __truediv__(self, name):
        return self.folder / name

    def remove(self):
        shutil.rmtree(self.folder)

    def fragments(self):
        words = ["tables", "build", "fragments", "--men", 3]
        return self._made("fragments", words)

    def chess(self):
        words = ["tables", "build", "chess", "KRvK", "KQvK", "KPvK", "KNvK", "KBvK", "--metrics", "wdl,dtm,dtz"]
        return self._made("chess", words)

    def book(self):
        starts = ["--start", "start1", "--start", "start0"]
        return self._made("small.book", ["book", "build", "fragments", *starts, "--positions", 60, "--nodes", 500])

    def _made(self, name, words):
        path = self.folder / name
        if not path.exists():
            bookends(*words, "--out", path, "--quiet")
        return path


class ChessBoard:
    """The attributes that the documentation of python-chess gives to its Board, filled from a FEN of few fields."""

    def __init__(self, fen):
        self._fen = fen
        placement, turn, castling, passed, clock, number = fen.split()
        self.pawns = self.knights = self.bishops = self.rooks = self.queens = self.kings = 0
        self.occupied_co = [0, 0]
        kinds = {"p": "pawns", "n": "knights", "b": "bishops", "r": "rooks", "q": "queens", "k": "kings"}
        for rank, row in enumerate(reversed(placement.split("/"))):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                    continue
                bit = 1 << (8 * rank + file)
                setattr(self, kinds[letter.lower()], getattr(self, kinds[letter.lower()]) | bit)
                self.occupied_co[letter.isupper()] |= bit
                file += 1
        self.turn = turn == "w"
        rooks = {"K": 1 << 7, "Q": 1, "k": 1 << 63, "q": 1 << 56}
        self.castling_rights = sum(rooks[letter] for letter in castling if letter in rooks)
        self.ep_square = None if passed == "-" else "abcdefgh".index(passed[0]) + 8 * (int(passed[1]) - 1)
        self.halfmove_clock, self.fullmove_number = int(clock), int(number)
        self.fens_written = 0

    def fen(self, *, en_passant="legal"):
        self.fens_written += 1
        return self._fen


class ChessMove:
    """A move as python-chess has it: a null move is false."""

    def __init__(self, uci):
        self._uci = uci

    def __bool__(self):
        return self._uci != "0000"

    def uci(self):
        return self._uci


class Replayed(ChessBoard):
    """A board at the beginning of a game, and after all its moves at the end of it."""

    def __init__(self, fen, end, moves):
        super().__init__(fen)
        self._end, self._left = end, moves

    def push(self, move):
        self._left -= 1
        if self._left == 0:
            self.__init__(self._end, self._end, 0)


class PlayedBoard(ChessBoard):
    """A board of python-chess that knows its game: where it began, and its moves."""

    def __init__(self, fen, began, *moves):
        super().__init__(fen)
        self._began, self.leads_to = began, fen
        self.move_stack = [ChessMove(move) for move in moves]

    def root(self):
        return Replayed(self._began, self.leads_to, len(self.move_stack))
