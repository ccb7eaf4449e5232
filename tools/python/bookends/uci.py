"""What UCI engines say on their way to a move, as values."""
from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from . import errors


class Source(enum.Enum):
    """Where a move came from. Other engines than our own do not say: theirs are from a search."""

    BOOK = "book"
    TABLEBASE = "tablebase"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Score:
    """For the side to move: centipawns, or moves to mate (negative: it is mated). One of the two is None."""

    cp: int | None = None
    mate: int | None = None


@dataclass(frozen=True, slots=True)
class EngineMove:
    """What an engine plays, and why."""

    move: str  # in UCI notation
    ponder: str | None  # the reply that it expects
    score: Score | None
    depth: int | None  # plies
    pv: tuple[str, ...]
    source: Source


_SOURCE = re.compile(rf"info string ({'|'.join(source.value for source in Source)}): (.*)")
_REFUSED = re.compile(r"no position, the last one was refused: (.*)")  # as our agent says it


class Thoughts:
    """What an engine says on its way to a move."""

    def __init__(self) -> None:
        self._score: Score | None = None
        self._depth: int | None = None
        self._pv: tuple[str, ...] = ()
        self._source = Source.SEARCH
        self._said = ""
        self._unscored = False  # a book's move without a score: what follows is a glance of the search

    def hear(self, line: str) -> None:
        """Takes a line that is no bestmove."""
        if line.startswith("info string "):
            self._said = line[12:]
            if found := _SOURCE.match(line):
                self._hear_source(Source(found[1]), found[2])
        elif self._unscored:
            return
        elif line.startswith("info ") and " score " in line and not re.search(r" (lower|upper)bound\b", line):
            if (rank := re.search(r" multipv (\d+)", line)) and rank[1] != "1":
                return
            self._score = _score_in(line)
            depth = re.search(r" depth (\d+)", line)
            self._depth = int(depth[1]) if depth else None
            self._pv = tuple(line.partition(" pv ")[2].split())

    def _hear_source(self, source: Source, text: str) -> None:
        self._source = source
        self._unscored = source is Source.BOOK and " without a score" in text
        if self._unscored:
            self._score, self._depth, self._pv = None, None, (text.split()[0],)

    def conclude(self, words: list[str]) -> EngineMove:
        """Takes the words of the bestmove. Raises InvalidArgument where the position was refused, NoMove where the
        game is over."""
        move = words[1] if len(words) > 1 else "0000"
        if move in ("0000", "(none)"):
            if refused := _REFUSED.match(self._said):
                raise errors.InvalidArgument(refused[1])
            raise errors.NoMove("the engine has no move" + (f"; it said: {self._said}" if self._said else ""))
        ponder = words[3] if len(words) > 3 and words[2] == "ponder" else None
        return EngineMove(move, ponder, self._score, self._depth, self._pv, self._source)


def _score_in(text: str) -> Score | None:
    if found := re.search(r"\b(cp|mate) (-?\d+)", text):
        return Score(cp=int(found[2])) if found[1] == "cp" else Score(mate=int(found[2]))
    return None
