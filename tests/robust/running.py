"""What the tests of this folder share: the programs, folders of their own, outcomes, and lines of results."""
import hashlib
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# 0 done, 1 a negative answer, 2 usage, 3 corrupt or foreign, 4 input/output, 5 a limit, 130 interrupted: gen/README.md.
CODES = {0, 1, 2, 3, 4, 5, 130}
SHORT_SEED = 20261129
COLUMNS = ["what", "command", "version", "machine", "date", "value", "unit", "interval", "note"]


class Outcome:
    """How a program ended: `code` is 128 + the signal where it was killed by one."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def complaint(self, codes=CODES):
        """What is wrong with it, or nothing: it ends by itself, with one of the codes, and one line where it failed."""
        if self.code not in codes:
            return f"ended with {self.code}, not one of {sorted(codes)}: {self.err!r}"
        # OpenMP's library says by itself that it has no memory for its threads.
        lines = [line for line in self.err.splitlines() if line and not line.startswith("libgomp: ")]
        if self.code not in (0, 1) and (len(lines) != 1 or not lines[0].startswith("bookends: ")):
            return f"{self.code} with {len(lines)} lines on stderr, not one: {self.err!r}"
        return None


class Programs:
    """The programs of a build's bin folder."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.bookends = os.path.join(self.folder, "bookends")
        self.agent = os.path.join(self.folder, "bookends-agent")
        for program in (self.bookends, self.agent):
            if not os.access(program, os.X_OK):
                sys.exit(f"no program: {program}")

    def environment(self, **more):
        # With a policy of its own the program does not start itself a second time.
        return {**os.environ, "OMP_WAIT_POLICY": "passive", **more}

    def start(self, words, folder, limits=(), **more):
        def prepare():
            for which, value in limits:
                resource.setrlimit(which, (value, value))
        return subprocess.Popen([self.bookends, *words], cwd=folder, env=self.environment(), preexec_fn=prepare,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    def run(self, words, folder, limits=(), seconds=300):
        process = self.start(words, folder, limits)
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Outcome(124, "", f"hung for {seconds} s")
        return outcome(process.returncode, out, err)

    def must(self, words, folder):
        """What it prints; where it fails, the end of the test."""
        run = self.run(words, folder)
        if run.code != 0:
            sys.exit(f"bookends {' '.join(words)}: {run.code}: {run.err}")
        return run.out


def run_words(words, folder, seconds=300):
    """Any program."""
    process = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds,
                             check=False)
    return outcome(process.returncode, process.stdout, process.stderr)


def outcome(code, out, err):
    return Outcome(code if code >= 0 else 128 - code, out.decode(errors="replace"), err.decode(errors="replace"))


class Folder:
    """A temporary folder."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="bookends-robust-")
        return self.path

    def __exit__(self, *_):
        for folder, _, _ in os.walk(self.path):
            os.chmod(folder, 0o700)
        shutil.rmtree(self.path)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def contents(folder, of=digest):
    """What the files below a folder that have their final names come to, by name; `of` takes away what may differ."""
    found = {}
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and not is_work(name)]
        for name in [name for name in files if not name.startswith(".")]:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = of(file.read())
    return found


def is_work(name):
    return name.endswith((".work", ".exits")) or name == "solving"


def clear(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)


class Report:
    """Counts what was tried, shows what failed, and writes a line of results for each thing measured."""

    def __init__(self, argv):
        self.short = "--short" in argv
        self.share = share_of(argv)
        self.rows, self.failures = None, 0
        if "--rows" in argv:
            self.rows = argv[argv.index("--rows") + 1]
        self.command = f"tests/robust/{os.path.basename(argv[0])} BIN" + (" --short" if self.short else "")
        self.command += f" --share {self.share:g}" if self.share < 1 else ""
        self.command += f" --job {shlex.quote(argv[argv.index('--job') + 1])}" if "--job" in argv else ""
        self.given_seed = int(argv[argv.index("--seed") + 1]) if "--seed" in argv else None
        self.began, self.began_busy, self.began_at = own_seconds(), busy_seconds(), time.monotonic()

    def seed(self):
        """Of the dice: the given one; else the short form has its own, and the long one another each time."""
        seed = self.given_seed
        if seed is None:
            seed = SHORT_SEED if self.short else random.randrange(2**32)
        self.command += f" --seed {seed}"
        print(f"seed {seed}", flush=True)
        return seed

    def many(self, short, long):
        """How many are tried: of the long form the share that was asked for, and one at least."""
        return short if self.short else max(1, round(long * self.share))

    def fail(self, text):
        self.failures += 1
        print(f"FAILED: {text}", flush=True)

    def row(self, what, value, unit, note="-"):
        print(f"{what}: {value} {unit} ({note})", flush=True)
        if self.rows is None:
            return
        line = [what, self.command, version(), machine() + (", shared" if self.is_shared() else ""),
                time.strftime("%Y-%m-%d"), str(value), unit, "-", note]
        fresh = not os.path.exists(self.rows)
        with open(self.rows, "a", encoding="utf-8") as file:
            if fresh:
                file.write("\t".join(COLUMNS) + "\n")
            file.write("\t".join(line) + "\n")

    def seconds(self):
        """Of CPU time, with the programs that were run."""
        return own_seconds() - self.began

    def is_shared(self):
        """Whether others took a twentieth of a core, or more, since this began."""
        others = busy_seconds() - self.began_busy - self.seconds()
        return others > 0.05 * (time.monotonic() - self.began_at)

    def end(self):
        print(f"{self.failures} failures, {self.seconds():.1f} s of CPU")
        sys.exit(1 if self.failures else 0)


def version():
    here = os.path.dirname(os.path.abspath(__file__))
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=here, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else "unknown"


def machine():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores, {memory:.0f} GiB"


def own_seconds():
    """CPU time of this process, and of those that it has waited for."""
    return time.process_time() + sum(os.times()[2:4])


def busy_seconds():
    """CPU time of the whole machine that was not idle."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _, _, *interrupts = map(int, file.readline().split()[1:9])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def share_of(argv):
    """How much of the long form is asked for: all, where nothing is said."""
    if "--share" not in argv:
        return 1.0
    try:
        share = float(argv[argv.index("--share") + 1])
    except (IndexError, ValueError):
        share = 0.0
    if not 0 < share <= 1 or "--short" in argv:
        sys.exit("--share S: a part of the long form, above 0 and at most 1")
    return share


def arguments(argv):
    """The folder of programs; other words are options."""
    words = [word for i, word in enumerate(argv[1:], 1) if not word.startswith("--") and argv[i - 1] not in VALUED]
    if not words:
        sys.exit(f"usage: {os.path.basename(argv[0])} BIN [MORE...] [--short | --share S] [--seed N] [--rows FILE]")
    return words


VALUED = {"--rows", "--job", "--seed", "--share"}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # inherited: a limit on files is told of as an errno
