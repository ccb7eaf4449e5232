// Tables, books and a certificate that the tests of the server ask, made once for all of them.
#pragma once

#include <memory>
#include <string>

#include "tests/support/temporary_folder.h"
#include "tools/serve/routes.h"
#include "tools/serve/sources.h"

namespace bookends::test {

class Served {
 public:
  // Tables of chess and of fragments with up to three men; two books of chess with games; the shipped proof that Black
  // wins fragments after 1. b3.
  static const Served& files();

  std::string tables(const std::string& game) const { return folder_ / game; }
  static std::string proof() { return BOOKENDS_SOURCE_DIR "/books/proofs/fragments-start1-b2b3.proof"; }
  std::string book(const std::string& name) const { return folder_ / (name + ".book"); }
  const serve::Sources& sources() const { return *sources_; }

  // What the routes answer, without a server. `query` is decoded, and written as in an address: "fen=...&moves=3".
  serve::Response get(const std::string& path, const std::string& query = "") const;
  // The body alone, of an answer with status 200.
  std::string body(const std::string& path, const std::string& query = "") const;

 private:
  Served();

  TemporaryFolder folder_;
  std::unique_ptr<serve::Sources> sources_;
  serve::Router router_;
};

}  // namespace bookends::test
