import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_GROUP_PHARMACY, MAIN_PHARMACY, MIRROR_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Page } from '@playwright/test';
import { portal } from '../src/running.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';
import { blockedDay, setClock, uploadDay } from '../src/test-clock.ts';

const at = ({ crmCompanyId, token }: { crmCompanyId: number; token: string }) => `/p/${crmCompanyId}/${token}`;
const day = { year: 2026, month: 3, day: 9 };

let folder: string;
let lastSeeded = 0;
/** A package file on disk, as `pnpm demo:package` writes it. */
async function packageFile(kind: UpdateKind, pharmacy: { apoId: number }, group: ProductGroup, rows: number) {
  const { fileName, text } = createDemoPackage({ kind, pharmacy: pharmacy.apoId, group, rows, day });
  const path = join(folder, fileName);
  await writeFile(path, text);
  return { path, fileName, text };
}

const choose = (page: Page, path: string) => page.getByLabel('LZD-Datei').setInputFiles(path);
const startButton = (page: Page) => page.getByRole('button', { name: 'Import starten' });

/** Files and packages of these journeys are gone afterwards, so that they lock no list for others. */
function tidy(): void {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preisportal-files-'));
    const { database } = portal();
    const { rows } = await database.query('SELECT max(id) AS id FROM price_update');
    lastSeeded = rows[0].id;
  });
  after(async () => {
    await rm(folder, { recursive: true });
    const { database } = portal();
    await database.query(
      `UPDATE price_update SET status = -1, auto_action_at = NULL, auto_action = NULL
        WHERE status = 0 AND id > $1 AND apo_id = ANY($2)`,
      [lastSeeded, [EMPTY_GROUP_PHARMACY.apoId, MAIN_PHARMACY.apoId]],
    );
  });
}

describe('the upload of an LZD', () => {
  tidy();
  before(async ({ visitAs }) => {
    const staff = await visitAs('vertrieb', at(EMPTY_GROUP_PHARMACY));
    await staff.page.getByText('Preislisten').waitFor();
    await setClock(staff, uploadDay());
  });
  after(async ({ visitAs }) => {
    const staff = await visitAs('vertrieb', at(EMPTY_GROUP_PHARMACY));
    await staff.page.getByText('Preislisten').waitFor();
    await setClock(staff, null);
  });

  test('stops a wrong name, names the issues of a broken file, and makes a task of a good one', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/422/);
    const visit = await visitAs('vertrieb', at(EMPTY_GROUP_PHARMACY));
    const { page } = visit;
    await page.getByRole('button', { name: 'LZD hochladen' }).click();
    assert.equal(await startButton(page).isDisabled(), true);

    await dropTwoFiles(page);
    await page.getByText('Sie können nur eine Datei hochladen.').waitFor();

    const wrong = join(folder, 'Erstberechnung.csv');
    await writeFile(wrong, 'PZN;TruePrice neu\r\n');
    await choose(page, wrong);
    await page.getByText('Der Dateiname Erstberechnung.csv entspricht nicht der Spezifikation (siehe oben).').waitFor();
    assert.equal(await startButton(page).isDisabled(), true);

    const { apoId } = EMPTY_GROUP_PHARMACY;
    const other = await packageFile('LZD', OWNER_PHARMACY, 'HILFSMITTEL', 5);
    await choose(page, other.path);
    await page
      .getByText(
        `Die Datei ${other.fileName} ist nicht für diese Apotheke erstellt worden (falsche ApoID im Dateinamen). Aktueller Apothekenkontext: ${apoId} `,
      )
      .waitFor();
    assert.equal(await startButton(page).isDisabled(), true);

    const good = await packageFile('LZD', EMPTY_GROUP_PHARMACY, 'HILFSMITTEL', 60);
    const lines = good.text.split('\r\n');
    const broken = lines.map((line, i) =>
      i === 3 || i === 7 ? line.replace(/;\d+,\d\d;Berechneter/, ';viel;Berechneter') : line,
    );
    await writeFile(good.path, broken.join('\r\n'));
    await choose(page, good.path);
    await startButton(page).click();
    await page
      .getByText('Fehler bei der Verarbeitung: Die Datei enthält 2 Fehler. Es wurde nichts übernommen.')
      .waitFor();
    const issues = page.getByRole('table', { name: '2 Fehler in der Datei' }).getByRole('row');
    assert.match(await issues.nth(1).innerText(), /^4\s+TruePrice neu\s+viel\s+Das ist kein Preis\./);
    assert.match(await issues.nth(2).innerText(), /^8\s+TruePrice neu\s+viel/);

    // Mended on the disk and chosen again, as one does.
    await writeFile(good.path, good.text);
    await page.getByRole('button', { name: 'Datei entfernen' }).click();
    await choose(page, good.path);
    await page.getByLabel('Liste zurücksetzen und neue Artikel laden').check();
    await startButton(page).click();
    await page.getByText(/^60 Artikel, ID \d+\.$/).waitFor();
    await page.getByRole('link', { name: 'Weiter: freischalten' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
    const tasks = page.getByRole('region', { name: 'Freigabeaufgaben' });
    await tasks.getByText('noch nicht freigeschaltet').waitFor();
    await page.getByRole('link', { name: 'Erst-/Neuberechnung Hilfsmittel öffnen' }).click();
    await page.getByRole('heading', { name: /Erst-\/Neuberechnung - HILFSMITTEL/i }).waitFor();
    await page.getByText('60 / 60 Artikel').waitFor();
  });

  testByNight('is for staff only, and not for a mirror', async ({ visitAs }) => {
    const owner = await visitAs('inhaber', at(OWNER_PHARMACY));
    await owner.page.getByText('Preislisten').waitFor();
    assert.equal(await owner.page.getByRole('button', { name: 'LZD hochladen' }).count(), 0);
    const mirror = await visitAs('vertrieb', at(MIRROR_PHARMACY));
    await mirror.page.getByText('Preislisten').waitFor();
    assert.equal(await mirror.page.getByRole('button', { name: 'LZD hochladen' }).count(), 0);
  });

  test('is closed from the 26th to the 4th', async ({ visitAs }) => {
    const visit = await visitAs('vertrieb', at(EMPTY_GROUP_PHARMACY));
    await visit.page.getByText('Preislisten').waitFor();
    await setClock(visit, blockedDay());
    await visit.page.reload();
    await visit.page
      .getByText('Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.')
      .waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'LZD hochladen' }).isDisabled(), true);
    await setClock(visit, uploadDay());
    await visit.page.reload();
    await visit.page.getByRole('button', { name: 'LZD hochladen' }).click();
    await startButton(visit.page).waitFor();
  });
});

