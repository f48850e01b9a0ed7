"""Simulations: one, or all of a cross product."""
import concurrent.futures
import itertools
import json
import os

from ._library import Error, ffi, lib, names, text
from ._numbers import frame_of, numbers


def configs():
    """The names of the GPU presets."""
    return names(lib.lw_config_name)


def workloads():
    """The workloads: their names with a line about each."""
    return {n: text(lib.lw_workload_about(n.encode())) for n in names(lib.lw_workload_name)}


def policies():
    """The policies: their names with a line about each."""
    return {n: text(lib.lw_policy_about(n.encode())) for n in names(lib.lw_policy_name)}


def _word(value):
    """A value as on the command line."""
    return (str(value).lower() if isinstance(value, bool) else str(value)).encode()


def _set_up(gpu, check, what, policies, engine, set, options):
    check(lib.lw_gpu_policies(gpu, _word(policies if isinstance(policies, str) else "+".join(policies or []))))
    check(lib.lw_gpu_engine(gpu, _word(engine)))
    for key, value in (set or {}).items():
        check(lib.lw_gpu_set(gpu, _word(key), _word(value)))
    for key, value in options.items():
        check(lib.lw_gpu_option(gpu, _word(key.replace("_", "-")), _word(value)))
    workload, scale, ptx, launch, trace = what
    if workload is not None:
        check(lib.lw_gpu_workload(gpu, _word(workload), _word(scale)))
    if ptx is not None:
        files = [ffi.new("char[]", _word(f)) for f in ([ptx] if isinstance(ptx, (str, os.PathLike)) else ptx)]
        check(lib.lw_gpu_ptx(gpu, ffi.new("const char *[]", files), len(files),
                             ffi.NULL if launch is None else _word(launch)))
    if trace is not None:
        check(lib.lw_gpu_trace(gpu, _word(trace)))


def run(workload=None, *, scale="default", ptx=None, launch=None, trace=None, config="apres", policies="", engine="c",
        set=None, **options):
    """Runs a workload, PTX with a launch file, or a trace; the document of `lockwarp run --json`.

    policies: "abyp+mrpb" or a list. set: keys of --set. options: seed, input,
    kernel, kernel_variant, launches, max_cycles, interval, analyze, functional, never_sleep, as of `lockwarp run`. Error for what is refused, and for a run whose result is wrong.
    """
    if sum(x is not None for x in (workload, ptx, trace)) != 1:
        raise TypeError("run() needs one of workload, ptx and trace")
    error = ffi.new("lw_error_t *")
    gpu = lib.lw_gpu_new(_word(config), error)
    if gpu == ffi.NULL:
        raise Error(error.status, ffi.string(error.text).decode())

    def check(status):
        if status:
            raise Error(status, text(lib.lw_gpu_message(gpu)))

    try:
        _set_up(gpu, check, (workload, scale, ptx, launch, trace), policies, engine, set, options)
        check(lib.lw_gpu_run(gpu))
        return json.loads(text(lib.lw_gpu_json(gpu)))
    finally:
        lib.lw_gpu_free(gpu)


def sweep(workloads, configs=("apres",), policies=("",), sets=({},), *, jobs=None, frame=None, **options):
    """Runs every combination, `jobs` at a time (default: one a core); a row for each, in order.

    A row has workload, config, policies, the keys of its set, and the numbers of the run (numbers()). Rows are a pandas
    frame where pandas is installed, unless frame is False; else a list of dictionaries.
    """
    points = list(itertools.product(workloads, configs, policies, sets))

    def row(point):
        workload, config, policy, keys = point
        result = run(workload, config=config, policies=policy, set=keys, **options)
        return {"workload": workload, "config": config, "policies": policy, **keys, **numbers(result)}

    with concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        return frame_of(list(pool.map(row, points)), frame)
