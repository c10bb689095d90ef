import type { ReviewMarkRow, ReviewMarks } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { centsSql } from '../../db/price-columns.ts';
import { mirrorReadOnly } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { findUpdate, requireOpen, requireVisible, type UpdateKey } from '../price-updates/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';

export type Reviewed = {
  readonly apoId: number;
  readonly group: ProductGroup;
  readonly update?: Pick<UpdateKey, 'id' | 'kind'>;
};
type Access = Parameters<typeof requireVisible>[1];

const THE_LIST = 0;

/**
 * Rule 14.25.
 * @param subject of `mine`
 * @throws PortalError 403, 404
 */
export async function readMarks(
  db: Queryable,
  { apoId, group, update }: Reviewed,
  { subject, access }: { subject: string; access: Access },
): Promise<ReviewMarks> {
  if (update) requireVisible(await findUpdate(db, { apoId, group, ...update }), access);
  return { persons: await ask(db, PERSONS, [apoId, group, update?.id ?? THE_LIST, subject]) };
}

const PERSONS = statement<ReviewMarks['persons'][number]>(
  { userName: 'text', mine: 'bool', marks: 'json' },
  `SELECT max(user_name) AS "userName", actor = $4 AS mine,
          json_build_object('pzn', json_agg(pzn), 'price', json_agg(${centsSql('price')}),
                            'markedAt', json_agg(floor(extract(epoch FROM marked_at))::bigint)) AS marks
     FROM (SELECT * FROM review_mark WHERE apo_id = $1 AND product_group = $2 AND update_id = $3 ORDER BY actor, pzn) marks
    GROUP BY actor ORDER BY max(marked_at) DESC, actor`,
);

/**
 * All or none (rule 14.25).
 * @throws PortalError 403, 404, 409
 */
export function setMarks(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, group, update }: Reviewed,
  { marks, actor, access }: { marks: readonly ReviewMarkRow[]; actor: Actor; access: Access },
): Promise<{ marked: number; unmarked: number }> {
  return database.transaction(async (connection) => {
    const [pharmacy] = await lockPharmacyRows(connection, [apoId], 'read');
    if (pharmacy?.parentApoId !== null) throw mirrorReadOnly();
    if (update) {
      const found = await findUpdate(connection, { apoId, group, ...update });
      requireVisible(found, access);
      requireOpen(found);
    }
    const rows = [
      textArray(marks.map(({ pzn }) => pzn)),
      plainArray(marks.map(({ price }) => price)),
      plainArray(marks.map(({ reviewed }) => reviewed)),
    ];
    const who = [actor.subject, actor.userName, clock.now()];
    return askOne(connection, SET_MARKS, [apoId, group, update?.id ?? THE_LIST, ...rows, ...who]);
  });
}

/** By PZN: two windows must not deadlock. */
const SET_MARKS = statement(
  { marked: 'int', unmarked: 'int' },
  `WITH sent AS MATERIALIZED (
    SELECT DISTINCT ON (pzn) pzn, cents / 100.0 AS price, reviewed
      FROM unnest($4::text[], $5::int[], $6::boolean[]) WITH ORDINALITY AS s(pzn, cents, reviewed, place)
     ORDER BY pzn, place DESC
  ), marked AS (
    INSERT INTO review_mark (apo_id, product_group, update_id, pzn, price, actor, user_name, marked_at)
    SELECT $1, $2, $3, pzn, price, $7, $8, $9 FROM sent s
     WHERE reviewed AND CASE WHEN $3 = ${THE_LIST}
       THEN EXISTS (SELECT FROM price_item i WHERE i.apo_id = $1 AND i.product_group = $2 AND i.pzn = s.pzn)
       ELSE EXISTS (SELECT FROM price_update_item u WHERE u.apo_id = $1 AND u.update_id = $3 AND u.pzn = s.pzn) END
     ORDER BY pzn
    ON CONFLICT (apo_id, product_group, update_id, actor, pzn) DO UPDATE
       SET price = excluded.price, user_name = excluded.user_name, marked_at = excluded.marked_at
     WHERE review_mark.price IS DISTINCT FROM excluded.price
    RETURNING 1
  ), unmarked AS (
    DELETE FROM review_mark m USING sent s
     WHERE m.apo_id = $1 AND m.product_group = $2 AND m.update_id = $3 AND m.actor = $7 AND m.pzn = s.pzn AND NOT s.reviewed
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM marked)::int AS marked, (SELECT count(*) FROM unmarked)::int AS unmarked`,
);
