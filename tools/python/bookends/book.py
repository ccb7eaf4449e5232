"""Opening books: what to play in a position, and what is known of its moves."""
from __future__ import annotations

import ctypes
import enum
import os
import threading
from collections import deque
from dataclasses import dataclass
from typing import Iterator, Type

from . import errors, library
from .positions import Position, bytes_of, text_of


class Proof(enum.IntEnum):
    """What is proved of the game, for the side to move, or that plays the move.

    A file with a proof is a Certificate."""

    UNPROVED = 0
    WIN = 1
    DRAW = 2
    LOSS = 3

    @classmethod
    def _missing_(cls, value: object) -> None:
        if isinstance(value, (str, os.PathLike)):
            raise errors.InvalidArgument(f"Proof is a result; Certificate({os.fspath(value)!r}) opens a file")


class Side(enum.IntEnum):
    """Whose book it is. One of a single side has replies of the other, too: hardly searched, to be ready for."""

    BOTH = 0
    WHITE = 1
    BLACK = 2


@dataclass(frozen=True, slots=True)
class BookEntry:
    """What a book plays in a position."""

    key: int  # the position's Zobrist key
    move: str  # in UCI notation
    score: int | None  # centipawns for the side to move; a decided game is worth 32000 less the plies it takes
    depth: int  # plies that the score looks ahead
    proof: Proof
    from_table: bool  # an endgame table gave the value
    manual: bool  # a person set move and score
    remark: str | None  # what a person wrote about the position


@dataclass(frozen=True, slots=True)
class BookMove:
    """What a book knows of a move. Score and games are seen by the side that plays it."""

    uci: str
    san: str
    score: int | None
    depth: int
    proof: Proof  # of the game after the move
    is_own: bool  # the move that the book plays
    games: int  # in which it was played; those without a result are in none of the next three
    wins: int
    draws: int
    losses: int
    rated: int  # games in which the side that plays it had a rating
    rating: int  # the mean of these
    year: int  # of the last game; 0 where none is known
    weight: int  # in a Polyglot book, where this one comes from one
    learned: int  # what a Polyglot book says that an engine has learned


@dataclass(frozen=True, slots=True)
class BookPosition:
    """A position of a book, and a shortest way to it where the walk is breadth-first."""

    start: str  # the FEN that the moves begin at
    line: tuple[str, ...]  # moves in UCI notation
    fen: str
    entry: BookEntry


ERRORS: dict[int, Type[errors.Error]] = {
    1: errors.NotFound,
    2: errors.Corrupt,
    3: errors.Unsupported,
    4: errors.InvalidArgument,
    5: errors.InputOutput,
    6: errors.OutOfMemory,
}
NOT_FOUND = 1
MOST_MOVES = 256  # more than any position has


class _Scratch(threading.local):
    """What a call writes into: each thread has its own, made once."""

    def __init__(self) -> None:
        self.entry = library.BookEntry()
        self.at_entry = ctypes.byref(self.entry)


