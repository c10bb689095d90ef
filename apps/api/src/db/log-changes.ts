import { PRICE_AFTER, PRICE_BEFORE } from './price-columns.ts';

/** Of `logChangeSql`, as a row of every log has them (files/log-columns.ts). */
export const LOG_CHANGE_KINDS = {
  id: 'bigint',
  pzn: 'text',
  product: 'text',
  formerPrice: 'int?',
  effectivePrice: 'int?',
  formerType: 'int?',
  priceType: 'int?',
  userName: 'text',
  at: 'time',
  reason: 'text?',
  reviewedBy: 'text?',
} as const;

/** @param apoId a parameter for one pharmacy, so that one node answers (ADR 65) */
export const logChangeSql = (apoId: '$1' | 'c.apo_id') => `c.id, c.pzn, coalesce(p.name, '') AS product,
          ${PRICE_BEFORE}, ${PRICE_AFTER}, c.user_name AS "userName", c.created_at AS at, c.reason, (
            SELECT string_agg(m.user_name, ', ' ORDER BY m.user_name)
              FROM history_entry h
              JOIN review_mark m ON m.apo_id = ${apoId} AND m.product_group = c.product_group AND m.pzn = c.pzn
               AND m.update_id = coalesce(h.mdp_import_id, h.qdp_import_id, h.lzd_import_id)
             WHERE h.apo_id = ${apoId} AND h.id = c.history_id AND m.price IS NOT DISTINCT FROM c.new_price) AS "reviewedBy"`;
