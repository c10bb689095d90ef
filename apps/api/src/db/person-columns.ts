export type PersonColumn = {
  readonly table: string;
  /** Its column of names. */
  readonly name?: string;
  /** Its column of accounts. */
  readonly subject?: string;
  /** The member that is meant of a JSON column. */
  readonly key?: string;
  /** The words before the name in a sentence. */
  readonly after?: string;
  /** SQL: rows that go with their person; the others keep their account. */
  readonly goes?: string;
  /** Rows stand beside history entries of the same person (rule 11.1). */
  readonly isLarge?: boolean;
  /** No table of one pharmacy's rows. */
  readonly isShared?: boolean;
};

const NAMED = { name: 'user_name', subject: 'actor' } as const;

/** Every column that holds a person: what `people export` tells and `people forget` replaces. */
export const PERSON_COLUMNS: readonly PersonColumn[] = [
  { table: 'history_entry', ...NAMED },
  { table: 'price_change', ...NAMED, isLarge: true },
  { table: 'pharmacy', name: 'contract_by' },
  { table: 'price_update', name: 'approver' },
  { table: 'price_update', name: 'closed_reason', after: 'gelöscht von ' },
  { table: 'price_update_item', name: 'edited_by', subject: 'edited_actor', isLarge: true },
  { table: 'price_update_approval', ...NAMED },
  { table: 'price_period', ...NAMED },
  { table: 'price_period', name: 'ended_by' },
  { table: 'standing_rule', ...NAMED },
  { table: 'delivery', ...NAMED },
  { table: 'delivery', name: 'decided_by', subject: 'decided_actor' },
  { table: 'till_file', ...NAMED },
  { table: 'till_file', name: 'loaded_by', subject: 'loaded_actor' },
  { table: 'till_file', name: 'reported_by', subject: 'reported_actor' },
  { table: 'till_stock', ...NAMED },
  { table: 'label_print', ...NAMED },
  { table: 'lzd_reminder', name: 'user_name' },
  { table: 'saved_view', ...NAMED, goes: 'NOT shared' },
  { table: 'bulk_rule', ...NAMED, goes: 'NOT shared', isShared: true },
  { table: 'review_mark', ...NAMED, goes: 'true' },
  { table: 'notice_address', subject: 'subject', goes: 'true' },
  { table: 'portal_user', subject: 'subject', goes: 'true', isShared: true },
  { table: 'outbox', name: 'payload', key: 'closedBy', isShared: true },
  { table: 'outbox', name: 'payload', key: 'by', isShared: true },
  { table: 'outbox', subject: 'payload', key: 'actor', goes: 'true', isShared: true },
  { table: 'outbox_event', ...NAMED, isShared: true },
];
