import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import {
  button,
  closePackage,
  gridRow,
  priceInput,
  type Seeded,
  type SeededRow,
  seedPackage,
} from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

describe('a calculation of 20,000 products', () => {
  let lzd: Seeded;
  before(async () => {
    lzd = await seedPackage({
      kind: 'LZD',
      pharmacy: OWNER_PHARMACY,
      group: 'OTC',
      rows: 20_000,
      resetChoice: 0,
      wholeList: true,
    });
  });
  after(() => closePackage(lzd.id));

  test('opens, scrolls to its end, sorts, and is checked and saved', async ({ visitAs }) => {
    assert.equal(lzd.rows.length, 20_000);
    const count = '20.000';
    const { page } = await visitAs('inhaber', lzd.path);
    await page.getByText(`${count} / ${count} Artikel`).waitFor();
    await page.getByRole('columnheader', { name: 'PZN' }).getByRole('button').click();
    await page.getByRole('row').nth(1).click();
    await page.keyboard.press('Control+End');
    const last = lzd.rows.at(-1) as SeededRow;
    await gridRow(page, last.pzn).waitFor();
    await priceInput(page, last.pzn).fill('99');
    // the box in the heading reaches every row shown
    const all = page.getByLabel(/^Ausschluss für alle/);
    await all.click();
    const asked = page.getByRole('dialog', { name: `${count} Artikel ausschließen?` });
    await asked.getByRole('button', { name: 'Ja, ausschließen' }).click();
    await page.getByText(`${count} bearbeitet · nicht gespeichert`).waitFor();
    await button(page, 'Rückgängig').click();
    await page.getByText('1 bearbeitet · nicht gespeichert').waitFor();
    // the button stays, and so does the focus
    const undo = button(page, 'Rückgängig');
    assert.equal(await undo.evaluate((each) => each === document.activeElement), true);
    await all.press('Space');
    await asked.getByRole('button', { name: 'Ja, ausschließen' }).click();
    await page.getByText(`${count} Artikel als Ausschluss markiert.`).waitFor();
    await button(page, 'Daten zwischenspeichern').click();
    await button(page, 'LZD weiter bearbeiten').click();
    await all.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ja, aufheben' }).click();
    await button(page, 'Daten zwischenspeichern').click();
    await button(page, 'LZD weiter bearbeiten').click();
    await page.getByText('1 bearbeitet · gespeichert', { exact: true }).waitFor();
    const { database } = portal();
    const { rows } = await database.query(
      'SELECT pzn, edited_price, edited_ignore FROM price_update_item WHERE update_id = $1 AND edited_price IS NOT NULL',
      [lzd.id],
    );
    assert.deepEqual(rows, [{ pzn: last.pzn, edited_price: '99.00', edited_ignore: false }]);
  });
});
