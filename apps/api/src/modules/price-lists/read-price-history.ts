import { type PriceHistoryEntry, type PriceHistoryRow, writePriceHistory } from '@portal/contracts';
import { type LowestPrice, lowestPrice, type PriceType } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { centsSql, PRICE_AFTER, PRICE_BEFORE } from '../../db/price-columns.ts';
import { ask, type RowFrom, statement, typed } from '../../db/statement.ts';
import { readRetainedSince } from '../history-writing/index.ts';
import { RECORDED_COLUMNS, RECORDED_PRICE, withTold } from './told-prices.ts';

const MAX_ENTRIES = 500;

const COLUMNS = {
  ...RECORDED_COLUMNS,
  event: 'text',
  username: 'text',
  avp: 'int?',
  effectivePrice: 'int?',
  priceType: typed<PriceType | null>('int?'),
  formerPrice: 'int?',
  formerType: typed<PriceType | null>('int?'),
  reason: 'text?',
} as const;
type Row = RowFrom<typeof COLUMNS>;

const PRICE_HISTORY = statement(
  COLUMNS,
  `SELECT ${RECORDED_PRICE}, c.event, c.user_name AS username, ${centsSql('avp')} AS avp, ${PRICE_AFTER}, ${PRICE_BEFORE}, c.reason
     FROM price_change c LEFT JOIN price_period p ON p.apo_id = $1 AND p.pzn = $2 AND p.state = 'running'
    WHERE c.apo_id = $1 AND c.pzn = $2 ORDER BY c.id DESC LIMIT ${MAX_ENTRIES}`,
);

/** Newest first (rule 4.18), with the lowest price (rule 17.10). */
export async function readPriceHistory(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'listApoId'>,
  pzn: string,
  now: Date,
): Promise<PriceHistoryEntry[]> {
  const rows = await ask(db, PRICE_HISTORY, [pharmacy.listApoId, pzn]);
  const keptSince = (rows.at(-1)?.formerType ?? null) === null ? null : await readRetainedSince(db);
  const lowest = await lowestOf(db, pharmacy, rows.toReversed(), now);
  return rows.map((row, index) => {
    const { since, event, username, avp, effectivePrice, priceType, reason, formerPrice, formerType } = row;
    const entry: PriceHistoryRow = { createdAt: since.toISOString(), event, username, avp, effectivePrice, priceType };
    const isOldest = index === rows.length - 1 && formerType !== null;
    return writePriceHistory({
      ...entry,
      ...(reason === null ? {} : { reason }),
      ...(index === 0 && lowest ? { lowest } : {}),
      ...(isOldest ? { former: { effectivePrice: formerPrice, priceType: formerType } } : {}),
      ...(isOldest && keptSince ? { keptSince: keptSince.toISOString() } : {}),
    });
  });
}

async function lowestOf(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'listApoId'>,
  changes: readonly Row[],
  now: Date,
): Promise<LowestPrice | undefined> {
  const [history = []] = await withTold(db, pharmacy, [changes]);
  return lowestPrice([{ since: new Date(0), price: changes[0]?.formerPrice ?? null }, ...history], now);
}
