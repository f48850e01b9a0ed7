-- A group moves at once, or one warp per cycle (serial): area and path on Nangate 45 nm (docs/results/apres.md).
CREATE VIEW "apres-group-move" AS
SELECT printf('%s, %s', unit, iif(variant = '', 'at once', 'one per cycle')) AS unit, bits, "area um2", "of it flops", logic,
    "path ns", Fmax
FROM synth_shown WHERE synth_shown.unit IN ('apres.laws', 'apres.queue') AND variant IN ('', 'serial=1')
ORDER BY synth_shown.unit DESC, variant;
