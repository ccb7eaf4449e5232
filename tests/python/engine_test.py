import gc
import os
import pickle
import signal
import shutil
import stat
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import bookends
from bookends import Engine, Score, Source
from bookends.uci import Thoughts
from support import MATE_IN_3, START1, ChessBoard, Files, PlayedBoard

FILES = Files()
tearDownModule = FILES.remove
SHORT = {"Hash": 1}


def fake(name, *lines):
    """An engine that answers with shell commands: `line` is what it has been told."""
    path = FILES / name
    path.write_text("\n".join(["#!/bin/bash", "while read -r line; do case $line in", *lines, "esac; done"]) + "\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


GREETING = ['uci) echo "id name Fake"; echo uciok ;;', "isready) echo readyok ;;", "quit) exit ;;"]


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Playing(unittest.TestCase):
    def test_is_of_chess_by_default(self):
        with Engine(options=SHORT) as engine:
            self.assertIn("Bookends", engine.name)
            answer = engine.play("startpos", ["e2e4"], depth=4)
            self.assertEqual((answer.depth, answer.source), (4, Source.SEARCH))
            self.assertEqual(answer.pv[0], answer.move)
            self.assertIsNotNone(answer.score.cp)
            self.assertTrue(engine.running)

    def test_asks_book_tables_and_search(self):
        options = {"BookFile": FILES.book(), "TablebasePath": FILES.fragments(), "Ponder": True, **SHORT}
        with Engine(None, "fragments", options) as engine, bookends.Book(FILES.book()) as book:
            booked, entry = engine.play(START1, movetime=50), book.probe(START1)
            self.assertEqual((booked.move, booked.source), (entry.move, Source.BOOK))
            self.assertEqual((booked.score, booked.depth), (Score(cp=entry.score), entry.depth))
            self.assertIsNotNone(booked.ponder)
            known = engine.play(MATE_IN_3, movetime=50)
            self.assertEqual((known.move, known.source, known.score), ("a1d1", Source.TABLEBASE, Score(mate=2)))
            self.assertEqual(len(known.pv), 3)
            searched = engine.play("4k/1ppp1/5/1PPP1/4K w - - 0 1", nodes=500)
            self.assertEqual(searched.source, Source.SEARCH)

    def test_takes_boards(self):
        with Engine(options=SHORT) as engine:
            self.assertEqual(engine.play(ChessBoard("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), depth=3).move, "a1a8")

    def test_is_told_the_game_of_a_board(self):
        heard = FILES / "heard.txt"
        answer = f'position*) echo "$line" >>"{heard}" ;;', 'go*) echo "bestmove a1a8" ;;'
        began, now = "7k/8/6K1/8/8/8/8/R7 w - - 4 9", "7k/8/6K1/8/8/8/8/R7 w - - 8 11"
        shuffle = ["a1a2", "h8g8", "a2a1", "g8h8"]
        null = PlayedBoard(now, began, "a1a2", "0000")
        changed = PlayedBoard(now, began, *shuffle)
        changed.leads_to = began
        with Engine(fake("heard", *GREETING, *answer)) as engine:
            for board, moves in ((PlayedBoard(now, began, *shuffle), []), (PlayedBoard(now, began, *shuffle), ["a1a3"]),
                                 (PlayedBoard(now, now), []), (null, ["a1a3"]), (ChessBoard(now), []),
                                 (changed, [])):
                engine.play(board, moves, depth=1)
        self.assertEqual(heard.read_text().splitlines(), [
            f"position fen {began} moves {' '.join(shuffle)}",
            f"position fen {began} moves {' '.join(shuffle)} a1a3",
            f"position fen {now}",
            f"position fen {now} moves a1a3",
            f"position fen {now}",
            f"position fen {now}",
        ])

    def test_takes_a_board_with_its_game(self):
        board = PlayedBoard("7k/8/6K1/8/8/8/8/R7 w - - 1 2", "6k1/8/6K1/8/8/8/8/R7 b - - 0 1", "g8h8")
        with Engine(options=SHORT) as engine:
            self.assertEqual(engine.play(board, depth=3).move, "a1a8")

    def test_keeps_its_limits(self):
        with Engine(variant="fragments", options=SHORT) as engine:
            began = time.monotonic()
            engine.play(START1, movetime=200)
            self.assertLess(time.monotonic() - began, 5)
            for limits in ({}, {"depth": 0}, {"movetime": -1}):
                with self.assertRaises(bookends.InvalidArgument):
                    engine.play(START1, **limits)
            self.assertEqual(engine.play(START1, depth=2, timeout=float("inf")).depth, 2)

    def test_takes_moves_as_a_list(self):
        with Engine(variant="fragments", options=SHORT) as engine:
            self.assertEqual(engine.play(START1, ["d2d3"], depth=1).depth, 1)
            with self.assertRaisesRegex(bookends.InvalidArgument, "a list"):
                engine.play(START1, "d2d3", depth=1)

    def test_has_no_move_when_the_game_is_over(self):
        with Engine(variant="fragments", options=SHORT) as engine:
            with self.assertRaisesRegex(bookends.NoMove, "game is over"):
                engine.play("3Qk/2K2/5/5/5 b - - 0 1", depth=1)
            self.assertEqual(engine.play(START1, depth=1).depth, 1)
        with Engine(fake("over", *GREETING, 'go*) echo "bestmove (none)" ;;')) as engine:
            with self.assertRaises(bookends.NoMove):
                engine.play("startpos", depth=1)

    def test_says_what_is_wrong_with_a_position(self):
        with Engine(variant="fragments", options=SHORT) as engine:
            with self.assertRaisesRegex(bookends.InvalidArgument, "^illegal FEN: .*rank 5"):
                engine.play("nonsense", depth=1)
            with self.assertRaisesRegex(bookends.InvalidArgument, "^'a1a5' is not legal"):
                engine.play(START1, ["a1a5"], depth=1)
            for injected in (f"{START1}\nquit", "x\0"):
                with self.assertRaises(bookends.InvalidArgument):
                    engine.play(injected, depth=1)
            with self.assertRaises(bookends.InvalidArgument):
                engine.play(START1, ["d2d3\nquit"], depth=1)
            engine.new_game()
            self.assertEqual(engine.play(START1, depth=1).depth, 1)

    def test_serves_threads_one_after_the_other(self):
        with Engine(variant="fragments", options=SHORT) as engine, ThreadPoolExecutor(8) as pool:
            places = [START1, MATE_IN_3] * 8
            scores = list(pool.map(lambda fen: engine.play(fen, depth=4).score, places))
            self.assertEqual(scores[1::2], [Score(mate=2)] * 8)
            self.assertNotIn(Score(mate=2), scores[::2])

    def test_is_pickled_by_what_starts_it(self):
        with Engine(None, "fragments", SHORT) as engine, pickle.loads(pickle.dumps(engine)) as again:
            self.assertNotEqual(engine._process.pid, again._process.pid)
            self.assertEqual(again.play(MATE_IN_3, depth=4).score, Score(mate=2))


class Starting(unittest.TestCase):
    def test_refuses_what_the_engine_does_not_have(self):
        for variant, options in (("checkers", {}), ("chess", {"Hush": 1}), ("chess", {"BookChoice": "dice"})):
            with self.assertRaises(bookends.InvalidArgument):
                Engine(None, variant, options)

    def test_hears_what_our_agent_refuses(self):
        with self.assertRaisesRegex(bookends.EngineFailed, "nowhere.book"):
            Engine(None, "fragments", {"BookFile": FILES / "nowhere.book"})

    def test_of_no_program_fails(self):
        for path in (FILES / "nowhere", ["/bin/false"], ["/bin/sleep", "0"]):
            with self.assertRaises(bookends.EngineFailed):
                Engine(path)
        named, os.environ["PATH"] = os.environ.pop("BOOKENDS_AGENT"), "/nowhere:" + os.environ["PATH"]
        try:
            self.assertIn("Bookends", Engine(options=SHORT).name)
        finally:
            os.environ["BOOKENDS_AGENT"] = named

    def test_of_an_installed_package_finds_what_is_installed_with_it(self):
        prefix = FILES / "prefix"
        package, agent = prefix / "lib" / "python3" / "dist-packages" / "bookends", prefix / "bin" / "bookends-agent"
        shutil.copytree(os.path.dirname(bookends.__file__), package)
        agent.parent.mkdir()
        agent.symlink_to(os.environ["BOOKENDS_AGENT"])

        def ask(**named):
            asks = "from bookends import engine; print(engine._command(None)[0]); engine.Engine().close()"
            environment = {"PATH": "/nowhere", "PYTHONPATH": str(package.parent), **named}
            done = subprocess.run([sys.executable, "-c", asks], env=environment, capture_output=True, text=True)
            return done.stdout + done.stderr

        self.assertEqual(ask(), f"{agent}\n")
        named = os.environ["BOOKENDS_AGENT"]
        self.assertEqual(ask(BOOKENDS_AGENT=named), f"{named}\n")
        agent.unlink()
        self.assertIn("nor in PATH", ask())
        self.assertEqual(ask(PATH=os.path.dirname(named)), f"{named}\n")

    def test_gives_up_on_who_says_nothing(self):
        began = time.monotonic()
        with self.assertRaises(bookends.EngineTimeout):
            Engine(["/bin/sleep", "60"], timeout=0.2)
        self.assertLess(time.monotonic() - began, 10)

    def test_speaks_with_engines_of_others(self):
        thought = 'echo "info depth 3 score cp -12 pv e7e5 g1f3"'
        answers = fake("plain", *GREETING, f'go*) {thought}; echo "bestmove e7e5" ;;')
        with Engine(answers) as engine:
            answer = engine.play("startpos", ["e2e4"], depth=3)
            self.assertEqual((answer.move, answer.ponder, answer.score, answer.depth), ("e7e5", None, Score(cp=-12), 3))
            self.assertEqual((answer.pv, answer.source), (("e7e5", "g1f3"), Source.SEARCH))
        with self.assertRaisesRegex(bookends.InvalidArgument, "UCI_Variant"):
            Engine(answers, "makruk")

    def test_goes_by_the_first_of_many_lines_and_by_exact_scores(self):
        lines = [
            "info depth 5 multipv 1 score mate -2 pv a7a6 a2a4",
            "info depth 5 multipv 2 score cp -900 pv b7b6",
            "info depth 6 multipv 1 score cp 3 upperbound pv c7c6",
        ]
        echoes = "; ".join(f'echo "{line}"' for line in [*lines, "bestmove a7a6 ponder a2a4"])
        with Engine(fake("many", *GREETING, f"go*) {echoes} ;;")) as engine:
            answer = engine.play("startpos", depth=5)
            self.assertEqual((answer.score, answer.depth, answer.pv), (Score(mate=-2), 5, ("a7a6", "a2a4")))
            self.assertEqual(answer.ponder, "a2a4")


    def test_knows_how_our_agent_tells_of_its_book(self):
        score_line = "info depth {} seldepth 9 multipv 1 score {} nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv a2a3 b4b3"
        for said, shown, score, depth, pv in (
            ("a2a3 cp -6 depth 10, one of 2", (10, "cp -6"), Score(cp=-6), 10, ("a2a3", "b4b3")),
            ("a2a3 win in 5 plies", (5, "mate 3"), Score(mate=3), 5, ("a2a3", "b4b3")),
            ("a2a3 without a score, 12 games", (7, "cp 33"), None, None, ("a2a3",)),
        ):
            thoughts = Thoughts()
            for line in (f"info string book: {said}", score_line.format(*shown)):
                thoughts.hear(line)
            answer = thoughts.conclude(["bestmove", "a2a3"])
            self.assertEqual((answer.source, answer.score, answer.depth, answer.pv), (Source.BOOK, score, depth, pv))


class Ending(unittest.TestCase):
    def test_is_by_close_or_by_leaving(self):
        with Engine(options=SHORT) as engine:
            pid = engine._process.pid
        self.assertFalse(alive(pid))
        self.assertFalse(engine.running)
        engine.close()
        for ask in (lambda: engine.play("startpos", depth=1), engine.new_game):
            with self.assertRaises(bookends.Closed):
                ask()

    def test_is_by_being_forgotten(self):
        engine = Engine(options=SHORT)
        pid = engine._process.pid
        del engine
        gc.collect()
        self.assertFalse(alive(pid))

    def test_of_the_process_is_noticed(self):
        engine = Engine(options=SHORT)
        engine._process.send_signal(signal.SIGKILL)
        with self.assertRaises(bookends.EngineFailed):
            engine.play("startpos", depth=1)
        self.assertFalse(engine.running)
        engine.close()

    def test_in_the_midst_of_a_move_is_noticed(self):
        with Engine(fake("dying", *GREETING, "go*) exit 3 ;;")) as engine:
            with self.assertRaisesRegex(bookends.EngineFailed, "code 3"):
                engine.play("startpos", depth=1)

    def test_of_patience_stops_the_engine(self):
        stops = fake("stops", *GREETING, 'stop) echo "bestmove e2e4" ;;')
        with Engine(stops) as engine:
            self.assertEqual(engine.play("startpos", depth=99, timeout=0.1).move, "e2e4")
        with Engine(fake("silent", *GREETING)) as engine:
            with self.assertRaises(bookends.EngineTimeout):
                engine.play("startpos", depth=99, timeout=0.1)
            self.assertFalse(engine.running)

    def test_follows_an_interruption(self):
        def interrupt(number, frame):
            raise KeyboardInterrupt

        former = signal.signal(signal.SIGALRM, interrupt)
        try:
            with Engine(variant="fragments", options=SHORT) as engine:
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                with self.assertRaises(KeyboardInterrupt):
                    engine.play(START1, nodes=10**12)
                with self.assertRaises(bookends.Closed):
                    engine.play(START1, nodes=100)
        finally:
            signal.signal(signal.SIGALRM, former)

    def test_leaves_the_engine_of_a_parent_alone(self):
        with Engine(options=SHORT) as engine:
            child = os.fork()
            if child == 0:
                engine.close()
                os._exit(0)
            os.waitpid(child, 0)
            self.assertTrue(engine.running)
            self.assertEqual(engine.play("startpos", depth=1).depth, 1)

    def test_breaks_off_a_move(self):
        engine = Engine(variant="fragments", options=SHORT)
        with ThreadPoolExecutor(1) as pool:
            move = pool.submit(engine.play, START1, nodes=10**12)
            time.sleep(0.2)
            engine.close()
            try:
                move.result(10)
            except bookends.EngineFailed:
                pass


if __name__ == "__main__":
    unittest.main()
