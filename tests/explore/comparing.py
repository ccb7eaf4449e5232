"""What a page shows, compared with what `bookends probe --json` says."""

ROOK_ENDING = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
PROMOTION = "8/P7/8/3k4/8/8/8/K7 w - - 0 1"
NO_FEN = "8/8/8/3k4/8/8/8/R6 w - - 0 1"


def in_address(fen):
    return fen.replace(" ", "_")


def expect(what, told, found):
    if told != found:
        raise AssertionError(f"{what}: expected {told!r}, found {found!r}")


# What a page's table says of a move that the program tells of.
def table_words(move):
    if move["wdl"] == "unknown":
        return "?"
    words = move.get("category", move["wdl"])
    if move["dtm"] is not None and move["wdl"] != "draw":
        words += f" in {move['dtm']}"
    return words + (f" dtz {move['dtz']}" if move.get("dtz") else "")


def score_words(score):
    return f"{score / 100:+.2f}"


def results_words(move, white):
    won, lost = (move["wins"], move["losses"]) if white else (move["losses"], move["wins"])
    return f"White {won}, drawn {move['draws']}, Black {lost}"


def book_cells(move, white):
    cells = {}
    if move.get("score") is not None:
        cells.update({"book": score_words(move["score"]), "depth": str(move["depth"])})
    if move.get("games"):
        cells.update({"games": str(move["games"]), "White / drawn / Black": results_words(move, white)})
    if move.get("rating"):
        cells["rating"] = str(move["rating"])
    if move.get("year"):
        cells["year"] = str(move["year"])
    return cells


def expected_cells(move, white, columns):
    cells = {name: "" for name in columns}
    cells.update(book_cells(move, white))
    if "tables, in plies" in columns:
        cells["tables, in plies"] = table_words(move)
    return {**cells, "move": move["san"], "own": bool(move.get("book"))}


def compare_with_probe(browser, game="chess"):
    """Every cell of the page's table."""
    fen, rows = browser.fen(), browser.rows()
    told = browser.served.probe(game, fen)
    known = [m for m in told["moves"] if m["wdl"] != "unknown" or "score" in m]
    expect(f"moves with rows, {fen}", sorted(m["uci"] for m in known), sorted(rows))
    for move in known:
        row = rows[move["uci"]]
        columns = [name for name in row if name not in ("move", "own")]
        expect(f"{fen}: {move['san']}", expected_cells(move, " w " in fen, columns), row)
    if told["dtm"] is not None and told["wdl"] != "draw" and told["dtm"] > 0:
        words = browser.text(".verdict")
        if f" in {told['dtm']} pl" not in words:
            raise AssertionError(f"{fen}: {told['dtm']} plies are not in {words!r}")
    return told
