import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

// Rule 6.10.
describe('a monthly update', () => {
  let mdp: Seeded;
  before(async () => {
    mdp = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group: 'HILFSMITTEL', rows: 40 });
  });
  after(() => closePackage(mdp.id));

  test('the keyboard alone corrects a price, checks it and comes back', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', mdp.path);
    await page.getByText('40 / 40 Artikel').waitFor();
    const first = await page
      .getByLabel(/^Preiskorrektur für PZN/)
      .first()
      .getAttribute('aria-label');
    await tabTo(page, /^Preiskorrektur für PZN/);
    await page.keyboard.type('77,77');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('66,6');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape'); // to the cell, which Tab leaves
    await tabTo(page, /^Preise freigeben$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await page.getByText('40 Preise werden freigegeben, davon 2 mit Ihrer Bearbeitung.').waitFor();
    await tabTo(page, /^Abbrechen$/);
    await page.keyboard.press('Enter');
    assert.equal(await page.getByLabel(first as string).inputValue(), '77,77');
  });
});

/** Presses Tab until the element with that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 400; presses += 1) {
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      const element = focused?.role === 'gridcell' ? focused.querySelector('input') : focused;
      if (element?.matches(':disabled')) return '';
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
    if (name.test(label)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the keyboard never reached ${name}`);
}
