"""Puts a text that would run into every column of text that reports read, one column at a time and all at once."""
import csv
import html.parser
import os
import shutil
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree

import browser

# A shell's quotes may change the beginning, where it stands in a command.
CORE = """<script>document.title="HIT"</script><img src=x onerror=document.title="HIT">|`*_&lt; \u2014 _em_\u00a0_em_ """ \
    """http://evil.example/x www.evil.example a@evil.example $x$"""
EVIL = """">'""" + CORE
PLAIN = "!plain"  # sorts as EVIL does
SHOWN = {"runs.workload", "runs.scale", "runs.config", "runs.policies", "runs.command", "points.series",
         "sweeps.name", "sweeps.doc", "sweeps.file", "provenance.folder", "results.series", "results.command",
         "synth.params", "cosim.command"}
lockwarp, database, source = sys.argv[1:4]
# In the short form Markdown has the columns that are shown, and all at once; of most kinds of evidence only the columns of
# free text are tried.
long = "LW_LONG" in os.environ
failures = 0
checked = 0
skipped = []
pages = []
shown = set()


def fail(text):
    global failures
    failures += 1
    print("FAIL", text)


class Page(html.parser.HTMLParser):
    """The text of a page, and what in it could run or load."""

    def __init__(self, text):
        super().__init__()
        self.words = []
        self.tags = []
        self.bad = []
        self.feed(text)

    def handle_endtag(self, tag):
        self.tags.append("/" + tag)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag in ("script", "img", "iframe", "object", "embed", "base", "form"):
            self.bad.append(tag)
        for name, value in attributes:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.bad.append("%s %s" % (tag, name))

    def handle_data(self, data):
        self.words.append(data)

    def text(self):
        return "".join(self.words)


def report(path, *options):
    done = subprocess.run([lockwarp, "report", path, *options, "-o", "-"], capture_output=True)
    if done.returncode not in (0, 2) or (done.returncode == 2 and done.stderr.count(b"\n") != 1):
        fail("%s: exit status %d, %s" % (path, done.returncode, done.stderr[:200]))
    return done.stdout.decode() if done.returncode == 0 else None


def rendered(markdown):
    if not shutil.which("cmark-gfm"):
        skipped.append("no cmark-gfm: Markdown is looked at as text")
        return None
    options = ["--unsafe", "--validate-utf8", "-e", "table", "-e", "strikethrough", "-e", "autolink", "--to", "html"]
    return subprocess.run(["cmark-gfm", *options], input=markdown.encode(), capture_output=True, check=True).stdout.decode()


def page_of(path, form):
    """The report in a form, as HTML; None if there is none."""
    text = report(path, *form)
    return rendered(text) if text is not None and form else text


def look(what, make, first=None):
    """Reports the file that make(text) leaves, in every form: other text makes no other elements. first: the page, where it
    has been made."""
    global checked
    for i, form in enumerate(((), ("--markdown",))):
        if form and not (long or what in SHOWN or what.startswith("all")):
            continue
        page = first if first and not form else page_of(make(EVIL), form)
        checked += 1
        if page is None:
            continue
        parsed = Page(page)
        expected = page_of(make(PLAIN), form) if form or what.startswith("all") else page
        if expected is None or Page(expected).tags != parsed.tags:
            fail("%s, %s: the text makes elements of its own" % (what, " ".join(form) or "HTML"))
        if parsed.bad:
            fail("%s, %s: %s" % (what, " ".join(form) or "HTML", sorted(set(parsed.bad))[:4]))
        if CORE in parsed.text():
            shown.add(what)
        elif "document.title" in page:
            fail("%s, %s: the text is not there as it is" % (what, " ".join(form) or "HTML"))
        name = "%s%d.html" % (what.replace("/", "_"), i)
        with open(name, "w") as f:
            f.write(page)
        if what.startswith("all"):
            pages.append(name)


