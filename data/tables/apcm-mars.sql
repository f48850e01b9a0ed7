-- Gains in warp instructions in the same cycles on the two pair programs of Mars, by preset and number of columns, and what
-- apcm does there (docs/results/apcm.md).
CREATE VIEW "apcm-mars" AS
SELECT preset, program, n AS columns, printf('%+.1f %%', 100 * (apcm / base - 1)) AS apcm,
    printf('%.0f %%', 100 * bypass_share) AS "reads bypassed", printf('%.0f %%', 100 * protect_share) AS "reads protected",
    printf('%+.1f %%', 100 * (abyp / base - 1)) AS abyp
FROM record_apcm_mars ORDER BY preset, program, n;
