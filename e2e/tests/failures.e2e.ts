import assert from 'node:assert/strict';
import {
  CANCELLED_PHARMACY,
  demoPharmacyRef,
  MAIN_PHARMACY,
  MIRROR_PHARMACY,
  OWNER_PHARMACY,
} from '@portal/dev/demo/constants.ts';
import type { UpdateKind } from '@portal/rules';
import type { Page } from '@playwright/test';
import { type VisitAs } from '../src/journey.ts';
import { portal } from '../src/running.ts';
import { button, closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

/** What the portal says when the server lets it down (rule 2.17), and the signs of other environments. */
const PHARMACY = demoPharmacyRef(100_150);
const group = 'FREIWAHL';

/**
 * Lets one kind of call fail as if the server had failed. Done inside the page, once it is loaded: after the way over the
 * identity provider the browser does not always tell its remote control of the page's calls.
 */
async function breakCalls(page: Page, method: string, path: string): Promise<void> {
  await page.evaluate(
    ([brokenMethod, brokenPath]) => {
      const real = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        const request = new Request(input, init);
        if (request.method !== brokenMethod || !new URL(request.url).pathname.startsWith(brokenPath))
          return real(request);
        const refusal = {
          status: 'ERROR',
          reason: 'internal',
          message: 'Es ist ein Fehler aufgetreten.',
          requestId: 'e2e',
        };
        return Response.json(refusal, { status: 500 });
      };
    },
    [method, path] as const,
  );
}

const DELETING: Record<UpdateKind, [button: string, failure: string]> = {
  MDP: ['MDP Daten löschen', 'Beim Löschen der MDP Datenist etwas schief gelaufen.'],
  QDP: ['QDP Daten löschen', 'Beim Löschen der QDP Daten ist etwas schief gelaufen.'],
  LZD: ['LZD Import löschen', 'Beim Löschen des LZD Imports ist etwas schief gelaufen.'],
};

for (const kind of ['MDP', 'QDP', 'LZD'] as const) {
  describe(`a server that fails while an ${kind} is handled`, () => {
    let seeded: Seeded;
    before(async () => {
      seeded = await seedPackage({ kind, pharmacy: PHARMACY, group, rows: 5, ready: kind !== 'LZD' });
    });
    after(() => closePackage(seeded.id));

    test('leaves the package as it is and says so', async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', seeded.path);
      const dialog = page.getByRole('dialog');
      await button(page, DELETING[kind][0]).waitFor();
      await breakCalls(page, 'DELETE', '/api/price/');
      await breakCalls(page, 'GET', '/api/price/initapproval/');
      await breakCalls(page, 'POST', '/api/price/initapproval/');
      const [remove, failure] = DELETING[kind];
      await button(page, remove).click();
      await dialog.getByRole('button', { name: remove }).click();
      await page.getByText(failure).waitFor();
      await dialog.getByRole('button', { name: 'Abbrechen' }).click();
      if (kind === 'LZD') {
        await button(page, 'LZD für Apotheke freischalten').click();
        await dialog.getByRole('button', { name: 'LZD für Apotheke freischalten' }).click();
        await page.getByText('Fehler beim Freischalten.').waitFor();
      }
      const { database } = portal();
      const { rows } = await database.query('SELECT status, ready_for_approval FROM price_update WHERE id = $1', [
        seeded.id,
      ]);
      assert.deepEqual(rows, [{ status: 0, ready_for_approval: kind !== 'LZD' }]);
    });
  });
}

describe('an approved update', () => {
  test('stays approved when taking it back fails, and in a mirror it cannot be taken back', async ({ visitAs }) => {
    const approved = await approvedMdp(visitAs);
    const { page, url } = await visitAs('admin', approved.inMain);
    await button(page, 'Freigabe zurücknehmen').waitFor();
    await breakCalls(page, 'DELETE', '/api/price/approve/');
    await button(page, 'Freigabe zurücknehmen').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Freigabe zurücknehmen' }).click();
    await page.getByText('Fehler beim Zurücksetzen').waitFor();
    await page.goto(`${url}${approved.inMirror}`);
    await page.getByText('Das Update kann nur in der Hauptapotheke bearbeitet werden..').waitFor();
  });

  /** The newest of a main pharmacy's group, approved just now with nothing after it. */
  async function approvedMdp(visitAs: VisitAs): Promise<{ inMain: string; inMirror: string }> {
    const seeded = await seedPackage({ kind: 'MDP', pharmacy: MAIN_PHARMACY, group: 'FREIWAHL', rows: 3 });
    const { page } = await visitAs('admin', seeded.path);
    await button(page, 'Preise freigeben').click();
    await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await button(page, 'Preise freigeben').click();
    await page.getByText('Preise gespeichert').waitFor();
    const { crmCompanyId, token } = MIRROR_PHARMACY;
    return { inMain: seeded.path, inMirror: `/p/${crmCompanyId}/${token}/mdp/${seeded.id}/FREIWAHL` };
  }
});

test('a mirror that cannot be added is reported', async ({ visitAs }) => {
  const { page } = await visitAs('admin', `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`);
  await button(page, 'Spiegelapotheke hinzufügen').click();
  await breakCalls(page, 'POST', '/api/pharmacy/shadow');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Suche nach ApoID, Name oder Ort').fill('Apotheke');
  await dialog
    .getByRole('button', { name: /hinzufügen$/ })
    .first()
    .click();
  await page.getByText('Fehler beim Hinzufügen der Schattenapotheke').waitFor();
});

test('a list that cannot be saved says why and keeps what was entered', async ({ visitAs }) => {
  const { page } = await visitAs('vertrieb', `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}/pricelist/HILFSMITTEL`);
  await button(page, 'Bearbeiten').click();
  await breakCalls(page, 'PUT', '/api/price/');
  const input = page.getByLabel(/^Neuer Preis für PZN/).first();
  await input.fill('7,77');
  await input.press('Tab');
  await button(page, /^Daten prüfen/).click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Fehler bei der Verarbeitung: Es ist ein Fehler aufgetreten.').waitFor();
  await page.getByText('7,77').first().waitFor();
});

test('a cancelled pharmacy is tagged so', async ({ visitAs }) => {
  const { page } = await visitAs('vertrieb', `/p/${CANCELLED_PHARMACY.crmCompanyId}/${CANCELLED_PHARMACY.token}`);
  await page.getByText('Gekündigt', { exact: true }).waitFor();
});

for (const [environment, long, short] of [
  ['test', 'Testumgebung', 'TEST'],
  ['pilot', 'Pilotbetrieb', 'PILOT'],
] as const) {
  test(`the ${environment} environment is named, on narrow screens in short`, async ({ visit }) => {
    const { stack } = portal();
    const visiting = await visit('/404');
    const { page } = visiting;
    await page.getByLabel('Benutzername').waitFor();
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), environment } });
    });
    await page.goto(`${stack.portalUrl}/`);
    await page.getByLabel('Benutzername').fill('vertrieb');
    await page.getByLabel('Passwort').fill('demo');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText(long, { exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByText(short, { exact: true }).waitFor();
  });
}