def text_columns(db):
    tables = [r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return [(t, c[1]) for t in tables for c in db.execute("PRAGMA table_info(%s)" % t) if c[2] in ("TEXT", "")]


def linked(table, column):
    """Columns that have to keep the same text: hashes, and names of sweeps."""
    if column == "hash":
        return [(t, "hash") for t in ("runs", "points", "failures", "claims")]
    if (table, column) in (("sweeps", "name"), ("points", "sweep")):
        return [("sweeps", "name"), ("points", "sweep")]
    return [(table, column)]


def put(path, columns, text):
    shutil.copy(database, path)
    db = sqlite3.connect(path)
    for table, column in {x for c in columns for x in linked(*c)}:
        db.execute("UPDATE OR IGNORE %s SET %s = coalesce(%s, '') || ?" % (table, column, column), (text,))
    db.commit()
    db.close()
    return path


def databases():
    columns = text_columns(sqlite3.connect(database))
    if len(columns) < 35:
        fail("the schema has %d columns of text" % len(columns))
    for c in columns:
        look("%s.%s" % c, lambda text, c=c: put("one.db", [c], text))
    # Numbers may be text in a database, too.
    db = sqlite3.connect(database)
    for table in ("runs", "sweeps", "points", "provenance", "failures"):
        for c in db.execute("PRAGMA table_info(%s)" % table).fetchall():
            if c[2] not in ("TEXT", "") and not c[5]:
                look("%s.%s" % (table, c[1]), lambda text, c=c, table=table: put("one.db", [(table, c[1])], text))
    look("all.database", lambda text: put("all.db", [c for c in columns if c[0] != "stats"], text))


def with_column(rows, k, text):
    return [rows[0]] + [[cell + text if i == k or k is None else cell for i, cell in enumerate(r)] for r in rows[1:]]


def write(path, rows):
    with open(path, "w", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows(rows)
    return path


def csvs(path, what, head):
    with open(path, newline="") as f:
        rows = list(csv.reader(f))[:head]
    texts = []
    for k, column in enumerate(rows[0]):
        if not long and what not in ("results", "synth", "cosim") and column not in ("params", "held", "command"):
            continue
        page = report(write("one.csv", with_column(rows, k, EVIL)))
        if page is not None:  # else it is a number, and refused
            texts.append(k)
            look("%s.%s" % (what, column), lambda text, k=k: write("one.csv", with_column(rows, k, text)), page)

    def all_of(text):
        changed = rows
        for k in texts:
            changed = with_column(changed, k, text)
        return write("all.csv", changed)

    look("all." + what, all_of)


def plots():
    """Files of drawings are XML in which nothing runs; a file for itself has no rule against it."""
    os.mkdir("svg")
    subprocess.run([lockwarp, "report", os.path.join(source, "docs/results/sweeps/mrpb.csv"), "--plots", "svg"], check=True)
    for name in sorted(os.listdir("svg")):
        for e in xml.etree.ElementTree.parse(os.path.join("svg", name)).iter():
            if e.tag.endswith("}script") or any(a.lower().startswith("on") or a.endswith("href") for a in e.attrib):
                fail("svg/%s: %s %s" % (name, e.tag, e.attrib))


def in_browser():
    program = browser.find()
    if not program:
        skipped.append("no chromium: pages are parsed, not opened")
        return
    b = browser.Browser(program)
    try:
        for page in pages:
            b.open(page)
            b.value("new Promise(r => setTimeout(r, 0))")
            if b.value("document.title") == "HIT":
                fail("%s: a script ran" % page)
            text = b.value("document.body.textContent")
            if CORE not in text and ("document.title" in text or page.startswith(("all.database", "all.results"))):
                fail("%s: the text is not to be read" % page)
        # The page's own rule: what is put into it afterwards neither runs nor loads.
        b.open("base.html")
        b.value("""(() => { const s = document.createElement('script'); s.textContent = "document.title='HIT'";
            document.body.append(s);
            const i = document.createElement('div'); i.innerHTML = '<img src=x onerror="document.title=\\'HIT\\'">';
            document.body.append(i); i.style.color; i.setAttribute('style', 'color: rgb(1, 2, 3)');
            const t = document.createElement('style'); t.textContent = 'body { border: 7px solid red }';
            document.head.append(t); return 0 })()""")
        if b.value("document.title") == "HIT":
            fail("the page lets a script in")
        if b.value("getComputedStyle(document.body).borderTopWidth") == "7px":
            fail("the page lets another style in")
        if b.value("getComputedStyle(document.querySelector('.tally')).borderCollapse") != "collapse":
            fail("the page's own style does not apply")
        print("%d pages opened" % (len(pages) + 1))
    finally:
        b.close()


databases()
csvs(os.path.join(source, "docs/results/sweeps/mrpb.csv"), "results", 40)
for kind in ("synth", "cosim", "mutation", "coverage", "exhaustive", "one_step", "prove"):
    csvs(os.path.join(source, "docs/results/evidence", kind + ".csv"), kind, 12)
with open("base.html", "w") as f:
    f.write(report(database))
plots()
if not SHOWN <= shown:
    fail("not shown anywhere: %s" % sorted(SHOWN - shown))
in_browser()
for line in sorted(set(skipped)):
    print("skipped:", line)
print("%d reports, text of %d columns shown, %d failures" % (checked, len(shown), failures))
sys.exit(failures > 0)
