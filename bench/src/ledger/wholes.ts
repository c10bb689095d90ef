import type { TillReason } from '@portal/rules';
import type { LedgerPharmacy } from './pharmacy.ts';

type Whole = { readonly fault: string; readonly isNamed: (pharmacy: LedgerPharmacy) => Promise<boolean> };

/** Each on a pharmacy of its own. */
export const WHOLES: readonly Whole[] = [
  {
    fault: 'half of a first load, into an empty till',
    async isNamed(pharmacy) {
      const lost = halfOf(pharmacy);
      await pharmacy.load({ lost });
      await pharmacy.hold(undefined, { despite: true });
      return haveReason(pharmacy, lost, 'neverLoaded');
    },
  },
  {
    fault: 'half of a first load, into a till with prices of its own',
    async isNamed(pharmacy) {
      const lost = halfOf(pharmacy);
      for (const pzn of pharmacy.listed) pharmacy.till.set(pzn, 200 + pharmacy.random.int(1, 5_000));
      if (!pharmacy.bySync) await loadFirstFile(pharmacy, lost);
      else await pharmacy.load({ lost });
      await pharmacy.hold(undefined, { despite: true });
      return haveReason(pharmacy, lost, 'neverLoaded');
    },
  },
  {
    fault: 'half of a reload, into a till that was emptied',
    async isNamed(pharmacy) {
      await pharmacy.load();
      await pharmacy.hold();
      const lost = halfOf(pharmacy);
      for (const pzn of lost) pharmacy.till.delete(pzn);
      await pharmacy.hold(undefined, { despite: true });
      return haveReason(pharmacy, lost, 'notTaken');
    },
  },
  ...[
    { fault: 'an inventory in cents', change: (cents: number) => cents * 100 },
    { fault: 'an inventory without VAT', change: (cents: number) => Math.round(cents / 1.19) },
    { fault: 'an inventory of another pharmacy', change: (cents: number) => Math.round(cents * 0.8) + (cents % 70) },
  ].map(({ fault, change }) => ({
    fault,
    async isNamed(pharmacy: LedgerPharmacy) {
      await pharmacy.load();
      if (await pharmacy.hold()) return false;
      const isDoubted = await pharmacy.hold(change);
      return isDoubted && (await pharmacy.read()).rows.size === 0;
    },
  })),
];

function halfOf({ listed, random }: LedgerPharmacy): string[] {
  const from = random.int(0, 1);
  return listed.filter((_, at) => at % 2 === from);
}

/** 'All' also where the till is not empty. */
async function loadFirstFile(pharmacy: LedgerPharmacy, lost: readonly string[]): Promise<void> {
  const file = await pharmacy.download('all');
  for (const [pzn, cents] of file.lines) if (cents !== null && !lost.includes(pzn)) pharmacy.till.set(pzn, cents);
  await pharmacy.confirm(file.id, file.rows);
}

async function haveReason(pharmacy: LedgerPharmacy, pzns: readonly string[], reason: TillReason): Promise<boolean> {
  const { rows } = await pharmacy.read();
  return pzns.every((pzn) => rows.get(pzn)?.reason === reason);
}
