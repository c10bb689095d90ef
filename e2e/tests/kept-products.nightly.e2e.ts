import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { test } from '../src/runner.ts';

const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC`;

test('a list by its address takes its products out of the cache of a browser that has been here, and is whole where that is empty (ADR 73)', async ({
  visitAs,
}) => {
  const { page, context, url } = await visitAs('inhaber', LIST);
  await page.getByText(/ \/ 20\.000 Artikel$/).waitFor();
  const rows = await firstRows(page);
  assert.equal(rows.length, 10);
  await page.waitForFunction(() => localStorage.getItem('productsKept') !== null);

  const again = await openList(context, `${url}${LIST}`);
  assert.deepEqual(again.rows, rows);
  assert.ok(again.bytes > 100_000 && again.bytes < 450_000, String(again.bytes));

  const emptied = await openList(context, `${url}${LIST}`, 'Network.clearBrowserCache');
  assert.deepEqual(emptied.rows, rows);
  assert.ok(emptied.bytes > 450_000, String(emptied.bytes));
});

/** By name, so that these need the names of all. */
async function firstRows(page: Page): Promise<string[]> {
  const rows = page.getByRole('row');
  await rows.nth(9).waitFor(); // they come after their headings
  return (await rows.allInnerTexts()).slice(0, 10);
}

/** Its first rows, and what the call for the list has sent, compressed. */
async function openList(context: BrowserContext, address: string, first?: 'Network.clearBrowserCache') {
  const page = await context.newPage();
  if (first) await (await context.newCDPSession(page)).send(first);
  await page.goto(address);
  await page.getByText(/ \/ 20\.000 Artikel$/).waitFor();
  const rows = await firstRows(page);
  // As the page itself knows it, once a call has ended: its rows are on screen before.
  const bytes = await page.waitForFunction(() => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const lists = calls.filter(({ name }) => /\/api\/price\/\d/.test(name));
    return lists.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
  const sent = await bytes.jsonValue();
  await page.close();
  return { rows, bytes: sent };
}
