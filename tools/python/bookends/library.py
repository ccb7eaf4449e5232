"""Finds the shared libraries, and says their structures and functions as the C headers do."""
from __future__ import annotations

import ctypes
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Callable, Iterator, Self, Type

from .errors import Closed, InvalidArgument, LibraryMissing, Unsupported

# The names that the loader of the system knows, and the first version of each that has all that is called here.
SONAMES = {"tables": "libbookends_tables.so.2", "book": "libbookends_book.so.0"}
NEEDED = {"tables": 6, "book": 5}

ERROR_SIZE = 512
FEN_SIZE = 128  # BOOKENDS_BOOK_FEN_SIZE


class Options(ctypes.Structure):
    """bookends_tables_options."""

    _fields_ = [("cache_bytes", ctypes.c_uint64), ("no_mmap", ctypes.c_int32)]


class TablesValue(ctypes.Structure):
    """bookends_tables_value."""

    _fields_ = [(name, ctypes.c_int32) for name in ("wdl", "plies", "category", "dtz", "dtz_rounded")]


class TablesMove(ctypes.Structure):
    """bookends_tables_move."""

    _fields_ = [
        ("uci", ctypes.c_char * 8),
        ("san", ctypes.c_char * 16),
        ("known", ctypes.c_int32),
        ("value", TablesValue),
    ]


class BookEntry(ctypes.Structure):
    """bookends_book_entry."""

    _fields_ = [
        ("key", ctypes.c_uint64),
        ("score", ctypes.c_int32),
        ("move_index", ctypes.c_uint16),
        ("depth", ctypes.c_uint8),
        ("proof", ctypes.c_uint8),
        ("from_table", ctypes.c_uint8),
        ("manual", ctypes.c_uint8),
        ("move", ctypes.c_char * 6),
    ]


class BookMove(ctypes.Structure):
    """bookends_book_move."""

    _fields_ = [
        ("uci", ctypes.c_char * 8),
        ("san", ctypes.c_char * 16),
        ("score", ctypes.c_int32),
        *((name, ctypes.c_uint32) for name in ("games", "wins", "draws", "losses", "rated", "learned")),
        *((name, ctypes.c_uint16) for name in ("rating", "year", "weight")),
        *((name, ctypes.c_uint8) for name in ("depth", "proof", "has_score", "is_own")),
    ]


class BookClaim(ctypes.Structure):
    """bookends_book_claim."""

    _fields_ = [
        ("records", ctypes.c_uint64),
        *((name, ctypes.c_int32) for name in ("attacker", "aim", "plies", "table_men")),
    ]


class BookProvedMove(ctypes.Structure):
    """bookends_book_proved_move."""

    _fields_ = [
        ("uci", ctypes.c_char * 8),
        ("san", ctypes.c_char * 16),
        ("out_uci", ctypes.c_char * 8),
        ("out_san", ctypes.c_char * 16),
        ("plies", ctypes.c_int32),
        ("by", ctypes.c_uint8),
        ("is_own", ctypes.c_uint8),
    ]


_HANDLE = ctypes.c_void_p
_TEXT, _SIZE, _INT, _ANY = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_void_p

# Result and arguments. Pointers to structures are void pointers, since byref() is then taken as it is.
SIGNATURES: dict[str, dict[str, tuple[Any, list[Any]]]] = {
    "tables": {
        "version": (_INT, []),
        "status_text": (_TEXT, [_INT]),
        "open": (_INT, [_TEXT, _ANY, _ANY, _TEXT, _SIZE]),
        "close": (None, [_HANDLE]),
        "game": (_TEXT, [_HANDLE]),
        "max_men": (_INT, [_HANDLE]),
        "probe_fen": (_INT, [_HANDLE, _TEXT, _INT, _ANY, _TEXT, _SIZE]),
        "probe_after": (_INT, [_HANDLE, _TEXT, _TEXT, _INT, _ANY, _TEXT, _SIZE]),
        "probe_men": (_INT, [_HANDLE, _ANY, _SIZE, _INT, _INT, _ANY]),
        "root_moves": (_INT, [_HANDLE, _TEXT, _ANY, _SIZE, _ANY, _TEXT, _SIZE]),
    },
    "book": {
        "api_version": (_INT, []),
        "status_text": (_TEXT, [_INT]),
        "open": (_INT, [_TEXT, _ANY, _TEXT, _SIZE]),
        "close": (None, [_HANDLE]),
        "positions": (ctypes.c_uint64, [_HANDLE]),
        "game": (_TEXT, [_HANDLE]),
        "side_of": (_INT, [_HANDLE]),
        "start_count": (_SIZE, [_HANDLE]),
        "start": (_TEXT, [_HANDLE, _SIZE]),
        "key": (_INT, [_HANDLE, _TEXT, _ANY]),
        "probe_fen": (_INT, [_HANDLE, _TEXT, _ANY]),
        "moves": (_INT, [_HANDLE, _TEXT, _ANY, _SIZE, _ANY]),
        "after": (_INT, [_HANDLE, _TEXT, _TEXT, _TEXT, _SIZE]),
        "explain": (_INT, [_HANDLE, _TEXT, _TEXT, _TEXT, _SIZE]),
        "remark": (_TEXT, [_HANDLE, ctypes.c_uint64]),
        "certificate_open": (_INT, [_TEXT, _ANY, _TEXT, _SIZE]),
        "certificate_close": (None, [_HANDLE]),
        "certificate_game": (_TEXT, [_HANDLE]),
        "certificate_start": (_TEXT, [_HANDLE]),
        "certificate_claim": (_INT, [_HANDLE, _ANY]),
        "certificate_probe": (_INT, [_HANDLE, _TEXT, _ANY, _ANY, _SIZE, _ANY, _TEXT, _SIZE]),
    },
}


