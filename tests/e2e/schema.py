"""schema.py SCHEMA COUNTERS DOC...: documents of lockwarp against docs/run.schema.json.

Every document must match; a document damaged in any of the ways below must not. COUNTERS is
the output of `lockwarp list counters`: the counters of a timed document's groups are those.
"""
import copy
import json
import sys

from jsonschema import Draft202012Validator

FAILURES = 0


def fail(text):
    global FAILURES
    FAILURES += 1
    print("FAIL", text)


def short(value):
    """A document whose lists are cut to two items."""
    if isinstance(value, dict):
        return {k: short(v) for k, v in value.items()}
    return [short(v) for v in value[:2]] if isinstance(value, list) else value


def places(value, path=()):
    """Every place in a document, but for later items of lists: they are of the form of the first."""
    yield path
    if isinstance(value, dict):
        for key, v in value.items():
            yield from places(v, path + (key,))
    elif isinstance(value, list) and value:
        yield from places(value[0], path + (0,))


def at(doc, path):
    for key in path:
        doc = doc[key]
    return doc


def damaged(doc, path):
    """The document with another kind of value, without the key, and with one more beside it."""
    other = copy.deepcopy(doc)
    at(other, path[:-1])[path[-1]] = {"of": ["another kind"]}
    yield "another kind at", other
    if isinstance(path[-1], str):
        gone = copy.deepcopy(doc)
        del at(gone, path[:-1])[path[-1]]
        yield "without", gone


# Keys that a document may lack: parts asked for, and names that the schema leaves to lists.
def optional(path):
    return (
        path[0] in ("analysis", "intervals", "profile") and len(path) == 1
        or path[0] == "config" and path[1:] != ("name",)
        or path[0] == "units" and len(path) > 1
        or path[0] == "policies" and len(path) == 4
        or path[0] == "host" and len(path) == 3
    )


def is_counter(path, names):
    if path[0] == "per_load" and len(path) == 3:
        return "per_load." + path[2] in names
    return path[0] == "totals" and len(path) == 3 and ".".join(map(str, path)) in names


def alike(path, names):
    """One of many keys for which the schema has one rule."""
    return is_counter(path, names) or path[0] in ("config", "units") and len(path) > 1


def thin(doc, names):
    """Without nine of ten keys that are alike: every check looks at the whole document."""
    doc = short(doc)
    n = 0
    for path in reversed(list(places(doc))[1:]):
        if alike(path, names) and path not in (("config", "name"), ("units", path[-1])):
            n += 1
            if n % 10:
                del at(doc, path[:-1])[path[-1]]
    return doc


def part_of(schema, key):
    """The validator of what stands under a key of a timed document: checks that look at one part are
    many times faster."""
    part = {"$ref": "#/$defs/totals"} if key == "totals" else schema["properties"][key]
    return Draft202012Validator({"$defs": schema["$defs"], **part})


def check(doc, validator, names, whole):
    errors = sorted(validator.iter_errors(doc), key=lambda e: list(e.path))
    for e in errors[:3]:
        fail("at %s: %s" % ("/".join(map(str, e.absolute_path)), e.message[:200]))
    if errors or not whole:
        return 1
    tried = 1
    doc = thin(doc, names)
    if not validator.is_valid(doc):
        fail("the shortened document does not match")
    parts = {key: part_of(validator.schema, key) for key in doc}
    for path in list(places(doc))[1:]:
        inside = len(path) > 1
        part = parts[path[0]] if inside else validator
        for how, bad in damaged(doc[path[0]] if inside else doc, path[1:] if inside else path):
            lacks = how == "without" and (optional(path) or is_counter(path, names))
            if path[0] == "units" and len(path) == 2 and how != "without":
                continue  # any object may stand there
            tried += 1
            if not lacks and part.is_valid(bad):
                fail("accepted %s %s" % (how, "/".join(map(str, path))))
    for path in ((), ("workload",), ("totals",), ("totals", "stalls"), ("totals", "energy"),
                 ("host",), ("analysis",), ("intervals",)):
        if path and path[0] not in doc:
            continue
        more = copy.deepcopy(doc)
        at(more, path)["one_more"] = "key"
        tried += 1
        if validator.is_valid(more):
            fail("accepted one key more at %s" % "/".join(path))
    return tried


def counters_of(doc):
    for key, value in doc["totals"].items():
        if isinstance(value, dict) and key not in ("stalls", "traffic", "energy"):
            for k, v in value.items():
                if isinstance(v, int) and not isinstance(v, bool):
                    yield "totals.%s.%s" % (key, k)
    for row in doc["per_load"]:
        for k, v in row.items():
            if isinstance(v, int) and k != "pc":
                yield "per_load." + k


def main():
    schema_file, counters_file, *docs = sys.argv[1:]
    with open(schema_file) as f:
        schema = json.load(f)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    with open(counters_file) as f:
        names = {line.split()[0] for line in f}
    ratios = {"miss_rate", "requests_per_access"}
    tried = 0
    for i, file in enumerate(docs):
        with open(file) as f:
            doc = json.load(f)
        tried += check(doc, validator, names, i == 0)
        if doc["engine"] == "functional":
            continue
        found = set(counters_of(doc))
        for name in names:
            keys = name.split(".")
            if keys[0] == "totals":
                value = doc["totals"]
                for k in keys[1:]:
                    value = value.get(k) if isinstance(value, dict) else None
                if not isinstance(value, int):
                    fail("%s: counter %s is not there" % (file, name))
        means = {n for n in found - names
                 if n.split(".")[-1] in ratios | set(at(schema, ("$defs", "totals", "properties"))
                                                     .get(n.split(".")[1], {})
                                                     .get("properties", {}))}
        for name in found - names - means:
            fail("%s: %s is not in `lockwarp list counters`" % (file, name))
    print("%d documents, %d checks, %d failures" % (len(docs), tried, FAILURES))
    return 1 if FAILURES or tried < 300 else 0


sys.exit(main())
