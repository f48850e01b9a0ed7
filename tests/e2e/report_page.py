"""The page of lockwarp report in a headless Chromium: report_page.py PAGE.html DATA_FOLDER OUT_FOLDER RESULTS.csv...

No console message, no request but for the page, every plot drawn within its box, every plot's table
equal to the results, evidence equal to the committed files, no horizontal overflow at 400 px, and on paper.
"""
import csv
import math
import os
import re
import sys

import browser

page, data_folder, out_folder = sys.argv[1:4]
results = sys.argv[4:]
failures = []
checks = 0


def check(ok, text):
    global checks
    checks += 1
    if not ok:
        failures.append(text)


# ---- The results' side: values of the declared formulas, by Python's own arithmetic ----

runs = {}  # several of a series and workload: with other settings
for path in results:
    with open(path, newline="") as f:
        for r in csv.DictReader(f):
            key = r["workload"] if r["variant"] in ("", "default") else r["workload"] + "/" + r["variant"]
            runs.setdefault((r["sweep"], r["series"], key), []).append({name: v for name, v in r.items() if v != ""})


def rows(name):
    with open(os.path.join(data_folder, name), newline="") as f:
        return list(csv.DictReader(f))


scopes = {r["scope"]: r["workloads"].split() for r in rows("scopes.csv")}
labels = {r["scope"]: r["label"] for r in rows("scopes.csv")}
COLUMN = re.compile(r'(?:([A-Za-z]\w*)|\[([^]]*)\])\.(?:([A-Za-z]\w*)|\[([^]]*)\]|"([^"]*)")')
ROW = re.compile(r"(?:(least|greatest) (\S+) of )?([\w.$-]+)(?:\{([\w.]+=[^}]*)\})?(?:@([\w./-]+))?")


MISSING = "missing"  # a run is not there: nor is a mean over it


def value(expression, sweep, workload, series):
    """The formula's value, None where a run has none, or MISSING."""
    def one(m):
        pick, by, name, setting, at = ROW.fullmatch(m[1] or m[2]).groups()
        stat = m[3] or m[4] or m[5]
        at = workload[:-len(at) + 1] if at and at[0] == "-" else at
        found = runs.get((sweep, series if name == "$" else name, at or workload), [])
        setting = setting and {setting, re.sub("=1$", "=true", setting), re.sub("=0$", "=false", setting)}
        found = [r for r in found if not setting or setting & set(r.get("overrides", "").split())]
        if not found:
            raise LookupError
        if pick:
            found = [{"least": min, "greatest": max}[pick](found, key=lambda r: float(r[by]))]
        run, = found
        return "(%r)" % float(run[stat])
    try:
        return eval(COLUMN.sub(one, expression), {"min": min, "max": max})
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    except LookupError:
        return MISSING


def shown(form, x):
    return None if x in (None, MISSING) else {"plain": x, "ratio": x, "percent": 100 * x, "gain": 100 * (x - 1)}[form]


def mean(kind, values):
    if MISSING in values or not [v for v in values if v is not None]:
        return None
    values = [v for v in values if v is not None]
    if kind == "geometric":
        return math.exp(sum(map(math.log, values)) / len(values))
    return sum(values) / len(values)


def expected(plot):
    """Rows of (label, bar, values) that the plot's table is to have."""
    bars = [p.strip().split("=", 1) for p in plot["series"].split(";")] if plot["series"] else [(None, "")]
    parts = [p.strip().split("=", 1) for p in plot["parts"].split(";")]
    for scope in plot["scopes"].split():
        per_bar = {bar: [] for bar, _ in bars}
        label_of = {"geometric": "geomean", "arithmetic": "mean"}.get(plot["mean"])
        for workload in scopes[scope]:
            for bar, label in bars:
                values = [value(e, plot["sweep"], workload, bar) for _, e in parts]
                per_bar[bar].append(values)
                if plot["kind"] != "means":
                    yield workload, label, [shown(plot["form"], v) for v in values]
        if plot["kind"] == "means" or (plot["mean"] != "one" and len(scopes[scope]) > 1):
            for bar, label in bars:
                columns = list(zip(*per_bar[bar]))
                means = [mean(plot["mean"], c) for c in columns]
                yield (labels[scope] if plot["kind"] == "means" else label_of, label,
                       [shown(plot["form"], v) for v in means])


