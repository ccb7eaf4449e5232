import json
import pickle
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bookends
from bookends import Aim, Certificate, ProvedBy, Side
from support import MATE_IN_3, START1, Files, bookends as program

FILES = Files()
tearDownModule = FILES.remove
WON = Path(__file__).parents[2] / "books" / "proofs" / "fragments-start1-b2b3.proof"


def held():
    path = FILES / "held.proof"
    if not path.exists():
        words = ["--start", "nk3/pp3/5/PP3/1K3 b", "--aim", "hold", "--out", path, "--quiet"]
        program("book", "prove", "fragments", *words)
    return path


def told(path, fen):
    return json.loads(program("probe", "fragments", "--proof", path, "--at", fen, "--json"))["proof"]


class Opening(unittest.TestCase):
    def test_says_what_is_proved(self):
        with Certificate(WON) as proof:
            said = told(WON, proof.start)
            self.assertEqual((proof.game, proof.attacker, proof.aim), ("fragments", Side.BLACK, Aim.WIN))
            self.assertEqual(proof.plies, said["plies"])
            self.assertEqual(proof.claim, f"Black wins in at most {proof.plies} plies")
            self.assertGreater(len(proof), 100)
            self.assertTrue(proof)
            self.assertIn(proof.claim, repr(proof))

    def test_says_that_a_draw_is_held(self):
        with Certificate(held()) as proof:
            self.assertEqual((proof.attacker, proof.aim, proof.plies), (Side.BLACK, Aim.HOLD, None))
            self.assertEqual(proof.claim, "Black holds the draw")

    def test_of_no_position_says_what_it_claims(self):
        path = FILES / "left.proof"
        tables = ["--tables", FILES.fragments()]
        program("book", "prove", "fragments", "--start", MATE_IN_3, "--out", path, "--quiet", *tables)
        with Certificate(path) as proof:
            self.assertEqual((len(proof), proof.start, proof.table_men), (0, MATE_IN_3, 3))
            self.assertTrue(proof)
            self.assertEqual(proof.claim, "White wins in at most 3 plies")
            proved = proof.probe(MATE_IN_3)
            self.assertEqual(proved.plies, 3)
            self.assertEqual({move.by for move in proved.moves}, {ProvedBy.NOTHING})
            self.assertIsNone(proof.probe(START1))

    def test_of_nothing_damaged_or_something_else_is_refused(self):
        with self.assertRaisesRegex(bookends.NotFound, "nowhere"):
            Certificate(FILES / "nowhere")
        with self.assertRaises(bookends.InvalidArgument):
            Certificate(f"{WON}\0")
        damaged = FILES / "damaged.proof"
        whole = bytearray(WON.read_bytes())
        whole[len(whole) // 2] ^= 1
        damaged.write_bytes(whole)
        with self.assertRaisesRegex(bookends.Corrupt, "damaged.proof"):
            Certificate(damaged)
        with self.assertRaisesRegex(bookends.Corrupt, "small.book"):
            Certificate(FILES.book())

    def test_is_not_the_result_that_a_book_has(self):
        with self.assertRaisesRegex(bookends.InvalidArgument, "Certificate.*won.proof"):
            bookends.Proof("won.proof")
        with self.assertRaisesRegex(ValueError, "9 is not a valid Proof"):
            bookends.Proof(9)

    def test_closed_refuses(self):
        proof = Certificate(WON)
        proof.close()
        proof.close()
        for ask in (proof.probe, proof.moves):
            with self.assertRaises(bookends.Closed):
                ask(START1)
        self.assertIn("closed", repr(proof))


class Asking(unittest.TestCase):
    def expect_as_the_program(self, path, fen):
        proved, said = Certificate(path).probe(fen), told(path, fen)
        self.assertEqual(proved.plies, said.get("plies"))
        self.assertEqual([move.san for move in proved.moves], [move["san"] for move in said["moves"]])
        for move, other in zip(proved.moves, said["moves"]):
            self.assertEqual(move.uci, other["uci"])
            self.assertEqual(move.by.name.lower(), other.get("by", "nothing"), move)
            self.assertEqual(move.plies, other.get("plies"), move)
            self.assertEqual(move.is_own, other.get("own", False), move)
        return proved

    def test_says_what_the_program_says(self):
        proof = Certificate(WON)
        fen = proof.start
        for ply in range(6):
            proved = self.expect_as_the_program(WON, fen)
            if proved.moves[0].is_own:
                self.assertEqual({move.is_own for move in proved.moves[1:]}, {False})
            with bookends.Book(FILES.book()) as book:
                fen = book.after(fen, proved.moves[0].uci)
        self.expect_as_the_program(held(), Certificate(held()).start)

    def test_knows_where_a_move_leads_out(self):
        proof = Certificate(WON)
        out = [move for move in proof.moves(proof.start) if move.by == ProvedBy.NOTHING]
        self.assertTrue(any(move.out for move in out))
        self.assertEqual({move.plies for move in out}, {None})

    def test_knows_nothing_of_other_positions(self):
        proof = Certificate(WON)
        self.assertIsNone(proof.probe(MATE_IN_3))
        self.assertEqual(proof.moves(MATE_IN_3), [])
        with self.assertRaisesRegex(bookends.InvalidArgument, "FEN"):
            proof.probe("no position")

    def test_is_asked_by_threads_and_pickled(self):
        proof = pickle.loads(pickle.dumps(Certificate(WON)))
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(proof.probe, [proof.start] * 64))
        self.assertEqual(len({answer.plies for answer in answers}), 1)


if __name__ == "__main__":
    unittest.main()
