"""Positions as callers have them: a FEN, or a board of python-chess."""
from __future__ import annotations

from typing import Protocol, Sequence, Union

from .errors import InvalidArgument


class BoardLike(Protocol):
    """What is asked of a board. Those of python-chess have it: bit 0 of a set of squares is a1, bit 7 h1, bit 63 h8."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    turn: bool  # True: White moves
    castling_rights: int
    halfmove_clock: int

    @property
    def occupied_co(self) -> Sequence[int]:
        """The squares of Black and of White, in this order."""

    @property
    def ep_square(self) -> int | None:
        """The square behind a pawn that has just gone two steps."""

    def fen(self) -> str:
        """The position as a FEN."""


Position = Union[str, BoardLike]


def text_of(position: Position, game: str) -> bytes:
    """The FEN of a position, for the C libraries."""
    if not isinstance(position, str):
        require_game(position, game)
        position = position.fen()
    return bytes_of(position)


def bytes_of(text: str) -> bytes:
    """A FEN or a move for C, where it would end at a zero byte."""
    if "\0" in text:
        raise InvalidArgument("illegal FEN: a zero byte")
    return text.encode("utf-8", "surrogatepass")


def require_game(board: BoardLike, game: str) -> None:
    """Boards of python-chess's variants look like those of chess, and say what they are of."""
    if not hasattr(board, "fen"):
        raise TypeError(f"position: expected a FEN or a board, not {type(board).__name__}")
    variant = getattr(board, "uci_variant", None) or "chess"
    if variant != game:
        raise InvalidArgument(f"a board of {variant}, where the game is {game}")


def write_men(board: BoardLike, men: bytearray) -> int:
    """Writes the men of a board into `men` as bookends_tables_man. It has room for 64. Returns how many they are."""
    white = board.occupied_co[True]
    at = 0
    for upper, squares in (
        (b"P"[0], board.pawns),
        (b"N"[0], board.knights),
        (b"B"[0], board.bishops),
        (b"R"[0], board.rooks),
        (b"Q"[0], board.queens),
        (b"K"[0], board.kings),
    ):
        while squares:
            lowest = squares & -squares
            squares ^= lowest
            men[at] = upper if white & lowest else upper | 0x20
            men[at + 1] = lowest.bit_length() - 1
            at += 2
    return at // 2
