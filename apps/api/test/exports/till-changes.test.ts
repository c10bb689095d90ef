import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import fc from 'fast-check';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { listedPrices, sorted } from '../till-sync/support.ts';

/** `TILL_RUNS=300` tries more. */
const RUNS = Number(process.env['TILL_RUNS'] ?? 4);
const PZNS = [1, 2, 3, 4, 5, 6, 7].map(testPzn);
let portal: TestPortal;
let sales: Client;
let next = 1;

beforeAll(async () => {
  portal = await startPortal();
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());

const article = fc.nat({ max: PZNS.length - 1 });
const price = fc.integer({ min: 1, max: 9 });
const group = fc.constantFrom<ProductGroup>('OTC', 'FREIWAHL');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), article, price, exclude: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reset' as const), group, articles: fc.uniqueArray(article), price }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('load' as const),
      groups: fc.subarray(['OTC', 'FREIWAHL'], { minLength: 1 }),
      contents: fc.constantFrom('all', 'changes'),
      // what is loaded and not said may be loaded all the same
      confirmed: fc.boolean(),
      // the till takes the file without this row, and reports what it took
      lost: fc.option(fc.nat({ max: 6 }), { freq: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), file: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeBack' as const), file: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'link' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'part' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A pharmacy, the main pharmacy that it mirrors now and then, and what its till sells at. */
class Till {
  readonly prices = new Map<string, number>();
  readonly own: SeededPharmacy;
  readonly main: SeededPharmacy;
  mirrors = false;
  constructor(own: SeededPharmacy, main: SeededPharmacy) {
    this.own = own;
    this.main = main;
  }
  private get at() {
    return `${this.own.apoId}/${this.own.token}`;
  }
  /** Where the lists are that the till loads. */
  get lists() {
    return this.mirrors ? this.main : this.own;
  }

  take(text: string): void {
    for (const line of text.split('\r\n').slice(1, -1)) {
      const [pzn = '', euros = ''] = line.split(';');
      if (euros === '') this.prices.delete(pzn);
      else this.prices.set(pzn, Number(euros.replace(',', '.')));
    }
  }

  async files(): Promise<{
    files: { id: number; rows: number; refusal: string | null; latest: boolean }[];
    groups: { issue: string | null }[];
  }> {
    return (await sales.get(`/api/price/tillfiles/${this.at}`)).body;
  }
  confirm(id: number, loaded: boolean, count: number | null = null) {
    return sales.put(`/api/price/tillfiles/${this.at}/${id}`, { loaded, count });
  }

  async load(productGroups: string[], contents: string, confirmed: boolean, lost: number | null = null): Promise<void> {
    const { status, body } = await sales.post(`/api/price/clientpricelistdownload/${this.at}`, {
      productGroups,
      contents,
    });
    if (status === 409 && contents === 'changes') return; // nothing to build upon
    expect([status, body.message]).toEqual([200, undefined]);
    const all = body.data.split('\r\n').slice(1, -1);
    const taken = all.filter((_: string, n: number) => n !== lost);
    this.take(['', ...taken, ''].join('\r\n'));
    if (!confirmed) return;
    const [newest] = (await this.files()).files;
    const { status: said } = await this.confirm(newest?.id ?? 0, true, taken.length);
    // Rule 9.42: a file that is confirmed already stays so.
    if (taken.length === all.length || newest?.latest === true) expect(said).toBe(200);
    else expect([said, (await this.files()).files[0]?.latest]).toEqual([409, false]);
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'save': {
        const pzn = PZNS[step.article] as string;
        const row = {
          pzn,
          priceEdit: step.exclude ? null : step.price,
          editedPermanent: false,
          editedIgnore: step.exclude,
        };
        await sales.put(`/api/price/${this.lists.path}`, { products: [row] }); // refused where it is not listed
        return;
      }
      case 'reset': {
        const others = await portal.database.prisma.priceItem.findMany({
          where: { apoId: this.lists.apoId, productGroup: { not: step.group } },
        });
        const taken = new Set(others.map(({ pzn }) => pzn));
        const pzns = step.articles.map((n) => PZNS[n] as string).filter((pzn) => !taken.has(pzn));
        if (pzns.length === 0) return;
        const rows = pzns.map((pzn) => ({ pzn, truePrice: `${step.price}.50` }));
        const given = { resetChoice: 0, productGroup: step.group };
        const id = await seedUpdate(portal.database, this.lists, 'LZD', rows, given);
        const call = `/api/price/approve/lzd/${this.lists.path}/${id}/${step.group}`;
        const { status, body } = await sales.put(call, { products: [] });
        expect([status, body.message]).toEqual([200, undefined]);
        return;
      }
      case 'load':
        return this.load(step.groups, step.contents, step.confirmed, step.lost);
      case 'again': {
        const file = (await this.files()).files[step.file];
        if (!file || file.refusal !== null) return;
        this.take((await sales.get(`/api/price/tillfiles/${this.at}/${file.id}`)).text);
        expect((await this.confirm(file.id, true, file.rows)).status).toBe(200);
        return;
      }
      case 'takeBack': {
        const file = (await this.files()).files[step.file];
        if (file) await this.confirm(file.id, false);
        return;
      }
      case 'link': {
        const body = { pharmacy: this.main.apoId, shadowPharmacy: this.own.apoId };
        expect((await sales.post('/api/pharmacy/shadow', body)).status).toBe(200);
        this.mirrors = true;
        return;
      }
      case 'part':
        if (this.mirrors) await sales.delete(`/api/pharmacy/shadow/${this.main.apoId}/${this.own.apoId}`);
        this.mirrors = false;
    }
  }
}

async function newTill(): Promise<Till> {
  const [own, main] = [await seedPharmacy(portal.database, next++), await seedPharmacy(portal.database, next++)];
  const [a, b, c, d, e] = PZNS as [string, string, string, string, string];
  await seedList(portal.database, own, 'OTC', [{ pzn: a }, { pzn: b }, { pzn: c, type: 1 }]);
  await seedList(portal.database, own, 'FREIWAHL', [{ pzn: d }]);
  await seedList(portal.database, main, 'OTC', [
    { pzn: a, calculated: '1.00' },
    { pzn: e, calculated: '2.00' },
  ]);
  return new Till(own, main);
}

// Rule 9.17.
test('whatever was edited, loaded, loaded again or exchanged: the changes of each group on top, or all where there is no load, and the till has the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), async (steps) => {
      const till = await newTill();
      for (const each of steps) await till.run(each);
      const { groups } = await till.files();
      for (const [index, group] of PRODUCT_GROUPS.entries())
        await till.load([group], groups[index]?.issue === null ? 'changes' : 'all', true);
      expect(sorted(till.prices)).toEqual(sorted(await listedPrices(portal.database, till.lists.apoId)));
      const all = new Map(till.prices);
      await till.load([...PRODUCT_GROUPS], 'changes', true);
      expect(till.prices).toEqual(all);
    }),
    { numRuns: RUNS },
  );
}, 240_000);
