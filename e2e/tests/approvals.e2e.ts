import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { breakNextCall } from '../src/break-call.ts';
import { portal } from '../src/running.ts';
import {
  button,
  closePackage,
  correct,
  exclusionBox,
  find,
  gridRow,
  permanentBox,
  priceInput,
  type Seeded,
  type SeededRow,
  seedPackage,
} from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const group = 'HILFSMITTEL';
const SAVED =
  'Die geänderten Daten wurden gespeichert. Eine Freigabe ist nicht erfolgt, aber beim nächsten Öffnen dieser Freigabeliste können Sie mit den gespeicherten Daten weiterarbeiten..';
const APPROVED =
  'Die geänderten Daten wurden gespeichert. Die Einspielung in Ihr Kassensystem erfolgt mit dem nächsten Update.';

/** What the list says of products: type, own or permanent price, calculated price. */
async function listed(pzns: string[]) {
  const { database } = portal();
  const { rows } = await database.query(
    `SELECT pzn, price_type AS type, manual_price AS manual, calculated_price AS calculated FROM price_item
      WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY pzn`,
    [OWNER_PHARMACY.apoId, pzns],
  );
  return rows;
}

// What fails by the way is said, and goes on by the same click (rule 2.17).
describe('a monthly update', () => {
  let mdp: Seeded;
  let [a, b, c, d] = [] as unknown as [SeededRow, SeededRow, SeededRow, SeededRow];
  before(async () => {
    mdp = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group, rows: 60 });
    [a, b, c, d] = mdp.rows as [SeededRow, SeededRow, SeededRow, SeededRow];
  });
  after(() => closePackage(mdp.id));

  test('is opened from its task, corrected and kept for later', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', START);
    await page.getByRole('link', { name: 'Monatsupdate Hilfsmittel öffnen' }).click();
    await page.getByRole('heading', { name: `MONATSUPDATE - HILFSMITTEL (ID ${mdp.id})` }).waitFor();
    await page.getByText('60 / 60 Artikel').waitFor();
    await page.getByText(/^wird am \d\d\.\d\d\. um 24 Uhr automatisch freigegeben$/).waitFor();

    await correct(page, a.pzn, '12,3');
    assert.equal(await priceInput(page, a.pzn).inputValue(), '12,30');
    await correct(page, b.pzn, '23,40');
    await permanentBox(page, b.pzn).check();
    await find(page, c.pzn);
    await exclusionBox(page, c.pzn).check();
    await gridRow(page, c.pzn).getByText('N', { exact: true }).waitFor();
    await page.getByText('3 bearbeitet · nicht gespeichert').waitFor();
    await button(page, 'Daten zwischenspeichern').click();
    await page.getByText(SAVED).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
  });

  test('has everything when it is opened again, is checked and approved, and its prices stand in the list', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('inhaber', mdp.path);
    await find(page, a.pzn);
    assert.equal(await priceInput(page, a.pzn).inputValue(), '12,30');
    await find(page, b.pzn);
    assert.equal(await permanentBox(page, b.pzn).isChecked(), true);
    await find(page, c.pzn);
    assert.equal(await exclusionBox(page, c.pzn).isChecked(), true);
    await find(page, '');
    await page.getByRole('combobox', { name: 'Filter' }).selectOption({ label: 'Bearbeitete Artikel' });
    await page.getByText('3 / 60 Artikel').waitFor();

    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await page.getByText('60 Preise werden freigegeben, davon 3 mit Ihrer Bearbeitung.').waitFor();
    assert.equal(await page.getByRole('row').count(), 4);
    await button(page, 'Preise freigeben').click();
    await page.getByText('Preise gespeichert').waitFor();
    await page.getByText(APPROVED).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.getByRole('link', { name: 'Monatsupdate Hilfsmittel öffnen' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Preisliste Hilfsmittel öffnen' }).click();
    await find(page, b.pzn);
    await gridRow(page, b.pzn).getByText('23,40').waitFor();
    await gridRow(page, b.pzn).getByText('D', { exact: true }).waitFor();
    assert.deepEqual(await listed([a.pzn, b.pzn, c.pzn, d.pzn]), [
      { pzn: a.pzn, type: 2, manual: '12.30', calculated: a.truePrice },
      { pzn: b.pzn, type: 3, manual: '23.40', calculated: b.truePrice },
      { pzn: c.pzn, type: 1, manual: null, calculated: c.truePrice },
      { pzn: d.pzn, type: 0, manual: null, calculated: d.truePrice },
    ]);
  });

  test('is taken back by sales: the list has its former prices, the corrections are still there', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await button(page, 'Freigabe zurücknehmen').click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('Soll die Freigabe des MDP wirklich gelöscht werden? Die Liste wird danach wieder bearbeitbar.')
      .waitFor();
    await dialog.getByText(/^Trifft ein neueres Update ein/).waitFor();
    await breakNextCall(page, 'DELETE', '/api/price/approve/');
    await dialog.getByRole('button', { name: 'Freigabe zurücknehmen' }).click();
    await page.getByText('Fehler beim Zurücksetzen').waitFor();
    await dialog.getByRole('button', { name: 'Freigabe zurücknehmen' }).click();
    await page.getByRole('link', { name: 'Monatsupdate Hilfsmittel öffnen' }).click();
    await find(page, a.pzn);
    assert.equal(await priceInput(page, a.pzn).inputValue(), '12,30');
    const rows = await listed([a.pzn, b.pzn, c.pzn]);
    assert.deepEqual(
      rows.map(({ type, manual }) => [type, manual]),
      [
        [0, null],
        [0, null],
        [0, null],
      ],
    );
    assert.equal(Number(rows[0].calculated), Number(a.truePrice) - 1);
  });

  test('is deleted by an admin, who still sees it greyed; its pharmacy does not', async ({ visitAs, expectErrors }) => {
    expectErrors(/403/);
    const { page } = await visitAs('admin', mdp.path);
    await button(page, 'MDP Daten löschen').click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(
        'Möchten Sie wirklich die Kundendaten aus dem MDP Import löschen? Die Aufgabe im Kundencenter des Kunden wird automatisch geschlossen',
      )
      .waitFor();
    await breakNextCall(page, 'DELETE', '/api/price/');
    await dialog.getByRole('button', { name: 'MDP Daten löschen' }).click();
    await page.getByText('Beim Löschen der MDP Datenist etwas schief gelaufen.').waitFor();
    await dialog.getByRole('button', { name: 'MDP Daten löschen' }).click();
    await page.getByRole('heading', { name: 'Freigabeaufgaben' }).waitFor();
    await page.goto(`${new URL(page.url()).origin}${mdp.path}`);
    await page
      .getByRole('heading', { name: new RegExp(`\\(ID ${mdp.id}\\) - GELÖSCHT \\d\\d\\.\\d\\d\\.\\d{4}$`) })
      .waitFor();
    await find(page, a.pzn);
    await gridRow(page, a.pzn).getByText('Eigener Preis 12,30').waitFor();
    assert.equal(await priceInput(page, a.pzn).count(), 0);

    const owner = await visitAs('inhaber', mdp.path);
    await owner.page.getByText('Keine Zugriffsrechte auf die Ressource').waitFor();
  });
});

