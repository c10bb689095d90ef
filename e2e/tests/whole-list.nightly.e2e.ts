import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { portal } from '../src/running.ts';
import { describe, test } from '../src/runner.ts';

const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC`;

// Rules 2.40 and 3.19.
describe('a list is more than the rows that are drawn', () => {
  test('Ctrl+A copies all of it, a drag beyond its edge scrolls, Ctrl+F and scans lead through it', async ({
    visitAs,
  }) => {
    const { rows: editable } = await portal().database.query<{ pzn: string }>(
      `SELECT pzn FROM price_item i WHERE apo_id = $1 AND product_group = 'OTC' AND price_type = 0 AND pzn NOT IN (
         SELECT u.pzn FROM price_update_item u JOIN price_update o ON o.id = u.update_id WHERE o.status = 0 AND o.apo_id = i.apo_id)
        ORDER BY pzn LIMIT 3`,
      [OWNER_PHARMACY.apoId],
    );
    const [first = '', second = '', third = ''] = editable.map(({ pzn }) => pzn);
    const { page } = await visitAs('inhaber', LIST);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const pznAt = (position: number) => page.locator(`[data-position="${position}"] [data-column="pzn"]`);
    const count = /^([\d.]+) \/ [\d.]+ Artikel/.exec((await page.getByText(/ \/ [\d.]+ Artikel/).textContent()) ?? '');
    const listed = Number(count?.[1]?.replaceAll('.', ''));
    const copied = async () => {
      await page.keyboard.press('Control+C');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return text.split(/\r?\n/).filter((line) => line !== '');
    };
    await pznAt(0).focus();
    await page.keyboard.press('Control+A');
    const all = await copied();
    assert.ok(listed > 10_000);
    assert.equal(all.length, listed);

    // from the second row down beyond the lower edge
    const cell = await pznAt(1).boundingBox();
    const grid = await page.getByRole('grid').boundingBox();
    assert.ok(cell && grid);
    await page.mouse.move(cell.x + 10, cell.y + 10);
    await page.mouse.down();
    await page.mouse.move(cell.x + 10, cell.y + 60, { steps: 4 });
    await page.mouse.move(cell.x + 10, grid.y + grid.height + 20, { steps: 4 });
    await page.waitForFunction(() => (document.querySelector('[role=grid]')?.scrollTop ?? 0) > 1500);
    await page.mouse.up();
    const drawn = await copied();
    assert.ok(drawn.length > 30 && drawn.length < listed, `${drawn.length} rows`);
    assert.equal(drawn[0], all[1]?.slice(0, 8));

    await page.keyboard.press('Control+F');
    const search = page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN');
    assert.ok(await search.evaluate((element) => element === document.activeElement));
    await page.keyboard.type(`${first}\n`);
    await page.locator(`[data-position="0"]`, { hasText: first }).waitFor();
    await page.keyboard.type(`-${second}\n`);
    await page.locator(`[data-position="0"]`, { hasText: second }).waitFor();

    // into a price field, from a list that the search has narrowed
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await page.getByLabel(`Neuer Preis für PZN ${second}`).click();
    await page.keyboard.type(`04150${third}0\n`);
    const price = page.getByLabel(`Neuer Preis für PZN ${third}`);
    await price.waitFor();
    await page.waitForFunction((pzn) => document.activeElement?.getAttribute('aria-label')?.endsWith(pzn), third);
    await page.getByRole('button', { name: 'Daten prüfen (0)' }).waitFor();
  });
});
