import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Locator, Page } from '@playwright/test';
import { someOf } from '../src/nightly.ts';
import { button, closePackage, type Seeded, seedPackage, startOf } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_139);
/** A desk, a phone, a tablet on which the toolbar wraps. */
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 360, height: 640 },
  { width: 820, height: 1180 },
];
/** Milliseconds between two clicks of one person. */
const BETWEEN = someOf([0, 250, 100, 450], 2);

let mdp: Seeded;
before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'FREIWAHL', rows: 60 });
});
after(() => closePackage(mdp.id));

const statusOf = async (id: number) => {
  const { rows } = await portal().database.query<{ status: number }>('SELECT status FROM price_update WHERE id = $1', [
    id,
  ]);
  return rows[0]?.status;
};

/** Clicks the middle of a control and there again, whatever lies there then; answers with the control's place. */
async function clickTwice(page: Page, control: Locator, between: number) {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(between);
  await page.mouse.click(x, y, { clickCount: 2 });
  return box;
}

/** Fails where the buttons of a confirmation lie on what opened it. */
async function liesElsewhere(confirming: Locator, opener: { x: number; y: number; width: number; height: number }) {
  for (const each of await confirming.all()) {
    const box = await each.boundingBox();
    if (!box) continue;
    const beside = box.x >= opener.x + opener.width || opener.x >= box.x + box.width;
    const apart = box.y >= opener.y + opener.height || opener.y >= box.y + box.height;
    assert.ok(beside || apart, `${await each.textContent()} lies where it was opened`);
  }
}

describe('a double click confirms nothing (rule 2.32)', () => {
  for (const [index, screen] of someOf(SCREENS, 2).entries()) {
    test(`an approval, at ${screen.width} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', mdp.path, screen);
      for (const between of BETWEEN) {
        await page.getByText('60 / 60 Artikel').waitFor();
        const opener = await clickTwice(page, button(page, 'Preise freigeben'), between);
        await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
        const confirms = button(page, 'Preise freigeben');
        await liesElsewhere(confirms, opener);
        await button(page, 'Abbrechen').click();
      }
      assert.equal(await statusOf(mdp.id), 0);
    });

    const testSome = index === 0 ? test : testByNight;
    testSome(`a save of a price list, at ${screen.width} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', `${startOf(OWNER_PHARMACY)}/pricelist/HILFSMITTEL`, screen);
      const saves: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()));
      await button(page, 'Bearbeiten').click();
      const input = page.getByLabel(/^Neuer Preis für PZN/).first();
      await input.fill('7,77');
      await input.press('Tab');
      for (const between of BETWEEN) {
        const opener = await clickTwice(page, button(page, 'Daten prüfen (1)'), between);
        await page.getByText('1 geänderter Artikel').waitFor();
        await liesElsewhere(button(page, 'Daten speichern'), opener);
        await button(page, 'Abbrechen').click();
      }
      assert.deepEqual(saves, []);
    });

    testSome(`a deletion by staff, at ${screen.width} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', mdp.path, screen);
      for (const between of BETWEEN) {
        await page.getByText('60 / 60 Artikel').waitFor();
        const remove = button(page, 'MDP Daten löschen');
        if (screen.width < 1024 && !(await remove.isVisible())) await button(page, 'Mehr').click();
        const opener = await clickTwice(page, remove, between);
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        await liesElsewhere(dialog.getByRole('button', { name: /löschen|Abbrechen/ }), opener);
        await dialog.getByRole('button', { name: 'Abbrechen' }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      assert.equal(await statusOf(mdp.id), 0);
    });
  }

  test('nor does Enter held down', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await page.getByText('60 / 60 Artikel').waitFor();
    for (const opener of ['MDP Daten löschen', 'Preise freigeben']) {
      await button(page, opener).focus();
      for (let times = 0; times < 20; times++) {
        await page.keyboard.down('Enter');
        await page.waitForTimeout(50);
      }
      await page.keyboard.up('Enter');
      if (opener === 'Preise freigeben') await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
      else await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
    }
    assert.equal(await statusOf(mdp.id), 0);
  });

  test('nor does it write twice: a draft, a print of labels', async ({ visitAs }) => {
    const { page, url } = await visitAs('vertrieb', mdp.path);
    const writes: string[] = [];
    page.on('request', (request) => /^(PUT|POST)$/.test(request.method()) && writes.push(request.url()));
    await page
      .getByLabel(/^Preiskorrektur für PZN/)
      .first()
      .fill('7,77');
    // The answer to the first press comes after the second.
    const pressedTwice = Promise.withResolvers<void>();
    await page.route('**/mdp/**', async (route) => {
      if (route.request().method() !== 'GET') await pressedTwice.promise;
      await route.continue();
    });
    await button(page, 'Daten zwischenspeichern').focus();
    const sent = page.waitForRequest((request) => request.method() !== 'GET' && request.url().includes('/mdp/'));
    await page.keyboard.press('Enter');
    await sent;
    await page.keyboard.press('Enter');
    pressedTwice.resolve();
    await page.getByRole('dialog', { name: 'Daten zwischengespeichert' }).waitFor();
    assert.equal(writes.filter((each) => each.includes('/mdp/')).length, 1, writes.join(' '));

    await page.goto(`${url}${startOf(PHARMACY)}/pricelist/FREIWAHL`);
    await button(page, 'Etiketten …').click();
    await button(page, 'PDF öffnen').click();
    const mark = button(page, 'Als gedruckt vermerken');
    await mark.waitFor();
    await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
    await clickTwice(page, mark, 250);
    await page.getByText(/ vermerkt\.$/).waitFor();
    assert.equal(writes.filter((each) => each.includes('/printed')).length, 1);
  });

  test('an approval is sent once it was read', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
    await clickTwice(page, button(page, 'Preise freigeben'), 0);
    // The message about it stays to be read.
    await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
    assert.equal(await statusOf(mdp.id), 1);
  });
});
