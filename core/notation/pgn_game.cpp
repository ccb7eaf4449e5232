#include "core/notation/pgn_game.h"

#include <algorithm>
#include <cctype>

#include "core/base/count_text.h"

namespace bookends {

bool same_tag_name(std::string_view a, std::string_view b) {
  for (std::string_view* name : {&a, &b})
    if (name->ends_with(':')) name->remove_suffix(1);
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

PgnNode::PgnNode() = default;
PgnNode::PgnNode(const PgnNode&) = default;
PgnNode::PgnNode(PgnNode&&) noexcept = default;
PgnNode& PgnNode::operator=(const PgnNode&) = default;
PgnNode& PgnNode::operator=(PgnNode&&) noexcept = default;
PgnNode::~PgnNode() = default;

void PgnNext::push_back(std::uint32_t node) {
  if (empty()) {
    one_ = node;
    return;
  }
  if (several_.empty()) several_.push_back(one_);
  several_.push_back(node);
}

void PgnNext::truncate(std::size_t count) {
  if (count >= size()) return;
  several_.resize(several_.empty() ? 0 : count);
  if (count == 0) one_ = 0;
}

const std::string* PgnGame::find_tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (same_tag_name(key, name)) return &value;
  return nullptr;
}

std::string PgnGame::tag(std::string_view name) const {
  const std::string* found = find_tag(name);
  return found != nullptr ? *found : std::string();
}

void PgnOmissions::add(const PgnOmissions& later) {
  games.add(later.games);
  lines.add(later.lines);
  tags.add(later.tags);
  words.add(later.words);
}

std::vector<std::string> PgnOmissions::sentences() const {
  std::vector<std::string> all;
  const auto say = [&all](const Kind& kind, std::string_view one, std::string_view many) {
    if (kind.count > 0)
      all.push_back(count_text(kind.count, one, many) + " left out; the first: " + kind.named.front());
  };
  say(games, "game is", "games are");
  for (std::size_t i = 1; i < games.named.size(); ++i) all.push_back("left out, too: " + games.named[i]);
  if (games.count > games.named.size())
    all.push_back("and " + count_text(games.count - games.named.size(), "game") + " more");
  say(lines, "variation or end of a line is", "variations or ends of lines are");
  say(tags, "tag is", "tags are");
  say(words, "word is", "words are");
  return all;
}

void drop_unreached(PgnGame& game) {
  std::vector<std::uint32_t> place(game.nodes.size());
  std::vector<bool> reached(game.nodes.size());
  reached[0] = true;
  std::uint32_t kept = 0;
  for (std::uint32_t id = 0; id < game.nodes.size(); ++id) {
    if (!reached[id]) continue;
    for (const std::uint32_t child : game.nodes[id].next) reached[child] = true;
    place[id] = kept;
    if (kept != id) game.nodes[kept] = std::move(game.nodes[id]);
    ++kept;
  }
  game.nodes.resize(kept);
  for (PgnNode& node : game.nodes)
    for (std::uint32_t& child : node.next) child = place[child];
}

}  // namespace bookends
