#include "tools/pages/html_page.h"

namespace bookends {
namespace {

constexpr std::string_view kStyle =
    R"(:root{color-scheme:light dark;--ink:#222;--page:#fff;--line:#ddd;--won:#2a7f5f;--drawn:#b5b5b5;--lost:#c4533d;
--white:#fff;--black:#222}
@media(prefers-color-scheme:dark){:root{--ink:#e4e4e4;--page:#16181b;--line:#3a3d42;--won:#5cc29a;--drawn:#6b6f76;
--lost:#e8806b}}
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;padding:0 1em;max-width:75em}
body{color:var(--ink);background:var(--page)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2em .7em;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}thead th{position:sticky;top:0;background:var(--page)}
th button{font:inherit;font-weight:bold;color:inherit;background:none;border:0;padding:0;cursor:pointer}
th[aria-sort=ascending] button::after{content:" \2191"}th[aria-sort=descending] button::after{content:" \2193"}
.scroll{overflow-x:auto}.bar{display:flex;width:10em;height:.8em}
.bar .w{background:var(--won)}.bar .d{background:var(--drawn)}.bar .l{background:var(--lost)}
section{margin-top:2.5em;border-top:1px solid var(--line)}figure{margin:.8em 0}figcaption{font-size:.93em}
.boards{display:flex;flex-wrap:wrap;gap:2em}.moves{max-width:60em}code{overflow-wrap:anywhere}
text{fill:var(--ink);font:11px system-ui,sans-serif;text-anchor:middle}.y{text-anchor:end}
.won{fill:var(--won)}.lost{fill:var(--lost)}.grid{stroke:var(--line)}.axis{stroke:var(--ink)}
)";

}  // namespace

std::string page_head(std::string_view title, std::string_view style, std::string_view more) {
  std::string head = R"(<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/><title>)";
  return head.append(escaped(title))
      .append("</title><style>\n")
      .append(kStyle)
      .append(style)
      .append("</style>")
      .append(more)
      .append("</head><body>\n");
}

}  // namespace bookends
