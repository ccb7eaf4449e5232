import os
import pickle
import threading
import unittest
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import bookends
from bookends import Category, Metric, Tables, Value
from support import MATE_IN_3, START1, ChessBoard, Files

FILES = Files()
tearDownModule = FILES.remove
ROOK = "8/8/8/8/8/2k5/8/K6R w - - 0 1"


class Opening(unittest.TestCase):
    def test_says_what_is_there(self):
        with Tables(FILES.fragments()) as tables:
            self.assertEqual((tables.game, tables.max_men), ("fragments", 3))
            self.assertIn("fragments, up to 3 men", repr(tables))

    def test_of_nothing_is_refused(self):
        with self.assertRaisesRegex(bookends.NotFound, "nowhere"):
            Tables(FILES / "nowhere")
        with self.assertRaises(bookends.InvalidArgument):
            Tables(f"{FILES.fragments()}\0")

    def test_of_what_is_damaged_is_refused(self):
        folder = FILES / "damaged"
        folder.mkdir()
        whole = (FILES.fragments() / "KRvK.bkt").read_bytes()
        (folder / "KRvK.bkt").write_bytes(whole[:20] + bytes([whole[20] ^ 1]) + whole[21:])
        with self.assertRaisesRegex(bookends.Error, "KRvK.bkt"):
            Tables(folder)

    def test_takes_options(self):
        for options in ({}, {"cache_bytes": 1 << 20}):
            with Tables(FILES.fragments(), **options) as tables:
                self.assertEqual(tables.probe(MATE_IN_3).dtm, 3)
        with self.assertRaises(bookends.InvalidArgument):
            Tables(FILES.fragments(), cache_bytes=-1)

    def test_of_an_odd_type_is_refused(self):
        for path in (None, 5, b"tables", ["tables"]):
            with self.assertRaisesRegex(TypeError, f"path: expected .*, not {type(path).__name__}"):
                Tables(path)
        for size in (None, "1", 1.5):
            with self.assertRaisesRegex(TypeError, f"cache_bytes: expected an int, not {type(size).__name__}"):
                Tables(FILES.fragments(), size)
        with Tables(FILES.fragments()) as tables:
            for position in (None, 5, MATE_IN_3.encode(), [MATE_IN_3]):
                for ask in (tables.probe, tables.get, tables.moves):
                    with self.assertRaisesRegex(TypeError, f"position: .*, not {type(position).__name__}"):
                        ask(position)
            for metric in (None, "dtm", 2.0):
                with self.assertRaisesRegex(TypeError, f"metric: expected a Metric, not {type(metric).__name__}"):
                    tables.probe(MATE_IN_3, metric)
            with self.assertRaises(bookends.InvalidArgument):
                tables.probe(MATE_IN_3, 77)

    def test_closed_refuses(self):
        tables = Tables(FILES.fragments())
        tables.close()
        tables.close()
        for ask in (tables.probe, tables.get, tables.moves):
            with self.assertRaisesRegex(bookends.Closed, "closed"):
                ask(MATE_IN_3)
        with self.assertRaises(bookends.Closed):
            tables.__enter__()
        self.assertIn("closed", repr(tables))
        self.assertEqual(tables.game, "fragments")


