-- Addresses that get mails of a pharmacy: asked for by a person of it, or proposed by staff (then without a subject).
CREATE TABLE "notice_address" (
    "id" BIGSERIAL NOT NULL,
    "apo_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "subject" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_address_pkey" PRIMARY KEY ("id")
);

-- Links of mails, by the hash of their token.
CREATE TABLE "notice_link" (
    "hash" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "purpose" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_link_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "notice_link_purpose" CHECK ("purpose" IN ('confirm', 'withdraw'))
);

-- Reminders of an LZD that staff have sent, at most one a day.
CREATE TABLE "lzd_reminder" (
    "id" SERIAL NOT NULL,
    "update_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "user_name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "recipients" INTEGER NOT NULL,

    CONSTRAINT "lzd_reminder_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notice_address_apo_id_subject_key" ON "notice_address"("apo_id", "subject");

-- CreateIndex
CREATE INDEX "notice_address_subject_idx" ON "notice_address"("subject");

-- CreateIndex
CREATE INDEX "notice_link_address_id_idx" ON "notice_link"("address_id");

-- CreateIndex
CREATE UNIQUE INDEX "lzd_reminder_update_id_day_key" ON "lzd_reminder"("update_id", "day");

-- AddForeignKey
ALTER TABLE "notice_address" ADD CONSTRAINT "notice_address_apo_id_fkey" FOREIGN KEY ("apo_id") REFERENCES "pharmacy"("apo_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_link" ADD CONSTRAINT "notice_link_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "notice_address"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An address is proposed once.
CREATE UNIQUE INDEX "notice_address_proposed" ON "notice_address" ("apo_id", lower("address")) WHERE "subject" IS NULL;

-- What a message tells, so that several instances and restarts write it once.
ALTER TABLE "outbox" ADD COLUMN "once_key" TEXT;
CREATE UNIQUE INDEX "outbox_once_key_key" ON "outbox"("once_key");
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind",
    ADD CONSTRAINT "outbox_kind" CHECK ("kind" IN ('logExport', 'taskClosed', 'notice', 'noticeConfirmation'));
