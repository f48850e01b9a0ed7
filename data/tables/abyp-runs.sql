-- The runs of sweeps/abyp-threshold.yaml, a row each: with --csv docs/results/abyp-default.csv, of which the other tables of
-- abyp are made as of the runs themselves. spmv and kmeans are the paper's forms of them (variants csr and global), spmv_jds
-- is ours by default.
CREATE VIEW "abyp-runs" AS
WITH one AS (
    SELECT id, number, scale, cycles,
        CASE workload WHEN 'spmv' THEN 'spmv_jds' WHEN 'spmv/csr' THEN 'spmv' WHEN 'kmeans/global' THEN 'kmeans'
                      ELSE workload END AS workload,
        series || coalesce('-' || (SELECT value FROM setting WHERE run = id AND name = 'abyp.threshold'), '') AS configuration
    FROM run WHERE sweep = 'abyp-threshold')
SELECT workload, scale, configuration, cycles,
    max(value) FILTER (WHERE name = 'warp_instructions') AS warp_instructions,
    max(value) FILTER (WHERE name = 'l1d.accesses') AS accesses,
    max(value) FILTER (WHERE name = 'l1d.hits') AS hits,
    max(value) FILTER (WHERE name = 'l1d.pending_hits') AS pending_hits,
    max(value) FILTER (WHERE name = 'l1d.misses') AS misses,
    max(value) FILTER (WHERE name = 'l1d.bypasses') AS bypasses,
    max(value) FILTER (WHERE name = 'l1d.late_fills') AS late_fills,
    max(value) FILTER (WHERE name = 'l1d.evictions') AS evictions,
    max(value) FILTER (WHERE name = 'l1d.zero_reuse_evictions') AS zero_reuse_evictions,
    max(value) FILTER (WHERE name = 'energy.l1_nj') AS l1_nj,
    max(value) FILTER (WHERE name = 'energy.l1_dynamic_mw') AS l1_dynamic_mw,
    max(value) FILTER (WHERE name = 'energy.l1_static_mw') AS l1_static_mw,
    max(value) FILTER (WHERE name = 'units.abyp.predictions') AS predictions,
    max(value) FILTER (WHERE name = 'units.abyp.bypass_predictions') AS bypass_predictions,
    max(value) FILTER (WHERE name = 'units.abyp.wrong_bypasses') AS wrong_bypasses,
    max(value) FILTER (WHERE name = 'units.abyp.wrong_replaced') AS wrong_replaced,
    max(value) FILTER (WHERE name = 'units.abyp.dead_accesses') AS dead_accesses
FROM one JOIN stat ON run = id GROUP BY id ORDER BY min(number) OVER (PARTITION BY workload), number;
