import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { MAIN_PHARMACY, MIRROR_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { restoreCsvCell } from '@portal/list-view';
import { isLzdUploadBlocked } from '@portal/rules';
import type { Download, Page } from '@playwright/test';
import { portal } from '../src/running.ts';
import { button, closePackage } from '../src/packages.ts';
import { describe, test } from '../src/runner.ts';

const HOME = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const { apoId } = OWNER_PHARMACY;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Presses a button and reads the file that the browser saves. */
async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = (await Promise.all([page.waitForEvent('download'), press()])) as [Download, void];
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Header and rows of a file with byte order mark, CRLF and semicolons. */
function table(bytes: Buffer): { header: string[]; rows: string[][] } {
  assert.deepEqual(bytes.subarray(0, 3), BOM);
  const lines = bytes.subarray(3).toString('utf8').split('\r\n');
  assert.equal(lines.pop(), '');
  const [header = [], ...rows] = lines.map(cellsOf);
  return { header, rows };
}

/** The cells of a line as a spreadsheet reads them. */
function cellsOf(line: string): string[] {
  return [...`${line};`.matchAll(/(?:"((?:[^"]|"")*)"|([^;]*));/g)].map(([, quoted, plain]) =>
    restoreCsvCell(quoted?.replaceAll('""', '"') ?? plain ?? ''),
  );
}

const press = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).click();
/** A file of the menu. */
const choose = (page: Page, name: string) => async () => {
  await button(page, 'Exportieren').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await portal().database.query<Row & Record<string, unknown>>(sql, values)).rows;
/** As a file writes it. */
const decimal = (price: string | null) => (price === null ? '' : price.replace('.', ','));

const EFFECTIVE = `CASE price_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE manual_price END::text`;

