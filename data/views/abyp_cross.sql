-- Each of the 13 programs at the threshold that the other twelve choose, beside the one that all choose.
CREATE VIEW abyp_cross AS
SELECT c.left_out AS program, c.value AS value, o.value AS chosen, t.speedup AS speedup, h.speedup AS speedup_chosen,
    t.first
FROM abyp_chosen c JOIN abyp_chosen o ON o.left_out IS NULL
JOIN abyp t ON t.workload = c.left_out AND t.configuration = 'abyp-' || c.value
JOIN abyp h ON h.workload = c.left_out AND h.configuration = 'abyp-' || o.value;
