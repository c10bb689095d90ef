import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { portal } from '../src/running.ts';
import { button } from '../src/packages.ts';
import { describe, test } from '../src/runner.ts';

/** A browser that has the portal open while a new version takes its place. */
const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const NEWS = 'Es gibt eine neue Version von TruePrice. Deshalb wurde die Seite aktualisiert.';
const GONE = { status: 404, contentType: 'text/plain', body: '404' };

/** Counts how often the page itself is loaded. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

// Rules 2.20 and 2.30.
describe('a new version under an open browser', () => {
  test('whose part is gone: the page is loaded again, says so, and holds the edits', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/404|dynamically imported module/);
    const { page } = await visitAs('inhaber', `${START}/pricelist/HILFSMITTEL`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await button(page, 'Bearbeiten').click();
    const input = page.getByLabel(/^Neuer Preis für PZN/).first();
    await input.fill('8,76');
    await input.press('Tab');
    let gone = true;
    // The frames that watch the session may be loaded only now.
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) gone = false;
    });
    await page.route('**/assets/ListImport-*.js', (route) => (gone ? route.fulfill(GONE) : route.continue()));
    await button(page, 'Importieren').click();
    await page.getByText(NEWS).waitFor();
    await page.getByText('1 nicht gespeicherte Änderung ist noch da.').waitFor();
    assert.equal(await input.inputValue(), '8,76');
    await button(page, 'Importieren').click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(asked, []);
  });

  test('whose page is gone for good is loaded again once, and the rest of the portal goes on', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/404|dynamically imported module/);
    const { page } = await visitAs('inhaber', START);
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.route('**/assets/SettingsPage-*.js', (route) => route.fulfill(GONE));
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByText('Dieser Teil von TruePrice konnte nicht geladen werden').waitFor();
    // signing in again takes the way over the provider: the portal's own page comes twice, without and with the code
    assert.ok(loads() <= 4, String(loads()));
    await page
      .getByRole('link', { name: 'Preisliste OTC öffnen' })
      .or(page.getByRole('link', { name: /Rosen/ }))
      .first()
      .click();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
  });

  test('without its entry file says so instead of staying blank, after one more attempt', async ({
    newProfile,
    expectErrors,
  }) => {
    expectErrors(/404/);
    const { stack } = portal();
    const page = await (await newProfile()).newPage();
    await page.route('**/assets/index-*.js', (route) => route.fulfill(GONE));
    const loads = countLoads(page);
    await page.goto(stack.portalUrl);
    await page.getByText('TruePrice ist noch nicht geladen.').waitFor();
    assert.equal(await page.locator('#start').getAttribute('data-failed'), '');
    assert.equal(loads(), 2);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Seite aktualisieren' }).click();
    await page.getByLabel('Benutzername').waitFor();
  });

  test('whose entry file comes back with the reload starts as if nothing had been', async ({
    newProfile,
    expectErrors,
  }) => {
    expectErrors(/404/);
    const { stack } = portal();
    const page = await (await newProfile()).newPage();
    await page.route('**/assets/index-*.js', (route) => route.fulfill(GONE), { times: 1 });
    await page.goto(stack.portalUrl);
    await page.getByLabel('Benutzername').waitFor();
  });

  test('a browser without script reads a plain sentence', async ({ newProfile }) => {
    const { stack } = portal();
    const page = await (await newProfile({ javaScriptEnabled: false })).newPage();
    await page.goto(stack.portalUrl);
    const sentence = page.locator('body > noscript p');
    await sentence.waitFor();
    assert.equal(await sentence.innerText(), 'Bitte schalten Sie JavaScript ein, um TruePrice zu benutzen.');
    assert.equal(await page.locator('#start').isVisible(), false);
  });

  test('the page is kept by no cache, its files for ever', async ({ visit }) => {
    const { url } = await visit('/favicon.svg');
    const page = await fetch(`${url}/p/1/2`);
    assert.equal(page.headers.get('cache-control'), 'private, no-cache');
    const [, entry] = /src="(\/assets\/index-[^"]+)"/.exec(await page.text()) ?? [];
    const file = await fetch(`${url}${entry}`);
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  });
});
