import assert from 'node:assert/strict';
import {
  EMPTY_GROUP_PHARMACY,
  MANY_MIRRORS_PHARMACY,
  MIRROR_PHARMACY,
  NO_PILOT_PHARMACY,
  OWNER_PHARMACY,
} from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkSizes } from '../src/check-screen.ts';
import { test } from '../src/runner.ts';

const at = ({ crmCompanyId, token }: { crmCompanyId: number; token: string }) => `/p/${crmCompanyId}/${token}/settings`;
const MONTHLY = 'Freigabe der Monatsupdates OTC';
const ready = (page: Page) => page.getByRole('heading', { name: 'Quartalsupdates' }).waitFor();

test('the owner changes a flag, is told first what happens to the open package, and it happens', async ({
  visitAs,
}) => {
  const { page } = await visitAs('inhaber', at(OWNER_PHARMACY));
  const select = page.getByRole('combobox', { name: MONTHLY });
  const dialog = page.getByRole('dialog');

  await select.selectOption('2');
  await dialog.getByText(/ist offen und bleibt es, bis jemand es freigibt\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Einstellung ändern' }).click();
  await page.getByText(/^Monatsupdate OTC \(ID \d+\) bleibt offen, bis es freigegeben wird$/).waitFor();
  assert.equal(await select.inputValue(), '2');

  await select.selectOption('0');
  const foretold = await dialog.getByText(/ist offen und wird mit Ablauf des \d\d\.\d\d\. automatisch/).textContent();
  const day = /\d\d\.\d\d\./.exec(foretold ?? '')?.[0];
  await dialog.getByRole('button', { name: 'Einstellung ändern' }).click();
  await page.getByText(`wird mit Ablauf des ${day} automatisch freigegeben`).waitFor();
  await page.reload();
  await page.getByText(`wird mit Ablauf des ${day} automatisch freigegeben`).waitFor();
  assert.equal(await select.inputValue(), '0');
});

test('cancelling the preview changes nothing', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', at(OWNER_PHARMACY));
  const select = page.getByRole('combobox', { name: MONTHLY });
  await select.selectOption('1');
  await page.getByRole('button', { name: 'Ändern und sofort freigeben' }).waitFor();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await select.inputValue(), '0');
});

test('a mirror shows the settings of its main pharmacy and cannot change them', async ({ visitAs }) => {
  const { page } = await visitAs('filialleiter', at(MIRROR_PHARMACY));
  await page.getByText('Die Einstellungen können nur in der Hauptapotheke bearbeitet werden.').waitFor();
  const selects = await page.getByRole('combobox').all();
  assert.equal(selects.length, 7);
  for (const select of selects) assert.equal(await select.isDisabled(), true);
});

test('a pharmacy without pilot access has no settings', async ({ visitAs }) => {
  const { page } = await visitAs('admin', at(NO_PILOT_PHARMACY));
  await page.getByText('Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.').waitFor();
  assert.equal(await page.getByRole('combobox').count(), 0);
});

const SCREENS = [
  { name: 'settings', user: 'inhaber', pharmacy: OWNER_PHARMACY },
  { name: 'settings-main', user: 'vertrieb', pharmacy: MANY_MIRRORS_PHARMACY },
  { name: 'settings-mirror', user: 'filialleiter', pharmacy: MIRROR_PHARMACY },
  { name: 'settings-empty-group', user: 'vertrieb', pharmacy: EMPTY_GROUP_PHARMACY },
] as const;

for (const { name, user, pharmacy } of SCREENS) {
  test(`${name} at a desk and on a phone`, async ({ visitAs }) => {
    const { page } = await visitAs(user, at(pharmacy));
    await ready(page);
    await checkSizes(page, name);
  });
}

test('the preview at a desk and on a phone', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', at(OWNER_PHARMACY));
  await page.getByLabel(MONTHLY).selectOption('1');
  await page.getByRole('dialog').waitFor();
  await checkSizes(page, 'settings-preview');
});
