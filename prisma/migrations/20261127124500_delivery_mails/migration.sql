-- Mails of staff about refused deliveries. A part each: on several servers Citus hands on all statements of a part that drops a constraint.

-- transaction
ALTER TABLE outbox DROP CONSTRAINT IF EXISTS outbox_kind;

-- transaction
ALTER TABLE outbox ADD CONSTRAINT outbox_kind CHECK (kind IN ('logExport', 'taskClosed', 'notice', 'noticeConfirmation', 'delivery')) NOT VALID;

-- transaction
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_kind;
