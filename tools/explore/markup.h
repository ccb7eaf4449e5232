// What the explorer's pages share: how they begin, and the field for a FEN.
#pragma once

#include <string>
#include <string_view>

#include "core/rules/rules.h"

namespace bookends {

// Up to and with the body's opening tag. `script`: of the page, beside the one of all pages.
std::string explorer_head(std::string_view title, std::string_view script = {});

// The page's heading, and the way to the first page.
std::string explorer_header(std::string_view heading);

// `attributes` are HTML, the others text.
std::string html_link(const std::string& address, std::string_view text, std::string_view attributes = {});

// Leads to the explorer's page of the FEN that is typed.
std::string fen_form(const Rules& rules, const std::string& fen, bool flipped);

}  // namespace bookends