class Probing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.small, cls.chess = Tables(FILES.fragments()), Tables(FILES.chess())

    def test_gives_all_that_is_known(self):
        self.assertEqual(self.small.probe(MATE_IN_3), Value(1, 3, Category.WIN, None, False))
        value = self.chess.probe(ROOK)
        self.assertEqual((value.wdl, value.dtm, value.category), (1, 27, Category.WIN))
        self.assertIsNotNone(value.dtz)
        self.assertIs(self.chess.probe(ROOK), value)

    def test_gives_what_is_asked_for(self):
        self.assertEqual(self.chess.probe(ROOK, Metric.WDL), Value(1, None, Category.WIN, None, False))
        self.assertEqual(self.chess.probe(ROOK, metric=Metric.DTM), Value(1, 27, Category.WIN, None, False))
        value = self.chess.probe(ROOK, Metric.DTZ)
        self.assertIsNotNone(value.dtz)

    def test_heeds_the_clock(self):
        self.assertEqual(self.chess.probe(ROOK.replace("0 1", "90 60")).category, Category.CURSED_WIN)

    def test_tells_draws_and_losses(self):
        drawn = self.chess.probe("8/8/8/8/8/2k5/8/K6B w - - 0 1")
        self.assertEqual((drawn.wdl, drawn.dtm, drawn.category), (0, None, Category.DRAW))
        lost = self.small.probe("3Qk/2K2/5/5/5 b - - 0 1")
        self.assertEqual((lost.wdl, lost.dtm, lost.category), (-1, 0, Category.LOSS))

    def test_tells_why_it_has_no_answer(self):
        with self.assertRaisesRegex(bookends.NotFound, "KRRvK"):
            self.chess.probe("8/8/8/8/8/2k5/8/K5RR w - - 0 1")
        with self.assertRaises(bookends.NotCovered):
            self.chess.probe("8/8/8/8/8/2k5/8/4K2R w K - 0 1")
        with self.assertRaisesRegex(bookends.InvalidArgument, "FEN"):
            self.chess.probe("nonsense")
        for bad in ("", ROOK + "\0", "\udc80", "8/8/8/8/8/2k5/8/K1r4R b - - 0 1"):
            with self.assertRaises(bookends.InvalidArgument):
                self.chess.probe(bad)
        with self.assertRaises(LookupError):
            self.small.probe(START1)
        with self.assertRaises(ValueError):
            self.small.probe("x")

    def test_get_has_none_for_what_is_not_there(self):
        self.assertIsNone(self.small.get(START1))
        self.assertIsNone(self.chess.get("8/8/8/8/8/2k5/8/4K2R w K - 0 1"))
        self.assertEqual(self.small.get(MATE_IN_3, Metric.DTM).dtm, 3)
        with self.assertRaises(bookends.InvalidArgument):
            self.small.get("x")

    def test_lists_the_moves(self):
        moves = self.small.moves(MATE_IN_3)
        self.assertEqual((moves[0].uci, moves[0].san, moves[0].value.dtm), ("a1d1", "Rd1", 3))
        self.assertEqual(len({move.uci for move in moves}), len(moves))
        for move in moves[1:]:
            self.assertLessEqual(move.value.wdl, 1)
        self.assertEqual(self.small.moves("3Qk/2K2/5/5/5 b - - 0 1"), [])
        self.assertEqual([move.value for move in self.small.moves(START1)], [None] * 8)
        with self.assertRaises(bookends.InvalidArgument):
            self.small.moves("x")

    def test_says_that_the_table_of_a_move_is_damaged(self):
        # The position itself can be answered: the damage is in what is stored for the other side.
        folder = FILES / "damaged-moves"
        folder.mkdir()
        whole = bytearray((FILES.fragments() / "KRvK.bkt").read_bytes())
        whole[-7] ^= 1
        (folder / "KRvK.bkt").write_bytes(whole)
        with Tables(folder) as tables:
            self.assertEqual(tables.probe(MATE_IN_3).wdl, 1)
            with self.assertRaisesRegex(bookends.Corrupt, "KRvK.bkt"):
                tables.moves(MATE_IN_3)
            self.assertEqual({move.value for move in tables.moves(START1)}, {None})

    def test_lists_moves_of_what_has_no_table_itself(self):
        moves = self.chess.moves("8/8/8/8/8/2k5/8/4K2R w K - 0 1")
        self.assertTrue(moves[0].value is not None and moves[0].value.wdl == 1)


