// What keeps the page from WCAG AA, as far as a script can see it: a list of faults.
const faults = [];
const visible = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";

function parsed(color) {
  const numbers = (color.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  return { rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1 };
}

function over(top, alpha, below) { return top.map((value, i) => value * alpha + below[i] * (1 - alpha)); }

function chain(element) {
  const up = [];
  for (let e = element; e; e = e.parentElement) up.unshift(e);
  return up;
}

// What is behind the text, from the page upwards. An element's opacity is taken into the text's colour alone, which is
// right where the element itself has no background.
function background(element) {
  let color = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
  for (const e of chain(element)) {
    const own = parsed(getComputedStyle(e).backgroundColor);
    color = over(own.rgb, own.alpha, color);
  }
  return color;
}

function luminance(rgb) {
  const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function checkText(element, text, color, below) {
  const style = getComputedStyle(element), size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const found = contrast(color, below);
  if (found >= (large ? 3 : 4.5)) return;
  faults.push(`contrast ${found.toFixed(2)} of "${text.slice(0, 30)}" (${element.className})`);
}

function checkContrasts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, text = node.textContent.trim();
    if (!text || element.closest("svg,script,style,noscript,.said") || !visible(element)) continue;
    const opacity = chain(element).reduce((all, e) => all * Number(getComputedStyle(e).opacity), 1);
    const below = background(element);
    const color = parsed(getComputedStyle(element).color);
    checkText(element, text, over(color.rgb, color.alpha * opacity, below), below);
    const row = element.closest("tbody tr");  // under the mouse rows have another background
    if (!row || element.closest(".results")) continue;
    const soft = document.querySelector("button") && background(document.querySelector("button"));
    if (soft) checkText(element, text + " (hover)", over(color.rgb, color.alpha * opacity, soft), soft);
  }
  for (const name of document.querySelectorAll(".names text"))
    checkText(name, name.textContent, parsed(getComputedStyle(name).fill).rgb, background(document.body));
}

function nameOf(e) {
  const labels = e.labels ? [...e.labels] : [];
  const pictures = labels.flatMap((label) => [...label.querySelectorAll("[aria-label]")]);
  return e.getAttribute("aria-label") || labels.map((label) => label.textContent.trim()).join(" ") ||
    pictures.map((picture) => picture.getAttribute("aria-label")).join(" ") || e.textContent.trim() || e.title;
}

function checkNames() {
  const controls = "a[href],button,input:not([type=hidden]),select,textarea,[role=button],[tabindex]";
  for (const e of document.querySelectorAll(controls))
    if (visible(e) && !nameOf(e)) faults.push("no name: " + e.outerHTML.slice(0, 80));
  for (const picture of document.querySelectorAll("svg[role=img],[role=meter]"))
    if (!picture.getAttribute("aria-label") && !picture.getAttribute("aria-labelledby") && visible(picture))
      faults.push("picture without a name");
  for (const e of document.querySelectorAll("[aria-labelledby]"))
    for (const id of e.getAttribute("aria-labelledby").split(" "))
      if (!document.getElementById(id)) faults.push("nothing has the id " + id);
}

function checkStructure() {
  if (!document.documentElement.lang) faults.push("no lang");
  if (!document.title) faults.push("no title");
  for (const [selector, count] of [["main", 1], ["h1", 1], ["header", 1]])
    if (document.querySelectorAll(selector).length !== count) faults.push("not one " + selector);
  let level = 0;
  for (const heading of document.querySelectorAll("h1,h2,h3,h4")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) faults.push(`heading ${own} after ${level}: ${heading.textContent}`);
    level = own;
  }
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids.filter((one, i) => ids.indexOf(one) !== i)) faults.push("twice: the id " + id);
  for (const nav of document.querySelectorAll("nav:not([aria-label])")) faults.push("nav without a name");
}

checkStructure();
checkNames();
checkContrasts();
return faults;
