-- A profile that a pharmacy has made for its till; it belongs to the name 'own', and the others are known to the program.
ALTER TABLE "pharmacy" ADD COLUMN "till_layout" JSONB;
ALTER TABLE "pharmacy" DROP CONSTRAINT "pharmacy_till_profile";
ALTER TABLE "pharmacy" ADD CONSTRAINT "pharmacy_till_profile" CHECK (
  "till_profile" IN ('csv', 'fixed', 'own')
  AND ("till_profile" = 'own') = ("till_layout" IS NOT NULL)
  AND jsonb_typeof("till_layout") = 'object'
);
