import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ColumnHolds, COLUMNS } from '@portal/rules';

// Columns that are declared in the catalogue and nowhere else arrive in wire, SQL, order, filters and files, one of each type.

const CATALOGUE = '../../../../packages/rules/src/columns/catalogue.ts';

/** Rows in the order 1, 0, 2, as the wire has them; what the first becomes in a file, and the value a filter asks for. */
const HOLDS: Record<ColumnHolds, { rows: readonly unknown[]; cell: string; filter?: string; condition?: string }> = {
  text: { rows: ['Kühl', 'Gang 2', 'Lager'], cell: 'Kühl', filter: 'KÜHL', condition: 'text' },
  optionalText: { rows: ['Kühl', 'Gang 2', null], cell: 'Kühl', filter: 'KÜHL', condition: 'text' },
  elasticity: { rows: [2, 1, null], cell: 'hoch elastisch', filter: '2', condition: 'elasticity' },
  count: { rows: [20, 10, null], cell: '20', condition: 'count' },
  price: { rows: [2049, 1099, null], cell: '20,49', condition: 'price' },
  percent: { rows: [20, 10, null], cell: '20,0', condition: 'percent' },
  vat: { rows: [19, 7, null], cell: '19' },
  instant: { rows: [2_000_000_000, 1_000_000_000, NaN], cell: '18.05.2033 05:33' },
  day: { rows: [20_000, 10_000, null], cell: '04.10.2024' },
  priceType: { rows: [2, 0, 3], cell: 'Eigener Preis' },
  flag: { rows: [true, false, true], cell: 'ja' },
  optionalFlag: { rows: [true, false, null], cell: 'ja' },
};
const ALL = Object.keys(HOLDS) as ColumnHolds[];
const nameOf = (holds: ColumnHolds) => `imagined${holds}`;
const declare = (holds: ColumnHolds, at: number) => ({
  holds,
  list: `imagined_${holds}`,
  package: `imagined_${holds}`,
  shownOn: ['priceList', 'QDP', 'LZD'],
  ...(HOLDS[holds].filter ? { filterOn: ['priceList', 'QDP', 'LZD'] } : {}),
  ...(HOLDS[holds].condition === 'text' ? { searched: 'alone' } : {}),
  toggle: { key: `show${holds}`, position: 20 + at },
  priceListFile: { heading: `Erdacht ${holds}`, position: 20 + at },
  packageFile: { heading: `Erdacht ${holds}`, position: 22 + at, kinds: ['QDP', 'LZD'] },
  wire: { list: `wire${holds}`, package: `wire${holds}` },
});

const load = async () => ({
  contracts: await import('@portal/contracts'),
  view: await import('@portal/list-view'),
  files: await import('../../src/files/package-columns.ts'),
  intake: await import('../../src/modules/intake/package-sql.ts'),
  writing: await import('../../src/modules/price-writing/index.ts'),
  approval: await import('../../src/modules/price-updates/approved-rows.ts'),
  sql: await import('../../src/db/column-sql.ts'),
  standing: await import('../../src/modules/standing-rules/standing-columns-sql.ts'),
  lists: await import('../../src/modules/price-lists/find-articles.ts'),
  statements: await import('../../src/db/statement.ts'),
});
let portal: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  const actual = (await import(CATALOGUE)) as { COLUMNS: typeof COLUMNS };
  jest.resetModules();
  const imagined = Object.fromEntries(ALL.map((holds, at) => [nameOf(holds), declare(holds, at)]));
  jest.unstable_mockModule(CATALOGUE, () => ({ ...actual, COLUMNS: { ...actual.COLUMNS, ...imagined } }));
  portal = await load();
});

const PACKAGE = { id: 1, apoId: 1, group: 'OTC', kind: 'QDP', resetChoice: null, parts: 0 } as const;
const PZNS = ['00000017', '00000023', '00000046'];

/** Three rows of which nothing else is known. */
const columnsOf = (shape: object, holds: ColumnHolds) => ({
  ...Object.fromEntries(Object.keys(shape).map((name) => [name, name === 'pzn' ? PZNS : [null, null, null]])),
  [nameOf(holds)]: HOLDS[holds].rows,
});
const priceList = (holds: ColumnHolds) =>
  portal.view.buildPriceListModel(columnsOf(portal.contracts.priceListColumns.shape, holds) as never);
const update = (holds: ColumnHolds) =>
  portal.view.buildApprovalModel('LZD', columnsOf(portal.contracts.updateColumns.shape, holds) as never, {
    editable: true,
    approved: false,
  });