def installed_prefix() -> Path | None:
    """The prefix that the package is installed in, as lib/python3/dist-packages/bookends; None where it is not."""
    here = Path(__file__).resolve()
    return here.parents[4] if here.parts[-5:-2] == ("lib", "python3", "dist-packages") else None


def _places(part: str) -> Iterator[str]:
    """Where a library may be, the likeliest first: the folders of BOOKENDS_LIBRARIES, this one, those of
    the prefix it is installed in, the system's."""
    name = f"libbookends_{part}.so"
    folders = [folder for folder in os.environ.get("BOOKENDS_LIBRARIES", "").split(os.pathsep) if folder]
    prefix = installed_prefix()
    installed = [] if prefix is None else [prefix / "lib", *(prefix / "lib").glob("*-linux-gnu*")]
    for folder in [*folders, str(Path(__file__).resolve().parent), *map(str, installed)]:
        path = Path(folder) / name
        if path.exists():
            yield str(path.resolve())
    yield SONAMES[part]
    yield name


class Library:
    """One of the two libraries, loaded. Its functions are attributes without the prefix: bookends_tables_open is open.

    Loading again what is loaded costs little: so every Tables and Book has one of its own, and nothing is global."""

    def __init__(self, part: str) -> None:
        self._library = self._load(part)
        self._prefix = f"bookends_{part}_"
        for name, (result, arguments) in SIGNATURES[part].items():
            function = getattr(self._library, self._prefix + name, None)
            if function is None:
                raise Unsupported(f"{self._library._name} has no {self._prefix}{name}: it is of an older version")
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)
        version = int(getattr(self, "version" if part == "tables" else "api_version")())
        if version < NEEDED[part]:
            raise Unsupported(f"{self._library._name} is of version {version}; at least {NEEDED[part]} is needed")

    @staticmethod
    def _load(part: str) -> ctypes.CDLL:
        complaint = ""
        for place in _places(part):
            try:
                return ctypes.CDLL(place)
            except OSError as error:
                complaint = complaint or str(error)
        raise LibraryMissing(
            f"libbookends_{part} is neither in a folder of BOOKENDS_LIBRARIES, nor beside the package, nor where the "
            f"system looks: {complaint}"
        )

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(name)  # asked only for what __init__ did not set; and so mypy knows what the others are


def whole_path(path: str | os.PathLike[str]) -> str:
    """A path that another folder changes nothing of."""
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise TypeError(f"path: expected a str or a PathLike of one, not {type(path).__name__}")
    return os.path.abspath(name)


def path_of(path: str) -> bytes:
    """A path for C, where it would end at a zero byte."""
    if "\0" in path:
        raise InvalidArgument(f"no path: {path!r}")
    return os.fsencode(path)


class Handle(ctypes.c_void_p):
    """What open has made. It is closed when nobody holds it any more: not while a call of another thread runs."""

    close: Callable[..., Any] | None = None

    def __del__(self) -> None:
        if self.close is not None and self.value:
            self.close(self)


class Opened:
    """What is open until close(), and closes itself at the end of a `with`."""

    _what: str  # for who asks it when it is closed
    _handle: Handle | None

    def close(self) -> None:
        """Asking fails from now on. Closing again does nothing."""
        self._handle = None

    def _opened(self) -> Handle:
        if (handle := self._handle) is None:
            raise Closed(f"{self._what} closed")
        return handle

    def __enter__(self) -> Self:
        self._opened()
        return self

    def __exit__(
        self, kind: Type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
