"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const text = (id) => at(id).textContent;

  const worker = new Worker(URL.createObjectURL(
    new Blob([text("module"), text("worker")], { type: "text/javascript" })));
  const waiting = new Map();
  let asked = 0;
  worker.onmessage = ({ data: { id, answer } }) => {
    waiting.get(id)(answer);
    waiting.delete(id);
  };
  worker.onerror = (event) => { at("trouble").textContent = "The module does not start: " + event.message; };
  function ask(name, values) {
    return new Promise((resolve) => {
      waiting.set(++asked, resolve);
      worker.postMessage({ id: asked, name, values });
    });
  }

  let games = [], opened = {}, shown = null, line = [], flipped = false, turn = 0;
  const game = () => at("game").value;
  const isOf = (what) => opened[what] && opened[what].game === game();

  function scoreText(score) {
    if (Math.abs(score) >= 31520) return (score < 0 ? "#-" : "#") + Math.floor((32000 - Math.abs(score) + 1) / 2);
    if (Math.abs(score) === 31519) return score < 0 ? "loss" : "win";
    return (score > 0 ? "+" : "") + (score / 100).toFixed(2);
  }
  function valueText(value) {
    if (!value) return "";
    return value.category + ("plies" in value ? ` in ${value.plies}` : "");
  }

  function cell(row, content) { row.insertCell().append(content); }

  function showMoves(position, tables, book) {
    const values = new Map((tables.moves || []).map((move) => [move.uci, move.value]));
    const known = new Map((book.moves || []).map((move) => [move.uci, move]));
    const order = [...values.keys(), ...known.keys()];
    const rank = ({ uci }) => (order.includes(uci) ? order.indexOf(uci) : order.length);
    const body = document.createElement("tbody");
    for (const move of [...position.moves].sort((a, b) => rank(a) - rank(b))) {
      const row = body.insertRow(), entry = known.get(move.uci), link = document.createElement("button");
      link.textContent = move.san;
      link.dataset.uci = move.uci;
      link.onclick = () => play(move);
      if (entry && entry.own) row.className = "own";
      cell(row, link);
      cell(row, valueText(values.get(move.uci)));
      cell(row, entry ? entry.proof || ("score" in entry ? scoreText(entry.score) : "") : "");
      cell(row, entry && entry.games ? `${entry.games}: +${entry.wins} =${entry.draws}` : "");
    }
    at("moves").tBodies[0].replaceWith(body);
  }

  function verdictText(position, tables, book) {
    const side = position.black ? "Black" : "White";
    const said = [position.over ? `The game is over: ${position.over}.` : `${side} to move.`];
    if (tables.value) said.push(`Tables: ${valueText(tables.value)}.`);
    const own = position.moves.find(({ uci }) => uci === book.move);
    const worth = book.proof || ("score" in book ? scoreText(book.score) : "");
    if (own) said.push(`Book: ${[own.san, worth].filter(Boolean).join(" ")}.`);
    return said.join(" ");
  }

  // Shows a position; what was asked of an older one in the meantime is not shown any more.
  async function show(fen, last = "") {
    const mine = ++turn;
    const position = await ask("position", { game: game(), fen, last, flipped });
    const tables = position.error || !isOf("tables") ? {} : await ask("tables", { fen });
    const book = position.error || !isOf("book") ? {} : await ask("book", { fen });
    if (mine !== turn) return false;
    at("trouble").textContent = position.error || tables.error || book.error || "";
    if (position.error) return false;
    shown = { ...position, last };
    at("files").disabled = false;  // from now on there is something that they say more of
    at("fen").value = position.fen;
    at("board").innerHTML = position.board;
    at("verdict").textContent = verdictText(position, tables, book);
    at("found").textContent = "";
    showMoves(position, tables, book);
    document.body.dataset.fen = position.fen;
    return true;
  }

  function play(move) {
    line.push(shown);
    show(move.fen, move.uci);
  }

  function begin(fen) {
    line = [];
    return show(fen);
  }

  function setGame() {
    const chosen = games.find(({ name }) => name === game());
    at("parts").innerHTML = chosen.parts;
    at("start").replaceChildren(...chosen.starts.map(({ name, fen }) => new Option(name, fen)));
    return begin(chosen.starts[0].fen);
  }

  async function openFiles() {
    const files = await Promise.all([...at("files").files].map(async (file) => (
      { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
    if (!files.length) return;
    const answer = await ask("open", { files });
    if (answer.error) {  // the module itself, not one of the files
      at("trouble").textContent = answer.error;
      return;
    }
    Object.assign(opened, answer);
    const said = [];
    const { tables, book } = opened;
    if (tables) said.push(tables.error || `${tables.endings.length} tables of ${tables.game}`);
    if (book) said.push(book.error || `a book of ${book.game} with ${book.positions} positions`);
    at("opened").textContent = said.join("; ");
    const named = [answer.book, answer.tables].find((what) => what && what.game);
    if (named && named.game !== game()) {
      at("game").value = named.game;
      await setGame();
    } else {
      await show(shown.fen, shown.last);
    }
  }

  function unchoose() {
    for (const square of document.querySelectorAll("#board .chosen,#board .target"))
      square.classList.remove("chosen", "target");
  }

  let chosen = "";
  function clickSquare(square) {
    const moves = shown.moves.filter(({ uci }) => chosen && uci.startsWith(chosen + square));
    unchoose();
    if (moves.length) {
      chosen = "";
      const letters = moves.map(({ uci }) => uci[4]);
      const named = moves.length === 1 ? letters[0] : prompt("Promote to", letters.join(""));
      const move = moves.find(({ uci }) => !uci[4] || (named && uci[4] === named[0]));
      if (move) play(move);
      return;
    }
    chosen = square;
    for (const { uci } of shown.moves.filter((move) => move.uci.startsWith(square))) {
      at("board").querySelector(`[data-square="${square}"]`).classList.add("chosen");
      at("board").querySelector(`[data-square="${uci.slice(2, 4)}"]`).classList.add("target");
    }
  }

  async function search() {
    const mine = turn;
    at("search").disabled = true;
    at("found").textContent = "Searching ...";
    const found = await ask("search", {
      game: game(), fen: shown.fen, nodes: 0, milliseconds: Number(at("time").value), tables: isOf("tables") });
    at("search").disabled = false;
    if (mine !== turn) return;
    if (found.error || !found.move) {
      at("found").textContent = found.error || "There is no move.";
      return;
    }
    const speed = Math.round(found.nodes / Math.max(found.milliseconds, 1));
    at("found").textContent = `${found.san} ${scoreText(found.score)}, depth ${found.depth}: ${found.line} `
      + `(${found.nodes} nodes, ${speed} thousand a second)`;
    at("found").dataset.move = found.move;
    at("found").dataset.score = found.score;
  }

  at("game").onchange = setGame;
  at("start").onchange = () => begin(at("start").value);
  at("files").onchange = openFiles;
  at("at").onsubmit = (event) => { event.preventDefault(); begin(at("fen").value); };
  at("board").onclick = (event) => {
    if (event.target.dataset.square) clickSquare(event.target.dataset.square);
  };
  at("back").onclick = () => {
    const before = line.pop();
    if (before) show(before.fen, before.last);
  };
  at("flip").onclick = () => { flipped = !flipped; show(shown.fen, shown.last); };
  at("search").onclick = search;

  ask("games").then((answer) => {
    games = answer.games || [];
    if (!games.length) { at("trouble").textContent = answer.error; return; }
    at("boards").textContent = answer.style;
    at("game").replaceChildren(...games.map(({ name, title }) => new Option(title, name)));
    setGame();
  });
})();
