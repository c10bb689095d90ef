-- PDFs that a browser opens by an address of their own, for an hour: a tab that shows a blob of the page that opened it loses it with
-- that page, and saves it under a number (rule 10.37).
CREATE TABLE IF NOT EXISTS pdf_link (
    "apo_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pdf_link_pkey" PRIMARY KEY ("apo_id","hash")
);