# ---- The page's side ----

PLOTS = """[...document.querySelectorAll('figure.plot')].map(f => {
  const svg = f.querySelector('svg'), box = svg.getBoundingClientRect();
  const marks = [...svg.querySelectorAll('rect, path.paper')].map(m => {
    const r = m.getBoundingClientRect(), s = getComputedStyle(m);
    return {w: r.width, h: r.height, l: r.left, r: r.right, t: r.top, b: r.bottom,
      paper: m.getAttribute('class') == 'paper', fill: s.fill, inside: r.left >= box.left - 1 && r.right <= box.right + 1 &&
      r.top >= box.top - 1 && r.bottom <= box.bottom + 1};
  });
  const texts = [...svg.querySelectorAll('text')].map(t => {
    const r = t.getBoundingClientRect();
    return {text: t.textContent, kind: t.getAttribute('class'), l: r.left, r: r.right, t: r.top, b: r.bottom, size: parseFloat(getComputedStyle(t).fontSize) * box.width / 360,
      inside: r.left >= box.left - 2 && r.right <= box.right + 2};
  });
  return {id: f.id.replace('figure-', ''), width: box.width, height: box.height, marks, texts,
    rows: [...f.querySelectorAll('tbody tr')].map(tr => ({label: tr.querySelector('th').textContent,
      bar: (tr.querySelector('td.word') || {textContent: ''}).textContent,
      values: [...tr.querySelectorAll('td')].filter(td => td.querySelector('data') || td.textContent == 'no value')
        .map(td => td.querySelector('data') ? parseFloat(td.querySelector('data').value) : null)}))};
})"""

OVERFLOW = """[...document.querySelectorAll('body *')].filter(e => {
  const r = e.getBoundingClientRect();
  return r.width > 0 && r.right > innerWidth + 1 && !e.closest('.scroll') && !e.closest('svg');
}).slice(0, 3).map(e => e.tagName + '.' + e.className)"""


def same(a, b):
    return (a is None) == (b is None) and (a is None or abs(a - b) <= 1e-9 * (1 + abs(b)))


def check_plots(b, where):
    plots = b.value(PLOTS)
    for p in plots:
        name = "%s at %s" % (p["id"], where)
        check(p["width"] > 200 and p["height"] > 60, name + " has no size")
        check(len(p["marks"]) >= 3, name + " has %d marks" % len(p["marks"]))
        check(all(m["w"] > 0 and m["h"] > 0 for m in p["marks"]), name + " has a mark without size")
        check(all(m["inside"] for m in p["marks"]), name + " has a mark outside its box")
        check(all(m["fill"] not in ("none", "rgba(0, 0, 0, 0)") for m in p["marks"]), name + " has a mark without colour")
        outside = [t["text"] for t in p["texts"] if not t["inside"]]
        check(not outside, name + ": text outside its box: %s" % outside[:3])
        small = [t["text"] for t in p["texts"] if t["size"] < 9]
        check(not small, name + ": text under 9 px: %s" % small[:3])
        check(len([t for t in p["texts"] if t["kind"] == "t a" and t["text"]]) == 1, name + ": no title of the axis")
        # A text's box is higher than its digits: by a fifth above and below.
        hit = [t["text"] for t in p["texts"] if t["kind"] in ("v", "v l") for m in p["marks"] if m["paper"] and
               m["l"] < t["r"] and t["l"] < m["r"] and m["t"] < t["b"] - .2 * (t["b"] - t["t"]) and t["t"] + .2 * (t["b"] - t["t"]) < m["b"]]
        check(not hit, name + ": a mark on the numbers %s" % hit[:3])
        ordered = sorted((t for t in p["texts"] if t["kind"] == "t"), key=lambda t: t["l"])
        check(all(x["r"] <= y["l"] for x, y in zip(ordered, ordered[1:])), name + ": ticks run into each other")
    return plots


