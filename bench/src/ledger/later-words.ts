import { judge } from './judge.ts';
import type { Scenario } from './scenario.ts';
import type { Till } from './till.ts';

const typed = (till: Till, pzns: readonly string[]) =>
  [{ till: till.account, pzns, verdict: 'different', reasons: ['changedAtTill'] }] as const;

/** What a till says after it has said another thing (rules 9.22 to 9.25, 22.6). */
export const LATER_WORDS: readonly Scenario[] = [
  {
    kind: 'an acknowledgement without digest after an inventory that differs',
    async run(site) {
      const till = await site.start();
      const pzns = site.type(till.prices, 5);
      await till.sendInventory();
      await site.change(site.pick(6));
      await till.load();
      return judge(site, { rows: typed(till, pzns) });
    },
  },
  {
    kind: 'acknowledgements without changes after an inventory that differs',
    async run(site) {
      const till = await site.start();
      const pzns = site.type(till.prices, 5);
      await till.sendInventory();
      for (let n = 0; n < 3; n++) {
        site.passTime(600_000);
        await till.load();
      }
      return judge(site, { rows: typed(till, pzns) });
    },
  },
  {
    kind: 'an acknowledgement without digest after one whose digest differs',
    async run(site) {
      const till = await site.start();
      site.type(till.prices, 5);
      await till.acknowledge({ digest: true });
      await site.change(site.pick(6));
      await till.load();
      return judge(site, { digests: [till.account] });
    },
  },
  {
    kind: 'an acknowledgement that sends some of what an inventory had otherwise',
    async run(site) {
      const till = await site.start();
      const pzns = site.type(till.prices, 6);
      await till.sendInventory();
      await site.change(pzns.slice(4));
      await till.load();
      return judge(site, { rows: typed(till, pzns.slice(0, 4)) });
    },
  },
  {
    kind: 'what was sent again is refused after an inventory',
    async run(site) {
      const till = await site.start();
      const pzns = site.type(till.prices, 6);
      await till.sendInventory();
      await site.change(pzns.slice(4));
      await till.load({ refused: pzns.slice(4) });
      return judge(site, {
        refused: { [till.account]: pzns.slice(4) },
        rows: [
          ...typed(till, pzns.slice(0, 4)),
          // both are true of them: typed before the inventory, refused after it
          { till: till.account, pzns: pzns.slice(4), verdict: 'different', reasons: ['refused', 'changedAtTill'] },
        ],
      });
    },
  },
  {
    kind: 'what an inventory had right is refused after it',
    async run(site) {
      const till = await site.start();
      const pzns = site.pick(4);
      await site.change(pzns);
      await till.load({ refused: pzns });
      return judge(site, {
        refused: { [till.account]: pzns },
      });
    },
  },
  {
    kind: 'a digest that differs after an inventory that agrees',
    async run(site) {
      const till = await site.start();
      site.type(till.prices, 3);
      await till.acknowledge({ digest: true });
      return judge(site, { digests: [till.account] });
    },
  },
  {
    kind: 'an inventory that differs after a digest that agrees',
    async run(site) {
      const till = await site.start();
      await till.acknowledge({ digest: true });
      const pzns = site.type(till.prices, 3);
      await till.sendInventory();
      return judge(site, { rows: typed(till, pzns) });
    },
  },
  {
    kind: 'prices typed before and after a digest that agrees',
    async run(site) {
      const till = await site.start();
      site.type(till.prices, 3);
      await till.sendInventory();
      till.forgetCursor();
      await till.load({ digest: true });
      const pzns = site.type(till.prices, 4);
      await till.sendInventory();
      return judge(site, { rows: typed(till, pzns) });
    },
  },
  {
    kind: 'an inventory taken before an approval, sent after it, that differs',
    async run(site) {
      const till = await site.start();
      const pzns = site.type(till.prices, 4);
      const taken = new Map(till.prices);
      await site.approve();
      await till.sendInventory(taken);
      const lacks = site.articles.filter(({ group }) => group === 'OTC').map(({ pzn }) => pzn);
      return judge(site, {
        lacks,
        rows: [
          ...typed(
            till,
            pzns.filter((pzn) => !lacks.includes(pzn)),
          ),
          {
            till: till.account,
            pzns: lacks,
            verdict: 'different',
            reasons: ['sentBefore', 'neverSent', 'sentSince', 'changedAtTill'],
            optional: true,
          },
        ],
      });
    },
  },
  {
    kind: 'an inventory taken before an approval, sent after it was loaded',
    async run(site) {
      const till = await site.start();
      const [taken, cursor] = [new Map(till.prices), till.cursor()];
      const from = site.now();
      site.passTime(86_400_000);
      const changed = site.pick(7);
      await site.change(changed);
      const to = site.now();
      site.passTime(86_400_000);
      await till.load();
      await till.sendInventory(taken, cursor);
      return judge(site, {
        lacks: changed,
        pending: { [till.account]: 7 },
        stands: { [till.account]: [from, to] },
        rows: [
          {
            till: till.account,
            pzns: changed,
            verdict: 'different',
            reasons: ['sentBefore', 'neverSent', 'sentSince'],
            optional: true,
          },
        ],
      });
    },
  },
  {
    kind: 'an inventory of prices from before a load, named by the new cursor',
    async run(site) {
      const till = await site.start();
      const taken = new Map(till.prices);
      const changed = site.pick(7);
      await site.change(changed);
      await till.load();
      await till.sendInventory(taken);
      return judge(site, {
        rows: [{ till: till.account, pzns: changed, verdict: 'different', reasons: ['notTaken'] }],
      });
    },
  },
  {
    kind: 'an export brought after an approval that was never loaded',
    async run(site) {
      const till = await site.start();
      const changed = site.pick(7);
      await site.change(changed);
      await site.compare(till.prices);
      return judge(site, {
        lacks: changed,
        rows: [{ till: till.account, pzns: changed, verdict: 'different', reasons: ['sentBefore', 'neverSent'] }],
      });
    },
  },
  {
    kind: 'two thirds of a group typed at the till',
    async run(site) {
      const till = await site.start();
      const group = new Map([...till.prices].filter(([pzn]) => site.groupOf(pzn) === 'HILFSMITTEL'));
      const pzns = site.type(group, 20);
      for (const [pzn, cents] of group) till.prices.set(pzn, cents);
      await till.sendInventory();
      return judge(site, { rows: typed(till, pzns) });
    },
  },
  {
    kind: 'a withdrawn article that goes on, told by a later inventory',
    async run(site) {
      const till = await site.start();
      const pzns = site.pick(4);
      await site.exclude(pzns);
      await till.load({ lost: pzns });
      await till.sendInventory();
      return judge(site, {
        rows: [{ till: till.account, pzns, verdict: 'only', reasons: ['notTaken', 'changedAtTill'] }],
      });
    },
  },
  {
    kind: '3 % typed at the till after a campaign ended',
    async run(site) {
      const till = await site.start();
      const campaign = site.articles.slice(0, 60);
      await site.save(campaign.map(({ pzn, cents }) => ({ pzn, cents: Math.round(cents * 0.9) })));
      await till.load();
      await till.sendInventory();
      await site.save(campaign.map(({ pzn, cents }) => ({ pzn, cents })));
      await till.load();
      const pzns = site.type(till.prices, 6);
      await till.sendInventory();
      return judge(site, { rows: typed(till, pzns) });
    },
  },
  {
    kind: 'a tenth of a campaign that the till goes on with',
    async run(site) {
      const till = await site.start();
      const campaign = site.articles.slice(0, 60);
      await site.save(campaign.map(({ pzn, cents }) => ({ pzn, cents: Math.round(cents * 0.9) })));
      await till.load();
      await till.sendInventory();
      await site.save(campaign.map(({ pzn, cents }) => ({ pzn, cents })));
      const lost = campaign.slice(0, 20).map(({ pzn }) => pzn);
      await till.load({ lost });
      await till.sendInventory();
      return judge(site, { rows: [{ till: till.account, pzns: lost, verdict: 'different', reasons: ['notTaken'] }] });
    },
  },
];
