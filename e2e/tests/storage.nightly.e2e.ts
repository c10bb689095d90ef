import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { fillSignIn, type Visit } from '../src/journey.ts';
import { portal } from '../src/running.ts';
import { button } from '../src/packages.ts';
import { describe, test } from '../src/runner.ts';

/** A browser whose storage is full or forbidden. */
const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/HILFSMITTEL`;

/** Reads, switches a column, edits, saves, and comes back. */
async function work({ page, url }: Visit, price: string): Promise<void> {
  await page.goto(`${url}${LIST}`);
  await fillSignIn(page, 'inhaber');
  await page.getByText('Experte').click();
  await page.getByRole('button', { name: 'Spalten' }).click();
  const column = page.getByRole('switch', { name: 'Versandhandelspreis' });
  const shown = await column.isChecked();
  await column.setChecked(!shown);
  await column.setChecked(shown);
  await page.keyboard.press('Escape');
  await button(page, 'Bearbeiten').click();
  const input = page.getByLabel(/^Neuer Preis für PZN/).first();
  await input.fill(price);
  await input.press('Tab');
  await button(page, /^Daten prüfen/).click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Preise gespeichert').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await page.reload();
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: /Anna Berger/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
}

// Rule 2.6.
describe('a browser without storage', () => {
  for (const left of [0, 500]) {
    test(`is worked in while the storages are full but for ${left} characters`, async ({ visit }) => {
      const visiting = await visit('/favicon.svg');
      await visiting.page.evaluate((rest) => {
        for (const storage of [localStorage, sessionStorage]) {
          for (let size = 6_000_000; size >= 1; size = Math.floor(size / 2)) {
            try {
              for (let n = 0; ; n += 1) storage.setItem(`${size}/${n}`, 'x'.repeat(size));
            } catch {
              // smaller ones may fit yet
            }
          }
          let freed = 0;
          for (const key of Object.keys(storage).sort((a, b) => a.length - b.length)) {
            if (freed >= rest) break;
            freed += key.length + (storage.getItem(key)?.length ?? 0);
            storage.removeItem(key);
          }
        }
      }, left);
      await work(visiting, `7,${11 + (left % 80)}`);
    });
  }

  test('is worked in while every access to the storages is refused', async ({ visit }) => {
    const visiting = await visit('/favicon.svg');
    await visiting.context.addInitScript(refuseStorages);
    await work(visiting, '7,61');
  });

  test('works without local storage', async ({ visit }) => {
    const visiting = await visit('/favicon.svg');
    await visiting.context.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => null }));
    await work(visiting, '7,62');
  });

  test('says what it needs when its user has forbidden cookies and storage', async ({ newProfile, expectErrors }) => {
    expectErrors(/weder Cookies noch Speicher/);
    const context = await newProfile();
    const page = await context.newPage();
    // What Chromium does by this setting of its user, which the shell does not know.
    const protocol = await context.newCDPSession(page);
    await protocol.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await page.addInitScript(refuseStorages);
    await page.goto(portal().stack.portalUrl);
    await page.getByText(/Ihr Browser lässt für diese Seite weder Cookies noch Speicher zu/).waitFor();
  });
});

/** Every access to the storages fails, as where they are forbidden. Runs in the page. */
function refuseStorages(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  }
}
