import assert from 'node:assert/strict';
import { demoPharmacyRef, ORDERED_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { breakNextCall } from '../src/break-call.ts';
import { portal } from '../src/running.ts';
import {
  button,
  closePackage,
  correct,
  exclusionBox,
  find,
  gridRow,
  priceInput,
  type Seeded,
  type SeededRow,
  seedPackage,
} from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

const group = 'HILFSMITTEL';
/** Ordered: no contract, no access, no user has been let in yet. */
const NEW_PHARMACY = demoPharmacyRef(100_125);

// Rules 6.20 and 6.23.
describe('the first calculation of a new pharmacy', () => {
  let lzd: Seeded;
  before(async () => {
    lzd = await seedPackage({ kind: 'LZD', pharmacy: NEW_PHARMACY, group, rows: 40, resetChoice: 0, ready: false });
  });
  after(() => closePackage(lzd.id));

  test('is locked until sales gives the pharmacy access and releases it', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', lzd.path);
    await page.getByRole('heading', { name: /^Erst-\/Neuberechnung - HILFSMITTEL/ }).waitFor();
    await page.getByText('noch nicht freigeschaltet').waitFor();
    assert.equal(await button(page, 'Preise freigeben').isEnabled(), false);
    assert.equal(await button(page, 'LZD für Apotheke freischalten').count(), 0);

    const access = button(page, 'TruePrice Apothekenzugriff aktivieren');
    await access.hover();
    await page.getByText('Inhaber und Stellvertreter werden für TruePrice freigeschaltet.').waitFor();
    await access.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Insel-Apotheke, \d{5} /).waitFor();
    await dialog.getByRole('button', { name: 'TruePrice Apothekenzugriff aktivieren' }).click();
    await page.getByText('Die TruePrice Freischaltung für Insel-Apotheke war erfolgreich.').waitFor();
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();

    await button(page, 'LZD für Apotheke freischalten').click();
    await dialog.getByText('Möchten Sie die LZD wirklich der Apotheke zur Verfügung stellen?').waitFor();
    await breakNextCall(page, 'POST', '/api/price/initapproval/');
    await dialog.getByRole('button', { name: 'LZD für Apotheke freischalten' }).click();
    await page.getByText('Fehler beim Freischalten.').waitFor();
    await dialog.getByRole('button', { name: 'LZD für Apotheke freischalten' }).click();
    await page.getByRole('dialog', { name: 'LZD freigeschaltet' }).waitFor();
    await dialog
      .getByText(
        /^Die LZD Hilfsmittel steht jetzt Inhaber und Stellvertretern von Insel-Apotheke, \d{5} .+, zur Freigabe bereit\.$/,
      )
      .waitFor();
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByText('noch nicht freigeschaltet').waitFor({ state: 'detached' });
    assert.equal(await button(page, 'Preise freigeben').isEnabled(), true);
    assert.equal(await access.count(), 0);
  });

  test('activates the contract when it is approved, and stays on screen', async ({ visitAs }) => {
    const [a] = lzd.rows as [SeededRow];
    const { page } = await visitAs('admin', lzd.path);
    await page.getByText('Der Vertrag dieser Apotheke ist noch nicht aktiviert.').waitFor();
    await correct(page, a.pzn, '17,77');
    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISE', exact: true }).waitFor();
    await button(page, 'Preise freigeben').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Freigabe der Erstberechnung - Aktivierung des Vertrags').waitFor();
    await dialog.getByRole('button', { name: 'Preise freigeben und Vertrag aktivieren' }).click();
    await page
      .getByText(
        'Die Daten wurden gespeichert. Preise werden baldmöglichst bei Ihnen eingespielt. Ihr Vertrag wurde aktiviert.',
      )
      .waitFor();
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByText(/^Freigegeben von .*Hahn am /).waitFor();
    await page.getByText('Der Vertrag dieser Apotheke ist noch nicht aktiviert.').waitFor({ state: 'detached' });
    const context = await page.evaluate(() => JSON.parse(localStorage.getItem('pharmacyContext') ?? 'null'));
    assert.deepEqual([context.contractStatus, context.active], [1, 1]);
    await find(page, a.pzn);
    await gridRow(page, a.pzn).getByText('Eigener Preis 17,77').waitFor();
    assert.equal(await priceInput(page, a.pzn).count(), 0);
    await gridRow(page, a.pzn).getByText('M 17,77').waitFor();

    const { database } = portal();
    const { rows } = await database.query(
      `SELECT count(*)::int AS count, max(manual_price)::text AS own FROM price_item WHERE apo_id = $1 AND product_group = $2`,
      [NEW_PHARMACY.apoId, group],
    );
    assert.deepEqual(rows, [{ count: 40, own: '17.77' }]);
  });
});

