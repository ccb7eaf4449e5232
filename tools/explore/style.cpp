#include "tools/explore/assets.h"

namespace bookends {

const std::string_view kExploreStyle = R"css(
:root{--accent:#1d5fa8;--soft:#f3f1ec}
@media(prefers-color-scheme:dark){:root{--accent:#8fbef0;--soft:#22262b}}
body{max-width:82em;margin:0 auto;padding:0 1em 2em}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
header{display:flex;gap:1em;align-items:baseline;border-bottom:1px solid var(--line)}
header h1{font-size:1.2em;margin:.5em 0}
section{margin:0;border:0}
.explore{display:grid;grid-template-columns:minmax(18em,32em) minmax(0,1fr);gap:1em 2.5em;margin-top:1em}
.board-and-bar{display:flex;gap:.5em}
.board-and-bar svg.board{flex:1;width:100%;height:auto;touch-action:manipulation}
.meter{display:flex;flex-direction:column-reverse;width:.9em;height:auto;background:var(--black);
border:1px solid var(--line)}
.meter[hidden]{display:none}.meter.flipped{flex-direction:column}
.meter span{display:block;width:100%;background:var(--white)}
.steps{display:flex;gap:.4em;margin:.6em 0;flex-wrap:wrap}
.steps a,.steps span,button{font:inherit;padding:.35em .9em;border:1px solid var(--line);border-radius:.4em;
background:var(--soft);color:var(--ink);text-decoration:none;cursor:pointer}
.steps span{cursor:default}
.quiet{opacity:.75}
.fen{display:flex;gap:.5em;align-items:center}.fen input{flex:1;min-width:0;font:13px ui-monospace,monospace;padding:.4em;
color:var(--ink);background:var(--page);border:1px solid var(--line);border-radius:.4em}
.copy{display:flex;gap:.4em;flex-wrap:wrap}
.line{line-height:1.8}.line a,.best a,.others a{text-decoration:none;padding:.1em .2em;border-radius:.2em}
.line a[aria-current]{background:var(--accent);color:var(--page)}
.number{opacity:.75}
.moves{min-width:60%}.moves th[scope=row]{font-weight:normal}.moves th:nth-child(2),.moves td:nth-child(2){text-align:left}.moves a{display:inline-block;min-width:3.5em;
text-decoration:none;padding:.15em 0}
.moves .own a{font-weight:bold}.moves tbody tr:hover{background:var(--soft)}
.facts{min-width:0;overflow-x:auto}
.r.win::before{content:"+ "}.r.loss::before{content:"\2212 "}.r.draw::before{content:"= "}
.r{font-weight:bold}.r.win{color:var(--won)}.r.loss{color:var(--lost)}.r.draw{color:inherit}
.results{display:flex;width:100%;min-width:8em;height:1.3em;font-size:.85em;line-height:1.3em;border:1px solid #777}
.results span{overflow:hidden;text-align:center}
.results .w{background:#fff;color:#222}.results .d{background:#c9c9c9;color:#222}.results .b{background:#222;color:#fff}
.proof{font-weight:bold}
.others{line-height:1.9}
[data-square]{cursor:pointer}
.square.chosen{fill:var(--accent);fill-opacity:.45}
.square.target{fill:var(--accent);fill-opacity:.2}
#found{font-variant-numeric:tabular-nums}#found p{margin:.3em 0}
.index .start{display:inline-block;text-align:center;text-decoration:none}.index .start span{display:block}
.index svg.board{width:11em;height:auto}
dialog button{font-size:1.2em}
@media(max-width:52em){.explore{grid-template-columns:minmax(0,1fr)}}
@media print{.steps,.fen,.copy,header a,#found{display:none}.explore{display:block}
.board-and-bar{max-width:22em}}
)css";

}  // namespace bookends
