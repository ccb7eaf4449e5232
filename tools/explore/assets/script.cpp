#include "tools/explore/assets/assets.h"

namespace bookends {

// A page is taken by its address, and its <main> put in the place of the one that is there: the server writes pages
// only, and every address works by itself.
const std::string_view kExploreScript = R"js("use strict";
(() => {
  const main = () => document.querySelector("main.explore");
  const kKeys = { ArrowLeft: 'a[rel="prev"]', ArrowRight: 'a[rel="next"]', Home: 'a[rel="first"]', f: "#flip" };
  const kGone = "The server does not answer. Is it still running?";
  const kNoSearch = "No search: the server is gone, or searches for others. Try again later.";
  let chosen = null, search = null, going = 0;
  const taken = [];  // addresses of what was taken back, the latest last

  function moveLinks() { return [...main().querySelectorAll("a[data-uci]")]; }
  function squareNamed(name) { return main().querySelector(`[data-square="${name}"]`); }

  // What is said to those who do not see it, and stays when pages change.
  const said = document.createElement("p");
  said.className = "said";
  said.setAttribute("role", "status");

  function complain(address, push) {
    let wrong = document.getElementById("trouble");
    if (!wrong) {
      wrong = document.createElement("p");
      wrong.id = "trouble";
      wrong.className = "wrong";
      wrong.setAttribute("role", "alert");
      main().prepend(wrong);
    }
    const again = document.createElement("button");
    again.textContent = "Try again";
    again.addEventListener("click", () => go(address, push));
    wrong.replaceChildren(kGone + " ", again);
    wrong.scrollIntoView({ block: "nearest" });
  }

  // How what has the keyboard is found on the next page; null where it has no place there.
  function focused() {
    const at = document.activeElement;
    if (!at || !main().contains(at)) return null;
    if (at.closest(".steps")) return at.id ? "#" + at.id : `.steps a[rel="${at.rel}"]`;
    return at.dataset.uci ? "a[data-uci]" : ".line a[aria-current], .line a";
  }

  function show(page, address, push) {
    const focus = focused();
    main().replaceWith(document.importNode(page.querySelector("main.explore"), true));
    document.title = page.title;
    if (push) history.pushState(null, "", address);
    begin();
    said.textContent = document.title + ". " + main().querySelector(".verdict").textContent;
    if (!focus) return;
    const next = main().querySelector(focus) || main().querySelector(".line a");
    if (next) next.focus({ preventScroll: true });
  }

  async function go(address, push = true) {
    const turn = ++going;
    endSearch();
    let text;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      text = await answer.text();
    } catch (error) {
      if (turn === going) complain(address, push);
      return;
    }
    if (turn !== going) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    if (page.querySelector("main.explore")) show(page, address, push);
    else if (push) location.href = address;
    else location.reload();
  }

  function lineOf(address) {
    const fields = new URL(address, location.href).searchParams;
    return [fields.get("fen") || "", ...(fields.get("moves") || "").split(",").filter(Boolean)];
  }

  // Where the move leads that was taken back here last; null where there is none.
  function takenHere() {
    while (taken.length) {
      const next = taken.pop(), here = lineOf(location.href), there = lineOf(next);
      if (there.length === here.length + 1 && here.every((move, i) => move === there[i])) return next;
    }
    return null;
  }

  function follow(link) {
    if (link.rel === "prev") taken.push(location.href);
    go(link.href);
  }

  function unchoose() {
    for (const square of main().querySelectorAll(".chosen,.target")) square.classList.remove("chosen", "target");
    chosen = null;
  }

  function squareOf(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e.dataset && e.dataset.square);
    return under ? under.dataset.square : null;
  }

  function choose(square) {
    unchoose();
    const links = moveLinks().filter((link) => link.dataset.uci.startsWith(square));
    if (!links.length) return;
    chosen = square;
    squareNamed(square).classList.add("chosen");
    for (const link of links) squareNamed(link.dataset.uci.slice(2, 4)).classList.add("target");
  }

  function play(from, to) {
    const links = moveLinks().filter((link) => link.dataset.uci.slice(0, 4) === from + to);
    unchoose();
    if (links.length === 1) go(links[0].href);
    if (links.length > 1) promote(links);
    return links.length > 0;
  }

