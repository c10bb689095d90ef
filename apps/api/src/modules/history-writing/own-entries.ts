/**
 * Who reads entries of a pharmacy's history. The conditions below are about an entry `e`; $1 is the pharmacy, $2 the reader's subject, $3
 * whether they are staff.
 */
export type HistoryReader = { readonly subject: string; readonly access: { readonly staff: boolean } };

/** The values of $1 to $3. */
export const readerValues = (apoId: number, { subject, access }: HistoryReader): unknown[] => [
  apoId,
  subject,
  access.staff,
];

/** Staff see every entry, people of the pharmacy none of an LZD that was never released (rule 11.8), as on the start page (rule 2.13). */
export const MAY_SEE_ENTRY = `($3::boolean OR e.lzd_import_id IS NULL OR EXISTS (
  SELECT FROM price_update l WHERE l.apo_id = e.apo_id AND l.id = e.lzd_import_id AND (l.status > 0 OR l.ready_for_approval)))`;

/**
 * The one condition for the log of an entry, the preview of taking it back, and doing so (rules 11.8 and 11.9). Staff have all; people of
 * the pharmacy have those of the clock and of each other, not those of staff. Of an entry from before it was kept who was staff, only its
 * actor has the log.
 */
export const MAY_HAVE_LOG = `(e.has_log AND ${MAY_SEE_ENTRY}
  AND ($3::boolean OR e.actor IS NULL OR coalesce(NOT e.by_staff, e.actor = $2)))`;

/**
 * True of an entry `e` that is a save of a price list, or takes one back (rule 11.9): a person changed prices of one list without a
 * package. Links of mirrors are about all lists at once.
 */
export const IS_SAVE = `e.has_log AND e.actor IS NOT NULL AND e.product_type IS NOT NULL
  AND coalesce(e.mdp_import_id, e.qdp_import_id, e.lzd_import_id) IS NULL`;
