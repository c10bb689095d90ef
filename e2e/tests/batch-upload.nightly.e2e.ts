import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import type { Page } from '@playwright/test';
import { checkScreen, checkWidth, SIZES } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { setClock, uploadDay } from '../src/test-clock.ts';

const GROUP = 'HILFSMITTEL';
const day = { year: 2026, month: 3, day: 9 };
let folder: string;
let lastSeeded: number;
/** Pharmacies that no other journey looks at, without an open package. */
let places: { apoId: number; name: string }[];
let paths: { good: string[]; bad: string; unknown: string };

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('many LZD files at once (rule 6.27)', () => {
  before(async ({ visitAs }) => {
    folder = await mkdtemp(join(tmpdir(), 'preisportal-files-'));
    const { database } = portal();
    const found = await database.query<{ apoId: number; name: string }>(
      `SELECT p.apo_id AS "apoId", p.name FROM pharmacy p JOIN list_version l USING (apo_id)
        WHERE p.parent_apo_id IS NULL AND p.active = 1 AND p.crm_company_id BETWEEN 100120 AND 100160
          AND l.product_group = $1 AND l.item_count > 100
          AND NOT EXISTS (SELECT FROM pharmacy m WHERE m.parent_apo_id = p.apo_id)
          AND NOT EXISTS (SELECT FROM price_update u WHERE u.apo_id = p.apo_id AND u.status = 0)
        ORDER BY p.apo_id LIMIT 5`,
      [GROUP],
    );
    places = found.rows;
    assert.equal(places.length, 5);
    lastSeeded = (await database.query<{ id: number }>('SELECT max(id) AS id FROM price_update')).rows[0]?.id ?? 0;
    const files = places.map(({ apoId }) =>
      createDemoPackage({ kind: 'LZD', pharmacy: apoId, group: GROUP, rows: 30, day }),
    );
    const last = files[4];
    assert.ok(last);
    const lines = last.text.split('\r\n');
    paths = {
      good: await Promise.all(files.slice(0, 4).map(({ fileName, text }) => write(fileName, text))),
      bad: await write(last.fileName, [lines[0], `${lines[1]};zu viel`, ...lines.slice(2)].join('\r\n')),
      unknown: await write(last.fileName.replace(/_\d{6}_/, '_999999_'), last.text),
    };
    const staff = await visitAs('vertrieb', '/admin');
    await staff.page.getByText('TRUEPRICE KUNDEN').waitFor();
    await setClock(staff, uploadDay());
  });
  after(async ({ visitAs }) => {
    const staff = await visitAs('vertrieb', '/admin');
    await staff.page.getByText('TRUEPRICE KUNDEN').waitFor();
    await setClock(staff, null);
    await portal().database.query(
      'UPDATE price_update SET status = -1 WHERE status = 0 AND id > $1 AND apo_id = ANY($2)',
      [lastSeeded, places.map(({ apoId }) => apoId)],
    );
    await rm(folder, { recursive: true });
  });

  for (const size of SIZES) {
    test(`six files are checked, chosen for and stored, each with its outcome, at ${size.name} px`, async ({
      visitAs,
      expectErrors,
    }) => {
      expectErrors(/404|422/);
      const { page } = await visitAs('vertrieb', '/admin', size);
      await page.getByRole('link', { name: 'LZD-Dateien' }).click();
      const stored = await countPackages();
      await page.getByLabel('LZD-Dateien', { exact: true }).setInputFiles([...paths.good, paths.bad, paths.unknown]);
      await page.getByText('Geprüft', { exact: true }).nth(3).waitFor();
      await rowOf(page, paths.bad).getByText('Nicht möglich').waitFor();
      await rowOf(page, paths.unknown).getByText('Die Apotheke ist nicht bekannt.').waitFor();
      assert.equal(await countPackages(), stored, 'a check stores nothing');
      await checkScreen(page, `batch-upload-${size.name}`);

      await rowOf(page, paths.bad)
        .getByRole('button', { name: /Einzelheiten/ })
        .click();
      await page.getByRole('dialog').getByText('Zeile', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      assert.equal(await page.getByRole('button', { name: 'Einspielen', exact: true }).isDisabled(), true);
      await page.getByRole('button', { name: 'Alle Listen aktualisieren' }).click();
      const [first = ''] = paths.good;
      await rowOf(page, first).getByRole('combobox').selectOption('Zurücksetzen');
      await page.getByRole('button', { name: '4 Dateien einspielen' }).click();
      const dialog = page.getByRole('dialog', { name: /Artikel aus den Preislisten entfernen\?/ });
      await dialog.getByText(places[0]?.name ?? '').waitFor();
      await checkScreen(page, `batch-upload-question-${size.name}`);
      await dialog.getByRole('button', { name: /^Ja, einspielen/ }).click();
      await page.getByText('4 von 6 Dateien eingespielt.').waitFor();
      assert.equal(await countPackages(), stored + 4);
      const { rows } = await portal().database.query<{ choice: number }>(
        `SELECT reset_choice AS choice FROM price_update WHERE apo_id = ANY($1) AND status = 0 AND kind = 'LZD' ORDER BY apo_id`,
        [places.map(({ apoId }) => apoId)],
      );
      assert.deepEqual(
        rows.map(({ choice }) => choice),
        [0, 1, 1, 1],
      );
      await checkScreen(page, `batch-upload-done-${size.name}`);

      await page.getByRole('link', { name: 'Erstberechnungen' }).click();
      await page
        .getByRole('row', { name: new RegExp(places[1]?.name ?? '') })
        .first()
        .getByText('heute')
        .waitFor();
      await checkScreen(page, `lzd-pipeline-${size.name}`);
    });
  }

  test('neither page has to be scrolled sideways at 360 px', async ({ visitAs, expectErrors }) => {
    expectErrors(/404|422/);
    const { page } = await visitAs('vertrieb', '/admin/uploads', { width: 360, height: 800 });
    await page.getByLabel('LZD-Dateien', { exact: true }).setInputFiles([...paths.good, paths.unknown]);
    await page.getByText('Geprüft', { exact: true }).nth(3).waitFor();
    await checkWidth(page);
    await page.getByRole('link', { name: 'Erstberechnungen' }).click();
    await page.getByRole('table', { name: 'LZD mit ihren Schritten' }).waitFor();
    await checkWidth(page);
  });
});

/** The row of a file, by its name. */
function rowOf(page: Page, path: string) {
  return page.getByRole('row').filter({ hasText: basename(path) });
}

async function countPackages(): Promise<number> {
  const { rows } = await portal().database.query<{ count: number }>('SELECT count(*)::int AS count FROM price_update');
  return rows[0]?.count ?? 0;
}