describe('files that leave the portal', () => {
  test('the price list as CSV holds the rows of the screen in their order', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', `${HOME}/pricelist/OTC`);
    await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill('ibu');
    await page.getByText(/^\d{1,4} \/ 20\.000 Artikel$/).waitFor();
    const count = Number.parseInt((await page.getByText(/ \/ 20\.000 Artikel$/).textContent()) ?? '', 10);
    await page.getByRole('button', { name: /^Aktueller Preis/ }).click();
    await page.locator('[role=row] [role=gridcell]').first().waitFor();
    const shown = await page.locator('[role=row] [data-column=pzn]').allTextContents();

    const { name, bytes } = await download(page, choose(page, 'CSV'));
    const { header, rows } = table(bytes);
    assert.match(name, new RegExp(`^Preisliste_OTC_.*Apotheke_nur gefilterte \\(${count}\\)\\.csv$`));
    assert.deepEqual(header, [
      'PZN',
      'Produkt',
      'Inhalt',
      'Hersteller',
      'AVP',
      'Differenz AVP (%)',
      'Preis',
      'Preistyp',
    ]);
    assert.equal(rows.length, count);
    const pzns = shown.filter((pzn) => /^\d{8}$/.test(pzn)).slice(0, 5);
    assert.deepEqual(
      rows.slice(0, 5).map(([pzn]) => pzn),
      pzns,
    );
    const cents = rows.map((row) => Math.round(Number((row.at(-2) as string).replace(',', '.')) * 100));
    assert.deepEqual(
      cents,
      cents.toSorted((a, b) => a - b),
    );
    await button(page, 'Exportieren').click();
    await page.getByRole('menuitem', { name: 'PDF' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'LZD-Format' }).count(), 0);
  });

  test('the export on the dashboard holds the whole list with expert columns and exclusions', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', HOME);
    await page.getByRole('button', { name: 'Export: Preisliste OTC' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mit Expertenspalten').check();
    const { bytes } = await download(page, () => dialog.getByRole('button', { name: 'CSV' }).click());
    const { header, rows } = table(bytes);
    const stored = await query<{ pzn: string; price: string | null; type: number; brand: string | null }>(
      `SELECT pzn, ${EFFECTIVE} AS price, price_type AS type, brand FROM price_item i JOIN product USING (pzn)
        WHERE apo_id = $1 AND i.product_group = 'OTC' ORDER BY pzn`,
      [apoId],
    );
    const words = ['Berechneter TruePrice', 'Ausschlussartikel', 'Eigener Preis', 'Dauerpreis'];
    const at = (heading: string) => header.indexOf(heading);
    assert.deepEqual(
      rows.map((row) => [row[0], row[at('Preis')], row[at('Preistyp')], row[at('Marke')]]).sort(),
      stored.map(({ pzn, price, type, brand }) => [pzn, decimal(price), words[type], brand ?? '']).sort(),
    );
    assert.equal(rows.length, 20_000);
  });

  test('the list in LZD format is for staff, and an upload takes it unchanged', async ({ visitAs }) => {
    const { page, url } = await visitAs('vertrieb', `${HOME}/pricelist/HILFSMITTEL`);
    const { name, bytes } = await download(page, choose(page, 'LZD-Format'));
    const { header, rows } = table(bytes);
    assert.match(name, new RegExp(`^ZumDurchsehen_HILFSMITTEL_${apoId}_.*Apotheke_\\d\\d_\\d\\d_\\d{4}\\.csv$`));
    assert.deepEqual(header.slice(0, 3), ['Prüfungsgrund', 'PZN', 'Produkt']);
    const stored = await query<{ pzn: string; price: string }>(
      `SELECT pzn, calculated_price::text AS price FROM price_item
        WHERE apo_id = $1 AND product_group = 'HILFSMITTEL' AND price_type <> 1 ORDER BY pzn`,
      [apoId],
    );
    const price = header.indexOf('TruePrice neu');
    assert.deepEqual(
      rows.map((row) => [row[1], row[price]]).sort(),
      stored.map((row) => [row.pzn, decimal(row.price)]),
    );

    const answer = await uploadLzd(page, `${url}/api/price/lzd/upload/${HOME.slice(3)}`, name, bytes);
    if (isLzdUploadBlocked(new Date())) {
      assert.match(answer.reason ?? '', /^Zwischen dem 26\. des Monats und 4\. des Folgemonats/);
    } else {
      assert.deepEqual([answer.status, answer.rows, answer.leftOutTotal], ['OK', stored.length, 0]);
      await closePackage(answer.id as number);
    }
  });

  test('an approved package is saved in the columns of its kind', async ({ visitAs }) => {
    const [update] = await query<{ id: number; kind: string; group: string }>(
      `SELECT id, kind, product_group AS "group" FROM price_update
        WHERE apo_id = $1 AND status > 0 AND kind = 'MDP' AND product_group = 'OTC' ORDER BY id DESC LIMIT 1`,
      [apoId],
    );
    assert.ok(update);
    const { page } = await visitAs('inhaber', `${HOME}/mdp/${update.id}/${update.group}`);
    const { name, bytes } = await download(page, choose(page, 'CSV'));
    const { header, rows } = table(bytes);
    assert.match(name, new RegExp(`^MDP_${update.group}_${apoId}_.*Apotheke_\\d\\d_\\d\\d_\\d{4}\\.csv$`));
    assert.deepEqual(header, [
      'PZN',
      'Produkt',
      'Inhalt',
      'Hersteller',
      'Marke',
      'Normgröße',
      'AVP alt',
      'AVP neu',
      'TruePrice alt',
      'TruePrice neu',
      'Preistyp',
      'Preis',
    ]);
    const stored = await query<{ pzn: string; price: string }>(
      'SELECT pzn, true_price::text AS price FROM price_update_item WHERE update_id = $1 ORDER BY pzn',
      [update.id],
    );
    assert.deepEqual(
      rows.map((row) => [row[0], row[9]]).sort(),
      stored.map((row) => [row.pzn, decimal(row.price)]),
    );
  });

  const chooseWithdrawn = (pharmacy: number) =>
    query('UPDATE pharmacy SET till_chosen = true WHERE apo_id = $1', [pharmacy]);

  test('the price file for the till holds the chosen groups by PZN', async ({ visitAs }) => {
    await chooseWithdrawn(apoId);
    const { page } = await visitAs('inhaber', HOME);
    await page.getByRole('button', { name: 'Preisdatei für die Kasse' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Hilfsmittel').uncheck();
    const { name, bytes } = await download(page, () =>
      dialog.getByRole('button', { name: 'Preisdatei herunterladen' }).click(),
    );
    assert.match(name, new RegExp(`^Preisliste_${apoId}_.*Apotheke\\.csv$`));
    await dialog.getByText(`${name} wurde heruntergeladen.`).waitFor();
    assert.equal(bytes.toString('latin1'), await tillText(apoId, ['OTC', 'FREIWAHL']));
  });

  test('the till of a mirror gets the prices of its main pharmacy under its own number', async ({ visitAs }) => {
    await chooseWithdrawn(MIRROR_PHARMACY.apoId);
    const { page } = await visitAs('vertrieb', `/p/${MIRROR_PHARMACY.crmCompanyId}/${MIRROR_PHARMACY.token}`);
    await page.getByRole('button', { name: 'Preisdatei für die Kasse' }).click();
    const { name, bytes } = await download(page, press(page, 'Preisdatei herunterladen'));
    assert.match(name, new RegExp(`^Preisliste_${MIRROR_PHARMACY.apoId}_`));
    assert.equal(bytes.toString('latin1'), await tillText(MAIN_PHARMACY.apoId, ['OTC', 'FREIWAHL', 'HILFSMITTEL']));
  });
});

type UploadAnswer = { status: string; reason?: string; id?: number; rows?: number; leftOutTotal?: number };

/** Uploads as the browser does, with the token and the cookie of the page. */
async function uploadLzd(page: Page, address: string, name: string, buffer: Buffer): Promise<UploadAnswer> {
  const [request] = await Promise.all([page.waitForRequest(/\/api\/price\//), page.reload()]);
  const authorization = (await request.allHeaders()).authorization ?? '';
  const xsrf = (await page.context().cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await page.request.post(address, {
    headers: { authorization, 'X-XSRF-TOKEN': xsrf },
    multipart: { csv: { name, mimeType: 'text/csv', buffer }, resetChoice: '1' },
  });
  return (await answer.json()) as UploadAnswer;
}

async function tillText(pharmacy: number, groups: string[]): Promise<string> {
  const rows = await query<{ pzn: string; price: string | null }>(
    `SELECT pzn, ${EFFECTIVE} AS price FROM price_item WHERE apo_id = $1 AND product_group = ANY($2) ORDER BY pzn`,
    [pharmacy, groups],
  );
  return ['PZN;VK', ...rows.map(({ pzn, price }) => `${pzn};${decimal(price)}`), ''].join('\r\n');
}
