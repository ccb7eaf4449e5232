"""Programs whose system calls and allocations fail when they are told to: by the library that interposer.cpp makes."""
import os
import subprocess

import running

KINDS = ["write", "sync", "rename", "open", "map", "read", "memory", "thread"]


class Server:
    """A program that runs in a folder, one fork for each run."""

    def __init__(self, words, library, folder):
        asks, self.ask = os.pipe()
        self.answer, answers = os.pipe()
        self.err = os.path.join(folder, "err")
        # With a policy of its own `bookends` does not start itself a second time.
        environment = {**os.environ, "OMP_WAIT_POLICY": "passive", "LD_PRELOAD": library,
                       "BOOKENDS_FAULTS": f"{asks},{answers}"}
        self.out = os.path.join(folder, "stdout")
        with open(self.err, "ab") as err, open(self.out, "ab") as out:
            self.process = subprocess.Popen(words, cwd=folder, env=environment, stderr=err, stdout=out,
                                            stdin=subprocess.DEVNULL, pass_fds=(asks, answers))
        os.close(asks)
        os.close(answers)
        self.answers = os.fdopen(self.answer)

    def run(self, kind="none", how=0, number=0, times=0):
        """How it ended, whether the fault was met, and how often each kind of call was made."""
        os.truncate(self.err, 0)
        os.truncate(self.out, 0)
        os.write(self.ask, f"{kind} {how} {number} {times}\n".encode())
        status, met, *calls = map(int, self.answers.readline().split())
        with open(self.err, "rb") as err, open(self.out, "rb") as out:
            ended = running.outcome(os.waitstatus_to_exitcode(status), out.read(), err.read())
        return ended, met, dict(zip(KINDS, calls))

    def end(self):
        os.close(self.ask)
        self.answers.close()
        self.process.wait()
