import { countDeviations, isTillDeviation } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, askOne, prepared, statement } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { formatCursor, readTillPharmacy } from '../till-sync/index.ts';
import { compareWithLists } from './compare-lists.ts';
import type { HeldRows } from './held-rows.ts';

/** Beyond it the start page shows the count of then. */
const NOTED_DEVIATIONS = 5_000;

const NOTE = `
  UPDATE till_inventory SET checked_at = taken_at, position = $3, deviation_count = $4, deviating = $5::int[], deviating_cents = $6::int[],
         unreadable = $7::int[], acknowledged = $8, acknowledged_at = $9
   WHERE apo_id = $1 AND taken_at = $2`;

const CUSTOMER = statement(
  { crmCompanyId: 'int' },
  'SELECT crm_company_id AS "crmCompanyId" FROM pharmacy WHERE apo_id = $1',
);

const LOADED = statement(
  { cursor: 'text', at: 'time' },
  'SELECT cursor, loaded_at AS at FROM till_state WHERE apo_id = $1',
);

type Stored = {
  readonly takenAt: Date;
  readonly cursor: string | null;
  readonly rows: HeldRows;
  readonly unreadable: readonly number[];
};

/** In the transaction that stores the inventory, if it is the newest. Rules 9.30 and 9.36. */
export async function noteComparison(
  connection: Queryable,
  apoId: number,
  { takenAt, cursor, rows, unreadable }: Stored,
): Promise<void> {
  const { crmCompanyId } = await askOne(connection, CUSTOMER, [apoId]);
  const { position } = await readTillPharmacy(connection, crmCompanyId);
  const { counts, articles } = await compareWithLists(connection, rows, { position, cursor });
  const deviating = articles.filter(({ verdict }) => isTillDeviation(verdict)).slice(0, NOTED_DEVIATIONS);
  const [loaded] = await ask(connection, LOADED, [apoId]);
  await connection.query(NOTE, [
    apoId,
    takenAt,
    formatCursor({ to: position }),
    countDeviations(counts),
    plainArray(deviating.map(({ pzn }) => Number(pzn))),
    plainArray(deviating.map(({ till }) => till ?? null)),
    plainArray(unreadable),
    loaded?.cursor ?? null,
    loaded?.at ?? null,
  ]);
}

const NOTED = prepared(
  statement(
    { takenAt: 'time', count: 'int?', deviating: 'int[]?', cents: 'int[]?' },
    `SELECT taken_at AS "takenAt", deviation_count AS count, deviating, deviating_cents AS cents
       FROM till_inventory WHERE apo_id = $1 AND checked_at = taken_at`,
  ),
);

const STILL = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count
     FROM (SELECT lpad(d.pzn::text, 8, '0') AS pzn, d.cents FROM unnest($2::int[], $3::int[]) AS d(pzn, cents)) d
     LEFT JOIN (SELECT i.pzn, ${centsSql(EFFECTIVE_PRICE)} AS now FROM price_item i WHERE i.apo_id = $1 OFFSET 0) i USING (pzn)
    WHERE d.cents IS DISTINCT FROM i.now`,
);

/** Those of the newest inventory that still differ. Rule 9.36. */
export async function readTillDeviations(
  db: Queryable,
  { apoId, listApoId }: { apoId: number; listApoId: number },
): Promise<{ takenAt: string; count: number } | null> {
  const [noted] = await ask(db, NOTED, [apoId]);
  const { takenAt, count = null, deviating, cents } = noted ?? {};
  if (!takenAt || count === null || !deviating || !cents) return null;
  const isWhole = count > 0 && count === deviating.length;
  const still = isWhole ? await askOne(db, STILL, [listApoId, plainArray(deviating), plainArray(cents)]) : { count };
  return { takenAt: takenAt.toISOString(), count: still.count };
}
