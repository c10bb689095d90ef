import { judge, plus, type Trial } from './judge.ts';
import type { Scenario } from './scenario.ts';
import type { Site } from './site.ts';

const clean = (kind: string, run: (site: Site) => Promise<void>): Scenario => ({
  kind,
  async run(site) {
    await run(site);
    return judge(site, {});
  },
});
/** A load that comes later is no fault, but what the till lacks is said. */
const lacking = async (site: Site, lacks: readonly string[]): Promise<Trial> => judge(site, { lacks });
async function month(site: Site) {
  await site.approve();
  await site.change(site.pick(5));
  const gone = site.pick(2);
  await site.exclude(gone);
}

/** Tills that do as they should: the portal has nothing to say of them. */
export const CLEAN_TILLS: readonly Scenario[] = [
  clean('loads, acknowledges, tells', async (site) => {
    const till = await site.start();
    for (let n = 0; n < 3; n++) {
      await month(site);
      await till.load();
      await till.sendInventory();
    }
  }),
  clean('never sends inventories', async (site) => {
    const till = site.addTill('A');
    await till.load();
    for (let n = 0; n < 3; n++) {
      await month(site);
      await till.load();
    }
  }),
  clean('sends digests and no inventories', async (site) => {
    const till = site.addTill('A');
    await till.load({ digest: true });
    await month(site);
    await till.load({ digest: true });
  }),
  clean('digest and inventory', async (site) => {
    const till = await site.start();
    await month(site);
    await till.load({ digest: true });
    await till.sendInventory();
    await till.acknowledge({ digest: true });
  }),
  clean('loads in small pages while prices change', async (site) => {
    const till = await site.start();
    for (let n = 0; n < 3; n++) {
      await month(site);
      let pages = 0;
      await till.load({
        limit: 25,
        pages: async () => {
          pages++;
          site.passTime(60_000);
          if (pages === 2) await site.change(site.pick(3));
        },
      });
      await till.load();
      await till.sendInventory();
    }
  }),
  clean('loads the first time in small pages while prices change', async (site) => {
    const till = site.addTill('A');
    let pages = 0;
    await till.load({
      limit: 20,
      pages: async () => {
        pages++;
        if (pages % 3 === 0) await site.change(site.pick(3));
      },
    });
    await till.load({ limit: 20 });
    await till.sendInventory();
  }),
  {
    kind: 'is slow: a load a week',
    async run(site) {
      const till = await site.start();
      const changed = site.pick(6);
      await site.change(changed);
      await till.sendInventory();
      const before = await lacking(site, changed);
      site.passTime(2 * 86_400_000);
      await till.load();
      await till.sendInventory();
      const after = await judge(site, {});
      return plus(before, after);
    },
  },
  clean('acknowledges an older cursor late, on its way', async (site) => {
    const till = await site.start();
    const older = till.cursor();
    await month(site);
    await till.load();
    site.passTime(20_000);
    await till.acknowledge({ of: older });
  }),
  clean('acknowledges twice', async (site) => {
    const till = await site.start();
    await month(site);
    await till.load();
    await till.acknowledge();
    await till.sendInventory();
    await till.sendInventory();
  }),
  clean('is restored and loads again', async (site) => {
    const till = await site.start();
    const back = till.backup();
    await month(site);
    await till.load();
    back();
    await till.sendInventory();
    await till.load();
    await till.sendInventory();
  }),
  clean('is restored and loads again, without inventories', async (site) => {
    const till = site.addTill('A');
    await till.load();
    const back = till.backup();
    await month(site);
    await till.load();
    back();
    site.passTime(300_000);
    await till.load();
  }),
  clean('is restored and loads the whole list', async (site) => {
    const till = await site.start();
    const back = till.backup();
    await month(site);
    await till.load();
    back();
    till.forgetCursor();
    await till.load();
    await till.sendInventory();
  }),
  clean('loads the whole list each time', async (site) => {
    const till = await site.start();
    for (let n = 0; n < 2; n++) {
      await month(site);
      till.forgetCursor();
      await till.load();
      await till.sendInventory();
    }
  }),
  clean('tells between taking over and acknowledging', async (site) => {
    const till = await site.start();
    const older = till.cursor();
    await month(site);
    await till.fetchPrices();
    await till.sendInventory(undefined, older);
    await till.acknowledge();
    await till.sendInventory();
  }),
  clean('tells without a cursor', async (site) => {
    const till = await site.start();
    await month(site);
    await till.load();
    await till.sendInventory(undefined, null);
  }),
  clean('tells withdrawn articles without a price', async (site) => {
    const till = await site.start();
    const gone = site.pick(30);
    await site.exclude(gone);
    await till.load();
    await till.sendInventory(undefined, till.cursor(), gone);
  }),
  clean('has many articles of its own', async (site) => {
    const till = site.addTill('A');
    await till.load();
    for (const pzn of site.others) till.own.set(pzn, site.random.int(99, 9999));
    await till.sendInventory();
    await month(site);
    await till.load();
    await till.sendInventory();
  }),
  clean('has more of its own than of the portal', async (site) => {
    const till = await site.start();
    for (let n = 0; n < 900; n++) till.own.set(String(80_000_000 + n), site.random.int(99, 9999));
    await till.sendInventory();
  }),
  clean('begins to name its own articles without prices', async (site) => {
    const till = await site.start();
    await till.sendInventory(undefined, till.cursor(), site.others);
  }),
  clean('two tills at their own pace', async (site) => {
    const tills = [site.addTill('A'), site.addTill('B')] as const;
    for (const till of tills) await till.load();
    for (let n = 0; n < 3; n++) {
      await month(site);
      await tills[0].load();
      await tills[0].sendInventory();
      site.passTime(3_600_000);
      await tills[1].load({ digest: true });
    }
    await tills[1].sendInventory();
  }),
  clean('a third till begins later', async (site) => {
    const till = await site.start();
    await month(site);
    await till.load();
    for (const name of ['B', 'C']) await site.start(name);
  }),
  clean('is removed and comes back', async (site) => {
    const till = await site.start();
    await month(site);
    await till.load();
    await site.remove(till);
    await till.load();
    await till.sendInventory();
  }),
  clean('two thirds of the list are excluded', async (site) => {
    const till = await site.start();
    const gone = site.pick(Math.floor((site.articles.length * 2) / 3));
    await site.exclude(gone);
    await till.load();
    await till.sendInventory();
  }),
  clean('a whole group is excluded', async (site) => {
    const till = await site.start();
    const gone = site.articles.filter(({ group }) => group === 'FREIWAHL');
    await site.exclude(gone.map(({ pzn }) => pzn));
    await till.load();
    await till.sendInventory();
  }),
  clean('most of the list comes back from an exclusion', async (site) => {
    const gone = site.articles.slice(0, 150);
    await site.exclude(gone.map(({ pzn }) => pzn));
    const till = await site.start();
    await site.save(gone.map(({ pzn, cents }) => ({ pzn, cents })));
    await till.load();
    await till.sendInventory();
  }),
  clean('all prices rise by 19 % here', async (site) => {
    const till = await site.start();
    await site.save(site.articles.map(({ pzn, cents }) => ({ pzn, cents: Math.round(cents * 1.19) })));
    await till.load();
    await till.sendInventory();
  }),
  {
    kind: 'all prices rise by 19 % here, before it loads',
    async run(site) {
      const till = await site.start();
      await site.save(site.articles.map(({ pzn, cents }) => ({ pzn, cents: Math.round(cents * 1.19) })));
      await till.sendInventory();
      const before = await lacking(
        site,
        site.articles.map(({ pzn }) => pzn),
      );
      await till.load();
      await till.sendInventory();
      const after = await judge(site, {});
      return plus(before, after);
    },
  },
  clean('prices go back before it loads', async (site) => {
    const till = await site.start();
    const pzns = site.pick(8);
    await site.change(pzns, (cents) => cents + 40);
    await site.change(pzns, (cents) => cents - 40);
    await till.load();
    await till.sendInventory();
  }),
  clean('refuses articles and takes them later', async (site) => {
    const till = await site.start();
    const pzns = site.pick(4);
    await site.change(pzns);
    await till.load({ refused: pzns });
    await site.change(pzns);
    await till.load();
    await till.sendInventory();
  }),
  clean('refuses articles and takes them by hand', async (site) => {
    const till = await site.start();
    const pzns = site.pick(4);
    const before = new Map(till.prices);
    await site.change(pzns, (cents) => cents + 33);
    await till.load({ refused: pzns });
    for (const pzn of pzns) till.prices.set(pzn, (before.get(pzn) as number) + 33);
    await till.sendInventory();
  }),
  clean('typed prices that are put right', async (site) => {
    const till = await site.start();
    const right = till.backup();
    for (const pzn of site.pick(6)) till.prices.set(pzn, 1);
    await till.sendInventory();
    right();
    await till.sendInventory();
  }),
  clean('typed prices that a digest says are right again', async (site) => {
    const till = await site.start();
    const right = till.backup();
    for (const pzn of site.pick(6)) till.prices.set(pzn, 1234);
    await till.sendInventory();
    right();
    await till.acknowledge({ digest: true });
  }),
  clean('a wrong export, then the right one', async (site) => {
    const till = await site.start();
    await till.sendInventory(new Map(Array.from(till.prices, ([pzn, cents]) => [pzn, cents * 100])));
    await till.sendInventory();
  }),
  clean('a file and a sync job, both loaded', async (site) => {
    const till = await site.start();
    await month(site);
    await till.load();
    await site.compare(till.prices);
  }),
  clean('knows one group alone', async (site) => {
    const till = site.addTill('A');
    await till.load();
    const otc = new Set(site.articles.filter(({ group }) => group === 'OTC').map(({ pzn }) => pzn));
    for (let n = 0; n < 2; n++) {
      await till.sendInventory(new Map([...till.prices].filter(([pzn]) => otc.has(pzn))));
      await month(site);
      await till.load();
    }
    await till.sendInventory(new Map([...till.prices].filter(([pzn]) => otc.has(pzn))));
  }),
];
