import assert from 'node:assert/strict';
import { INACTIVE_PHARMACY, MANY_MIRRORS_PHARMACY, MIRROR_PHARMACY } from '@portal/dev/demo/constants.ts';
import { checkSizesByNight } from '../src/check-screen.ts';
import { breakNextCall } from '../src/break-call.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

const at = ({ crmCompanyId, token }: { crmCompanyId: number; token: string }) => `/p/${crmCompanyId}/${token}`;
const MAIN = MANY_MIRRORS_PHARMACY;
const CANDIDATE = INACTIVE_PHARMACY;

/** Prices of a pharmacy's own rows, as its till would get them. */
async function ownPrices(apoId: number): Promise<string[]> {
  const { database } = portal();
  const { rows } = await database.query<{ price: string }>(
    `SELECT concat_ws(' ', pzn, product_group, price_type, calculated_price, manual_price) AS price
       FROM price_item WHERE apo_id = $1 ORDER BY pzn`,
    [apoId],
  );
  return rows.map((row) => row.price);
}

test('sales adds a mirror by search and removes it again; it keeps a copy of the list', async ({ visitAs }) => {
  const { page, url } = await visitAs('vertrieb', at(MAIN));
  await page.getByRole('button', { name: 'Spiegelapotheke hinzufügen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Bitte geben Sie mindestens 3 Zeichen ein.').waitFor();

  // A mirror of another pharmacy is found and refused with the reason.
  await dialog.getByRole('searchbox').fill(String(MIRROR_PHARMACY.apoId));
  await dialog.getByText(/^Spiegelt bereits die Apotheke/).waitFor();
  assert.equal(await dialog.getByRole('button', { name: /hinzufügen$/ }).count(), 0);

  await dialog.getByRole('searchbox').fill(String(CANDIDATE.apoId));
  await dialog.getByRole('button', { name: /hinzufügen$/ }).click();
  await breakNextCall(page, 'POST', '/api/pharmacy/shadow');
  await dialog.getByRole('button', { name: /: Preisliste ersetzen und als Spiegelapotheke hinzufügen$/ }).click();
  await page.getByText('Fehler beim Hinzufügen der Schattenapotheke').waitFor();
  await dialog.getByRole('button', { name: /: Preisliste ersetzen und als Spiegelapotheke hinzufügen$/ }).click();
  await page.getByText(/ist jetzt eine Spiegelapotheke\.$/).waitFor();
  await dialog.getByText('Ist bereits Spiegelapotheke dieser Apotheke.').waitFor();
  await page.keyboard.press('Escape');
  const section = page.getByRole('region', { name: 'Spiegelapotheken' });
  const entry = section.getByRole('listitem').filter({ hasText: String(CANDIDATE.apoId) });
  await entry.waitFor();
  assert.deepEqual(await ownPrices(CANDIDATE.apoId), []);

  // What it shows now is its main pharmacy's, and nothing can be changed there.
  await page.goto(`${url}${at(CANDIDATE)}/pricelist/OTC`);
  await page
    .getByText(/Hauptapotheke/)
    .first()
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'Bearbeiten' }).isDisabled(), true);

  await page.goto(`${url}${at(MAIN)}`);
  await entry.getByRole('button', { name: /entfernen$/ }).click();
  await dialog.getByText('Möchten Sie die Schattenapotheke wirklich entfernen?').waitFor();
  await checkSizesByNight(page, 'mirror-remove');
  await dialog.getByRole('button', { name: 'Spiegelapotheke entfernen' }).click();
  await page.getByText(/ist keine Spiegelapotheke mehr\.$/).waitFor();
  await entry.waitFor({ state: 'detached' });
  assert.deepEqual(await ownPrices(CANDIDATE.apoId), await ownPrices(MAIN.apoId));

  // Both histories tell of it.
  for (const [pharmacy, event] of [
    [MAIN, /^Spiegelapotheke .* entfernt$/],
    [CANDIDATE, /^Nicht mehr Spiegelapotheke von .*, Preisliste übernommen( .*)?$/],
  ] as const) {
    await page.goto(`${url}${at(pharmacy)}/history`);
    await page.getByRole('cell', { name: event }).first().waitFor();
  }
});
