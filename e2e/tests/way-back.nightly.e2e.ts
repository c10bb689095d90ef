import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreen, checkWidth, SIZES } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const LIST = `${START}/pricelist/FREIWAHL`;

/** Three articles of the list that nothing locks and whose price is calculated. */
async function threeArticles() {
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT pzn FROM price_item i WHERE apo_id = $1 AND product_group = 'FREIWAHL' AND price_type = 0 AND NOT EXISTS (
       SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id WHERE u.pzn = i.pzn AND o.status = 0)
      ORDER BY pzn DESC LIMIT 3`,
    [OWNER_PHARMACY.apoId],
  );
  return rows.map(({ pzn }) => pzn) as [string, string, string];
}

const ownPrices = async (pzns: readonly string[]) => {
  const { rows } = await portal().database.query<{ price: string | null }>(
    'SELECT manual_price::text AS price FROM price_item WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY pzn DESC',
    [OWNER_PHARMACY.apoId, pzns],
  );
  return rows.map(({ price }) => price);
};

async function save(page: Page, prices: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(new URL(LIST, page.url()).href);
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
  for (const [pzn, price] of Object.entries(prices)) {
    await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(pzn);
    const input = page.getByLabel(`Neuer Preis für PZN ${pzn}`);
    await input.fill(price);
    await input.press('Tab');
  }
  await page.getByRole('button', { name: /Daten prüfen/ }).click();
  await page.getByRole('button', { name: 'Daten speichern' }).click();
  await page.getByText('Preise gespeichert').waitFor();
}

const undoButton = (page: Page, nth: number) => page.getByRole('button', { name: /^Zurücknehmen/ }).nth(nth);

test('of a wrong save what nobody changed since comes back, the rest is named, and that is taken back again', async ({
  visitAs,
}) => {
  const [a, b, c] = await threeArticles();
  const { page } = await visitAs('inhaber', START);
  await save(page, { [a]: '11,11', [b]: '12,12', [c]: '13,13' });
  await save(page, { [b]: '14,14' });
  assert.deepEqual(await ownPrices([a, b, c]), ['11.11', '14.14', '13.13']);

  await page.goto(new URL(START, page.url()).href);
  await page.getByRole('link', { name: 'Verlauf', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Verlauf' }).waitFor();
  await undoButton(page, 1).click();
  const dialog = page.getByRole('dialog', { name: 'Diesen Speichervorgang zurücknehmen' });
  const left = dialog.getByRole('region', { name: '1 Artikel bleibt, wie er ist' });
  await left.getByText(b).waitFor();
  assert.match((await left.textContent()) ?? '', /seitdem geändert: Preisliste gespeichert am .* von Anna Berger/);
  await checkScreen(page, 'way-back-dialog-1440');
  await dialog.getByRole('button', { name: '2 Preise wiederherstellen' }).click();
  await page.getByText('2 Preise wurden wiederhergestellt.').waitFor();
  assert.deepEqual(await ownPrices([a, b, c]), [null, '14.14', null]);

  await page
    .getByText(/^Speichervorgang vom .* zurückgenommen$/)
    .first()
    .waitFor();
  await undoButton(page, 0).click();
  await dialog.getByRole('button', { name: '2 Preise wiederherstellen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByText(/^zurückgenommen am/)
    .nth(1)
    .waitFor();
  assert.deepEqual(await ownPrices([a, b, c]), ['11.11', '14.14', '13.13']);
});

test('page and dialog can be read at every width, without scrolling sideways', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', `${START}/verlauf`);
  const look = async (name: string) => {
    for (const { name: size, ...viewport } of [...SIZES, { name: '360', width: 360, height: 780 }]) {
      await page.setViewportSize(viewport);
      await checkWidth(page);
      await checkScreen(page, `${name}-${size}`);
    }
  };
  await page.getByRole('table', { name: 'Einträge' }).waitFor();
  await look('own-history');
  await undoButton(page, 0).click();
  await page.getByRole('dialog').getByRole('region').first().waitFor();
  await look('own-history-undo');
});
