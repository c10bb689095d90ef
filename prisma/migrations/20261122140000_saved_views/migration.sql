-- How somebody looks at a kind of list, under a name: the parameters of the page's address and how the table is arranged.
CREATE TABLE "saved_view" (
    "apo_id" INTEGER NOT NULL,
    "list_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "layout" JSONB NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("apo_id","list_kind","actor","name")
);
