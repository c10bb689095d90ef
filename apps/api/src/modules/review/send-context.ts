import { createHash } from 'node:crypto';
import type { getReviewContext } from '@portal/contracts';
import type pg from 'pg';
import { askOne, statement } from '../../db/statement.ts';
import type { Call } from '../../http/mount.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { findUpdate, requireVisible } from '../price-updates/index.ts';
import { readContext } from './read-context.ts';

/**
 * Rule 14.24.
 * @throws PortalError 403, 404
 */
export function sendContext(
  { db, send }: { db: pg.Pool; send: ColumnsSender },
  call: Call<typeof getReviewContext>,
): Promise<void> {
  const { params, pharmacy, caller } = call;
  return send(call, async () => {
    const { kind, id, productGroup: group } = params;
    const update = await findUpdate(db, { kind, id, group, apoId: pharmacy.listApoId });
    requireVisible(update, caller.access);
    const { list, guardrails, products } = await askOne(db, VERSIONS, [update.apoId, group]);
    const state = JSON.stringify(['review context', update.id, update.version, list, guardrails, products]);
    return { key: createHash('sha256').update(state).digest('base64url'), build: () => readContext(db, update) };
  });
}

const VERSIONS = statement(
  { list: 'bigint?', guardrails: 'text?', products: 'bigint' },
  `SELECT list.version AS list, list.guardrails::text AS guardrails, master.version AS products
     FROM product_master master LEFT JOIN list_version list ON apo_id = $1 AND product_group = $2`,
);
