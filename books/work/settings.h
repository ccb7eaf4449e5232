// What decides the bytes of a book, and whether two builds decide alike.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "books/file/book_side.h"
#include "books/file/envelope.h"
#include "books/work/cost_model.h"
#include "core/base/result.h"
#include "core/rules/rules.h"

namespace bookends {

// "bookends 1.2.3".
std::string generator_name();
// The same with the signature of its search.
std::string searcher_name();

// Everything that decides what a build computes. Two builds with equal settings grow the same book.
struct BuildSettings {
  std::string game;
  std::uint64_t rules_fingerprint = 0;
  std::vector<std::string> starts;  // FENs
  BookSide side = BookSide::both;
  std::uint64_t leaf_nodes = 0;  // of each search
  // Of a one-sided book: it is grown by games against a player who chooses by so many nodes; see build_against.h. 0 =
  // by searches alone.
  std::uint64_t opponent_nodes = 0;
  int candidates = 3;  // moves scored by each search; at most kMaxCandidates
  int table_men = 0;   // positions with so many pieces are answered by tables
  Policy policy = Policy::path;
  Backup backup = Backup::min;
  CostModel cost;
  int batch = 0;          // places that grow in one round; 0 = a share of the book
  int reply_loss = 200;   // a one-sided book grows no reply that gives away more centipawns; 0 = every reply
  std::string seeds;      // digest(); empty for none
  std::string overrides;  // digest(); empty for none
  std::string evaluator = "search";
  std::string program = generator_name();  // another version may search otherwise; searcher_name(), if it searches

  // One "name=value" a line, in a fixed order: what files carry and what is compared.
  std::string text() const;
  bool operator==(const BuildSettings&) const = default;
};

// The values of all lines of that name in such a text, in their order.
std::vector<std::string> settings_named(const std::string& text, const std::string& name);

// An envelope whose settings name a game that is known, and whose rules are those it was made under.
struct GameEnvelope {
  Envelope envelope;
  const Rules* rules = nullptr;
};
// Errors: as unseal(); unsupported (an unknown game, other rules).
Result<GameEnvelope> unseal_game(const EnvelopeKind& kind, Versions versions, std::span<const std::byte> bytes,
                                 const std::string& name);

// Whether the book is one of BuildSettings::opponent_nodes.
bool knows_opponent(const BuildSettings& settings);

// Of two texts of settings: all of them, or those alone on which depends what a search says.
enum class Compared : std::uint8_t { build, searches };

// Empty when equal; else one line naming the first setting that differs, with both values (of settings that are files:
// their option), and what to do about it.
std::string difference(const std::string& made_with, const std::string& asked_for, Compared what = Compared::build);

}  // namespace bookends
