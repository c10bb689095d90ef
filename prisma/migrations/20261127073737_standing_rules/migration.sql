-- The rule that wrote a draft, until a person changes it.
ALTER TABLE "price_update_item" ADD COLUMN "edited_rule" INTEGER;

-- Rules of a pharmacy that write drafts into every MDP and QDP of their groups. One that is ended is deleted; the history knows it.
CREATE TABLE "standing_rule" (
    "apo_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "product_groups" TEXT[] NOT NULL,
    "rule" JSONB NOT NULL,
    "conditions" JSONB NOT NULL,
    "position" SMALLINT NOT NULL,
    "ends_on" TEXT,
    "without_review" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL,
    "user_name" TEXT NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "standing_rule_position" CHECK ("position" > 0),
    CONSTRAINT "standing_rule_groups" CHECK (cardinality("product_groups") > 0),
    CONSTRAINT "standing_rule_pkey" PRIMARY KEY ("apo_id","id")
);

CREATE UNIQUE INDEX "standing_rule_apo_id_name_key" ON "standing_rule"("apo_id", "name");
