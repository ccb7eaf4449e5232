#include "tools/book_commands/shown_book.h"

#include <fmt/format.h>

#include "books/edit/edit.h"
#include "books/exchange/import.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "tools/book_commands/book_files.h"

namespace bookends {

namespace {

bool is_certificate(const std::string& path) { return peek_text(path, kCertificateMagic.size()) == kCertificateMagic; }

// Of a proof that leaves its root to tables, and so has no move: the root.
template <const Rules& R>
BookGraph graph_of_root(const CertificateHeader& proof) {
  BookGraph graph;
  graph.header.game = R.name;
  graph.header.rules_fingerprint = fingerprint(R);
  graph.header.side = proof.attacker == Color::white ? BookSide::white : BookSide::black;
  graph.header.generator = proof.generator;
  graph.header.starts = {proof.root};
  return graph;
}

template <const Rules& R>
Result<BookGraph> graph_of_proof(CertificateReader& proof, Session& session) {
  const std::string& path = proof.name();
  const CertificateHeader& header = proof.header();
  BookImport<R> import;
  if (const Result<void> added = import.add_proof(proof, nullptr, session.progress()); !added) return added.error();
  if (header.table_men > 0)
    session.say(fmt::format("{}: what tables of up to {} men would say is taken for granted", path, header.table_men));
  if (import.empty()) {
    session.say(fmt::format("{}: {} from {}{}, all by tables: it has no move", path, claim(header.attacker, header.aim),
                            header.root, within_text(header)));
    return graph_of_root<R>(header);
  }
  Result<BookGraph> graph = import.finish({}, session.progress());
  if (!graph) return Error{graph.error().code, path + ": " + graph.error().message};
  drop_unreached<R>(*graph);
  return graph;
}

template <const Rules& R>
Result<Book<R>> book_of_proof(const std::string& path, Session& session) {
  Result<CertificateReader> proof = CertificateReader::open(path);
  if (!proof) return proof.error();
  const Result<BookGraph> graph = graph_of_proof<R>(*proof, session);
  if (!graph) return graph.error();
  Result<std::vector<std::byte>> bytes = encode<R>(*graph);
  if (!bytes) return bytes.error();
  Result<BookFile> file = BookFile::from_bytes(std::move(*bytes), path);
  if (!file) return file.error();
  return Book<R>::from_file(std::move(*file), path);
}

}  // namespace

Result<const Rules*> game_of_shown(const std::string& path) {
  if (!is_certificate(path)) return game_of_book(path);
  const Result<CertificateReader> proof = CertificateReader::open(path);
  if (!proof) return proof.error();
  const Result<const Rules*> rules = find_game(proof->header().game);
  if (!rules) return Error{ErrorCode::unsupported, path + ": a proof for an unknown game, " + proof->header().game};
  return rules;
}

template <const Rules& R>
Result<Book<R>> open_shown(const std::string& path, Session& session) {
  return is_certificate(path) ? book_of_proof<R>(path, session) : Book<R>::open(path);
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Book<games::game>> open_shown<games::game>(const std::string&, Session&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
