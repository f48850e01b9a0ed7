"""Numbers of results by their names, as the database of results has them."""


def _walk(value, name, found):
    if isinstance(value, dict):
        for key, inner in value.items():
            _walk(inner, f"{name}.{key}" if name else key, found)
    elif isinstance(value, (int, float)) or value is None:
        found[name] = value


def numbers(result):
    """The numbers of a run's document: those of totals by their path in it, "l1d.hits", those of units with "units."."""
    found = {}
    _walk(result["totals"], "", found)
    _walk(result.get("units", {}), "units", found)
    return found


def frame_of(rows, frame):
    """The rows as a pandas frame. frame: False for the list, True to need pandas, None: a frame where it is there."""
    if frame is False:
        return rows
    try:
        import pandas
    except ImportError:
        if frame:
            raise
        return rows
    return pandas.DataFrame(rows)
