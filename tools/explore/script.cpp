#include "tools/explore/assets.h"

namespace bookends {

// A page is taken by its address, and its <main> put in the place of the one that is there: the server writes pages
// only, and every address works by itself.
const std::string_view kExploreScript = R"js("use strict";
(() => {
  const main = () => document.querySelector("main.explore");
  let chosen = null, search = null, going = 0;

  function moveLinks() { return [...main().querySelectorAll("a[data-uci]")]; }

  function endSearch() {
    if (search) search.close();
    search = null;
  }

  async function go(address, push = true) {
    const turn = ++going;
    endSearch();
    let text;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      text = await answer.text();
    } catch (error) {
      location.href = address;
      return;
    }
    if (turn !== going) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.querySelector("main.explore");
    if (!fresh) {
      location.href = address;
      return;
    }
    const focus = document.activeElement && document.activeElement.closest(".steps") ?
      document.activeElement.getAttribute("rel") || document.activeElement.id : null;
    main().replaceWith(document.importNode(fresh, true));
    document.title = page.title;
    if (push) history.pushState(null, "", address);
    begin();
    if (focus) (main().querySelector(`.steps a[rel="${focus}"]`) || document.getElementById(focus) || document.body).focus();
  }

  function unchoose() {
    for (const square of main().querySelectorAll(".chosen,.target")) square.classList.remove("chosen", "target");
    chosen = null;
  }

  function squareOf(event) {
    const at = event.target.closest && event.target.closest("[data-square]");
    if (at) return at.dataset.square;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e.dataset && e.dataset.square);
    return under ? under.dataset.square : null;
  }

  function choose(square) {
    unchoose();
    const links = moveLinks().filter((link) => link.dataset.uci.startsWith(square));
    if (!links.length) return;
    chosen = square;
    const mark = (name, kind) => {
      const rect = main().querySelector(`[data-square="${name}"]`);
      if (rect) rect.classList.add(kind);
    };
    mark(square, "chosen");
    for (const link of links) mark(link.dataset.uci.slice(2, 4), "target");
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
    for (const link of links) {
      const button = document.createElement("button");
      button.textContent = link.textContent;
      button.addEventListener("click", () => { dialog.remove(); go(link.href); });
      dialog.append(button, " ");
    }
    dialog.addEventListener("close", () => dialog.remove());
    main().append(dialog);
    dialog.showModal();
  }

  function board() {
    const picture = main().querySelector("svg.board");
    if (!picture) return;
    let down = null;
    picture.addEventListener("pointerdown", (event) => { down = squareOf(event); });
    picture.addEventListener("pointerup", (event) => {
      const square = squareOf(event);
      if (!square || !down) return;
      if (down !== square) { play(down, square); down = null; return; }
      down = null;
      if (chosen && chosen !== square && play(chosen, square)) return;
      if (chosen === square) unchoose(); else choose(square);
    });
  }

  function copying() {
    for (const button of main().querySelectorAll("button[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const line = main().querySelector(".line");
        const moves = [...line.querySelectorAll("a,.number")].slice(1).map((e) => e.textContent).join(" ");
        const head = main().dataset.start ? `[Variant "${main().dataset.game}"]\n[SetUp "1"]\n[FEN "${main().dataset.start}"]\n\n` : "";
        const text = button.dataset.copy === "fen" ? main().dataset.fen : head + moves + " *\n";
        try { await navigator.clipboard.writeText(text); } catch (error) { prompt("Copy", text); return; }
        const before = button.textContent;
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = before; }, 1200);
      });
    }
  }

  function searching() {
    const button = document.getElementById("search"), found = document.getElementById("found");
    if (!button || !window.EventSource) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      if (search) { endSearch(); button.textContent = "Search"; return; }
      button.textContent = "Stop";
      const address = new URL(location.href);
      address.pathname = address.pathname.replace("/explore/", "/search/");
      search = new EventSource(address);
      search.addEventListener("line", (event) => {
        const line = JSON.parse(event.data);
        let row = found.querySelector(`[data-rank="${line.rank}"]`);
        if (!row) {
          row = document.createElement("p");
          row.dataset.rank = line.rank;
          found.append(row);
        }
        row.textContent = `${line.score}, depth ${line.depth}: ${line.text}`;
      });
      const end = () => { endSearch(); button.textContent = "Search"; };
      search.addEventListener("done", end);
      search.addEventListener("error", end);
    });
  }

  function begin() {
    board();
    copying();
    searching();
  }

  addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || !link.pathname.startsWith("/explore/") || !main()) return;
    event.preventDefault();
    go(link.href);
  });
  addEventListener("submit", (event) => {
    const form = event.target.closest("form.fen");
    if (!form) return;
    event.preventDefault();
    const address = new URL(form.action);
    address.searchParams.set("fen", form.elements.fen.value.trim());
    go(address.href);
  });
  addEventListener("keydown", (event) => {
    if (event.target.closest && event.target.closest("input,textarea,dialog")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !main()) return;
    const at = { ArrowLeft: 'a[rel="prev"]', ArrowRight: 'a[rel="next"]', Home: 'a[rel="first"]', f: "#flip" }[event.key];
    const link = at && main().querySelector(at);
    if (!link) return;
    event.preventDefault();
    go(link.href);
  });
  addEventListener("popstate", () => { if (main()) go(location.href, false); });
  addEventListener("pagehide", endSearch);
  if (main()) begin();
})();
)js";

}  // namespace bookends
