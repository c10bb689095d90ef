-- The kinds of messages do not wait for each other, and whoever takes the next of a kind no longer passes over all that wait of the others:
-- with 34,000 of them ahead that was 9.4 ms a message (docs/adr/0018-outbox.md).

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS outbox_waiting_by_kind;
CREATE INDEX CONCURRENTLY outbox_waiting_by_kind ON outbox (kind, next_attempt_at, id) WHERE status = 'waiting';

-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS outbox_waiting;