describe.each(ALL)('a column that holds %s', (holds) => {
  const name = nameOf(holds);
  const { rows, cell, filter, condition } = HOLDS[holds];

  test('wire: by columns, and in specified rows under its name', () => {
    const { priceListColumns, updateColumns, priceListEntrySchema, qdpRowSchema, mdpRowSchema } = portal.contracts;
    expect(priceListColumns.shape).toHaveProperty(name);
    expect(updateColumns.shape).toHaveProperty(name);
    if (holds === 'vat') return; // not in specified rows
    expect(priceListEntrySchema.shape).toHaveProperty(`wire${holds}`);
    expect(qdpRowSchema.shape).toHaveProperty(`wire${holds}`);
    expect(mdpRowSchema.shape).toHaveProperty(`wire${holds}`);
  });

  test('SQL: read, staged, stored with a package, approved, written, and asked for by standing rules', () => {
    const column = `imagined_${holds}`;
    expect(portal.sql.columnArrays(portal.sql.columnValues('list'))).toContain(`'${name}', coalesce(json_agg(`);
    expect(portal.intake.STORE_PACKAGE_ROWS.text).toContain(column);
    expect(portal.approval.approvedRows(PACKAGE)[0]?.sql).toContain(`coalesce(u.${column}, i.${column}) AS ${column}`);
    expect(portal.writing.BEFORE_COLUMNS.split(', ')).toContain(column);
    expect(portal.standing.storedColumnsSql({ ...PACKAGE, status: 0 }).sql).toContain(`'${name}', `);
  });

  test('files: read from deliveries of new prices, exported with both lists', () => {
    const heading = `Erdacht ${holds}`;
    const headings = (kind: 'MDP' | 'QDP') => portal.files.packageColumns(kind).map((each) => each.heading);
    expect(headings('QDP')).toContain(heading);
    expect(headings('MDP')).not.toContain(heading);
    const { csvText, priceListFile, EXPERT_COLUMN_TOGGLES } = portal.view;
    const expert = Object.fromEntries(EXPERT_COLUMN_TOGGLES.map((toggle) => [toggle, true])) as never;
    const [head = '', row = ''] = csvText(priceListFile(priceList(holds), [0], expert)).split('\r\n');
    expect(row.split(';')[head.split(';').indexOf(heading)]).toBe(cell);
  });

  test('screens: switch and order, in both directions, without a value last', () => {
    const { APPROVAL_SORT_KEYS, EXPERT_COLUMN_TOGGLES, PRICE_LIST_SORT_KEYS, sortApproval, sortIndex } = portal.view;
    expect(PRICE_LIST_SORT_KEYS).toContain(name);
    expect(APPROVAL_SORT_KEYS.MDP).not.toContain(name);
    expect(APPROVAL_SORT_KEYS.LZD).toContain(name);
    expect(EXPERT_COLUMN_TOGGLES).toContain(`show${holds}`);
    const ordered = (reversed: boolean) => [
      [...sortIndex(priceList(holds), name as never, reversed)],
      [...sortApproval(update(holds), [{ key: name as never, reversed }], new Map())],
    ];
    const isLast = rows[2] === null || Number.isNaN(rows[2]);
    const forwards = [1, 0, 2];
    const backwards = holds === 'flag' ? [0, 2, 1] : isLast ? [0, 1, 2] : [2, 0, 1];
    expect(ordered(false)).toEqual([forwards, forwards]);
    expect(ordered(true)).toEqual([backwards, backwards]);
  });

  test('screens: a text is searched, also beside another word and without its accents', () => {
    const { findRows } = portal.view;
    const found = (query: string) => [priceList(holds), update(holds)].map((model) => findRows(model, query).mask?.[0]);
    const hit = condition === 'text' ? 1 : 0;
    expect(portal.lists).toHaveProperty('findArticles');
    const ofAllLists = portal.statements.STATEMENTS.filter(({ text }) => text.includes('chr(2), p.name'));
    expect(ofAllLists.length).toBeGreaterThan(0);
    for (const { text } of ofAllLists) expect(text.includes(`, i.imagined_${holds}`)).toBe(hit === 1);
    expect(['kühl', 'gang küh', 'kuehl'].map(found)).toEqual([
      [hit, hit],
      [0, 0],
      [hit, hit],
    ]);
  });

  test('screens: filter with its values, and condition', () => {
    const { APPROVAL_FILTERS, approvalFilterIndex, conditionType, distinctTexts, filterIndex, PRICE_LIST_FILTERS } =
      portal.view;
    expect(conditionType(name)).toBe(condition);
    expect([PRICE_LIST_FILTERS, APPROVAL_FILTERS.QDP].map((each) => each.includes(name as never))).toEqual(
      Array(2).fill(filter !== undefined),
    );
    if (filter === undefined) return;
    const view = { editMode: false, hideNegative: false };
    const kept = (value: string | null) => [
      filterIndex(priceList(holds), name as never, value, new Map(), view),
      approvalFilterIndex(update(holds), { name: name as never, value }, new Map()),
    ];
    expect(kept(filter).map((mask) => [...(mask ?? [])])).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
    expect(kept(null)).toEqual([undefined, undefined]);
    if (condition !== 'text') return;
    expect(kept('NIRGENDS').map((mask) => [...(mask ?? [])])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    const values = holds === 'text' ? ['GANG 2', 'KÜHL', 'LAGER'] : ['GANG 2', 'KÜHL'];
    expect([priceList(holds), update(holds)].map((model) => distinctTexts(model, name as never))).toEqual([
      values,
      values,
    ]);
  });
});
