-- The order of names as browsers have it (rule 2.16): German, numbers by their value, so that '5 mg' comes before '10 mg'. Names that differ in
-- leading zeros alone are equal, as they are in browsers, and go on by PZN; so the collation is not deterministic, for ORDER BY only.
CREATE COLLATION IF NOT EXISTS de_portal_numeric (provider = icu, locale = 'de-u-kn-true', deterministic = false);
