import type { TillReason } from '@portal/rules';
import type { LedgerPharmacy } from './pharmacy.ts';

export type Planted = { readonly fault: string; readonly isNamed: () => Promise<boolean> };

/** The article stands in the Kassenabgleich with that verdict and cause, and in the filter of the list. */
function named(pharmacy: LedgerPharmacy, pzn: string, verdict: string, ...reasons: TillReason[]) {
  return async () => {
    const { rows, arrivals, differs } = pharmacy.said();
    const row = rows.get(pzn);
    const isFiltered = verdict === 'only' || arrivals.differing?.includes(pzn) === true;
    return row?.verdict === verdict && row.reason !== null && reasons.includes(row.reason) && isFiltered && differs;
  };
}

async function changed(pharmacy: LedgerPharmacy, options: { label?: boolean } = {}): Promise<string> {
  const pzn = pharmacy.article();
  await pharmacy.save([{ pzn, cents: pharmacy.another(pharmacy.priceOf(pzn)) }], options);
  return pzn;
}

/** In turns; what a till by file cannot say is another fault there. */
export const PLANTS: readonly ((pharmacy: LedgerPharmacy) => Promise<Planted>)[] = [
  async (pharmacy) => {
    const pzn = await changed(pharmacy);
    await pharmacy.load({ lost: [pzn] });
    return { fault: 'a row that the till drops', isNamed: named(pharmacy, pzn, 'different', 'notTaken') };
  },
  async (pharmacy) => {
    if (!pharmacy.bySync) {
      const pzn = pharmacy.article();
      pharmacy.saveLast({ pzn, cents: pharmacy.another(pharmacy.priceOf(pzn)) });
      return { fault: 'a price that was never sent', isNamed: named(pharmacy, pzn, 'different', 'sentBefore') };
    }
    const pzn = await changed(pharmacy);
    await pharmacy.load({ refused: [pzn] });
    return { fault: 'an article that the till refuses', isNamed: named(pharmacy, pzn, 'different', 'refused') };
  },
  async (pharmacy) => {
    const pzn = await changed(pharmacy);
    await pharmacy.load();
    pharmacy.till.set(pzn, pharmacy.another(pharmacy.priceOf(pzn)));
    return { fault: 'a price typed at the till', isNamed: named(pharmacy, pzn, 'different', 'changedAtTill') };
  },
  async (pharmacy) => {
    const pzn = await changed(pharmacy, { label: false });
    await pharmacy.load();
    return {
      fault: 'a label that is outdated',
      isNamed: async () => pharmacy.said().arrivals.outdated?.includes(pzn) === true && !pharmacy.said().rows.has(pzn),
    };
  },
  async (pharmacy) => {
    const pzn = pharmacy.article();
    const cents = pharmacy.priceOf(pzn);
    await pharmacy.save([{ pzn, cents: null, excluded: true }]);
    await pharmacy.load();
    // a till that loads by itself reads the empty price as 0
    pharmacy.till.set(pzn, pharmacy.bySync ? 0 : cents);
    return {
      fault: 'a withdrawn article that the till goes on selling',
      isNamed: named(pharmacy, pzn, 'only', 'notTaken', 'changedAtTill'),
    };
  },
  async (pharmacy) => {
    const pzns = Array.from({ length: 6 }, () => pharmacy.article());
    await pharmacy.save(pzns.map((pzn) => ({ pzn, cents: pharmacy.another(pharmacy.priceOf(pzn)) })));
    const lost = pzns.toSorted().slice(3);
    if (pharmacy.bySync) {
      await pharmacy.load({ lost });
      const each = lost.map((pzn) => named(pharmacy, pzn, 'different', 'notTaken'));
      return {
        fault: 'half a load',
        isNamed: async () => (await Promise.all(each.map((isNamed) => isNamed()))).every(Boolean),
      };
    }
    const file = await pharmacy.download('changes');
    const { status, body } = await pharmacy.confirm(file.id, file.rows - lost.length);
    const isSaid =
      status !== 200 && [file.rows - lost.length, file.rows].every((count) => body.message?.includes(String(count)));
    await pharmacy.load();
    return { fault: 'half a file', isNamed: async () => isSaid };
  },
  async (pharmacy) => {
    const pzn = await changed(pharmacy);
    await pharmacy.load();
    pharmacy.till.delete(pzn);
    return { fault: 'an article deleted at the till', isNamed: named(pharmacy, pzn, 'missing', 'changedAtTill') };
  },
];
