import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { describe, test } from '../src/runner.ts';

const HOME = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const count = (page: Page) => page.getByText(/ \/ [\d.]+ Artikel$/);
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

// Rules 2.22 and 2.23.
describe('the address of a page', () => {
  test('keeps search, filter, sort and mode over a reload, the way back and a link', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', `${HOME}/pricelist/OTC`);
    await count(page).waitFor();
    await page.getByText('Experte').click();
    await page.getByRole('combobox', { name: 'Filter' }).selectOption('topSeller');
    await page.getByRole('textbox', { name: 'Suche nach Artikel, Hersteller, Marke oder PZN' }).fill('gmbh mg');
    await page.getByRole('columnheader', { name: /^PZN/ }).getByRole('button').first().click();
    await page.waitForURL(/sort=pzn/);
    const said = { mode: 'expert', filter: 'topSeller', q: 'gmbh mg', sort: 'pzn' };
    assert.deepEqual(parameters(page), said);
    const shown = await count(page).textContent();
    assert.match(shown ?? '', /^[1-9][\d.]* \/ 20\.000 /);

    await page.reload();
    await count(page).waitFor();
    assert.equal(await count(page).textContent(), shown);
    await page.getByRole('link', { name: 'Rosen-Apotheke' }).first().click();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.goBack();
    await count(page).waitFor();
    assert.equal(await count(page).textContent(), shown);
    assert.deepEqual(parameters(page), said);
    assert.ok(await page.getByRole('radio', { name: 'Experte' }).isChecked());
  });

  test("leads back from 'Regal' by one step, though its page is a document that signs in by itself", async ({
    visitAs,
  }) => {
    const { page } = await visitAs('inhaber', HOME);
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.getByRole('link', { name: 'Regal', exact: true }).click();
    await page.waitForURL(`**${HOME}/regal`);
    await page.getByRole('textbox').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
  });
});
