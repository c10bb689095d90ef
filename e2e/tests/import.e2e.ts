import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkSizes } from '../src/check-screen.ts';
import { type VisitAs } from '../src/journey.ts';
import { portal } from '../src/running.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';

const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC`;
const { apoId } = OWNER_PHARMACY;
const OPEN = `SELECT u.pzn FROM price_update_item u JOIN price_update o ON o.id = u.update_id WHERE o.status = 0 AND o.apo_id = ${apoId}`;

type Item = { pzn: string; type: number; calculated: string | null; manual: string | null };

/** Rows of the owner's OTC list that are not in approval, from the end of the list, where other journeys do not work. */
async function items(where: string, limit: number): Promise<Item[]> {
  const { database } = portal();
  const { rows } = await database.query<Item>(
    `SELECT pzn, price_type AS type, calculated_price::text AS calculated, manual_price::text AS manual FROM price_item
      WHERE apo_id = $1 AND product_group = 'OTC' AND ${where} ORDER BY pzn DESC LIMIT ${limit}`,
    [apoId],
  );
  assert.equal(rows.length, limit);
  return rows;
}

/** Products of the master that the owner does not list. */
async function unlisted(group: string, limit: number): Promise<string[]> {
  const { database } = portal();
  const { rows } = await database.query<{ pzn: string }>(
    `SELECT p.pzn FROM product p WHERE p.product_group = $1 AND p.pzn NOT IN (${OPEN})
        AND NOT EXISTS (SELECT FROM price_item i WHERE i.apo_id = $2 AND i.pzn = p.pzn) ORDER BY p.pzn LIMIT ${limit}`,
    [group, apoId],
  );
  assert.equal(rows.length, limit);
  return rows.map((row) => row.pzn);
}

async function stored(pzns: string[]): Promise<Record<string, [type: number, manual: string | null]>> {
  const { database } = portal();
  const { rows } = await database.query<Item>(
    'SELECT pzn, price_type AS type, manual_price::text AS manual FROM price_item WHERE apo_id = $1 AND pzn = ANY($2)',
    [apoId, pzns],
  );
  return Object.fromEntries(rows.map((row) => [row.pzn, [row.type, row.manual]]));
}

let calculated: Item[];
let own: Item;
let excluded: Item[];
let blocked: Item;
const UNKNOWN = '01126111';

/** Takes added exclusions off the list again: other journeys count on its 20,000 articles. */
async function removeAdded(): Promise<void> {
  const { database } = portal();
  const added = `apo_id = ${apoId} AND product_group = 'OTC'`;
  await database.query(`DELETE FROM price_item WHERE ${added} AND calculated_price IS NULL AND price_type = 1`);
  await database.query(
    `UPDATE list_version SET version = version + 1,
            negative_count = (SELECT count(*) FROM price_item WHERE ${added} AND price_type = 1)
      WHERE ${added}`,
  );
}

before(async () => {
  calculated = await items(`price_type = 0 AND calculated_price > 5 AND pzn NOT IN (${OPEN})`, 8);
  own = (await items(`price_type = 2 AND pzn NOT IN (${OPEN})`, 1))[0] as Item;
  excluded = await items(`price_type = 1 AND pzn NOT IN (${OPEN})`, 4);
  blocked = (await items(`price_type = 0 AND pzn IN (${OPEN})`, 1))[0] as Item;
});

async function openImport(visitAs: VisitAs, user: string) {
  const visiting = await visitAs(user, LIST);
  const { page } = visiting;
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
  await page.getByRole('button', { name: 'Importieren' }).click();
  await page.getByRole('dialog', { name: 'Preise importieren' }).waitFor();
  return visiting;
}

async function choose(page: Page, type: string, content: string | Buffer, name = 'Meine Preise.csv') {
  await page.getByRole('radio', { name: type }).check();
  await page.getByLabel('CSV-Datei').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

async function start(page: Page) {
  await page.getByText(/Zeilen? gelesen/).waitFor();
  await page.getByRole('button', { name: 'Import starten' }).click();
  await page.getByRole('dialog', { name: 'Ergebnis des Imports' }).waitFor();
}

/** The outcomes as they are shown: heading and PZNs. */
async function outcomes(page: Page): Promise<Record<string, string[]>> {
  const told: Record<string, string[]> = {};
  for (const list of await page.getByRole('group', { name: /^Liste: / }).all()) {
    const title = ((await list.getAttribute('aria-label')) ?? '').replace('Liste: ', '');
    told[title] =
      title === 'Fehlerhafte Zeilen'
        ? [(await list.textContent()) ?? '']
        : (await list.locator('div').allTextContents()).map((text) => text.slice(0, 8));
  }
  return told;
}

async function closeOutcome(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function save(page: Page, count: number) {
  await page.getByRole('button', { name: `Daten prüfen (${count})` }).click();
  await page.getByRole('button', { name: 'Daten speichern' }).click();
  await page.getByText('Preise gespeichert').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).waitFor();
}

const row = (page: Page, pzn: string) => page.getByRole('row').filter({ hasText: pzn });
const search = (page: Page, pzn: string) => page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(pzn);
const filter = (page: Page) => page.getByRole('combobox', { name: 'Filter', includeHidden: true });
const euros = (amount: string | null) => String(amount).replace('.', ',');

// Rule 5.8.
describe('imports into the price list', () => {
  after(removeAdded);

  test('a column of days is asked for before the import starts, and its days are entered', async ({ visitAs }) => {
    const a = calculated[3] as Item;
    const { page } = await openImport(visitAs, 'inhaber');
    await choose(page, 'Preise importieren', `PZN;VK;von;bis\n${a.pzn};11,49;01.12.2098;14.12.2098 23:59:59\n`);
    await page.getByText('1 Zeile gelesen').waitFor();
    const startButton = page.getByRole('button', { name: 'Import starten' });
    assert.equal(await startButton.isEnabled(), false);
    await page.getByLabel('Was bedeuten die Tage in „von“?').selectOption('Der Preis gilt ab diesem Tag');
    await page.getByRole('cell', { name: 'ab 01.12.2098' }).waitFor();
    assert.equal(await startButton.isEnabled(), false);
    await page.getByLabel('Was bedeuten die Tage in „bis“?').selectOption('Der Preis gilt bis zu diesem Tag');
    await page.getByRole('cell', { name: 'ab 01.12.2098 bis 14.12.2098' }).waitFor();
    await startButton.click();
    await page.getByRole('dialog', { name: 'Ergebnis des Imports' }).waitFor();
    assert.deepEqual(await outcomes(page), { Importiert: [a.pzn] });
  });

  // Rule 17.13.
  test('two ranges of one article survive a reload and are two periods', async ({ visitAs }) => {
    const { pzn } = calculated[4] as Item;
    const { page, url } = await openImport(visitAs, 'inhaber');
    const content = `PZN;VK;gültig ab;gültig bis\n${pzn};10,99;15.12.2097;31.12.2097\n${pzn};11,49;01.12.2097;14.12.2097\n`;
    await choose(page, 'Preise importieren', content);
    await page.getByText('2 Zeilen gelesen').waitFor();
    await page.getByRole('cell', { name: 'ab 15.12.2097 bis 31.12.2097' }).waitFor();
    await start(page);
    assert.deepEqual(await outcomes(page), { Importiert: [pzn] });
    await closeOutcome(page);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await search(page, pzn);
    await row(page, pzn).getByTitle('ab 01.12.2097 bis 14.12.2097, ab 15.12.2097 bis 31.12.2097').waitFor();
    await save(page, 1);
    await page.goto(`${url}/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/zeitraeume`);
    await row(page, pzn).nth(1).waitFor();
    const { database } = portal();
    const ofArticle = 'apo_id = $1 AND pzn = $2';
    const { rows } = await database.query<{ text: string }>(
      `SELECT concat_ws(' ', price, state, begins_on, ends_on) AS text FROM price_period WHERE ${ofArticle} ORDER BY begins_on`,
      [apoId, pzn],
    );
    assert.deepEqual(
      rows.map(({ text }) => text),
      ['11.49 coming 2097-12-01 2097-12-14', '10.99 coming 2097-12-15 2097-12-31'],
    );
    await database.query(`DELETE FROM price_period WHERE ${ofArticle}`, [apoId, pzn]);
  });

  test('an owner imports prices: outcomes by PZN, nothing stored before saving, then exactly that', async ({
    visitAs,
  }) => {
    const [a, b, c] = calculated as [Item, Item, Item];
    const x = excluded[0] as Item;
    const text = [
      'PZN;Größe;Neuer Preis',
      `PZN-${a.pzn};für 4 €;1.012,34`,
      `${Number(b.pzn)};;23,4 €`,
      `${c.pzn};;${euros(c.calculated)}`,
      `${own.pzn};;${euros(own.manual)}`,
      `${x.pzn};;7,77`,
      `${blocked.pzn};;5,00`,
      `${UNKNOWN};;5,00`,
      `Salbe;;5,00`,
      `${calculated[7]?.pzn};;4,999`,
      '',
    ].join('\r\n');
    // as Excel saves 'CSV': Windows-1252
    const file = Buffer.from(Array.from(text, (char) => (char === '€' ? 0x80 : char.charCodeAt(0))));
    const { page } = await openImport(visitAs, 'inhaber');
    assert.equal(await page.getByRole('radio', { name: 'Expertenimport' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Import starten' }).isEnabled(), false);
    await choose(page, 'Preise importieren', file);
    await page.getByText('7 Zeilen gelesen · 2 fehlerhafte Zeilen werden nicht übernommen').waitFor();
    assert.equal(await page.getByLabel('Preis', { exact: true }).inputValue(), 'Neuer Preis');
    await page.getByRole('row', { name: new RegExp(`${a.pzn}.*1\\.012,34`) }).waitFor();
    await start(page);
    const told = await outcomes(page);
    assert.match(
      String(told['Fehlerhafte Zeilen']),
      /Zeile 9: PZN „Salbe“: Das ist keine PZN\.Zeile 10 .*nicht eindeutig/,
    );
    delete told['Fehlerhafte Zeilen'];
    assert.deepEqual(told, {
      'Ausschlussartikel mit Preis': [x.pzn],
      Importiert: [a.pzn, b.pzn],
      Unverändert: [c.pzn, own.pzn],
      'Nicht gefunden': [UNKNOWN],
      'In Preisfreigabe': [blocked.pzn],
    });
    await page.getByText('Bitte prüfen Sie jeden einzelnen').waitFor();
    assert.equal(await filter(page).inputValue(), 'edited');
    await closeOutcome(page);
    assert.equal(await filter(page).inputValue(), 'all');
    await page.getByText('3 geändert').waitFor();
    assert.deepEqual(await stored([a.pzn, x.pzn]), { [a.pzn]: [0, null], [x.pzn]: [1, null] });

    await save(page, 3);
    assert.deepEqual(await stored([a.pzn, b.pzn, c.pzn, own.pzn, x.pzn, blocked.pzn]), {
      [a.pzn]: [2, '1012.34'],
      [b.pzn]: [2, '23.40'],
      [c.pzn]: [0, null],
      [own.pzn]: [2, own.manual],
      [x.pzn]: [1, null],
      [blocked.pzn]: [0, null],
    });
    await page.reload();
    await search(page, a.pzn);
    await row(page, a.pzn).getByText('1.012,34').waitFor();
  });

  test('an owner imports exclusions, a new one and one of another group among them', async ({ visitAs }) => {
    const [listed, already] = [calculated[3] as Item, excluded[1] as Item];
    const [fresh] = (await unlisted('OTC', 1)) as [string];
    const [foreign] = (await unlisted('FREIWAHL', 1)) as [string];
    const file = `Artikel,PZN\n${[listed.pzn, already.pzn, fresh, foreign, UNKNOWN].map((pzn) => `x,${pzn}\n`).join('')}`;
    const { page } = await openImport(visitAs, 'inhaber');
    await choose(page, 'Ausschlussartikel importieren', file);
    await start(page);
    assert.deepEqual(await outcomes(page), {
      'Auf Ausschluss gesetzt': [listed.pzn],
      'Neue Ausschluss-Artikel': [fresh],
      'Schon Ausschlussartikel': [already.pzn],
      'Nicht gefunden': [UNKNOWN],
      'Falsche Warengruppe': [foreign],
    });
    await page.getByRole('button', { name: / Artikel prüfen$/ }).click();
    await row(page, fresh).getByText('Neuer Ausschluss-Artikel').waitFor();
    assert.equal(await page.getByLabel(`Neuer Preis für PZN ${fresh}`).isDisabled(), true);
    assert.deepEqual(await stored([fresh]), {});

    await save(page, 2);
    assert.deepEqual(await stored([listed.pzn, already.pzn, fresh, foreign]), {
      [listed.pzn]: [1, null],
      [already.pzn]: [1, null],
      [fresh]: [1, null],
    });
    await page.reload();
    await page.getByLabel('Filter', { exact: true }).last().selectOption('exclusion');
    await search(page, fresh);
    await row(page, fresh).getByText('A', { exact: true }).waitFor();
  });

  testByNight('sales import price types as the export names them', async ({ visitAs }) => {
    const [a, b, c] = calculated.slice(4, 7) as [Item, Item, Item];
    const x = excluded[2] as Item;
    const file = `sep=;\r\nPZN;Preis;Preistyp\r\n${[
      `${a.pzn};8,88;Dauerpreis`,
      `${b.pzn};9.99;2`,
      `${c.pzn};;Ausschlussartikel`,
      `${x.pzn};;0`,
      `${calculated[7]?.pzn};1,00;Sonderpreis`,
    ].join('\r\n')}\r\n`;
    const { page } = await openImport(visitAs, 'vertrieb');
    await choose(page, 'Expertenimport', file);
    await start(page);
    const told = await outcomes(page);
    assert.match(String(told['Fehlerhafte Zeilen']), /^Zeile 7 .*„Sonderpreis“: Das ist kein Preistyp/);
    delete told['Fehlerhafte Zeilen'];
    assert.deepEqual(told, {
      'Ausschlussartikel mit Preis': [x.pzn],
      Importiert: [a.pzn, b.pzn],
      'Auf Ausschluss gesetzt': [c.pzn],
    });
    await closeOutcome(page);
    await save(page, 4);
    assert.deepEqual(await stored([a.pzn, b.pzn, c.pzn, x.pzn]), {
      [a.pzn]: [3, '8.88'],
      [b.pzn]: [2, '9.99'],
      [c.pzn]: [1, null],
      [x.pzn]: [0, null],
    });
  });

  testByNight('broken files say what is wrong with them', async ({ visitAs, expectErrors }) => {
    expectErrors(/422/);
    const pzn = calculated[0]?.pzn;
    const { page } = await openImport(visitAs, 'inhaber');
    const broken: [name: string, content: string | Buffer, message: string][] = [
      ['leer.csv', '', 'Die Datei ist leer.'],
      ['kopf.csv', 'PZN;Preis\n', 'Die Datei enthält unter der Kopfzeile keine Daten.'],
      ['ohne.csv', `${pzn};1,00\n`, 'Der Datei fehlt die Kopfzeile: Schon die erste Zeile enthält eine PZN.'],
      ['mappe.csv', Buffer.from('PK\u0003\u0004……'), 'Die Arbeitsmappe ist beschädigt oder unvollständig.'],
      ['binaer.csv', Buffer.alloc(5000, 1), 'Die Datei ist keine Textdatei und kann nicht als CSV gelesen werden.'],
      ['lang.csv', `PZN;${'x'.repeat(600)}\n${pzn};1\n`, 'Eine Spaltenüberschrift ist zu lang.'],
      ['preis.csv', `PZN;Preis\n${pzn};Salbe\n`, 'In der Spalte „Preis“ steht kein einziger Preis.'],
    ];
    for (const [name, content, message] of broken) {
      await choose(page, 'Preise importieren', content, name);
      await page.getByRole('alert').filter({ hasText: message }).waitFor();
    }
    const label = page.getByLabel('CSV-Datei');
    await label.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await page.getByText('Das ist keine Excel-Datei (.xlsx)').waitFor();
    const tooLarge = Buffer.alloc(20 * 2 ** 20 + 1, 'PZN;Preis\n');
    await label.setInputFiles({ name: 'gross.csv', mimeType: 'text/csv', buffer: tooLarge });
    await page.getByText('Die Datei ist zu groß. Erlaubt sind höchstens 20 MB.').waitFor();
  });

  testByNight('modal and outcome are accessible at a desk and on a phone', async ({ visitAs }) => {
    const { page } = await openImport(visitAs, 'vertrieb');
    const rows = calculated.map(({ pzn }, n) => `${pzn};${n === 2 ? '4,999' : '9,90'};${n === 3 ? 'x' : '2'}\n`);
    await checkSizes(page, 'import-empty');
    await choose(page, 'Expertenimport', `PZN;Preis;Preistyp\n${rows.join('')}${excluded[3]?.pzn};3,00;2\n`);
    await page.getByText(/Zeilen gelesen/).waitFor();
    await checkSizes(page, 'import-preview');
    await start(page);
    await checkSizes(page, 'import-outcome');
  });
});
