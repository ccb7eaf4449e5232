"""Our structures, numbers and functions are those of the C headers; ctypes would not notice."""
import ctypes
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import bookends
from bookends import book, library, tables

ROOT = Path(__file__).parents[2]
HEADERS = {
    "tables": ROOT / "tablebases" / "capi" / "bookends_tables.h",
    "book": ROOT / "books" / "capi" / "bookends_book.h",
}
STRUCTURES = {
    "bookends_tables_options": library.Options,
    "bookends_tables_value": library.TablesValue,
    "bookends_tables_move": library.TablesMove,
    "bookends_book_entry": library.BookEntry,
    "bookends_book_move": library.BookMove,
    "bookends_book_claim": library.BookClaim,
    "bookends_book_proved_move": library.BookProvedMove,
}
ENUMS = {
    "TABLES": [*bookends.Metric, *bookends.Category],
    "BOOK": [*bookends.Proof, *bookends.Side],
    "BOOK_TO": [*bookends.Aim],
    "BOOK_BY": [*bookends.ProvedBy],
}
ERRORS = {"TABLES": tables._ERRORS, "BOOK": book.ERRORS}
STATUSES = {
    "NotFound": "NOT_FOUND",
    "NotCovered": "NOT_COVERED",
    "Corrupt": "CORRUPT",
    "InputOutput": "IO",
    "Unsupported": "UNSUPPORTED",
}
STATUSES_OF = {
    "TABLES": {**STATUSES, "InvalidArgument": "INVALID", "OutOfMemory": "MEMORY"},
    "BOOK": {**STATUSES, "InvalidArgument": "INVALID_ARGUMENT", "OutOfMemory": "NO_MEMORY"},
}


def expressions():
    """What C has to say of its headers, by the C that asks for it."""
    for name, structure in STRUCTURES.items():
        yield f"sizeof({name})", ctypes.sizeof(structure)
        for field, kind in structure._fields_:
            yield f"offsetof({name}, {field})", getattr(structure, field).offset
            yield f"sizeof((({name}*)0)->{field})", ctypes.sizeof(kind)
    for part, values in ENUMS.items():
        for value in values:
            yield f"BOOKENDS_{part}_{value.name}", value.value
    for part, failures in ERRORS.items():
        for status, error in failures.items():
            yield f"BOOKENDS_{part}_{STATUSES_OF[part][error.__name__]}", status
    yield "BOOKENDS_BOOK_FEN_SIZE", library.FEN_SIZE
    yield "BOOKENDS_TABLES_VERSION", library.Library("tables").version()
    yield "BOOKENDS_BOOK_API_VERSION", library.Library("book").api_version()


def said_by_c(asked):
    lines = "\n".join(f'printf("%ld\\n", (long)({what}));' for what in asked)
    includes = "".join(f"#include <{name}>\n" for name in ("bookends_tables.h", "bookends_book.h", "stdio.h"))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "ask"
        program.with_suffix(".c").write_text(f"{includes}int main(void) {{\n{lines}\nreturn 0;\n}}\n")
        folders = [f"-I{header.parent}" for header in HEADERS.values()]
        subprocess.run(["cc", "-std=c11", *folders, program.with_suffix(".c"), "-o", program], check=True)
        return list(map(int, subprocess.run([program], check=True, capture_output=True).stdout.split()))


class Headers(unittest.TestCase):
    @unittest.skipUnless(shutil.which("cc"), "needs a C compiler")
    def test_say_the_same_numbers(self):
        wanted = dict(expressions())
        self.assertGreater(len(wanted), 80)
        self.assertEqual(dict(zip(wanted, said_by_c(wanted))), wanted)

    def test_declare_what_is_called(self):
        for part, header in HEADERS.items():
            declared = re.findall(rf"\bbookends_{part}_(\w+)\(([^;]*)\);", header.read_text())
            arguments = {name: 0 if said == "void" else said.count(",") + 1 for name, said in declared}
            for name, (_, types) in library.SIGNATURES[part].items():
                self.assertEqual(arguments[name], len(types), name)

    def test_have_the_versions_that_are_needed(self):
        for part, header in HEADERS.items():
            nodes = re.findall(r"_(\d+) \{\s*global:([^}]*)\}", header.with_suffix(".map").read_text())
            version = {name: int(number) for number, names in nodes for name in re.findall(r"\w+", names)}
            self.assertIn(f"VERSION {max(version.values())}\n", header.read_text())
            newest = max(version[f"bookends_{part}_{name}"] for name in library.SIGNATURES[part])
            self.assertEqual(library.NEEDED[part], newest)


class Loading(unittest.TestCase):
    def test_says_where_it_looked(self):
        with mock.patch.object(library, "_places", lambda part: iter(["no-such-library.so"])):
            with self.assertRaisesRegex(bookends.LibraryMissing, "BOOKENDS_LIBRARIES.*no-such-library"):
                library.Library("tables")

    def test_refuses_what_is_older(self):
        with mock.patch.dict(library.NEEDED, {"book": 1000}):
            with self.assertRaisesRegex(bookends.Unsupported, "at least 1000"):
                library.Library("book")
        with mock.patch.dict(library.SIGNATURES["book"], {"later": (None, [])}):
            with self.assertRaisesRegex(bookends.Unsupported, "bookends_book_later"):
                library.Library("book")


if __name__ == "__main__":
    unittest.main()
