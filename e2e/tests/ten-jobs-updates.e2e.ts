import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import { countActions } from '../src/count-actions.ts';
import { visitAs } from '../src/journey.ts';
import { button, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { setClock, uploadDay } from '../src/test-clock.ts';

/**
 * The jobs of a day that begin with an update, each from the page where somebody stands after signing in. The bounds are the steps
 * of the shortest way that the screens show, counted by hand, and a few for another way; turning the wheel is not counted.
 */
const RISKY = demoPharmacyRef(100_143);
const PHONE = demoPharmacyRef(100_147);
const TONIGHT = demoPharmacyRef(100_142);
const start = ({ crmCompanyId, token }: typeof RISKY) => `/p/${crmCompanyId}/${token}`;

let [risky, phone, tonight] = [] as unknown as [Seeded, Seeded, Seeded];
let folder: string;
let files: string[];
/** The last package of the demo data and of other journeys. */
let lastSeeded: number;

before(async () => {
  const { database } = portal();
  const ids = await database.query<{ id: number }>('SELECT max(id) AS id FROM price_update');
  lastSeeded = ids.rows[0]?.id ?? 0;
  risky = await seedPackage({ kind: 'MDP', pharmacy: RISKY, group: 'OTC', rows: 300 });
  phone = await seedPackage({ kind: 'MDP', pharmacy: PHONE, group: 'FREIWAHL', rows: 60 });
  tonight = await seedPackage({ kind: 'MDP', pharmacy: TONIGHT, group: 'OTC', rows: 20 });
  const slipped = [10, 20, 30].flatMap((at) => [risky.rows[at]?.pzn, phone.rows[at]?.pzn]);
  await database.query('UPDATE price_update_item SET true_price = 899 WHERE update_id = ANY($1) AND pzn = ANY($2)', [
    [risky.id, phone.id],
    slipped,
  ]);
  await database.query(
    `UPDATE price_update SET auto_action_at = date_trunc('day', now(), 'Europe/Berlin') + interval '1 day' WHERE id = $1`,
    [tonight.id],
  );
  const found = await database.query<{ apoId: number }>(
    `SELECT apo_id AS "apoId" FROM pharmacy p
      WHERE parent_apo_id IS NULL AND active = 1 AND crm_company_id BETWEEN 100120 AND 100160
        AND NOT EXISTS (SELECT FROM pharmacy m WHERE m.parent_apo_id = p.apo_id)
        AND NOT EXISTS (SELECT FROM price_update u WHERE u.apo_id = p.apo_id AND u.status = 0)
      ORDER BY apo_id DESC LIMIT 10`,
  );
  folder = await mkdtemp(join(tmpdir(), 'preisportal-files-'));
  files = await Promise.all(
    found.rows.map(async ({ apoId: pharmacy }) => {
      const day = { year: 2026, month: 3, day: 9 };
      const { fileName, text } = createDemoPackage({ kind: 'LZD', pharmacy, group: 'HILFSMITTEL', rows: 30, day });
      await writeFile(join(folder, fileName), text);
      return join(folder, fileName);
    }),
  );
});
after(async () => {
  await portal().database.query('UPDATE price_update SET status = -1 WHERE status = 0 AND id > $1', [lastSeeded]);
  await rm(folder, { recursive: true });
});

/** What three prices of the package that slipped to 899,00 have become. */
async function decided({ apoId }: typeof RISKY, { rows }: Seeded): Promise<number[]> {
  const found = await portal().database.query<{ price: number }>(
    `SELECT coalesce(manual_price, calculated_price)::float8 AS price FROM price_item
      WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY price DESC`,
    [apoId, [10, 20, 30].map((at) => rows[at]?.pzn)],
  );
  return found.rows.map(({ price }) => price);
}

test('(1) the riskiest changes of a monthly update: one accepted, two corrected, approved', async () => {
  const visiting = await visitAs('vertrieb', start(RISKY));
  const { page, errors, close } = visiting;
  const done = await countActions(visiting);
  await page.getByRole('link', { name: 'Monatsupdate OTC öffnen' }).click();
  await button(page, 'Nur zu prüfende, wichtigste zuerst').click();
  const first = page.getByRole('row').nth(1);
  await first.getByText('899,00').first().waitFor();
  await first.getByRole('textbox').click();
  for (const price of ['', '12,50', '9,95']) {
    await page.keyboard.type(price);
    await page.keyboard.press('Control+Enter');
  }
  await page.getByText(/ · 3 von \d+ geprüft /).waitFor();
  await button(page, 'Preise freigeben').click();
  await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
  await button(page, 'Preise freigeben').click();
  await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
  // 5 clicks; each price its digits and two keys to go on
  await done('(1) Die riskantesten Änderungen', { keys: 18, clicks: 7 });
  assert.deepEqual(await decided(RISKY, risky), [899, 12.5, 9.95]);
  assert.deepEqual(errors, []);
  await close();
});

test('(3) an approval on the phone: card by card', async () => {
  const visiting = await visitAs('vertrieb', start(PHONE), { width: 390, height: 844, hasTouch: true });
  const { page, errors, close } = visiting;
  const done = await countActions(visiting);
  await page.getByRole('link', { name: 'Monatsupdate Freiwahl öffnen' }).tap();
  await button(page, 'Zu prüfen durchgehen').tap();
  for (const decide of ['Übernehmen: 899,00 €', 'Alter Preis', 'Eigener Preis']) {
    const card = page.getByRole('article');
    await card.getByText('899,00').first().waitFor();
    const pzn = /PZN \d{8}/.exec((await card.textContent()) ?? '')?.[0] ?? '';
    await button(page, decide).tap();
    if (decide === 'Eigener Preis') {
      await page.keyboard.type('1,45');
      await page.keyboard.press('Enter');
    }
    await card.filter({ hasText: pzn }).waitFor({ state: 'detached' });
  }
  await button(page, 'Preise freigeben').tap();
  await page.getByText(/davon 2 mit Ihrer Bearbeitung/).waitFor();
  await button(page, 'Preise freigeben').tap();
  await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
  // open, begin, a tap a card, approve and confirm; 'Fertig' on the keyboard may be a tap
  await done('(3) Freigabe auf dem Handy', { keys: 5, taps: 9 });
  const [accepted, , own] = await decided(PHONE, phone);
  assert.deepEqual([accepted, own], [899, 1.45]);
  assert.deepEqual(errors, []);
  await close();
});

test('(5) LZDs for ten pharmacies, chosen together', async () => {
  const visiting = await visitAs('vertrieb', '/admin');
  const { page, errors, close } = visiting;
  await setClock(visiting, uploadDay());
  try {
    const done = await countActions(visiting);
    await page.getByRole('link', { name: 'LZD-Dateien' }).click();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Dateien auswählen' }).click();
    // in the system's own window, which is no page: Ctrl + A and Enter
    await (await chosen).setFiles(files);
    await page.getByText('Geprüft', { exact: true }).nth(9).waitFor();
    await button(page, 'Alle Listen aktualisieren').click();
    await button(page, '10 Dateien einspielen').click();
    await page.getByText('10 von 10 Dateien eingespielt.').waitFor();
    // page, files, what becomes of the lists, store
    await done('(5) LZD für zehn Apotheken', { clicks: 6 });
    assert.deepEqual(errors, []);
  } finally {
    await setClock(visiting, null);
    await close();
  }
});

test('(6) what is approved tonight by itself: found and opened', async () => {
  const visiting = await visitAs('vertrieb', '/admin');
  const { page, errors, close } = visiting;
  const done = await countActions(visiting);
  await page.getByRole('link', { name: 'Übersicht' }).click();
  await page.getByRole('group', { name: 'Nächte' }).getByRole('button').first().click();
  const row = page.getByRole('row').filter({ hasText: `Monatsupdate ${tonight.id}` });
  await row.getByText(/^Freigabe mit Ablauf des /).waitFor();
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: /MONATSUPDATE - OTC/ }).waitFor();
  // page, night, update
  await done('(6) Freigaben heute Nacht', { clicks: 5 });
  assert.deepEqual(errors, []);
  await close();
});
