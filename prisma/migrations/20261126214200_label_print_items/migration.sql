-- What each label said before a print, so that prints can be taken back one after the other: the one former price beside a label was
-- gone with the first (rule 16.9). Of the prints so far the last can be taken back.

-- transaction
CREATE TABLE IF NOT EXISTS label_print_item (
    "apo_id" INTEGER NOT NULL,
    "print_id" BIGINT NOT NULL,
    "pzn" TEXT NOT NULL,
    "former_price" DECIMAL(10,2),

    CONSTRAINT "label_print_item_pkey" PRIMARY KEY ("apo_id","print_id","pzn")
);

-- transaction
INSERT INTO label_print_item (apo_id, print_id, pzn, former_price)
SELECT s.apo_id, s.print_id, s.pzn, s.former_price
  FROM shelf_label s
  JOIN (SELECT apo_id, max(id) AS id FROM label_print WHERE undone_at IS NULL GROUP BY apo_id) p
    ON p.apo_id = s.apo_id AND p.id = s.print_id
ON CONFLICT DO NOTHING;
