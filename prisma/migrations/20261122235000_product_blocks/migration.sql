-- When the products of each block, those whose PZNs begin alike, last changed (ADR 73).
CREATE TABLE "product_block" (
    "block" TEXT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "product_block_pkey" PRIMARY KEY ("block")
);

INSERT INTO product_block (block, version)
SELECT DISTINCT left(pzn, 2), (SELECT version FROM product_master) FROM product;

REVOKE DELETE ON product_block FROM portal_app;
