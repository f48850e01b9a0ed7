"""The Python package in the folder that python.sh has made."""
import builtins
import importlib.util
import json
import pathlib
import shutil
import sqlite3
import sys
import textwrap
import threading

import lockwarp


def document(path):
    """A run's document but for host."""
    with open(path, encoding="utf-8") as text:
        result = json.load(text)
    del result["host"]
    return result


def refused(status, words, call):
    """The call raises an error of that kind, with these words."""
    try:
        call()
    except lockwarp.Error as error:
        assert error.status == status and words in str(error), (error.status, str(error))
    else:
        raise AssertionError(f"taken: {words}")


def runs():
    """One run after the other, and both at once."""
    one, two = document("one.json"), document("two.json")
    first = lockwarp.run("bfs", scale="tiny", config="abyp-gcn", policies=["abyp", "laws"], set={"l1_ways": 4})
    assert first.pop("host")["command"] == []
    assert first == one
    found = {}

    def other(name, **what):
        found[name] = lockwarp.run(scale="tiny", config="abyp-gcn", **what)

    threads = [threading.Thread(target=other, args=("one",),
                                kwargs={"workload": "bfs", "policies": "abyp+laws", "set": {"l1_ways": "4"}}),
               threading.Thread(target=other, args=("two",),
                                kwargs={"workload": "spmv", "seed": 3, "kernel_variant": "csr"})]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, expected in (("one", one), ("two", two)):
        del found[name]["host"]
        assert found[name] == expected, name
    n = lockwarp.numbers(one)
    assert n["l1d.hits"] == one["totals"]["l1d"]["hits"] > 0
    assert n["units.laws.groups"] == one["units"]["laws"]["groups"] > 0


def sweeps():
    """A sweep here, and one of the program in a database."""
    here = lockwarp.sweep(["bfs", "spmv"], ["abyp-gcn"], ["", "abyp"], scale="tiny", jobs=2, frame=False)
    assert [(r["workload"], r["policies"]) for r in here] == [("bfs", ""), ("bfs", "abyp"), ("spmv", ""), ("spmv", "abyp")]
    stored = lockwarp.results("r.db", sweep="some", frame=False)
    assert len(stored) == 4 and all(r["series"] == "s" for r in stored)
    for row in stored:
        same = [r for r in here if (r["workload"], r["policies"]) == (row["workload"], row["policies"])]
        assert len(same) == 1
        for name in ("cycles", "l1d.hits", "l1d.bypasses", "ipc_warp", "energy.total_nj"):
            assert same[0][name] == row[name], name
    assert len(lockwarp.results("r.db", frame=False)) == 4
    assert lockwarp.results("r.db", sweep="nosuch", frame=False) == []
    try:
        import pandas
    except ImportError:
        print("python3-pandas is not installed: frames are not looked at")
    else:
        frame = lockwarp.results("r.db", sweep="some")
        assert isinstance(frame, pandas.DataFrame) and list(frame["cycles"]) == [r["cycles"] for r in stored]
    without_pandas()


def without_pandas():
    """Where pandas is not there, a list comes; who needs a frame is told."""
    real = builtins.__import__

    def hidden(name, *args, **kwargs):
        if name == "pandas":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    builtins.__import__ = hidden
    try:
        assert isinstance(lockwarp.results("r.db"), list)
        try:
            lockwarp.results("r.db", frame=True)
        except ImportError:
            pass
        else:
            raise AssertionError("a frame without pandas")
    finally:
        builtins.__import__ = real


def structures():
    """A table that learns, as docs/units/abyp.md says."""
    table = lockwarp.Unit("abyp.table", entries=100, threshold=3)
    table["lookup_idx"] = table["inc_idx"] = 42
    table["inc_en"] = 1
    predictions = []
    for _ in range(5):
        predictions.append(table["predict"])
        table.tick()
    assert predictions == [0, 0, 0, 1, 1]
    assert table["ctr", 42] == table.cycle == 5
    assert table.counts(("ctr", 42))
    assert table.fields()["ctr"] == ("state", 4, 100)
    table.reset()
    assert table["ctr", 42] == table.cycle == 0
    refused("invalid", "predict is no input", lambda: table.__setitem__("predict", 1))
    refused("invalid", "100 elements", lambda: table["ctr", 100])
    refused("invalid", "inc_en is -1; expected 0 to 2^64 - 1", lambda: table.__setitem__("inc_en", -1))
    refused("invalid", "2^64 - 1", lambda: table.__setitem__("inc_en", 1 << 64))
    refused("invalid", "inc_en", lambda: table.__setitem__("inc_en", 2))
    refused("invalid", "entries is -1; expected 0 to 2^32 - 1", lambda: lockwarp.Unit("abyp.table", entries=-1))
    refused("invalid", "no parameter 'entry'", lambda: lockwarp.Unit("abyp.table", entry=1))
    try:
        table["nosuch"]
    except KeyError:
        pass
    else:
        raise AssertionError("a port that is not there")


def refusals():
    """What cannot be run."""
    refused("invalid", "unknown workload 'bfz'", lambda: lockwarp.run("bfz"))
    refused("invalid", "unknown preset 'apras'", lambda: lockwarp.run("bfs", config="apras"))
    refused("invalid", "unknown key 'l1_wayz'", lambda: lockwarp.run("bfs", set={"l1_wayz": 4}))
    refused("invalid", "no option 'sead'; did you mean 'seed'?", lambda: lockwarp.run("bfs", sead=4))
    refused("invalid", "no option 'wave'; expected one of seed, input, ", lambda: lockwarp.run("bfs", wave="w.fst"))
    refused("invalid", "/nosuch/trace", lambda: lockwarp.run(trace="/nosuch/trace"))
    refused("invalid", "without a launch file", lambda: lockwarp.run(ptx="k.ptx"))
    sqlite3.connect("other.db").execute("CREATE TABLE t (x)").connection.close()
    pathlib.Path("text.db").write_text("no database", encoding="utf-8")
    for path, words in (("nosuch.db", "unable to open"), ("other.db", "no such table: runs"), ("text.db", "not a database"),
                        ("/", "unable to open")):
        refused("invalid", words, lambda path=path: lockwarp.results(path))
        refused("invalid", f"{path}: ", lambda path=path: lockwarp.results(path, sweep="some"))
    for wrong in ({}, {"workload": "bfs", "trace": "t"}):
        try:
            lockwarp.run(**wrong)
        except TypeError:
            continue
        raise AssertionError(wrong)


def the_page(path):
    """The page's own lines, which make frames."""
    if not importlib.util.find_spec("pandas"):
        print("python3-pandas is not installed: the page's lines are not run")
        return
    text = pathlib.Path(path).read_text(encoding="utf-8")
    block = text[text.index("    import lockwarp\n"):text.index("\n| function |")]
    shutil.copy("r.db", "results.db")
    names = {}
    exec(textwrap.dedent(block), names)  # pylint: disable=exec-used
    assert names["result"]["totals"]["l1d"]["hits"] > 0 and len(names["rows"]) == 0
    assert names["table"]["ctr", 0] == 1


assert lockwarp.version().count(".") == 2
assert "abyp-gcn" in lockwarp.configs() and lockwarp.workloads()["bfs"] and lockwarp.policies()["abyp"]
assert lockwarp.units()["abyp.table"]
runs()
sweeps()
structures()
refusals()
the_page(sys.argv[1])