describe('a quarterly update', () => {
  let qdp: Seeded;
  let [a, b, c] = [] as unknown as [SeededRow, SeededRow, SeededRow];
  before(async () => {
    qdp = await seedPackage({ kind: 'QDP', pharmacy: OWNER_PHARMACY, group, rows: 30 });
    [a, b, c] = qdp.rows as [SeededRow, SeededRow, SeededRow];
  });
  after(() => closePackage(qdp.id));

  test('keeps unsaved prices over a reload, is approved, and its products are new in the list', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', qdp.path);
    await correct(page, a.pzn, '19,99');
    await gridRow(page, a.pzn).getByText('M 19,99').waitFor();
    await correct(page, b.pzn, '4,50');
    await permanentBox(page, b.pzn).check();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('2 nicht gespeicherte Änderungen sind noch da.').waitFor();
    await find(page, c.pzn);
    await page.getByLabel('Ausschluss für 1 angezeigten Artikel').check();
    await find(page, '');
    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISE', exact: true }).waitFor();
    await page.getByText('30 Preise werden freigegeben, davon 3 mit Ihrer Bearbeitung.').waitFor();
    await page.getByText(/^Ihre Korrekturen/).click();
    assert.equal(await page.getByRole('row').count(), 4);
    await button(page, 'Preise freigeben').click();
    await page.getByText(APPROVED).waitFor();
    assert.deepEqual(await listed([a.pzn, b.pzn, c.pzn]), [
      { pzn: a.pzn, type: 2, manual: '19.99', calculated: a.truePrice },
      { pzn: b.pzn, type: 3, manual: '4.50', calculated: b.truePrice },
      { pzn: c.pzn, type: 1, manual: null, calculated: c.truePrice },
    ]);
  });

  test('is taken back and deleted by an admin: its products leave the list', async ({ visitAs }) => {
    const newer = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group, rows: 12 });
    const { page } = await visitAs('admin', qdp.path);
    await page
      .getByText('Das Update kann nicht mehr zum Bearbeiten geöffnet werden, da es aktuelle Preis-Updates gibt.')
      .waitFor();
    await closePackage(newer.id);
    await page.reload();
    await button(page, 'Freigabe zurücknehmen').click();
    await page
      .getByText(
        'Soll die Freigabe der neuen Produkte wirklich gelöscht werden? Die Liste wird danach wieder bearbeitbar.',
      )
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Freigabe zurücknehmen' }).click();
    await page.getByRole('link', { name: 'Quartalsupdate Hilfsmittel öffnen' }).click();
    await button(page, 'QDP Daten löschen').click();
    await page.getByText(/^Möchten Sie wirklich die Kundendaten aus dem QDP Import löschen\?/).waitFor();
    await breakNextCall(page, 'DELETE', '/api/price/');
    await page.getByRole('dialog').getByRole('button', { name: 'QDP Daten löschen' }).click();
    await page.getByText('Beim Löschen der QDP Daten ist etwas schief gelaufen.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'QDP Daten löschen' }).click();
    await page.getByRole('heading', { name: 'Freigabeaufgaben' }).waitFor();
    await page.getByRole('link', { name: 'Quartalsupdate Hilfsmittel öffnen' }).waitFor({ state: 'detached' });
    assert.deepEqual(await listed([a.pzn, b.pzn, c.pzn]), []);
  });
});

