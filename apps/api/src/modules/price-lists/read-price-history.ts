import { type PriceHistoryEntry, type PriceHistoryRow, writePriceHistory } from '@portal/contracts';
import type { Cents, PriceType } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { centsSql, PRICE_AFTER, PRICE_BEFORE } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';
import { readRetainedSince } from '../history-writing/index.ts';

type Row = Omit<PriceHistoryRow, 'createdAt' | 'reason' | 'former' | 'keptSince' | 'began'> & {
  createdAt: Date;
  reason: string | null;
  began: boolean;
  formerPrice: Cents | null;
  formerType: PriceType | null;
};

const MAX_ENTRIES = 500;

const PRICE_HISTORY = statement<Row>(
  {
    createdAt: 'time',
    event: 'text',
    username: 'text',
    avp: 'int?',
    effectivePrice: 'int?',
    priceType: 'int?',
    formerPrice: 'int?',
    formerType: 'int?',
    reason: 'text?',
    began: 'bool',
  },
  `SELECT created_at AS "createdAt", event, user_name AS username, ${centsSql('avp')} AS avp, ${PRICE_AFTER}, ${PRICE_BEFORE}, reason,
          EXISTS (SELECT FROM price_period p WHERE p.apo_id = $1 AND p.pzn = $2 AND p.state = 'running' AND p.began_version = c.list_version) AS began
     FROM price_change c WHERE apo_id = $1 AND pzn = $2 ORDER BY id DESC LIMIT ${MAX_ENTRIES}`,
);

/** Newest first (rule 4.18). */
export async function readPriceHistory(db: Queryable, apoId: number, pzn: string): Promise<PriceHistoryEntry[]> {
  const rows = await ask(db, PRICE_HISTORY, [apoId, pzn]);
  const keptSince = (rows.at(-1)?.formerType ?? null) === null ? null : await readRetainedSince(db);
  return rows.map(({ createdAt, reason, began, formerPrice, formerType, ...row }, index) =>
    writePriceHistory({
      ...row,
      createdAt: createdAt.toISOString(),
      ...(reason === null ? {} : { reason }),
      ...(began ? { began } : {}),
      ...(index === rows.length - 1 && formerType !== null
        ? {
            former: { effectivePrice: formerPrice, priceType: formerType },
            ...(keptSince && { keptSince: keptSince.toISOString() }),
          }
        : {}),
    }),
  );
}
