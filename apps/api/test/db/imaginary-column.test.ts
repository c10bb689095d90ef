import { beforeAll, expect, jest, test } from '@jest/globals';
import type { COLUMNS } from '@portal/rules';

// A column that is declared in the catalogue and nowhere else arrives in types' order, wire, SQL, files and filters.

const CATALOGUE = '../../../../packages/rules/src/columns/catalogue.ts';
const SHELF_LIFE = {
  holds: 'elasticity',
  list: 'shelf_life',
  package: 'shelf_life',
  shownOn: ['priceList', 'QDP', 'LZD'],
  filterOn: ['priceList', 'QDP', 'LZD'],
  toggle: { key: 'showShelfLife', position: 20 },
  priceListFile: { heading: 'Haltbarkeit', position: 20 },
  packageFile: { heading: 'Haltbarkeit', position: 22, kinds: ['QDP', 'LZD'] },
  wire: { list: 'daysLeft', package: 'daysLeft' },
};

const load = async () => ({
  contracts: await import('@portal/contracts'),
  view: await import('@portal/list-view'),
  files: await import('../../src/files/package-columns.ts'),
  intake: await import('../../src/modules/intake/package-sql.ts'),
  writing: await import('../../src/modules/price-writing/index.ts'),
  approval: await import('../../src/modules/price-updates/approved-rows.ts'),
  sql: await import('../../src/db/column-sql.ts'),
});
let portal: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  const actual = (await import(CATALOGUE)) as { COLUMNS: typeof COLUMNS };
  jest.resetModules();
  jest.unstable_mockModule(CATALOGUE, () => ({ ...actual, COLUMNS: { ...actual.COLUMNS, shelfLife: SHELF_LIFE } }));
  portal = await load();
});

test('wire: by columns, and in specified rows under its name', () => {
  const { priceListColumns, updateColumns, priceListEntrySchema, qdpRowSchema, mdpRowSchema } = portal.contracts;
  expect(priceListColumns.shape).toHaveProperty('shelfLife');
  expect(updateColumns.shape).toHaveProperty('shelfLife');
  expect(priceListEntrySchema.shape).toHaveProperty('daysLeft');
  expect(qdpRowSchema.shape).toHaveProperty('daysLeft');
  expect(mdpRowSchema.shape).toHaveProperty('daysLeft');
});

const PACKAGE = { id: 1, apoId: 1, group: 'OTC', kind: 'QDP', resetChoice: null, parts: 0 } as const;

test('SQL: read, staged, stored with a package, approved and written', () => {
  expect(portal.sql.columnArrays(portal.sql.columnValues('list'))).toContain(
    `'shelfLife', coalesce(json_agg(shelf_life)`,
  );
  expect(portal.sql.cellMembers('package')).toContain(`'daysLeft', shelf_life`);
  expect(portal.intake.STORE_PACKAGE_ROWS).toContain('shelf_life');
  expect(portal.approval.approvedRows(PACKAGE)[0]?.sql).toContain('coalesce(u.shelf_life, i.shelf_life) AS shelf_life');
  expect(portal.writing.BEFORE_COLUMNS.split(', ')).toContain('shelf_life');
});

test('files: read from deliveries of new prices, exported with both lists', () => {
  const headings = (kind: 'MDP' | 'QDP') => portal.files.packageColumns(kind).map(({ heading }) => heading);
  expect(headings('QDP')).toContain('Haltbarkeit');
  expect(headings('MDP')).not.toContain('Haltbarkeit');
  const { buildPriceListModel, csvText, priceListFile, EXPERT_COLUMN_TOGGLES } = portal.view;
  const columns = Object.fromEntries(
    Object.keys(portal.contracts.priceListColumns.shape).map((name) => [name, [name === 'pzn' ? '00000017' : null]]),
  );
  const model = buildPriceListModel({ ...columns, shelfLife: [2] } as never, [], []);
  const expert = Object.fromEntries(EXPERT_COLUMN_TOGGLES.map((toggle) => [toggle, true])) as never;
  const [head, row] = csvText(priceListFile(model, [0], expert)).split('\r\n');
  expect(head?.split(';').at(-1)).toBe('Haltbarkeit');
  expect(row?.split(';').at(-1)).toBe('hoch elastisch');
});

test('screens: sort key, switch, filter and condition', () => {
  const { APPROVAL_FILTERS, APPROVAL_SORT_KEYS, conditionType, EXPERT_COLUMN_TOGGLES, PRICE_LIST_SORT_KEYS } =
    portal.view;
  expect(PRICE_LIST_SORT_KEYS).toContain('shelfLife');
  expect(APPROVAL_SORT_KEYS.MDP).not.toContain('shelfLife');
  expect(APPROVAL_SORT_KEYS.LZD).toContain('shelfLife');
  expect(EXPERT_COLUMN_TOGGLES.at(-1)).toBe('showShelfLife');
  expect(APPROVAL_FILTERS.QDP).toContain('shelfLife');
  expect(conditionType('shelfLife')).toBe('elasticity');
});
