"""The commands that write, small enough to be run a thousand times: what they need, and what they make."""
import os
import re


class Job:
    """One command. `{out}` in its words is what it makes, in the folder `out`; `again` is said when it is run anew."""

    def __init__(self, name, words, out, again=(), same=lambda data: data):
        self.name, self.words, self.out, self.again, self.same = name, words, out, list(again), same

    def command(self, out=None, again=False, threads=2):
        words = [word.replace("{out}", out or f"out/{self.out}") for word in self.words]
        counted = [] if self.name in ("match", "dump") else ["--threads", str(threads)]
        return words + counted + (self.again if again else []) + ["--quiet"]


def moves_alone(data):
    """A PGN without what differs from run to run: dates, and times in comments."""
    text = data.decode(errors="replace")
    text = re.sub(r'\[(Date|WhiteSearched|BlackSearched) [^\n]*\n', "", text)
    return re.sub(r"[ \n]+", " ", re.sub(r"\{[^}]*\}", "", text)).encode()


ENGINES = ["--engine", "name=a", "--engine", "name=b nodes=60"]
JOBS = [
    Job("tables", ["tables", "build", "fragments", "KRvK", "KQvK", "--out", "{out}"], "tables"),
    Job("book", ["book", "build", "fragments", "--start", "start1", "--positions", "40", "--nodes", "200", "--net", "none",
                 "--out", "{out}"], "a.book"),
    Job("prove", ["book", "prove", "fragments", "--start", "4k/5/2K2/5/R4 w", "--nodes", "500", "--out", "{out}"],
        "a.proof", again=["--force"]),
    Job("match", ["match", "fragments", *ENGINES, "--nodes", "100", "--games", "6", "--concurrency", "2", "--resume",
                  "--pgn", "{out}"], "games.pgn", same=moves_alone),
    Job("selfplay", ["selfplay", "fragments", "--positions", "300", "--nodes", "60", "--out", "{out}"], "a.tsv",
        again=["--force"]),
    Job("tune", ["tune", "fragments", "--data", "in/a.tsv", "--epochs", "40", "--out", "{out}"], "a.inc",
        again=["--force"]),
    Job("train", ["train", "fragments", "--data", "in/a.tsv", "--epochs", "1", "--hidden", "32", "--out", "{out}"],
        "a.net", again=["--force"]),
    Job("dump", ["dump", "in/a.book", "--format", "html", "--out", "{out}"], "a.html", again=["--force"]),
]


def named(*names):
    return [job for job in JOBS if job.name in names]


def prepare(programs, folder):
    """What the commands read, in `in`."""
    os.makedirs(os.path.join(folder, "in"))
    programs.must(["selfplay", "fragments", "--positions", "400", "--nodes", "60", "--out", "in/a.tsv", "--quiet"], folder)
    programs.must(["book", "build", "fragments", "--start", "start1", "--positions", "30", "--nodes", "100", "--out",
                   "in/a.book", "--quiet"], folder)
