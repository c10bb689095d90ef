import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreenByNight } from '../src/check-screen.ts';
import { fillSignIn, type Visit } from '../src/journey.ts';
import { REFRESH_AFTER_MS } from '../src/running.ts';
import { button, closePackage, correct, priceInput, seedPackage } from '../src/packages.ts';
import { describe, test, testByNight } from '../src/runner.ts';

/** A session that ends while somebody works, and who comes after (rule 2.6). */
const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const LIST = `${START}/pricelist/HILFSMITTEL`;
const NOTICE = 'Ihre Anmeldung ist beendet';
/** Questions that the browser itself has put; there must be none. */
function browserQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  return asked;
}

const firstInput = (page: Page) => page.getByLabel(/^Neuer Preis für PZN/).first();

async function editFirst(page: Page, price: string): Promise<void> {
  await button(page, 'Bearbeiten').click();
  await firstInput(page).fill(price);
  await firstInput(page).press('Tab');
}

async function signInAgain({ page }: Visit, userName: string): Promise<void> {
  await button(page, 'Neu anmelden').click();
  await fillSignIn(page, userName);
}

// Rule 2.19.
describe('a session that ends during an edit', () => {
  test('is said calmly when the cookies of the provider are deleted; the edits are there after the new sign-in', async ({
    visitAs,
  }) => {
    const visiting = await visitAs('inhaber', LIST);
    const { page, context } = visiting;
    const asked = browserQuestions(page);
    await editFirst(page, '12,34');
    await context.clearCookies();
    await page.getByText(NOTICE).waitFor({ timeout: 15_000 });
    await checkScreenByNight(page, 'session-lost');
    // longer than the session check takes to look again: the page stays as long as the user wants
    await page.waitForTimeout(6_000);
    assert.equal(new URL(page.url()).pathname, LIST);
    await firstInput(page).fill('12,35');
    await signInAgain(visiting, 'inhaber');
    await page.getByText('1 nicht gespeicherte Änderung ist noch da.').first().waitFor();
    assert.equal(await firstInput(page).inputValue(), '12,35');
    // and they can be saved
    await button(page, /^Daten prüfen/).click();
    await button(page, 'Daten speichern').click();
    await page.getByText('Preise gespeichert').waitFor();
    assert.deepEqual(asked, []);
  });

  for (const kind of ['MDP', 'QDP', 'LZD'] as const) {
    testByNight(`keeps the corrections of an ${kind}`, async ({ visitAs }) => {
      const seeded = await seedPackage({ kind, pharmacy: demoPharmacyRef(100_151), group: 'FREIWAHL', rows: 5 });
      const { pzn } = seeded.rows[0] as { pzn: string };
      const visiting = await visitAs('vertrieb', seeded.path);
      const { page, context } = visiting;
      const asked = browserQuestions(page);
      await correct(page, pzn, '12,34');
      await context.clearCookies();
      await page.getByText(NOTICE).waitFor({ timeout: 15_000 });
      await signInAgain(visiting, 'vertrieb');
      await priceInput(page, pzn).waitFor();
      assert.equal(await priceInput(page, pzn).inputValue(), '12,34');
      assert.deepEqual(asked, []);
      await closePackage(seeded.id);
    });
  }

  testByNight(
    'ends so too when the refresh is refused, and waits while the provider is away',
    async ({ visitAs, expectErrors }) => {
      expectErrors(/400|ERR_FAILED/);
      const visiting = await visitAs('inhaber', LIST);
      const { page } = visiting;
      const asked = browserQuestions(page);
      await editFirst(page, '12,36');
      await page.route('**/protocol/openid-connect/token', (route) =>
        (route.request().postData() ?? '').includes('grant_type=refresh_token')
          ? route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' })
          : route.continue(),
      );
      await page.waitForTimeout(REFRESH_AFTER_MS);
      await button(page, /^Daten prüfen/).click();
      await button(page, 'Daten speichern').click();
      await page.getByText(NOTICE).waitFor();
      await page.route('**/.well-known/openid-configuration', (route) => route.abort());
      await button(page, 'Neu anmelden').click();
      await page.getByText(/^Der Anmeldedienst ist gerade nicht erreichbar/).waitFor();
      assert.equal(new URL(page.url()).pathname, LIST);
      await page.unrouteAll();
      // the session at the provider lives: no password is asked for
      await button(page, 'Neu anmelden').click();
      await page.getByText('1 nicht gespeicherte Änderung ist noch da.').first().waitFor();
      assert.equal(await firstInput(page).inputValue(), '12,36');
      assert.deepEqual(asked, []);
    },
  );

  testByNight('ended by a sign-out in another tab leaves the edits of this one', async ({ visitAs }) => {
    const visiting = await visitAs('inhaber', LIST);
    const { page, context, url } = visiting;
    await editFirst(page, '12,37');
    const other = await context.newPage();
    await other.goto(`${url}${START}`);
    await other.getByRole('button', { name: /Anna Berger/ }).click();
    await other.getByRole('menuitem', { name: 'Abmelden' }).click();
    await other.getByLabel('Benutzername').waitFor();
    await page.getByText(NOTICE).waitFor({ timeout: 15_000 });
    await signInAgain(visiting, 'inhaber');
    await firstInput(page).waitFor();
    assert.equal(await firstInput(page).inputValue(), '12,37');
  });
});

describe('two people on one computer', () => {
  test('the next one does not see pharmacy and edits of the one before', async ({ visitAs, expectErrors }) => {
    // the second one is of the way back: a sign-in form that has been used
    expectErrors(/403/, /400 .*login-actions/);
    const visiting = await visitAs('inhaber', LIST);
    const { page, context, url } = visiting;
    await editFirst(page, '12,38');
    const pharmacy = await page.getByRole('navigation').getByRole('link').nth(1).textContent();
    await context.clearCookies();
    await page.getByText(NOTICE).waitFor({ timeout: 15_000 });
    await signInAgain(visiting, 'filialleiter');
    await page.waitForURL('**/403');
    await page.getByText('Ungespeicherte Änderungen einer anderen Person').waitFor();
    const navigation = await page.getByRole('navigation').textContent();
    assert.ok(pharmacy && !navigation?.includes(pharmacy), navigation ?? '');
    assert.equal(await page.content().then((html) => html.includes(OWNER_PHARMACY.token)), false);
    const left = await page.evaluate(() => [localStorage.getItem('pharmacyContext'), sessionStorage.length]);
    assert.equal(left[0], null);
    // back in the history of the browser
    await page.goBack();
    await page.goto(`${url}/admin`);
    await page.getByText('MEINE APOTHEKEN').waitFor();
    assert.equal(await page.content().then((html) => html.includes(OWNER_PHARMACY.token)), false);
  });

  testByNight('nor does one without any role, from a tab that was merely open', async ({ visitAs }) => {
    const { page, context } = await visitAs('inhaber', START);
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await context.clearCookies();
    await page.getByLabel('Benutzername').waitFor({ timeout: 15_000 });
    await fillSignIn(page, 'ohne-rolle');
    await page.waitForURL('**/403');
    await page.getByText('Keine Zugriffsrechte auf die Ressource').waitFor();
    assert.deepEqual(await page.evaluate(() => [localStorage.pharmacyContext, localStorage.userinfo]), [
      undefined,
      undefined,
    ]);
  });
});
