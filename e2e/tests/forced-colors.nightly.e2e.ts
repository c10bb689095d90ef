import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Locator } from '@playwright/test';
import { test } from '../src/runner.ts';

/** Only looked at. */
const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC`;

/** How an element is set apart from what is around it. */
const look = (part: Locator) =>
  part.evaluate((element) => {
    const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(element);
    return { border: `${borderTopWidth} ${borderTopStyle}`, backgroundColor };
  });

test('in the few colours that somebody has chosen, switches and what is chosen of several are seen', async ({
  visitAs,
}) => {
  const { page } = await visitAs('inhaber', LIST);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('button', { name: 'Filter hinzufügen' }).click();
  const hides = page.getByRole('switch', { name: 'Ausschlussartikel ausblenden' });
  const track = page.locator('.mantine-Switch-track').first();
  const thumb = page.locator('.mantine-Switch-thumb').first();
  await hides.waitFor();
  const on = await look(track);
  assert.equal(on.border, '1px solid');
  assert.notEqual((await look(thumb)).backgroundColor, on.backgroundColor);
  await hides.press('Space');
  const off = await look(track);
  assert.equal(off.border, '1px solid');
  assert.notEqual(off.backgroundColor, on.backgroundColor);
  assert.notEqual((await look(thumb)).backgroundColor, off.backgroundColor);
  assert.equal((await look(page.locator('[role=radiogroup] input:checked + label').first())).border, '2px solid');
});
