// What the user may choose of a book's growth: every choice gives the same bytes whatever happens to the build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "books/grow/build.h"
#include "books/grow/expand.h"
#include "books/review/verify.h"
#include "books/work/snapshot.h"
#include "core/base/utf8.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends {
namespace {

using games::fragments;
using test::bytes_of;
using test::dice;
using test::must_build;
using test::must_open;
using test::small_job;
using test::TemporaryFolder;
using testing::HasSubstr;

std::string start_fen() { return Position<fragments>::start().fen(); }

// The start and two moves from it, as they come.
struct SomeLine {
  Position<fragments> start = Position<fragments>::start();
  Move first = start.legal_moves()[3];
  Position<fragments> middle = start.after(first);
  Move second = middle.legal_moves()[2];
  Position<fragments> end = middle.after(second);
};

using Choose = void (*)(BuildJob&);

struct Choice {
  const char* name;
  Choose choose;
};

void take_seeds(BuildJob& job) {
  const SomeLine line;
  job.seeds = {{start_fen(), {line.first, line.second}}};
  job.settings.seeds = digest(job.seeds);
}

void take_overrides(BuildJob& job) {
  const SomeLine line;
  job.overrides = {{line.middle.key(), packed(line.middle), line.second, -77, "believed"}};
  job.settings.overrides = digest(job.overrides);
}

const Choice kChoices[] = {
    {"dropout", [](BuildJob& job) { job.settings.policy = Policy::dropout; }},
    {"replace", [](BuildJob& job) { job.settings.backup = Backup::replace; }},
    {"batch", [](BuildJob& job) { job.settings.batch = 5; }},
    {"costs", [](BuildJob& job) { job.settings.cost = {700, 3, 40, 400, 600, 500, 100}; }},
    {"side", [](BuildJob& job) { job.settings.side = BookSide::black; }},
    {"seeds", take_seeds},
    {"overrides", take_overrides},
};

class Growth : public testing::TestWithParam<Choice> {
 protected:
  BuildJob job(const std::filesystem::path& folder, std::size_t positions = 300) const {
    BuildJob made = small_job<fragments>(folder, positions);
    GetParam().choose(made);
    return made;
  }
};

TEST_P(Growth, ThreadsAndStopsDoNotChangeTheBytes) {
  const TemporaryFolder folder;
  const BuildJob whole = job(folder / "whole");
  must_build<fragments>(whole, dice<fragments>());
  EXPECT_EQ(verify_book(must_open<fragments>(whole.out)).faults, 0u);
  BuildJob threaded = job(folder / "threaded");
  threaded.threads = 4;
  must_build<fragments>(threaded, dice<fragments>());
  EXPECT_EQ(bytes_of(threaded.out), bytes_of(whole.out));
  EXPECT_EQ(bytes_of(threaded.workspace / "snapshot"), bytes_of(whole.workspace / "snapshot"));
  const BuildJob stopped = job(folder / "stopped");
  int stops = 0;
  while (true) {
    test::StopAfter progress(3 + 5 * stops);
    if (build_book<fragments>(stopped, dice<fragments>(), progress)) break;
    ASSERT_LT(++stops, 100);
  }
  EXPECT_GT(stops, 1);
  EXPECT_EQ(bytes_of(stopped.out), bytes_of(whole.out));
  EXPECT_EQ(bytes_of(stopped.workspace / "snapshot"), bytes_of(whole.workspace / "snapshot"));
}

TEST_P(Growth, IsPartOfTheSettings) {
  const TemporaryFolder folder;
  const BuildJob chosen = job(folder / "one", 60);
  must_build<fragments>(chosen, dice<fragments>());
  BuildJob plain = small_job<fragments>(folder / "two", 60);
  plain.workspace = chosen.workspace;
  Progress silent;
  const auto refused = build_book<fragments>(plain, dice<fragments>(), silent);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Choices, Growth, testing::ValuesIn(kChoices),
                         [](const auto& choice) { return std::string(choice.param.name); });

Workspace workspace_of(const BuildJob& job) {
  Result<Workspace> workspace = load_snapshot(job.settings, job.workspace / "snapshot");
  EXPECT_TRUE(workspace);
  workspace->set_overrides(job.overrides);
  return std::move(*workspace);
}

TEST(GrowthBatch, IsAsLargeAsItIsSaid) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 200);
  job.settings.batch = 7;
  must_build<fragments>(job, dice<fragments>());
  const Workspace workspace = workspace_of(job);
  const BookValues values = derive_values(workspace);
  const Round round = next_round<fragments>(workspace, values, 0);
  EXPECT_EQ(round.growth.size(), 7u);
  EXPECT_FALSE(round.owed);
}