class Boards(unittest.TestCase):
    """Boards of python-chess, whose interface a class of support.py has: Debian has no python-chess."""

    @classmethod
    def setUpClass(cls):
        cls.tables = Tables(FILES.chess())

    def test_are_probed_as_their_fens(self):
        rook, pawn, queen, white_pawn = "8/8/8/2k4K/R7", "2p5/8/8/8/2k5/8/K7", "7q/8/8/8/1K6/3k4", "4P3/8/8/2k5/8/K7"
        for placement in ("8/8/8/" + rook, "8/" + pawn, queen + "/8/8", "8/8/" + white_pawn):
            for turn in "wb":
                fen = f"{placement} {turn} - - 0 1"
                board = ChessBoard(fen)
                self.assertEqual(self.tables.get(board), self.tables.get(fen), fen)
                self.assertEqual(board.fens_written, 0, "the men are enough")

    def test_with_a_clock_or_rights_are_asked_for_their_fen(self):
        board = ChessBoard(ROOK.replace("0 1", "90 60"))
        self.assertEqual(self.tables.probe(board).category, Category.CURSED_WIN)
        self.assertEqual(board.fens_written, 1)
        with self.assertRaises(bookends.NotCovered):
            self.tables.probe(ChessBoard("8/8/8/8/8/2k5/8/4K2R w K - 0 1"))

    def test_of_what_is_not_there_say_why(self):
        with self.assertRaisesRegex(bookends.NotFound, "KRRvK"):
            self.tables.probe(ChessBoard("8/8/8/8/8/2k5/8/K5RR w - - 0 1"))
        with self.assertRaises(bookends.InvalidArgument):
            self.tables.probe(ChessBoard("8/8/8/8/8/8/8/K6R w - - 0 1"))
        with self.assertRaises(bookends.NotFound):
            self.tables.probe(ChessBoard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"))

    def test_of_another_game_are_refused(self):
        board = ChessBoard(ROOK)
        board.uci_variant = "atomic"
        for ask in (self.tables.probe, self.tables.moves):
            with self.assertRaisesRegex(bookends.InvalidArgument, "atomic"):
                ask(board)
        with self.assertRaises(bookends.InvalidArgument):
            Tables(FILES.fragments()).probe(ChessBoard(ROOK))

    def test_have_moves(self):
        self.assertEqual(self.tables.moves(ChessBoard(ROOK)), self.tables.moves(ROOK))


def fens():
    """All placements of a rook beside two kings on the edge, legal or not."""
    for rook in range(1, 8):
        for king in range(8):
            if rook != king:
                row = ["1"] * 8
                row[rook], row[king] = "R", "K"
                yield f"8/8/8/2k5/8/8/8/{''.join(row)} b - - 0 1"


def probed(tables):
    return [tables.get(fen) for fen in fens()]


def dtm_of(tables):
    return tables.probe(ROOK).dtm


class Sharing(unittest.TestCase):
    def test_eight_threads_get_the_same_answers(self):
        for options in ({}, {"cache_bytes": 1 << 12}):
            with Tables(FILES.chess(), **options) as tables, ThreadPoolExecutor(8) as pool:
                wanted = probed(Tables(FILES.chess()))
                for got in pool.map(probed, [tables] * 32):
                    self.assertEqual(got, wanted)

    def test_errors_belong_to_their_thread(self):
        tables = Tables(FILES.chess())
        missing = ["8/8/8/8/8/2k5/8/K5RR w - - 0 1", "8/8/8/8/8/2k5/8/K5QQ w - - 0 1"]

        def complaints(fen):
            said = set()
            for _ in range(300):
                try:
                    tables.probe(fen)
                except bookends.NotFound as error:
                    said.add(str(error))
            return said

        with ThreadPoolExecutor(8) as pool:
            for fen, said in zip(missing * 4, pool.map(complaints, missing * 4)):
                self.assertEqual(len(said), 1)
                self.assertIn("KRRvK" if "RR" in fen else "KQQvK", said.pop())

    def test_closing_waits_for_who_asks(self):
        for _ in range(20):
            tables, asking, trouble = Tables(FILES.chess()), threading.Barrier(9), []

            def ask():
                asking.wait()
                try:
                    for _ in range(200):
                        tables.moves(ROOK)
                except bookends.Closed:
                    pass
                except BaseException as error:
                    trouble.append(error)

            threads = [threading.Thread(target=ask) for _ in range(8)]
            for thread in threads:
                thread.start()
            asking.wait()
            tables.close()
            for thread in threads:
                thread.join()
            self.assertEqual(trouble, [])

    def test_are_there_on_both_sides_of_a_fork(self):
        tables = Tables(FILES.chess())
        self.assertEqual(dtm_of(tables), 27)
        child = os.fork()
        if child == 0:
            os._exit(dtm_of(tables))
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 27)
        self.assertEqual(dtm_of(tables), 27)

    def test_are_pickled_by_path_and_options(self):
        tables = Tables(FILES.chess(), cache_bytes=1 << 20)
        again = pickle.loads(pickle.dumps(tables))
        self.assertEqual(again.__reduce__(), tables.__reduce__())
        self.assertEqual(again.probe(ROOK), tables.probe(ROOK))
        with ProcessPoolExecutor(2) as pool:
            self.assertEqual(list(pool.map(dtm_of, [tables] * 4)), [27] * 4)


if __name__ == "__main__":
    unittest.main()
