-- The report database (docs/guide/report.md#the-report-database), which the program fills from the files that it is given.
-- data/tables/*.sql are views of it.

-- A run of a sweep, or of none (sweep ''): one a point, so that a run of two sweeps is there twice. Where the repository has
-- a sweep of the name, only runs that it has are here. workload has a kernel variant behind a slash: spmv/csr.
CREATE TABLE run (id INTEGER PRIMARY KEY, sweep TEXT, number INTEGER, series TEXT, workload TEXT, suite TEXT, scale TEXT,
                  seed TEXT, config TEXT, policies TEXT, overrides TEXT, hash TEXT, result TEXT, command TEXT, cycles REAL)
    STRICT;
CREATE INDEX run_of_sweep ON run (sweep, series, workload);

-- Numbers of a run by their names in table stats of a database of results, and its settings.
CREATE TABLE stat (run INTEGER REFERENCES run, name TEXT, value REAL, PRIMARY KEY (run, name)) STRICT, WITHOUT ROWID;
CREATE TABLE setting (run INTEGER REFERENCES run, name TEXT, value TEXT, PRIMARY KEY (run, name)) STRICT, WITHOUT ROWID;

-- Records that are not compact results, record_*. A CSV file whose head is the columns of one of these tables becomes its
-- rows; an empty cell is NULL.

-- docs/results/abyp-default.csv: what table abyp-runs prints of sweeps/abyp-threshold.yaml.
CREATE TABLE record_abyp (workload TEXT, scale TEXT, configuration TEXT, cycles REAL, warp_instructions REAL, accesses REAL,
                          hits REAL, pending_hits REAL, misses REAL, bypasses REAL, late_fills REAL, evictions REAL,
                          zero_reuse_evictions REAL, l1_nj REAL, l1_dynamic_mw REAL, l1_static_mw REAL, predictions REAL,
                          bypass_predictions REAL, wrong_bypasses REAL, wrong_replaced REAL, dead_accesses REAL) STRICT;

-- docs/results/apres-table1.csv: loads that tests/bench/apres_table1.sh has profiled.
CREATE TABLE record_apres (app TEXT, workload TEXT, variant TEXT, kernel TEXT, scale TEXT, pc TEXT, load_share REAL,
                         lines_per_request REAL, miss_rate REAL, pending_hit_rate REAL, line_stride TEXT,
                         line_stride_share REAL) STRICT;

-- docs/results/apres-table1-paper.csv: the same loads as the paper prints them.
CREATE TABLE record_apres_paper (app TEXT, pc TEXT, load_percent TEXT, lines_per_request TEXT, miss_rate TEXT, stride TEXT,
                               stride_percent TEXT) STRICT;

-- data/paper-figures.csv: the papers' figures, which are always here.
CREATE TABLE record_paper_figure (id TEXT PRIMARY KEY, paper TEXT, scope TEXT, metric TEXT, value TEXT, unit TEXT, baseline TEXT,
                                  place TEXT) STRICT;

-- docs/results/apcm-mars.csv: what tests/bench/mars_sizes.sh prints.
CREATE TABLE record_apcm_mars (preset TEXT, cycles REAL, program TEXT, n INTEGER, base REAL, apcm REAL, abyp REAL,
                               bypass_share REAL, protect_share REAL) STRICT;

-- docs/results/unit-energy.csv: what tests/bench/unit_energy.sh prints.
CREATE TABLE record_unit_energy (unit TEXT, counter TEXT, workload TEXT, period_ns REAL, cycles REAL, events REAL, dynamic_w REAL,
                                 clock_w REAL, leakage_w REAL) STRICT;

-- docs/results/evidence/synth.csv: what ./dev evidence synth has measured.
CREATE TABLE record_synth (unit TEXT, geometry TEXT, library TEXT, memories TEXT, params TEXT, rtl TEXT, flow TEXT,
                           node_nm REAL, period_ns REAL, toggle REAL, bits REAL, contract_bits REAL, cells REAL, macros
                           REAL, area_um2 REAL, macro_area_um2 REAL, critical_ns REAL, fmax_mhz REAL, dynamic_mw REAL,
                           leakage_mw REAL, l1d_percent REAL, result TEXT, command TEXT) STRICT;
