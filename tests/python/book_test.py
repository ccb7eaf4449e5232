import os
import pickle
import struct
import unittest
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import bookends
from bookends import Book, Proof, Side
from support import MATE_IN_3, START0, START1, Files, bookends as program

FILES = Files()
tearDownModule = FILES.remove


class Opening(unittest.TestCase):
    def test_says_what_it_is(self):
        with Book(FILES.book()) as book:
            self.assertEqual((book.game, book.side, book.starts), ("fragments", Side.BOTH, (START1, START0)))
            self.assertGreaterEqual(len(book), 60)
            self.assertIn(f"fragments, {len(book)} positions", repr(book))
            self.assertTrue(book)

    def test_says_whose_it_is(self):
        path = FILES / "white.book"
        words = ["--side", "white", "--positions", 12, "--nodes", 100, "--out", path, "--quiet"]
        program("book", "build", "fragments", *words)
        self.assertEqual(Book(path).side, Side.WHITE)

    def test_may_be_polyglots(self):
        start, key = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463B96181691FC9C
        e2e4, d2d4 = 4 | 3 << 3 | 4 << 6 | 1 << 9, 3 | 3 << 3 | 3 << 6 | 1 << 9
        path = FILES / "a.bin"
        path.write_bytes(struct.pack(">QHHIQHHI", key, e2e4, 3, 0, key, d2d4, 1, 7))
        with Book(path) as book:
            self.assertEqual((book.game, book.side, book.starts, len(book)), ("chess", Side.BOTH, (start,), 1))
            entry = book.probe(start)
            self.assertEqual((entry.move, entry.score, entry.key), ("e2e4", None, key))
            moves = [(move.uci, move.is_own, move.score, move.weight, move.learned) for move in book.moves(start)]
            self.assertEqual(moves, [("e2e4", True, None, 3, 0), ("d2d4", False, None, 1, 7)])
            self.assertEqual([position.fen for position in book], [start])
        path.write_bytes(b"\0" * 15)
        with self.assertRaisesRegex(bookends.Corrupt, "a.bin: neither a book nor a Polyglot book"):
            Book(path)

    def test_of_nothing_or_damaged_is_refused(self):
        with self.assertRaisesRegex(bookends.NotFound, "nowhere"):
            Book(FILES / "nowhere")
        with self.assertRaises(bookends.InvalidArgument):
            Book(f"{FILES.book()}\0")
        damaged = FILES / "damaged.book"
        whole = bytearray(FILES.book().read_bytes())
        whole[len(whole) // 2] ^= 1
        damaged.write_bytes(whole)
        with self.assertRaisesRegex(bookends.Corrupt, "damaged.book"):
            Book(damaged)

    def test_of_an_odd_type_is_refused(self):
        for path in (None, 5, b"a.book"):
            with self.assertRaisesRegex(TypeError, f"path: expected .*, not {type(path).__name__}"):
                Book(path)
        with Book(FILES.book()) as book:
            for position in (None, 5, START1.encode()):
                for ask in (book.probe, book.moves, book.key):
                    with self.assertRaisesRegex(TypeError, f"position: .*, not {type(position).__name__}"):
                        ask(position)
            with self.assertRaisesRegex(TypeError, "move: expected a str, not NoneType"):
                book.after(START1, None)

    def test_closed_refuses(self):
        book = Book(FILES.book())
        book.close()
        book.close()
        for ask in (book.probe, book.moves, book.key, lambda fen: book.after(fen, "d2d3"), lambda _: next(iter(book))):
            with self.assertRaises(bookends.Closed):
                ask(START1)
        with self.assertRaises(bookends.Closed):
            book.__enter__()
        self.assertIn("closed", repr(book))


class Asking(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.book = Book(FILES.book())

    def test_names_its_move(self):
        entry = self.book.probe(START1)
        self.assertEqual(entry.key, self.book.key(START1))
        self.assertRegex(entry.move, "^[a-e][1-5][a-e][1-5]$")
        self.assertIsNotNone(entry.score)
        self.assertEqual((entry.proof, entry.from_table, entry.manual), (Proof.UNPROVED, False, False))
        self.assertIsNone(entry.remark)
        self.assertIsNone(self.book.probe(MATE_IN_3))

    def test_says_what_is_wrong_with_a_position(self):
        for ask in (self.book.probe, self.book.moves, self.book.key):
            with self.assertRaisesRegex(bookends.InvalidArgument, "FEN.*king"):
                ask("5/5/5/5/K4 w - - 0 1")
        with self.assertRaisesRegex(bookends.InvalidArgument, "a1a5"):
            self.book.after(START1, "a1a5")

    def test_names_a_persons_move_and_remark(self):
        path = FILES / "set.book"
        words = ["--at", "start1", "--move", "c2c3", "--score", 7, "--remark", "grün", "--out", path]
        program("book", "set", FILES.book(), *words)
        entry = Book(path).probe(START1)
        self.assertEqual((entry.move, entry.manual, entry.remark), ("c2c3", True, "grün"))

    def test_lists_its_moves(self):
        moves, entry = self.book.moves(START1), self.book.probe(START1)
        self.assertEqual((moves[0].uci, moves[0].is_own, moves[0].score), (entry.move, True, entry.score))
        self.assertGreater(len(moves), 1)
        self.assertEqual({move.is_own for move in moves[1:]}, {False})
        scores = [move.score for move in moves[1:] if move.score is not None]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual({move.games for move in moves}, {0})
        self.assertEqual(self.book.moves(MATE_IN_3), [])

    def test_knows_games(self):
        games, path = FILES / "games.pgn", FILES / "games.book"
        games.write_text('[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' * 3)
        program("book", "import", "chess", games, "--out", path, "--min-games", 1)
        book = Book(path)
        [move] = book.moves(book.starts[0])
        self.assertEqual((move.uci, move.san, move.games), ("e2e4", "e4", 3))
        self.assertEqual((move.wins, move.draws, move.losses), (3, 0, 0))

    def test_plays_moves(self):
        after = self.book.after(START1, "d2d3")
        self.assertEqual(after, "rqknb/ppppp/3P1/PPP1P/BNKQR b - - 0 1")
        self.assertEqual(self.book.after("4k/5/5/1p3/N3K b - - 0 3", "b2a1q"), "4k/5/5/5/q3K w - - 0 4")
        for fen, move in ((START1, "a1a5"), (START1, "x"), (START1, "d2d3\0"), ("x", "d2d3")):
            with self.assertRaises(bookends.InvalidArgument):
                self.book.after(fen, move)

    def test_refuses_what_is_no_position(self):
        for ask in (self.book.probe, self.book.moves, self.book.key):
            for bad in ("", "x", START1 + "\0", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"):
                with self.assertRaises(bookends.InvalidArgument):
                    ask(bad)


class Walking(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.book = Book(FILES.book())

    def test_meets_every_position_once(self):
        for depth_first in (False, True):
            met = list(self.book.positions(depth_first))
            self.assertEqual(len(met), len(self.book))
            self.assertEqual(len({position.entry.key for position in met}), len(met))

    def test_says_how_it_came_there(self):
        for depth_first in (False, True):
            for position in self.book.positions(depth_first):
                fen = position.start
                self.assertIn(fen, self.book.starts)
                for move in position.line:
                    fen = self.book.after(fen, move)
                self.assertEqual(fen, position.fen)
                self.assertEqual(position.entry, self.book.probe(fen))

    def test_is_by_breadth_or_by_depth(self):
        lengths = [len(position.line) for position in self.book]
        self.assertEqual(lengths, sorted(lengths))
        deep = list(self.book.positions(depth_first=True))
        self.assertEqual((deep[0].start, deep[0].line), (START1, ()))
        self.assertEqual(deep[1].line, (self.book.probe(START1).move,))
        self.assertLess(lengths[:3].count(1), [len(position.line) for position in deep][:3].count(1) + 2)

    def test_agrees_with_the_program(self):
        lines = program("dump", FILES.book(), "--format", "epd").splitlines()
        listed = {self.book.key(" ".join(line.split()[:4]) + " 0 1") for line in lines}
        self.assertEqual({position.entry.key for position in self.book}, listed)


def answers(book):
    return [(position.fen, position.entry, book.moves(position.fen)) for position in book]


class Sharing(unittest.TestCase):
    def test_eight_threads_get_the_same_answers(self):
        with Book(FILES.book()) as book, ThreadPoolExecutor(8) as pool:
            wanted = answers(Book(FILES.book()))
            for got in pool.map(answers, [book] * 16):
                self.assertEqual(got, wanted)

    def test_is_pickled_by_its_path(self):
        here = os.getcwd()
        os.chdir(FILES.book().parent)
        try:
            pickled = pickle.dumps(Book("small.book"))
        finally:
            os.chdir(here)
        again = pickle.loads(pickled)
        self.assertEqual(again.probe(START1), Book(FILES.book()).probe(START1))
        with ProcessPoolExecutor(2) as pool:
            self.assertEqual(list(pool.map(len, [again] * 2)), [len(again)] * 2)


if __name__ == "__main__":
    unittest.main()
