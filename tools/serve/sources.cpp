#include "tools/serve/sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/rules/games.h"

namespace bookends::serve {
namespace {

// What other servers call our games.
constexpr std::array kOtherNames{std::pair<std::string_view, const Rules*>{"standard", &games::chess}};

}  // namespace

GameSources& Sources::of_game(const Rules& rules) {
  const auto found = std::ranges::find(games_, &rules, &GameSources::rules);
  if (found != games_.end()) return *found;
  GameSources& game = games_.emplace_back();
  game.rules = &rules;
  return game;
}

const GameSources* Sources::find(const Rules& rules) const {
  const auto found = std::ranges::find(games_, &rules, &GameSources::rules);
  return found == games_.end() ? nullptr : &*found;
}

Result<Sources> Sources::open(const std::vector<std::string>& tables_folders,
                              const std::vector<std::string>& book_files, const std::vector<std::string>& proof_files) {
  Sources sources;
  for (const std::string& folder : tables_folders) {
    Result<OpenTables> tables = open_tables(folder);
    if (!tables) return tables.error();
    const Result<const Rules*> rules = find_game(bookends_tables_game(tables->get()));
    if (!rules) return rules.error();
    GameSources& game = sources.of_game(**rules);
    if (game.open.tables)
      return Error{ErrorCode::invalid_argument,
                   fmt::format("{} and {} both have tables of {}; put the files of a game into one folder",
                               game.tables_folder, folder, game.rules->name)};
    game.open.tables = std::move(*tables);
    game.tables_folder = folder;
  }
  for (const std::string& file : book_files) {
    Result<OpenBook> book = open_book(file);
    if (!book) return book.error();
    const Result<const Rules*> rules = find_game(bookends_book_game(book->get()));
    if (!rules) return rules.error();
    GameSources& game = sources.of_game(**rules);
    game.open.books.push_back(std::move(*book));
    game.book_files.push_back(file);
  }
  for (const std::string& file : proof_files) {
    Result<ProofIndex> proof = open_proof(file);
    if (!proof) return proof.error();
    GameSources& game = sources.of_game(proof->rules());
    game.open.proofs.push_back(std::make_unique<const ProofIndex>(std::move(*proof)));
  }
  return sources;
}

const Rules* game_of_variant(std::string_view variant) {
  for (const auto& [name, rules] : kOtherNames)
    if (variant == name) return rules;
  const Result<const Rules*> found = find_game(variant);
  return found ? *found : nullptr;
}

std::vector<std::string> variants_of(const Rules& rules) {
  std::vector<std::string> names{std::string(rules.name)};
  for (const auto& [name, other] : kOtherNames)
    if (other == &rules) names.emplace_back(name);
  return names;
}

}  // namespace bookends::serve
