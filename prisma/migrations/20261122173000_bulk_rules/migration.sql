-- Rules for many prices that somebody keeps under a name. They are a person's, in every pharmacy; `apo_id` says where a shared one
-- is offered to others.
CREATE TABLE "bulk_rule" (
    "actor" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "apo_id" INTEGER NOT NULL,
    "user_name" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bulk_rule_pkey" PRIMARY KEY ("actor","name")
);

-- CreateIndex
CREATE INDEX "bulk_rule_apo_id_idx" ON "bulk_rule"("apo_id");
