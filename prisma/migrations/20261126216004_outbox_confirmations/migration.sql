-- The confirmations of the last 24 hours are counted for each one that is asked for (rule 15.1).

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS outbox_confirmations;
CREATE INDEX CONCURRENTLY outbox_confirmations ON outbox (created_at) WHERE kind = 'noticeConfirmation';
