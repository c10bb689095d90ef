-- When an LZD was released, first read by somebody of the pharmacy (whoever it was is not kept), and last saved without an approval.
ALTER TABLE "price_update" ADD COLUMN "released_at" TIMESTAMPTZ(3),
                           ADD COLUMN "opened_at" TIMESTAMPTZ(3),
                           ADD COLUMN "draft_saved_at" TIMESTAMPTZ(3);
