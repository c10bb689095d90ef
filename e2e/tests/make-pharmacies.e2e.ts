import assert from 'node:assert/strict';
import { checkSizes } from '../src/check-screen.ts';
import { describe, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

const HEADINGS = 'Kundennummer;ApoID;Name;Straße;PLZ;Ort;Status;Bemerkung';
const ROWS = [
  '190002;290002;Kastanien-Apotheke am Markt;Marktplatz 7;07743;Jena;bestellt;',
  '190003;290003;Ahorn-Apotheke;Ringstraße 1;1067;Dresden;aktiv;ohne Null',
  '190001;290001;Buchen-Apotheke am Ring;Waldweg 2;04109;Leipzig;bestellt;umbenannt',
];
const FILE = { name: 'apotheken.csv', mimeType: 'text/csv', buffer: Buffer.from([HEADINGS, ...ROWS, ''].join('\r\n')) };

describe('pharmacies without the customer centre (rule 23.13)', () => {
  test('an administrator makes one, which says what comes next, and takes in a file after a look at what it does', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('admin', '/admin');
    await page.getByRole('button', { name: 'Anlegen' }).click();
    const create = page.getByRole('dialog', { name: 'Apotheke anlegen' });
    await create.getByLabel('Name', { exact: true }).fill('Buchen-Apotheke');
    await create.getByLabel('Straße und Hausnummer').fill('Waldweg 2');
    await create.getByLabel('Postleitzahl').fill('4109');
    await create.getByLabel('Ort', { exact: true }).fill('Leipzig');
    await create.getByLabel('Nummer im Kundencenter').fill('190001');
    await create.getByLabel('ApoID').fill('290001');
    await create.getByRole('button', { name: 'Apotheke anlegen' }).click();
    await create.getByText('Die Postleitzahl muss in Deutschland 5 Ziffern haben').waitFor();
    await checkSizes(page, 'pharmacy-create-refused');
    await create.getByLabel('Postleitzahl').fill('04109');
    await create.getByRole('button', { name: 'Apotheke anlegen' }).click();
    await page.getByText('Buchen-Apotheke ist angelegt.').waitFor();
    await checkSizes(page, 'pharmacy-created');
    await page.getByRole('link', { name: 'Zur Apotheke' }).click();
    await page.getByText('Noch keine Preise', { exact: true }).waitFor();
    await checkSizes(page, 'pharmacy-first-steps');

    await page.goto(new URL('/admin', page.url()).href);
    await page.getByRole('button', { name: 'Einspielen …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apotheken einspielen' });
    await dialog.getByLabel('Datei mit Apotheken').setInputFiles(FILE);
    await dialog.getByText('Noch ist nichts eingespielt: 1 neu, 1 geändert, 1 abgelehnt').waitFor();
    await dialog.getByText('Name geändert: Buchen-Apotheke → Buchen-Apotheke am Ring').waitFor();
    const count = async () =>
      (await portal().database.query('SELECT FROM pharmacy WHERE crm_company_id BETWEEN 190001 AND 190003')).rowCount;
    assert.equal(await count(), 1);
    await checkSizes(page, 'pharmacy-file-checked');
    await dialog.getByRole('button', { name: '2 Apotheken einspielen' }).click();
    await dialog.getByText(/^Eingespielt: 1 neu, 1 geändert, 1 abgelehnt/).waitFor();
    assert.equal(await count(), 2);
    await checkSizes(page, 'pharmacy-file-done');
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByRole('searchbox').fill('Kastanien-Apotheke am Markt');
    await page.getByRole('row').filter({ hasText: 'Kastanien-Apotheke am Markt' }).waitFor();
  });
});
