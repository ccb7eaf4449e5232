"""A server with tables, books and a proof, and what `bookends probe` says of the same files."""
import json
import os
import re
import signal
import subprocess

# A small certificate of the project's own: after 1. b3 Black wins.
PROOF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../books/proofs/fragments-start1-b2b3.proof")
GAMES = [
    ("1. e4 e5 2. Nf3 Nc6", "1-0", 2400),
    ("1. e4 e5 2. Nf3 Nf6", "1/2-1/2", 2200),
    ("1. e4 c5 2. Nf3 d6", "0-1", 2000),
    ("1. d4 d5 2. c4 e6", "0-1", 2000),
]


def pgn(moves, result, rating):
    tags = {"WhiteElo": rating, "BlackElo": rating, "Date": "2020.01.01", "Result": result}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves} {result}\n\n"


class Served:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.server = None
        self.port = 0
        self._make_files()

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments):
        subprocess.run([self.program, *arguments], check=True)

    def _make_files(self):
        with open(self.path("games.pgn"), "w", encoding="ascii") as file:
            file.write("".join(pgn(*game) for game in GAMES))
        self.run("tables", "build", "chess", "KRvK", "KQvK", "--out", self.path("chess"), "--quiet")
        self.run("tables", "build", "fragments", "KQvK", "--out", self.path("fragments"), "--quiet")
        self.run("book", "import", "chess", self.path("games.pgn"), "--out", self.path("chess.book"),
                 "--keep-duplicates", "--quiet")
        self.run("book", "build", "fragments", "--start", "start1", "--positions", "20", "--nodes", "500",
                 "--out", self.path("fragments.book"), "--quiet")

    def start(self):
        """Once more at the same port where it was stopped."""
        files = ["--book", self.path("chess.book"), self.path("fragments.book"),
                 "--tables", self.path("chess"), self.path("fragments"), "--proof", PROOF]
        self.server = subprocess.Popen([self.program, "serve", "--port", str(self.port), *files],
                                       stderr=subprocess.PIPE, text=True)
        said = self.server.stderr.readline()
        self.port = int(re.search(r":(\d+)/", said).group(1))

    def stop(self):
        if self.server:
            self.server.send_signal(signal.SIGINT)
            self.server.wait(timeout=30)
        self.server = None

    def address(self, path=""):
        return f"http://127.0.0.1:{self.port}{path}"

    def probe(self, game, fen):
        """What the command says; exit code 1, of a position of which nothing is known, is no error."""
        found = subprocess.run([self.program, "probe", game, "--at", fen, "--json", "--quiet", "--tables",
                                self.path(game), "--book", self.path(game + ".book")],
                               stdout=subprocess.PIPE, text=True, check=False)
        if found.returncode not in (0, 1):
            raise AssertionError(f"bookends probe {game} --at '{fen}': exit code {found.returncode}")
        return json.loads(found.stdout)
