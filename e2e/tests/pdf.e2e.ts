import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, inWholeBrowser, test, testByNight } from '../src/runner.ts';
import { sawText } from '../src/texts/seen.ts';
import { portal } from '../src/running.ts';

const { apoId, crmCompanyId, token } = OWNER_PHARMACY;
const HOME = `/p/${crmCompanyId}/${token}`;
const LIST = `${HOME}/pricelist/OTC`;

// the shell has no viewer for PDFs
inWholeBrowser();

/** An address of the server's own, which ends in the file's name. */
const FILE = /\/api\/price\/pdf\/file\/\d+\/[\w-]{43}\/[\w-]+\.pdf$/;

type Printed = { window: Page; pages: string[]; status: number };

/** The new window once the PDF has come into it: shown there, or handed on as a file where the shell is the only browser. */
async function openedWindow(page: Page): Promise<Page> {
  const window = await page.waitForEvent('popup');
  const handedOn = window.waitForEvent('download', (download) => FILE.test(download.url()));
  await Promise.any([window.waitForURL(FILE), handedOn]);
  return window;
}

async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Exportieren' }).click();
  return page.getByRole('menuitem', { name: 'PDF', exact: true }).click();
}

/** Presses 'PDF' and reads what the server sent into the new window. */
async function print(page: Page): Promise<Printed> {
  const [window, answer] = await Promise.all([
    openedWindow(page),
    page.waitForResponse((response) => response.url().includes('/api/price/pdf/')),
    press(page),
  ]);
  const file = await page.request.get(new URL(answer.headers()['location'] ?? '', answer.url()).href);
  const document = await getDocumentProxy(new Uint8Array(await file.body()));
  const { text } = await extractText(document, { mergePages: false });
  text.forEach(sawText);
  return { window, pages: text, status: answer.status() };
}

/** PZNs in the order in which they are printed. */
const printedPzns = (pages: string[]) => pages.flatMap((page) => page.match(/^\d{8}(?= )/gm) ?? []);

const shownPzns = async (page: Page) => {
  await page.locator('[role=gridcell][data-column="pzn"]').first().waitFor(); // they come after their headings
  return page
    .getByRole('row')
    .locator('[data-column="pzn"]')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent ?? '').filter((text) => /^\d{8}$/.test(text)));
};

