/** $1 pharmacy, $2 subject, $3 staff; entry `e`. */
export type HistoryReader = { readonly subject: string; readonly access: { readonly staff: boolean } };

/** The values of $1 to $3. */
export const readerValues = (apoId: number, { subject, access }: HistoryReader): unknown[] => [
  apoId,
  subject,
  access.staff,
];

/** No LZD that was never released (rules 2.13 and 11.8). */
export const MAY_SEE_ENTRY = `($3::boolean OR e.lzd_import_id IS NULL OR EXISTS (
  SELECT FROM price_update l WHERE l.apo_id = e.apo_id AND l.id = e.lzd_import_id AND (l.status > 0 OR l.ready_for_approval)))`;

/**
 * One condition for list, log and undo (rules 11.8 and 11.9): staff all, people those of the clock and of each other.
 */
export const MAY_HAVE_LOG = `(e.has_log AND ${MAY_SEE_ENTRY}
  AND ($3::boolean OR e.actor IS NULL OR coalesce(NOT e.by_staff, e.actor = $2)))`;

/** One list, without a package (rule 11.9). */
export const IS_SAVE = `e.has_log AND e.actor IS NOT NULL AND e.product_type IS NOT NULL
  AND coalesce(e.mdp_import_id, e.qdp_import_id, e.lzd_import_id) IS NULL`;
