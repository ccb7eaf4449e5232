"""The script that plays matches under the real framework, with a stand-in in its place."""
import os
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path

from support import Files

FILES = Files()
tearDownModule = FILES.remove
HERE = Path(__file__).parent

PARTS = {
    "framework/chessmaker/chess/base.py": """
        import standin
        def Board(squares, players, turn_iterator):
            return standin.Board(squares)
        """,
    "course/samples.py": """
        from standin import SETUPS, Player
        white, black, sample0, sample1 = Player("white"), Player("black"), SETUPS["start0"], SETUPS["start1"]
        """,
    "course/extension/board_utils.py": """
        def copy_piece_move(board, piece, option):
            own = [other for other in board.get_pieces() if piece and other.position == piece.position]
            options = [same for other in own for same in other.get_move_options() if same == option]
            return board, own[0] if own else None, options[0] if options else None
        """,
    "course/extension/board_rules.py": """
        import standin
        THINKING_TIME_BUDGET, GAME_TIME_BUDGET = 5.0, 60.0
        def get_result(board):
            return standin.Referee().result(board)
        """,
    "opponent.py": """
        import time
        import standin
        LEGAL, SECONDS, SAYS = True, 0.0, ""
        def agent(board, player, var):
            print("heard by nobody")
            time.sleep(SECONDS)
            if SAYS:
                return eval(SAYS)
            return standin.legal_moves(board)[0] if LEGAL else (None, None)
        """,
}


def written():
    for name, text in PARTS.items():
        file = FILES / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))
    return [FILES / "framework", FILES / "course", FILES / "opponent.py"]


def play(*words, code=0):
    words = [sys.executable, HERE / "chessmaker_tournament", *written(), "--hash", "1", "--ours", "0.03", *words]
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    done = subprocess.run(list(map(str, words)), env=environment, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return [line.split("\t") for line in done.stdout.splitlines()], done.stderr


class Tournament(unittest.TestCase):
    def test_makes_rows_of_results(self):
        rows, said = play("--games", 2, "--tables", FILES.fragments(), "--version", "v1", "--name", "the first mover")
        header = (HERE.parent / "benchmarks" / "results" / "python.tsv").read_text().splitlines()[0]
        self.assertEqual(rows[0], header.split("\t"))
        self.assertEqual(len(said.splitlines()), 4)
        for setup, row in zip(("start0", "start1"), rows[1:], strict=True):
            what, command, version, machine, date, value, unit, interval, note = row
            self.assertRegex(what, f"^fragments, {setup}: .* against the first mover ")
            self.assertRegex(command, r"FRAMEWORK COURSE OPPONENT .*--ours 0.03 --games 2 --tables TABLES$")
            self.assertEqual((version, machine, value, unit), ("v1", "-", "100.0", "%"))
            self.assertRegex(interval, r"^[0-9.]+ to 100.0$")
            self.assertRegex(note, r"^2 games, white \+1 =0 -0; black \+1 =0 -0; 2 of them different")

    def test_keeps_the_rules_of_the_course(self):
        one = ["--games", 1, "--setup", "start1"]
        for setting, why in (
            ("LEGAL=False", "black has no legal move"), ("SECONDS=5.1", "black thinks too long"),
            ("SAYS='[]'", "black has no move"), ("SAYS='1 / 0'", "black has no move: ZeroDivisionError"),
        ):
            rows, said = play(*one, "--set", setting)
            self.assertIn(f"win, {why}", said)
            self.assertEqual(len(rows), 2)
        self.assertIn("no SPEED", play(*one, "--set", "SPEED=1", code=1)[1])


if __name__ == "__main__":
    unittest.main()
