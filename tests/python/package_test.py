import hashlib
import os
import re
import shutil
import subprocess
import sys
import unittest
import zipfile
from pathlib import Path

import bookends
from support import MATE_IN_3, START1, Files

FILES = Files()
tearDownModule = FILES.remove
ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "tools" / "python"
LIBRARIES = ("libbookends_tables.so", "libbookends_book.so")
MISSING = [module for module in ("pip", "setuptools", "wheel", "venv", "ensurepip")
           if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode != 0]

ASKS = f"""
import bookends, sys
with bookends.Tables(sys.argv[1]) as tables, bookends.Book(sys.argv[2]) as book:
    print(bookends.__file__, tables.probe({MATE_IN_3!r}).dtm, book.probe({START1!r}).move, len(list(book)) == len(book))
"""


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def libraries():
    folders = os.environ["BOOKENDS_LIBRARIES"].split(os.pathsep)
    return [next(Path(folder) / name for folder in folders if (Path(folder) / name).exists()) for name in LIBRARIES]


def elsewhere(**more):
    """The environment of somebody who has nothing of this source tree."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BOOKENDS_", "PYTHON", "PIP_"))}
    return {**kept, **more}


class Sources(unittest.TestCase):
    def test_have_the_version_of_the_project(self):
        [version] = re.findall(r"^project\(bookends VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
        self.assertEqual(bookends.__version__, version)

    def test_say_what_they_offer(self):
        for name in bookends.__all__:
            self.assertTrue(getattr(bookends, name).__doc__ or name in ("Position",), name)
        self.assertEqual(bookends.__all__, sorted(bookends.__all__))

    @unittest.skipUnless(shutil.which("mypy"), "needs Debian's mypy")
    def test_are_typed(self):
        self.assertIn("no issues", run("mypy", "--strict", "--cache-dir", FILES / "mypy", SOURCES / "bookends"))

    def test_have_lines_of_the_house(self):
        for file in [*SOURCES.rglob("*.py"), *Path(__file__).parent.glob("*.py")]:
            for number, line in enumerate(file.read_text().splitlines(), 1):
                self.assertLessEqual(len(line), 120, f"{file}:{number}")


@unittest.skipIf(MISSING, f"needs Debian's packages of {', '.join(MISSING)}")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.out = FILES / "dist"
        run(SOURCES / "build", cls.out, *libraries())
        [cls.wheel], [cls.source] = cls.out.glob("*.whl"), cls.out.glob("*.tar.gz")
        run(sys.executable, "-m", "venv", FILES / "venv", env=elsewhere())
        cls.python = FILES / "venv" / "bin" / "python"

    def install(self, package):
        words = ["install", "--no-index", "--no-deps", "--force-reinstall", package]
        run(self.python, "-m", "pip", *words, env=elsewhere())

    def ask(self, **more):
        words = ["-c", ASKS, FILES.fragments(), FILES.book()]
        return run(self.python, *words, env=elsewhere(**more), cwd=FILES.folder).split()

    def test_wheel_has_all_that_is_needed(self):
        self.assertRegex(self.wheel.name, rf"^bookends-{bookends.__version__}-py3-none-linux_\w+\.whl$")
        with zipfile.ZipFile(self.wheel) as wheel:
            names = {name.removeprefix("bookends/") for name in wheel.namelist()}
        modules = {file.name for file in (SOURCES / "bookends").glob("*.py")}
        self.assertLessEqual({*LIBRARIES, "py.typed", *modules}, names)
        self.install(self.wheel)
        file, dtm, move, walked = self.ask()
        self.assertIn(str(FILES / "venv"), file)
        with bookends.Book(FILES.book()) as book:
            self.assertEqual((dtm, move, walked), ("3", book.probe(START1).move, "True"))

    def test_source_package_finds_libraries_elsewhere(self):
        self.assertIn(bookends.__version__, self.source.name)
        pure = FILES / "pure"
        words = ["wheel", "--no-build-isolation", "--no-index", "--no-deps", "-w", pure, self.source]
        run(sys.executable, "-m", "pip", *words, env=elsewhere())
        [wheel] = pure.glob("*.whl")
        self.install(wheel)
        self.assertEqual(self.ask(BOOKENDS_LIBRARIES=os.environ["BOOKENDS_LIBRARIES"])[1], "3")
        # Where the loader of the system finds them by their SONAMEs.
        self.assertEqual(self.ask(LD_LIBRARY_PATH=os.environ["BOOKENDS_LIBRARIES"])[1], "3")
        with self.assertRaisesRegex(AssertionError, "LibraryMissing: libbookends_tables is neither in"):
            self.ask()

    def test_wheel_is_the_same_if_made_again(self):
        again = FILES / "again"
        run(SOURCES / "build", again, *libraries())
        digests = {hashlib.sha256(file.read_bytes()).hexdigest() for file in (self.wheel, again / self.wheel.name)}
        self.assertEqual(len(digests), 1)

    def test_leave_nothing_in_the_sources(self):
        self.assertEqual([p.name for p in SOURCES.iterdir() if p.name in ("dist", "bookends.egg-info")], [])
        self.assertEqual(list(SOURCES.glob("bookends/*.so")), [])


if __name__ == "__main__":
    unittest.main()
