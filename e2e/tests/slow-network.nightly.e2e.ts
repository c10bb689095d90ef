import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { button } from '../src/packages.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';
import { holdAnswers } from '../src/slow-line.ts';

/** Slow 3G: 400 kbit/s both ways, 400 ms for every answer. */
const SLOW = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };
const FAST = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency: 0 };
const HOME = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const PHARMACY = demoPharmacyRef(100_118);
const LIST = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}/pricelist/HILFSMITTEL`;

async function network(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  return (conditions: typeof SLOW) => browser.send('Network.emulateNetworkConditions', conditions);
}

/** Of a list's answer, what slow 3G has brought 2.4 seconds after the click; half a second more is the browser's, and rule 2.28 allows three. */
const IN_TIME = 100_000;

test('the first rows of a list of 20,000 stand there once 100 kB of it have come, and how far it is (rule 2.28)', async ({
  visitAs,
}) => {
  const { page } = await visitAs('inhaber', HOME);
  const link = page.locator('main [href$="/pricelist/OTC"]').first();
  await link.waitFor();
  const release = await holdAnswers(page, /api.price.\d+.\w+.OTC$/, IN_TIME);
  await link.click();
  await page.locator('[aria-busy="true"] [role="row"][data-position="3"]').waitFor();
  await page.getByText(/^[\d.]+ von 20\.000 Zeilen$/).waitFor();
  assert.equal(await button(page, 'Bearbeiten').count(), 0);
  release();
  await button(page, 'Bearbeiten').waitFor();
  assert.equal(await page.locator('[aria-busy="true"] [role="grid"]').count(), 0);
});

test('what is being loaded stands still for a second, with the opacity that its pulse begins with', async ({
  visitAs,
}) => {
  const { page, url } = await visitAs('inhaber');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route('**/api/pharmacy/dashboard/**', () => undefined);
  await page.goto(`${url}${HOME}`);
  const bar = page.getByRole('status', { name: 'Wird geladen' }).locator('.mantine-Skeleton-root').first();
  const pulse = await bar.evaluate((element) => {
    const { animationDelay, animationIterationCount, opacity } = getComputedStyle(element, '::after');
    return { animationDelay, animationIterationCount, opacity };
  });
  assert.deepEqual(pulse, { animationDelay: '1s', animationIterationCount: 'infinite', opacity: '0.4' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what a click will need is loaded ahead once the dashboard has what it shows, and does not hold that up (rule 2.28)', async ({
  visitAs,
}) => {
  const { page, url } = await visitAs('inhaber');
  await page.goto('about:blank'); // the page of the sign-in loads ahead too
  const ahead: string[] = [];
  page.on('request', (sent) => /assets.lists-|api.products/.test(sent.url()) && ahead.push(sent.url()));
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/pharmacy/dashboard/**', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto(`${url}${HOME}`);
  await asked.promise;
  // Twice idle, for the first may have been asked for before.
  for (let times = 0; times < 2; times++)
    await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(() => resolve(undefined))));
  assert.deepEqual(ahead, []);
  const loaded = page.waitForRequest(/assets.lists-/);
  answered.resolve();
  await loaded;
});

test('the first rows of a list do not wait for menus, dialogs and the editor (rule 2.28)', async ({ visitAs }) => {
  const { page, url } = await visitAs('inhaber');
  const released = Promise.withResolvers<void>();
  const held = new Set<string>();
  await page.route(/assets.(editor|widgets)-.*js/, async (route) => {
    held.add(/assets.(\w+)/.exec(route.request().url())?.[1] ?? '');
    await released.promise;
    await route.continue();
  });
  await page.goto('about:blank'); // the page of the sign-in has loaded them
  const ahead = page.waitForEvent('requestfinished', (sent) => /assets.lists-.*js/.test(sent.url()));
  await page.goto(`${url}${HOME}`);
  await ahead;
  const set = await network(page);
  await set(SLOW);
  await page.locator('main [href$="/pricelist/OTC"]').first().click();
  await page.locator('[aria-busy="true"] [role="row"][data-position="3"]').waitFor();
  assert.deepEqual([...held].toSorted(), ['editor', 'widgets']);
  assert.equal(await button(page, 'Bearbeiten').count(), 0);
  await set(FAST);
  released.resolve();
  await button(page, 'Bearbeiten').waitFor();
  assert.equal(await page.locator('[aria-busy="true"] [role="grid"]').count(), 0);
});

test('a list in the address is asked for with the application, not by it (rule 2.28)', async ({ visitAs }) => {
  const { page, url } = await visitAs('inhaber');
  const released = Promise.withResolvers<void>();
  await page.route(/assets.start-.*js/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('about:blank');
  const parts = [/assets.lists-.*js/, /de.editing.json/, /de.review.json/, /de.priceList.json/];
  const asked = Promise.all(parts.map((part) => page.waitForRequest(part)));
  await page.goto(`${url}${HOME}/pricelist/OTC`);
  await asked;
  assert.equal(await page.locator('header').count(), 0);
  released.resolve();
  await button(page, 'Bearbeiten').waitFor();
});

test('a start asks for letters, dashboard and list once each, for the letters before the first screen (ADR 91)', async ({
  visitAs,
}) => {
  const { page, url } = await visitAs('inhaber');
  const asked = async (path: string, shown: () => Promise<void>) => {
    await page.goto('about:blank');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.clearBrowserCache');
    const names: string[] = [];
    const note = (sent: { url(): string }) => {
      const [name] = /inter-latin|api.pharmacy.dashboard|api.price.\d+.\w+.OTC$/.exec(sent.url()) ?? [];
      if (name) names.push(name.replace(/^api.(\w+).*/, '$1'));
    };
    page.on('request', note);
    await page.goto(`${url}${path}`);
    await shown();
    page.off('request', note);
    return names;
  };
  const dashboard = () => page.getByRole('heading', { level: 1, name: /Willkommen/ }).waitFor();
  assert.deepEqual(await asked(HOME, dashboard), ['inter-latin', 'pharmacy']);
  const list = () => button(page, 'Bearbeiten').waitFor();
  assert.deepEqual(await asked(`${HOME}/pricelist/OTC`, list), ['inter-latin', 'pharmacy', 'price']);
});

test('offline is said, what was entered stays, and a save whose answer was lost is told by the same click again (rule 2.29)', async ({
  visitAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/);
  const { page } = await visitAs('vertrieb', LIST);
  const set = await network(page);
  await button(page, 'Bearbeiten').click();
  const input = page.getByLabel(/^Neuer Preis für PZN/).first();
  await input.fill('7,78');
  await input.press('Tab');
  await set({ ...FAST, offline: true });
  const notice = page.getByRole('alert').filter({ hasText: 'Keine Verbindung zum Server' });
  await notice.getByText('Ihre Eingaben bleiben in diesem Browserfenster.').waitFor();
  await button(page, /^Daten prüfen/).click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Ob sie angekommen sind, ist nicht sicher.').waitFor();
  await set(FAST);
  await notice.waitFor({ state: 'detached' });

  // The server saves, its answer does not come, nor does any other for a while.
  let lost = false;
  let cut = true;
  await page.route('**/api/**', async (route) => {
    if (!cut || (!lost && route.request().method() !== 'PUT')) return route.continue();
    if (!lost) {
      lost = true;
      await route.fetch();
    }
    return route.abort('connectionreset');
  });
  await button(page, 'Daten speichern').click();
  await notice.waitFor();
  await page.getByText('Ob sie angekommen sind, ist nicht sicher.').waitFor();
  cut = false;
  await button(page, 'Daten speichern').click();
  await page.getByText('Es wurden keine Preise geändert: Die Preisliste enthielt diese Preise schon.').waitFor();
  const { rows } = await portal().database.query(
    "SELECT count(*)::int AS n FROM price_change WHERE apo_id = $1 AND product_group = 'HILFSMITTEL' AND new_price = 7.78",
    [PHARMACY.apoId],
  );
  assert.deepEqual(rows, [{ n: 1 }]);
});
