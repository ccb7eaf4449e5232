"""The commands that write, small enough to be run a thousand times: what they need, and what they make."""
import os
import re

import running


class Job:
    """One command. `{out}` in its words is what it makes, in the folder `out`; `again` is said when it is run anew.

    `pieces` are what is the same each time: of a file that `grows` there may be some of them, and a beginning of one. A
    command that `keeps_history` can do without a line of it.
    """

    def __init__(self, name, words, out, again=(), pieces=running.digest, grows=False, keeps_history=False):
        self.name, self.words, self.out, self.again = name, words, out, list(again)
        self.pieces, self.grows, self.keeps_history = pieces, grows, keeps_history
        self.reads = any(word.startswith("in/") for word in words)

    def command(self, out=None, again=False, threads=2):
        words = [word.replace("{out}", out or f"out/{self.out}") for word in self.words]
        counted = [] if self.name in ONE_THREAD else ["--threads", str(threads)]
        return words + counted + (self.again if again else []) + ["--quiet"]

    def variant(self, name, changes=(), more=()):
        """Another job: with other values of its options, and with more words."""
        words = self.words + list(more)
        for option, value in dict(changes).items():
            words[words.index(option) + 1] = value
        return Job(name, words, self.out, self.again, self.pieces, self.grows, self.keeps_history)

    def made(self, folder):
        return running.contents(folder, self.pieces)

    def wrong_files(self, found, whole):
        """Names of what is neither whole nor, of what grows, a beginning."""
        return [name for name, pieces in found.items() if not self.is_right(pieces, whole.get(name))]

    def is_right(self, pieces, whole):
        if pieces == whole or not self.grows:
            return pieces == whole
        *games, last = pieces or [""]
        return (whole is not None and len(set(pieces)) == len(pieces) and set(games) <= set(whole)
                and any(game.startswith(last) for game in whole))


def games_of(data):
    """The games of a PGN without what differs from run to run: dates, and times in comments. While a match is played they
    stand in the order in which they end."""
    text = re.sub(r"\[[^\]\n]*$", "", data.decode(errors="replace"))  # a tag that is cut off
    text = re.sub(r'\[(Date|WhiteSearched|BlackSearched) [^\n]*(\n|$)', "", text)
    text = re.sub(r"[ \n]+", " ", re.sub(r"\{[^}]*(\}|$)", "", text))
    return tuple(game.strip() for game in re.split(r"(?=\[Event )", text) if game.strip())


ONE_THREAD = {"match", "dump", "prune", "merge", "pack"}
ENGINES = ["--engine", "name=a", "--engine", "name=b nodes=60"]
JOBS = [
    Job("tables", ["tables", "build", "fragments", "KRvK", "KQvK", "--out", "{out}"], "tables"),
    Job("book", ["book", "build", "fragments", "--start", "start1", "--positions", "40", "--nodes", "200", "--net", "none",
                 "--out", "{out}"], "a.book", keeps_history=True),
    Job("prove", ["book", "prove", "fragments", "--start", "4k/5/2K2/5/R4 w", "--nodes", "500", "--out", "{out}"],
        "a.proof", again=["--force"], keeps_history=True),
    Job("shorten", ["book", "shorten", "in/a.proof", "--nodes", "500", "--out", "{out}"], "b.proof", again=["--force"]),
    Job("match", ["match", "fragments", *ENGINES, "--nodes", "100", "--games", "6", "--concurrency", "2", "--resume",
                  "--pgn", "{out}"], "games.pgn", pieces=games_of, grows=True),
    Job("selfplay", ["selfplay", "fragments", "--positions", "300", "--nodes", "60", "--out", "{out}"], "a.tsv",
        again=["--force"]),
    Job("tune", ["tune", "fragments", "--data", "in/a.tsv", "--epochs", "40", "--out", "{out}"], "a.inc",
        again=["--force"]),
    Job("train", ["train", "fragments", "--data", "in/a.tsv", "--epochs", "1", "--hidden", "32", "--out", "{out}"],
        "a.net", again=["--force"]),
    Job("dump", ["dump", "in/a.book", "--format", "html", "--out", "{out}"], "a.html", again=["--force"]),
    Job("import", ["book", "import", "fragments", "in/a.pgn", "--out", "{out}"], "i.book", again=["--force"]),
    Job("exits", ["book", "exits", "in/a.book", "--nodes", "300", "--most", "6", "--out", "{out}"], "e.book",
        again=["--force"]),
    Job("prune", ["book", "prune", "in/a.book", "--positions", "10", "--out", "{out}"], "p.book", again=["--force"]),
    Job("merge", ["book", "merge", "in/a.book", "in/b.book", "--out", "{out}"], "m.book", again=["--force"]),
    Job("pack", ["book", "pack", "in/a.book", "--out", "{out}"], "a.packed", again=["--force"]),
]


def named(*names):
    return [job for job in JOBS if job.name in names]


def prepare(programs, folder):
    """What the commands read, in `in`."""
    os.makedirs(os.path.join(folder, "in"))
    programs.must(["selfplay", "fragments", "--positions", "400", "--nodes", "60", "--out", "in/a.tsv", "--quiet"], folder)
    for name, positions, nodes in (("a", 30, 100), ("b", 20, 150)):
        programs.must(["book", "build", "fragments", "--start", "start1", "--positions", str(positions), "--nodes",
                       str(nodes), "--out", f"in/{name}.book", "--quiet"], folder)
    programs.must(["dump", "in/a.book", "--format", "pgn", "--out", "in/a.pgn", "--quiet"], folder)
    programs.must(["book", "prove", "fragments", "--start", "k4/5/2N2/5/4K w", "--nodes", "500", "--tail-nodes", "100",
                   "--long-nodes", "300", "--out", "in/a.proof", "--quiet"], folder)
