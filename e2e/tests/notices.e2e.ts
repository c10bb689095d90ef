import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { checkScreenByNight, checkSizesByNight, SIZES } from '../src/check-screen.ts';
import { button, closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { portal } from '../src/running.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_154);
const ADDRESS = 'chef@apotheke.example';
let lzd: Seeded;

before(async () => {
  lzd = await seedPackage({ kind: 'LZD', pharmacy: PHARMACY, group: 'FREIWAHL', rows: 30 });
});
after(async () => {
  await closePackage(lzd.id);
  await portal().database.query('DELETE FROM notice_address WHERE apo_id = ANY($1)', [
    [PHARMACY.apoId, OWNER_PHARMACY.apoId],
  ]);
});

type CaughtMail = { subject: string; to: string[]; text: string };

/** The first mail to somebody under a subject; the outbox is looked through every 15 seconds. */
async function mailTo(address: string, subject: RegExp): Promise<CaughtMail> {
  for (;;) {
    const mails = (await (await fetch(`${portal().stack.inboxUrl}/api/mails`)).json()) as CaughtMail[];
    const found = mails.find((mail) => mail.to.includes(address) && subject.test(mail.subject));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
/** Path and token of a link to the portal itself. */
function linkIn(mail: CaughtMail, path: string): string {
  return new RegExp(`${path}#[\\w-]{43}`).exec(mail.text)?.[0] ?? assert.fail(`no link ${path}`);
}
const addresses = async (apoId: number) =>
  (
    await portal().database.query<{ address: string; confirmed: boolean }>(
      'SELECT address, confirmed_at IS NOT NULL AS confirmed FROM notice_address WHERE apo_id = $1',
      [apoId],
    )
  ).rows;

describe('mails to pharmacies (rules 15.1, 15.2 and 15.6)', () => {
  test('sales propose an address, somebody confirms it without signing in, is reminded and withdraws', async ({
    visit,
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', '/admin/pipeline');
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${lzd.path}"]`) });
    await row.getByText('keine Adresse').waitFor();
    await row.getByRole('button', { name: /^Adresse vorschlagen/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-Mail-Adresse').fill(ADDRESS);
    await checkScreenByNight(page, 'notices-propose-1440');
    await dialog.getByRole('button', { name: 'Vorschlagen', exact: true }).click();
    await row.getByText('Adresse noch nicht bestätigt').waitFor();

    const confirmation = linkIn(await mailTo(ADDRESS, /bestätigen$/), '/mail/bestaetigen');
    const outside = await visit(confirmation, SIZES[1]);
    await outside.page.getByText(/ an c…@apotheke\.example bekommen\?$/).waitFor();
    await button(outside.page, 'Bestätigen').waitFor();
    await checkScreenByNight(outside.page, 'notices-confirm-390');
    assert.deepEqual(await addresses(PHARMACY.apoId), [{ address: ADDRESS, confirmed: false }]);
    await button(outside.page, 'Bestätigen').click();
    await outside.page.getByRole('heading', { name: 'Ihre Adresse ist bestätigt' }).waitFor();
    assert.deepEqual(await addresses(PHARMACY.apoId), [{ address: ADDRESS, confirmed: true }]);

    await button(page, 'Aktualisieren').click();
    await row.getByRole('checkbox').check();
    await button(page, 'An eine LZD erinnern').click();
    await dialog.getByLabel('Betreff').fill('Bitte bis Freitag');
    await checkScreenByNight(page, 'notices-remind-1440');
    await dialog.getByRole('button', { name: 'Erinnerung senden' }).click();
    await row.getByText(/^einmal erinnert, am /).click();
    await row.getByText('Bitte bis Freitag').waitFor();
    await checkSizesByNight(page, 'notices-pipeline');

    const reminder = await mailTo(ADDRESS, /^Bitte bis Freitag$/);
    assert.match(reminder.text, /zu prüfen/);
    await outside.page.goto('about:blank');
    await outside.page.goto(`${outside.url}${linkIn(reminder, '/mail/abmelden')}`);
    await button(outside.page, 'Abmelden').click();
    await outside.page.getByRole('heading', { name: 'Sie sind abgemeldet' }).waitFor();
    assert.deepEqual(await addresses(PHARMACY.apoId), []);
  });

  testByNight('an owner orders mails on the settings page and sees them confirmed', async ({ visitAs }) => {
    const path = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/settings`;
    const { page, url } = await visitAs('inhaber', path);
    const section = page.getByRole('region', { name: 'E-Mails' });
    const own = await section.getByLabel('E-Mail-Adresse').inputValue();
    await section.getByRole('button', { name: 'E-Mails erhalten' }).click();
    await section.getByText(/Erst wenn Sie dort bestätigen/).waitFor();
    await checkSizesByNight(page, 'notices-settings');
    const link = linkIn(await mailTo(own, /bestätigen$/), '/mail/bestaetigen');
    await page.goto(`${url}${link}`);
    await button(page, 'Bestätigen').click();
    await page.getByRole('link', { name: 'Zu TruePrice' }).waitFor();
    await page.goto(`${url}${path}`);
    await section.getByText('bestätigt', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Abmelden' }).click();
    await section.getByRole('button', { name: 'E-Mails erhalten' }).waitFor();
  });
});