TEST(GrowthSide, SenselessRepliesDoNotGrow) {
  for (const int reply_loss : {0, 60}) {
    const TemporaryFolder folder;
    BuildJob job = small_job<fragments>(folder.path(), 400);
    job.settings.batch = 1000;  // every place there is, however dear
    job.settings.side = BookSide::white;
    job.settings.reply_loss = reply_loss;
    must_build<fragments>(job, dice<fragments>());
    const Workspace workspace = workspace_of(job);
    const BookValues values = derive_values(workspace);
    int senseless = 0;
    for (const auto& growth : next_round<fragments>(workspace, values, 0).growth) {
      const Candidate* outside = workspace.best_outside(growth.parent);
      if (outside == nullptr || outside->move != growth.move) continue;
      const bool reply = !is_own_turn(workspace, growth.parent);
      if (reply && values.nodes[growth.parent].value - outside->score > 60) ++senseless;
    }
    EXPECT_EQ(senseless > 0, reply_loss == 0) << senseless;
  }
}

TEST(GrowthSeeds, AreInTheBookBeforeItGrows) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 1);
  take_seeds(job);
  must_build<fragments>(job, dice<fragments>());
  const auto book = must_open<fragments>(job.out);
  const SomeLine line;
  EXPECT_TRUE(book.probe(line.middle));
  EXPECT_TRUE(book.probe(line.end));
}

TEST(GrowthSeeds, LinesAreReadFromEpd) {
  const SomeLine line;
  const std::string san = format_san(line.start, line.first), uci = format_uci(fragments, line.second);
  const std::string text = "# a comment\n\n" + start_fen() + " pv " + san + " " + uci + "; c0 \"a; b\";\r\n" +
                           start_fen() + " bm " + san + ";\n" + line.end.fen() + "\n";
  const auto seeds = read_seed_positions<fragments>(text, "f");
  ASSERT_TRUE(seeds) << seeds.error().message;
  ASSERT_EQ(seeds->size(), 3u);
  EXPECT_EQ((*seeds)[0].moves, (std::vector<Move>{line.first, line.second}));
  EXPECT_EQ((*seeds)[1].moves, std::vector<Move>{line.first});
  EXPECT_TRUE((*seeds)[2].moves.empty());
  // The third stands on the first line already.
  EXPECT_TRUE(starts_of_seeds<fragments>({start_fen()}, *seeds).empty());
  const std::vector<SeedLine> alone{(*seeds)[2]};
  EXPECT_EQ(starts_of_seeds<fragments>({start_fen()}, alone), std::vector<std::string>{line.end.fen()});
  EXPECT_NE(digest(*seeds), digest(alone));
}

Result<std::vector<SeedLine>> read_games(std::istream& in, PgnPolicy policy = PgnPolicy::lenient) {
  PgnOmissions omitted;
  return read_seed_games<fragments>(in, "games.pgn", policy, omitted);
}

TEST(GrowthSeeds, LinesAreReadFromPgnWithItsVariations) {
  const SomeLine line;
  const Move other = line.start.legal_moves()[0];
  const std::string first = format_san(line.start, line.first), second = format_san(line.middle, line.second);
  std::istringstream pgn("1. " + first + " (1. " + format_san(line.start, other) + ") " + second + " *\n");
  const auto seeds = read_games(pgn);
  ASSERT_TRUE(seeds) << seeds.error().message;
  std::set<std::vector<std::uint16_t>> found;
  for (const SeedLine& seed : *seeds) {
    EXPECT_EQ(seed.fen, start_fen());
    std::vector<std::uint16_t> bits;
    for (const Move m : seed.moves) bits.push_back(m.bits());
    found.insert(bits);
  }
  EXPECT_EQ(found, (std::set<std::vector<std::uint16_t>>{{line.first.bits(), line.second.bits()}, {other.bits()}}));
  std::istringstream wrong("1. " + first + "\n" + first + " *\n");
  const auto refused = read_games(wrong, PgnPolicy::strict);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("games.pgn:2:1"));
  std::istringstream beside("1. " + first + "\n" + first + " *\n\n1. " + first + " *\n");
  const auto others = read_games(beside);
  ASSERT_TRUE(others) << others.error().message;
  EXPECT_EQ(others->size(), 1u);
}

TEST(GrowthSeeds, AFileWithoutLinesIsRefused) {
  std::istringstream pgn("\n\n");
  for (const auto& seeds : {read_seed_positions<fragments>("# nothing\n\n", "f"), read_games(pgn)}) {
    ASSERT_FALSE(seeds);
    EXPECT_THAT(seeds.error().message, HasSubstr(": there is no line in it"));
  }
}

