// What a certificate of `book prove` says of itself.
#pragma once

#include <string>

#include "core/base/result.h"
#include "tools/book_commands/info/workspace.h"

namespace bookends {

// Whether the file begins as certificates do.
bool is_certificate_file(const std::string& path);

// Its header, as text or JSON; whether the proof holds is for `book check`. Errors: those of CertificateReader::open();
// unsupported for a page, which there is none of.
Result<std::string> certificate_info(const std::string& path, InfoForm form);

}  // namespace bookends
