import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { acquireTestDatabase } from '@portal/dev/test-database.ts';
import pg from 'pg';
import sql, { join as joined, raw, type Sql } from 'sql-template-tag';
import { stagedColumnsSql, storedColumnsSql } from '../../src/modules/standing-rules/standing-columns-sql.ts';
import { arrivalSql } from '../../src/modules/intake/check-arrival.ts';
import { textArray } from '../../src/db/plain-array.ts';
import { stagePackage } from '../../src/modules/intake/stage-package.ts';
import {
  changeProductsSql,
  findNewsSql,
  raiseBlocksSql,
  removeForeignRowsSql,
} from '../../src/modules/intake/package-sql.ts';
import { copiedRows, noRows } from '../../src/modules/mirrors/exchange-list.ts';
import { readListPieces, readListRows, readPricesPieces } from '../../src/modules/price-lists/read-price-list.ts';
import { savedPzns, savedRows } from '../../src/modules/price-lists/saved-rows.ts';
import { guardedSql } from '../../src/modules/price-updates/approve-automatically.ts';
import { approvedRows, reopenedRows, storeOutcomes } from '../../src/modules/price-updates/approved-rows.ts';
import { storeDraftsSql } from '../../src/modules/price-updates/drafts-sql.ts';
import { leavingSql } from '../../src/modules/price-updates/leaving-sql.ts';
import type { UpdateRow } from '../../src/modules/price-updates/lock-update.ts';
import { readUpdateRows } from '../../src/modules/price-updates/read-update-rows.ts';
import { endedAgainSql, givenBackSql } from '../../src/modules/price-writing/ended-periods.ts';
import { storeRowsSql } from '../../src/modules/price-writing/store-rows-sql.ts';
import { readProductBlock } from '../../src/modules/products/read-products.ts';
import { readContext } from '../../src/modules/review/read-context.ts';
import { leavingRows } from '../../src/modules/undo/undo-save.ts';
import { describeStatement } from './describe-statement.ts';

/**
 * SQL that is put together of fragments, as reviewers read it: apps/api/queries has one file each. `UPDATE_QUERIES=1` writes them again.
 */
const FOLDER = join(import.meta.dirname, '../../queries');
const isWriting = process.env.UPDATE_QUERIES === '1';

const list = { apoId: 1, group: 'OTC' } as const;
const actor = { userName: 'Jonas Klein', subject: 'jonas' };
const at = new Date('2026-03-09T08:00:00Z');
const stored = { ...list, version: 2, at, event: 'Preisliste gespeichert', actor, historyId: '3', layered: true };
/** Of a list without periods. */
const plain = { ...stored, layered: false };
const row = { pzn: '01234562', priceType: 2, ownPrice: 499, period: null, begins: false } as const;
const ended = {
  id: '9',
  pzn: '01234562',
  from: '2026-11-20',
  to: '2026-11-30',
  price: 499,
  beganVersion: null,
  runs: true,
  stands: null,
  listed: true,
} as const;
const update = (kind: UpdateRow['kind'], more: Partial<UpdateRow> = {}) =>
  ({ ...list, id: 4, kind, status: 0, resetChoice: null, parts: 0, ...more }) as UpdateRow;
const RESET = { resetChoice: 0 } as const;
const DIVIDED = { parts: 1 } as const;
const PZNS = sql`${textArray(['01234562'])}::text[]`;
const sent = {
  pzns: ['01234562'],
  ownPrices: '{499}',
  permanents: '{false}',
  exclusions: '{false}',
  version: 5,
  actor,
  loaded: { version: 6, listVersion: 7 },
  reason: null,
};
const approved = (of: UpdateRow, list = stored) =>
  storeRowsSql(approvedRows(of, list), list, { also: storeOutcomes(of, list, 0), withMoves: true });

