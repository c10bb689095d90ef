import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { checkScreenByNight } from '../src/check-screen.ts';
import { button, closePackage, priceInput, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_138);
let mdp: Seeded;
before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 30 });
});
after(() => closePackage(mdp.id));

describe('the clipboard and steps (rules 3.25, 3.26 and 3.28 to 3.31)', () => {
  test('prices come from a spreadsheet by PZN, are filled down, copied, and taken back step by step', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const inputs = page.getByLabel(/^Preiskorrektur für PZN /);
    const shown = async () => [
      await inputs.nth(0).inputValue(),
      await inputs.nth(1).inputValue(),
      await inputs.nth(2).inputValue(),
    ];
    const pznAt = async (at: number) => ((await inputs.nth(at).getAttribute('aria-label')) ?? '').slice(-8);
    await inputs.first().waitFor();
    const [first, second] = [await pznAt(0), await pznAt(1)];

    // as Excel copies two columns, its number without the zeros of the PZN
    const cells = `PZN\tPreis\r\n${Number(second)}\t7,77 €\r\n${first}\t1.234,56\r\n99999999\t1,00\r\n`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), cells);
    await inputs.first().click();
    await page.keyboard.press('Control+V');
    const dialog = page.getByRole('dialog', { name: 'Preise einfügen' });
    await dialog.getByText('Eine PZN steht nicht in dieser Liste: 99999999').waitFor();
    await checkScreenByNight(page, 'paste');
    await dialog.getByRole('button', { name: '2 Preise eintragen' }).click();
    await page.getByText('2 Preise eingefügt.').waitFor();
    assert.deepEqual((await shown()).slice(0, 2), ['1.234,56', '7,77']);

    // typed letters are taken back by the browser, then the whole step by the portal
    await priceInput(page, second).click();
    await page.keyboard.type('5,5');
    await page.keyboard.press('Control+Z');
    assert.notEqual(await priceInput(page, second).inputValue(), '5,5');
    for (let key = 0; key < 4 && (await priceInput(page, second).inputValue()) !== '7,77'; key++) {
      await page.keyboard.press('Control+Z');
    }
    assert.deepEqual((await shown()).slice(0, 2), ['1.234,56', '7,77']);

    // by keys from the second row on, then by the corner of the cell
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+D');
    assert.deepEqual(await shown(), ['1.234,56', '7,77', '7,77']);
    await page.keyboard.press('Control+C');
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const read = async (form: string) => (await item?.getType(form))?.text() ?? '';
      return { text: await read('text/plain'), html: await read('text/html') };
    });
    assert.equal(copied.text, '7,77\r\n7,77');
    assert.match(copied.html, /<td[^>]*>7,77<\/td>/);

    await inputs.first().click();
    const box = await inputs.first().locator('xpath=ancestor::*[@role="gridcell"]').boundingBox();
    const target = await inputs.nth(2).boundingBox();
    assert.ok(box && target);
    await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4);
    await page.mouse.down();
    await page.mouse.move(target.x + 5, target.y + 5, { steps: 4 });
    await page.mouse.up();
    assert.deepEqual(await shown(), ['1.234,56', '1.234,56', '1.234,56']);

    // one value for a whole range, as one step
    await page.evaluate(() => navigator.clipboard.writeText('3,33\r\n'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Control+V');
    await dialog.getByRole('button', { name: '2 Preise eintragen' }).click();
    await page.getByText('2 Preise eingefügt.').waitFor();
    assert.deepEqual(await shown(), ['1.234,56', '3,33', '3,33']);
    await page.locator('body').press('Control+Z');
    assert.deepEqual(await shown(), ['1.234,56', '1.234,56', '1.234,56']);

    // with one cell alone the marked rows are copied under their headings
    await page.locator('[data-position="5"] [data-column=pzn]').click();
    await page.locator('[data-position="3"] [data-column=pzn]').click();
    await page.keyboard.press('Control+C');
    const rows = (await page.evaluate(() => navigator.clipboard.readText()))
      .split('\r\n')
      .map((row) => row.split('\t'));
    assert.deepEqual(
      rows.map(([pzn]) => pzn),
      ['Pharmazentralnummer', await pznAt(3), await pznAt(5)],
    );

    await button(page, 'Schritte').click();
    await page.getByRole('dialog', { name: 'Schritte' }).getByRole('button').first().waitFor();
    await checkScreenByNight(page, 'steps', '[role=dialog]');
    await page.getByRole('button', { name: 'Einfügen in 2 Preise', exact: true }).click();
    await page.keyboard.press('Escape');
    assert.deepEqual((await shown()).slice(0, 2), ['1.234,56', '7,77']);
    await page.locator('body').press('Control+Z');
    await page.getByText(/^\d bearbeitet/).waitFor({ state: 'detached' });
    assert.deepEqual((await shown()).slice(0, 2), ['', '']);
  });
});
