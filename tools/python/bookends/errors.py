"""What can go wrong, as exceptions. All of them are a bookends.Error."""
from __future__ import annotations


class Error(Exception):
    """Anything that this package refuses or fails to do."""


class NotFound(Error, LookupError):
    """No such file, or neither a table nor an entry of the position."""


class NotCovered(Error, LookupError):
    """A position that no table can know: castling rights, or a running count on whose course it depends."""


class InvalidArgument(Error, ValueError):
    """A FEN that is wrong, a position or move that is not legal, a board of another game; also where it is our own
    engine that refuses it."""


class Corrupt(Error):
    """A file whose bytes contradict its checksums."""


class Unsupported(Error):
    """A file of another game, other rules or another format version; a library or engine that is too old."""


class InputOutput(Error):
    """The operating system refused to read."""


class OutOfMemory(Error, MemoryError):
    """The memory does not suffice."""


class Closed(Error, ValueError):
    """Something was asked of what is closed."""


class LibraryMissing(Error, ImportError):
    """The shared library is nowhere to be found."""


class EngineFailed(Error):
    """The engine ended, or does not speak as UCI wants it."""


class EngineTimeout(EngineFailed, TimeoutError):
    """The engine did not answer in time."""


class NoMove(EngineFailed):
    """The engine has no move: the game is over, or the engine of others takes it so."""


class NoMatch(Error, LookupError):
    """A board has no piece or no move option for what the engine wants to play, or a piece of another game."""