def check_tables(plots):
    declared = rows("plots.csv")
    swept = {sweep for sweep, _, _ in runs}
    # A plot of which no value is there is not drawn.
    wanted = [p for p in declared if p["sweep"] in swept and any(v is not None for _, _, row in expected(p) for v in row)]
    check([p["id"] for p in plots] == [p["plot"] for p in wanted],
          "plots are %s" % [p["id"] for p in plots])
    for plot, p in zip(wanted, plots):
        want = list(expected(plot))
        check(len(want) == len(p["rows"]), "%s has %d rows; expected %d" % (p["id"], len(p["rows"]), len(want)))
        for (label, bar, values), row in zip(want, p["rows"]):
            check(row["label"] == label and row["bar"] == bar, "%s: a row %s; expected %s" % (p["id"], row["label"], label))
            ok = len(values) == len(row["values"]) and all(same(x, y) for x, y in zip(row["values"], values))
            check(ok, "%s, %s %s: %s; the results say %s" % (p["id"], label, bar, row["values"], values))


EVIDENCE = """[...document.querySelectorAll('.evidence')].map(e => ({family: e.id.replace('evidence-', ''),
  cost: [...e.querySelectorAll('.cost tbody tr')].map(tr => ({unit: tr.querySelector('.what').textContent,
    values: [...tr.querySelectorAll('td')].map(td => td.querySelector('data') ? td.querySelector('data').value : td.textContent)})),
  checks: [...e.querySelectorAll('.checks tbody tr')].map(tr => ({unit: tr.querySelector('.what').textContent,
    values: [...tr.querySelectorAll('td')].map(td => td.textContent)})),
  links: [...e.querySelectorAll('.costs a')].map(a => a.hash.slice(1)).filter(id => !document.getElementById(id)),
  log: e.querySelector('.log pre') ? e.querySelector('.log pre').textContent : ''}))"""


def evidence(kind):
    with open(os.path.join(data_folder, "../docs/results/evidence", kind + ".csv"), newline="") as f:
        return list(csv.DictReader(f))


def in_parts():
    """Units too large for all states, whose parts are enumerated."""
    with open(os.path.join(data_folder, "../tests/cosim/exhaustive.csv"), newline="") as f:
        return {r["unit"] for r in csv.DictReader(f) if r["run"] == "parts"}


def check_evidence(b):
    """The tables of structures say what the committed files have, cell by cell."""
    parts = in_parts()
    families = {e["family"]: e for e in b.value(EVIDENCE)}
    check(set(families) == {r["paper"] for r in rows("papers.csv")} | {"common"}, "evidence of %s" % sorted(families))
    for family, e in families.items():
        check(not e["links"], "%s: links to nothing: %s" % (family, e["links"]))

        def own(kind):
            return [r for r in evidence(kind) if r["unit"].split(".")[0] == family]
        want = [[r[c] or "-" for c in ("bits", "cells", "area_um2", "critical_ns")] +
                [r[c] or "-" for c in ("dynamic_mw", "leakage_mw", "l1d_percent")] for r in own("synth")]
        got = [r["values"][1:5] + r["values"][6:] for r in e["cost"] if len(r["values"]) > 1]
        check(got == want, "%s: cost is %s; recorded %s" % (family, got[:1], want[:1]))
        check([r["unit"] for r in e["cost"] if len(r["values"]) > 1] == [r["unit"] for r in own("synth")], family + ": units")
        for row in e["checks"]:
            for place, geometry in enumerate(("paper", "small", "large")):
                runs_of = [r for r in own("cosim") if (r["unit"], r["geometry"], r["stimulus"]) == (row["unit"], geometry, "random")]
                # Its only parameter is the same at both.
                text = "as at the paper's" if (row["unit"], geometry) == ("mrpb.flush_ctl", "small") else "not run"
                if runs_of:
                    r = max(runs_of, key=lambda r: int(r["cycles"]))
                    text = "%.4g M cycles equal, %s of %s events" % (int(r["compared"]) / 1e6, r["events_seen"], r["events"])
                check(row["values"][place].strip() == text, "%s, %s: %s; recorded %s" % (row["unit"], geometry, row["values"][place], text))
            for place, kind, size, form in ((4, "exhaustive", "transitions", "%(states)s states %(transitions)s transitions equal"),
                                            (5, "one_step", "steps", "equal, %(events_seen)s of %(events)s events"),
                                            (6, "prove", "state_bits", "one step equal"),
                                            (7, "mutation", "faults", "%(killed)s of %(faults)s killed %(equivalent)s harmless"),
                                            (8, "coverage", "points", "%(covered)s of %(points)s points")):
                of_unit = sorted((r for r in own(kind) if r["unit"] == row["unit"]), key=lambda r: -int(r[size]))
                if kind == "mutation":
                    of_unit.sort(key=lambda r: r["geometry"], reverse=True)  # small, then paper
                    if len(of_unit) > 1:
                        check([r["geometry"] for r in of_unit] == ["small", "paper"], "%s: geometries" % row["unit"])
                        form += "; at the paper's geometry " + "%(killed)s of %(faults)s, %(equivalent)s" % of_unit[1]
                    elif of_unit and of_unit[0]["geometry"] == "small":
                        form += "; none tried at the paper's geometry"
                missing = "in parts" if kind == "exhaustive" and row["unit"] in parts else "not run"
                found = [form % r + (", inputs held" if r.get("held") else "") for r in of_unit] or [missing]
                check(row["values"][place].strip().endswith(found[0]), "%s: %s; recorded %s" % (row["unit"], row["values"][place], found[0]))
        for kind in ("synth", "cosim", "mutation", "coverage", "exhaustive", "one_step", "prove"):
            missing = [r["command"] for r in own(kind) if r["command"] not in e["log"]]
            check(not missing, "%s: no command %s" % (family, missing[:1]))