// Rules 10.11 and 10.37.
describe('the PDF of a price list', () => {
  test('opens in a new window with the rows on screen, in their order', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', LIST);
    await page.getByText(/^19\.\d{3} \/ 20\.000 Artikel$/).waitFor();
    await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill('salbe');
    const count = page.getByText(/^[\d.]+ \/ 20\.000 Artikel$/);
    await page.waitForFunction(() => !/19\.\d{3} \/ 20/.test(document.body.innerText));
    const shown = Number(((await count.textContent()) ?? '').split(' ')[0]?.replace('.', ''));
    const first = await shownPzns(page);

    const { window, pages } = await print(page);
    const head = pages[0] ?? '';
    // a search is on, which title and file say
    assert.match(head, /^Preisliste, nur gefilterte \([\d.]+\) · OTC Stand \d\d\.\d\d\.\d{4} \d\d:\d\d Uhr\n/);
    const { database } = portal();
    const { rows } = await database.query<{ name: string }>('SELECT name FROM pharmacy WHERE apo_id = $1', [apoId]);
    assert.ok(head.includes(`${rows[0]?.name} · APO-ID ${apoId}`));
    assert.ok(head.includes(`Seite 1 von ${pages.length}`));
    const printed = printedPzns(pages);
    assert.equal(printed.length, shown);
    assert.deepEqual(printed.slice(0, first.length), first);
    await window.close();

    await page.getByRole('columnheader').getByRole('button', { name: /PZN/ }).click();
    const again = await print(page);
    assert.deepEqual(printedPzns(again.pages), printed.toSorted());
  });

  testByNight('of all 20,000 articles comes whole', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', LIST);
    const count = page.getByText(/^19\.\d{3} \/ 20\.000 Artikel$/);
    await count.waitFor();
    const shown = Number(((await count.textContent()) ?? '').split(' ')[0]?.replace('.', ''));
    const { pages } = await print(page);
    assert.equal(printedPzns(pages).length, shown);
  });

  testByNight('says in the portal what went wrong, and closes its window', async ({ visitAs, expectErrors }) => {
    expectErrors(/503/);
    const { page } = await visitAs('inhaber', LIST);
    await page.getByText(/\/ 20\.000 Artikel$/).waitFor();
    await page.route('**/api/price/pdf/**', (route) =>
      route.fulfill({
        status: 503,
        json: { status: 'ERROR', reason: 'busy', message: 'Es werden gerade viele PDFs erstellt.', requestId: 'x' },
      }),
    );
    const [window] = await Promise.all([page.waitForEvent('popup'), press(page)]);
    await page.getByText('Das PDF konnte nicht erstellt werden.').waitFor();
    await page.getByText('Es werden gerade viele PDFs erstellt.').waitFor();
    if (!window.isClosed()) await window.waitForEvent('close');
  });

  testByNight('is given up when its window is closed', async ({ visitAs }) => {
    const { page, context } = await visitAs('inhaber', LIST);
    await page.getByText(/\/ 20\.000 Artikel$/).waitFor();
    await context.route('**/api/price/pdf/**', () => {}); // never answered
    // On a busy machine the window is there long before the rows are sent; what was not sent cannot fail.
    const [window, sent] = await Promise.all([
      page.waitForEvent('popup'),
      page.waitForRequest('**/api/price/pdf/**'),
      press(page),
    ]);
    await window.getByText('Das PDF wird erstellt. Bitte warten Sie einen Moment …').waitFor();
    const failed = page.waitForEvent('requestfailed', (request) => request === sent);
    await window.close();
    await failed;
    await page.getByRole('button', { name: 'Exportieren' }).and(page.locator(':enabled')).waitFor();
  });
});

describe('the PDF of an approved package', () => {
  test('has the title of its kind and what the rows became', async ({ visitAs }) => {
    const { database } = portal();
    const { rows } = await database.query<{ id: number; kind: string; productGroup: string; rows: number }>(
      `SELECT DISTINCT ON (u.kind) u.id, u.kind, u.product_group AS "productGroup",
              (SELECT count(*)::int FROM price_update_item i WHERE i.update_id = u.id) AS rows
         FROM price_update u WHERE u.apo_id = $1 AND u.status > 0 ORDER BY u.kind, u.id DESC`,
      [apoId],
    );
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['LZD', 'MDP', 'QDP'],
    );
    const titles: Record<string, string> = {
      MDP: 'TruePrice Monatsupdate',
      QDP: 'TruePrice Neue Produkte',
      LZD: 'TruePrice Erst-/Neuberechnung',
    };
    const { page, url } = await visitAs('inhaber', HOME);
    await page.getByText('Letzte Freigaben').waitFor();
    for (const { id, kind, productGroup, rows: count } of rows) {
      await page.goto(`${url}${HOME}/${kind.toLowerCase()}/${id}/${productGroup}`);
      const { pages, window } = await print(page);
      assert.ok(pages[0]?.startsWith(`${titles[kind]} · `), pages[0]?.slice(0, 80));
      assert.match(pages[0] ?? '', /Berechneter TruePrice|Eigener Preis|Dauerpreis/);
      assert.match(pages[0] ?? '', new RegExp(` · ${kind} vom \\d\\d\\.\\d\\d\\.\\d{4}, Nr\\. ${id} `));
      assert.match(pages[0] ?? '', /Freigegeben von .+ am \d\d\.\d\d\.\d{4} \d\d:\d\d Uhr/);
      assert.ok(printedPzns(pages).length <= count);
      await window.close();
    }
  });
});
