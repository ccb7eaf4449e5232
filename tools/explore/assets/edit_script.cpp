#include "tools/explore/assets/assets.h"

namespace bookends {

// The field of the FEN is the position: what is clicked changes it, and what is typed is drawn. The squares are
// reached with Tab and the arrow keys, too.
const std::string_view kEditScript = R"js("use strict";
(() => {
  const main = document.querySelector("main.edit");
  if (!main) return;
  const files = Number(main.dataset.files), ranks = Number(main.dataset.ranks), game = main.dataset.game;
  const setup = document.getElementById("setup"), field = document.getElementById("fen");
  const board = main.querySelector("svg.board");
  const squares = [...board.querySelectorAll("[data-square]")];
  let men = new Map(), down = null;  // letters by square

  const row = (index) => ranks - index;  // of the FEN's rows, the first is the highest rank
  const name = (file, rank) => String.fromCharCode(97 + file) + rank;

  function read(fen) {
    const words = fen.trim().split(/\s+/);
    men = new Map();
    words[0].split("/").slice(0, ranks).forEach((text, index) => {
      let file = 0;
      for (const ch of text.match(/\d+|[^\d]/g) || []) {
        if (/\d/.test(ch)) { file += Number(ch); continue; }
        if (file < files) men.set(name(file, row(index)), ch);
        ++file;
      }
    });
    for (const input of setup.elements.turn) input.checked = input.value === (words[1] === "b" ? "b" : "w");
    for (const input of rights()) input.checked = (words[2] || "").includes(input.value);
  }

  function rights() { return setup.querySelectorAll('[name="castling"]'); }

  // Castling needs its king and rook at home.
  function possible(right) {
    const home = right === right.toUpperCase() ? "1" : String(ranks);
    const rook = right.toUpperCase() === "K" ? "h" : "a";
    const [king, other] = right === right.toUpperCase() ? ["K", "R"] : ["k", "r"];
    return men.get("e" + home) === king && men.get(rook + home) === other;
  }

  function written() {
    const lines = [];
    for (let index = 0; index < ranks; ++index) {
      let text = "", empty = 0;
      for (let file = 0; file < files; ++file) {
        const man = men.get(name(file, row(index)));
        if (!man) { ++empty; continue; }
        text += (empty || "") + man;
        empty = 0;
      }
      lines.push(text + (empty || ""));
    }
    const kept = [...rights()].filter((input) => input.checked && !input.disabled);
    const castling = kept.map((input) => input.value).join("");
    return `${lines.join("/")} ${setup.elements.turn.value} ${castling || "-"} - 0 1`;
  }

  function part(man) { return `${game}-${man === man.toUpperCase() ? "w" : "b"}${man.toUpperCase()}`; }

  function draw() {
    for (const input of rights()) input.disabled = !possible(input.value);
    for (const old of board.querySelectorAll("use")) if (/-[wb][A-Z]$/.test(old.getAttribute("href"))) old.remove();
    for (const old of board.querySelectorAll(".check")) old.remove();
    for (const square of squares) {
      const man = men.get(square.dataset.square);
      const color = man && man === man.toUpperCase() ? "White" : "Black";
      square.setAttribute("aria-label", square.dataset.square + (man ? ` ${color} ${man.toUpperCase()}` : " empty"));
      if (!man || !document.getElementById(part(man))) continue;
      const drawn = document.createElementNS("http://www.w3.org/2000/svg", "use");
      drawn.setAttribute("href", "#" + part(man));
      drawn.setAttribute("x", Number(square.getAttribute("x")) + square.getAttribute("width") / 2);
      drawn.setAttribute("y", Number(square.getAttribute("y")) + square.getAttribute("height") / 2);
      squares[0].before(drawn);
    }
  }

  function changed() {
    draw();
    field.value = written();
  }

  // The same man once more takes it away.
  function put(square) {
    const man = setup.elements.man.value;
    if (man && men.get(square) !== man) men.set(square, man); else men.delete(square);
    changed();
  }

  function move(from, to) {
    if (!men.has(from)) return;
    men.set(to, men.get(from));
    men.delete(from);
    changed();
  }

  function squareAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e.dataset && e.dataset.square);
    return under ? under.dataset.square : null;
  }

  function steer(event) {
    const square = event.target.dataset && event.target.dataset.square;
    if (!square) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); put(square); return; }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const to = name(square.charCodeAt(0) - 97 + step[0], Number(square.slice(1)) + step[1]);
    const next = squares.find((other) => other.dataset.square === to);
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  board.setAttribute("role", "group");
  for (const square of squares) {
    square.setAttribute("role", "button");
    square.tabIndex = square === squares[0] ? 0 : -1;
  }
  board.addEventListener("keydown", steer);
  board.addEventListener("pointerdown", (event) => { down = squareAt(event); });
  addEventListener("pointerup", (event) => {
    const from = down, to = squareAt(event);
    down = null;
    if (from && to) from === to ? put(to) : move(from, to);
  });
  setup.addEventListener("submit", (event) => event.preventDefault());
  setup.addEventListener("change", (event) => { if (event.target.name !== "man") changed(); });
  field.addEventListener("input", () => { read(field.value); draw(); });
  document.getElementById("clear").addEventListener("click", () => {
    men.clear();
    for (const input of rights()) input.checked = false;
    changed();
  });
  document.getElementById("start").addEventListener("click", () => {
    field.value = main.dataset.start;
    read(field.value);
    draw();
  });
  setup.hidden = false;
  read(field.value);
  draw();
})();
)js";

}  // namespace bookends
