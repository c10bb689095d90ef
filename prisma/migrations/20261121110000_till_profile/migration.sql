-- How the pharmacy's till wants its price file: a name of TILL_PROFILES (packages/rules/src/till-profiles.ts).
ALTER TABLE "pharmacy" ADD COLUMN "till_profile" TEXT NOT NULL DEFAULT 'csv';
ALTER TABLE "pharmacy" ADD CONSTRAINT "pharmacy_till_profile" CHECK ("till_profile" IN ('csv', 'fixed'));
