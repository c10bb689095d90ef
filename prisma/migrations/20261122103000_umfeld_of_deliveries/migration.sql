-- Lowest and highest price of the surroundings, where a delivery brings them.
ALTER TABLE "price_update_item" ADD COLUMN "price_min" DECIMAL(10,2), ADD COLUMN "price_max" DECIMAL(10,2);
