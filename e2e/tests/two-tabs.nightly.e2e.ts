import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { portal } from '../src/running.ts';
import { button, closePackage, correct, type Seeded, type SeededRow, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/FREIWAHL`;
const OTHER_WINDOW = 'Einen Artikel haben Sie inzwischen selbst .*in einem anderen Fenster';

/** A second tab of the same browser, with the same person signed in. */
async function secondTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(new URL(path, page.url()).href);
  return tab;
}

async function enterPrice(page: Page, pzn: string, price: string): Promise<void> {
  await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(pzn);
  const input = page.getByLabel(`Neuer Preis für PZN ${pzn}`);
  await input.fill(price);
  await input.press('Tab');
}

async function saveList(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Daten prüfen/ }).click();
  await page.getByRole('button', { name: 'Daten speichern' }).click();
}

async function saveAndClose(page: Page): Promise<void> {
  await saveList(page);
  await page.getByText('Preise gespeichert').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
}

const edit = (page: Page) => page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();

test('the price list in two tabs of one person: the later one is told, keeps its other edits, and goes on', async ({
  visitAs,
  expectErrors,
}) => {
  expectErrors(/409/);
  const { database } = portal();
  const { rows: items } = await database.query<{ pzn: string }>(
    `SELECT pzn FROM price_item i WHERE apo_id = $1 AND product_group = 'FREIWAHL' AND price_type = 0 AND NOT EXISTS (
       SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id WHERE u.pzn = i.pzn AND o.status = 0)
      ORDER BY pzn LIMIT 2`,
    [OWNER_PHARMACY.apoId],
  );
  const [a, b] = items.map(({ pzn }) => pzn) as [string, string];
  const { page: first } = await visitAs('inhaber', LIST);
  const second = await secondTab(first, LIST);
  await edit(second);
  await enterPrice(second, a, '22,22');
  await enterPrice(second, b, '23,23');

  await edit(first);
  await enterPrice(first, a, '11,11');
  await saveAndClose(first);
  // This tab has the new version: the same article can be edited again at once.
  await edit(first);
  await enterPrice(first, a, '11,55');
  await saveAndClose(first);

  await saveList(second);
  await second.getByText(new RegExp(`Fehler bei der Verarbeitung: .*${OTHER_WINDOW}.*${a}`)).waitFor();
  await second.getByRole('button', { name: /^Aktualisieren/ }).click();
  await second.getByText(/Fehler bei der Verarbeitung/).waitFor({ state: 'detached' });
  await second.getByRole('button', { name: 'Daten speichern' }).click();
  await second.getByText('Preise gespeichert').waitFor();
  const { rows } = await database.query<{ manual: string }>(
    'SELECT manual_price AS manual FROM price_item WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY pzn',
    [OWNER_PHARMACY.apoId, [a, b]],
  );
  assert.deepEqual(
    rows.map(({ manual }) => manual),
    ['11.55', '23.23'],
  );
});

describe('a package in two tabs of one person', () => {
  let mdp: Seeded;
  before(async () => {
    mdp = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group: 'HILFSMITTEL', rows: 12 });
  });
  after(() => closePackage(mdp.id));

  test('is not approved with a row that this tab has not seen', async ({ visitAs, expectErrors }) => {
    expectErrors(/409/);
    const [a] = mdp.rows as [SeededRow];
    const { page: first } = await visitAs('inhaber', mdp.path);
    const second = await secondTab(first, mdp.path);
    await second.getByRole('heading', { name: /^MONATSUPDATE/ }).waitFor();
    await correct(first, a.pzn, '31,31');
    await button(first, 'Daten zwischenspeichern').click();
    await first.getByText(/^Die geänderten Daten wurden gespeichert\. Eine Freigabe ist nicht erfolgt/).waitFor();

    await button(second, 'Preise freigeben').click();
    await button(second, 'Preise freigeben').click();
    await second.getByText(new RegExp(OTHER_WINDOW)).waitFor();
    await second.getByText(new RegExp(`PZN ${a.pzn} \\(Anna Berger: 31,31 €\\)`)).waitFor();
    await button(second, 'Aktualisieren, übrige Eingaben behalten').click();
    await second.getByText(new RegExp(OTHER_WINDOW)).waitFor({ state: 'detached' });
    await button(second, 'Preise freigeben').click();
    await second.getByText(/^Die geänderten Daten wurden gespeichert\. Die Einspielung/).waitFor();
  });
});
