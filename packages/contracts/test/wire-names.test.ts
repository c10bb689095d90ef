import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

// One name for a price from input to till (ADR 39): what the wire and the database call
// otherwise stays where it is turned into the names of the domain.

const ROOT = resolve(import.meta.dirname, '../../..');

/** Names of the wire and former names of the code. */
const RETIRED = [
  'priceEdit',
  'editedPrice',
  'editedPermanent',
  'editedIgnore',
  'priceNew',
  'priceOld',
  'truePrice',
  'truePriceOld',
  'truePriceNew',
  'manualPrice',
  'newPrice',
  'oldPrice',
  'currentPrice',
];
/** Names that the database has for prices; only the api's SQL needs them. */
const COLUMNS = ['manual_price', 'after_manual', 'new_price', 'old_price', 'price_old', 'true_price', 'edited_price'];

/** Where those names are at home. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'packages/rules/src/columns/catalogue.ts': [...RETIRED, ...COLUMNS],
  'packages/contracts/src/rows/price-list-row.ts': RETIRED,
  'packages/contracts/src/rows/update-row.ts': RETIRED,
  'packages/contracts/src/rows/price-history-row.ts': ['priceNew', 'priceOld'],
  'packages/contracts/src/rows/convert.ts': ['priceNew', 'priceOld'],
  'packages/contracts/src/rows/edits.ts': ['priceEdit', 'editedPrice', 'editedPermanent', 'editedIgnore'],
  // what is stored as the sort order of an LZD
  'packages/list-view/src/approval/view-setting.ts': ['truePrice', 'truePriceOld'],
};

const sources = (...patterns: string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !file.includes('/generated/'));

function found(files: readonly string[], names: readonly string[]): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(resolve(ROOT, file), 'utf8');
    const allowed = ALLOWED[file] ?? [];
    return names
      .filter((name) => !allowed.includes(name) && new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${file}: ${name}`);
  });
}

describe('the names of the wire and of the database', () => {
  const web = sources('apps/web/{src,gallery}/**/*.{ts,tsx}', 'apps/web/public/assets/i18n/**/*.json');
  const api = sources('apps/api/src/**/*.ts');
  const packages = sources('packages/*/src/**/*.ts');

  test('are looked for in every source', () => {
    expect([web.length > 100, api.length > 100, packages.length > 60]).toEqual([true, true, true]);
  });

  test('end at the contract', () => {
    expect(found([...web, ...api, ...packages], RETIRED)).toEqual([]);
  });

  test('of the database are in the SQL of the api only', () => {
    expect(found([...web, ...packages], COLUMNS)).toEqual([]);
  });

  test('are still where they are allowed', () => {
    const empty = Object.keys(ALLOWED).filter((file) => {
      const text = readFileSync(resolve(ROOT, file), 'utf8');
      return !RETIRED.some((name) => new RegExp(`\\b${name}\\b`).test(text));
    });
    expect(empty).toEqual([]);
  });
});
