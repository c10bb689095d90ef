import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { expect, type Page } from '@playwright/test';
import { settle } from '../src/check-screen.ts';
import { described, sumOf, watchShifts } from '../src/layout-shifts.ts';
import { portal } from '../src/running.ts';
import { describe, test } from '../src/runner.ts';

/** What is seen until the application is there (index.html, start.js). */
const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;
const SENTENCE = 'TruePrice wird geladen …';

/** Where the bars and the logo stand, and the colours of bars and page; of the page before the application or of the application. */
function look(page: Page, [header, nav, behind]: readonly [string, string, string]) {
  return page.evaluate(
    ([bar, entries, ground]) => {
      const of = (selector: string) => document.querySelector(selector) as Element;
      const place = (selector: string) => {
        const { x, y, width, height } = of(selector).getBoundingClientRect();
        return [x, y, width, height].map((each) => Math.round(each * 10) / 10).join(' ');
      };
      return {
        header: place(bar),
        logo: place(`${bar} svg`),
        word: getComputedStyle(of(`${bar} span`)).display === 'none',
        // in a wide window the entries are in the header, which has none before
        nav: innerWidth < 1200 && place(entries),
        line: getComputedStyle(of(bar)).borderBottomColor,
        surfaces: [bar, ground].map((selector) => getComputedStyle(of(selector)).backgroundColor),
        text: getComputedStyle(of(`${bar} span`)).color,
      };
    },
    [header, nav, behind] as const,
  );
}

const before = (page: Page) => look(page, ['.start-header', '.start-nav', '#start']);
const afterwards = (page: Page) => look(page, ['header', 'nav', 'body']);

/** The sentence about a failure comes after ten seconds, which a busy machine may take for all before. */
async function stopPatience(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const each of document.getAnimations())
        if (each instanceof CSSAnimation && each.animationName === 'start-seen') each.pause();
    });
  });
}

/** Lets nothing of these files through until it is told to. */
async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

// Rule 2.30.
describe('until the application is there', () => {
  for (const [width, system, chosen] of [
    [360, 'light', undefined],
    [1280, 'light', 'dark'],
    [1280, 'dark', undefined],
    [360, 'dark', 'light'],
  ] as const) {
    test(`its bars and a sentence are, at ${width} px on a ${system} system, ${chosen ?? 'nothing'} chosen, and nothing moves when it comes`, async ({
      visitAs,
    }) => {
      const { page, url } = await visitAs('inhaber', '/', { width, height: 800 });
      await page.emulateMedia({ colorScheme: system });
      await page.evaluate((scheme) => scheme && localStorage.setItem('mantine-color-scheme-value', scheme), chosen);
      const shifted = await watchShifts(page);
      await stopPatience(page);
      const sendStyles = await holdBack(page, /\/assets\/start-[^/]*\.css$/);
      const sendScripts = await holdBack(page, /\/assets\/start-[^/]*\.js$/);
      await page.goto(`${url}${START}`, { waitUntil: 'commit' });
      const sentence = page.getByRole('status').filter({ hasText: SENTENCE });
      await sentence.waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      // as dark as all text in the end, for who has to read it
      await page.waitForFunction(
        () => getComputedStyle(document.querySelector('.start-sentence') as Element).opacity === '1',
      );
      const seen = await before(page);
      const at = await sentence.boundingBox();
      const styles = page.waitForResponse(/\/assets\/start-[^/]*\.css$/);
      sendStyles();
      await (await styles).finished();
      await settle(page);
      assert.deepEqual([await before(page), await sentence.boundingBox()], [seen, at]);
      sendScripts();
      await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
      // For who wants less motion each change takes 0.01 ms, and reaches an element a frame after the one it inherits from.
      await settle(page);
      assert.deepEqual(await afterwards(page), seen);
      assert.equal(await page.getByText(SENTENCE).count(), 0);
      const moved = await shifted();
      assert.ok(sumOf(moved) < 0.1, described(moved));
    });
  }

  test('nobody who only passes on the way to the sign-in page sees them', async ({ newProfile }) => {
    const { stack } = portal();
    const page = await (await newProfile()).newPage();
    const frames: string[] = [];
    let lastAt = 0;
    await page.exposeBinding('portalFrame', (_source, shown: string, at: number) => {
      frames.push(shown);
      lastAt = at;
    });
    await page.addInitScript((address) => {
      if (location.origin !== address) return;
      const { portalFrame } = globalThis as unknown as { portalFrame(shown: string, at: number): void };
      const tell = () => {
        const parts = [...document.querySelectorAll('#start > *')];
        if (parts.length > 0)
          portalFrame(
            parts.map((part) => part.checkVisibility({ visibilityProperty: true })).join(),
            performance.now(),
          );
        requestAnimationFrame(tell);
      };
      tell();
    }, new URL(stack.portalUrl).origin);
    await page.route(/\/protocol\/openid-connect\/auth\?/, async (route) => {
      await expect.poll(() => frames.length > 10 && lastAt > 700, { timeout: 60_000 }).toBe(true); // longer than the sentence waits
      await route.continue();
    });
    await page.goto(`${stack.portalUrl}${START}`);
    await page.getByLabel('Benutzername').waitFor();
    assert.deepEqual([...new Set(frames)], ['false,false,false']);
  });

  test('the link of a mail shows the sentence alone, as its page has no bars', async ({ newProfile }) => {
    const { stack } = portal();
    const page = await (await newProfile()).newPage();
    const send = await holdBack(page, /\/assets\/start-[^/]*\.js$/);
    await page.goto(`${stack.portalUrl}/mail/bestaetigen#${'a'.repeat(43)}`, { waitUntil: 'commit' });
    await page.getByText(SENTENCE).waitFor();
    assert.equal(await page.locator('.start-header').isVisible(), false);
    send();
    await page.getByRole('heading').first().waitFor();
    assert.equal(await page.getByText(SENTENCE).count(), 0);
  });

  test('an application that cannot be loaded is told of in place of the sentence', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/404|dynamically imported module/);
    const { page, url } = await visitAs('inhaber');
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.route(/\/assets\/start-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '404' }));
    await page.goto(`${url}${START}`);
    const told = page.getByRole('alert').getByText('TruePrice ist noch nicht geladen.');
    const parts = [told, page.getByText(SENTENCE), page.locator('.start-header')];
    // Asked for together, and until it is so: where a file is missing the page loads itself again, once.
    await expect
      .poll(() => Promise.all(parts.map((part) => part.isVisible())), { timeout: 20_000 })
      .toEqual([true, false, true]);
  });
});
