import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreen, SIZES } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import { button, closePackage, gridRow, priceInput, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';

/** Prices as people type them: rounded and said so, refused with the reason at the field, asked about when they can be two. */
/** Without open packages in the demo data. */
const PHARMACY = demoPharmacyRef(100_153);
const LIST = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}/pricelist/FREIWAHL`;
const note = (page: Page) => page.getByRole('note').filter({ visible: true });

async function priceOf(pzn: string): Promise<string | undefined> {
  const { database } = portal();
  const { rows } = await database.query<{ price: string | null }>(
    'SELECT manual_price::text AS price FROM price_item WHERE apo_id = $1 AND pzn = $2',
    [PHARMACY.apoId, pzn],
  );
  return rows[0]?.price ?? undefined;
}

/** PZNs of the first rows that take a price. */
async function openRows(page: Page): Promise<[string, string, string]> {
  await page.goto(new URL(LIST, page.url()).href);
  await button(page, 'Bearbeiten').click();
  const inputs = page.getByLabel(/^Neuer Preis für PZN/);
  await inputs.first().waitFor();
  const open = await inputs.evaluateAll((all) =>
    all
      .filter((input) => !(input as HTMLInputElement).disabled && (input as HTMLInputElement).value === '')
      .map((input) => input.getAttribute('aria-label')?.slice(-8) ?? ''),
  );
  return open.slice(0, 3) as [string, string, string];
}
const newPrice = (page: Page, pzn: string) => page.getByLabel(`Neuer Preis für PZN ${pzn}`, { exact: true });

test('the keyboard alone: rounded, refused with its reason, answered; a question lets the others be saved', async ({
  visitAs,
}) => {
  const { page } = await visitAs('vertrieb', '/admin');
  await page.getByRole('heading', { name: /TRUEPRICE KUNDEN/ }).waitFor();
  const [a, b, c] = await openRows(page);

  await newPrice(page, a).focus();
  await page.keyboard.type('12,345');
  await note(page).getByText('12,345 wurde auf 12,35 € gerundet.').waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await newPrice(page, a).inputValue(), '12,35');

  await newPrice(page, c).focus();
  await page.keyboard.type('0,004');
  await note(page).getByText('Der Preis muss größer als 0 sein.').waitFor();
  await newPrice(page, c).fill('');

  await newPrice(page, b).focus();
  await page.keyboard.type('1.234');
  await note(page).getByText('1.234 lässt sich auf zwei Arten lesen. Was ist gemeint?').waitFor();
  await button(page, 'Daten prüfen (1)').click();
  await page.getByText('1 Eingabe wartet auf Ihre Antwort').waitFor();
  await button(page, 'Daten speichern').click();
  await page.getByText('1 Artikel ist noch nicht gespeichert').waitFor();
  assert.equal(await priceOf(a), '12.35');
  assert.equal(await priceOf(b), undefined);
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();

  await newPrice(page, b).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await newPrice(page, b).inputValue(), '1.234,00');
  await button(page, 'Daten prüfen (1)').click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Preise gespeichert').waitFor();
  assert.equal(await priceOf(b), '1234.00');
});

for (const kind of ['MDP', 'QDP', 'LZD'] as const) {
  describe(`prices typed into an ${kind}`, () => {
    let seeded: Seeded;
    before(async () => {
      seeded = await seedPackage({ kind, pharmacy: PHARMACY, group: 'HILFSMITTEL', rows: 5 });
    });
    after(() => closePackage(seeded.id));

    testByNight('an open question keeps the approval waiting and is answered by touch', async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', seeded.path, { width: 390, height: 844 });
      const [first, second] = seeded.rows.map((each) => each.pzn) as [string, string];
      await priceInput(page, first).fill('1.234');
      await priceInput(page, second).fill('4,999');
      await note(page).getByText('4,999 wurde auf 5,00 € gerundet.').waitFor();
      await button(page, 'Preise freigeben').click();
      await page.getByText('1 Eingabe wartet auf Ihre Antwort').waitFor();
      assert.equal(await button(page, 'Preise freigeben').isEnabled(), false);
      await page.getByRole('button', { name: `1,23 € für PZN ${first}` }).click();
      await gridRow(page, first).getByText('1,23', { exact: true }).waitFor();
      assert.equal(await button(page, 'Preise freigeben').isEnabled(), true);
    });
  });
}

for (const size of SIZES) {
  testByNight(`at ${size.name} px the note of a price is seen whole and without barriers`, async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', '/admin', size);
    await page.getByRole('heading', { name: /TRUEPRICE KUNDEN/ }).waitFor();
    const [a, , c] = await openRows(page);
    await newPrice(page, a).fill('12,345');
    await newPrice(page, c).fill('1.234');
    const box = await note(page).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height, 'cut off');
    await checkScreen(page, `price-question-${size.name}`);
    await button(page, /^Daten prüfen/).click();
    await page.getByText('1 Eingabe wartet auf Ihre Antwort').waitFor();
    await checkScreen(page, `price-question-check-${size.name}`);
  });
}
