-- What an approval did to each product of the list: the row before it, for reopening, and what became of it. A table of its
-- own, since it also covers products that an LZD drops, and since 20,000 typed rows are inserted in a third of the time that
-- updating as many JSON cells takes.
CREATE TABLE "price_update_outcome" (
    "update_id" INTEGER NOT NULL,
    "pzn" TEXT NOT NULL,
    "listed" BOOLEAN NOT NULL,
    "calculated_price" DECIMAL(10,2),
    "manual_price" DECIMAL(10,2),
    "price_type" SMALLINT,
    "price_old" DECIMAL(10,2),
    "avp" DECIMAL(10,2),
    "aep" DECIMAL(10,2),
    "vhp" DECIMAL(10,2),
    "price_min" DECIMAL(10,2),
    "price_avg" DECIMAL(10,2),
    "price_max" DECIMAL(10,2),
    "pe_cluster" SMALLINT,
    "vh_cluster" SMALLINT,
    "units" INTEGER,
    "changed_at" TIMESTAMPTZ(3),
    "after_type" SMALLINT,
    "after_manual" DECIMAL(10,2),
    "effective" BOOLEAN NOT NULL,

    CONSTRAINT "price_update_outcome_pkey" PRIMARY KEY ("update_id","pzn")
);

ALTER TABLE "price_update" ADD COLUMN "approved_list_version" BIGINT;
ALTER TABLE "price_update_item" ADD COLUMN "edited_actor" TEXT;

-- Before-images written so far move over; those of products that were not listed are the ones without an image.
INSERT INTO price_update_outcome
SELECT i.update_id, i.pzn, i.before_image IS NOT NULL, b.calculated_price, b.manual_price, b.price_type, b.price_old, b.avp,
       b.aep, b.vhp, b.price_min, b.price_avg, b.price_max, b.pe_cluster, b.vh_cluster, b.units, b.changed_at,
       c.new_type, CASE WHEN c.new_type IN (2, 3) THEN c.new_price END, true
  FROM price_update_item i
  JOIN price_update u ON u.id = i.update_id AND u.status > 0
  JOIN price_change c ON c.apo_id = u.apo_id AND c.pzn = i.pzn AND c.created_at = u.approved_at
  LEFT JOIN LATERAL jsonb_populate_record(NULL::price_item, i.before_image) b ON true
ON CONFLICT DO NOTHING;
ALTER TABLE "price_update_item" DROP COLUMN "before_image";

-- A product taken off the list leaves neither price nor type; the till reads that as withdrawn.
ALTER TABLE price_update_outcome
  ADD CONSTRAINT price_update_outcome_listed CHECK (listed = (price_type IS NOT NULL));

-- The same delivery is one package; uploads by hand carry no hash.
CREATE UNIQUE INDEX "price_update_delivery" ON "price_update"("apo_id", "product_group", "kind", "delivery_hash");

-- Newest package of a group, open or approved: decides whether an older one may be reopened.
CREATE INDEX price_update_arrival ON price_update (apo_id, product_group, created_at, id) WHERE status >= 0;
