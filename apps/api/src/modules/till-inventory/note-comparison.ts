import type { TillDifference } from '@portal/contracts';
import {
  compareTillArticle,
  countDeviations,
  isBroughtAfter,
  isMass,
  isTillDeviation,
  type TillCounts,
  type TillTransfer,
  type SortedPrices,
  priceLookup,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { intsOf } from '../../db/int-arrays.ts';
import { plainArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, askOne, command, prepared, type RowOf, run, statement, typed } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { createTurns } from '../../http/turns.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { readOverruled, readSaidSince } from '../till-position/index.ts';
import { changesSql, readTillPharmacy, type TillAccount, changesSpan } from '../till-sync/index.ts';
import { type ComparedArticle, compareWithLists, readVersionsThen } from './compare-lists.ts';
import { readTransfers } from './read-transfers.ts';
import type { Beside } from './read-beside.ts';

/** Beyond it the start page shows the count of then. */
const NOTED_DEVIATIONS = 5_000;

const NOTE = command(`
  UPDATE till_stock SET position = $4, deviation_count = $5, deviating = $6::int[], deviating_cents = $7::int[],
         unreadable = $8::int[], acknowledged = $9, acknowledged_at = $10, load_no = $11, untaken = $12::int[], gone = $13::int[],
         missing_count = $14
   WHERE apo_id = $1 AND account = $2 AND taken_at = $3`);

const CUSTOMER = statement(
  { crmCompanyId: 'int' },
  'SELECT crm_company_id AS "crmCompanyId" FROM pharmacy WHERE apo_id = $1',
);

const FORMER = statement(
  {
    takenAt: 'time',
    cursor: 'text?',
    acknowledged: 'text?',
    pzns: 'bytes',
    cents: 'bytes',
    untaken: 'int[]?',
    gone: 'int[]?',
  },
  `SELECT taken_at AS "takenAt", cursor, acknowledged, array_send(pzns) AS pzns, array_send(cents) AS cents, untaken, gone
     FROM till_stock WHERE apo_id = $1 AND account = $2`,
);
type Former = Omit<RowOf<typeof FORMER>, keyof SortedPrices> & SortedPrices;

/** What an inventory is going to replace. */
export async function readFormer(db: Queryable, { apoId, account }: Till): Promise<Former | undefined> {
  const [row] = await ask(db, FORMER, [apoId, account]);
  return row && { ...row, pzns: intsOf(row.pzns) as number[], cents: intsOf(row.cents) };
}

type Stored = {
  readonly takenAt: Date;
  readonly cursor: string | null;
  readonly rows: SortedPrices;
  readonly unreadable: readonly number[];
  readonly beside: Beside;
  readonly former: Former | undefined;
};

type Till = { readonly apoId: number; readonly account: TillAccount };

/** In the transaction that stores the inventory. Rules 9.30 and 9.36. */
export async function noteComparison(
  connection: Queryable,
  { apoId, account }: Till,
  { takenAt, cursor, rows, unreadable, beside, former }: Stored,
): Promise<void> {
  const { crmCompanyId } = await askOne(connection, CUSTOMER, [apoId]);
  const { position } = await readTillPharmacy(connection, crmCompanyId);
  const moment = { position, cursor: cursor ?? beside.position };
  const { counts, articles, notCompared } = await compareWithLists(connection, rows, moment);
  const all = articles.filter(({ verdict }) => isTillDeviation(verdict));
  const deviating = all.slice(0, NOTED_DEVIATIONS);
  const count = countDeviations(counts);
  const transfers = await readTransfers(connection, apoId, { ...beside, cursor, position, before: former });
  const { untaken, gone } = former ? await compareWithFormer(former, articles, transfers) : halfLoad(counts, articles);
  await run(connection, NOTE, [
    apoId,
    account,
    takenAt,
    beside.position,
    count,
    plainArray(deviating.map(({ pzn }) => Number(pzn))),
    plainArray(deviating.map(({ till }) => till ?? null)),
    plainArray(unreadable),
    beside.acknowledged,
    beside.acknowledgedAt,
    beside.loadNo,
    plainArray(untaken),
    plainArray(gone),
    all.filter(({ till }) => (till ?? null) === null).length,
  ]);
  if (count === 0 && notCompared.length === 0)
    await updateOne(connection, 'till', { apoId, account }, { differsSince: null });
}

/** Without a former inventory many other prices at once say that the till has never taken them. */
function halfLoad(counts: TillCounts, articles: readonly ComparedArticle[]): { untaken: number[]; gone: number[] } {
  const others = articles.filter(({ verdict, till, former }) => verdict === 'different' && till !== former);
  const isHalf = isMass(others.length, counts.equal + countDeviations(counts));
  return { untaken: isHalf ? others.map(({ pzn }) => Number(pzn)) : [], gone: [] };
}

/** Articles as before a load that was to bring them, and those that are no more there. Rule 9.32. */
async function compareWithFormer(
  former: Former,
  articles: readonly ComparedArticle[],
  transfers: readonly TillTransfer[],
): Promise<{ untaken: number[]; gone: number[] }> {
  const had = priceLookup(former);
  const [wasUntaken, wasGone] = [new Set(former.untaken), new Set(former.gone)];
  const since = former.takenAt.getTime();
  const found = { untaken: [] as number[], gone: [] as number[] };
  const turns = createTurns();
  for (const article of articles) {
    await turns.give();
    if (!isTillDeviation(article.verdict)) continue;
    const pzn = Number(article.pzn);
    const before = had(pzn);
    const sent = { ...article, withdrawn: article.verdict === 'only' };
    if (before === article.till && (wasUntaken.has(pzn) || isBroughtAfter(since, sent, transfers)))
      found.untaken.push(pzn);
    if (article.till === undefined && (before !== undefined || wasGone.has(pzn))) found.gone.push(pzn);
  }
  return found;
}

const NOTED = prepared(
  statement(
    {
      account: typed<TillAccount>('text'),
      takenAt: 'time',
      cursor: 'text?',
      position: 'text?',
      acknowledged: 'text?',
      loadNo: 'int?',
      count: 'int',
      missing: 'int',
      deviating: 'int[]?',
      cents: 'int[]?',
    },
    `SELECT account, taken_at AS "takenAt", cursor, position, acknowledged, load_no AS "loadNo", deviation_count AS count,
            coalesce(missing_count, 0) AS missing, deviating, deviating_cents AS cents
       FROM till_stock WHERE apo_id = $1 AND deviation_count IS NOT NULL ORDER BY taken_at DESC`,
  ),
);

/** What was approved at the moment of the inventory, and what is. */
const SIDES = statement(
  { pzn: 'text', till: 'int?', before: 'int?', now: 'int?' },
  `WITH d AS MATERIALIZED (
     SELECT lpad(d.pzn::text, 8, '0') AS pzn, d.cents FROM unnest($5::int[], $6::int[]) AS d(pzn, cents)
   ), first AS MATERIALIZED (
     SELECT DISTINCT ON (pzn) pzn, old_price
       FROM ${changesSql('pzn, id, old_price', 'pzn IN (SELECT pzn FROM d)')} ORDER BY pzn, id
   )
   SELECT d.pzn, d.cents AS till, ${centsSql('CASE WHEN first.pzn IS NULL THEN i.now ELSE first.old_price END')} AS before,
          ${centsSql('i.now')} AS now
     FROM d LEFT JOIN (SELECT i.pzn, ${EFFECTIVE_PRICE} AS now FROM price_item i WHERE i.apo_id = $1 OFFSET 0) i USING (pzn)
     LEFT JOIN first USING (pzn)`,
);

export type TillDeviations = {
  readonly account: TillAccount;
  readonly takenAt: Date;
  readonly pzns: readonly string[] | null;
  readonly count: number;
  /** Those of them without a price in the till; as PZNs where `pzns` is known. */
  readonly missing: number;
  readonly missingPzns: readonly string[];
};

/**
 * By till, the newest inventory first (rules 9.31, 9.36 and 22.6).
 * `pzns` null: more than are noted, `count` is that of then.
 */
export async function readTillDeviations(
  db: Queryable,
  { apoId, crmCompanyId }: { apoId: number; crmCompanyId: number },
): Promise<TillDeviations[]> {
  const noted = await ask(db, NOTED, [apoId]);
  if (noted.length === 0) return [];
  const { position: present } = await readTillPharmacy(db, crmCompanyId);
  const all: TillDeviations[] = [];
  const none = { pzns: [], count: 0, missing: 0, missingPzns: [] };
  for (const { account, takenAt, count, missing, deviating, cents, ...taken } of noted) {
    const said = count === 0 ? undefined : await readSaidSince(db, { apoId, account, present }, { ...taken, takenAt });
    const isWhole = deviating !== null && cents !== null && count === deviating.length;
    if (count === 0 || !isWhole) {
      const isSettled = said?.isAll && said.refused.size === 0;
      all.push({
        account,
        takenAt,
        ...(count === 0 || isSettled ? none : { pzns: null, count, missing, missingPzns: [] }),
      });
      continue;
    }
    const moment = taken.cursor ?? taken.position;
    const after = await readVersionsThen(db, moment, present);
    const span = changesSpan(present.listApoId, after, present.versions);
    const sides = await ask(db, SIDES, [...span, plainArray(deviating), plainArray(cents)]);
    const still = sides.filter((side) => isTillDeviation(compareTillArticle({ ...side, ours: true })));
    const pzns = still.map(({ pzn }) => pzn);
    const overruled = said ? await readOverruled(db, said, pzns) : new Set<string>();
    const left = still.filter(({ pzn }) => !overruled.has(pzn));
    const missingPzns = left.filter(({ till }) => till === null).map(({ pzn }) => pzn);
    const counts = { count: left.length, missing: missingPzns.length };
    all.push({ account, takenAt, pzns: left.map(({ pzn }) => pzn), missingPzns, ...counts });
  }
  return all;
}

/** Each article once; null without an inventory. */
export function sumUpDeviations(tills: readonly TillDeviations[]): TillDifference | null {
  const [newest] = tills;
  if (!newest) return null;
  const named = new Set(tills.flatMap(({ pzns }) => pzns ?? []));
  const lacking = new Set(tills.flatMap(({ missingPzns }) => missingPzns));
  const [largest] = tills.filter(({ pzns }) => pzns === null).toSorted((a, b) => b.count - a.count);
  const { count, missing } =
    largest && largest.count > named.size ? largest : { count: named.size, missing: lacking.size };
  return { takenAt: newest.takenAt.toISOString(), count, missing };
}
