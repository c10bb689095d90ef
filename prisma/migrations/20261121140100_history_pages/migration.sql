-- The history of a pharmacy by product group, newest first, page by page.
CREATE INDEX "history_entry_apo_id_product_type_id_idx" ON "history_entry"("apo_id", "product_type", "id" DESC);

-- The rows of one log in the order they were written, page by page.
CREATE INDEX "price_change_history_id_id_idx" ON "price_change"("history_id", "id");
DROP INDEX "price_change_history_id_idx";

-- The entries of one package; its number is unique in the whole portal.
CREATE INDEX history_entry_import ON history_entry ((coalesce(mdp_import_id, qdp_import_id, lzd_import_id)))
 WHERE coalesce(mdp_import_id, qdp_import_id, lzd_import_id) IS NOT NULL;
