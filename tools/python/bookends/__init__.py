"""Opening books and endgame tablebases of Bookends: asked in this process, and played from by its engine."""
from .book import Book, BookEntry, BookMove, BookPosition, Proof, Side
from .certificate import Aim, Certificate, ProvedBy, ProvedMove, ProvedPosition
from .engine import Engine
from .errors import (
    Closed,
    Corrupt,
    EngineFailed,
    EngineTimeout,
    Error,
    InputOutput,
    InvalidArgument,
    LibraryMissing,
    NoMatch,
    NoMove,
    NotCovered,
    NotFound,
    OutOfMemory,
    Unsupported,
)
from .positions import BoardLike, Position
from .tables import Category, Metric, TableMove, Tables, Value
from .uci import EngineMove, Score, Source

__version__ = "0.2.0"

__all__ = [
    "Aim",
    "BoardLike",
    "Book",
    "BookEntry",
    "BookMove",
    "BookPosition",
    "Category",
    "Certificate",
    "Closed",
    "Corrupt",
    "Engine",
    "EngineFailed",
    "EngineMove",
    "EngineTimeout",
    "Error",
    "InputOutput",
    "InvalidArgument",
    "LibraryMissing",
    "Metric",
    "NoMatch",
    "NoMove",
    "NotCovered",
    "NotFound",
    "OutOfMemory",
    "Position",
    "Proof",
    "ProvedBy",
    "ProvedMove",
    "ProvedPosition",
    "Score",
    "Side",
    "Source",
    "TableMove",
    "Tables",
    "Unsupported",
    "Value",
]
