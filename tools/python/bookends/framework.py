"""Boards of the ChessMaker framework, seen as positions of `fragments`.

They are asked by what their classes document, and the framework is not imported. File a is x = 0; White is the player
of that name, else the one who moves first; rank 1 is where White's pawns come from."""
from __future__ import annotations

from typing import Any, Iterable, Protocol

from .errors import NoMatch

SIZE = 5
EMPTY = "."
_LETTERS = {"pawn": "P", "knight": "N", "bishop": "B", "right": "R", "queen": "Q", "king": "K"}


class Place(Protocol):
    """A place on the board; y grows downwards."""

    @property
    def x(self) -> int:
        """The column."""

    @property
    def y(self) -> int:
        """The row."""


class Player(Protocol):
    """A side."""

    @property
    def name(self) -> str:
        """white or black."""


class MoveOption(Protocol):
    """A move of a piece."""

    @property
    def position(self) -> Any:
        """Where it leads, a Place."""

    @property
    def captures(self) -> Any:
        """Where it captures, some Places."""

    @property
    def extra(self) -> Any:
        """What is special about it: {"promote": "Queen"}."""


class Piece(Protocol):
    """A piece on a board."""

    @property
    def name(self) -> Any:
        """Pawn, Right, and so on."""

    @property
    def player(self) -> Any:
        """Whose it is, a Player."""

    @property
    def position(self) -> Any:
        """Where it stands, a Place."""

    def get_move_options(self) -> Iterable[Any]:
        """Its legal moves, MoveOptions."""


class Board(Protocol):
    """A board of the framework."""

    @property
    def players(self) -> Any:
        """The Players, who moves first first."""

    def get_pieces(self) -> Iterable[Any]:
        """All pieces on it, Pieces."""


class View:
    """A board as squares of the game, seen for the player who moves. Square 0 is a1, 4 is e1, 24 is e5."""

    def __init__(self, board: Board, player: Player) -> None:
        self.pieces: dict[int, Piece] = {}
        self._players: list[Player] = list(board.players)
        self.white_to_move = self._is_white(player)
        pieces: list[Piece] = list(board.get_pieces())
        self._flipped = self._white_comes_from_above(pieces)
        self.men = [EMPTY] * (SIZE * SIZE)
        for piece in pieces:
            square = self.square_of(piece.position)
            letter = _LETTERS.get(str(piece.name).lower())
            if letter is None:
                raise NoMatch(f"there is no {piece.name} in fragments (on {name_of(square)})")
            self.men[square] = letter if self._is_white(piece.player) else letter.lower()
            self.pieces[square] = piece

    def fen(self) -> str:
        """The position, as of a new game."""
        ranks = []
        for rank in range(SIZE - 1, -1, -1):
            text = "".join(self.men[rank * SIZE : (rank + 1) * SIZE])
            for run in range(SIZE, 0, -1):
                text = text.replace(EMPTY * run, str(run))
            ranks.append(text)
        passed = self.en_passant_square()
        turn, behind = "w" if self.white_to_move else "b", "-" if passed is None else name_of(passed)
        return f"{'/'.join(ranks)} {turn} - {behind} 0 1"

    def square_of(self, position: Place) -> int:
        """The square of a place on the board."""
        if not (0 <= position.x < SIZE and 0 <= position.y < SIZE):
            raise NoMatch(f"no square of a 5x5 board: x {position.x}, y {position.y}")
        return (position.y if self._flipped else SIZE - 1 - position.y) * SIZE + position.x

    def en_passant_square(self) -> int | None:
        """What the last double step of a pawn passed, if a pawn may stand ready to capture it there."""
        forward = SIZE if self.white_to_move else -SIZE
        rank = 1 if self.white_to_move else SIZE - 2  # of the pawns that may capture: enemies pass the next one
        for file in range(SIZE):
            here = rank * SIZE + file
            if self.men[here] != ("p" if self.white_to_move else "P"):
                continue
            passed, origin = here + forward, here + 2 * forward
            free = self.men[passed] == self.men[origin] == EMPTY
            if free and self._has_just_come(self.pieces[here], origin, passed):
                return passed
        return None

    def options(self, move: str) -> list[tuple[Piece, MoveOption]]:
        """The pieces and options that are this move (UCI notation): one, if the board knows the rules."""
        origin, target = square_named(move[:2]), square_named(move[2:4])
        piece = self.pieces.get(origin)
        if piece is None or self.men[origin].isupper() != self.white_to_move:
            return []
        captured = self._captured(origin, target)
        return [
            (piece, option)
            for option in piece.get_move_options()
            if self.square_of(option.position) == target
            and {self.square_of(place) for place in option.captures or ()} == captured
            and _promotion(option) == move[4:]
        ]

    def moves_of(self, piece: Piece) -> list[tuple[str, MoveOption]]:
        """The options of a piece, with their names in UCI notation."""
        origin = name_of(self.square_of(piece.position))
        return [
            (origin + name_of(self.square_of(option.position)) + _promotion(option), option)
            for option in piece.get_move_options()
        ]

    def _captured(self, origin: int, target: int) -> set[int]:
        if self.men[target] != EMPTY:
            return {target}
        if self.men[origin] in "Pp" and (target - origin) % SIZE != 0:
            return {target - SIZE if self.white_to_move else target + SIZE}
        return set()

    def _has_just_come(self, pawn: Piece, origin: int, passed: int) -> bool:
        """By what the pawn remembers; where it does not, by what the others' pawns may do."""
        if hasattr(pawn, "_last_position") and hasattr(pawn, "_moved_turns_ago"):
            last: Place | None = pawn._last_position
            return last is not None and self.square_of(last) == origin and int(pawn._moved_turns_ago) in (0, 1)
        here = self.square_of(pawn.position)
        mine = "P" if self.white_to_move else "p"
        neighbours = [s for s in (here - 1, here + 1) if s // SIZE == here // SIZE and self.men[s] == mine]
        targets = (self.square_of(option.position) for s in neighbours for option in self.pieces[s].get_move_options())
        return passed in targets

    def _white_comes_from_above(self, pieces: Iterable[Piece]) -> bool:
        """Whether White's pawns go towards larger y: by what they know, else by what they can do, else not."""
        for piece in pieces:
            if str(piece.name).lower() != "pawn":
                continue
            direction = getattr(getattr(piece, "_direction", None), "value", None)
            steps = [direction] if direction else [o.position.y - piece.position.y for o in piece.get_move_options()]
            if steps:
                return (int(steps[0]) > 0) == self._is_white(piece.player)
        return False

    def _is_white(self, player: Player) -> bool:
        name = str(player.name).lower()
        if name in ("white", "black"):
            return name == "white"
        if player not in self._players:
            raise NoMatch(f"no player of this board: {player!r}")
        return bool(player == self._players[0])


def name_of(square: int) -> str:
    """The name of a square: "a1" is 0."""
    return "abcde"[square % SIZE] + str(square // SIZE + 1)


def square_named(name: str) -> int:
    """The square of a name."""
    if len(name) != 2 or name[0] not in "abcde" or name[1] not in "12345":
        raise NoMatch(f"no square of a 5x5 board: {name!r}")
    return (int(name[1]) - 1) * SIZE + "abcde".index(name[0])


def _promotion(option: MoveOption) -> str:
    """The letter of what a pawn becomes, as in UCI notation."""
    name = (option.extra or {}).get("promote")
    if name is None:
        return ""
    return _LETTERS.get(str(name).lower(), "?").lower()
