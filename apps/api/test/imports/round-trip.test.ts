import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readImportedRow } from '@portal/contracts';
import {
  csvText,
  ALL_EXPERT_COLUMNS,
  applyImport,
  buildPriceListModel,
  guessImportColumns,
  NO_EDITS,
  NO_EXPERT_COLUMNS,
  type PriceListColumns,
  priceListFile,
} from '@portal/list-view';
import { type ImportType } from '@portal/rules';
import fc from 'fast-check';
import pg from 'pg';
import type { Queryable } from '../../src/db/database.ts';
import { readImportColumns } from '../../src/modules/imports/read-import-columns.ts';
import { readImport } from '../../src/modules/imports/read-import.ts';
import type { TableReader } from '../../src/modules/imports/table-pool.ts';
import task from '../../src/modules/imports/table-task.ts';
import { testPzn } from '../support/seed.ts';

let path: string;
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'import-')), 'list.csv');
});
afterAll(() => rm(join(path, '..'), { recursive: true }));

const text = fc
  .array(fc.constantFrom("'", '=', '+', '-', '@', '"', ';', ',', 'ß', 'Ä', '1', ' ', '\n'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `x${parts.join('')}`);
const price = fc.integer({ min: 1, max: 9_999_999 });
const entry = fc
  .record({
    name: text,
    producer: text,
    brand: fc.option(text),
    calculatedPrice: fc.option(price),
    avp: fc.option(price),
    own: price,
    type: fc.nat(3),
  })
  .map(({ own, type, calculatedPrice, ...rest }) => ({
    ...rest,
    priceType: type,
    // a listed product has a price in force or is an exclusion
    calculatedPrice: type === 0 ? (calculatedPrice ?? own) : calculatedPrice,
    ownPrice: type >= 2 ? own : null,
  }));

/** A list as the screen holds it; what is not said is empty. */
function listOf(entries: readonly object[]) {
  const texts = { content: null, normSize: null, atc: null, peCluster: null, vhCluster: null, units: null };
  const prices = {
    aep: null,
    vhp: null,
    priceMin: null,
    priceAvg: null,
    priceMax: null,
    formerPrice: null,
    validTo: null,
  };
  const full = entries.map((each, row) => ({ ...texts, ...prices, date: 1_762_300_800, pzn: testPzn(row), ...each }));
  const names = Object.keys(full[0] as object) as (keyof (typeof full)[number])[];
  const columns = Object.fromEntries(names.map((name) => [name, full.map((each) => each[name])]));
  return buildPriceListModel(columns as unknown as PriceListColumns);
}

/** No product of the master is needed: every PZN of the file is on the list. The columns have their types all the same. */
const noProducts = {
  query: async () => ({
    rows: [],
    fields: [
      { name: 'pzn', dataTypeID: pg.types.builtins.BPCHAR },
      { name: 'productGroup', dataTypeID: pg.types.builtins.TEXT },
      { name: 'product', dataTypeID: pg.types.builtins.JSON },
    ],
  }),
} as unknown as Queryable;

/** The task of the child process, in this one. */
const read: TableReader = (order) => task(order, Buffer.alloc(0)) as ReturnType<typeof read<never>>;

// Rule 5.9.
test.each<ImportType>(['priceimport', 'expertimport'])(
  'an exported price list, imported again by %s with the guessed columns, changes nothing',
  async (type) => {
    const lists = fc.array(entry, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lists, fc.boolean(), async (entries, expert) => {
        const model = listOf(entries);
        const rows = Uint32Array.from(entries.keys());
        await writeFile(path, csvText(priceListFile(model, rows, expert ? ALL_EXPERT_COLUMNS : NO_EXPERT_COLUMNS)));
        const columns = guessImportColumns((await readImportColumns({ path })).columns, type);
        const answer = await readImport(
          { db: noProducts, read },
          { path, choice: { type, pzncolumn: '', ...columns }, today: '2026-11-27' },
        );
        expect(answer.faulty).toEqual([]);
        const result = applyImport({ model, edits: NO_EDITS, group: 'OTC', type }, answer.data.map(readImportedRow));
        expect([result.edits.size, result.unusable]).toEqual([0, []]);
        const { unchanged, alreadyNegative } = result.pzns;
        expect([...unchanged, ...alreadyNegative].toSorted()).toEqual(entries.map((_, row) => testPzn(row)).toSorted());
      }),
    );
  },
);