def check_events(b):
    for e in b.events:
        method, params = e.get("method"), e.get("params", {})
        if method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            check(url == "file://" + os.path.abspath(page) or url.startswith("data:"), "a request for " + url[:80])
        check(method not in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"),
              "%s: %s" % (method, str(params)[:200]))


def look():
    b = browser.Browser(browser.find())
    try:
        for width, scheme in ((1200, "light"), (1200, "dark"), (400, "light"), (360, "light")):
            b.size(width)
            b.media("", scheme)
            b.open(page)
            where = "%d px, %s" % (width, scheme)
            plots = check_plots(b, where)
            if width == 1200 and scheme == "light":
                check_tables(plots)
                check_evidence(b)
            b.value("document.querySelectorAll('details').forEach(d => d.open = true)")
            check(b.value("document.documentElement.scrollWidth") <= width, "the page is wider than %s" % where)
            over = b.value(OVERFLOW)
            check(not over, "wider than %s: %s" % (where, over))
            b.value("document.querySelectorAll('details').forEach(d => d.open = false)")
            check_events(b)
            if os.environ.get("LW_SHOTS"):  # only to look at; of a tall page, under load, Chromium now and then has none
                b.screenshot(os.path.join(out_folder, "page-%d-%s.png" % (width, scheme)))
        check_print(b)
    finally:
        b.close()


def check_print(b):
    b.size(718, 1000)  # A4 less its margins
    b.media("print")
    b.open(page)
    check_plots(b, "print")
    check(b.value("document.documentElement.scrollWidth") <= 718, "wider than the paper")
    over = b.value(OVERFLOW.replace("!e.closest('.scroll') && ", ""))
    check(not over, "wider than the paper: %s" % over)
    hidden = b.value("[...document.querySelectorAll('.data table, .figures, .runs table, .evidence table, .log pre')]"
                     ".filter(t => !t.checkVisibility({contentVisibilityAuto: true}) || !t.getBoundingClientRect().height)"
                     ".map(t => t.id || t.className)")
    check(not hidden, "not on paper: %s" % hidden)
    check(b.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)", "paper is white")
    check_events(b)
    b.media()
    path = os.path.join(out_folder, "page.pdf")
    b.pdf(path)
    with open(path, "rb") as f:
        pdf = f.read()
    check(pdf.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 2, "no PDF of two pages")


look()
for text in failures:
    print("FAIL", text)
print("%d checks, %d failures" % (checks, len(failures)))
sys.exit(1 if failures or not checks else 0)
