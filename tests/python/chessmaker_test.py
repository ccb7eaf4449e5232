import os
import pickle
import random
import signal
import threading
import time
import unittest

import bookends
import standin
from bookends import Tables, chessmaker
from bookends.chessmaker import Agent
from bookends.framework import View
from standin import MoveOption, Position, legal_moves
from support import MATE_IN_3, START0, START1, Files

FILES = Files()
tearDownModule = FILES.remove
STARTS = {"start0": START0, "start1": START1}
QUICK = {"Hash": 1}


def board_of(fen, **options):
    placement, turn = fen.split()[:2]
    rows = [row.replace("1", ".").replace("2", "..").replace("3", "...").replace("4", "....").replace("5", ".....")
            for row in placement.split("/")]
    if options.get("flipped"):
        rows.reverse()
    board = standin.Board(rows, **options)
    if turn == "b":
        board.current_player = next(board.turn_iterator)
    return board


def play(board, *moves):
    for move in moves:
        [(piece, option)] = View(board, board.current_player).options(move)
        piece.move(option)


def shuffled_moves(board, dice):
    moves = sorted(legal_moves(board), key=lambda move: (move[0].position, move[1].position))
    dice.shuffle(moves)
    return moves


class Arguments(unittest.TestCase):
    def test_that_make_no_sense_are_refused(self):
        for name in ("seconds", "share", "most", "game"):
            for value in (0, -1.0, float("nan"), float("inf")):
                with self.assertRaisesRegex(bookends.InvalidArgument, f"^{name}: "):
                    Agent(**{name: value})
            for value in ("1", [1], True):
                with self.assertRaisesRegex(TypeError, f"^{name}: expected a number, not "):
                    Agent(**{name: value})
        with self.assertRaisesRegex(TypeError, "^seconds: "):
            Agent(seconds=None)
        with self.assertRaisesRegex(bookends.InvalidArgument, "^share: 1.5 is more"):
            Agent(share=1.5)
        for name in ("book", "tables"):
            with self.assertRaisesRegex(TypeError, "^path: expected .*, not int"):
                Agent(**{name: 5})
        Agent(seconds=1, share=1, most=None, game=None)

    def test_of_a_call_are_refused(self):
        board = board_of(START1)
        for seconds in (float("nan"), float("inf"), "soon", None):
            with self.assertRaises(bookends.InvalidArgument):
                Agent()(board, board.players[0], [4, seconds])
        with self.assertRaises(bookends.InvalidArgument):
            Agent(most=0.1)(board, board.players[0], [4, float("nan")])


class Views(unittest.TestCase):
    def test_know_the_two_setups(self):
        for name, fen in STARTS.items():
            for options in ({}, {"memory": False}):
                board = standin.Board(standin.SETUPS[name], **options)
                self.assertEqual(View(board, board.players[0]).fen(), fen)

    def test_know_a_board_that_stands_on_its_head(self):
        for options in ({}, {"memory": False}):
            board = board_of(START1, flipped=True, **options)
            self.assertEqual(View(board, board.players[0]).fen(), START1)
            board = board_of("4k/1p1p1/5/2P2/K4 b - - 0 1", flipped=True, **options)
            play(board, "b4b2")
            self.assertEqual(View(board, board.current_player).fen(), "4k/3p1/5/1pP2/K4 w - b3 0 1")

    def test_know_who_is_white_without_names(self):
        board = board_of(START1)
        first, second = standin.Player("first"), standin.Player("second")
        names = {"white": first, "black": second}
        for piece in board.get_pieces():
            piece.player = names[piece.player.name]
        board.players = [first, second]
        self.assertEqual(View(board, second).fen().split()[1], "b")
        with self.assertRaisesRegex(bookends.NoMatch, "no player"):
            View(board, standin.Player("third"))

    def test_know_what_may_be_captured_in_passing(self):
        for options in ({}, {"memory": False}):
            board = board_of("4k/1p1p1/5/2P2/K4 b - - 0 1", **options)
            play(board, "b4b2")
            view = View(board, board.players[0])
            self.assertEqual(view.fen(), "4k/3p1/5/1pP2/K4 w - b3 0 1")
            [(pawn, option)] = view.options("c2b3")
            self.assertEqual((pawn.position, option.captures), ((2, 3), {(1, 3)}))
            play(board, "a1b1", "e5d5")
            self.assertEqual(View(board, board.players[0]).fen().split()[3], "-")
            self.assertEqual(View(board, board.players[0]).options("c2b3"), [])

    def test_find_no_option_for_what_is_not_there(self):
        board = board_of(START1)
        view = View(board, board.players[0])
        for move in ("a1a5", "a4a3", "c3c4", "d2d3q", "d2e3"):
            self.assertEqual(view.options(move), [], move)
        for move in ("", "z9a1", "d2d9"):
            with self.assertRaises(bookends.NoMatch):
                view.options(move)

    def test_refuse_what_is_not_of_the_game(self):
        board = board_of(START1)
        board.places[Position(0, 0)].name = "Rook"
        with self.assertRaisesRegex(bookends.NoMatch, "no Rook"):
            View(board, board.players[0])
        board = board_of(START1)
        board.places[Position(5, 5)] = board.places.pop(Position(0, 0))
        with self.assertRaisesRegex(bookends.NoMatch, "5x5"):
            View(board, board.players[0])


