import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreenByNight, SIZES } from '../src/check-screen.ts';
import { someOf } from '../src/nightly.ts';
import { button, closePackage, priceInput, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_136);
const ROOT = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}`;
const LIST = `${ROOT}/pricelist/OTC`;
const SAID = /^Leitplanke: Änderung \+[\d.,]+\u00a0% \(höchstens 30 %\)$/;
let mdp: Seeded;
/** Listed articles that are in no package. */
let free: { pzn: string; price: number }[] = [];

before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 40 });
  const { database } = portal();
  // every price rises by a euro; two of them by much more than 30 %, all others by less
  await database.query('UPDATE price_update_item SET true_price = true_price_old * 1.1 WHERE update_id = $1', [mdp.id]);
  await database.query(
    'UPDATE price_update_item SET true_price = true_price_old * 2 WHERE update_id = $1 AND pzn = ANY ($2)',
    [mdp.id, mdp.rows.slice(3, 5).map(({ pzn }) => pzn)],
  );
  const { rows } = await database.query<{ pzn: string; price: number }>(
    `SELECT pzn, calculated_price::float AS price FROM price_item WHERE apo_id = $1 AND product_group = 'OTC' AND price_type = 0
        AND calculated_price > 5 AND pzn NOT IN (SELECT pzn FROM price_update_item i JOIN price_update u ON u.id = update_id
                                                  WHERE u.apo_id = $1 AND status = 0) ORDER BY pzn LIMIT 3`,
    [PHARMACY.apoId],
  );
  free = rows;
});
after(() => closePackage(mdp.id));

const german = (euros: number) => euros.toFixed(2).replace('.', ',');

describe('guardrails from the settings to the till (rules 12.6 and 12.7)', () => {
  test('a limit is set on the settings page, with packages that break it waiting for a person', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', `${ROOT}/settings`);
    await button(page, 'Leitplanken setzen: OTC').click();
    await page.getByLabel('Preisänderung höchstens').fill('30');
    await page.getByLabel(/wartet auf Sie$/).check();
    await button(page, 'Speichern').click();
    await page.getByText('Die Leitplanken wurden gespeichert.').waitFor();
    await checkScreenByNight(page, 'guardrails-settings-1440');
  });

  for (const { name, ...viewport } of someOf(SIZES)) {
    test(`the price list warns while a price is typed, and takes it, at ${name} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', LIST, viewport);
      await button(page, 'Bearbeiten').click();
      await find(page, free[0]?.pzn ?? '');
      const input = page.getByLabel(`Neuer Preis für PZN ${free[0]?.pzn}`);
      await input.fill(german((free[0]?.price ?? 0) * 2));
      const note = page.getByRole('note').filter({ hasText: SAID });
      await note.waitFor();
      assert.equal(await input.getAttribute('aria-invalid'), null);
      await checkScreenByNight(page, `guardrails-list-${name}`);
      await input.press('Tab');
      await button(page, 'Daten prüfen (1)').click();
      await page.getByText('1 Preis verletzt eine Leitplanke').waitFor();
      await checkScreenByNight(page, `guardrails-confirm-${name}`);
    });
  }

  testByNight('an import names the prices that break one', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', LIST);
    await button(page, 'Bearbeiten').click();
    await button(page, 'Importieren').click();
    await page.getByRole('radio', { name: 'Preise importieren' }).check();
    const [first, second, third] = free.map(({ pzn, price }, at) => `${pzn};${german(price * (at === 1 ? 1.1 : 2))}`);
    const content = ['PZN;Preis', first, second, third].join('\n');
    const file = { name: 'Preise.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    await page.getByLabel('CSV-Datei').setInputFiles(file);
    await page.getByText(/Zeilen? gelesen/).waitFor();
    await button(page, 'Import starten').click();
    const section = page.getByRole('region', { name: 'Außerhalb der Leitplanken' });
    await section.getByText('(Änderung: 2)').waitFor();
    const lines = await section.getByRole('group').locator('div').allTextContents();
    assert.deepEqual(
      lines.map((line) => line.slice(4, 12)),
      [free[0]?.pzn, free[2]?.pzn],
    );
    await checkScreenByNight(page, 'guardrails-import-1440');
  });

  test('a package names its breaches before the approval, which they do not stop', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await page.getByText(/^Zu prüfen \d/).click();
    await page.getByRole('button', { name: 'Filter hinzufügen' }).click();
    await page.getByLabel('Grund', { exact: true }).selectOption({ label: 'Gegen Leitplanke (2)' });
    await page.getByText('2 / 40 Artikel').waitFor();
    const marked = priceInput(page, mdp.rows[3]?.pzn ?? '');
    const note = await marked.evaluate(
      (each) => document.getElementById(each.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    );
    assert.match(note, SAID);
    await button(page, 'Preise freigeben').click();
    await page.getByText('2 Preise verletzen eine Leitplanke').click();
    await page.getByText('Leitplanken (2)').waitFor();
    // a heading and both
    assert.equal(await page.getByRole('row').count(), 3);
    assert.equal(await button(page, 'Preise freigeben').isEnabled(), true);
    await checkScreenByNight(page, 'guardrails-approval-1440');
  });

  test('an automatic approval does not take place; the package waits and says why', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', `${ROOT}/settings`);
    await page.getByRole('combobox', { name: 'Freigabe der Monatsupdates OTC' }).selectOption('1');
    await button(page, 'Ändern und sofort freigeben').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(new URL(mdp.path, page.url()).href);
    await page.getByText('Dieses Update wartet auf Sie: 2 Preise verletzen eine Leitplanke.').waitFor();
    await button(page, 'Preise freigeben').waitFor();
  });
});

/** Narrows the list to one product. */
async function find(page: Page, pzn: string): Promise<void> {
  await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(pzn);
  await page.getByText(/^1 \/ /).waitFor();
}
