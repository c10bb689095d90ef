-- Price files for the till that somebody has downloaded (rule 9.16), and which of them are in the till (rule 9.18). Rows are small;
-- `content`, the file itself, is kept for the newest of a pharmacy only.
CREATE TABLE "till_file" (
    "apo_id" INTEGER NOT NULL,
    "id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "user_name" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "product_groups" TEXT[] NOT NULL,
    "contents" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "since" TEXT,
    "profile" TEXT NOT NULL,
    "extension" TEXT NOT NULL,
    "omits" BOOLEAN NOT NULL,
    "row_count" INTEGER NOT NULL,
    "withdrawn_count" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "content" BYTEA,
    "load_no" INTEGER,
    "loaded_at" TIMESTAMPTZ(3),
    "loaded_by" TEXT,
    "loaded_actor" TEXT,

    CONSTRAINT "till_file_pkey" PRIMARY KEY ("apo_id","id"),
    CONSTRAINT "till_file_contents" CHECK ("contents" IN ('list', 'all') AND "since" IS NULL OR "contents" = 'changes' AND "since" IS NOT NULL),
    CONSTRAINT "till_file_loaded" CHECK (num_nulls("load_no", "loaded_at", "loaded_by", "loaded_actor") IN (0, 4)),
    -- a file that leaves articles behind in the till is no base for changes
    CONSTRAINT "till_file_whole" CHECK ("load_no" IS NULL OR "contents" <> 'list')
);

CREATE UNIQUE INDEX "till_file_apo_id_load_no_key" ON "till_file"("apo_id", "load_no");
ALTER TABLE "till_file" ADD CONSTRAINT "till_file_apo_id_fkey" FOREIGN KEY ("apo_id") REFERENCES "pharmacy"("apo_id") ON DELETE CASCADE ON UPDATE CASCADE;
-- The file is compressed already.
ALTER TABLE "till_file" ALTER COLUMN "content" SET STORAGE EXTERNAL;