describe('a demo', () => {
  let lzd: Seeded;
  before(async () => {
    lzd = await seedPackage({ kind: 'LZD', pharmacy: ORDERED_PHARMACY, group, rows: 5, resetChoice: 0, ready: false });
  });
  after(() => closePackage(lzd.id));

  test('is opened by sales for an ordered pharmacy', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', lzd.path);
    await button(page, 'Demo freischalten').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/-Apotheke, \d{5} /).waitFor();
    await dialog.getByRole('button', { name: 'Demo freischalten' }).click();
    await page.getByText(/^Die TruePrice Freischaltung für .*Apotheke war erfolgreich\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await button(page, 'Demo freischalten').waitFor({ state: 'detached' });
    const context = await page.evaluate(() => JSON.parse(localStorage.getItem('pharmacyContext') ?? 'null'));
    assert.equal(context.userAccessActivated, true);
  });
});

describe('a recalculation', () => {
  let lzd: Seeded;
  before(async () => {
    lzd = await seedPackage({ kind: 'LZD', pharmacy: OWNER_PHARMACY, group, rows: 30 });
  });
  after(() => closePackage(lzd.id));

  test('keeps corrections, sort order and filter; saving goes on or ends', async ({ visitAs }) => {
    const [a, b] = lzd.rows as [SeededRow, SeededRow];
    const first = await visitAs('inhaber', lzd.path);
    const { page } = first;
    await correct(page, a.pzn, '8,88');
    await find(page, b.pzn);
    await exclusionBox(page, b.pzn).check();
    await find(page, '');
    await page.getByRole('combobox', { name: 'Filter' }).selectOption({ label: 'Neuer Artikel' });
    await page.getByText('10 / 30 Artikel').waitFor();
    await page.getByRole('columnheader', { name: 'PZN' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'PZN' }).getByRole('button').click();
    await button(page, 'Daten zwischenspeichern').click();
    await page.getByText(/^Die geänderten Daten wurden gespeichert\. Eine Freigabe ist nicht erfolgt/).waitFor();
    await button(page, 'LZD weiter bearbeiten').click();
    await page.getByText('2 bearbeitet · gespeichert', { exact: true }).waitFor();
    await button(page, 'Daten zwischenspeichern').click();
    await button(page, 'LZD Bearbeitung beenden').click();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();

    const again = await visitAs('vertretung', lzd.path);
    await again.page.getByText('10 / 30 Artikel').waitFor();
    const heading = again.page.getByRole('columnheader', { name: 'PZN' });
    assert.equal(await heading.getAttribute('aria-sort'), 'descending');
    await again.page.getByRole('combobox', { name: 'Filter' }).selectOption({ label: 'Keine Auffälligkeiten' });
    await again.page.getByText('20 / 30 Artikel').waitFor();
    await find(again.page, a.pzn);
    assert.equal(await priceInput(again.page, a.pzn).inputValue(), '8,88');
  });

  test('is approved by its pharmacy without a word about contracts, taken back and deleted by sales', async ({
    visitAs,
  }) => {
    const [a] = lzd.rows as [SeededRow];
    const { page } = await visitAs('inhaber', lzd.path);
    await button(page, 'Preise freigeben').click();
    await button(page, 'Preise freigeben').click();
    await page
      .getByText('Die Daten wurden gespeichert. Preise werden baldmöglichst bei Ihnen eingespielt.', { exact: true })
      .waitFor();
    const { database } = portal();
    const { rows } = await database.query('SELECT manual_price FROM price_item WHERE apo_id = $1 AND pzn = $2', [
      OWNER_PHARMACY.apoId,
      a.pzn,
    ]);
    assert.equal(rows[0].manual_price, '8.88');

    const sales = await visitAs('vertrieb', lzd.path);
    await button(sales.page, 'Freigabe zurücknehmen').click();
    await sales.page.getByRole('dialog').getByRole('button', { name: 'Freigabe zurücknehmen' }).click();
    await sales.page.getByRole('link', { name: 'Erst-/Neuberechnung Hilfsmittel öffnen' }).click();
    await button(sales.page, 'LZD Import löschen').click();
    await sales.page
      .getByText(
        'Möchten Sie wirklich den LZD Import löschen? Die Aufgabe im Kundencenter des Kunden wird automatisch geschlossen',
      )
      .waitFor();
    await breakNextCall(sales.page, 'DELETE', '/api/price/');
    await sales.page.getByRole('dialog').getByRole('button', { name: 'LZD Import löschen' }).click();
    await sales.page.getByText('Beim Löschen des LZD Imports ist etwas schief gelaufen.').waitFor();
    await sales.page.getByRole('dialog').getByRole('button', { name: 'LZD Import löschen' }).click();
    await sales.page
      .getByRole('link', { name: 'Erst-/Neuberechnung Hilfsmittel öffnen' })
      .waitFor({ state: 'detached' });
  });
});

