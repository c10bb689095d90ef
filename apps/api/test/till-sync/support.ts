import type { TillPage, TillPrice } from '@portal/contracts';
import type { Database } from '../../src/db/database.ts';
import type { Client } from '../support/portal.ts';

export type Till = {
  /** What the till sells at: PZN to price in euros. */
  readonly prices: Map<string, number>;
  /** Products it was told to take the price from. */
  readonly withdrawn: Set<string>;
  cursor: string | undefined;
};

export const newTill = (): Till => ({ prices: new Map(), withdrawn: new Set(), cursor: undefined });

/** A page as a till asks for it. */
export async function getPage(client: Client, crmCompanyId: number, query: Record<string, string> = {}) {
  const response = await client.get(`/api/till/v1/${crmCompanyId}/prices?${new URLSearchParams(query)}`);
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body as TillPage;
}

/**
 * Takes in all pages as the contract tells a till to: a first page of a whole list throws everything away, each product counts
 * once, the till moves on with the last page only. Returns the pages.
 */
export async function pull(till: Till, client: Client, crmCompanyId: number, limit = 5_000): Promise<TillPage[]> {
  const pages: TillPage[] = [];
  let rows: TillPrice[] = [];
  let whole = false;
  for (let since = till.cursor; ; since = pages.at(-1)?.cursor) {
    const page = await getPage(client, crmCompanyId, { limit: String(limit), ...(since ? { since } : {}) });
    if (page.reload) [rows, whole] = [[], true];
    rows.push(...page.prices);
    pages.push(page);
    if (!page.more) break;
  }
  if (new Set(rows.map(({ pzn }) => pzn)).size !== rows.length) throw new Error('a product came twice');
  if (whole) {
    till.prices.clear();
    till.withdrawn.clear();
  }
  for (const { pzn, price, withdrawn } of rows) {
    if (withdrawn !== (price === null)) throw new Error(`${pzn}: withdrawn and price disagree`);
    till.prices.delete(pzn);
    till.withdrawn.delete(pzn);
    if (price === null) till.withdrawn.add(pzn);
    else till.prices.set(pzn, price);
  }
  till.cursor = pages.at(-1)?.cursor;
  return pages;
}

/** The prices a pharmacy sells at now, straight from its table. */
export async function listedPrices({ pool }: Database, apoId: number): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ pzn: string; price: number }>(
    `SELECT pzn, (CASE WHEN price_type = 0 THEN calculated_price ELSE manual_price END)::float8 AS price
       FROM price_item WHERE apo_id = $1 AND price_type <> 1`,
    [apoId],
  );
  return new Map(rows.map(({ pzn, price }) => [pzn, price]));
}

export const sorted = (prices: ReadonlyMap<string, number>) => [...prices].sort(([a], [b]) => a.localeCompare(b));

export const history = async ({ pool }: Database, apoId: number): Promise<{ event: string; user: string }[]> => {
  const { rows } = await pool.query<{ event: string; user: string }>(
    `SELECT event, user_name AS user FROM history_entry WHERE apo_id = $1 AND event LIKE 'Kasse%' ORDER BY id`,
    [apoId],
  );
  return rows;
};
