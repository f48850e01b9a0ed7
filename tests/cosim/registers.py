#!/usr/bin/env python3
"""Every register of a unit's RTL is state of its field list, and none is missing there.

registers.py MODELMAKER ROOT [MODULE:FROM:TO]

A register is what a clocked process assigns, as Verilator reads the sources; the list's are what
modelmaker prints. Both are read at the small and at the large geometry, because a parameter can leave
registers out. What the list lacks would be neither compared in lockstep nor kept in a checkpoint. The third argument changes a source (a text, replaced) and expects a complaint.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

maker, root = sys.argv[1], sys.argv[2]


def printed(unit, geometry, what):
    out = subprocess.run([maker, unit, "--geometry", geometry, "--print", what], check=True,
                         capture_output=True, text=True)
    return out.stdout.split()


def tree_of(prefix, family, args, folder):
    """Verilator's view of the module, elaborated."""
    path = os.path.join(folder, prefix + ".xml")
    dirs = [folder, f"{root}/rtl/common", f"{root}/rtl/{family}"]
    found = next(f"{d}/{prefix}.sv" for d in dirs if os.path.exists(f"{d}/{prefix}.sv"))
    subprocess.run(["verilator", "--xml-only", "-Wno-lint", "-Wno-style", "--unroll-count", "16384",
                    "--unroll-stmts", "1000000", "--top-module", prefix, "--Mdir", folder,
                    "--xml-output", path, *args, *[w for d in dirs for w in ("-y", d)], found],
                   check=True)
    return ElementTree.parse(path).getroot()


def written(module):
    """The variables that clocked processes of a module assign: the target is the last operand."""
    names = set()
    for assign in module.iter("assigndly"):
        target = list(assign)[-1]
        while target.tag != "varref":
            target = list(target)[0]
        names.add(target.get("name"))
    return names


def registers(tree):
    modules = {m.get("name"): m for m in tree.iter("module")}
    top = tree.find("cells").find("cell")
    paths = set()
    for cell in tree.find("cells").iter("cell"):
        inside = cell.get("hier").split(".")[1:] if cell is not top else []
        for name in written(modules[cell.get("submodname")]):
            paths.add(".".join(inside + [name]))
    return paths


def check(prefix, family, title, geometry, folder):
    have = registers(tree_of(prefix, family, printed(title, geometry, "args"), folder))
    want = {re.sub(r"\bgen_\w+(\[\d+\])?\.", "", p) for p in printed(title, geometry, "state")}
    for path in sorted(have - want):
        print(f"{title} {geometry}: register {path} is not in the field list")
    for path in sorted(want - have):
        print(f"{title} {geometry}: the field list's {path} is no register of the RTL")
    return have == want, len(have)


def title_of(fields):
    with open(fields, encoding="utf-8") as f:
        return re.search(r'^#define UNIT_TITLE +"(.*)"', f.read(), re.M).group(1)


def main():
    with tempfile.TemporaryDirectory() as folder:
        if len(sys.argv) > 3:
            module, old, new = sys.argv[3].split(":", 2)
            source = glob.glob(f"{root}/rtl/*/{module}.sv")[0]
            text = open(source, encoding="utf-8").read()
            if old not in text:
                sys.exit(f"{source} does not contain '{old}'")
            open(f"{folder}/{module}.sv", "w", encoding="utf-8").write(text.replace(old, new, 1))
        good, total, units = True, 0, 0
        for fields in sorted(glob.glob(f"{root}/cmodel/*/*_fields.h")):
            prefix = os.path.basename(fields)[: -len("_fields.h")]
            family = os.path.basename(os.path.dirname(fields))
            units += 1
            for geometry in ("small", "large"):
                ok, n = check(prefix, family, title_of(fields), geometry, folder)
                good, total = good and ok, total + n
        print(f"{units} units, {total} registers in two geometries")
        return good == (len(sys.argv) <= 3)


sys.exit(0 if main() else 1)
