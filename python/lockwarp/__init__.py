"""lockwarp from Python: the GPU simulator and the units, through liblockwarp and cffi.

    import lockwarp
    result = lockwarp.run(workload="bfs", config="abyp-gcn", policies="abyp", set={"l1_ways": 4})
    result["totals"]["l1d"]["hits"]

docs/guide/python.md has the whole of it.
"""
from ._library import Error, version
from .gpu import configs, policies, run, sweep, workloads
from ._numbers import numbers
from .database import results
from .unit import Unit, units

__all__ = ["Error", "Unit", "configs", "numbers", "policies", "results", "run", "sweep", "units",
           "version", "workloads"]
