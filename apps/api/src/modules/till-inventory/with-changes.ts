import type { Cents, SortedPrices } from '@portal/rules';

/** @param changes undefined: no more there */
export function withChanges(
  { pzns, cents }: SortedPrices,
  changes: ReadonlyMap<number, Cents | undefined>,
): SortedPrices {
  const changed = { pzns: [] as number[], cents: [] as (number | null)[] };
  let at = 0;
  const keepUpTo = (pzn: number) => {
    for (; at < pzns.length && (pzns[at] as number) < pzn; at++) {
      changed.pzns.push(pzns[at] as number);
      changed.cents.push(cents[at] ?? null);
    }
  };
  for (const pzn of Int32Array.from(changes.keys()).sort()) {
    keepUpTo(pzn);
    if (pzns[at] === pzn) at++;
    const price = changes.get(pzn);
    if (price === undefined) continue;
    changed.pzns.push(pzn);
    changed.cents.push(price);
  }
  keepUpTo(Infinity);
  return changed;
}
