import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

// What is written in one place only, so that it cannot be written in two ways (ADR 35).

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

/** Each place where a pattern occurs, by the name of its file. */
const places = (pattern: RegExp) => files.flatMap(({ file, text }) => (text.match(pattern) ?? []).map(() => file));

const KERNEL = 'modules/price-writing/store-rows-sql.ts';

test.each([
  ['rows are put on a list', /INSERT INTO price_item\b/g, KERNEL],
  ['rows of a list are changed', /UPDATE price_item\b(?!( i)?\s+SET review_)/g, KERNEL],
  ['rows are taken off a list', /DELETE FROM price_item\b/g, KERNEL],
  ['price changes are recorded', /INSERT INTO price_change\b/g, KERNEL],
  ['the products of a list are counted', /FILTER \(WHERE price_type <> 1\)/g, KERNEL],
  ["a list's version is raised", /UPDATE list_version SET version\b/g, KERNEL],
  ['a list is made known', /INSERT INTO list_version\b/g, 'modules/price-writing/locks.ts'],
  [
    'lists and pharmacies are locked',
    /FROM (list_version|pharmacy)\b[^`']*FOR (UPDATE|SHARE|NO KEY UPDATE)/g,
    'modules/price-writing/locks.ts',
  ],
  [
    'the price in force is chosen in SQL',
    /WHEN 0 THEN[^`]*?WHEN 1 THEN NULL/g,
    'modules/price-writing/effective-sql.ts',
  ],
  ['pharmacies are made', /INSERT INTO pharmacy\b/g, 'modules/pharmacy-intake/store-pharmacies.ts'],
  ['history is written', /INSERT INTO history_entry\b/g, 'modules/history-writing/write-history.ts'],
  [
    'a package changes its state',
    /'price_update', \{ apoId, id, version: update\.version \}/g,
    'modules/price-updates/change-update.ts',
  ],
  ['a transaction is run again', /withRetries\(\n/g, 'db/database.ts'],
])('%s in one place', (_, pattern, place) => {
  expect(places(pattern)).toEqual([place]);
});

test('single rows are changed by updateOne, which throws when there is none; what is left changes many, or says what it expects', () => {
  const statements = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\bUPDATE ([a-z_]+)\b[^;]*?\bSET\b/g)].map(([, table]) => `${table} in ${file}`),
  );
  expect(statements.sort()).toEqual([
    'bulk_rule in modules/saved-views/bulk-rules.ts',
    'bulk_rule in modules/saved-views/hand-over.ts',
    'delivery in modules/intake/refused-deliveries.ts',
    'delivery in modules/notices/write-due-deliveries.ts',
    'history_head in modules/history-writing/write-history.ts',
    'intake_row in modules/intake/stage-package.ts',
    'label_print in modules/labels/mark-printed.ts',
    'list_version in modules/mirrors/exchange-list.ts',
    'list_version in modules/price-writing/store-rows-sql.ts',
    'list_version in modules/price-writing/store-rows-sql.ts',
    'notice_address in modules/notices/addresses.ts',
    'notice_address in modules/notices/links.ts',
    'notice_address in modules/notices/note-rights.ts',
    'notice_address in modules/notices/note-rights.ts',
    'outbox in modules/outbox/deliver-messages.ts',
    'pharmacy in modules/pharmacy-intake/store-pharmacies.ts',
    'pharmacy in modules/till-sync/force-till-reload.ts',
    'price_item in modules/price-writing/review-dates.ts',
    'price_item in modules/price-writing/review-dates.ts',
    'price_item in modules/price-writing/review-dates.ts',
    'price_item in modules/price-writing/review-dates.ts',
    'price_item in modules/price-writing/review-dates.ts',
    'price_item in modules/price-writing/store-rows-sql.ts',
    'price_period in modules/price-periods/begin-and-end.ts',
    'price_period in modules/price-periods/end-periods.ts',
    'price_period in modules/price-updates/coming-periods.ts',
    'price_period in modules/price-writing/ended-periods.ts',
    'price_period in modules/price-writing/ended-periods.ts',
    'price_period in modules/price-writing/store-rows-sql.ts',
    'price_update in modules/price-updates/drop-rows.ts',
    'price_update in modules/price-updates/note-opened.ts',
    'price_update_item in modules/price-updates/drafts-sql.ts',
    'price_update_item in modules/standing-rules/change-standing-rules.ts',
    'product_master in modules/price-updates/product-changes.ts',
    'saved_view in modules/saved-views/hand-over.ts',
    'saved_view in modules/saved-views/saved-views.ts',
    'shelf_label in modules/labels/mark-printed.ts',
    'till in modules/till-sync/till-account.ts',
    'till_doubted in modules/till-sync/till-account.ts',
    'till_file in modules/exports/record-till-file.ts',
    'till_refused in modules/till-sync/till-account.ts',
    'till_stock in modules/till-inventory/note-comparison.ts',
    'till_stock in modules/till-sync/till-account.ts',
  ]);
});
