import { judge, plus } from './judge.ts';
import type { Scenario } from './scenario.ts';

const DAY = 86_400_000;
const BEHIND = ['sentBefore', 'neverSent', 'sentSince'] as const;

/** Two and three tills a pharmacy, restored and retired ones (rules 22.5 to 22.7). */
export const SEVERAL_TILLS: readonly Scenario[] = [
  {
    kind: 'one of two tills is stale',
    async run(site) {
      const [fine, stale] = [await site.start('A'), await site.start('B')];
      const changed = site.pick(8);
      await site.change(changed);
      await fine.load();
      await fine.sendInventory();
      return judge(site, { lacks: changed, pending: { [stale.account]: 8, [fine.account]: 0 } });
    },
  },
  {
    kind: 'one of two tills is stale and sends inventories',
    async run(site) {
      const [fine, stale] = [await site.start('A'), await site.start('B')];
      const changed = site.pick(8);
      await site.change(changed);
      await fine.load();
      await fine.sendInventory();
      await stale.sendInventory();
      return judge(site, {
        lacks: changed,
        pending: { [stale.account]: 8, [fine.account]: 0 },
        rows: [{ till: stale.account, pzns: changed, verdict: 'different', reasons: BEHIND, optional: true }],
      });
    },
  },
  ...([0, 1] as const).map(
    (deviating): Scenario => ({
      kind: `one of two tills deviates, the ${deviating === 0 ? 'first' : 'last'} that tells`,
      async run(site) {
        const tills = [await site.start('A'), await site.start('B')] as const;
        const pzns = site.type(tills[deviating].prices, 6);
        for (const till of tills) await till.sendInventory();
        return judge(site, {
          rows: [{ till: tills[deviating].account, pzns, verdict: 'different', reasons: ['changedAtTill'] }],
        });
      },
    }),
  ),
  {
    kind: 'of three tills one is stale, one deviates',
    async run(site) {
      const [stale, deviating, fine] = [await site.start('A'), await site.start('B'), await site.start('C')];
      const changed = site.pick(8);
      await site.change(changed);
      await fine.load();
      await deviating.load();
      const pzns = site.type(deviating.prices, 5);
      for (const till of [stale, deviating, fine]) await till.sendInventory();
      return judge(site, {
        lacks: changed,
        pending: { [stale.account]: 8, [fine.account]: 0, [deviating.account]: 0 },
        rows: [
          { till: stale.account, pzns: changed, verdict: 'different', reasons: BEHIND, optional: true },
          { till: deviating.account, pzns, verdict: 'different', reasons: ['changedAtTill'] },
        ],
      });
    },
  },
  {
    kind: 'two tills deviate in the same articles',
    async run(site) {
      const tills = [await site.start('A'), await site.start('B')] as const;
      const pzns = site.type(tills[0].prices, 4);
      for (const pzn of pzns) tills[1].prices.delete(pzn);
      for (const till of tills) await till.sendInventory();
      return judge(site, {
        rows: [
          { till: tills[0].account, pzns, verdict: 'different', reasons: ['changedAtTill'] },
          { till: tills[1].account, pzns, verdict: 'missing', reasons: ['changedAtTill'] },
        ],
      });
    },
  },
  {
    kind: 'one of two tills refuses articles',
    async run(site) {
      const [refusing, fine] = [await site.start('A'), await site.start('B')];
      const changed = site.pick(5);
      await site.change(changed);
      await refusing.load({ refused: changed.slice(2) });
      await fine.load();
      await refusing.sendInventory();
      await fine.sendInventory();
      return judge(site, {
        refused: { [refusing.account]: changed.slice(2) },
        rows: [{ till: refusing.account, pzns: changed.slice(2), verdict: 'different', reasons: ['refused'] }],
      });
    },
  },
  {
    kind: 'one of two tills drops rows',
    async run(site) {
      const [dropping, fine] = [await site.start('A'), await site.start('B')];
      const changed = site.pick(5);
      await site.change(changed);
      await fine.load();
      await dropping.load({ lost: changed.slice(2), digest: true });
      await dropping.sendInventory();
      return judge(site, {
        rows: [{ till: dropping.account, pzns: changed.slice(2), verdict: 'different', reasons: ['notTaken'] }],
        // an inventory names them, so that the digest may be let rest
        digests: [dropping.account],
      });
    },
  },
  {
    kind: 'one of two tills is restored, cursor and prices',
    async run(site) {
      const restored = await site.start('A');
      await site.start('B');
      const back = restored.backup();
      const from = site.now();
      site.passTime(DAY);
      const changed = site.pick(8);
      await site.change(changed);
      const to = site.now();
      site.passTime(DAY);
      for (const till of site.tills) await till.load();
      for (const till of site.tills) await till.sendInventory();
      back();
      await restored.sendInventory();
      return judge(site, {
        lacks: changed,
        pending: { [restored.account]: 8 },
        stands: { [restored.account]: [from, to] },
        rows: [{ till: restored.account, pzns: changed, verdict: 'different', reasons: BEHIND, optional: true }],
      });
    },
  },
  {
    kind: 'a till is restored and acknowledges minutes later',
    async run(site) {
      const restored = await site.start();
      const back = restored.backup();
      const from = site.now();
      site.passTime(DAY);
      const changed = site.pick(8);
      await site.change(changed);
      const to = site.now();
      site.passTime(DAY);
      await restored.load();
      back();
      site.passTime(3 * 60_000);
      await restored.acknowledge();
      return judge(site, {
        lacks: changed,
        pending: { [restored.account]: 8 },
        stands: { [restored.account]: [from, to] },
      });
    },
  },
  {
    kind: 'a till is restored twice, by one change more',
    async run(site) {
      const restored = await site.start();
      const [first, second] = [site.pick(4), site.pick(5)];
      const older = restored.backup();
      const from = site.now();
      site.passTime(DAY);
      await site.change(first);
      const to = site.now();
      site.passTime(DAY);
      await restored.load();
      const newer = restored.backup();
      await site.change(second);
      await restored.load();
      newer();
      await restored.sendInventory();
      older();
      await restored.sendInventory();
      const lacks = [...first, ...second];
      return judge(site, {
        lacks,
        pending: { [restored.account]: 9 },
        stands: { [restored.account]: [from, to] },
        rows: [{ till: restored.account, pzns: lacks, verdict: 'different', reasons: BEHIND, optional: true }],
      });
    },
  },
  {
    kind: 'the prices of a till are restored, its cursor is not',
    async run(site) {
      const restored = await site.start('A');
      await site.start('B');
      const back = restored.backup();
      const changed = site.pick(8);
      await site.change(changed);
      for (const till of site.tills) await till.load();
      back({ cursorToo: false });
      await restored.sendInventory();
      return judge(site, {
        rows: [{ till: restored.account, pzns: changed, verdict: 'different', reasons: ['notTaken'] }],
      });
    },
  },
  {
    kind: 'a till by file deviates, the sync job does not',
    async run(site) {
      const first = await site.start('A');
      await site.start('B');
      const rows = new Map(first.prices);
      const pzns = site.type(rows, 5);
      await site.compare(rows);
      // of two jobs and no file nobody knows which till it is: its causes are not known either
      return judge(site, {
        rows: [{ till: 'files', pzns, verdict: 'different', reasons: ['neverSent', 'changedAtTill'] }],
      });
    },
  },
  {
    kind: 'an export by hand from the only till',
    async run(site) {
      const only = await site.start();
      const pzns = site.type(only.prices, 5);
      await site.compare(only.prices);
      return judge(site, { rows: [{ till: only.account, pzns, verdict: 'different', reasons: ['changedAtTill'] }] });
    },
  },
  {
    kind: 'one of two tills is restored and acknowledges, the other tells by digest',
    async run(site) {
      const restored = await site.start('A');
      const other = await site.start('B');
      const back = restored.backup();
      const from = site.now();
      site.passTime(DAY);
      const changed = site.pick(5);
      await site.change(changed);
      const to = site.now();
      for (const till of site.tills) await till.load({ digest: true });
      back();
      site.passTime(600_000);
      await restored.acknowledge({ digest: true });
      await other.acknowledge({ digest: true });
      return judge(site, {
        lacks: changed,
        pending: { [restored.account]: 5, [other.account]: 0 },
        stands: { [restored.account]: [from, to] },
      });
    },
  },
  {
    kind: 'of three tills one is restored, one deviates',
    async run(site) {
      const [restored, deviating] = [await site.start('A'), await site.start('B')];
      await site.start('C');
      const back = restored.backup();
      const from = site.now();
      const changed = site.pick(5);
      await site.change(changed);
      const to = site.now();
      for (const till of site.tills) await till.load();
      const pzns = site.type(deviating.prices, 4);
      back();
      for (const till of site.tills.toReversed()) await till.sendInventory();
      return judge(site, {
        lacks: changed,
        pending: { [restored.account]: 5, [deviating.account]: 0 },
        stands: { [restored.account]: [from, to] },
        rows: [
          { till: restored.account, pzns: changed, verdict: 'different', reasons: BEHIND, optional: true },
          { till: deviating.account, pzns, verdict: 'different', reasons: ['changedAtTill'] },
        ],
      });
    },
  },
  {
    kind: 'a wrong export of one of two tills',
    async run(site) {
      const [wrong, fine] = [await site.start('A'), await site.start('B')];
      await wrong.sendInventory(new Map(Array.from(wrong.prices, ([pzn, cents]) => [pzn, cents * 100])));
      await fine.sendInventory();
      const waiting = await judge(site, { doubts: [{ till: wrong.account, cause: /100-mal/ }] });
      await site.remove(wrong);
      return plus(waiting, await judge(site, {}));
    },
  },
  {
    kind: 'a retired till, until it is removed',
    async run(site) {
      const [retired, used] = [await site.start('A'), await site.start('B')];
      const pzns = site.type(retired.prices, 3);
      await retired.sendInventory();
      const changed = site.pick(8);
      await site.change(changed);
      await used.load();
      const before = await judge(site, {
        lacks: changed,
        pending: { [retired.account]: 8 },
        rows: [{ till: retired.account, pzns, verdict: 'different', reasons: ['changedAtTill'] }],
      });
      await site.remove(retired);
      const after = await judge(site, {});
      return plus(before, after);
    },
  },
];
