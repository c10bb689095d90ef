import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { settle, SIZES } from '../src/check-screen.ts';
import { closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_123);
let mdp: Seeded;

before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 400 });
});
after(() => closePackage(mdp.id));

describe('a list that can be edited stays where it is while its rows are judged (rule 14.26)', () => {
  for (const { name, ...screen } of SIZES) {
    for (const list of ['package', 'price list'] as const) {
      test(`a ${list} at ${name} px`, async ({ visitAs }) => {
        const { page, url } = await visitAs('vertrieb', '/', screen);
        await watchRow(page);
        const { crmCompanyId, token } = OWNER_PHARMACY;
        await page.goto(`${url}${list === 'package' ? mdp.path : `/p/${crmCompanyId}/${token}/pricelist/OTC`}`);
        await page.getByText(/^(Zu prüfen \d|\d+ zu prüfen$)/).waitFor();
        await settle(page);
        const places = await page.evaluate(() => (globalThis as unknown as { places: number[] }).places);
        assert.equal(places.length, 1, places.join(' → '));
      });
    }
  }
});

/** Keeps where the second row of each list is seen that is not on its way any more, frame by frame, in pixels from the top. */
async function watchRow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(globalThis, { places });
    const look = () => {
      const row = document.querySelector('[role=grid] [aria-rowindex="3"]');
      const top = row && !row.closest('[aria-busy=true]') ? Math.round(row.getBoundingClientRect().top) : undefined;
      if (top !== undefined && top !== places.at(-1)) places.push(top);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