describe('two people at one package', () => {
  let qdp: Seeded;
  before(async () => {
    qdp = await seedPackage({ kind: 'QDP', pharmacy: OWNER_PHARMACY, group, rows: 12 });
  });
  after(() => closePackage(qdp.id));

  test('the slower one is told who changed what, keeps the rest, and approves what he has seen', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/409/);
    const [a, b] = qdp.rows as [SeededRow, SeededRow];
    const slow = await visitAs('inhaber', qdp.path);
    await correct(slow.page, a.pzn, '31,31');
    await correct(slow.page, b.pzn, '32,32');

    const fast = await visitAs('vertretung', qdp.path);
    await correct(fast.page, a.pzn, '41,41');
    await button(fast.page, 'Daten zwischenspeichern').click();
    await fast.page.getByText(SAVED).waitFor();

    const { page } = slow;
    await button(page, 'Preise freigeben').click();
    await button(page, 'Preise freigeben').click();
    await page.getByText(/^Fehler bei der Verarbeitung: .*von jemand anderem bearbeitet/).waitFor();
    await page.getByText(new RegExp(`PZN ${a.pzn} \\(Jonas Klein: 41,41 €\\)`)).waitFor();
    await button(page, 'Aktualisieren, übrige Eingaben behalten').click();
    await page.getByText(new RegExp(`1 Änderung wurde nicht übernommen.*${a.pzn}`)).waitFor();
    await button(page, 'Preise freigeben').click();
    await page.getByText(APPROVED).waitFor();
    assert.deepEqual(
      (await listed([a.pzn, b.pzn])).map(({ type, manual }) => [type, manual]),
      [
        [2, '41.41'],
        [2, '32.32'],
      ],
    );
  });
});
