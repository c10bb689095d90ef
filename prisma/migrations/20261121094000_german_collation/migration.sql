-- Texts sort as in German (specification 4): umlauts beside their vowels, capitals beside small letters. The database
-- itself uses C, which is fast and the same everywhere.
CREATE COLLATION IF NOT EXISTS de_portal (provider = icu, locale = 'de-DE');