const COMPOSED: Record<string, Sql> = {
  'save-price-list': storeRowsSql([savedRows(stored, [row])], stored, { pzns: savedPzns([row]) }),
  'save-price-list-without-periods': storeRowsSql([savedRows(plain, [row])], plain, { pzns: savedPzns([row]) }),
  'undo-save': storeRowsSql(
    [savedRows(stored, [row]), leavingRows(list, ['01234562'])],
    { ...stored, comesBack: true },
    { also: joined([endedAgainSql(stored, ['1']), givenBackSql(stored, [ended]) as Sql]) },
  ),
  'approve-mdp': approved(update('MDP')),
  'approve-mdp-without-periods': approved(update('MDP'), plain),
  'approve-lzd-reset-without-periods': approved(update('LZD', RESET), plain),
  'approve-rest-of-mdp': approved(update('MDP', DIVIDED)),
  'approve-part': storeRowsSql(approvedRows(update('MDP', DIVIDED), stored, PZNS), stored, {
    also: storeOutcomes(update('MDP', DIVIDED), stored, 2),
    withMoves: true,
    pzns: PZNS,
  }),
  'take-back-part': storeRowsSql(reopenedRows(update('MDP', DIVIDED), stored, { part: 1 }), {
    ...stored,
    comesBack: true,
  }),
  'approve-qdp': approved(update('QDP')),
  'approve-lzd-reset': approved(update('LZD', RESET)),
  'reopen-package': storeRowsSql(
    reopenedRows(update('MDP'), stored, { back: [ended] }),
    { ...stored, comesBack: true },
    { also: givenBackSql(stored, [ended]) },
  ),
  'mirror-empties-list': storeRowsSql([noRows(list)], stored),
  'mirror-copies-list': storeRowsSql([copiedRows(stored, 8)], { ...stored, comesBack: true }),
  'guarded-prices': guardedSql(update('MDP')),
  'store-drafts-mdp': storeDraftsSql(update('MDP'), sent),
  'store-drafts-divided': storeDraftsSql(update('MDP', DIVIDED), sent),
  'store-drafts-lzd-reset': storeDraftsSql(update('LZD', RESET), sent),
  'intake-foreign-rows': removeForeignRowsSql('MDP', list),
  'intake-news': findNewsSql('OTC'),
  'intake-blocks': raiseBlocksSql('OTC', true),
  'intake-products': changeProductsSql('OTC'),
  'intake-arrival': arrivalSql({ kind: 'LZD', ...list }, 1),
  'standing-delivery': stagedColumnsSql({ kind: 'MDP', ...list }, true),
  'standing-package': storedColumnsSql(update('QDP')),
  'leaving-articles': raw(`SELECT ${leavingSql(update('LZD', RESET))} AS leaving`),
};

/** What is read by COPY, which takes no parameters: the text of each COPY that the call sends. */
async function copies(call: (pool: pg.Pool) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = ({ text }: { text: string }) => {
    texts.push(text.slice('COPY ('.length, text.lastIndexOf(') TO STDOUT')));
    throw new Error('only its text is wanted');
  };
  const pool = { connect: async () => Object.assign(new EventEmitter(), { query, release: () => undefined }) };
  await expect(call(pool as unknown as pg.Pool)).rejects.toThrow('only its text is wanted');
  return texts;
}

const READ: Record<string, (pool: pg.Pool) => Promise<unknown>> = {
  'read-list': (pool) => readListPieces(pool, list),
  'read-list-prices': (pool) => readPricesPieces(pool, list),
  'read-list-rows': (pool) => readListRows(pool, list),
  'read-package': (pool) => readUpdateRows(pool, update('QDP'), 'columns'),
  'read-package-divided': (pool) => readUpdateRows(pool, update('QDP', DIVIDED), 'columns'),
  'read-package-rows': (pool) => readUpdateRows(pool, update('MDP'), 'rows'),
  'read-package-approved': (pool) => readUpdateRows(pool, update('MDP', { status: 1 }), 'columns'),
  'read-products': (pool) => readProductBlock(pool, '01', 9),
  'read-review-context-divided': (pool) => readContext(pool, update('MDP', DIVIDED)),
  'read-review-context': (pool) => readContext(pool, update('LZD', RESET)),
};

const NAMES = [...Object.keys(COMPOSED), ...Object.keys(READ)];

let client: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const own = await acquireTestDatabase();
  drop = own.drop;
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
  // Rows of a package are staged in a table of the transaction.
  await client.query('BEGIN');
  await stagePackage(client as unknown as pg.PoolClient, { texts: [], withoutAvp: [] });
  if (isWriting) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(async () => {
  await client?.end();
  await drop?.();
});

describe('a composed statement', () => {
  test.each(NAMES)('is understood by the database and stands in its file: %s', async (name) => {
    const composed = COMPOSED[name];
    const texts = composed ? [composed.text] : await copies(READ[name] as (pool: pg.Pool) => Promise<unknown>);
    for (const text of texts) {
      const { parameters } = await describeStatement(client, text);
      expect(parameters).toHaveLength(composed?.values.length ?? 0);
    }
    const file = join(FOLDER, `${name}.sql`);
    const readable = `${texts.map(indented).join(';\n\n')};\n`;
    if (isWriting) writeFileSync(file, readable);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(readable);
  });

  test('has the only files of its folder', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(NAMES.map((name) => `${name}.sql`).toSorted());
  });
});

/** Without the empty lines and the indentation that its fragments have in the code. */
function indented(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.slice(1).map((line) => line.search(/\S/)));
  return lines.map((line, index) => (index === 0 ? line.trim() : line.slice(margin).trimEnd())).join('\n');
}
