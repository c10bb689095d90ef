import assert from 'node:assert/strict';
import { AT_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Locator, Request } from '@playwright/test';
import { fillSignIn } from '../src/journey.ts';
import { described, sumOf, watchShifts } from '../src/layout-shifts.ts';
import { portal, REFRESH_AFTER_MS } from '../src/running.ts';
import { describe, test, testByNight } from '../src/runner.ts';

const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;

// Rules 1.2 and 2.31.
describe('signing in', () => {
  test('a wrong password is refused with a German sentence, the right one leads to the own pharmacy', async ({
    visit,
  }) => {
    const { page } = await visit('/');
    await page.getByLabel('Benutzername').waitFor();
    const calls: string[] = [];
    page.on('request', (sent) => calls.push(new URL(sent.url()).pathname));
    await fillSignIn(page, 'inhaber', 'falsch');
    await page.getByText('Benutzername oder Passwort ist falsch.').waitFor();
    await fillSignIn(page, 'inhaber');
    await page.waitForURL(`**${START}`);
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    assert.ok(calls.some((path) => path.startsWith('/api/pharmacy/dashboard/')));
    // The page that left for the provider has kept the configuration.
    assert.ok(!calls.includes('/api/config'));
  });

  test('code flow with PKCE S256, fragment response, random state and nonce of 36; the application is loaded afterwards', async ({
    newProfile,
  }) => {
    const { stack } = portal();
    const page = await (await newProfile()).newPage();
    const scripts: string[] = [];
    page.on('request', (sent) => sent.resourceType() === 'script' && scripts.push(new URL(sent.url()).pathname));
    const request = page.waitForRequest(`${stack.issuer}/protocol/openid-connect/auth?**`);
    await page.goto(`${stack.portalUrl}/admin`);
    const sent = new URL((await request).url()).searchParams;
    assert.deepEqual(
      ['client_id', 'response_type', 'response_mode', 'code_challenge_method'].map((name) => sent.get(name)),
      ['portal-web', 'code', 'fragment', 'S256'],
    );
    assert.equal(sent.get('state')?.length, 36);
    assert.equal(sent.get('nonce')?.length, 36);
    assert.deepEqual(
      scripts.map((path) => path.replace(/-[\w-]+\.js$/, '.js')),
      ['/start.js', '/assets/index.js'],
    );
  });

  test('a start loads what it shows; menus, dialogs, lists and the schemas of the contract come once it is there (ADR 91)', async ({
    visitAs,
  }) => {
    const { page, url } = await visitAs('inhaber');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/pharmacy/dashboard/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${url}${START}`);
    const menu = page.getByRole('button', { name: /^Benutzermenü/ });
    await menu.waitFor();
    const scripts = () =>
      page.evaluate(async () => {
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const files = entries.filter(({ name }) => name.endsWith('.js'));
        const texts = await Promise.all(files.map(async ({ name }) => (await fetch(name)).text()));
        return {
          bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
          withMenus: texts.filter((text) => text.includes('data-menu-dropdown')).length,
          withSchemas: texts.filter((text) => text.includes('ZodObject')).length,
          withLists: texts.filter((text) => text.includes('aria-rowcount')).length,
        };
      });
    const { bytes, ...parts } = await scripts();
    assert.deepEqual(parts, { withMenus: 0, withSchemas: 0, withLists: 0 });
    assert.ok(bytes > 100_000 && bytes < 220_000, `${bytes} bytes of scripts`);

    // Opened by its keys at once, before anything was loaded ahead, it is ready for the next key.
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
    assert.equal(await menu.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.equal(await menu.getAttribute('aria-expanded'), 'false');
    const focused = (button: Locator) => button.evaluate((element) => element === document.activeElement);
    assert.ok(await focused(menu));
    const listsAhead = page.waitForRequest(/\/assets\/lists-/);
    held.resolve();
    const tillFile = page.getByRole('button', { name: 'Preisdatei für die Kasse' });
    await tillFile.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Preisdatei für die Kasse' }).getByRole('checkbox').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await focused(tillFile));
    await listsAhead;
    assert.ok((await scripts()).withMenus > 0);
  });

  test('the answer is taken up while the application is loaded, and the screen of the address meanwhile (rule 1.1)', async ({
    visitAs,
  }) => {
    const { page, url } = await visitAs('inhaber');
    const tokenAsked = page.waitForRequest('**/protocol/openid-connect/token');
    const exchanged = page.waitForResponse('**/protocol/openid-connect/token');
    const screenAsked = page.waitForRequest(/\/assets\/lists-/);
    // Held back, each would wait for the other.
    await page.route(/\/assets\/start-.*\.js$/, async (route) => {
      await tokenAsked;
      await route.continue();
    });
    await page.route('**/protocol/openid-connect/token', async (route) => {
      await screenAsked;
      await route.continue();
    });
    await page.goto(`${url}${START}/pricelist/FREIWAHL`);
    await exchanged;
    await page.getByRole('heading', { name: 'Preisliste Freiwahl' }).waitFor();
  });

  for (const path of [START, `${START}/pricelist/OTC`]) {
    testByNight(
      `nothing on a phone is pushed away while ${path.slice(START.length) || 'the start'} is loaded`,
      async ({ visitAs }) => {
        const { page, url } = await visitAs('inhaber', '/', { width: 412, height: 823 });
        const shifted = await watchShifts(page);
        await page.goto(`${url}${path}`);
        await page
          .getByText(/Letzte Freigaben|20\.000 Artikel$/)
          .first()
          .waitFor();
        const moved = await shifted();
        assert.ok(sumOf(moved) < 0.1, described(moved));
      },
    );
  }

  test('a customer from Austria sees that the portal is for Germany only', async ({ visitAs }) => {
    const { page } = await visitAs('at-kunde');
    await page.getByText('Kein Zugriff. TruePrice steht aktuell nur für deutsche Kunden zur Verfügung.').waitFor();
    await page.goto(`${new URL(page.url()).origin}/p/${AT_PHARMACY.crmCompanyId}/${AT_PHARMACY.token}`);
    await page
      .getByText(/Kein Zugriff|Keine Zugriffsrechte/)
      .first()
      .waitFor();
  });

  test('somebody without a role is sent to 403', async ({ visitAs }) => {
    const { page } = await visitAs('ohne-rolle');
    await page.waitForURL('**/403');
    await page.getByText('Keine Zugriffsrechte auf die Ressource').waitFor();
    assert.equal(await page.title(), 'Kundencenter - Keine Zugriffsrechte auf die Ressource');
  });

  testByNight('pages of other roles answer 403, unknown ones 404', async ({ visitAs }) => {
    const { page, url } = await visitAs('inhaber', '/admin/export');
    await page.waitForURL('**/403');
    await page.goto(`${url}${START}/history`);
    await page.waitForURL('**/403');
    await page.goto(`${url}/gibt/es/nicht`);
    await page.waitForURL('**/404');
    await page.getByText('Die angeforderte Seite existiert nicht').waitFor();
    assert.equal(await page.title(), 'Kundencenter - Die angeforderte Seite existiert nicht');
  });

  testByNight("somebody else's pharmacy and a wrong token both answer 403", async ({ visitAs, expectErrors }) => {
    expectErrors(/403/);
    const { page, url } = await visitAs('inhaber', '/p/100102/0123456789abcdef');
    await page.getByText('Keine Zugriffsrechte auf die Ressource').waitFor();
    await page.goto(`${url}/p/${OWNER_PHARMACY.crmCompanyId}/falsch`);
    await page.getByText('Keine Zugriffsrechte auf die Ressource').waitFor();
  });
});

describe('a session', () => {
  test('is refreshed when its token lasts less than 20 seconds', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb');
    await page.waitForURL('**/admin');
    await page.waitForTimeout(REFRESH_AFTER_MS);
    const refreshed = page.waitForRequest(isRefresh);
    await page
      .getByRole('link', { name: /öffnen$/ })
      .first()
      .click();
    await refreshed;
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
  });

  testByNight('whose refresh is refused signs in again without losing the page', async ({ visitAs, expectErrors }) => {
    expectErrors(/400/);
    const { page } = await visitAs('inhaber', START);
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.route('**/protocol/openid-connect/token', (route) =>
      isRefresh(route.request())
        ? route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' })
        : route.continue(),
    );
    await page.waitForTimeout(REFRESH_AFTER_MS);
    const signedInAgain = page.waitForRequest('**/protocol/openid-connect/auth?**');
    await page.getByRole('link', { name: 'Preisliste OTC öffnen' }).click();
    await signedInAgain;
    await page.waitForURL(`**${START}/pricelist/OTC`);
    await page.getByText('Preisliste OTC').waitFor();
  });

  testByNight(
    'that ended elsewhere is noticed by the session check, and the new sign-in leads back',
    async ({ visitAs }) => {
      const { page, context } = await visitAs('inhaber', `${START}/pricelist/OTC`);
      await page.getByText('Preisliste OTC').waitFor();
      await context.clearCookies();
      await page.getByLabel('Benutzername').waitFor({ timeout: 15_000 });
      await fillSignIn(page, 'inhaber');
      await page.waitForURL(`**${START}/pricelist/OTC`);
    },
  );

  testByNight(
    'is watched by pages of the provider in frames, which its first screen does not wait for',
    async ({ visitAs }) => {
      const { page } = await visitAs('inhaber', START);
      const asked: string[] = [];
      page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
      const watched = page.waitForRequest('**/login-status-iframe.html/init?**');
      await page.reload();
      await watched;
      const order = [
        '/openid-connect/token',
        '/api/pharmacy/dashboard/',
        '/3p-cookies/',
        '/login-status-iframe.html',
      ].map((part) => asked.findIndex((path) => path.includes(part)));
      assert.ok(!order.includes(-1), asked.join(', '));
      assert.deepEqual(
        order,
        order.toSorted((one, other) => one - other),
      );
    },
  );

  testByNight('whose check loses a message goes on, and is checked again', async ({ visitAs, expectErrors }) => {
    expectErrors(/400/);
    const { page, context } = await visitAs('inhaber', START);
    // before the frame's own listener: a window calls them in the order in which they came
    await context.addInitScript(() => {
      addEventListener('message', (event) => {
        if (document.title !== 'lose') return;
        document.title = 'lost';
        event.stopImmediatePropagation();
      });
    });
    const put = page.waitForEvent('framenavigated', (each) => each.url().includes('login-status-iframe'));
    await page.reload();
    const frame = await put;
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await frame.evaluate(() => {
      document.title = 'lose';
    });
    // a frame that is not shown has no pictures to wait for
    await frame.waitForFunction(() => document.title === 'lost', undefined, { polling: 200 });
    await page.getByRole('link', { name: 'Preisliste OTC öffnen' }).click();
    await page.getByText(/ \/ 20\.000 Artikel$/).waitFor();
    await context.clearCookies();
    await page.getByLabel('Benutzername').waitFor({ timeout: 15_000 });
  });

  test('ends with Abmelden, which clears the local storage', async ({ visitAs }) => {
    const { page, url } = await visitAs('inhaber');
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    const stored = () => page.evaluate(() => Object.keys(localStorage));
    assert.ok((await stored()).includes('userinfo'));
    assert.ok((await stored()).includes('pharmacyContext'));
    await page.getByRole('button', { name: /Anna Berger/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.getByLabel('Benutzername').waitFor();
    await page.goto(`${url}/assets/i18n/de/common.json`);
    // What keycloak-js keeps for the sign-in just begun is not the old session's.
    assert.deepEqual(
      (await stored()).filter((key) => !key.startsWith('kc-callback-')),
      [],
    );
  });
});

function isRefresh(request: Request): boolean {
  return request.url().endsWith('/token') && (request.postData() ?? '').includes('grant_type=refresh_token');
}
