import type { ChangedArticle } from '@portal/contracts';
import type { PriceType } from '@portal/rules';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../db/database.ts';
import { PRICE_AFTER, PRICE_BEFORE } from '../../db/price-columns.ts';
import { ask, type ColumnsOf, statement } from '../../db/statement.ts';

type Entry = { readonly id: string; readonly hasLog: boolean };
/** How many rows an entry has changed, and in how many of them only the type. */
type Counts = { readonly changed: number; readonly typesOnly: number };
const NONE: Counts = { changed: 0, typesOnly: 0 };

/** Of an entry `e`; its digest goes over its changes (rule 11.10). */
export const LOGGED = `e.has_log AS logged, encode(e.digest, 'hex') || (SELECT count(*) FROM price_change_dropped) AS state`;
export const LOGGED_COLUMNS = { logged: 'bool', state: 'text?' } as const;
/** `state` null: from before there were digests. */
type Logged = Entry & { readonly logged: boolean; readonly state: string | null };

const COUNTS = statement(
  { historyId: 'bigint', changed: 'int', typesOnly: 'int' },
  `SELECT history_id AS "historyId", count(*)::int AS changed,
          count(*) FILTER (WHERE old_price IS NOT DISTINCT FROM new_price)::int AS "typesOnly"
     FROM price_change WHERE apo_id = $1 AND history_id IS NOT NULL AND history_id = ANY($2::bigint[]) GROUP BY history_id`,
);

/** An approval has 20,000 changes. */
const known = new LRUCache<string, Counts>({ max: 20_000 });

export async function withCounts<E extends Logged>(
  db: Queryable,
  apoId: number,
  entries: readonly E[],
): Promise<(Omit<E, 'logged' | 'state'> & Counts)[]> {
  const countsOf = new Map<string, Counts>();
  const uncounted: E[] = [];
  for (const entry of entries) {
    const counts = entry.logged ? entry.state !== null && known.get(entry.state) : NONE;
    if (counts) countsOf.set(entry.id, counts);
    else uncounted.push(entry);
  }
  const rows = uncounted.length === 0 ? [] : await ask(db, COUNTS, [apoId, uncounted.map(({ id }) => id)]);
  for (const { historyId, ...counts } of rows) countsOf.set(historyId, counts);
  for (const { id, state } of uncounted) if (state !== null) known.set(state, countsOf.get(id) ?? NONE);
  return entries.map(({ logged: _logged, state: _state, ...shown }) => ({
    ...shown,
    ...(countsOf.get(shown.id) ?? NONE),
  }));
}

type Row = {
  historyId: string;
  pzn: string;
  name: string;
  content: string | null;
  effectivePrice: number | null;
  priceType: PriceType | null;
  formerPrice: number | null;
  formerType: PriceType | null;
};

const COLUMNS: ColumnsOf<Row> = {
  historyId: 'bigint',
  pzn: 'text',
  name: 'text',
  content: 'text?',
  effectivePrice: 'int?',
  priceType: 'int?',
  formerPrice: 'int?',
  formerType: 'int?',
};

const CHANGES = statement<Row>(
  COLUMNS,
  `SELECT e.id AS "historyId", c.pzn, coalesce(p.name, c.pzn) AS name, p.content, ${PRICE_AFTER}, ${PRICE_BEFORE}
     FROM unnest($2::bigint[], $3::bool[]) e (id, of_types)
    CROSS JOIN LATERAL (
      SELECT * FROM price_change c
       WHERE c.apo_id = $1 AND c.history_id = e.id AND (e.of_types OR c.old_price IS DISTINCT FROM c.new_price)
       ORDER BY c.id LIMIT 1) c
     LEFT JOIN product p USING (pzn)`,
);

/** The first article that each entry has changed, with its price where its log may be read (rules 11.3 and 11.8). */
export async function readChangedArticles(
  db: Queryable,
  apoId: number,
  entries: readonly (Entry & Counts)[],
): Promise<(id: string) => ChangedArticle | null> {
  const told = entries.filter(({ changed, hasLog }) => hasLog && changed > 0);
  const ids = told.map(({ id }) => id);
  const ofTypes = told.map(({ changed, typesOnly }) => changed === typesOnly);
  const rows = ids.length === 0 ? [] : await ask(db, CHANGES, [apoId, ids, ofTypes]);
  const articles = new Map(rows.map((row) => [row.historyId, articleOf(row)]));
  return (id) => articles.get(id) ?? null;
}

function articleOf({ pzn, name, content, effectivePrice, priceType, formerPrice, formerType }: Row): ChangedArticle {
  return {
    pzn,
    name,
    content,
    before: { priceType: formerType, effectivePrice: formerPrice },
    after: { priceType, effectivePrice },
  };
}
