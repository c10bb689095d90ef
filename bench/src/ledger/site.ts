import type { Dashboard, ListArrivals, StrayTill, TillCheckRow } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Random } from '@portal/dev/demo/random.ts';
import { seedPackages } from '../package-data.ts';
import { callsOf, type Portal } from './calls.ts';
import { createTill, type Prices, type Till } from './till.ts';

export type Site = Awaited<ReturnType<typeof createSite>>;
export type Article = {
  readonly pzn: string;
  readonly group: ProductGroup;
  readonly cents: number;
  readonly aep: number;
};
type Read = { rows: TillCheckRow[]; notCompared: number; doubts: string[] };
type Edit = { readonly pzn: string; readonly cents: number | null; readonly excluded?: boolean };

const SIZES: Record<ProductGroup, number> = { OTC: 120, FREIWAHL: 50, HILFSMITTEL: 30 };
const GROUPS = Object.keys(SIZES) as ProductGroup[];

/** A pharmacy with three lists and as many tills as a fault needs. */
export async function createSite(portal: Portal, apoId: number, random: Random, sizes = SIZES) {
  const calls = callsOf(portal, apoId);
  const tills: Till[] = [];
  const articles = await seedSite(portal, apoId, random, sizes);
  const { rows: found } = await portal.pool.query<{ pzn: string }>(
    'SELECT pzn FROM product WHERE pzn NOT IN (SELECT pzn FROM price_item WHERE apo_id = $1) ORDER BY pzn LIMIT 150',
    [apoId],
  );
  const others = found.map(({ pzn }) => pzn);
  const fresh = articles.map(({ pzn }) => pzn);

  function addTill(name: string): Till {
    const till = createTill(calls, `till-${apoId}.${name}`);
    tills.push(till);
    return till;
  }
  /** Articles that no other fault has touched. */
  function pick(count: number, of: readonly string[] = fresh): string[] {
    return Array.from({ length: count }, () => {
      const pzn = random.pick(of.filter((each) => fresh.includes(each)));
      fresh.splice(fresh.indexOf(pzn), 1);
      return pzn;
    });
  }
  async function save(edits: readonly Edit[]): Promise<void> {
    const products = edits.map(({ pzn, cents, excluded = false }) => ({
      pzn,
      priceEdit: cents === null ? null : cents / 100,
      editedPermanent: false,
      editedIgnore: excluded,
    }));
    await calls.call('PUT', '/api/price/{at}', { products });
  }
  async function arrivals(): Promise<{ waiting: string[]; isWhole: boolean; differing: string[] }> {
    const lists = await Promise.all(
      GROUPS.map((group) => calls.call<ListArrivals>('GET', `/api/price/arrivals/{at}/${group}`)),
    );
    return {
      waiting: lists.flatMap(({ waiting }) => waiting?.pzns ?? []),
      isWhole: lists.some(({ waiting }) => waiting?.pzns === null),
      differing: lists.flatMap(({ differing }) => differing ?? []),
    };
  }

  return {
    apoId,
    random,
    calls,
    articles,
    groupOf: (pzn: string) => articles.find((each) => each.pzn === pzn)?.group,
    tills,
    /** Articles of nobody here. */
    others,
    save,
    arrivals,
    now: portal.now,
    passTime: portal.passTime,
    pick,
    exclude: (pzns: readonly string[]) => save(pzns.map((pzn) => ({ pzn, cents: null, excluded: true }))),
    remove: (till: Till) => calls.call('DELETE', `/api/price/till/{at}/${encodeURIComponent(till.account)}`),
    /** Prices that people change: every one of them by some cents. */
    async change(pzns: readonly string[], by: (cents: number) => number = (cents) => cents + random.int(11, 90)) {
      const now = new Map((await prices()).map((each) => [each.pzn, each.cents]));
      await save(pzns.map((pzn) => ({ pzn, cents: by(now.get(pzn) as number) })));
    },
    /** A monthly update of the OTC list, approved. */
    async approve(raise = 0.1) {
      const [update] = await seedPackages(portal.pool, { first: apoId, count: 1, raise });
      await calls.call('PUT', `/api/price/approve/mdp/{at}/${update!.id}/OTC`, { products: [] });
    },
    addTill,
    /** Tills that have loaded, and told that they have. */
    async start(name = 'A') {
      const till = addTill(name);
      await till.load();
      await till.sendInventory();
      return till;
    },
    /** Prices that somebody types at a till. */
    type(prices: Prices, count: number): string[] {
      const pzns = pick(count, [...prices.keys()]);
      for (const pzn of pzns) prices.set(pzn, (prices.get(pzn) as number) + random.int(20, 90));
      return pzns;
    },
    /** A Kassenabgleich by a person. */
    async compare(rows: Prices, { despite = false, column = 'VK', lines = linesOf(rows) } = {}) {
      const form = new FormData();
      form.set('csv', new Blob([[`PZN;${column}`, ...lines, ''].join('\r\n')], { type: 'text/csv' }), 'kasse.csv');
      form.set('pzncolumn', 'PZN');
      form.set('pricecolumn', column);
      if (despite) form.set('despite', 'take');
      const { status, body } = await calls.tryCall('POST', '/api/price/tillcheck/{at}', form);
      return { status, message: body.message, doubts: (body['doubts'] ?? []) as string[], is: body['status'] };
    },
    async readTill(account: string): Promise<Read> {
      const { rows, check, doubted } = await calls.call<{
        rows: TillCheckRow[];
        check: { notCompared: { count: number }[] } | null;
        doubted: { account: string; doubts: string[] }[];
      }>('GET', `/api/price/tillcheck/{at}?till=${encodeURIComponent(account)}`);
      return {
        rows: rows.filter(({ verdict }) => verdict !== 'changedSince'),
        notCompared: (check?.notCompared ?? []).reduce((sum, { count }) => sum + count, 0),
        doubts: doubted.filter((each) => each.account === account).flatMap(({ doubts }) => doubts),
      };
    },
    dashboard: () => calls.call<Dashboard>('GET', '/api/pharmacy/dashboard/{at}'),
    async stray(): Promise<StrayTill | undefined> {
      const { tills: stray } = await calls.call<{ tills: StrayTill[] }>('GET', '/api/admin/tills');
      return stray.find((each) => each.apoId === apoId);
    },
    prices,
  };

  async function prices(): Promise<Article[]> {
    const { rows } = await portal.pool.query<Article>(
      `SELECT pzn, product_group AS group, (coalesce(manual_price, calculated_price) * 100)::int AS cents,
              (aep * 100)::int AS aep FROM price_item WHERE apo_id = $1 AND price_type <> 1 ORDER BY pzn`,
      [apoId],
    );
    return rows;
  }
}

