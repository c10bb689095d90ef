-- One row: the version of the product master, raised by whoever changes a product. Lists are cached by versions, and a name
-- that changes must reach them; its row lock also lines up those who write products.
CREATE TABLE "product_master" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "product_master_pkey" PRIMARY KEY ("id")
);
ALTER TABLE product_master ADD CONSTRAINT product_master_one_row CHECK (id = 1);
INSERT INTO product_master DEFAULT VALUES;