describe('a recalculation that resets the list', () => {
  let lzd: Seeded;
  before(async () => {
    lzd = await seedPackage({ kind: 'LZD', pharmacy: OWNER_PHARMACY, group, rows: 3, resetChoice: 0 });
  });
  after(() => closePackage(lzd.id));

  const listCount = async () => {
    const { rows } = await portal().database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM price_item WHERE apo_id = $1 AND product_group = $2',
      [OWNER_PHARMACY.apoId, group],
    );
    return rows[0]?.count ?? 0;
  };

  test('names what leaves, asks a second time, and is taken back', async ({ visitAs }) => {
    // none of the three articles is on the list
    const before = await listCount();
    const count = before.toLocaleString('de-DE');
    const said = `Mit der Freigabe verlassen ${count} von ${count} Artikeln die Preisliste.`;
    const { page } = await visitAs('inhaber', lzd.path);
    await page.getByText(said).waitFor();
    await button(page, 'Artikel ansehen').click();
    const articles = page.getByRole('dialog', { name: `${count} Artikel verlassen die Preisliste` });
    assert.equal(await articles.getByRole('grid').getAttribute('aria-rowcount'), String(before + 1));
    await articles
      .getByRole('row')
      .nth(1)
      .getByText(/^\d{8}$/)
      .waitFor();
    await page.keyboard.press('Escape');
    await articles.waitFor({ state: 'detached' });

    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISE', exact: true }).waitFor();
    await page.getByText(said).waitFor();
    await button(page, 'Preise freigeben').click();
    const asked = page.getByRole('dialog', { name: `${count} Artikel aus der Preisliste entfernen?` });
    await asked.getByText(`Preisliste: ${count} → 3 Artikel`).waitFor();
    await asked.getByRole('button', { name: 'Abbrechen' }).click();
    await asked.waitFor({ state: 'detached' });
    assert.equal(await listCount(), before);
    await button(page, 'Preise freigeben').click();
    await asked.getByRole('button', { name: `Ja, ${count} Artikel entfernen` }).click();
    await page.getByText(`${count} Artikel haben die Preisliste verlassen.`).waitFor();
    assert.equal(await listCount(), 3);

    const sales = await visitAs('vertrieb', lzd.path);
    await button(sales.page, 'Freigabe zurücknehmen').click();
    await sales.page.getByRole('dialog').getByRole('button', { name: 'Freigabe zurücknehmen' }).click();
    await sales.page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    assert.equal(await listCount(), before);
  });
});
