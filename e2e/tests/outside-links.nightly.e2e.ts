import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { checkScreen } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

const { crmCompanyId, token } = OWNER_PHARMACY;
const PAGE = `/p/${crmCompanyId}/${token}`;

// Rules 2.2 and 2.15.
test('the tools menu shows the icons of the customer centre and leads there', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber');
  const { stack } = portal();
  await page.getByRole('button', { name: 'TruePrice DE' }).click();
  const icons = page.getByRole('menu').locator('img');
  await icons.first().waitFor();
  assert.equal(await icons.count(), 4);
  assert.equal(await icons.first().getAttribute('src'), `${stack.customerCentreUrl}/api/public/icon/1`);
  // loaded in spite of the content security policy
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('[role=menu] img')].every(({ naturalWidth }) => naturalWidth > 0),
  );
  await checkScreen(page, 'tools-menu-1440');
  await page.getByRole('menuitem', { name: 'Kundencenter' }).click();
  await page.waitForURL(`${stack.customerCentreUrl}/`);
});

for (const { user, area } of [
  { user: 'inhaber', area: 'pharmacy' },
  { user: 'vertrieb', area: 'admin' },
]) {
  test(`${user} is sent to the ${area} area of the customer centre`, async ({ visitAs }) => {
    const { page } = await visitAs(user, PAGE);
    const { stack } = portal();
    const link = page.getByRole('link', { name: /Kundencenter/ }).first();
    assert.equal(
      await link.getAttribute('href'),
      `${stack.customerCentreUrl}/${area}/pharmacies/${crmCompanyId}/${token}`,
    );
    await link.click();
    await page.waitForURL(`${stack.customerCentreUrl}/${area}/**`);
  });
}

test('support, imprint, data protection and profile are those of the country', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', PAGE);
  const { stack } = portal();
  await page.getByRole('button', { name: 'Support' }).click();
  const dialog = page.getByRole('dialog', { name: 'TruePrice Support Deutschland' });
  await dialog.getByRole('link', { name: 'support@example.com' }).waitFor();
  await checkScreen(page, 'support-1440');
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' });
  assert.equal(await footer.getAttribute('href'), `${stack.customerCentreUrl}/impressum/de`);
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  const href = (name: string) => page.getByRole('menuitem', { name }).getAttribute('href');
  assert.equal(await href('Datenschutz'), `${stack.customerCentreUrl}/datenschutz/de`);
  assert.equal(await href('Mein Profil'), `${stack.issuer}/account`);
});

test('a customer from Austria gets the addresses of the other countries', async ({ visitAs }) => {
  const { page } = await visitAs('at-kunde');
  const { stack } = portal();
  const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' });
  await footer.waitFor();
  assert.equal(await footer.getAttribute('href'), `${stack.customerCentreUrl}/impressum/at`);
});
