"""The plots of lockwarp report as files: report_plots.py PAGE.html FOLDER

Each file is well-formed, needs nothing beside it, and says the numbers of the page's table, at the places where the
axis has them. In a headless Chromium nothing is cut off and no text stands on another.
"""
import html.parser
import os
import re
import sys
import xml.etree.ElementTree as xml

import browser

page, folder = sys.argv[1:3]
SVG = "{http://www.w3.org/2000/svg}"
failures = []
checks = 0


def check(ok, text):
    global checks
    checks += 1
    if not ok:
        failures.append(text)


class Tables(html.parser.HTMLParser):
    """The page's tables of plots: {plot: [[(text, value), ...], ...]}, the head's row first."""

    def __init__(self):
        super().__init__()
        self.plots, self.rows, self.cell, self.value = {}, None, None, None

    def handle_starttag(self, tag, attributes):
        name = dict(attributes).get("id") or ""
        if tag == "table":
            self.rows = self.plots.setdefault(name[5:], []) if name.startswith("data-") else None
        elif self.rows is not None and tag == "tr":
            self.rows.append([])
        elif self.rows is not None and tag in ("td", "th"):
            self.cell, self.value = "", None
        elif self.cell is not None and tag == "data":
            self.value = float(dict(attributes)["value"])

    def handle_data(self, text):
        if self.cell is not None:
            self.cell += text

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.cell is not None:
            self.rows[-1].append((self.cell, self.value))
            self.cell = None


def number(text):
    """Of "+9.0 %", "3.95" or the paper's "2.65 x"."""
    return float(text.replace("\u2212", "-").split()[0])


def numbers(element, *names):
    return [float(element.get(n)) for n in names]


def axis(svg):
    """Where a value is drawn: by the outermost two ticks."""
    ticks = [(float(t.get("x")), number(t.text)) for t in svg.iter(SVG + "text") if t.get("class") == "t"]
    (x0, v0), (x1, v1) = min(ticks), max(ticks)
    return lambda v: x0 + (v - v0) / (v1 - v0) * (x1 - x0)


def told(element):
    """("atax, abyp", "hit", "3.9 %") of a bar's title."""
    title = element.find(SVG + "title").text
    who, rest = title.split(": ", 1)
    what, value = re.fullmatch(r"(.*) ([-+]?[0-9.]+(?: [^0-9]*)?)", rest).groups()
    return who, what, value


def same_numbers(name, svg, table):
    """The bars, in their order, are the table's cells: what they say, and how long they are."""
    head, rows = [text for text, _ in table[0]], table[1:]
    first = 2 if head[1] == "bar" else 1
    parts = head[first:-1] if head[-1] == "paper" else head[first:]
    bars = iter([r for r in svg.iter(SVG + "rect") if r.get("class") != "ground"])
    marks = iter([p for p in svg.iter(SVG + "path") if p.get("class") == "paper" and p.find(SVG + "title") is not None])
    beside = iter([t.text for t in svg.iter(SVG + "text") if (t.get("class") or "").split()[:1] == ["v"]])
    at = axis(svg)
    # A part of bars without any value is not drawn.
    drawn = [first == 2 or any(row[first + i][1] is not None for row in rows) for i in range(len(parts))]
    for row in rows:
        who = row[0][0] if first == 1 or not row[1][0] else "%s, %s" % (row[0][0], row[1][0])
        paper, below = row[-1][0] if head[-1] == "paper" else "", 0
        for part, (cell, v), shown in zip(parts, row[first:], drawn):
            if not shown:
                continue
            if cell == "no value":
                check(next(beside, "") == "not run", "%s: %s, %s: no word of what is missing" % (name, who, part))
                if first == 2:
                    break
                continue
            if first == 2 and v <= 0:
                continue
            bar = next(bars)
            got = told(bar)
            check((got[0], got[1]) == (who, part) and got[2] == cell.replace("\u2212", "-"),
                  "%s: a bar of %s; expected %s, %s %s" % (name, got, who, part, cell))
            if first == 1:
                check(next(beside, "") == cell.split()[0], "%s: another number beside %s, %s" % (name, who, part))
            x, width = numbers(bar, "x", "width")
            low, high = sorted((at(below), at(below + v)))
            check(abs(x - low) < .2 and abs(x + width - max(high, low + .4)) < .2,
                  "%s: %s, %s %s is drawn from %g, %g wide; expected %g to %g" % (name, who, part, cell, x, width, low, high))
            below += v if first == 2 else 0
        if paper:
            mark = next(marks)
            check(told(mark) == (who, "the paper's", paper.replace("\u2212", "-")), "%s: a mark of %s" % (name, told(mark)))
            x = float(re.match(r"M([-0-9.]+)", mark.get("d")).group(1)) + 1.3
            check(abs(x - at(number(paper))) < .11, "%s: the paper's %s of %s is drawn at %g" % (name, paper, who, x))
    left = list(bars) + list(marks) + list(beside)
    check(not left, "%s: %d bars, marks or numbers that the table has not" % (name, len(left)))