const linesOf = (rows: Prices) =>
  Array.from(rows, ([pzn, cents]) => `${pzn};${(cents / 100).toFixed(2).replace('.', ',')}`);

async function seedSite({ pool }: Portal, apoId: number, random: Random, sizes: typeof SIZES): Promise<Article[]> {
  await pool.query(
    `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
     VALUES ($1::int, $1, 'bench-' || $1::int, 'Bench ' || $1::int, '', '', '', 1, 1)`,
    [apoId],
  );
  const articles: Article[] = [];
  for (const group of GROUPS) {
    const { rows } = await pool.query<{ pzn: string }>(
      'SELECT pzn FROM product WHERE product_group = $1 ORDER BY pzn LIMIT $2',
      [group, sizes[group]],
    );
    for (const { pzn } of rows) {
      const cents = random.int(15, 450) * 10 + random.pick([5, 9, 9]);
      articles.push({ pzn, group, cents, aep: Math.round(cents * (0.4 + 0.35 * random.next())) });
    }
    await pool.query('INSERT INTO list_version (apo_id, product_group, version, item_count) VALUES ($1, $2, 1, $3)', [
      apoId,
      group,
      rows.length,
    ]);
  }
  await pool.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, calculated_price, price_type, avp, aep, price_avg, pe_cluster, units,
                             changed_at, changed_version)
     SELECT $1, pzn, "group", cents / 100.0, 0, round(cents * 1.3) / 100.0, aep / 100.0, cents / 100.0, 1, 7,
            now() - interval '40 days', 1
       FROM json_to_recordset($2) AS a(pzn text, "group" text, cents int, aep int)`,
    [apoId, JSON.stringify(articles)],
  );
  return articles.toSorted((a, b) => (a.pzn < b.pzn ? -1 : 1));
}
