import fc from 'fast-check';
import type { Step } from '../outcome.ts';
import { PHARMACY_COUNT } from '../start.ts';
import { Import, anyImport } from './imports.ts';
import { type ListRow, OpenList, SaveList } from './lists.ts';
import { Later, RunJobs, Wait } from './clock.ts';
import { Deliver } from './deliveries.ts';
import { DownloadFile, FileStep } from './files.ts';
import { Look } from './looks.ts';
import { LinkMirror, SetFlag } from './settings.ts';
import type { Group, Kind } from '../state.ts';
import { type Edit, PackageStep } from './packages.ts';
import { EndPeriods, SeeUndo, TakeBackSave } from './periods.ts';
import { anyGroup, anyPharmacy, type Caller } from './picks.ts';
import { ChooseMonths, Keep } from './reviews.ts';
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

/** An update comes, its dull rows are approved, then something is done with the rest, the part or a row of it. */
const partThen: fc.Arbitrary<Step[]> = fc
  .record({
    kind: fc.constantFrom<Kind>('MDP', 'MDP', 'QDP'),
    prices: fc.array(fc.constantFrom(849, 1_000, 333), { minLength: 5, maxLength: 5 }),
    name: fc.nat(1),
    row: fc.nat(4),
    callers: anyPair,
    price: fc.constantFrom(100, 250, 499),
    after: fc.array(
      fc.constantFrom('part', 'approve', 'save', 'takeBack', 'list', 'delete', 'reopen', 'jobs', 'newer'),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  })
  .map(({ kind, prices, name, row, callers: [first, second], price, after }) => {
    const target = { pharmacy: 0, group: 'OTC' } as const;
    const file = { ...target, caller: 'engine' as const, kind, reset: null, name, byHand: false };
    const rows = prices.map((each, pzn) => ({ pzn, price: each }));
    const on = (caller: Caller, edits: Edit[]) => {
      return { caller, pick: 0, open: true, detour: 0, edits, screen: 0, seen: true };
    };
    const edit = { row, price, permanent: false, ignore: false };
    const open = new PackageStep('open', on('sales', []));
    const next: Record<(typeof after)[number], () => Step[]> = {
      part: () => [open, new PackageStep('part', on(second as Caller, []))],
      approve: () => [new PackageStep('approve', on(second as Caller, []))],
      save: () => [new PackageStep('save', on(second as Caller, [edit]))],
      takeBack: () => [new PackageStep('takeBack', on('sales', []))],
      list: () => {
        const typed: ListRow = { pzn: row, price, ticks: 'none', group: null };
        return [new SaveList({ ...target, caller: second as Caller, rows: [typed], screen: null, stale: null })];
      },
      delete: () => [new PackageStep('delete', on('sales', []))],
      reopen: () => [new PackageStep('reopen', { ...on('sales', []), open: false, seen: false })],
      jobs: () => [new RunJobs()],
      newer: () => [new Deliver({ ...file, rows: rows.slice(1) })],
    };
    return [
      new Deliver({ ...file, rows }),
      open,
      new PackageStep('part', on(first as Caller, [])),
      ...after.flatMap((each) => next[each]()),
    ];
  });

/** A price of which somebody wants to be reminded; then something is done with it, before its day or on it. */
const remindThen: fc.Arbitrary<Step[]> = fc
  .record({
    pzn: fc.nat(3),
    price: fc.constantFrom(499, 700, 777),
    remind: fc.constantFrom(1, 2, 250),
    callers: anyPair,
    months: fc.constantFrom(6 as const, 12 as const, null),
    after: fc.array(fc.constantFrom('day', 'day', 'keep', 'keep', 'months', 'price', 'exclude', 'period', 'again'), {
      minLength: 2,
      maxLength: 6,
    }),
  })
  .map(({ pzn, price, remind, callers: [first, second], months, after }) => {
    const target = { pharmacy: 0, group: 'OTC' } as const;
    const save = (caller: Caller | undefined, row: Partial<ListRow>) => {
      const rows: ListRow[] = [{ pzn, price, ticks: 'permanent', group: null, ...row }];
      return new SaveList({ ...target, caller: caller as Caller, rows, screen: null, stale: null });
    };
    const next: Record<(typeof after)[number], Step> = {
      day: new Later({ move: { to: 'review', number: 0, side: 'after' }, caller: 'sales' }),
      keep: new Keep({ ...target, caller: second as Caller, any: null, stale: false }),
      months: new ChooseMonths({ pharmacy: 0, caller: second as Caller, months }),
      price: save(second, { price: price + 1 }),
      exclude: save(second, { price: null, ticks: 'ignore' }),
      period: save(second, { price: price + 5, to: 3 }),
      again: save(second, { remind: remind + 1 }),
    };
    return [save(first, { remind }), ...after.map((each) => next[each])];
  });

/** A price for some days, now or later; then what ends it, gives it back or meets it, a day after the other. */
const periodThen: fc.Arbitrary<Step[]> = fc
  .record({
    pzn: fc.nat(3),
    from: fc.constantFrom(null, null, 1, 2, 3),
    lasts: fc.constantFrom(1, 3, 6),
    kind: fc.constantFrom<Kind>('MDP', 'QDP', 'LZD'),
    reset: fc.boolean(),
    price: fc.constantFrom(250, 499, 700, 777),
    callers: anyPair,
    after: fc.array(
      fc.constantFrom(
        'save',
        'exclude',
        'clear',
        'typed',
        'another',
        'another',
        'end',
        'undo',
        'undo',
        'undo',
        'deliver',
        'draft',
        'drop',
        'approve',
        'approve',
        'reopen',
        'reopen',
        'delete',
        'day',
        'day',
        'twoDays',
        'wait',
      ),
      { minLength: 4, maxLength: 12 },
    ),
  })
  .map(({ pzn, from, lasts, kind, reset, price, callers: [first, second], after }) => {
    const target = { pharmacy: 0, group: 'OTC' } as const;
    const save = (row: Partial<ListRow>, caller = second as Caller) => {
      const rows: ListRow[] = [{ pzn, price, ticks: 'permanent', group: null, ...row }];
      return new SaveList({ ...target, caller, rows, screen: null, stale: null });
    };
    const on = (edits: Edit[], caller: Caller = 'sales') => {
      return { caller, pick: 0, open: true, detour: 0, edits, screen: null, seen: true };
    };
    const last = (edits: Edit[]) => ({ ...on(edits), open: false, seen: false });
    const edit = (each: Partial<Edit>): Edit => ({
      row: 0,
      price: price + 200,
      permanent: true,
      ignore: false,
      ...each,
    });
    const later = (number: number) => new Later({ move: { to: 'days', number, side: 'after' }, caller: 'sales' });
    const rows = [pzn, (pzn + 1) % 4].map((each) => ({ pzn: each, price: 849 }));
    const file = { ...target, caller: 'engine' as const, kind, reset, name: 0, rows, byHand: false };
    const next: Record<(typeof after)[number], () => Step[]> = {
      save: () => [save({ price: price + 10, ticks: 'none' })],
      exclude: () => [save({ price: null, ticks: 'ignore' })],
      clear: () => [save({ price: null, ticks: 'none' })],
      typed: () => [save({ price: price + 20 })],
      another: () => [save({ price: price + 30, from: (from ?? 0) + 1, to: (from ?? 0) + 2 })],
      end: () => [new EndPeriods({ ...target, caller: second as Caller, picks: [0, 1] })],
      undo: () => [
        new SeeUndo({ ...target, caller: 'sales', pick: 0 }),
        new TakeBackSave({ caller: 'sales', pick: 0 }),
      ],
      deliver: () => [new Deliver(file), new PackageStep('release', last([]))],
      draft: () => [new PackageStep('save', on([edit({})]))],
      drop: () => [
        new PackageStep(
          'save',
          on([edit(reset ? { price: null, permanent: false } : { price: null, permanent: false, ignore: true })]),
        ),
      ],
      approve: () => [new PackageStep('approve', on([]))],
      reopen: () => [new PackageStep('reopen', last([]))],
      delete: () => [new PackageStep('delete', last([]))],
      day: () => [later(0)],
      twoDays: () => [later(1)],
      wait: () => [new Wait({ to: 'days', number: 0, side: 'after' })],
    };
    return [
      save({ ...(from === null ? {} : { from }), to: (from ?? 0) + lasts }, first),
      ...after.flatMap((each) => next[each]()),
    ];
  });

/** Two updates of the same articles fall due on one day, the older one at first or not; then they are taken back. */
const dueTogether: fc.Arbitrary<Step[]> = fc
  .record({
    kinds: fc.shuffledSubarray<Kind>(['MDP', 'QDP'], { minLength: 2 }),
    prices: fc.array(fc.constantFrom(849, 1_000, 333), { minLength: 2, maxLength: 4 }),
    name: fc.nat(1),
    reopened: fc.array(fc.nat(1), { minLength: 1, maxLength: 3 }),
  })
  .map(({ kinds, prices, name, reopened }) => {
    const target = { pharmacy: 0, group: 'OTC' } as const;
    const rows = prices.map((price, pzn) => ({ pzn, price }));
    const deliver = (kind: Kind) =>
      new Deliver({ ...target, caller: 'engine', kind, rows, reset: null, name, byHand: false });
    const flag = (kind: 'MDP' | 'QDP', number: 0 | 1) =>
      new SetFlag({ ...target, caller: 'sales', kind, flag: number });
    const reopen = (pick: number): Step =>
      new PackageStep('reopen', { caller: 'sales', pick, detour: 0, edits: [], screen: null, seen: false });
    return [
      flag('MDP', 0),
      flag('QDP', 1),
      ...kinds.map(deliver),
      new Later({ move: { to: 'dayOfMonth', number: 0, side: 'after' }, caller: 'sales' }),
      ...reopened.map(reopen),
    ];
  });

/** Prices are brought to the till by files, changed, and one of the files is confirmed, a former one, or taken back. */
const fileThen: fc.Arbitrary<Step[]> = fc
  .record({
    pharmacy: fc.constantFrom(0, 0, 2),
    pzn: fc.nat(3),
    callers: anyPair,
    prices: anyTwoPrices,
    after: fc.array(
      fc.constantFrom(
        'save',
        'save',
        'exclude',
        'reset',
        'undo',
        'all',
        'list',
        'one',
        'changes',
        'changes',
        'ones',
        'confirm',
        'confirm',
        'former',
        'takeBack',
        'fewer',
        'other',
        'link',
        'part',
        'see',
        'lowest',
        'day',
      ),
      { minLength: 4, maxLength: 14 },
    ),
  })
  .map(({ pharmacy, pzn, callers: [first, second], prices, after }) => {
    const target = { pharmacy: 0, group: 'OTC' } as const;
    const row = (each: Partial<ListRow>): Step => {
      const rows: ListRow[] = [{ pzn, price: prices[0] as number, ticks: 'none', group: null, ...each }];
      return new SaveList({ ...target, caller: second as Caller, rows, screen: null, stale: null });
    };
    const file = (contents: 'all' | 'list' | 'changes', groups: Group[] = ['OTC', 'FREIWAHL']): Step =>
      new DownloadFile({ pharmacy, groups, contents, caller: first as Caller });
    const word = (more: Partial<FileStep['data']>): Step =>
      new FileStep({
        action: 'confirm',
        caller: first as Caller,
        pick: 0,
        detour: 0,
        reports: null,
        despite: false,
        ...more,
      });
    const look = (page: 'waiting' | 'way' | 'article'): Step =>
      new Look({ page, caller: 'sales', pharmacy, group: 'OTC', pick: pzn, detour: 0 });
    const lzd: Step[] = [
      new Deliver({
        ...target,
        caller: 'engine',
        kind: 'LZD',
        rows: [{ pzn, price: 849 }],
        reset: true,
        name: 0,
        byHand: false,
      }),
      ...(['release', 'approve'] as const).map(
        (action) =>
          new PackageStep(action, { caller: 'sales', pick: 0, detour: 0, edits: [], screen: null, seen: false }),
      ),
    ];
    const link = (remove: boolean): Step =>
      new LinkMirror({ caller: 'sales', main: 0, mirror: 2, remove, linked: false });
    const next: Record<(typeof after)[number], () => Step[]> = {
      save: () => [row({})],
      exclude: () => [row({ price: null, ticks: 'ignore' })],
      reset: () => lzd,
      undo: () => [
        new SeeUndo({ ...target, caller: 'sales', pick: 0 }),
        new TakeBackSave({ caller: 'sales', pick: 0 }),
      ],
      all: () => [file('all')],
      list: () => [file('list')],
      one: () => [file('all', ['OTC'])],
      changes: () => [file('changes')],
      ones: () => [file('changes', ['FREIWAHL'])],
      confirm: () => [word({})],
      former: () => [word({ pick: 1 })],
      takeBack: () => [word({ action: 'take back' })],
      fewer: () => [word({ reports: -1 }), word({ despite: true })],
      other: () => [row({ price: prices[1] as number, ticks: 'permanent', to: 3 })],
      link: () => [link(false)],
      part: () => [link(true)],
      see: () => [look('waiting'), look('way')],
      lowest: () => [look('article')],
      day: () => [new Later({ move: { to: 'days', number: 0, side: 'after' }, caller: 'sales' })],
    };
    return [file('all'), word({}), ...after.flatMap((each) => next[each]())];
  });

export const anyRow: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 6, arbitrary: periodThen },
  { weight: 4, arbitrary: partThen },
  { weight: 2, arbitrary: remindThen },
  { weight: 2, arbitrary: listTwice },
  { weight: 3, arbitrary: packageTwice },
  { weight: 2, arbitrary: importAndSave },
  { weight: 1, arbitrary: dueTogether },
  { weight: 4, arbitrary: fileThen },
);