class Conversions(unittest.TestCase):
    """Positions of random games: the board's moves are the game's, by name, there and back."""

    def check(self, board, tables):
        view = View(board, board.current_player)
        names = []
        for piece in board.get_player_pieces(board.current_player):
            for name, option in view.moves_of(piece):
                names.append(name)
                self.assertEqual(view.options(name), [(piece, option)], f"{name} in {view.fen()}")
        self.assertEqual(sorted(names), sorted(move.uci for move in tables.moves(view.fen())), view.fen())
        return view.fen()

    def test_of_every_move(self):
        promotions = passings = positions = 0
        with Tables(FILES.fragments()) as tables:
            for seed in range(24):
                dice = random.Random(seed)
                board = standin.Board(standin.SETUPS[f"start{seed % 2}"], memory=seed % 4 < 2)
                for _ in range(60):
                    fen = self.check(board, tables)
                    moves = shuffled_moves(board, dice)
                    if not moves or len(board.places) == 2:
                        break
                    # Pawns go as often as they can, so that some promote and some are captured in passing.
                    moves.sort(key=lambda move: (bool(move[1].captures), move[0].name != "Pawn"))
                    piece, option = moves[0] if dice.random() < 0.5 else moves[-1]
                    positions += 1
                    promotions += "promote" in option.extra
                    passings += fen.split()[3] != "-"
                    piece.move(option)
        self.assertGreater(positions, 500)
        self.assertGreater(promotions, 5)
        self.assertGreater(passings, 5)

    def test_gives_the_keys_of_the_book(self):
        with bookends.Book(FILES.book()) as book:
            for position in book:
                board = standin.Board(standin.SETUPS["start1" if position.start == START1 else "start0"])
                play(board, *position.line)
                self.assertEqual(book.key(View(board, board.current_player).fen()), position.entry.key)


