-- Pharmacies come from the customer centre (rules 23.1 to 23.6), and it is told what was decided (rule 23.12). The former build leaves the
-- columns empty. A part each where a constraint is dropped: Citus hands on all statements of such a part.

-- transaction
ALTER TABLE pharmacy ADD COLUMN IF NOT EXISTS "crm_changed_at" TIMESTAMPTZ(3),
                     ADD COLUMN IF NOT EXISTS "active_changed_at" TIMESTAMPTZ(3),
                     ADD COLUMN IF NOT EXISTS "contract_at" TIMESTAMPTZ(3),
                     ADD COLUMN IF NOT EXISTS "contract_by" TEXT;

-- transaction
GRANT INSERT ON pharmacy TO portal_app;

-- transaction
ALTER TABLE outbox DROP CONSTRAINT IF EXISTS outbox_kind;

-- transaction
ALTER TABLE outbox ADD CONSTRAINT outbox_kind CHECK (kind IN ('logExport', 'taskClosed', 'pharmacy', 'notice', 'noticeConfirmation', 'delivery')) NOT VALID;

-- transaction
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_kind;
