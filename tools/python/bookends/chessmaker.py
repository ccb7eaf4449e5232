"""An agent for the 5x5 tournaments of the ChessMaker framework: agent(board, player, var) returns (piece, option)."""
from __future__ import annotations

import math
import os
import re
import threading
import time
from typing import Any, Mapping, Sequence, Type

from . import errors
from .engine import Engine, Setting
from .framework import EMPTY, SIZE, Board, Player, View, name_of, square_named
from .library import whole_path

_GAME_SHARE = 1 / 40  # of the time left of a game, for a move: the other side spends as much; wins take up to 47 moves
_LEAST = 0.05  # seconds a move where the game's time is over, and yet nobody ends the game


class _Line:
    """The moves of a game, as far as the positions that were asked for tell: the engine knows repetitions by them."""

    def __init__(self) -> None:
        self._men: list[str] = []  # after the last own move
        self._white_to_move = True
        self.start = ""
        self.began = 0.0  # when the game was first asked of
        self.moves: list[str] = []

    def go_on(self, view: View) -> bool:
        """Takes the position that is asked for; False where another game begins."""
        reply = _move_between(self._men, view.men, self._white_to_move) if self._men else None
        if reply is not None and self._white_to_move != view.white_to_move:
            self.moves.append(reply)
            return True
        self.begin(view)
        return False

    def begin(self, view: View) -> None:
        """Takes the position as that of a new game."""
        self.start, self.moves, self.began = view.fen(), [], time.perf_counter()

    def play(self, view: View, move: str) -> None:
        """Takes the move that was found."""
        self.moves.append(move)
        self._men = _after(view.men, move)
        self._white_to_move = not view.white_to_move

    def forget(self) -> None:
        """What comes is of another game."""
        self._men = []


class Agent:
    """A player for the framework. It is called as the framework calls: agent(board, player, [ply, seconds]).

    One engine process serves all calls of a Python process; one that has died is started again. `book` and `tables` are
    files of `bookends`; `options` more UCI options; `path` the engine. Without seconds in the call a move takes
    `seconds`; with them `share` of these, never more than `most`. `game` is how long a game may last, in seconds from
    its first call, with what the other side spends: of what is left of them a move takes a fortieth at most. None is
    without an end, and so is a game without `var`."""

    def __init__(
        self,
        book: str | os.PathLike[str] | None = None,
        tables: str | os.PathLike[str] | None = None,
        options: Mapping[str, Setting] | None = None,
        path: str | os.PathLike[str] | Sequence[str] | None = None,
        seconds: float = 1.0,
        share: float = 0.85,
        most: float | None = None,
        game: float | None = 300.0,
    ) -> None:
        _check(seconds=seconds, share=share, most=most, game=game)
        if share > 1:
            raise errors.InvalidArgument(f"share: {share!r} is more than all of the time")
        # Whole paths: a process that it is pickled for may be in another folder.
        files = {"BookFile": _whole(book, ";"), "TablebasePath": _whole(tables, ":;")}
        self._arguments = (*files.values(), dict(options or {}), path, seconds, share, most, game)
        self._options: dict[str, Setting] = dict(options or {})
        self._options.update({name: file for name, file in files.items() if file is not None})
        self._path, self._seconds, self._share, self._most, self._game = path, seconds, share, most, game
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._owner = os.getpid()
        self._lines = {True: _Line(), False: _Line()}

    def __call__(self, board: Board, player: Player, var: Any = None) -> tuple[Any, Any]:
        """The piece that moves and its move option. Raises NoMatch where the board has none for the engine's move,
        NoMove where the game is over, and InvalidArgument where the engine refuses the position."""
        began = time.perf_counter()
        seconds = self._time_for(var)
        with self._lock:
            view = View(board, player)
            line = self._lines[view.white_to_move]
            same_game = line.go_on(view)
            if self._game is not None and var is not None:
                seconds = min(seconds, _share_of(self._game - (began - line.began)))
            try:
                move = self._ask(line, same_game, began + seconds)
            except (errors.NoMove, errors.InvalidArgument):
                if not line.moves:
                    raise
                line.begin(view)  # it looks as if by a move, but not by a legal one
                move = self._ask(line, False, began + seconds)
            found = view.options(move)
            if len(found) != 1:
                line.forget()
                raise errors.NoMatch(f"{len(found)} move options of the board are {move} in {view.fen()}")
            line.play(view, move)
            return found[0]

    def close(self) -> None:
        """Ends the engine. The next call starts another."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def __reduce__(self) -> tuple[Type[Agent], tuple[object, ...]]:
        return type(self), self._arguments

    def _time_for(self, var: Any) -> float:
        """`var` is [ply, seconds], or None."""
        if var is None:
            return self._seconds
        try:
            given = float(var[1])
        except (TypeError, LookupError, ValueError) as error:
            raise errors.InvalidArgument(f"expected [ply, seconds], not {var!r}") from error
        time_for_it = given * self._share if self._most is None else min(given * self._share, self._most)
        if not math.isfinite(time_for_it) or math.isnan(given):
            raise errors.InvalidArgument(f"seconds: {given!r} is no time for a move")
        return time_for_it

    def _ask(self, line: _Line, same_game: bool, until: float) -> str:
        """Asks twice: an engine that has died may have been ended by somebody."""
        for last in (False, True):
            try:
                engine = self._running_engine()
                if not same_game:
                    engine.new_game()
                left = max(1, int((until - time.perf_counter()) * 1000))
                return engine.play(line.start, line.moves, movetime=left).move
            except errors.NoMove:
                raise
            except errors.EngineFailed:
                self.close()
                if last:
                    raise
        raise AssertionError("not reached")

    def _running_engine(self) -> Engine:
        if self._owner != os.getpid():  # a fork: the engine is the parent's
            self._engine, self._owner = None, os.getpid()
        if self._engine is None or not self._engine.running:
            self.close()
            self._engine = Engine(self._path, "fragments", self._options)
        return self._engine


_default: Agent | None = None
_default_lock = threading.Lock()


def agent(board: Board, player: Player, var: Any = None) -> tuple[Any, Any]:
    """An Agent with the book that BOOKENDS_BOOK names and the tables of BOOKENDS_TABLES, made at the first call."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Agent(os.environ.get("BOOKENDS_BOOK"), os.environ.get("BOOKENDS_TABLES"))
    return _default(board, player, var)


