-- Up to which version a former mirror has read the lists of its main pharmacy (rule 9.17): its price files withdraw what the till may have
-- of them, and tell nothing of what was listed there later.
CREATE TABLE former_list (
    "apo_id" INTEGER NOT NULL,
    "list_apo_id" INTEGER NOT NULL,
    "product_group" TEXT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "former_list_pkey" PRIMARY KEY ("apo_id", "list_apo_id", "product_group")
);
REVOKE DELETE ON former_list FROM portal_app;
