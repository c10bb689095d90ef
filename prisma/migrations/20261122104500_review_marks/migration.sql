-- What each person has reviewed of a package, or with update_id 0 of the list itself, and the price that they saw.
CREATE TABLE "review_mark" (
    "apo_id" INTEGER NOT NULL,
    "product_group" TEXT NOT NULL,
    "update_id" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "pzn" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL,
    "price" DECIMAL(10,2),

    CONSTRAINT "review_mark_pkey" PRIMARY KEY ("apo_id","product_group","update_id","actor","pzn")
);
