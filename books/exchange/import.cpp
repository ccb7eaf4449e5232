#include "books/exchange/import.h"

#include <algorithm>

#include "books/text/entry.h"
#include "books/text/epd_line.h"
#include "books/text/pgn_comment.h"
#include "books/work/settings.h"
#include "core/base/count_text.h"
#include "core/base/text_streams.h"
#include "core/notation/move_text.h"

namespace bookends {

namespace {

Error wrong(const std::string& where, const std::string& what) {
  return {ErrorCode::invalid_argument, where + ": " + what};
}

// "score +0.35 depth 12", for the side to move; what follows is left in the text. False when a comment is none of ours.
bool take_score(std::string_view& comment, Color turn, BookEntry& entry, bool& score_given, bool& depth_given) {
  std::optional<Score> value;
  int depth = 0;
  if (const auto eval = take_eval_command(comment, turn)) {
    value = eval->score;
    depth = eval->depth.value_or(0);
    depth_given = eval->depth.has_value();
  } else {
    TextReader words{std::string(comment)};
    std::string word, score;
    if (!(words >> word >> score) || word != "score") return false;
    if (!(words >> word >> depth) || word != "depth" || depth < 0 || depth > 255) return false;
    value = parse_score_text(score);
    if (!value && score != kNoScoreText) return false;
    depth_given = true;
    comment.remove_prefix(words.eof() ? comment.size() : static_cast<std::size_t>(words.tellg()));
  }
  score_given = value.has_value();
  entry.score = static_cast<std::int16_t>(value.value_or(0));
  entry.depth = static_cast<std::uint8_t>(depth);
  return true;
}

// "[%eval 0.35,12] key 0123456789abcdef proved win by hand remark "..."" of dump_pgn(); what it wrote before began with
// "score +0.35 depth 12", and still does where the score is no number. False when a comment is none of ours.
bool parse_comment(const std::string& comment, Color turn, GraphNode& node) {
  const std::size_t first = comment.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return false;
  std::string_view text = std::string_view(comment).substr(first);
  if (!text.starts_with("score") && !text.starts_with("[%eval")) return false;  // as most are
  bool score_given = false, depth_given = false;
  BookEntry said = node.entry;
  if (!take_score(text, turn, said, score_given, depth_given)) return false;
  TextReader words{std::string(text)};
  std::string word, key;
  if (!(words >> word >> key) || word != "key") return false;
  node.entry = said;
  std::string rest;  // with single blanks, as marks are written
  while (words >> word) rest += (rest.empty() ? "" : " ") + word;
  const std::string_view after = parse_marks(rest, node.entry);
  if (!settle_score(node.entry, score_given, depth_given)) {  // a person's slip: the position is there all the same
    node.entry.proof = Proof::none;
    node.entry.from_table = node.entry.manual = false;
  }
  constexpr std::string_view kRemark = "remark ";
  if (after.starts_with(kRemark)) node.remark = unquote_text(after.substr(kRemark.size())).value_or("");
  return true;
}

// Errors are words about what is wrong.
template <const Rules& R>
Result<void> take_operation(const Position<R>& position, const std::string& name, const std::string& operand,
                            GraphNode& node, bool& is_start) {
  const auto number = [&](int least, int most) -> Result<int> {
    TextReader in(operand);
    int value = 0;
    if (in >> value && in.eof() && value >= least && value <= most) return value;
    return Error{ErrorCode::invalid_argument, name + " " + operand + ": a number from " + std::to_string(least) +
                                                  " to " + std::to_string(most) + " is expected"};
  };
  if (name == "bm") {
    const Result<Move> move = parse_epd_move(position, operand.substr(0, operand.find(' ')));
    if (!move) return move.error();
    node.move = *move;
  } else if (name == "ce") {
    const Result<int> score = number(-kInfinite, kInfinite);
    if (!score) return score.error();
    node.entry.score = static_cast<std::int16_t>(*score);
  } else if (name == "acd") {
    const Result<int> depth = number(0, 255);
    if (!depth) return depth.error();
    node.entry.depth = static_cast<std::uint8_t>(*depth);
  } else if (name == "c0") {
    node.remark = unquoted(operand);
  } else if (name == "c2") {
    parse_marks(unquoted(operand), node.entry);
  } else if (name == "c3") {
    is_start = unquoted(operand).starts_with("start");
  }
  return {};
}

}  // namespace

bool is_own_game(const PgnGame& game) {
  GraphNode unused;
  return std::ranges::any_of(game.nodes,
                             [&](const PgnNode& node) { return parse_comment(node.comment, Color::white, unused); });
}

template <const Rules& R>
void BookImport<R>::add(GraphNode node) {
  const auto id = static_cast<NodeId>(graph_.nodes.size());
  if (index_.try_emplace(node.entry.key, id).second) graph_.nodes.push_back(std::move(node));
}

template <const Rules& R>
void BookImport<R>::add_start(const std::string& fen) {
  if (std::find(starts_.begin(), starts_.end(), fen) == starts_.end()) starts_.push_back(fen);
}

template <const Rules& R>
Result<void> BookImport<R>::take_side(BookSide side, const std::string& name) {
  if (side_ && *side_ != side)
    return wrong(name, "is for " + std::string(side_name(side)) +
                           (asked_ ? ", asked for is " : ", the files before it for ") +
                           std::string(side_name(*side_)) +
                           (asked_ ? "; what a file says of its side stands, so leave that out"
                                   : "; import each into a book of its own, BookFile and `book test` take several"));
  side_ = side;
  return {};
}

template <const Rules& R>
BookImport<R>::BookImport(CountSettings settings) : counter_(std::move(settings), is_own_game) {}

template <const Rules& R>
Result<void> BookImport<R>::add_games(PackedText file, const std::string& name, Progress& progress) {
  const Result<void> added = counter_.add_file(std::move(file), name, progress);
  take_set_aside();
  return added;
}

template <const Rules& R>
Result<void> BookImport<R>::add_pgn(std::string text, const std::string& name) {
  const Result<void> added = counter_.add_text(std::move(text), name);
  take_set_aside();
  return added;
}

template <const Rules& R>
void BookImport<R>::take_set_aside() {
  for (const StartedGame<R>& game : counter_.take_set_aside()) add_own(game);
}

// Its comments say which positions are in the book. A chapter that goes on from another one begins at no start.
template <const Rules& R>
void BookImport<R>::add_own(const StartedGame<R>& played) {
  const PgnGame& game = played.game;
  const auto take = [&](const Position<R>& position, const PgnNode& at) {
    GraphNode node = node_of(position);
    if (at.next.empty() || !parse_comment(at.comment, position.turn(), node)) return;
    node.move = game.nodes[at.next.front()].move;
    add(std::move(node));
  };
  if (!game.find_tag(kContinuesTag)) add_start(played.start.fen());
  take(played.start, game.nodes.front());
  walk_pgn<R>(game, played.start, [&](const Position<R>& position, std::uint32_t node) {
    take(position.after(game.nodes[node].move), game.nodes[node]);
  });
}

template <const Rules& R>
Result<void> BookImport<R>::add_epd(std::string_view text, const std::string& name) {
  for (const EpdLine& line : epd_lines(text)) {
    const std::string where = name + ':' + std::to_string(line.number);
    if (!line.error.empty()) return wrong(where, line.error);
    const Result<Position<R>> position = Position<R>::from_fen(line.fen);
    if (!position) return wrong(where, position.error().message);
    GraphNode node = node_of(*position);
    bool is_start = false;
    for (const auto& [operation, operand] : line.operations)
      if (const Result<void> taken = take_operation(*position, operation, operand, node, is_start); !taken)
        return wrong(where, taken.error().message);
    if (const auto settled = settle_score(node.entry, line.find("ce") != nullptr, line.find("acd") != nullptr);
        !settled)
      return wrong(where, settled.error().message);
    if (is_start) add_start(position->fen());
    if (node.move)
      add(std::move(node));
    else
      ++without_move_;
  }
  return {};
}

template <const Rules& R>
Result<BookGraph> BookImport<R>::finish(const ImportOptions& options) {
  Progress silent;
  return finish(options, silent);
}

template <const Rules& R>
Result<BookGraph> BookImport<R>::finish(const ImportOptions& options, Progress& progress) {
  const Result<std::vector<TalliedMove>> moves = counter_.finish(options.rule, progress);
  if (!moves) return moves.error();
  if (const Result<void> placed = place_played(*moves, options, progress); !placed) return placed.error();
  const GameCounts& games = counter_.counts();
  if (graph_.nodes.empty() && games.counted > 0)
    return Error{ErrorCode::invalid_argument,
                 "no move of " + count_text(games.counted, "game") +
                     " stays that a line from a start leads to; ask for fewer games of a move, or another start"};
  if (graph_.nodes.empty() && games.passed_over > 0)
    return Error{ErrorCode::invalid_argument,
                 "of " + count_text(games.passed_over, "game") + " none is of those asked for"};
  return linked(options);
}

template <const Rules& R>
Result<BookGraph> BookImport<R>::linked(const ImportOptions& options) {
  BookHeader& header = graph_.header;
  header.game = R.name;
  header.rules_fingerprint = fingerprint(R);
  header.side = side_.value_or(BookSide::both);
  if (header.generator.empty()) header.generator = generator_name() + ", imported";
  header.starts = options.starts.empty() ? starts_ : options.starts;
  if (header.starts.empty())
    for (const std::string_view fen : R.starts)
      if (const auto start = Position<R>::from_fen(fen); start && index_.count(start->key()) > 0)
        header.starts.emplace_back(fen);
  if (graph_.nodes.empty()) return Error{ErrorCode::invalid_argument, "no position was read"};
  if (const Result<void> linked = relink<R>(graph_); !linked) return linked.error();
  if (std::all_of(graph_.starts.begin(), graph_.starts.end(), [](NodeId n) { return n == kNoNode; }))
    return Error{ErrorCode::invalid_argument, "no start of the game is among the positions; name one (--start)"};
  return std::move(graph_);
}

#define BOOKENDS_INSTANTIATE(game) template class BookImport<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
