"use strict";
// The module in a thread of its own, so that a search does not hold up the page. A message {id, name, arguments} is
// answered by {id, answer}; the module's answers are JSON.
let module;

function call(name, argumentTypes, values) {
  return JSON.parse(module.ccall(name, "string", argumentTypes, values));
}

// Files of the visitor, in memory: the module reads them as programs read a disk. Those of the same kind as some that
// were there take their place.
function open({ files }) {
  const opened = {};
  const tables = files.filter(({ name }) => /\.(bkt|rtbw|rtbz)$/.test(name));
  const book = files.find((file) => !tables.includes(file));
  if (tables.length) {
    if (module.FS.analyzePath("/tables").exists) {
      for (const name of module.FS.readdir("/tables")) if (name[0] !== ".") module.FS.unlink("/tables/" + name);
    } else {
      module.FS.mkdir("/tables");
    }
    for (const { name, bytes } of tables) module.FS.writeFile("/tables/" + name, bytes);
    opened.tables = call("bookends_web_open_tables", ["string"], ["/tables"]);
  }
  if (book) {
    module.FS.writeFile("/book", book.bytes);
    opened.book = call("bookends_web_open_book", ["string"], ["/book"]);
    if (opened.book.error) opened.book.error = opened.book.error.replace("/book", book.name);
  }
  return opened;
}

const calls = {
  open,
  games: () => call("bookends_web_games", [], []),
  position: ({ game, fen, last, flipped }) => call("bookends_web_position", ["string", "string", "string", "number"],
    [game, fen, last, flipped ? 1 : 0]),
  tables: ({ fen }) => call("bookends_web_tables", ["string"], [fen]),
  book: ({ fen }) => call("bookends_web_book", ["string"], [fen]),
  search: ({ game, fen, nodes, milliseconds, tables }) => call("bookends_web_search",
    ["string", "string", "number", "number", "string"], [game, fen, nodes, milliseconds, tables ? "/tables" : ""]),
};

const begun = BookendsModule({ wasmBinary: Uint8Array.from(atob(kWasm), (c) => c.charCodeAt(0)) })
  .then((made) => { module = made; });

onmessage = async ({ data: { id, name, values } }) => {
  try {
    await begun;
    postMessage({ id, answer: calls[name](values || {}) });
  } catch (error) {
    postMessage({ id, answer: { error: String(error) } });
  }
};
