import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreen } from '../src/check-screen.ts';
import { closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

const HOME = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_158);
let mdp: Seeded;
before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 300 });
});
after(() => closePackage(mdp.id));

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

  test('names the conditions that the rows fulfil', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', `${mdp.path}?where=change>1`);
    await page.getByRole('button', { name: /^Änderung > 1,0/ }).waitFor();
    await page.getByText(/^[1-9][\d.]* \/ [\d.]+ Artikel$/).waitFor();
    await page.getByRole('button', { name: 'Filter hinzufügen' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Worauf').selectOption({ label: 'AVP neu' });
    await form.getByLabel('Vergleich').selectOption('between');
    await form.getByLabel('von').fill('5');
    await form.getByLabel('bis').fill('10,50');
    await checkScreen(page, 'conditions');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'AVP neu 5,00 € – 10,50 €', exact: true }).waitFor();
    await page.waitForURL(/avp/);
    assert.equal(parameters(page).where, 'change>1;avp..500,1050');
    const shown = await count(page).textContent();
    await page.reload();
    await page.getByRole('button', { name: 'AVP neu 5,00 € – 10,50 €', exact: true }).waitFor();
    await page.getByText(shown ?? '', { exact: true }).waitFor();
  });

  test('keeps what staff looked for among the pharmacies', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', '/admin?status=cancelled');
    await page.getByText(/ von [\d.]+ Apotheken$/).waitFor();
    await page.getByRole('combobox', { name: 'Status filtern' }).click();
    await page.getByRole('option', { name: 'Aktiv', exact: true }).click();
    await page.waitForURL(/\?status=active$/);
    await page
      .getByRole('link', { name: / öffnen$/ })
      .first()
      .click();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.goBack();
    await page.getByText(/ von [\d.]+ Apotheken$/).waitFor();
    assert.deepEqual(parameters(page), { status: 'active' });
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
