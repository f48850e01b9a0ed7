"""The lines and branches of cmodel/ that no test has reached, beside the list that explains each of them; and how much
of each room is reached.

  gaps.py COVERAGE.info ROOT GAPS.csv

COVERAGE.info is lcov's, with branches. The rows of GAPS.csv: file below ROOT (a pattern), text of the line, kind, reason.
The kind is line or branch; or function, of which the text is in the first line, for all in it.
Fails for a line or a branch that is not in the list, and for a row of the list that fits none. A branch of a line that
is not reached itself counts with the line.
"""
import csv
import fnmatch
import pathlib
import sys

ROOMS = ("cmodel", "sim", "app", "lib", "tb")


def read_info(info, root):
    """Of each file of the rooms its lines {number: count} and branches [(number, count)]."""
    lines, branches, file = {}, {}, None
    for record in pathlib.Path(info).read_text(encoding="utf8").splitlines():
        kind, _, value = record.partition(":")
        if kind == "SF":
            path = pathlib.Path(value)
            file = str(path.relative_to(root)) if path.is_relative_to(root) else ""
            if file.split("/")[0] not in ROOMS:
                file = None
        elif file and kind == "DA":
            number, count = value.split(",")[:2]
            lines.setdefault(file, {})[int(number)] = int(count)
        elif file and kind == "BRDA":
            number, _, _, count = value.split(",")
            branches.setdefault(file, []).append((int(number), 0 if count == "-" else int(count)))
    return lines, branches


def function_of(source, number):
    """The first line of the function in which the line of this number is; functions begin in the first column."""
    return next((text for text in reversed(source[:number]) if text[:1].isalpha() and "(" in text), "")


info, root, table = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
lines, branches = read_info(info, root)
if not any(f.startswith("cmodel/") for f in lines):
    sys.exit(f"expected files of cmodel/ in {info}")
for room in ROOMS:
    counts = {"lines": [n for f, of in lines.items() if f.startswith(room + "/") for n in of.values()],
              "branches": [n for f, of in branches.items() if f.startswith(room + "/") for _, n in of]}
    print(f"{room}: " + ", ".join(f"{sum(n > 0 for n in of)} of {len(of)} {what} ({sum(n > 0 for n in of) / len(of):.1%})"
                                  for what, of in counts.items() if of))

gaps = set()
for file in sorted(f for f in lines if f.startswith("cmodel/")):
    gaps |= {(file, number, "line") for number, n in lines[file].items() if n == 0}
    gaps |= {(file, number, "branch") for number, n in branches.get(file, [])
             if n == 0 and lines[file].get(number, 0) > 0}
with open(table, encoding="utf8", newline="") as f:
    rows = list(csv.DictReader(f))
used, failed = set(), False
for file, number, kind in sorted(gaps):
    source = (root / file).read_text(encoding="utf8").splitlines()
    text = source[number - 1].strip()
    texts = {kind: text, "function": function_of(source, number)}
    fits = [i for i, row in enumerate(rows) if fnmatch.fnmatchcase(file, row["file"]) and row["kind"] in texts and row["text"] in texts[row["kind"]]]
    used |= set(fits)
    if not fits:
        print(f"not reached and not explained: {file}:{number}: {kind}: {text}")
        failed = True
for i, row in enumerate(rows):
    if i not in used or not row["reason"] or not row["text"]:
        print(f"{table}:{i + 2}: {row['file']}: " + ("expected a text and a reason" if i in used else "all of it is reached"))
        failed = True
print(f"cmodel: {len(gaps)} lines and branches not reached, each explained in {table}" if not failed else "FAILED")
sys.exit(1 if failed else 0)