class Playing(unittest.TestCase):
    def setUp(self):
        self.agent = Agent(FILES.book(), FILES.fragments(), QUICK)
        self.addCleanup(self.agent.close)

    def test_asks_the_book(self):
        with bookends.Book(FILES.book()) as book:
            for name, fen in STARTS.items():
                board = standin.Board(standin.SETUPS[name])
                piece, option = self.agent(board, board.players[0], [0, 1.0])
                self.assertEqual(View(board, board.players[0]).options(book.probe(fen).move), [(piece, option)])
                self.assertIs(piece.board, board)

    def test_asks_the_tables(self):
        board = board_of(MATE_IN_3)
        piece, option = self.agent(board, board.players[0], [0, 0.2])
        self.assertEqual((piece.name, option.position), ("Right", (3, 4)))

    def test_promotes(self):
        board = board_of("5/P3k/5/5/K4 w - - 0 1")
        piece, option = self.agent(board, board.players[0], [0, 0.2])
        self.assertEqual((piece.name, option.extra), ("Pawn", {"promote": "Queen"}))

    def test_keeps_the_time_that_it_is_given(self):
        self.agent(board_of(START1), standin.Player("white"), None)  # has the engine started
        board = board_of("1qknb/pp1pp/2p2/PPPPP/BNKQ1 w - - 0 1")
        for given in (0.1, 0.5):
            began = time.monotonic()
            self.agent(board, board.players[0], [0, given])
            self.assertLess(time.monotonic() - began, given)
        quick = Agent(options=QUICK, most=0.1)
        self.addCleanup(quick.close)
        quick(board, board.players[0], [0, 0.2])
        began = time.monotonic()
        quick(board, board.players[0], [0, 14.0])
        self.assertLess(time.monotonic() - began, 2)

    def test_spends_less_as_the_time_of_the_game_goes_by(self):
        for game, first, later in ((300.0, 7.5, 2.5), (100.0, 2.5, 0.05), (None, 11.9, 11.9), (1e6, 11.9, 11.9)):
            agent, asked = Agent(game=game), []

            def ask(line, same_game, until):
                asked.append(until - time.perf_counter())
                return "a2a3" if same_game else "d2d3"

            agent._ask = ask
            for start in (START1, START0):  # another game has all of the time again
                board = board_of(start)
                agent(board, board.players[0], [1, 14.0])
                self.assertAlmostEqual(asked[-1], first, delta=0.2)
                play(board, "d2d3", "e4e3")
                agent._lines[True].began -= 200.0  # as if it was so long ago
                agent(board, board.players[0], [3, 14.0])
                self.assertAlmostEqual(asked[-1], later, delta=0.2 if later > 1 else 0.04)
            board = board_of(START1)
            agent(board, board.players[0], [1, 1.0])
            self.assertLess(asked[-1], 0.86, "what it is given is the most")

    def test_takes_several_books(self):
        agent = Agent(f"{FILES.book().name};{FILES.book()}", f"a:{FILES.fragments()}", QUICK)
        self.assertEqual(agent._options["BookFile"], f"{os.getcwd()}/{FILES.book().name};{FILES.book()}")
        self.assertEqual(agent._options["TablebasePath"], f"{os.getcwd()}/a:{FILES.fragments()}")
        both = Agent(f"{FILES.book()};{FILES.book()}", FILES.fragments(), QUICK)
        self.addCleanup(both.close)
        board = board_of(START1)
        self.assertEqual(both(board, board.players[0], None), self.agent(board, board.players[0], None))

    def test_hears_of_files_that_are_not_there(self):
        with self.assertRaisesRegex(bookends.EngineFailed, "nowhere.book"):
            Agent(FILES / "nowhere.book")(board_of(START1), standin.Player("white"), None)

    def test_refuses_what_is_no_time(self):
        for var in ([1], "x", {"seconds": 1}, 5, [1, "soon"]):
            with self.assertRaises(bookends.InvalidArgument):
                self.agent(board_of(START1), standin.Player("white"), var)

    def test_has_one_engine_and_starts_another_if_it_died(self):
        board = board_of(START1)
        first = self.agent(board, board.players[0], [0, 0.2])
        engine = self.agent._engine
        self.agent(board, board.players[0], [0, 0.2])
        self.assertIs(self.agent._engine, engine)
        os.kill(engine._process.pid, signal.SIGKILL)
        self.assertEqual(self.agent(board, board.players[0], [0, 0.2]), first)
        self.assertIsNot(self.agent._engine, engine)

    def test_raises_where_there_is_no_move(self):
        lost = board_of("3Qk/2K2/5/5/5 b - - 0 1")
        with self.assertRaisesRegex(bookends.NoMove, "over"):
            self.agent(lost, lost.players[1], [0, 0.2])
        strange = board_of("P3k/5/5/5/K4 w - - 0 1")
        with self.assertRaisesRegex(bookends.InvalidArgument, "FEN"):
            self.agent(strange, strange.players[0], [0, 0.2])

    def test_raises_where_the_board_does_not_have_the_move(self):
        board = board_of(MATE_IN_3)
        for piece in board.get_pieces():
            piece.get_move_options = lambda: [MoveOption(Position(0, 0))]
        with self.assertRaisesRegex(bookends.NoMatch, "a1d1"):
            self.agent(board, board.players[0], [0, 0.2])

    def test_of_threads_and_of_a_fork(self):
        board = board_of(START1)
        answers = []

        def ask():
            answers.append(self.agent(board.clone(), board.players[0], [0, 0.2]))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len({option.position for _, option in answers}), 1)
        engine = self.agent._engine
        child = os.fork()
        if child == 0:
            self.agent(board, board.players[0], [0, 0.2])
            other = self.agent._engine is not engine
            self.agent.close()
            os._exit(0 if other else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertTrue(engine.running)

    def test_is_pickled_by_its_options(self):
        here = os.getcwd()
        os.chdir(FILES.folder)
        try:
            pickled = pickle.dumps(Agent(FILES.book().name, FILES.fragments().name, QUICK))
        finally:
            os.chdir(here)
        again = pickle.loads(pickled)
        self.addCleanup(again.close)
        board = board_of(START1)
        self.assertEqual(again(board, board.players[0], None), self.agent(board, board.players[0], None))

    def test_needs_no_more_than_a_function(self):
        os.environ["BOOKENDS_BOOK"], os.environ["BOOKENDS_TABLES"] = str(FILES.book()), str(FILES.fragments())
        board = board_of(START0)
        with bookends.Book(FILES.book()) as book:
            wanted = View(board, board.players[0]).options(book.probe(START0).move)
        self.assertEqual([chessmaker.agent(board, board.players[0], [0, 1.0])], wanted)
        default = chessmaker._default
        chessmaker.agent(board, board.players[0], [0, 1.0])
        self.assertIs(chessmaker._default, default)
        default.close()


class Games(unittest.TestCase):
    def test_against_a_random_mover_are_won(self):
        with bookends.Book(FILES.book()) as book:
            starts = {name: book.probe(fen).move for name, fen in STARTS.items()}
        agent = Agent(FILES.book(), FILES.fragments(), QUICK)
        self.addCleanup(agent.close)
        for seed, name in enumerate(("start0", "start1", "start0", "start1")):
            dice = random.Random(seed)

            def mover(board, player, var):
                return shuffled_moves(board, dice)[0]

            white = seed < 2
            players = (agent, mover) if white else (mover, agent)
            result, moves = standin.play(*players, standin.Board(standin.SETUPS[name]), 0.05)
            self.assertEqual(result, f"{'black' if white else 'white'} loses")
            line = agent._lines[white]
            self.assertEqual(len(line.moves), len(moves) - (0 if white else 1), "the engine was told the whole game")
            if white:
                self.assertEqual(line.moves[0], starts[name])

    def test_against_itself_end(self):
        agent = Agent(options=QUICK)
        self.addCleanup(agent.close)
        result, moves = standin.play(agent, agent, board_of("4k/3pp/5/PP3/K3R w - - 0 1"), 0.02)
        self.assertIn(result, ("draw", "white loses", "black loses"))
        self.assertEqual(len(agent._lines[True].moves) + len(agent._lines[False].moves), 2 * len(moves) - 2)

    def test_begin_anew_where_the_board_was_changed(self):
        agent = Agent(options=QUICK)
        self.addCleanup(agent.close)
        board = board_of(START1)
        piece, option = agent(board, board.players[0], [0, 0.05])
        piece.move(option)
        [hole] = [Position(x, 2) for x in (0, 1, 3) if Position(x, 2) not in board.places][:1]
        board.places[hole] = board.places.pop(Position(3, 0))  # no knight goes there from d5
        board.passed, board.current_player = None, next(board.turn_iterator)
        fen = View(board, board.players[0]).fen()
        piece, option = agent(board, board.players[0], [2, 0.05])
        self.assertIn(option, piece.get_move_options())
        self.assertEqual((agent._lines[True].start, len(agent._lines[True].moves)), (fen, 1))

    def test_begin_anew_with_another_board(self):
        agent = Agent(options=QUICK)
        self.addCleanup(agent.close)
        board = board_of(START1)
        agent(board, board.players[0], [0, 0.05])
        other = board_of(START0)
        agent(other, other.players[0], [0, 0.05])
        self.assertEqual((agent._lines[True].start, len(agent._lines[True].moves)), (START0, 1))


if __name__ == "__main__":
    unittest.main()
