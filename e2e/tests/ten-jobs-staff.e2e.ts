import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import { countActions } from '../src/count-actions.ts';
import { button, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { setClock, uploadDay } from '../src/test-clock.ts';

/** A pharmacy that nothing else is done with. */
const TONIGHT = demoPharmacyRef(100_142);
let tonight: Seeded;
let folder: string;
let files: string[];
/** The last package of the demo data and of other journeys. */
let lastSeeded = 0;

before(async () => {
  const { database } = portal();
  const ids = await database.query<{ id: number }>('SELECT max(id) AS id FROM price_update');
  lastSeeded = ids.rows[0]?.id ?? 0;
  tonight = await seedPackage({ kind: 'MDP', pharmacy: TONIGHT, group: 'OTC', rows: 20 });
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
  assert.equal(found.rows.length, 10);
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

test('(5) LZDs for ten pharmacies, chosen together', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', '/admin');
  const { page } = visiting;
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
    await done('(5) LZD für zehn Apotheken', { clicks: 4 });
  } finally {
    await setClock(visiting, null);
  }
});

test('(6) what is approved tonight by itself: found and opened', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', '/admin');
  const { page } = visiting;
  const done = await countActions(visiting);
  await page.getByRole('link', { name: 'Übersicht' }).click();
  // what comes first stands first
  const row = page.getByRole('row').filter({ hasText: `Monatsupdate ${tonight.id}` });
  await row.getByText(/^Freigabe am \d\d\.\d\d\. um /).waitFor();
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: /MONATSUPDATE - OTC/ }).waitFor();
  // page, update
  await done('(6) Freigaben heute Nacht', { clicks: 2 });
});
