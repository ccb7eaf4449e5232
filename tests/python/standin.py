"""A stand-in for the ChessMaker framework with the 5x5 game of its tournaments: the interface that it documents.

Pawns remember their last move as the framework's do, unless the board is made without `memory`. White stands below,
unless it is `flipped`."""
import itertools
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

SIZE = 5
SETUPS = {
    "start0": ["nqkbr", "ppppp", ".....", "PPPPP", "RBKQN"],
    "start1": ["rqknb", "ppppp", ".....", "PPPPP", "BNKQR"],
}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]


class Position(NamedTuple):
    x: int
    y: int

    def offset(self, x, y):
        return Position(self.x + x, self.y + y)


@dataclass(frozen=True)
class Player:
    name: str = ""


@dataclass
class MoveOption:
    position: Position
    captures: set = field(default_factory=set)
    extra: dict = field(default_factory=dict)


class Piece:
    name = ""
    slides: list = []
    leaps: list = []

    def __init__(self, player):
        self.player = player
        self.board: Any = None

    @property
    def position(self):
        return next(place for place, piece in self.board.places.items() if piece is self)

    def reached(self, here):
        """The options, whether or not they leave the king in check."""
        for directions, most in ((self.leaps, 1), (self.slides, SIZE)):
            for dx, dy in directions:
                place = here
                for _ in range(most):
                    place = place.offset(dx, dy)
                    other = self.board.places.get(place)
                    if not on_board(place) or (other is not None and other.player == self.player):
                        break
                    yield MoveOption(place, {place} if other is not None else set())
                    if other is not None:
                        break

    def get_move_options(self):
        here = self.position
        return [option for option in self.reached(here) if not self.board.leaves_in_check(here, option)]

    def move(self, option):
        self.board.carry_out(self.position, option)
        self.board.current_player = next(self.board.turn_iterator)

    def clone(self):
        return type(self)(self.player)


class Knight(Piece):
    name, leaps = "Knight", LEAPS


class Bishop(Piece):
    name, slides = "Bishop", DIAGONAL


class Right(Piece):
    name, slides, leaps = "Right", STRAIGHT, LEAPS


class Queen(Piece):
    name, slides = "Queen", STRAIGHT + DIAGONAL


class King(Piece):
    name, leaps = "King", STRAIGHT + DIAGONAL


class Pawn(Piece):
    name = "Pawn"

    @property
    def forward(self):
        return -1 if (self.player.name == "white") != self.board.flipped else 1

    def reached(self, here):
        ends = here.y + self.forward in (0, SIZE - 1)
        for place, captures in self.steps(here):
            yield MoveOption(place, captures, {"promote": "Queen"} if ends else {})

    def steps(self, here):
        one, two = here.offset(0, self.forward), here.offset(0, 2 * self.forward)
        if one not in self.board.places:
            yield one, set()
            if here.y == (SIZE - 2 if self.forward < 0 else 1) and two not in self.board.places:
                yield two, set()
        for place in (one.offset(-1, 0), one.offset(1, 0)):
            other = self.board.places.get(place)
            if other is not None and other.player != self.player:
                yield place, {place}
            elif on_board(place) and place == self.board.passed:
                passing = self.board.places.get(place.offset(0, -self.forward))
                if passing is not None and passing.player != self.player:
                    yield place, {passing.position}


class Board:
    def __init__(self, rows=(), memory=True, flipped=False):
        self.players = [Player("white"), Player("black")]
        self.turn_iterator = itertools.cycle(self.players)
        self.current_player = next(self.turn_iterator)
        self.size = (SIZE, SIZE)
        self.places = {}
        self.passed = None  # by the double step of the last move
        self.memory, self.flipped = memory, flipped
        kinds = {"N": Knight, **{kind.name[0]: kind for kind in (Bishop, Right, Queen, King, Pawn)}}
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter != ".":
                    self.put(Position(x, y), kinds[letter.upper()](self.players[0 if letter.isupper() else 1]))

    def put(self, place, piece):
        self.places[place] = piece
        piece.board = self
        if self.memory and piece.name == "Pawn":
            piece._last_position, piece._moved_turns_ago = None, -1
            piece._direction = SimpleNamespace(value=piece.forward)

    def get_pieces(self):
        return list(self.places.values())

    def get_player_pieces(self, player):
        return [piece for piece in self.places.values() if piece.player == player]

    def clone(self):
        other = Board(memory=self.memory, flipped=self.flipped)
        other.players, other.passed, other.current_player = self.players, self.passed, self.current_player
        later = [player for player in self.players if player != self.current_player] + [self.current_player]
        other.turn_iterator = itertools.cycle(later)
        for place, piece in self.places.items():
            copied = piece.clone()
            other.put(place, copied)
            if self.memory and piece.name == "Pawn":
                copied._last_position, copied._moved_turns_ago = piece._last_position, piece._moved_turns_ago
        return other

    def carry_out(self, origin, option):
        piece = self.places.pop(origin)
        for place in option.captures:
            del self.places[place]
        self.places[option.position] = piece
        for pawn in self.places.values():
            if self.memory and pawn.name == "Pawn" and pawn._moved_turns_ago >= 0:
                pawn._moved_turns_ago += 1
        self.passed = None
        if piece.name != "Pawn":
            return
        if self.memory:
            piece._last_position, piece._moved_turns_ago = origin, 1
        if abs(option.position.y - origin.y) == 2:
            self.passed = origin.offset(0, piece.forward)
        if "promote" in option.extra:
            del self.places[option.position]
            self.put(option.position, Queen(piece.player))

    def leaves_in_check(self, origin, option):
        later = self.clone()
        player = self.places[origin].player
        later.carry_out(origin, option)
        return later.in_check(player)

    def in_check(self, player):
        kings = {place for place, piece in self.places.items() if piece.name == "King" and piece.player == player}
        return any(
            option.position in kings
            for place, piece in list(self.places.items())
            if piece.player != player
            for option in piece.reached(place)
        )


def on_board(place):
    return 0 <= place.x < SIZE and 0 <= place.y < SIZE


def legal_moves(board):
    return [(piece, o) for piece in board.get_player_pieces(board.current_player) for o in piece.get_move_options()]


class Referee:
    """Says when a game is over, as the tournament's rules do."""

    def __init__(self):
        self.seen = {}

    def result(self, board):
        men = frozenset((place, piece.name, piece.player.name) for place, piece in board.places.items())
        key = (men, board.current_player.name)
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] == 5 or len(board.places) == 2:
            return "draw"
        return None if legal_moves(board) else f"{board.current_player.name} loses"


def play(white, black, board, seconds):
    """A game between two agents, each asked with a copy of the board. Returns its result and its moves."""
    referee, moves, ply = Referee(), [], 0
    while (result := referee.result(board)) is None:
        copy = board.clone()
        piece, option = (white if ply % 2 == 0 else black)(copy, copy.current_player, [ply, seconds])
        assert piece.board is copy
        moves.append((piece.position, option.position))
        [own] = [p for p in board.get_pieces() if p.position == piece.position]
        [same] = [o for o in own.get_move_options() if o == option]
        own.move(same)
        ply += 1
    return result, moves