// A hundred thousand variations, each at the end of a line of its own of 600 moves, want a hundred MB of moves.
TEST(GrowthSeeds, TooManyMovesAreRefused) {
  std::string pgn;
  for (int i = 0; i < 150; ++i) pgn += "b1c3 d5e3 c3b1 e3d5 ";
  for (int i = 0; i < 100'000; ++i) pgn += "(e3d5) ";
  std::istringstream in(pgn + "*\n");
  const auto seeds = read_games(in);
  ASSERT_FALSE(seeds);
  EXPECT_EQ(seeds.error().code, ErrorCode::limit);
}

TEST(GrowthSeeds, WrongLinesAreNamed) {
  for (const auto& [line, what] :
       std::vector<std::pair<std::string, std::string>>{{"nonsense", "placement"},
                                                        {start_fen() + " bm a1a1;", "a1a1"},
                                                        {start_fen() + " bm a1b2", "does not end in ;"},
                                                        {start_fen() + " c0 \"open;", "quote"}}) {
    const auto seeds = read_seed_positions<fragments>(start_fen() + "\n" + line + "\n", "lines.epd");
    ASSERT_FALSE(seeds) << line;
    EXPECT_THAT(seeds.error().message, HasSubstr("lines.epd, line 2: "));
    EXPECT_THAT(seeds.error().message, HasSubstr(what)) << seeds.error().message;
  }
}

TEST(GrowthOverrides, OutrankTheSearch) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 200);
  take_overrides(job);
  must_build<fragments>(job, dice<fragments>());
  const SomeLine line;
  const auto book = must_open<fragments>(job.out);
  const auto answer = book.probe(line.middle);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->move, line.second);
  EXPECT_EQ(answer->entry.score, -77);
  EXPECT_EQ(answer->entry.proof, Proof::none);
  EXPECT_TRUE(answer->entry.manual);
  EXPECT_EQ(book.file().remark(line.middle.key()), "believed");
  EXPECT_FALSE(book.probe(line.start)->entry.manual);
  const Workspace workspace = workspace_of(job);
  const NodeId id = workspace.find(line.middle.key(), packed(line.middle));
  EXPECT_NE(workspace.child(id, line.second), kNoNode) << "the move that was set is looked into";
}

TEST(GrowthOverrides, ThoseThatCountForNothingAreNamed) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 60);
  take_overrides(job);
  const auto elsewhere = *Position<fragments>::from_fen("4k/5/2K2/5/R4 w - - 0 1");
  job.overrides.push_back({elsewhere.key(), packed(elsewhere), elsewhere.legal_moves()[0], 5, ""});
  job.settings.overrides = digest(job.overrides);
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT(summary->idle_overrides, testing::ElementsAre(elsewhere.fen()));
}

TEST(GrowthOverrides, AreReadFromEpd) {
  const SomeLine line;
  const std::string good = start_fen() + " bm " + format_san(line.start, line.first) + "; ce 35; c0 \"played; well\";";
  const auto overrides = read_overrides<fragments>(good + "\n", "f");
  ASSERT_TRUE(overrides) << overrides.error().message;
  ASSERT_EQ(overrides->size(), 1u);
  EXPECT_EQ(overrides->front().move, line.first);
  EXPECT_EQ(overrides->front().score, 35);
  EXPECT_EQ(overrides->front().remark, "played; well");
  for (const std::string& bad :
       {start_fen() + " ce 3;", start_fen() + " bm d9; ce 3;",
        start_fen() + " bm " + format_uci(fragments, line.first) + "; ce high;",
        start_fen() + " bm " + format_uci(fragments, line.first) + "; ce 32000;", good,
        line.middle.fen() + " bm " + format_uci(fragments, line.second) + "; ce 1; c0 \"\xff\";"}) {
    const auto refused = read_overrides<fragments>(good + "\n" + bad + "\n", "set.epd");
    ASSERT_FALSE(refused) << bad;
    EXPECT_THAT(refused.error().message, HasSubstr("set.epd, line 2: "));
  }
}

TEST(GrowthHistory, HasALineForEveryRoundAndNoneTwice) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 200);
  test::StopAfter progress(12);
  ASSERT_FALSE((build_book<fragments>(job, dice<fragments>(), progress)));
  std::string whole;
  {  // as after a kill, which lost more of the time than of the positions, and cut a line off
    std::string text = read_text_file(job.workspace / "history.tsv").value();
    const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
    text.replace(last, text.find('\t', last) - last, "5000.5");
    // And an editor has put a mark of the byte order before it.
    whole = std::string(kByteOrderMark) + text;
    std::ofstream(job.workspace / "history.tsv") << whole << "5001.5\t9999";
  }
  must_build<fragments>(job, dice<fragments>());
  EXPECT_TRUE(test::text_of(job.workspace / "history.tsv").starts_with(whole + "5000.5"));
  std::ifstream in(job.workspace / "history.tsv");
  std::string line;
  ASSERT_TRUE(std::getline(in, line));
  EXPECT_EQ(line, std::string(kByteOrderMark) + "seconds\tpositions\tvalue1\tvalue2");
  std::size_t before = 0, lines = 0;
  double seconds_before = 0;
  for (; std::getline(in, line); ++lines) {
    std::istringstream words(line);
    double seconds = -1;
    std::size_t positions = 0;
    int first = 0, second = 0;
    ASSERT_TRUE(words >> seconds >> positions >> first >> second) << line;
    EXPECT_GT(positions, before);
    EXPECT_GE(seconds, seconds_before);
    before = positions;
    seconds_before = seconds;
  }
  EXPECT_GT(lines, 3u);
  EXPECT_EQ(seconds_before, 5000.5);
  EXPECT_EQ(before, workspace_of(job).size());
}

}  // namespace
}  // namespace bookends