def alone(name, path, svg):
    """It needs no other file, has a ground of its own, and is not large."""
    with open(path) as f:
        text = f.read()
    check(text.count("http") == 1 and not re.search(r"href|url\(|@import|<script|var\(", text), name + " is not self-contained")
    ground = [r for r in svg.iter(SVG + "rect") if r.get("class") == "ground"]
    box = [float(v) for v in svg.get("viewBox").split()]
    x, y, width, height = numbers(ground[0], "x", "y", "width", "height")
    check(len(ground) == 1 and x <= box[0] + 1 and y <= box[1] + 1 and width >= box[2] - 1 and height >= box[3] - 1,
          name + " has no ground")
    check(len(text) < 60000, "%s has %d bytes" % (name, len(text)))


SHAPES = """(() => {
  const all = document.documentElement, box = all.getBoundingClientRect(), unit = box.width / all.viewBox.baseVal.width;
  const boxes = what => [...all.querySelectorAll(what)].map(e => { const r = e.getBoundingClientRect();
    return {text: e.textContent.trim().slice(0, 40), kind: e.getAttribute('class') || '', l: r.left, r: r.right, t: r.top, b: r.bottom,
      size: parseFloat(getComputedStyle(e).fontSize) * unit, fill: getComputedStyle(e).fill}; });
  return {w: box.width, h: box.height, texts: boxes('text'), bars: boxes('rect:not(.ground)'), marks: boxes('path.paper'),
    ground: getComputedStyle(all.querySelector('.ground')).fill};
})()"""


def over(a, b):
    """Do the two cover one another? A text's box is higher than its letters: by a fifth above and below."""
    high = .2 * (a["b"] - a["t"])
    return a["l"] < b["r"] - 1 and b["l"] < a["r"] - 1 and a["t"] + high < b["b"] - high and b["t"] + high < a["b"] - high


def look(names):
    b = browser.Browser(browser.find())
    try:
        b.size(1200)
        for name in names:
            b.open(os.path.join(folder, name))
            s = b.value(SHAPES)
            texts = s["texts"]
            outside = [t["text"] for t in texts if t["l"] < 0 or t["r"] > s["w"] or t["t"] < 0 or t["b"] > s["h"]]
            check(not outside, "%s: cut off: %s" % (name, outside[:3]))
            small = [t["text"] for t in texts if t["size"] < 10]
            check(not small, "%s: under 10 px: %s" % (name, small[:3]))
            hit = [(x["text"], y["text"]) for i, x in enumerate(texts) for y in texts[i + 1:] if over(x, y)]
            check(not hit, "%s: text on text: %s" % (name, hit[:3]))
            on = [(t["text"], m["text"]) for t in texts for m in s["bars"] + s["marks"] if over(t, m)]
            check(not on, "%s: text on a bar or mark: %s" % (name, on[:3]))
            check(s["ground"] == "rgb(255, 255, 255)", name + " has another ground")
            colours = {m["kind"].split()[0]: m["fill"] for m in s["bars"]}
            check(len(set(colours.values())) == len(colours), "%s: two parts of one colour" % name)
    finally:
        b.close()


with open(page) as f:
    tables = Tables()
    tables.feed(f.read())
names = sorted(os.listdir(folder))
check(names == sorted(p + ".svg" for p in tables.plots) and names, "files are %s" % names)
for name in names:
    path = os.path.join(folder, name)
    svg = xml.parse(path).getroot()
    check(svg.tag == SVG + "svg" and svg.get("id") == "plot-" + name[:-4], name + " is another")
    alone(name, path, svg)
    same_numbers(name, svg, tables.plots[name[:-4]])
if browser.find():
    look(names)
else:
    print("no chromium: not looked at")
for text in failures[:40]:
    print("FAIL", text)
print("%d checks, %d failures" % (checks, len(failures)))
sys.exit(1 if failures or not checks else 0)
