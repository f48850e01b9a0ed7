"""Results of `lockwarp sweep` and `lockwarp run --db`."""
import pathlib
import sqlite3

from ._library import Error
from ._numbers import frame_of

_RUN = ("workload", "suite", "scale", "variant", "seed", "config", "policies", "overrides", "engine", "result")


def results(database, *, sweep=None, frame=None):
    """The runs of a database, or of one sweep in it, in order: a row for each, with what was run and its numbers.

    A row of a sweep has its series, too. Frame or list as for sweep(). The database is only read; what is no
    database of results raises Error.
    """
    uri = pathlib.Path(database).resolve().as_uri() + "?mode=ro"
    columns = ", ".join(f"r.{name}" for name in _RUN)
    query = f"SELECT r.id, NULL, {columns} FROM runs r ORDER BY r.id"
    if sweep is not None:
        query = (f"SELECT r.id, p.series, {columns} FROM points p JOIN runs r ON r.hash = p.hash "
                 "WHERE p.sweep = ? ORDER BY p.number")
    connection = None
    try:
        connection = sqlite3.connect(uri, uri=True)
        rows = []
        for run, series, *about in connection.execute(query, () if sweep is None else (sweep,)).fetchall():
            row = {} if sweep is None else {"series": series}
            row.update(zip(_RUN, about))
            row.update(connection.execute("SELECT name, value FROM stats WHERE run = ?", (run,)))
            rows.append(row)
    except sqlite3.Error as error:
        raise Error("invalid", f"{database}: {error}; expected a database of lockwarp sweep or run --db") from error
    finally:
        if connection:
            connection.close()
    return frame_of(rows, frame)