  function promote(links) {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", "Promote to");
    const add = (text, then) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", () => { dialog.close(); then(); });
      dialog.append(button, " ");
    };
    for (const link of links) add(link.textContent, () => go(link.href));
    add("Cancel", () => {});
    dialog.addEventListener("close", () => dialog.remove());
    main().append(dialog);
    dialog.showModal();
  }

  // The man on a square, which a mouse takes along.
  function manOn(picture, square) {
    const at = squareNamed(square).getBBox();
    const here = (use) => Math.abs(use.getAttribute("x") - at.x - at.width / 2) < 1 &&
      Math.abs(use.getAttribute("y") - at.y - at.height / 2) < 1;
    return [...picture.querySelectorAll("use[x]")].find(here);
  }

  function board() {
    const picture = main().querySelector("svg.board");
    if (!picture) return;
    let down = null, man = null, home = null;
    picture.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      down = squareOf(event);
      if (!down || event.pointerType !== "mouse" || !moveLinks().some((a) => a.dataset.uci.startsWith(down))) return;
      man = manOn(picture, down);
      home = new DOMPoint(event.clientX, event.clientY);
    });
    picture.addEventListener("pointermove", (event) => {
      if (!man) return;
      const scale = picture.getScreenCTM().a;
      const [x, y] = [(event.clientX - home.x) / scale, (event.clientY - home.y) / scale];
      man.setAttribute("transform", `translate(${x} ${y})`);
    });
    const drop = () => {
      if (man) man.removeAttribute("transform");
      down = man = null;
    };
    picture.addEventListener("pointerleave", drop);
    picture.addEventListener("pointercancel", drop);
    picture.addEventListener("pointerup", (event) => {
      const from = down, to = squareOf(event);
      drop();
      if (!from || !to) return;
      if (from !== to) { play(from, to); return; }
      if (chosen && chosen !== to && play(chosen, to)) return;
      if (chosen === to) unchoose(); else choose(to);
    });
  }

  function gameText() {
    const words = [...main().querySelectorAll(".line a,.line .number")].slice(1).map((e) => e.textContent);
    const start = main().dataset.start;
    const setup = start ? `[SetUp "1"]\n[FEN "${start}"]\n` : "";
    return `[Variant "${main().dataset.game}"]\n${setup}\n${[...words, "*"].join(" ")}\n`;
  }

  function copying() {
    for (const button of main().querySelectorAll("button[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const text = button.dataset.copy === "fen" ? main().dataset.fen : gameText();
        try { await navigator.clipboard.writeText(text); } catch (error) { prompt("Copy", text); return; }
        const before = button.textContent;
        button.textContent = said.textContent = "Copied";
        setTimeout(() => { button.textContent = before; }, 1200);
      });
    }
  }

  function endSearch() {
    if (search) search.close();
    search = null;
    const button = document.getElementById("search");
    if (button) button.textContent = "Search";
  }

  function tellLine(line) {
    const found = document.getElementById("found");
    let row = found.querySelector(`[data-rank="${line.rank}"]`);
    if (!row) {
      row = document.createElement("p");
      row.dataset.rank = line.rank;
      found.append(row);
    }
    const score = document.createElement("strong");
    score.textContent = line.score;
    row.replaceChildren(score, ` depth ${line.depth}: ${line.text}`);
  }

  function startSearch(button, status) {
    const address = new URL(location.href);
    address.pathname = address.pathname.replace("/explore/", "/search/");
    document.getElementById("found").replaceChildren();
    const side = main().dataset.fen.split(" ")[1] === "b" ? "Black" : "White";
    button.textContent = "Stop";
    status.textContent = `Searching; the score is ${side}'s.`;
    search = new EventSource(address);
    const end = (words) => {
      endSearch();
      button.textContent = "Search";
      status.textContent = words;
    };
    search.addEventListener("line", (event) => tellLine(JSON.parse(event.data)));
    search.addEventListener("done", (event) => end(JSON.parse(event.data).error || `Done; the score is ${side}'s.`));
    search.addEventListener("error", () => end(kNoSearch));
  }

  function searching() {
    const button = document.getElementById("search"), status = document.getElementById("searched");
    if (!button || !window.EventSource) return;
    button.parentElement.hidden = false;
    button.addEventListener("click", () => {
      if (!search) { startSearch(button, status); return; }
      endSearch();
      button.textContent = "Search";
      status.textContent = "Stopped.";
    });
  }

  function begin() {
    board();
    copying();
    searching();
    for (const hint of main().querySelectorAll(".keys")) hint.hidden = false;
    const current = main().querySelector(".line a[aria-current]");
    if (current) current.parentElement.scrollTop = current.offsetTop - current.parentElement.offsetTop;
  }

  addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || !link.pathname.startsWith("/explore/") || !main()) return;
    event.preventDefault();
    follow(link);
  });
  addEventListener("submit", (event) => {
    const form = event.target.closest("form.fen");
    if (!form || !main()) return;
    event.preventDefault();
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) address.searchParams.set(name, value.trim());
    go(address.href);
  });
  addEventListener("keydown", (event) => {
    if (event.target.closest && event.target.closest("input,textarea,dialog")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !main()) return;
    const again = event.key === "ArrowRight" ? takenHere() : null;
    const at = kKeys[event.key.length === 1 ? event.key.toLowerCase() : event.key], link = at && main().querySelector(at);
    if (!again && !link) return;
    event.preventDefault();
    if (again) go(again); else follow(link);
  });
  addEventListener("popstate", () => { if (main()) go(location.href, false); });
  addEventListener("pagehide", endSearch);
  addEventListener("pageshow", (event) => { if (event.persisted && main()) go(location.href, false); });
  if (main()) {
    document.body.append(said);
    begin();
  }
})();
)js";

}  // namespace bookends
