-- abyp's threshold cross-validated: what the other programs choose without one, and its speedup at that and at what all choose
-- (docs/results/abyp.md).
CREATE VIEW "abyp-chosen" AS
SELECT program AS "left out", value AS "chosen by the others", printf('%+.1f %%', 100 * (speedup - 1)) AS "its speedup at that",
    printf('%+.1f %%', 100 * (speedup_chosen - 1)) AS "at what all choose"
FROM abyp_cross ORDER BY first;
