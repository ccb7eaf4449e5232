"""A UCI engine as a child process: by default bookends-agent, which asks its book, then its tables, then searches."""
from __future__ import annotations

import contextlib
import math
import os
import re
import select
import shutil
import subprocess
import threading
import time
import weakref
from pathlib import Path
from types import TracebackType
from typing import Iterator, Mapping, Sequence, Type, Union

from . import errors
from .library import installed_prefix
from .positions import BoardLike, Position
from .uci import EngineMove, Thoughts

Setting = Union[str, int, bool, "os.PathLike[str]"]

_GRACE = 5.0  # seconds that an answer may be late
_LAST_WORDS = 1.0  # seconds to end by itself, or to answer a stop


class Engine:
    """Starts an engine and plays. One position at a time: threads wait for each other.

    `path` is a program, or a list with its arguments; None is bookends-agent: the one that BOOKENDS_AGENT names, beside
    this package, in the prefix it is installed in, or in PATH. `options` are UCI options by name:
    {"BookFile": "fragments.book", "Threads": 2}. What our own agent refuses of them is an error. Close it, or use it in
    a `with`; the process ends at the latest with this one. Pickled, it is started again."""

    def __init__(
        self,
        path: str | os.PathLike[str] | Sequence[str] | None = None,
        variant: str = "chess",
        options: Mapping[str, Setting] | None = None,
        timeout: float = 30.0,
    ) -> None:
        self._arguments = (path, variant, dict(options or {}), timeout)
        self._lock = threading.Lock()
        command = _command(path)
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise errors.EngineFailed(f"{command[0]}: {error.strerror or error}") from error
        self._process = process
        self._lines = _Lines(process, command[0])
        self._finish = weakref.finalize(self, _end, process, os.getpid())
        try:
            self._greet(variant, self._arguments[2], timeout, refusals_count=path is None)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends the process; a play() that is under way fails. Closing again does nothing."""
        self._finish()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: Type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Type[Engine], tuple[object, ...]]:
        return type(self), self._arguments

    @property
    def name(self) -> str:
        """How the engine calls itself."""
        return self._name

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._finish.alive and self._process.poll() is None

    def new_game(self) -> None:
        """Tells the engine that what comes is of another game."""
        with self._turn():
            self._lines.send("ucinewgame")
            self._ready(time.monotonic() + self._arguments[3])

    def play(
        self,
        position: Position,
        moves: Sequence[str] = (),
        movetime: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        timeout: float | None = None,
    ) -> EngineMove:
        """What the engine plays after `moves` (UCI notation) from a position: a FEN, "startpos", or a board.

        Of a board that has python-chess's `move_stack` and `root()` the engine is told the whole game, so that it
        knows repetitions. What the engine refuses raises InvalidArgument, a game that is over NoMove.

        At least one limit is needed: milliseconds, plies, nodes. An engine that does not answer in `timeout` seconds is
        stopped, and answers then or is ended. By default they are the move time and a few more; without a move time
        there is no end."""
        limits = [(n, v) for n, v in (("movetime", movetime), ("depth", depth), ("nodes", nodes)) if v is not None]
        if not limits or any(value < 1 for _, value in limits):
            raise errors.InvalidArgument("a limit of at least 1 is needed: movetime, depth or nodes")
        if isinstance(moves, str):
            raise errors.InvalidArgument(f"moves are a list, not one text: {moves!r}; split() makes a list of it")
        if timeout is None and movetime is not None:
            timeout = movetime / 1000 + _GRACE
        place = _place(position, moves)
        with self._turn():
            self._lines.send(place)
            self._lines.send("go " + " ".join(f"{name} {value}" for name, value in limits))
            return self._answer(None if timeout is None or timeout == math.inf else time.monotonic() + timeout)

    def _greet(self, variant: str, options: Mapping[str, Setting], timeout: float, refusals_count: bool) -> None:
        deadline = time.monotonic() + timeout
        self._lines.send("uci")
        known: dict[str, str] = {}
        self._name = ""
        while (line := self._lines.next(deadline)) != "uciok":
            if line.startswith("id name "):
                self._name = line[8:]
            elif found := re.match(r"option name (.*?) type (.*)", line):
                known[found[1].lower()] = found[2]
        if "uci_variant" in known or variant != "chess":
            options = {"UCI_Variant": variant, **options}
        for name, value in options.items():
            self._set(known, name, value)
        refusals = self._ready(deadline)
        if refusals and refusals_count:
            raise errors.EngineFailed(f"{self._name}: {refusals[0]}")

    def _set(self, known: Mapping[str, str], name: str, value: Setting) -> None:
        kind = known.get(name.lower())
        if kind is None:
            raise errors.InvalidArgument(f"{self._name} has no option {name}")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if kind.startswith("combo ") and text not in re.findall(r"\bvar (.*?)(?= var |$)", kind):
            raise errors.InvalidArgument(f"{self._name}: {name} cannot be {text!r}: {kind[6:]}")
        self._lines.send(f"setoption name {name}" + ("" if kind == "button" else f" value {_one_line(text)}"))

    def _ready(self, deadline: float) -> list[str]:
        """Waits until the engine is ready; what it said in between."""
        said = []
        self._lines.send("isready")
        while (line := self._lines.next(deadline)) != "readyok":
            if line.startswith("info string "):
                said.append(line[12:])
        return said

    def _answer(self, deadline: float | None) -> EngineMove:
        thoughts = Thoughts()
        stopped = False
        while True:
            try:
                line = self._lines.next(deadline)
            except errors.EngineTimeout:
                if stopped:
                    raise
                stopped, deadline = True, time.monotonic() + _LAST_WORDS
                self._lines.send("stop")
                continue
            if line.startswith("bestmove"):
                return thoughts.conclude(line.split())
            thoughts.hear(line)

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """A question and its answer. Broken off, the answer would be taken for that of the next: so it ends all."""
        with self._lock:
            if not self._finish.alive:
                raise errors.Closed("this engine is closed")
            try:
                yield
            except (errors.NoMove, errors.InvalidArgument):
                raise  # an answer, too
            except BaseException:
                self.close()
                raise


def _place(position: Position, moves: Sequence[str]) -> str:
    text, played = (position, []) if isinstance(position, str) else _game_of(position)
    moves = [*played, *moves]
    place = "position startpos" if text == "startpos" else f"position fen {_one_line(text)}"
    return place + (" moves " + " ".join(_one_line(move) for move in moves) if moves else "")


def _game_of(board: BoardLike) -> tuple[str, list[str]]:
    """Where the game of a board began, and its moves; the position alone where the board does not know them.

    So it is, too, after a null move, which UCI has no word for, and where the moves do not lead to the board: somebody
    has changed it since."""
    stack, root = getattr(board, "move_stack", ()), getattr(board, "root", None)
    if not stack or root is None or not all(stack):
        return board.fen(), []
    replayed = root()
    start = replayed.fen()
    for move in stack:
        replayed.push(move)
    return (start, [move.uci() for move in stack]) if replayed.fen() == board.fen() else (board.fen(), [])


def _one_line(text: str) -> str:
    """An engine takes each line as a command: so what callers give may not begin another one."""
    if not text.isprintable():
        raise errors.InvalidArgument(f"not a line of text: {text!r}")
    return text


def _command(path: str | os.PathLike[str] | Sequence[str] | None) -> list[str]:
    if path is None:
        prefix = installed_prefix()
        near = [Path(__file__).parent, *([] if prefix is None else [prefix / "bin"])]
        places = [*map(str, near), None]  # None: PATH
        named = os.environ.get("BOOKENDS_AGENT")
        found = named or next(filter(None, (shutil.which("bookends-agent", path=place) for place in places)), None)
        if found is None:
            raise errors.EngineFailed(
                "bookends-agent is neither named by BOOKENDS_AGENT, nor beside this package, nor in PATH"
            )
        return [found]
    if isinstance(path, (str, os.PathLike)):
        return [os.fspath(path)]
    return list(path)


class _Lines:
    """The lines of a process, with a time to wait for each."""

    def __init__(self, process: subprocess.Popen[bytes], name: str) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._input, self._output, self._name = process.stdin, process.stdout, name
        self._process = process
        self._rest = b""
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)

    def send(self, line: str) -> None:
        try:
            self._input.write(line.encode() + b"\n")
        except (OSError, ValueError) as error:  # ValueError: closed meanwhile
            raise self._gone() from error

    def next(self, deadline: float | None) -> str:
        while b"\n" not in self._rest:
            left = None if deadline is None else max(0, int((deadline - time.monotonic()) * 1000))
            if not self._poll.poll(left):
                raise errors.EngineTimeout(f"{self._name} does not answer")
            try:
                read = os.read(self._output.fileno(), 1 << 16)
            except (OSError, ValueError) as error:
                raise self._gone() from error
            if not read:
                raise self._gone()
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _gone(self) -> errors.EngineFailed:
        try:
            code = self._process.wait(_LAST_WORDS)
        except subprocess.TimeoutExpired:
            return errors.EngineFailed(f"{self._name} speaks no more")
        return errors.EngineFailed(f"{self._name} has ended" + (f", with code {code}" if code else ""))


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Ends the process: by its leave, else without. A fork of its owner leaves it alone."""
    if os.getpid() != owner:
        return
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(b"quit\n")
    except (OSError, ValueError):
        pass  # it has ended already
    try:
        process.wait(_LAST_WORDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdin.close()
    process.stdout.close()
