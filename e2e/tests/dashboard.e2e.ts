import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_137);
const START = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}`;
let mdp: Seeded;

before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'FREIWAHL', rows: 300 });
});
after(() => closePackage(mdp.id));

const task = 'Monatsupdate Freiwahl öffnen';

describe('the start page of a pharmacy (rules 14.36 and 14.37)', () => {
  test('says of a task what is to be looked at and what it is worth, and opens it from anywhere in its row', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', START);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: task }) });
    await row.getByText(`Alle ${mdp.rows.length} ansehen`).waitFor();
    const toReview = await row.getByRole('link', { name: /^Prüfen/ }).textContent();
    // every price of the package rises by a euro
    await row.getByText(/^Rohertrag \+[\d.]+ €$/).waitFor();
    const box = await row.boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + 8, box.y + box.height - 8);
    await page.waitForURL(`**${mdp.path}?review=all:weight`);
    // the screen says the same
    const [count] = /[\d.]+/.exec(toReview ?? '') ?? [];
    await page.getByText(`Zu prüfen ${count}`, { exact: true }).waitFor();
  });
});
