import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { visitAs } from '../src/journey.ts';
import { test } from '../src/runner.ts';

const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC`;

test('a list by its address takes its products out of the cache of a browser that has been here, and is whole where that is empty (ADR 73)', async () => {
  const { page, context, url, close } = await visitAs('inhaber', LIST);
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
  await close();
});

/** By name, so that these need the names of all. */
async function firstRows(page: Page): Promise<string[]> {
  return (await page.getByRole('row').allInnerTexts()).slice(0, 10);
}

/** Its first rows, and what the call for the list has sent, compressed. */
async function openList(context: BrowserContext, address: string, first?: 'Network.clearBrowserCache') {
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  if (first) await protocol.send(first);
  const lists = new Set<string>();
  let sent = 0;
  // Its rows are on screen before the browser has said how much they took.
  const whole = new Promise<number>((resolve) => {
    protocol.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (/\/api\/price\/\d/.test(request.url)) lists.add(requestId);
    });
    protocol.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (lists.has(requestId)) sent += encodedDataLength;
    });
    const end = ({ requestId }: { requestId: string }) => lists.has(requestId) && resolve(sent);
    protocol.on('Network.loadingFinished', end);
    // Chromium says so too of an answer that has been read to its end as a stream.
    protocol.on('Network.loadingFailed', end);
  });
  await page.goto(address);
  await page.getByText(/ \/ 20\.000 Artikel$/).waitFor();
  const rows = await firstRows(page);
  const bytes = await whole;
  await page.close();
  return { rows, bytes };
}
