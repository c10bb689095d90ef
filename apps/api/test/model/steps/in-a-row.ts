import fc from 'fast-check';
import type { Step } from '../outcome.ts';
import { PHARMACY_COUNT } from '../start.ts';
import { Import, anyImport } from './imports.ts';
import { type ListRow, OpenList, SaveList } from './lists.ts';
import { type Edit, PackageStep } from './packages.ts';
import { anyGroup, anyPharmacy, type Caller } from './picks.ts';
import { SaveImported } from './save-imported.ts';

// What single steps hardly ever come to: the same list or package on two screens, and both used one after the other.

/** Two people, or one in two tabs. */
const anyPair = fc.array(fc.constantFrom<Caller>('owner', 'deputy', 'sales'), { minLength: 2, maxLength: 2 });
const anyTwoPrices = fc.uniqueArray(fc.constantFrom(100, 250, 499, 777, 849, 999), { minLength: 2, maxLength: 2 });

/** A list is opened twice, a row is saved from the one screen, then from the other one, which does not show that. */
const listTwice: fc.Arbitrary<Step[]> = fc
  .record({
    pharmacy: anyPharmacy(PHARMACY_COUNT),
    group: anyGroup,
    pzn: fc.nat(20),
    callers: anyPair,
    prices: anyTwoPrices,
    ticks: fc.constantFrom<ListRow['ticks']>('none', 'none', 'permanent', 'ignore'),
  })
  .map(({ pharmacy, group, pzn, callers, prices, ticks }) => {
    const save = (n: 0 | 1) => {
      const row: ListRow = { pzn, price: prices[n] as number, ticks: n === 0 ? 'none' : ticks, group: null };
      return new SaveList({ caller: callers[n] as Caller, pharmacy, group, rows: [row], screen: null, stale: n });
    };
    return [new OpenList({ pharmacy, group }), new OpenList({ pharmacy, group }), save(0), save(1)];
  });

/**
 * A package is opened twice, a row is kept from the one screen, then something is done from the other one, or from one that was
 * opened after that: the same row kept or approved, or everything approved as it is.
 */
const THEN = [
  { action: 'save', again: false, sameRow: true },
  { action: 'approve', again: false, sameRow: true },
  { action: 'approve', again: false, sameRow: false },
  { action: 'save', again: true, sameRow: true },
  { action: 'approve', again: true, sameRow: false },
] as const;
const packageTwice: fc.Arbitrary<Step[]> = fc
  .record({
    pick: fc.nat(5),
    row: fc.nat(20),
    callers: anyPair,
    prices: anyTwoPrices,
    next: fc.constantFrom(...THEN),
  })
  .map(({ pick, row, callers, prices, next }) => {
    const on = (caller: Caller, edits: Edit[], more: object) => {
      return { caller, pick: 0, detour: 0, edits, screen: 0, seen: true, ...more };
    };
    const edit = (n: 0 | 1): Edit => ({ row, price: prices[n] as number, permanent: false, ignore: false });
    const look = (more: object) => new PackageStep('open', on('sales', [], more));
    return [
      look({ pick, open: true }),
      look({}),
      new PackageStep('save', on(callers[0] as Caller, [edit(0)], { screen: 1 })),
      ...(next.again ? [look({})] : []),
      new PackageStep(next.action, on(callers[1] as Caller, next.sameRow ? [edit(1)] : [], {})),
    ];
  });

/** A file is read for a list that is on screen, and what it holds is saved there. */
const importAndSave: fc.Arbitrary<Step[]> = fc
  .record({ pharmacy: anyPharmacy(PHARMACY_COUNT), group: anyGroup, file: anyImport })
  .map(({ pharmacy, group, file }) => [
    new OpenList({ pharmacy, group }),
    new Import(file),
    new SaveImported({ pharmacy, group, file }),
  ]);

export const anyRow: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 2, arbitrary: listTwice },
  { weight: 3, arbitrary: packageTwice },
  { weight: 2, arbitrary: importAndSave },
);
