-- What the labels on a pharmacy's shelves say, as far as the portal knows, and when they were printed.
CREATE TABLE "shelf_label" (
    "apo_id" INTEGER NOT NULL,
    "pzn" TEXT NOT NULL,
    "product_group" TEXT NOT NULL,
    "price" DECIMAL(10,2),
    "former_price" DECIMAL(10,2),
    "print_id" BIGINT,

    CONSTRAINT "shelf_label_pkey" PRIMARY KEY ("apo_id","pzn")
);

-- CreateTable
CREATE TABLE "label_print" (
    "apo_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "actor" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "printed_at" TIMESTAMPTZ(3) NOT NULL,
    "labels" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "label_print_pkey" PRIMARY KEY ("apo_id","id")
);
