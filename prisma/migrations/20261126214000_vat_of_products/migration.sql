-- Value added tax of a product, where a delivery of the pricing engine says it: 7 or 19 percent; else 19 is assumed (rule 14.1). The
-- former build inserts products without it. A part each: on several servers Citus hands on all statements of a part that drops a constraint.

-- transaction
ALTER TABLE product ADD COLUMN IF NOT EXISTS vat_percent SMALLINT;

-- transaction
ALTER TABLE product DROP CONSTRAINT IF EXISTS product_vat_percent_check;

-- transaction
ALTER TABLE product ADD CONSTRAINT product_vat_percent_check CHECK (vat_percent IN (7, 19)) NOT VALID;

-- transaction
ALTER TABLE product VALIDATE CONSTRAINT product_vat_percent_check;
