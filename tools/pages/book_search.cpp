#include "tools/pages/book_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

namespace bookends {
namespace {

constexpr std::size_t kEntriesOfAFile = 500;

// A FEN is looked up; moves are walked, from page to page with the rest of them in the address. Typed moves go on from
// the position shown, but those that begin with "1." or the name of a start begin there.
constexpr std::string_view kSearchScript = R"js((() => {
"use strict";
const home = new URL(".", document.currentScript.src).href;
const address = id => home + "p/" + Math.floor(id / book.page) + ".html#p" + (id + 1);
const hash = (text, by) => {
  let h = 2166136261;
  for (let i = 0; i < text.length; ++i) h = Math.imul(h ^ text.charCodeAt(i), by) >>> 0;
  return h;
};
const loaded = {};
window.bookFile = (number, entries) => { loaded[number] = entries; };
const load = number => loaded[number] ? Promise.resolve(loaded[number]) : new Promise((done, failed) => {
  const script = document.createElement("script");
  script.src = home + "find/" + number + ".js";
  script.onload = () => done(loaded[number]);
  script.onerror = failed;
  document.head.append(script);
});
const lookUp = fields => {
  const text = [fields[0], fields[1] || "w", fields[2] || "-", fields[3] || "-"].join(" ");
  const low = hash(text, 16777619), high = hash(text, 2246822519);
  const name = [high, low].map(h => h.toString(16).padStart(8, "0")).join("");
  return load(low % book.files).then(entries => entries[name]);
};
const form = document.createElement("form");
form.className = "find";
form.innerHTML = '<input aria-label="FEN or moves" placeholder="FEN or moves, as in 1. e4 e5"/>' +
  '<button>Find</button><output></output>';
const input = form.querySelector("input");
const say = text => { form.querySelector("output").textContent = text; };
// By the address: ":target" comes only later, when a page has been read.
const shown = () => document.getElementById(location.hash.slice(1)) || document.querySelector(".position");
const plain = san => san.replace(/[+#x=!?]/g, "").replace(/0/g, "O");
const withRest = (url, words) => {
  const to = new URL(url);
  to.search = words.length ? "?" + encodeURIComponent(words.join(" ")) : "";
  return to;
};
const walk = (at, words) => {
  for (let i = 0; i < words.length; ++i) {
    const links = [...at.querySelectorAll(".moves tbody td:first-child a")];
    const link = links.find(a => a.textContent === words[i]) ||
      links.find(a => plain(a.textContent) === plain(words[i]));
    if (!link) {
      say("the book does not go on with " + words[i]);
      break;
    }
    const to = new URL(link.href);
    if (to.pathname !== location.pathname) return location.assign(withRest(to, words.slice(i + 1)));
    at = document.getElementById(to.hash.slice(1));
  }
  location.hash = at.id;
};
const movesOf = text => text.replace(/\d+\s*\.+/g, " ").split(/[\s,]+/).filter(Boolean);
const walkFrom = text => {
  const first = text.split(/\s+/)[0];
  const start = book.starts.find(s => s.name === first);
  const words = movesOf(start ? text.slice(first.length) : text);
  if (!start && shown() && !/^1\s*\.(?!\.)/.test(text)) return walk(shown(), words);
  const to = withRest(address((start || book.starts[0]).id), words);
  if (to.pathname !== location.pathname) return location.assign(to);
  walk(document.getElementById(to.hash.slice(1)), words);
};
form.addEventListener("submit", event => {
  event.preventDefault();
  say("");
  const text = input.value.trim();
  if (!text) return;
  if (!/^[^\s]+\/[^\s]+\//.test(text)) return walkFrom(text);
  const fields = text.split(/[\s_]+/);
  lookUp(fields).then(id => id === undefined && fields[3] ? lookUp(fields.slice(0, 3)) : id).then(
    id => id === undefined ? say("the book does not show this position") : location.assign(address(id)),
    () => say("the folder find is missing"));
});
document.querySelector("header").append(form);
document.addEventListener("keydown", event => {
  if (event.target === input || event.altKey || event.ctrlKey || event.metaKey || !shown()) return;
  const link = shown().querySelector({ArrowLeft: ".back a", ArrowRight: ".book a"}[event.key] || "nothing");
  if (link) link.click();
});
let rest = "";
try {
  rest = decodeURIComponent(location.search.slice(1));
} catch (error) {
  // no moves that this page wrote
}
if (rest && shown()) {
  try {
    history.replaceState(null, "", location.pathname + location.hash);
  } catch (error) {
    // some browsers forbid that to files; the moves then stay in the address
  }
  walk(shown(), movesOf(rest));
}
})();
)js";

std::uint32_t fnv(std::string_view text, std::uint32_t by) {
  std::uint32_t hash = 2166136261U;
  for (const char ch : text) hash = (hash ^ static_cast<unsigned char>(ch)) * by;
  return hash;
}

std::uint32_t low_half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

}  // namespace

std::uint64_t search_hash(std::string_view fen) {
  std::size_t end = 0;
  for (int fields = 0; fields < 4 && end < fen.size(); ++fields) end = std::min(fen.find(' ', end + 1), fen.size());
  const std::string_view text = fen.substr(0, end);
  return std::uint64_t{fnv(text, 2246822519U)} << 32 | fnv(text, 16777619U);
}

void SearchFiles::sort() {
  files_ = static_cast<int>(found_.size() / kEntriesOfAFile) + 1;
  const auto files = static_cast<std::uint32_t>(files_);
  std::ranges::sort(found_, {}, [&](const Found& f) { return std::tuple(low_half(f.hash) % files, f.hash, f.id); });
}

std::string SearchFiles::text(int index) const {
  const auto files = static_cast<std::uint32_t>(files_), wanted = static_cast<std::uint32_t>(index);
  auto at = std::ranges::lower_bound(found_, wanted, {}, [&](const Found& f) { return low_half(f.hash) % files; });
  std::string out = fmt::format("bookFile({},{{", index);
  std::uint64_t last = 0;
  for (bool first = true; at != found_.end() && low_half(at->hash) % files == wanted; ++at) {
    if (!first && at->hash == last) continue;
    fmt::format_to(std::back_inserter(out), "{}\n\"{:016x}\":{}", first ? "" : ",", at->hash, at->id);
    first = false;
    last = at->hash;
  }
  return out + "});\n";
}

std::string search_script(const std::vector<SearchedStart>& starts, int page_positions, int files) {
  nlohmann::ordered_json named = nlohmann::ordered_json::array();
  for (const SearchedStart& start : starts) named.push_back({{"name", start.name}, {"id", start.id}});
  return fmt::format("const book = {{page: {}, files: {}, starts: {}}};\n", page_positions, files, named.dump()) +
         std::string(kSearchScript);
}

}  // namespace bookends
