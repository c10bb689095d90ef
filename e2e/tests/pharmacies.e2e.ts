import {
  FIRST_CALCULATION_PHARMACY,
  LOCKED_LZD_PHARMACY,
  MAIN_PHARMACY,
  MIRROR_PHARMACY,
  NO_PILOT_PHARMACY,
} from '@portal/dev/demo/constants.ts';
import { describe, test } from '../src/runner.ts';

const at = ({ crmCompanyId, token }: { crmCompanyId: number; token: string }) => `/p/${crmCompanyId}/${token}`;

describe('the pharmacy list', () => {
  test('shows staff all pharmacies with count, search from three characters and mirrors below their main pharmacy', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb');
    await page.getByRole('heading', { name: 'TRUEPRICE KUNDEN' }).waitFor();
    await page.getByText('60 Apotheken').waitFor();
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

  test('shows a branch manager only the own pharmacies', async ({ visitAs }) => {
    const { page } = await visitAs('filialleiter');
    await page.getByRole('heading', { name: 'MEINE APOTHEKEN' }).waitFor();
  });
});

describe('the dashboard', () => {
  test('says that a pharmacy without pilot access has none', async ({ visitAs }) => {
    const { page } = await visitAs('admin', at(NO_PILOT_PHARMACY));
    await page.getByText('Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.').waitFor();
  });

  test('says that a contract is not active yet', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', at(FIRST_CALCULATION_PHARMACY));
    await page.getByText('Der Vertrag dieser Apotheke ist noch nicht aktiviert.').waitFor();
  });

  test('shows staff an LZD that is not released, with a lock', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', at(LOCKED_LZD_PHARMACY));
    await page
      .getByText(/Erst-\/Neuberechnung|Erst-/)
      .first()
      .waitFor();
    await page
      .getByLabel(/nicht.*(frei|bereit)/i)
      .or(page.getByText(/nicht.*freigeschaltet/i))
      .first()
      .waitFor();
  });
});