class Book(library.Opened):
    """A book in a file, or in chess a Polyglot book, checked when it is opened. Any number of threads may ask at the
    same time.

    Iterated, it walks through its positions as positions() does. Pickled, it is opened again from the same file. Close
    it, or use it in a `with`: calls that are under way are finished first."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = library.whole_path(path)
        self._what = f"{self._path}: this book is"
        self._handle = None
        self._scratch = _Scratch()
        self._library = c = library.Library("book")
        self._probe_fen = c.probe_fen
        handle, error = library.Handle(), ctypes.create_string_buffer(library.ERROR_SIZE)
        status = c.open(library.path_of(self._path), ctypes.byref(handle), error, library.ERROR_SIZE)
        if status:
            raise self._failure(status, error.value.decode(errors="replace"))
        handle.close = c.close
        self._handle = handle
        self._game: str = c.game(handle).decode()
        self._side = Side(c.side_of(handle))
        self._starts = tuple(c.start(handle, i).decode() for i in range(c.start_count(handle)))
        self._count: int = c.positions(handle)

    def __reduce__(self) -> tuple[Type[Book], tuple[str]]:
        return type(self), (self._path,)

    def __repr__(self) -> str:
        state = f"{self._game}, {self._count} positions" if self._handle is not None else "closed"
        return f"<bookends.Book {self._path!r}: {state}>"

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return True  # an empty book is one

    def __iter__(self) -> Iterator[BookPosition]:
        return self.positions()

    @property
    def game(self) -> str:
        """The name of the game ("fragments")."""
        return self._game

    @property
    def side(self) -> Side:
        """Whose book it is."""
        return self._side

    @property
    def starts(self) -> tuple[str, ...]:
        """The positions that the book was grown from, as FENs."""
        return self._starts

    def key(self, position: Position) -> int:
        """The Zobrist key of a legal position."""
        key, text = ctypes.c_uint64(), text_of(position, self._game)
        status = self._library.key(self._opened(), text, ctypes.byref(key))
        if status:
            raise self._failure(status, self._complaint(text))
        return key.value

    def probe(self, position: Position) -> BookEntry | None:
        """What the book plays in a position; None where it does not know it."""
        scratch, text = self._scratch, text_of(position, self._game)
        status = self._probe_fen(self._opened(), text, scratch.at_entry)
        if status == NOT_FOUND:
            return None
        if status:
            raise self._failure(status, self._complaint(text))
        return self._entry(scratch.entry)

    def moves(self, position: Position) -> list[BookMove]:
        """The moves that the book has a score or games of: the own move, the others by score, then by games. None where
        it does not know the position."""
        moves, count = (library.BookMove * MOST_MOVES)(), ctypes.c_size_t()
        text = text_of(position, self._game)
        status = self._library.moves(self._opened(), text, moves, MOST_MOVES, ctypes.byref(count))
        if status == NOT_FOUND:
            return []
        if status:
            raise self._failure(status, self._complaint(text))
        return [_move(move) for move in moves[: count.value]]

    def after(self, position: Position, move: str) -> str:
        """The position after a legal move (UCI notation), as a FEN."""
        fen = ctypes.create_string_buffer(library.FEN_SIZE)
        if not isinstance(move, str):
            raise TypeError(f"move: expected a str, not {type(move).__name__}")
        text, uci = text_of(position, self._game), bytes_of(move)
        status = self._library.after(self._opened(), text, uci, fen, library.FEN_SIZE)
        if status:
            raise self._failure(status, self._complaint(text, uci))
        return fen.value.decode()

    def positions(self, depth_first: bool = False) -> Iterator[BookPosition]:
        """The positions of the book that its starts lead to by moves that it knows: each once, with the moves."""
        seen: set[int] = set()
        waiting = deque((start, (), start) for start in self._starts)  # type: deque[tuple[str, tuple[str, ...], str]]
        if depth_first:
            waiting.reverse()
        while waiting:
            start, line, fen = waiting.pop() if depth_first else waiting.popleft()
            entry = self.probe(fen)
            if entry is None or entry.key in seen:
                continue
            seen.add(entry.key)
            yield BookPosition(start, line, fen, entry)
            next_ones = [(start, (*line, move.uci), self.after(fen, move.uci)) for move in self.moves(fen)]
            waiting.extend(reversed(next_ones) if depth_first else next_ones)

    def _entry(self, c: library.BookEntry) -> BookEntry:
        nothing = not (c.score or c.depth or c.proof or c.from_table or c.manual)
        remark: bytes | None = self._library.remark(self._opened(), c.key)
        return BookEntry(
            c.key,
            c.move.decode(),
            None if nothing else c.score,
            c.depth,
            Proof(c.proof),
            bool(c.from_table),
            bool(c.manual),
            None if remark is None else remark.decode(errors="replace"),
        )

    def _complaint(self, fen: bytes, move: bytes | None = None) -> str:
        """What is wrong with a FEN, or with a move there."""
        error = ctypes.create_string_buffer(library.ERROR_SIZE)
        self._library.explain(self._opened(), fen, move, error, library.ERROR_SIZE)
        return error.value.decode(errors="replace")

    def _failure(self, status: int, what: str) -> errors.Error:
        said = self._library.status_text(status).decode()
        return ERRORS.get(status, errors.Error)(what or f"{self._path}: {said}")


def _move(c: library.BookMove) -> BookMove:
    return BookMove(
        c.uci.decode(),
        c.san.decode(),
        c.score if c.has_score else None,
        c.depth,
        Proof(c.proof),
        bool(c.is_own),
        c.games,
        c.wins,
        c.draws,
        c.losses,
        c.rated,
        c.rating,
        c.year,
        c.weight,
        c.learned,
    )
