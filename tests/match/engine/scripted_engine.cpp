// A UCI engine for tests. It plays a move that depends on the position alone, and fails as its arguments say:
//   crash=N hang=N late=N illegal=N   at the Nth move since it was started: ends; never answers, not even "stop";
//   answers
//                                     only after "stop"; plays a move that is none
//   leave=N                           ends where the Nth game since it was started would begin
//   hang_in_game=N                    never answers in the Nth game since it was started, nor in later ones
//   stall=FILE                        never answers if it is the one that makes this folder, at its first move
//   castle=1                          castles where it can, and writes it as the king's move onto its rook
//   slow=MS                           thinks so long
//   score=CP                          says so of every position; mate=MOVES likewise; silent=1 says nothing
//   garbage=1                         writes what is no UCI before every answer
//   tabs=1                            parts words by tabs, and begins and ends lines with white space
//   deaf=1 gone=1                     does not answer "uci"; ends at once
//   name=TEXT                         its name; variants=A,B: offers UCI_Variant with these, if there are any
//   chatty=N                          begins with N lines of no matter
//   answer=TEXT                       says so when an option is set, with _ for blanks
//   teach=A                           once the option Teach is set, UCI_Variant has A too
//   transcript=FILE                   adds every line that it reads to the file
//   script=FILE                       more of these words, from a file: what changes while the command stays the same
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <thread>

#include "core/notation/castling.h"
#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace {

using namespace bookends;

class ScriptedEngine {
 public:
  explicit ScriptedEngine(std::map<std::string, std::string> script) : script_(std::move(script)) {
    if (has("transcript")) transcript_.open(script_["transcript"], std::ios::app);
  }

  int run() {
    if (has("gone")) return 3;
    std::string line;
    while (std::getline(std::cin, line)) {
      if (transcript_) transcript_ << line << std::endl;
      if (line == "quit") return 0;
      if (!answer(line)) return 4;
    }
    return 0;
  }

 private:
  bool has(const std::string& key) const { return script_.contains(key); }
  int number(const std::string& key) const { return has(key) ? std::stoi(script_.at(key)) : 0; }
  void say(std::string text) const {
    if (has("tabs")) {
      std::ranges::replace(text, ' ', '\t');
      text = "  " + text + "\t \r";
    }
    std::cout << text << std::endl;
  }

  bool answer(const std::string& line) {
    if (line == "uci" && !has("deaf")) introduce();
    if (line == "isready") say("readyok");
    if (line.starts_with("setoption") && has("answer")) complain();
    if (line.starts_with("setoption name Teach")) script_["variants"] += "," + script_["teach"];
    if (line.starts_with("setoption name UCI_Variant value ")) variant_ = line.substr(33);
    if (line == "ucinewgame" && ++games_ == number("leave")) return false;
    if (line.starts_with("position fen ")) position_ = line.substr(13);
    return !line.starts_with("go") || think();
  }

  void complain() const {
    std::string text = script_.at("answer");
    std::ranges::replace(text, '_', ' ');
    say("info string " + text);
  }

  void introduce() {
    for (int i = 0; i < number("chatty"); ++i) say("info string line " + std::to_string(i));
    say("id name " + (has("name") ? script_["name"] : "Scripted"));
    say("option name Hash type spin default 1 min 1 max 2");
    say("option name Two Words type string default <empty>");
    say("option name Some Style type combo default Very Solid var Very Solid var Risky");
    say("option name Sleep type check default false");
    say("option name Clear Hash type button");
    if (has("teach")) say("option name Teach type string default <empty>");
    if (has("variants") && !script_["variants"].empty()) {
      std::string line = "option name UCI_Variant type combo default none", name;
      std::istringstream names(script_["variants"]);
      while (std::getline(names, name, ',')) line += " var " + name;
      say(line);
    }
    say("uciok");
  }

  bool think() {
    ++moves_;
    if (moves_ == 1 && has("stall")) stalls_ = std::filesystem::create_directory(script_.at("stall"));
    if (moves_ == number("crash")) return false;
    while (stalls_ || moves_ == number("hang") || (has("hang_in_game") && games_ >= number("hang_in_game")))
      std::this_thread::sleep_for(std::chrono::seconds(1));
    if (moves_ == number("late"))
      for (std::string line; std::getline(std::cin, line) && line != "stop";) {
      }
    std::this_thread::sleep_for(std::chrono::milliseconds(number("slow")));
    if (has("garbage"))
      say("\x01\xFF bestmover info\n\ninfo depth x score cp nodes -1\nbest move e2e4\n" + std::string(100000, 'x'));
    if (has("score"))
      say("info depth 5 seldepth 9 multipv 1 score cp " + script_["score"] + " nodes 1000 nps 5 pv " + move());
    if (has("mate")) say("info depth 5 score mate " + script_["mate"] + " nodes 1000");
    if (!has("score") && !has("mate") && !has("silent")) say("info depth 3 score cp 7 nodes 500");
    say("bestmove " + (moves_ == number("illegal") ? "a1a9" : move()));
    return true;
  }

  std::string move() const {
    std::string best = "0000";
    const Result<const Rules*> rules = find_game(variant_);
    if (rules) with_game(**rules, [&]<const Rules & R>() { best = move_in<R>(); });
    return best;
  }

  template <const Rules& R>
  std::string move_in() const {
    const std::size_t moves = position_.find(" moves ");
    auto position = Position<R>::from_fen(position_.substr(0, moves)).value();
    if (moves != std::string::npos) {
      std::istringstream words(position_.substr(moves + 7));
      for (std::string word; words >> word;) position.play(parse_uci(position, word).value());
    }
    const MoveList list = position.legal_moves();
    if (has("castle"))
      for (const Move m : list)
        if (is_castling(position, m)) return format_uci(R, onto_rook(position, m));
    return format_uci(R, list[static_cast<int>(position.key() % static_cast<unsigned>(list.size()))]);
  }

  std::map<std::string, std::string> script_;
  std::ofstream transcript_;
  std::string variant_ = "fragments";
  std::string position_;
  int moves_ = 0;
  int games_ = 0;
  bool stalls_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::string> script;
  const auto take = [&script](const std::string& word) {
    const std::size_t equals = std::min(word.find('='), word.size() - 1);
    script[word.substr(0, equals)] = word.substr(equals + 1);
  };
  for (int i = 1; i < argc; ++i) take(argv[i]);
  if (script.contains("script")) {
    std::ifstream more(script["script"]);
    for (std::string word; more >> word;) take(word);
  }
  return ScriptedEngine(std::move(script)).run();
}
