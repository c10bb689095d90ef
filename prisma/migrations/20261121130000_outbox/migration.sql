-- Messages that leave the portal, written in the transaction of what they tell of (design 11).
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "apo_id" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "lease" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "outbox_kind" CHECK ("kind" IN ('logExport', 'taskClosed')),
    CONSTRAINT "outbox_status" CHECK ("status" IN ('waiting', 'sent', 'dead'))
);

-- What became of each attempt, and who sent a message again.
CREATE TABLE "outbox_event" (
    "id" BIGSERIAL NOT NULL,
    "outbox_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT NOT NULL,
    "detail" TEXT,
    "user_name" TEXT NOT NULL,
    "actor" TEXT,

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "outbox_event_event" CHECK ("event" IN ('sent', 'failed', 'gaveUp', 'redelivered'))
);

-- When each clock-driven job last ran, one row a job.
CREATE TABLE "job_run" (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "job_run_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_message_id_key" ON "outbox"("message_id");

-- CreateIndex
CREATE INDEX "outbox_event_outbox_id_id_idx" ON "outbox_event"("outbox_id", "id");

-- CreateIndex
CREATE INDEX "price_change_created_at_id_idx" ON "price_change"("created_at", "id");

-- AddForeignKey
ALTER TABLE "outbox_event" ADD CONSTRAINT "outbox_event_outbox_id_fkey" FOREIGN KEY ("outbox_id") REFERENCES "outbox"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Both stay small however many messages have been sent.
CREATE INDEX "outbox_waiting" ON "outbox" ("next_attempt_at", "id") WHERE "status" = 'waiting';
CREATE INDEX "outbox_dead" ON "outbox" ("id") WHERE "status" = 'dead';
-- The overview reads what is open across all pharmacies.
CREATE INDEX "price_update_open" ON "price_update" ("auto_action_at", "created_at") WHERE "status" = 0;
