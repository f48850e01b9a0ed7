-- abyp and a larger L1 over the baseline, a row a workload and configuration, from the record or from the runs: what
-- abyp-threshold and abyp-default show. Of a share of nothing 0.
CREATE VIEW abyp AS
WITH record AS (SELECT rowid AS place, * FROM record_abyp
                UNION ALL SELECT row_number() OVER (), * FROM "abyp-runs")
SELECT c.workload, c.configuration, min(c.place) OVER (PARTITION BY c.workload) AS first,
    c.workload NOT IN ('nw_u', 'spmv_jds') AS of_13, -- the paper's applications; nw_u, its section 5.3.1, stands apart
    b.cycles / c.cycles AS speedup,
    1000 * b.accesses / b.warp_instructions AS reads,
    coalesce(b.zero_reuse_evictions / b.evictions, 0) AS zero_reuse,
    coalesce((c.misses + c.bypasses) / (b.misses + b.bypasses), 0) - 1 AS misses,
    -- reads that missed and were not filled, over all that missed
    coalesce((c.bypasses - c.late_fills) / (c.misses + c.bypasses), 0) AS prevented,
    coalesce(c.bypass_predictions / c.predictions, 0) AS coverage,
    coalesce((c.wrong_bypasses + c.wrong_replaced) / c.predictions, 0) AS wrong,
    coalesce(c.dead_accesses / c.bypass_predictions, 0) AS wrong_sdbp,
    c.l1_nj / b.l1_nj - 1 AS energy,
    c.l1_dynamic_mw / b.l1_dynamic_mw - 1 AS dynamic_power,
    -- without leakage: mean dynamic power times the time
    c.l1_dynamic_mw * c.cycles / (b.l1_dynamic_mw * b.cycles) - 1 AS dynamic_energy
FROM record c JOIN record b ON b.workload = c.workload AND b.configuration = 'baseline';
