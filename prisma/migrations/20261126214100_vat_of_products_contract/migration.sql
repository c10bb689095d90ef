-- The former build answers blocks of products without their value added tax, and browsers keep them for good: from here on blocks have
-- other addresses (docs/adr/0073-products-travel-once.md). Until then a browser that has such a block loads lists with their products.

-- transaction
UPDATE product_master SET version = version + 1;
UPDATE product_block SET version = (SELECT version FROM product_master);
