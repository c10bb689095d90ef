import { MAIN_PHARMACY, MIRROR_PHARMACY } from '@portal/dev/demo/constants.ts';
import { portal } from '../src/running.ts';
import { describe, test } from '../src/runner.ts';

describe('the pharmacy list', () => {
  test('shows staff all pharmacies with count, search from three characters and mirrors below their main pharmacy', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb');
    await page.getByRole('heading', { name: 'TRUEPRICE KUNDEN' }).waitFor();
    // Another journey of this portal makes some.
    const { rows: counted } = await portal().database.query<{ all: string }>('SELECT count(*) AS all FROM pharmacy');
    await page.getByText(`${counted[0]?.all} Apotheken`).waitFor();
    const field = page.getByRole('searchbox');
    await field.fill(String(MAIN_PHARMACY.apoId));
    const rows = page.getByRole('row').filter({ hasText: String(MAIN_PHARMACY.apoId) });
    await rows.first().waitFor();
    await page
      .getByRole('button', { name: /Spiegelapotheken.*(zeigen|einblenden)/ })
      .first()
      .click();
    await page
      .getByRole('row')
      .filter({ hasText: String(MIRROR_PHARMACY.apoId) })
      .waitFor();
    await field.fill('xyzxyz');
    await page.getByText('Es wurden keine Apotheken gefunden.').waitFor();
  });
});