/** Runs `pnpm intake` as the pricing engine's scheduler does. */
async function intake(...files: string[]): Promise<{ code: number; out: string; err: string }> {
  const { stack } = portal();
  const command = join(import.meta.dirname, '../../dev/src/operate/cli.ts');
  const env = { ...process.env, INTAKE_PORTAL: stack.portalUrl };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, 'intake', ...files], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

describe('deliveries of the pricing engine', () => {
  tidy();
  test('of MDP and QDP become tasks with their deadlines; an LZD of the group is stopped then', async ({ visitAs }) => {
    const mdp = await packageFile('MDP', MAIN_PHARMACY, 'OTC', 40);
    const qdp = await packageFile('QDP', MAIN_PHARMACY, 'OTC', 30);
    const first = await intake(mdp.path, qdp.path);
    assert.equal(first.err, '');
    assert.match(
      first.out,
      /^eingespielt +MDP_OTC_\S+.*: ID \d+, 40 Zeilen\n(?: +Achtung: .*\n)*eingespielt +QDP_OTC_.*: ID \d+, 30 Zeilen\n/,
    );
    assert.equal(first.code, 0);
    const again = await intake(mdp.path);
    assert.match(again.out, /^schon bekannt +MDP_OTC_/);
    assert.equal(again.code, 0);

    const broken = await packageFile('QDP', MAIN_PHARMACY, 'FREIWAHL', 3);
    await writeFile(broken.path, broken.text.replace(/;\d+,\d\d;Berechneter/, ';-1;Berechneter'));
    const refused = await intake(broken.path);
    assert.equal(refused.code, 1);
    assert.match(
      refused.err,
      /Die Datei enthält 1 Fehler\. Es wurde nichts übernommen\.\n {4}Zeile 2, TruePrice neu, „-1“: /,
    );

    const visit = await visitAs('vertrieb', at(MAIN_PHARMACY));
    const { page } = visit;
    await page.getByRole('link', { name: 'Monatsupdate OTC öffnen' }).waitFor();
    const task = page.getByRole('listitem').filter({ hasText: 'Monatsupdate OTC' });
    await task.getByText(/^wird am \d\d\.\d\d\. um 24 Uhr automatisch freigegeben · noch /).waitFor();
    await page.getByRole('link', { name: 'Quartalsupdate OTC öffnen' }).waitFor();

    await setClock(visit, uploadDay());
    await page.reload();
    await page.getByRole('button', { name: 'LZD hochladen' }).click();
    const lzd = await packageFile('LZD', MAIN_PHARMACY, 'OTC', 5);
    await choose(page, lzd.path);
    await page
      .getByText('Die LZD darf derzeit nicht eingespielt werden, da es ein offenes Preisupdate für OTC gibt.')
      .waitFor();
    assert.equal(await startButton(page).isDisabled(), true);
    await page.keyboard.press('Escape');
    await setClock(visit, null);
  });
});

/** As from the desktop; the browser's own dialog would not let anybody choose two. */
async function dropTwoFiles(page: Page): Promise<void> {
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ['eins.csv', 'zwei.csv']) transfer.items.add(new File(['PZN'], name, { type: 'text/csv' }));
    return transfer;
  });
  await page.getByRole('dialog').locator('input[type="file"]').dispatchEvent('drop', { dataTransfer: files });
}
