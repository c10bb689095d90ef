import { judge } from './judge.ts';
import type { Scenario } from './scenario.ts';

/** Loads that stop after so many articles, of which the till knows nothing. */
export const HALF_LOADS: readonly Scenario[] = [
  ...[55, 70, 95].map(
    (percent): Scenario => ({
      kind: `a first load stops at ${percent} %`,
      async run(site) {
        const till = site.addTill('A');
        const left = await till.load({ share: percent / 100 });
        await till.sendInventory();
        return judge(site, {
          rows: [{ till: till.account, pzns: left, verdict: 'missing', reasons: ['neverLoaded'] }],
        });
      },
    }),
  ),
  {
    kind: 'a first load stops at 30 %, told once',
    async run(site) {
      const till = site.addTill('A');
      await till.load({ share: 0.3 });
      await till.sendInventory();
      return judge(site, { doubts: [{ till: till.account, cause: /fehl|Artikel/ }] });
    },
  },
  {
    kind: 'a first load stops at 30 %, told twice',
    async run(site) {
      const till = site.addTill('A');
      const left = await till.load({ share: 0.3 });
      await till.sendInventory();
      await till.sendInventory();
      return judge(site, { rows: [{ till: till.account, pzns: left, verdict: 'missing', reasons: ['neverLoaded'] }] });
    },
  },
  {
    kind: 'a first load stops at 30 %, told by the next night after changes',
    async run(site) {
      const till = site.addTill('A');
      const left = await till.load({ share: 0.3 });
      await till.sendInventory();
      const changed = site.pick(5, [...till.prices.keys()]);
      await site.change(changed);
      await till.load();
      await till.sendInventory();
      return judge(site, { rows: [{ till: till.account, pzns: left, verdict: 'missing', reasons: ['neverLoaded'] }] });
    },
  },
  {
    kind: 'half of a first load, told by the digest alone',
    async run(site) {
      const till = site.addTill('A');
      await till.load({ share: 0.5, digest: true });
      return judge(site, { digests: [till.account] });
    },
  },
  {
    kind: 'half of a first load of one of two tills',
    async run(site) {
      const [half, whole] = [site.addTill('A'), site.addTill('B')];
      const left = await half.load({ share: 0.6 });
      await whole.load();
      await half.sendInventory();
      await whole.sendInventory();
      return judge(site, { rows: [{ till: half.account, pzns: left, verdict: 'missing', reasons: ['neverLoaded'] }] });
    },
  },
  {
    kind: 'half of a first load, then what changed since',
    async run(site) {
      const till = site.addTill('A');
      const left = await till.load({ share: 0.6 });
      const changed = site.pick(10, left);
      await site.change(changed);
      await till.load();
      await till.sendInventory();
      const still = left.filter((pzn) => !changed.includes(pzn));
      return judge(site, { rows: [{ till: till.account, pzns: still, verdict: 'missing', reasons: ['neverLoaded'] }] });
    },
  },
  {
    kind: 'half of a first load over prices from before',
    async run(site) {
      // the till had prices of its own for all articles, from the time before the portal
      const till = site.addTill('A');
      for (const { pzn, cents } of site.articles) till.prices.set(pzn, Math.round(cents * 1.08));
      const left = await till.load({ share: 0.6, forget: false });
      await till.sendInventory();
      return judge(site, {
        rows: [{ till: till.account, pzns: left, verdict: 'different', reasons: ['neverLoaded'] }],
      });
    },
  },
  ...[55, 70].map(
    (percent): Scenario => ({
      kind: `a reload stops at ${percent} %`,
      async run(site) {
        const till = site.addTill('A');
        await till.load();
        await till.sendInventory();
        till.forgetCursor();
        const left = await till.load({ share: percent / 100 });
        await till.sendInventory();
        return judge(site, { rows: [{ till: till.account, pzns: left, verdict: 'missing', reasons: ['notTaken'] }] });
      },
    }),
  ),
  {
    kind: 'a reload stops at 30 %, told once',
    async run(site) {
      const till = site.addTill('A');
      await till.load();
      await till.sendInventory();
      till.forgetCursor();
      await till.load({ share: 0.3 });
      await till.sendInventory();
      return judge(site, { doubts: [{ till: till.account, cause: /fehl|statt/ }] });
    },
  },
  {
    kind: 'a reload stops at 30 %, told twice',
    async run(site) {
      const till = site.addTill('A');
      await till.load();
      await till.sendInventory();
      till.forgetCursor();
      const left = await till.load({ share: 0.3 });
      await till.sendInventory();
      await till.sendInventory();
      return judge(site, { rows: [{ till: till.account, pzns: left, verdict: 'missing', reasons: ['notTaken'] }] });
    },
  },
  {
    kind: 'half of a reload that forgets nothing, after changes',
    async run(site) {
      const till = site.addTill('A');
      await till.load();
      await till.sendInventory();
      const changed = site.pick(40);
      await site.change(changed);
      till.forgetCursor();
      const left = await till.load({ share: 0.5, forget: false });
      await till.sendInventory();
      const pzns = changed.filter((pzn) => left.includes(pzn));
      return judge(site, { rows: [{ till: till.account, pzns, verdict: 'different', reasons: ['notTaken'] }] });
    },
  },
  {
    kind: 'half of a load of changes',
    async run(site) {
      const till = site.addTill('A');
      await till.load();
      const changed = site.pick(30);
      await site.change(changed);
      const left = await till.load({ share: 0.5 });
      await till.sendInventory();
      return judge(site, { rows: [{ till: till.account, pzns: left, verdict: 'different', reasons: ['notTaken'] }] });
    },
  },
  {
    kind: 'half of a monthly update',
    async run(site) {
      const till = site.addTill('A');
      await till.load();
      await till.sendInventory();
      await site.approve();
      const left = await till.load({ share: 0.5 });
      await till.sendInventory();
      return judge(site, { rows: [{ till: till.account, pzns: left, verdict: 'different', reasons: ['notTaken'] }] });
    },
  },
  {
    kind: 'half of a first load, told by a file brought by hand',
    async run(site) {
      const till = site.addTill('A');
      const left = await till.load({ share: 0.6 });
      await site.compare(till.prices);
      return judge(site, { rows: [{ till: till.account, pzns: left, verdict: 'missing', reasons: ['neverLoaded'] }] });
    },
  },
];
