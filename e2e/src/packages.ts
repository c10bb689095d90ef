import type { DemoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Page } from '@playwright/test';
import { portal } from './running.ts';

type Seed = {
  kind: UpdateKind;
  pharmacy: DemoPharmacyRef;
  group: ProductGroup;
  rows: number;
  /** LZD: 0 replaces the list, 1 updates it. */
  resetChoice?: 0 | 1;
  ready?: boolean;
  /** Takes every row of the list, of any type. */
  wholeList?: boolean;
};
export type SeededRow = { pzn: string; name: string; truePrice: string };
export type Seeded = { id: number; rows: SeededRow[]; path: string };

/** Products of the list (MDP, LZD that updates), or new to it (QDP, LZD that replaces it); every third has a check reason. */
const WHOLE_LIST = `SELECT i.pzn, p.name, p.producer, round(i.calculated_price + 1, 2) AS price, i.calculated_price AS old, i.avp
    FROM price_item i JOIN product p USING (pzn)
   WHERE i.apo_id = $2 AND i.product_group = $3`;
const FROM_LIST = `${WHOLE_LIST} AND i.price_type = 0 AND i.calculated_price BETWEEN 3 AND 900 ORDER BY i.pzn LIMIT $4`;
const NEW_PRODUCTS = `SELECT p.pzn, p.name, p.producer, 10 + (p.pzn::int % 500) / 100.0 AS price, NULL::numeric AS old, 15.00 AS avp
    FROM product p
   WHERE p.product_group = $3 AND NOT EXISTS (SELECT FROM price_item i WHERE i.apo_id = $2 AND i.pzn = p.pzn)
   ORDER BY p.pzn LIMIT $4`;

/** An open package as intake leaves it behind, made of demo products; MDP are due in four days. */
export async function seedPackage(seed: Seed): Promise<Seeded> {
  const { kind, pharmacy, group, rows, resetChoice = 1, ready = true, wholeList = false } = seed;
  const { database } = portal();
  const fresh = kind === 'QDP' || (kind === 'LZD' && resetChoice === 0);
  const source = wholeList ? `${WHOLE_LIST} ORDER BY i.pzn LIMIT $4` : fresh ? NEW_PRODUCTS : FROM_LIST;
  const created = await database.query<{ id: number }>(
    `INSERT INTO price_update (kind, apo_id, product_group, created_at, updated_at, item_count, reset_choice, ready_for_approval,
                               auto_action_at, auto_action)
     VALUES ($1, $2, $3, now(), now(), $4, $5, $6, CASE WHEN $1 = 'MDP' THEN now() + interval '4 days' END,
             CASE WHEN $1 = 'MDP' THEN 'approve' END) RETURNING id`,
    [kind, pharmacy.apoId, group, rows, kind === 'LZD' ? resetChoice : null, ready],
  );
  const id = (created.rows[0] as { id: number }).id;
  const items = await database.query<SeededRow>(
    `WITH source AS (${source}), numbered AS (SELECT *, row_number() OVER (ORDER BY pzn) AS n FROM source),
     written AS (
       INSERT INTO price_update_item (update_id, pzn, apo_id, position, avp_old, avp, aep, ravp, true_price, true_price_old, units,
                                      pe_cluster, check_reason)
       SELECT $1, pzn, $2, n, avp, avp, 2.00, 12.00, price, old, n % 12, n % 3, CASE WHEN $5 = 'LZD' AND n % 3 = 0 THEN 'Neuer Artikel' END
         FROM numbered RETURNING pzn)
     SELECT pzn, name, price::numeric(10,2)::text AS "truePrice" FROM numbered ORDER BY pzn`,
    [id, pharmacy.apoId, group, rows, kind],
  );
  const path = `${startOf(pharmacy)}/${kind.toLowerCase()}/${id}/${group}`;
  return { id, rows: items.rows, path };
}

/** The path of a pharmacy's start page. */
export const startOf = ({ crmCompanyId, token }: DemoPharmacyRef) => `/p/${crmCompanyId}/${token}`;

/** Closes what a journey that failed has left open, so that it locks no list for the others. */
export async function closePackage(id: number): Promise<void> {
  const { database } = portal();
  await database.query(`UPDATE price_update SET status = -1 WHERE id = $1 AND status = 0`, [id]);
}

export const priceInput = (page: Page, pzn: string) => page.getByLabel(`Preiskorrektur für PZN ${pzn}`);
export const permanentBox = (page: Page, pzn: string) => page.getByLabel(`Dauerpreis für PZN ${pzn}`);
export const exclusionBox = (page: Page, pzn: string) => page.getByLabel(`Ausschluss für PZN ${pzn}`);
export const gridRow = (page: Page, pzn: string) => page.getByRole('row').filter({ hasText: pzn });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

export const searchField = (page: Page) => page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN');

/** Narrows the list to one product. */
export async function find(page: Page, query: string): Promise<void> {
  await searchField(page).fill(query);
}

/** Corrects a price, which may be far down the list. */
export async function correct(page: Page, pzn: string, price: string): Promise<void> {
  await find(page, pzn);
  await priceInput(page, pzn).fill(price);
  await priceInput(page, pzn).press('Tab');
}
