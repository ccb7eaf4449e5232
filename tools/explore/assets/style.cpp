#include "tools/explore/assets/assets.h"

namespace bookends {

const std::string_view kExploreStyle = R"css(
:root{--accent:#1d5fa8;--soft:#f3f1ec;--won:#216a4c;--lost:#b0432e}
@media(prefers-color-scheme:dark){:root{--accent:#8fbef0;--soft:#22262b;--won:#5cc29a;--lost:#e8806b}}
body{max-width:82em;margin:0 auto;padding:0 1em 2em}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
header{display:flex;gap:1em;align-items:baseline;border-bottom:1px solid var(--line)}
header h1{font-size:1.2em;margin:.5em 0}
section{margin:0;border:0}
.explore,.edit{display:grid;grid-template-columns:minmax(18em,min(40em,100vh - 15em)) minmax(0,1fr);gap:1em 2.5em;
margin-top:1em;align-items:start}
.explore>.wrong{order:-1;grid-column:1/-1}
.left{position:sticky;top:1em;display:flex;flex-direction:column;gap:.6em}
.board-and-bar{display:flex;gap:.5em}
.board-and-bar svg.board{flex:1;width:100%;height:auto;touch-action:manipulation;user-select:none}
.names text{font-size:10px}
.meter{display:flex;flex-direction:column-reverse;width:.9em;height:auto;background:var(--black);
border:1px solid #777}
.meter[hidden]{display:none}.meter.flipped{flex-direction:column}
.meter span{display:block;width:100%;background:var(--white)}
.steps{display:flex;gap:.4em;margin:.6em 0 0;flex-wrap:wrap}
.steps a,.steps span,.copy a,button{font:inherit;padding:.35em .9em;border:1px solid var(--line);border-radius:.4em;
background:var(--soft);color:var(--ink);text-decoration:none;cursor:pointer}
.steps span{cursor:default}
.quiet{opacity:.75}
.fen{display:flex;gap:.5em;align-items:center}
.fen input{flex:1;min-width:0;font:13px ui-monospace,monospace;padding:.4em;
color:var(--ink);background:var(--page);border:1px solid var(--line);border-radius:.4em}
.copy{display:flex;gap:.4em;flex-wrap:wrap;margin:.6em 0}
.keys{margin:0;font-size:.9em}
kbd{border:1px solid var(--line);border-radius:.3em;padding:0 .35em;background:var(--soft)}
.wrong{border:2px solid var(--lost);border-radius:.4em;padding:.5em .8em;margin:1em 0}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
fieldset{border:1px solid var(--line);border-radius:.4em;margin:0 0 1em}
fieldset label{display:inline-block;padding:.25em .5em}
.palette svg{width:2.6em;height:2.6em;display:block;background:var(--square-dark);border-radius:.2em}
.palette label{padding:.15em;text-align:center}
.palette label:has(svg) input{position:absolute;opacity:0}
.palette input:checked+svg{outline:3px solid var(--accent)}
.palette input:focus-visible+svg{outline:5px double var(--accent)}
.square:focus-visible{outline:none;stroke:var(--accent);stroke-width:4}
.line{line-height:1.8}.line a,.best a,.others a{text-decoration:none;padding:.1em .2em;border-radius:.2em}
.line a[aria-current]{background:var(--accent);color:var(--page)}
.number{opacity:.75}
.moves{margin:0 0 1em}.moves th[scope=row]{font-weight:normal}.moves .words{text-align:left}
.moves a{display:inline-block;min-width:4em;text-decoration:none;padding:.15em 0}
.moves .own a{font-weight:bold}.moves tbody tr:hover{background:var(--soft)}
.facts{min-width:0;overflow-x:auto}.facts h2{font-size:1.1em}.facts>:first-child{margin-top:0}
.line{max-height:9em;overflow-y:auto}
.r.win::before{content:"+ "}.r.loss::before{content:"\2212 "}.r.draw::before{content:"= "}
.r{font-weight:bold}.r.win{color:var(--won)}.r.loss{color:var(--lost)}.r.draw{color:inherit}
.results{display:flex;width:100%;min-width:8em;height:1.3em;font-size:.85em;line-height:1.3em;border:1px solid #777}
.results span{overflow:hidden;text-align:center}
.results .w{background:#fff;color:#222}.results .d{background:#c9c9c9;color:#222}.results .b{background:#222;color:#fff}
.proof{font-weight:bold}
.moves a.out{min-width:0;padding:0;font-weight:normal}
.proofs,.ways{margin:0 0 1em;padding:0 0 0 1.2em}
.others{line-height:1.9}
[data-square]{cursor:pointer}
.square.chosen{fill:var(--accent);fill-opacity:.45}
.square.target{fill:var(--accent);fill-opacity:.2}
#found{font-variant-numeric:tabular-nums}#found p{margin:.3em 0}
.index{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(25em,100%),1fr));gap:0 2em}
.index h2{font-size:1.2em}
.index .start{display:inline-block;text-align:center;text-decoration:none}.index .start span{display:block}
.index svg.board{width:11em;height:auto}
dialog{border:1px solid var(--line);border-radius:.4em;background:var(--page);color:var(--ink)}
dialog button{font-size:1.2em}
@media(max-width:52em){.explore,.edit{display:flex;flex-direction:column;align-items:stretch}.left{display:contents}
.board-side{order:0}.facts{order:1}.tools{order:2}.keys{display:none}.names text{font-size:14px}
.others a,.best a,.line a{display:inline-block;padding:.25em .45em}.moves a{padding:.4em 0}
th,td{padding:.2em .4em}.moves th{white-space:normal}
.results{min-width:5.5em}.moves a{min-width:3em}.moves a.out{padding:.4em}.mark{display:block}}
@media(max-height:40em){.keys{display:none}}
@media print{.steps,.tools,.search,header a{display:none}.explore{display:block}
.board-and-bar{max-width:22em}}
)css";

}  // namespace bookends
