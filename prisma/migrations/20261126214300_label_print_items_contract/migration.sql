-- transaction
ALTER TABLE shelf_label DROP COLUMN IF EXISTS former_price, DROP COLUMN IF EXISTS print_id;
