import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { checkSizesByNight } from '../src/check-screen.ts';
import { startOf } from '../src/packages.ts';
import { test } from '../src/runner.ts';

const MONTHLY = 'Freigabe der Monatsupdates OTC';

test('the owner changes a flag, is told first what happens to the open package, and it happens', async ({
  visitAs,
}) => {
  const { page } = await visitAs('inhaber', `${startOf(OWNER_PHARMACY)}/settings`);
  const select = page.getByRole('combobox', { name: MONTHLY });
  const dialog = page.getByRole('dialog');

  await select.selectOption('2');
  await dialog.getByText(/ist offen und bleibt es, bis jemand es freigibt\.$/).waitFor();
  await checkSizesByNight(page, 'settings-preview');
  await dialog.getByRole('button', { name: 'Einstellung ändern' }).click();
  await page.getByText(/^Monatsupdate OTC \(ID \d+\) bleibt offen, bis es freigegeben wird$/).waitFor();
  assert.equal(await select.inputValue(), '2');

  await select.selectOption('0');
  const foretold = await dialog.getByText(/ist offen und wird am \d\d\.\d\d\. um 24 Uhr automatisch/).textContent();
  const day = /\d\d\.\d\d\./.exec(foretold ?? '')?.[0];
  await dialog.getByRole('button', { name: 'Einstellung ändern' }).click();
  // the dialog says it too, before anything is saved
  const shown = page.getByText(
    new RegExp(`^Monatsupdate OTC \\(ID \\d+\\) wird am ${day} um 24 Uhr automatisch freigegeben$`),
  );
  await shown.waitFor();
  await page.reload();
  await shown.waitFor();
  assert.equal(await select.inputValue(), '0');
});
