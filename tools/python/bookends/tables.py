"""Endgame tables: the values of positions with few men."""
from __future__ import annotations

import ctypes
import enum
import os
import threading
from dataclasses import dataclass
from typing import Any, Type

from . import errors
from .library import ERROR_SIZE, Handle, Library, Opened, Options, TablesMove, TablesValue, path_of, whole_path
from .positions import BoardLike, Position, bytes_of, require_game, text_of, write_men


class Metric(enum.IntEnum):
    """What is looked up. The result alone is quickest."""

    WDL = 1  # wdl and category
    DTM = 2  # these, and dtm
    DTZ = 3  # these, and dtz
    ALL = 5


class Category(enum.IntEnum):
    """The result under the move limit of the game (the 50-move rule of chess), for the side to move.

    A cursed win and a blessed loss are drawn by the limit. A maybe-win is a win or a cursed win: the tables do not tell
    which. Games without a limit have only wins, draws and losses."""

    MAYBE_LOSS = -3
    LOSS = -2
    BLESSED_LOSS = -1
    DRAW = 0
    CURSED_WIN = 1
    WIN = 2
    MAYBE_WIN = 3


@dataclass(frozen=True, slots=True)
class Value:
    """What tables know of a position, for the side to move."""

    wdl: int  # without the move limit: 1 it wins, 0 draw, -1 it loses
    dtm: int | None  # plies to mate; None for a draw, where it was not asked for or the tables do not say
    category: Category
    dtz: int | None  # plies to the next capture, pawn move or mate; None where not asked for, or not known
    dtz_rounded: bool  # True: the true DTZ is dtz or one more


@dataclass(frozen=True, slots=True)
class TableMove:
    """A legal move, and the value of the position before it if it is played."""

    uci: str
    san: str
    value: Value | None  # None: no table of its ending is here, or none can know it


_ERRORS: dict[int, Type[errors.Error]] = {
    1: errors.NotFound,
    2: errors.NotCovered,
    3: errors.InvalidArgument,
    4: errors.Corrupt,
    5: errors.Unsupported,
    6: errors.InputOutput,
    7: errors.OutOfMemory,
}
_MOST_MOVES = 256  # more than any position has
_MOST_VALUES = 1 << 16  # that are kept


class _Scratch(threading.local):
    """What a call writes into: each thread has its own, made once."""

    def __init__(self) -> None:
        self.value = TablesValue()
        self.at_value = ctypes.byref(self.value)
        self.error = ctypes.create_string_buffer(ERROR_SIZE)
        self.men = bytearray(2 * 64)
        self.at_men = ctypes.byref((ctypes.c_char * len(self.men)).from_buffer(self.men))


