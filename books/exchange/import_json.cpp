// A book from JSON.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "books/exchange/import.h"
#include "books/text/entry.h"
#include "core/io/checksum.h"
#include "core/notation/move_text.h"

namespace bookends {

namespace {

using Json = nlohmann::json;

// As it stands in the file, cut where a message would get long. What holds other lists or objects may hold them
// thousands of levels deep, and is only named.
std::string shown_json(const Json& value) {
  if (value.is_structured() && std::ranges::any_of(value, [](const Json& part) { return part.is_structured(); }))
    return value.is_array() ? "an array of arrays or objects" : "an object of arrays or objects";
  constexpr std::size_t kLongest = 40;
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

// The fields of an object. A field that is null counts as missing: so other programs write what they do not know. The
// first one that is wrong is remembered, so that all can be read before one looks whether any was.
class JsonFields {
 public:
  // `where` is what a message begins with.
  JsonFields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {}

  Result<void> result() const { return wrong_ ? Result<void>(*wrong_) : Result<void>(); }

  std::string text(const char* name, std::string otherwise = {}) {
    const Json* value = find(name);
    if (value == nullptr) return otherwise;
    if (!value->is_string()) return refuse(name, "is no text"), otherwise;
    return value->get<std::string>();
  }

  std::string needed_text(const char* name) {
    if (find(name) == nullptr) refuse(name, "is missing");
    return text(name);
  }

  bool flag(const char* name, bool otherwise) {
    const Json* value = find(name);
    if (value == nullptr) return otherwise;
    if (!value->is_boolean()) return refuse(name, "is neither true nor false"), otherwise;
    return value->get<bool>();
  }

  std::int64_t number(const char* name, std::int64_t least, std::int64_t most) {
    const Json* value = find(name);
    if (value == nullptr) return 0;
    // What is greater than any signed number would be read as a negative one.
    const bool huge = value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(most);
    if (value->is_number_integer() && !huge)
      if (const auto n = value->get<std::int64_t>(); n >= least && n <= most) return n;
    refuse(name, "is no whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return 0;
  }

  // Null when the field is missing.
  const Json* find(const char* name) const {
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  // What is wrong with the value of a field.
  void refuse(const char* name, const std::string& what) {
    const Json* value = find(name);
    blame('"' + std::string(name) + '"' + (value == nullptr ? "" : ": " + shown_json(*value)) + ' ' + what);
  }

  void blame(const std::string& what) {
    if (!wrong_) wrong_ = Error{ErrorCode::invalid_argument, where_ + ": " + what};
  }

 private:
  const Json& object_;
  std::string where_;
  std::optional<Error> wrong_;
};

Proof read_proof(JsonFields& fields) {
  const std::optional<Proof> proof = parse_proof_name(fields.text("proof", "none"));
  if (!proof) fields.refuse("proof", "is none of win, draw, loss and none");
  return proof.value_or(Proof::none);
}

std::string read_remark(JsonFields& fields) {
  std::string remark = fields.text("remark");
  if (remark.size() > kLongestRemark)
    fields.refuse("remark", "is longer than " + std::to_string(kLongestRemark) + " bytes");
  if (remark.find('\0') != std::string::npos) fields.refuse("remark", "has a zero byte in it");
  return remark;
}

// Digits as dumps have them; other programs may like capitals better.
void check_key(JsonFields& fields, Key key) {
  std::string said = fields.text("key");
  for (char& ch : said)
    if (ch >= 'A' && ch <= 'F') ch = static_cast<char>(ch - 'A' + 'a');
  if (fields.find("key") != nullptr && said != hexadecimal(key))
    fields.refuse("key", "is not the position's, which is " + hexadecimal(key));
}

template <const Rules& R>
Result<Position<R>> read_fen(JsonFields& fields) {
  const std::string fen = fields.needed_text("fen");
  if (const Result<void> there = fields.result(); !there) return there.error();
  Result<Position<R>> position = Position<R>::from_fen(fen);
  if (position) return position;
  fields.blame("\"fen\": " + position.error().message);
  return fields.result().error();
}

// The elements of an array; none when it is missing.
const Json& array_of(JsonFields& fields, const char* name) {
  static const Json none = Json::array();
  const Json* value = fields.find(name);
  if (value != nullptr && !value->is_array()) fields.refuse(name, "is no array");
  return value != nullptr && value->is_array() ? *value : none;
}

// What games say of a move; nothing where they say nothing.
template <const Rules& R>
std::optional<PlayedMove> played_of_json(const Position<R>& position, JsonFields& fields) {
  if (fields.find("games") == nullptr && fields.find("weight") == nullptr && fields.find("learned") == nullptr)
    return std::nullopt;
  constexpr std::int64_t kMost = 0xffffffff;
  const auto count = [&](const char* name, std::uint32_t most) {
    return static_cast<std::uint32_t>(fields.number(name, 0, most));
  };
  PlayedMove played;
  played.games = count("games", kMost);
  played.wins = count("wins", played.games);
  played.draws = count("draws", played.games - played.wins);
  played.losses = count("losses", played.games - played.wins - played.draws);
  played.rated = count("rated", played.games);
  played.rating = static_cast<std::uint16_t>(count("rating", played.rated > 0 ? kHighestRating : 0));
  played.year = static_cast<std::uint16_t>(count("year", 0xffff));
  played.weight = static_cast<std::uint16_t>(count("weight", 0xffff));
  played.learned = count("learned", kMost);
  const Result<Move> move = parse_uci(position, fields.needed_text("uci"));
  if (!move) {
    fields.blame("\"uci\": " + move.error().message);
    return std::nullopt;
  }
  played.move_index = static_cast<std::uint16_t>(book_move_index(position, *move));
  return played;
}

template <const Rules& R>
Result<std::vector<PlayedMove>> all_played_of_json(const Position<R>& position, const Json& moves,
                                                   const std::string& where) {
  std::vector<PlayedMove> all;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string place = where + ", move " + std::to_string(i);
    if (!moves[i].is_object()) return Error{ErrorCode::invalid_argument, place + ": no object"};
    JsonFields fields(moves[i], place);
    if (const std::optional<PlayedMove> played = played_of_json(position, fields)) all.push_back(*played);
    if (const Result<void> right = fields.result(); !right) return right.error();
  }
  std::ranges::sort(all, {}, &PlayedMove::move_index);
  if (std::ranges::adjacent_find(all, {}, &PlayedMove::move_index) != all.end())
    return Error{ErrorCode::invalid_argument, where + ": \"moves\" has a move twice"};
  return all;
}

template <const Rules& R>
Result<GraphNode> node_of_json(JsonFields& fields, const std::string& where) {
  const Result<Position<R>> position = read_fen<R>(fields);
  if (!position) return position.error();
  GraphNode node = node_of(*position);
  check_key(fields, position->key());
  const Result<Move> move = parse_uci(*position, fields.needed_text("move"));
  if (!move) fields.blame("\"move\": " + move.error().message);
  node.entry.score = static_cast<std::int16_t>(fields.number("score", -kInfinite, kInfinite));
  node.entry.depth = static_cast<std::uint8_t>(fields.number("depth", 0, 255));
  node.entry.proof = read_proof(fields);
  node.entry.from_table = fields.flag("table", false);
  node.entry.manual = fields.flag("manual", false);
  node.remark = read_remark(fields);
  const Json& moves = array_of(fields, "moves");
  if (const Result<void> right = fields.result(); !right) return right.error();
  const Result<void> settled =
      settle_score(node.entry, fields.find("score") != nullptr, fields.find("depth") != nullptr);
  if (!settled) {
    fields.blame(settled.error().message);
    return fields.result().error();
  }
  node.move = *move;
  Result<std::vector<PlayedMove>> played = all_played_of_json(*position, moves, where);
  if (!played) return played.error();
  node.played = std::move(*played);
  return node;
}

template <const Rules& R>
Result<std::vector<GraphNode>> nodes_of_json(const Json& nodes, const std::string& name) {
  std::vector<GraphNode> all;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string where = name + ": node " + std::to_string(i);
    if (!nodes[i].is_object()) return Error{ErrorCode::invalid_argument, where + ": no object"};
    JsonFields fields(nodes[i], where);
    const bool in_book = fields.flag("in_book", true);
    if (const Result<void> right = fields.result(); !right) return right.error();
    if (!in_book) continue;
    Result<GraphNode> node = node_of_json<R>(fields, where);
    if (!node) return node.error();
    all.push_back(std::move(*node));
  }
  return all;
}

// FENs as they stand there.
template <const Rules& R>
Result<std::vector<std::string>> starts_of_json(const Json& starts, const std::string& name) {
  std::vector<std::string> fens;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::string where = name + ": start " + std::to_string(i);
    const Json text = starts[i].is_string() ? Json::object({{"fen", starts[i]}}) : Json();
    const Json& start = starts[i].is_string() ? text : starts[i];
    if (!start.is_object()) return Error{ErrorCode::invalid_argument, where + ": neither an object nor a FEN"};
    JsonFields fields(start, where);
    if (const Result<Position<R>> position = read_fen<R>(fields); !position) return position.error();
    fens.push_back(fields.text("fen"));
    // They are kept as they are, and written into lines.
    if (std::ranges::any_of(fens.back(), [](unsigned char ch) { return ch < ' '; }))
      fields.refuse("fen", "has a control character in it");
    if (const Result<void> right = fields.result(); !right) return right.error();
  }
  return fens;
}

std::optional<BookSide> read_side(JsonFields& fields) {
  const std::string name = fields.text("side");
  if (fields.find("side") == nullptr) return std::nullopt;
  if (const std::optional<BookSide> side = parse_side_name(name)) return side;
  fields.refuse("side", "is none of white, black and both");
  return std::nullopt;
}

}  // namespace

template <const Rules& R>
Result<void> BookImport<R>::add_json(std::string_view text, const std::string& name) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    return Error{ErrorCode::invalid_argument,
                 name + ": not JSON, or cut off: what stands at byte " + std::to_string(error.byte) + " does not fit"};
  } catch (const Json::exception&) {
    return Error{ErrorCode::invalid_argument, name + ": a number that is larger than numbers can be"};
  }
  if (!json.is_object()) return Error{ErrorCode::invalid_argument, name + ": JSON, but no object"};
  JsonFields fields(json, name);
  const std::string game = fields.text("game", std::string(R.name));
  if (const Result<void> right = fields.result(); !right) return right.error();
  if (game != R.name)
    return Error{ErrorCode::unsupported, name + ": a book of " + game + ", not of " + std::string(R.name)};
  const std::string generator = fields.text("generator"), settings = fields.text("settings");
  const std::optional<BookSide> side = read_side(fields);
  const Json &nodes = array_of(fields, "nodes"), &starts = array_of(fields, "starts");
  if (fields.find("nodes") == nullptr) fields.blame("there is no array \"nodes\"");
  if (const Result<void> right = fields.result(); !right) return right.error();
  if (side)
    if (const Result<void> fits = take_side(*side, name); !fits) return fits.error();
  Result<std::vector<GraphNode>> read = nodes_of_json<R>(nodes, name);
  if (!read) return read.error();
  for (GraphNode& node : *read) add(std::move(node));
  const Result<std::vector<std::string>> fens = starts_of_json<R>(starts, name);
  if (!fens) return fens.error();
  for (const std::string& fen : *fens) add_start(fen);
  if (graph_.header.generator.empty()) {
    graph_.header.generator = generator;
    graph_.header.settings = settings;
  }
  return {};
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<void> BookImport<games::game>::add_json(std::string_view, const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