def _check(**times: float | None) -> None:
    """Refuses what is no time, or no share of one."""
    for name, value in times.items():
        if value is None and name in ("most", "game"):
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"{name}: expected a number, not {type(value).__name__}")
        if not 0 < value < math.inf:
            raise errors.InvalidArgument(f"{name}: {value!r} is not above 0, or without an end")


def _share_of(left: float) -> float:
    """Of the seconds that are left of a game, those for a move."""
    return max(left * _GAME_SHARE, _LEAST)


def _whole(path: str | os.PathLike[str] | None, separators: str) -> str | None:
    """A path, or several in one text as the engine takes them."""
    if not isinstance(path, str):
        return None if path is None else whole_path(path)
    parts = re.split(f"([{separators}])", path)
    return "".join(part if part and part in separators else whole_path(part) for part in parts)


def _after(men: Sequence[str], move: str) -> list[str]:
    """The men after a legal move."""
    origin, target = square_named(move[:2]), square_named(move[2:4])
    after = list(men)
    man = after[origin]
    if man in "Pp" and (target - origin) % SIZE != 0 and men[target] == EMPTY:  # en passant
        after[target - SIZE if man == "P" else target + SIZE] = EMPTY
    after[origin] = EMPTY
    after[target] = move[4:].upper() if move[4:] and man == "P" else move[4:] or man
    return after


def _move_between(before: Sequence[str], now: Sequence[str], white: bool) -> str | None:
    """The move that leads from one position to another, if one does."""

    def own(man: str) -> bool:
        return man != EMPTY and man.isupper() == white

    changed = [square for square in range(SIZE * SIZE) if before[square] != now[square]]
    origins = [square for square in changed if own(before[square])]
    targets = [square for square in changed if own(now[square])]
    if len(origins) != 1 or len(targets) != 1:
        return None
    promoted = before[origins[0]] in "Pp" and now[targets[0]] not in "Pp"
    move = name_of(origins[0]) + name_of(targets[0]) + (now[targets[0]].lower() if promoted else "")
    return move if _after(before, move) == list(now) else None
