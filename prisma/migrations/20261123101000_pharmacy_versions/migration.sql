-- A new pharmacy's version is the time too. With 1, one that came and another with 1 that went between two questions left the sum
-- of all versions as it was, and nobody saw either (docs/adr/0066-what-staff-see-of-all-pharmacies.md).
ALTER TABLE "pharmacy" ALTER COLUMN "version" SET DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
