-- Whether staff did it, so that a pharmacy can be given the logs of its own people; and which save an entry takes back.
ALTER TABLE "history_entry" ADD COLUMN "by_staff" BOOLEAN, ADD COLUMN "undoes" BIGINT;
CREATE INDEX "history_entry_apo_id_undoes_idx" ON "history_entry"("apo_id", "undoes");
