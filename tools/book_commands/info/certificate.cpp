#include "tools/book_commands/info/certificate.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "books/games/packed_text.h"
#include "books/proof/certificate.h"
#include "core/base/count_text.h"
#include "core/base/printable.h"

namespace bookends {
namespace {

std::string certificate_json(const CertificateHeader& header, std::uintmax_t bytes) {
  const bool win = header.aim == ProofAim::win;
  nlohmann::ordered_json out{{"format", "certificate"},       {"game", header.game},
                             {"root", header.root},           {"side", attacker_name(header.attacker)},
                             {"aim", aim_name(header.aim)},   {"plies", nullptr},
                             {"positions", header.records},   {"table_men", header.table_men},
                             {"generator", header.generator}, {"bytes", bytes}};
  if (win) out["plies"] = header.distance;
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string certificate_text(const CertificateHeader& header, std::uintmax_t bytes, const std::string& path) {
  std::string text = fmt::format("{:<11} {}\n", "game", printable(header.game));
  const auto add = [&](std::string_view name, const std::string& value) {
    text += fmt::format("{:<11} {}\n", name, printable(value));
  };
  add("made by", header.generator);
  add("is", "a certificate of `bookends book prove`");
  add("claims", fmt::format("{} from {}", claim(header.attacker, header.aim), header.root));
  if (header.aim == ProofAim::win) add("within", count_text(header.distance, "ply", "plies"));
  add("positions", std::to_string(header.records));
  add("tables", header.table_men == 0 ? "none" : fmt::format("of up to {} men", header.table_men));
  add("size", count_text(bytes, "byte"));
  add("check it by", "bookends book check " + path);
  return text;
}

}  // namespace

bool is_certificate_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const Result<std::string> beginning = read_packed(path, kCertificateMagic.size());
  return beginning && *beginning == kCertificateMagic;
}

Result<std::string> certificate_info(const std::string& path, InfoForm form) {
  if (form == InfoForm::html)
    return Error{ErrorCode::unsupported, path +
                                             ": a certificate has no page; `bookends book import` makes a book of it "
                                             "that has one"};
  const Result<CertificateReader> proof = CertificateReader::open(path);
  if (!proof) return proof.error();
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  return form == InfoForm::json ? certificate_json(proof->header(), bytes)
                                : certificate_text(proof->header(), bytes, path);
}

}  // namespace bookends
