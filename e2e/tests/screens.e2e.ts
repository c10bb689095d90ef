import assert from 'node:assert/strict';
import { BLOCKED_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkSizes } from '../src/check-screen.ts';
import { describe, test } from '../src/runner.ts';

/** Every screen at a desk and on a phone: no serious accessibility violation, and a picture to look at. */
const START = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;

type Screen = { name: string; user: string; path: string; ready: (page: Page) => Promise<unknown> };
const heading = (name: RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const list = (page: Page) => page.getByText(/ \/ [\d.]+ Artikel$/).waitFor();
const SCREENS: Screen[] = [
  { name: 'dashboard', user: 'inhaber', path: START, ready: heading(/Willkommen/) },
  { name: 'pharmacy-list', user: 'vertrieb', path: '/admin', ready: heading(/TRUEPRICE KUNDEN/) },
  { name: 'price-list', user: 'inhaber', path: `${START}/pricelist/OTC`, ready: list },
  {
    name: 'price-list-expert-edit',
    user: 'inhaber',
    path: `${START}/pricelist/OTC`,
    ready: async (page) => {
      await list(page);
      await page.getByText('Experte').click();
      await page.getByRole('button', { name: 'Bearbeiten' }).click();
      await page
        .getByLabel(/^Neuer Preis für PZN/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'price-history',
    user: 'inhaber',
    path: `${START}/pricelist/OTC`,
    ready: async (page) => {
      await list(page);
      await page
        .getByRole('button', { name: /^Preishistorie von PZN/ })
        .first()
        .click();
      await page
        .getByRole('complementary', { name: /^Preiskarte: / })
        .getByRole('region', { name: 'Was der Preis bringt' })
        .waitFor();
    },
  },
  {
    name: 'price-list-blocked',
    user: 'filialleiter',
    path: `/p/${BLOCKED_PHARMACY.crmCompanyId}/${BLOCKED_PHARMACY.token}/pricelist/OTC`,
    ready: list,
  },
  {
    name: 'not-found',
    user: 'inhaber',
    path: '/404',
    ready: (page) => page.getByText('Die angeforderte Seite existiert nicht').waitFor(),
  },
  {
    name: 'forbidden',
    user: 'inhaber',
    path: '/403',
    ready: (page) => page.getByText('Keine Zugriffsrechte auf die Ressource').waitFor(),
  },
];

// Rule 2.5.
describe('at a desk and on a phone', () => {
  test('sign-in', async ({ visit }) => {
    const { page } = await visit('/');
    await page.getByLabel('Benutzername').waitFor();
    await checkSizes(page, 'sign-in');
  });

  for (const screen of SCREENS) {
    test(screen.name, async ({ visitAs }) => {
      const { page } = await visitAs(screen.user, screen.path);
      await screen.ready(page);
      await checkSizes(page, screen.name);
    });
  }
});

test('the keyboard alone opens a list, enters a price and reaches its check', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', START);
  await heading(/Willkommen/)(page);
  await page.getByRole('link', { name: 'Preisliste OTC öffnen' }).focus();
  await page.keyboard.press('Enter');
  await list(page);
  await tabTo(page, /^Bearbeiten$/);
  await page.keyboard.press('Enter');
  await page
    .getByLabel(/^Neuer Preis für PZN/)
    .first()
    .waitFor();
  await tabTo(page, /^Neuer Preis für PZN/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('77,77');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape'); // to the cell, which Tab leaves
  await tabTo(page, /^Daten prüfen/);
  await page.keyboard.press('Enter');
  await page.getByText('1 geänderter Artikel').waitFor();
});

/** Presses Tab until the element with that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 400; presses += 1) {
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      if (element?.matches(':disabled')) return '';
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
    if (name.test(label)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the keyboard never reached ${name}`);
}