class Tables(Opened):
    """The tables of a folder, which are all of one game. Any number of threads may ask at the same time.

    `cache_bytes`: memory for decoded blocks (0: 256 MiB). Pickled, it is opened again from the same folder. Close it,
    or use it in a `with`: calls that are under way are finished first."""

    def __init__(self, path: str | os.PathLike[str], cache_bytes: int = 0) -> None:
        if not isinstance(cache_bytes, int):
            raise TypeError(f"cache_bytes: expected an int, not {type(cache_bytes).__name__}")
        self._arguments = (whole_path(path), cache_bytes)
        self._what = f"{self._arguments[0]}: these tables are"
        self._handle = None
        if cache_bytes < 0 or cache_bytes >= 1 << 64:
            raise errors.InvalidArgument(f"cache_bytes: {cache_bytes} is no number of bytes")
        self._scratch = _Scratch()
        self._values: dict[bytes, Value] = {}
        self._library = library = Library("tables")
        self._probe_fen, self._probe_men = library.probe_fen, library.probe_men
        handle = Handle()
        options = Options(cache_bytes, 0)
        error = self._scratch.error
        status = library.open(
            path_of(self._arguments[0]), ctypes.byref(options), ctypes.byref(handle), error, ERROR_SIZE
        )
        if status:
            raise self._failure(status)
        handle.close = library.close
        self._handle = handle
        self._game: str = library.game(handle).decode()
        self._max_men: int = library.max_men(handle)

    def __reduce__(self) -> tuple[Type[Tables], tuple[str, int]]:
        return type(self), self._arguments

    def __repr__(self) -> str:
        state = f"{self._game}, up to {self._max_men} men" if self._handle is not None else "closed"
        return f"<bookends.Tables {self._arguments[0]!r}: {state}>"

    @property
    def game(self) -> str:
        """The name of the game ("fragments")."""
        return self._game

    @property
    def max_men(self) -> int:
        """The most men (kings included) of any table here."""
        return self._max_men

    def probe(self, position: Position, metric: Metric = Metric.ALL) -> Value:
        """The value of a position: a FEN, or a board like those of python-chess.

        Raises NotFound without a table of the ending, NotCovered with castling rights, InvalidArgument for what is no
        legal position. That the side not to move is in check is not noticed of a board."""
        handle = self._opened()
        scratch = self._scratch
        try:
            if isinstance(position, str):
                text = bytes_of(position)
                status = self._probe_fen(handle, text, metric, scratch.at_value, scratch.error, ERROR_SIZE)
            else:
                status = self._probe_board(handle, position, metric, scratch)
        except ctypes.ArgumentError:
            raise TypeError(f"metric: expected a Metric, not {type(metric).__name__}") from None
        if status:
            raise self._failure(status)
        value = self._values.get(bytes(scratch.value))
        return value if value is not None else self._keep(scratch.value)

    def get(self, position: Position, metric: Metric = Metric.ALL) -> Value | None:
        """The same, but None where the tables do not know the position."""
        try:
            return self.probe(position, metric)
        except (errors.NotFound, errors.NotCovered):
            return None

    def moves(self, position: Position) -> list[TableMove]:
        """All legal moves with their values, the best first; none for a mate or stalemate. The position itself may be
        one that has no table. Raises Corrupt where a table is damaged."""
        handle = self._opened()
        moves = (TablesMove * _MOST_MOVES)()
        count = ctypes.c_size_t()
        text, error = text_of(position, self._game), self._scratch.error
        status = self._library.root_moves(handle, text, moves, _MOST_MOVES, ctypes.byref(count), error, ERROR_SIZE)
        if status:
            raise self._failure(status)
        return [
            TableMove(move.uci.decode(), move.san.decode(), self._value_of(move, handle, text))
            for move in moves[: count.value]
        ]

    def _value_of(self, move: TablesMove, handle: Handle, fen: bytes) -> Value | None:
        """None where no table knows it. That one is damaged is told of the position after it."""
        if move.known:
            return self._keep(move.value)
        scratch = self._scratch
        wanted = (fen, move.uci, Metric.ALL, scratch.at_value)
        status = self._library.probe_after(handle, *wanted, scratch.error, ERROR_SIZE)
        if status and _ERRORS.get(status) not in (errors.NotFound, errors.NotCovered):
            raise self._failure(status)
        return None

    def _probe_board(self, handle: Handle, board: BoardLike, metric: int, scratch: _Scratch) -> int:
        """Without a FEN, where the men are all that counts: boards take much longer to write one than this does."""
        require_game(board, self._game)
        if board.castling_rights or board.halfmove_clock or board.ep_square is not None:
            text = text_of(board, self._game)
            return int(self._probe_fen(handle, text, metric, scratch.at_value, scratch.error, ERROR_SIZE))
        count = write_men(board, scratch.men)
        status = self._probe_men(handle, scratch.at_men, count, 0 if board.turn else 1, metric, scratch.at_value)
        if status:  # asked again for what is wrong in words
            text = text_of(board, self._game)
            status = self._probe_fen(handle, text, metric, scratch.at_value, scratch.error, ERROR_SIZE)
        return int(status)

    def _keep(self, value: Any) -> Value:
        """The Value of a C value. There are few different ones, and they do not change: each is made once."""
        key = bytes(value)
        kept = self._values.get(key)
        if kept is None:
            if len(self._values) >= _MOST_VALUES:
                self._values.clear()
            dtm = value.plies if value.plies >= 0 else None
            dtz = value.dtz if value.dtz >= 0 else None
            kept = Value(value.wdl, dtm, Category(value.category), dtz, bool(value.dtz_rounded))
            self._values[key] = kept
        return kept

    def _failure(self, status: int) -> errors.Error:
        said = self._scratch.error.value.decode(errors="replace")
        return _ERRORS.get(status, errors.Error)(said or self._library.status_text(status).decode())
