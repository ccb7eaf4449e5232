"""Proofs of games: who wins, or holds the draw, and by which moves."""
from __future__ import annotations

import ctypes
import enum
import os
from dataclasses import dataclass
from typing import Type

from . import errors, library
from .book import ERRORS, MOST_MOVES, NOT_FOUND, Side
from .positions import Position, text_of


class Aim(enum.IntEnum):
    """What the attacker is proved to do, whatever the other side plays."""

    WIN = 0
    HOLD = 1  # the draw, or better


class ProvedBy(enum.IntEnum):
    """What proves a move."""

    NOTHING = 0  # it is not proved
    RECORD = 1  # of an attacker's move: every reply to it is
    END = 2  # the game is over, as the attacker wants it
    LEFT = 4  # the proof leaves it to tables


@dataclass(frozen=True, slots=True)
class ProvedMove:
    """A legal move, and what the certificate proves of it."""

    uci: str
    san: str
    by: ProvedBy
    plies: int | None  # from after it until the game is won, at most; None where the draw is held, or nothing is proved
    is_own: bool  # the proof's
    out: str | None  # of an attacker's move that is not proved: the first reply (UCI) that leads out of what is


@dataclass(frozen=True, slots=True)
class ProvedPosition:
    """What a certificate proves of a position.

    Of the attacker's moves the proof's own comes first, then those that are proved, the shortest first; of the
    defender's the one that holds out longest comes first."""

    plies: int | None  # until the game is won, at most; None where the draw is held
    moves: tuple[ProvedMove, ...]  # all that are legal


class Certificate(library.Opened):
    """A certificate of `bookends book prove`. Any number of threads may ask at the same time.

    What it says is believed: `bookends book check` checks it. len() is the number of positions that it has a move for.
    Pickled, it is opened again from the same file. Close it, or use it in a `with`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = library.whole_path(path)
        self._what = f"{self._path}: this certificate is"
        self._handle = None
        self._library = c = library.Library("book")
        handle, error = library.Handle(), ctypes.create_string_buffer(library.ERROR_SIZE)
        status = c.certificate_open(library.path_of(self._path), ctypes.byref(handle), error, library.ERROR_SIZE)
        if status:
            raise self._failure(status, error)
        handle.close = c.certificate_close
        self._handle = handle
        claim = library.BookClaim()
        c.certificate_claim(handle, ctypes.byref(claim))
        self._game: str = c.certificate_game(handle).decode()
        self._start: str = c.certificate_start(handle).decode()
        self._attacker, self._aim = Side(claim.attacker), Aim(claim.aim)
        self._plies, self._table_men, self._records = int(claim.plies), int(claim.table_men), int(claim.records)

    def __reduce__(self) -> tuple[Type[Certificate], tuple[str]]:
        return type(self), (self._path,)

    def __repr__(self) -> str:
        state = f"{self._game}, {self.claim}" if self._handle is not None else "closed"
        return f"<bookends.Certificate {self._path!r}: {state}>"

    def __len__(self) -> int:
        return self._records

    def __bool__(self) -> bool:
        return True

    @property
    def game(self) -> str:
        """The name of the game ("fragments")."""
        return self._game

    @property
    def start(self) -> str:
        """The position that the claim is of, as a FEN."""
        return self._start

    @property
    def attacker(self) -> Side:
        """Whose moves are proved."""
        return self._attacker

    @property
    def aim(self) -> Aim:
        """Whether the attacker wins, or holds the draw."""
        return self._aim

    @property
    def plies(self) -> int | None:
        """From the start until the game is won, at most; None where the draw is held."""
        return self._bound(self._plies)

    @property
    def table_men(self) -> int:
        """Positions of so many men are left to tables; 0 where none are."""
        return self._table_men

    @property
    def claim(self) -> str:
        """What is proved of the start, in words: "White wins in at most 23 plies", "Black holds the draw"."""
        who = self._attacker.name.capitalize()
        if self._aim == Aim.HOLD:
            return f"{who} holds the draw"
        return f"{who} wins in at most {self._plies} {'ply' if self._plies == 1 else 'plies'}"

    def probe(self, position: Position) -> ProvedPosition | None:
        """What is proved of a position; None where nothing is, and where the game is over."""
        moves, count = (library.BookProvedMove * MOST_MOVES)(), ctypes.c_size_t()
        plies, error = ctypes.c_int32(), ctypes.create_string_buffer(library.ERROR_SIZE)
        handle, text = self._opened(), text_of(position, self._game)
        wanted = (ctypes.byref(plies), moves, MOST_MOVES, ctypes.byref(count))
        status = self._library.certificate_probe(handle, text, *wanted, error, library.ERROR_SIZE)
        if status == NOT_FOUND:
            return None
        if status:
            raise self._failure(status, error)
        return ProvedPosition(self._bound(plies.value), tuple(self._move(move) for move in moves[: count.value]))

    def moves(self, position: Position) -> list[ProvedMove]:
        """The legal moves of a position, and what is proved of them; none where nothing is proved of the position."""
        proved = self.probe(position)
        return [] if proved is None else list(proved.moves)

    def _bound(self, plies: int) -> int | None:
        return None if self._aim == Aim.HOLD else plies

    def _move(self, c: library.BookProvedMove) -> ProvedMove:
        by = ProvedBy(c.by)
        plies = None if by == ProvedBy.NOTHING else self._bound(c.plies)
        return ProvedMove(c.uci.decode(), c.san.decode(), by, plies, bool(c.is_own), c.out_uci.decode() or None)

    @staticmethod
    def _failure(status: int, error: ctypes.Array[ctypes.c_char]) -> errors.Error:
        return ERRORS.get(status, errors.Error)(error.value.decode(errors="replace"))
