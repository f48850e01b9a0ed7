"""The points of rtl/ that no run of cosim has reached, beside the list that explains each of them.

  gaps.py FOLDER GAPS.csv short|long

FOLDER has Verilator's files of counters (*.dat). A point is a line, a branch or a bit that changes; it is
reached if it is reached in any unit and at any geometry. Fails for a point that is not in the list, and for a
row of the list whose points are all reached: rows of the form `any` are never reached, rows of the form
`short` only in the long form of the test.
"""
import collections
import csv
import fnmatch
import pathlib
import sys

Point = collections.namedtuple("Point", "file line kind object")


def read_counters(folder):
    """How often each point of rtl/ was reached."""
    counts = collections.Counter()
    for path in sorted(pathlib.Path(folder).glob("*.dat")):
        for line in path.read_text(encoding="latin1").splitlines():
            if not line.startswith("C '"):
                continue
            keys, count = line[3:].rsplit("'", 1)
            of = dict(pair.split("\x02", 1) for pair in keys.split("\x01")[1:] if "\x02" in pair)
            if "/rtl/" not in of["f"]:
                continue
            root, file = of["f"].rsplit("/rtl/", 1)
            point = Point(file, int(of["l"]), of["page"].split("/")[0].removeprefix("v_"), of["o"])
            counts[point] += int(count)
            sources.setdefault(file, pathlib.Path(root, "rtl", file).read_text(encoding="utf8").splitlines())
    return counts


def matches(row, point):
    return (row["file"] == point.file and row["kind"] == point.kind and fnmatch.fnmatchcase(point.object, row["object"])
            and row["text"] in sources[point.file][point.line - 1])


sources = {}
folder, table, form = sys.argv[1:]
counts = read_counters(folder)
gaps = sorted(point for point, n in counts.items() if n == 0)
with open(table, encoding="utf8", newline="") as f:
    rows = list(csv.DictReader(f))
failed = False
for point in gaps:
    if not any(matches(row, point) for row in rows if form == "short" or row["form"] == "any"):
        text = sources[point.file][point.line - 1].strip()
        print(f"not reached and not explained: {point.file}:{point.line}: {point.kind} {point.object}: {text}")
        failed = True
for number, row in enumerate(rows, 2):
    if row["form"] not in ("any", "short") or not row["reason"]:
        print(f"{table}:{number}: expected a form (any, short) and a reason")
        failed = True
    elif row["form"] == "any" and not any(matches(row, point) for point in gaps):
        print(f"{table}:{number}: {row['file']}: all of {row['object']} is reached")
        failed = True
print(f"RTL: {len(counts) - len(gaps)} of {len(counts)} points (lines, branches, bits that change) reached; "
      f"{len(gaps)} not" + ("" if failed else f", explained in {table}"))
sys.exit(1 if failed or not counts else 0)
