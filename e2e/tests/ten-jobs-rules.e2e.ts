import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { packageFileName } from '@portal/rules';
import { expect, type Page } from '@playwright/test';
import { checkScreenByNight } from '../src/check-screen.ts';
import { countActions } from '../src/count-actions.ts';
import { someOf } from '../src/nightly.ts';
import { button, startOf } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { setClock } from '../src/test-clock.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_159);
const ROWS = 40;
/** How many days ago an update was delivered. */
const MONTHS = someOf([80, 50, 20]);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-rules-'));
});
after(async ({ visitAs }) => {
  await rm(folder, { recursive: true });
  const { database } = portal();
  const { apoId } = PHARMACY;
  await database.query('DELETE FROM standing_rule WHERE apo_id = $1', [apoId]);
  await database.query('UPDATE price_update SET status = -1 WHERE apo_id = $1 AND status = 0', [apoId]);
  const staff = await visitAs('vertrieb', startOf(PHARMACY));
  await staff.page.getByText('Preislisten').waitFor();
  await setClock(staff, null);
});

/** The pricing engine delivers new prices of the first articles. */
async function deliver(month: number): Promise<string[]> {
  const { stack, database } = portal();
  const { rows } = await database.query<{ pzn: string; price: string }>(
    `SELECT pzn, replace((calculated_price + (row_number() OVER (ORDER BY pzn) % 7 + 1) * 0.10)::numeric(10,2)::text, '.', ',') AS price
       FROM price_item WHERE apo_id = $1 AND product_group = 'OTC' AND price_type IN (0, 2) AND calculated_price BETWEEN 3 AND 90
      ORDER BY pzn LIMIT $2`,
    [PHARMACY.apoId, ROWS],
  );
  const day = { year: 2026, month, day: 9 };
  const name = packageFileName('MDP', { group: 'OTC', apoId: PHARMACY.apoId, pharmacyName: 'Apotheke', day });
  const path = join(folder, name);
  await writeFile(path, ['PZN;TruePrice neu', ...rows.map(({ pzn, price }) => `${pzn};${price}`), ''].join('\r\n'));
  const command = join(import.meta.dirname, '../../dev/src/operate/cli.ts');
  const env = { ...process.env, INTAKE_PORTAL: stack.portalUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'intake', path], { env });
  assert.match(stdout, /^eingespielt /);
  assert.doesNotMatch(stdout, /Achtung/);
  return rows.map(({ pzn }) => pzn);
}

/** Prices in force of those articles that do not end as the rule says. */
async function odd(pzns: readonly string[]): Promise<string[]> {
  const { rows } = await portal().database.query<{ price: string }>(
    `SELECT coalesce(manual_price, calculated_price)::text AS price FROM price_item
      WHERE apo_id = $1 AND pzn = ANY($2) AND coalesce(manual_price, calculated_price) % 1 <> 0.95`,
    [PHARMACY.apoId, pzns],
  );
  return rows.map(({ price }) => price);
}

async function approve(page: Page, shot: boolean): Promise<void> {
  await page.getByRole('link', { name: 'Monatsupdate OTC öffnen' }).click();
  await button(page, /^Regeln: \d+ Entwürfe$/).waitFor();
  if (shot) await checkScreenByNight(page, 'rule-drafts');
  await button(page, 'Preise freigeben').click();
  await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
  await button(page, 'Preise freigeben').click();
  await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
}

// Chapter 18 of the rule book.
test('(13) a rule that stays: started once, in force for a month, by night for three, ended', async ({ visitAs }) => {
  test.slow();
  const visiting = await visitAs('vertrieb', startOf(PHARMACY));
  const { page } = visiting;
  await page.getByText('Preislisten').waitFor();
  await setClock(visiting, daysAgo(100));
  const done = await countActions(visiting);
  await page.getByRole('link', { name: 'Preisliste OTC öffnen' }).click();
  await button(page, 'Preise nach einer Regel setzen').click();
  const bulk = page.getByRole('dialog', { name: 'Preise nach einer Regel setzen' });
  await bulk.getByLabel('plus Prozent').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('3');
  await bulk.getByText(',95', { exact: true }).click();
  // below a long preview, too
  await bulk.getByRole('table').waitFor();
  for (const name of ['Speichern', 'Als dauerhafte Regel …'])
    await expect(button(page, name)).toBeInViewport({ ratio: 1 });
  await button(page, 'Als dauerhafte Regel …').click();
  const starting = page.getByRole('dialog', { name: 'Dauerhafte Regel' });
  await starting.getByText(/anders gesetzt|noch kein Update/).waitFor();
  await checkScreenByNight(page, 'rule-start');
  await starting.getByLabel('Name der Regel').focus();
  await page.keyboard.type('Alles 95');
  await button(page, 'Regel starten').click();
  await starting.waitFor({ state: 'detached' });

  for (const [month, ago] of MONTHS.entries()) {
    await page.goto(`${visiting.url}${startOf(PHARMACY)}`);
    await page.getByText('Preislisten').waitFor();
    await setClock(visiting, daysAgo(ago));
    const pzns = await deliver(month + 1);
    await page.reload();
    await approve(page, month === 0);
    assert.deepEqual(await odd(pzns), []);
  }

  await page.goto(`${visiting.url}${startOf(PHARMACY)}`);
  await page.getByRole('link', { name: 'Einstellungen', exact: true }).click();
  await button(page, 'Regel »Alles 95« beenden').click();
  await button(page, 'Regel beenden').click();
  await page.getByText(/^Keine\. Eine Regel starten Sie/).waitFor();
  // list, rule, ending, to stay, start; three clicks a month; settings, end, confirm
  await done('(13) Eine Regel, die bleibt', { keys: 0, clicks: 8 + 3 * MONTHS.length });
  const { rows } = await portal().database.query<{ event: string }>(
    `SELECT event FROM history_entry WHERE apo_id = $1 AND event LIKE 'Regel %' ORDER BY id`,
    [PHARMACY.apoId],
  );
  assert.equal(rows.length, MONTHS.length);
});
