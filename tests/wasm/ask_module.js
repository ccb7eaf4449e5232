// The module as a program of JavaScript has it: the C functions with their structures, without the page.
//
//     node ask_module.js FOLDER PROGRAMS    of bookends.js, and of bookends-agent
"use strict";
const assert = require("assert");
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");

const NODES = 20000;
const STARTS = {
  fragments: "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1",
  "fragments-sd": "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1",
  makruk: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
  chess: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  gardner: "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
};

// bookends_search_limits {nodes: u64, milliseconds: u32, hash_megabytes: u32, tables: pointer} and the move and score of
// bookends_search_result {move: 8 bytes, line: 240 bytes, score: i32, ...}.
function search(module, game, fen, nodes) {
  const limits = module._malloc(24), result = module._malloc(280), error = module._malloc(200);
  for (let i = 0; i < 24; i += 4) module.setValue(limits + i, 0, "i32");
  module.setValue(limits, nodes, "i32");
  const status = module.ccall("bookends_search_position", "number",
    ["string", "string", "number", "number", "number", "number"], [game, fen, limits, result, error, 200]);
  return { status, error: module.UTF8ToString(error), move: module.UTF8ToString(result),
    score: module.getValue(result + 248, "i32") };
}

// What the agent finds with the same evaluation and the same table: the last score and the move.
function agentFinds(programs, game, fen) {
  const input = ["setoption name EvalFile value none", "setoption name Hash value 16", `position fen ${fen}`,
    `go nodes ${NODES}`, ""].join("\n");
  const said = execFileSync(path.join(programs, "bookends-agent"), ["--variant", game], { input, encoding: "utf8" });
  return { move: said.match(/bestmove (\S+)/)[1], score: Number([...said.matchAll(/score cp (-?\d+)/g)].pop()[1]) };
}

(async () => {
  const folder = path.resolve(process.argv[2]);
  // Where node has fetch(), the module's own way to its bytes asks that, which knows no files.
  const wasmBinary = fs.readFileSync(path.join(folder, "bookends.wasm"));
  const module = await require(path.join(folder, "bookends.js"))({ wasmBinary });
  const mate = search(module, "fragments", "4k/5/2K2/5/R4 w - - 0 1", NODES);
  assert.strictEqual(mate.status, 0, mate.error);
  assert.strictEqual(mate.score, 31997);  // by two moves
  assert.strictEqual(search(module, "fragments", "4k/5/2K2/5 w - - 0 1", NODES).status, 1);
  assert.match(search(module, "no-game", STARTS.chess, NODES).error, /no-game/);
  for (const [called, header, name] of [
    ["bookends_tables_version", "tablebases/capi/bookends_tables.h", "BOOKENDS_TABLES_VERSION"],
    ["bookends_book_api_version", "books/capi/bookends_book.h", "BOOKENDS_BOOK_API_VERSION"]]) {
    const text = fs.readFileSync(path.join(__dirname, "../..", header), "utf8");
    const version = Number(text.match(new RegExp(`#define ${name} (\\d+)`))[1]);
    assert.strictEqual(module.ccall(called, "number", [], []), version);
  }
  for (const [game, fen] of Object.entries(STARTS)) {
    const { move, score } = search(module, game, fen, NODES);
    assert.deepStrictEqual({ move, score }, agentFinds(process.argv[3], game, fen), game);
  }
  console.log("node: the C functions answer");
})().catch((error) => { console.error(error); process.exit(1); });
