import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { AT_PHARMACY, EMPTY_GROUP_PHARMACY, NO_PILOT_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { checkScreen, checkSizes, SIZES } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import { button } from '../src/packages.ts';
import { test } from '../src/runner.ts';

/** What screens say has to be so: contacts, help, empty lists, what a file leaves out, who may edit. */
const at = ({ crmCompanyId, token }: { crmCompanyId: number; token: string }) => `/p/${crmCompanyId}/${token}`;
const NO_PILOT = 'Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.';

for (const size of SIZES) {
  test(`at ${size.name} px staff at an Austrian pharmacy get its contacts and the help centre`, async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', at(AT_PHARMACY), size);
    const { stack } = portal();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.getByRole('button', { name: 'Support' }).click();
    const dialog = page.getByRole('dialog', { name: 'TruePrice Support Österreich' });
    const help = dialog.getByRole('link', { name: 'Zum Hilfecenter' });
    assert.equal(await help.getAttribute('href'), `${stack.customerCentreUrl}/hilfe`);
    await checkScreen(page, `support-austria-${size.name}`);
    await dialog.getByRole('button', { name: 'Schließen' }).click();
    await page.getByRole('button', { name: /Benutzermenü/ }).click();
    await page.getByRole('menuitem', { name: 'Hilfecenter' }).click();
    await page.waitForURL(`${stack.customerCentreUrl}/hilfe`);
    await page.getByRole('heading', { name: 'Hilfecenter' }).waitFor();
  });
}

test('a pharmacy without pilot access is read by staff and edited by nobody', async ({ visitAs }) => {
  const { page } = await visitAs('vertrieb', `${at(NO_PILOT_PHARMACY)}/pricelist/OTC`);
  await page.getByText(`${NO_PILOT} Sie können die Preisliste lesen, aber nicht bearbeiten.`).waitFor();
  await page.getByText(/ \/ [\d.]+ Artikel$/).waitFor();
  assert.equal(await button(page, 'Bearbeiten').count(), 0);
  await checkSizes(page, 'price-list-no-pilot');
});

test('an empty list is not called a filter without results', async ({ visitAs }) => {
  const { page } = await visitAs('vertrieb', `${at(EMPTY_GROUP_PHARMACY)}/pricelist/HILFSMITTEL`);
  await page.getByText('Diese Preisliste enthält noch keine Artikel.').waitFor();
  await checkSizes(page, 'price-list-empty');
});

test('the owner of a pharmacy without pilot access sees that and nothing else', async ({ visitAs, expectErrors }) => {
  expectErrors(/403/);
  const { page } = await visitAs('ohne-pilot');
  await page.getByText(NO_PILOT).waitFor();
  await page.goto(new URL(`${at(NO_PILOT_PHARMACY)}/pricelist/OTC`, page.url()).href);
  await page.getByText(NO_PILOT).first().waitFor();
  assert.equal(await page.getByRole('grid').count(), 0);
});

for (const size of SIZES) {
  test(`at ${size.name} px the CSV of a list says that exclusions are left out, and offers them`, async ({
    visitAs,
  }) => {
    const { page } = await visitAs('inhaber', `${at(OWNER_PHARMACY)}/pricelist/HILFSMITTEL`, size);
    await page.getByText(/ \/ [\d.]+ Artikel$/).waitFor();
    const save = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()]);
      return (await readFile(await download.path(), 'utf8')).split('\r\n').length - 2;
    };
    const shown = await save(async () => {
      if (size.width < 1024) await button(page, 'Mehr').click();
      await button(page, 'Exportieren').click();
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    });
    const note = await page.getByText(/ausgeblendete Ausschlussartikel fehlen in der CSV-Datei/).innerText();
    await checkScreen(page, `csv-exclusions-${size.name}`);
    const all = await save(() => button(page, /^CSV mit Ausschlussartikeln/).click());
    const { database } = portal();
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM price_item WHERE apo_id = $1 AND product_group = 'HILFSMITTEL'`,
      [OWNER_PHARMACY.apoId],
    );
    assert.equal(all, rows[0]?.count);
    assert.equal(Number(note.split(' ')[0]), all - shown);
  });
}
