import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { portal } from '../src/running.ts';
import { after, before, describe, test } from '../src/runner.ts';

const { apoId, crmCompanyId, token } = OWNER_PHARMACY;
const HOME = `/p/${crmCompanyId}/${token}`;
let folder: string;
let file: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-till-'));
  file = join(folder, 'preise.csv');
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a program to its end. */
function execute(command: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** The job with nothing but the addresses set, as somebody would try it out. */
async function sync(): Promise<string> {
  const { stack } = portal();
  const env = { TILL_SYNC_PORTAL: stack.portalUrl, TILL_SYNC_FILE: file };
  const { code, output } = await execute(process.execPath, ['tools/till-sync/src/main.ts'], env);
  assert.equal(code, 0, output);
  return output;
}

/** The lines the price file must hold, from the table itself. */
async function expectedLines(): Promise<string[]> {
  const { database } = portal();
  const { rows } = await database.query<{ line: string }>(
    `SELECT pzn || ';' || coalesce(replace((CASE price_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE manual_price
                                             END)::text, '.', ','), '') AS line
       FROM price_item WHERE apo_id = $1 ORDER BY pzn`,
    [apoId],
  );
  return rows.map(({ line }) => line);
}
const fileLines = async () => (await readFile(file, 'utf8')).split('\r\n').slice(1, -1);

// Rule 9.13.
describe('the till', () => {
  test('loads what was saved in the browser, and the dashboard tells', async ({ visitAs }) => {
    assert.match(await sync(), /Die ganze Preisliste wird geladen/);
    assert.deepEqual(await fileLines(), await expectedLines());

    const { database } = portal();
    const { rows } = await database.query<{ pzn: string }>(
      `SELECT i.pzn FROM price_item i WHERE i.apo_id = $1 AND i.product_group = 'HILFSMITTEL' AND i.price_type = 0
          AND i.calculated_price > 5 AND NOT EXISTS (
            SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id
             WHERE o.status = 0 AND o.apo_id = i.apo_id AND u.pzn = i.pzn) ORDER BY i.pzn LIMIT 1`,
      [apoId],
    );
    const { pzn } = rows[0] as { pzn: string };

    const { page } = await visitAs('inhaber', HOME);
    const card = page.getByRole('region', { name: 'Kasse' });
    await card.getByText('Die Kasse hat alle freigegebenen Preise').waitFor();
    await page.goto(`${page.url().split('/p/')[0]}${HOME}/pricelist/HILFSMITTEL`);
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(pzn);
    const input = page.getByLabel(`Neuer Preis für PZN ${pzn}`);
    await input.fill('43,21');
    await input.press('Tab');
    await page.getByRole('button', { name: 'Daten prüfen (1)' }).click();
    await page.getByRole('button', { name: 'Daten speichern' }).click();
    await page.getByText('Preise gespeichert').waitFor();

    await page.goto(`${page.url().split('/p/')[0]}${HOME}`);
    await card.getByText('Der Kasse fehlt noch 1 neuer Preis').waitFor();
    assert.match(await sync(), /1 Artikel geladen/);
    const lines = await fileLines();
    assert.ok(lines.includes(`${pzn};43,21`));
    assert.deepEqual(lines, await expectedLines());
    assert.match(await sync(), /Keine neuen Preise/);

    await page.reload();
    await card.getByText('Die Kasse hat alle freigegebenen Preise').waitFor();
    await card.getByText('Zuletzt geladen').waitFor();

    // the file by hand and the job's follow the same profile
    const inCents = (await expectedLines()).map((line) => {
      const [pzn = '', price = ''] = line.split(';');
      return pzn + (price === '' ? ' '.repeat(7) : price.replace(',', '').padStart(7, '0'));
    });
    await database.query(`UPDATE pharmacy SET till_profile = 'fixed' WHERE apo_id = $1`, [apoId]);
    try {
      assert.match(await sync(), /Der Aufbau der Preisdatei hat sich geändert/);
      assert.equal(await readFile(file, 'utf8'), `${inCents.join('\r\n')}\r\n`);
    } finally {
      await database.query(`UPDATE pharmacy SET till_profile = 'csv' WHERE apo_id = $1`, [apoId]);
    }

    const { rows: entries } = await database.query<{ event: string; user: string }>(
      `SELECT event, user_name AS user FROM history_entry WHERE apo_id = $1 AND event LIKE 'Kasse%' ORDER BY id`,
      [apoId],
    );
    assert.deepEqual(entries, [
      { event: 'Kasse hat die ganze Preisliste geladen', user: 'Kasse' },
      { event: 'Kasse hat 1 Preisänderung geladen', user: 'Kasse' },
    ]);
  });

  const hasCurl = spawnSync('curl', ['--version']).status === 0 && spawnSync('sh', ['-c', 'exit 0']).status === 0;
  test('the examples of docs/till-sync.md run as they stand', async () => {
    test.skip(!hasCurl, 'needs curl and a shell');
    const { stack } = portal();
    const text = await readFile('docs/till-sync.md', 'utf8');
    const examples = [...text.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] as string);
    assert.equal(examples.length, 8);
    const script = examples
      .join('\n')
      .replaceAll('http://localhost:3000', stack.portalUrl)
      .replaceAll('http://localhost:3001/realms/preisportal', stack.issuer);
    const { code, output } = await execute('sh', ['-euc', script]);
    assert.equal(code, 0, output);
    assert.match(output, /^\{"status":"OK","crmCompanyId":100101,"apoId":200101,"reload":"first",.*"more":true\}/);
    assert.match(output, /\}v2-100101-\d+-200101-\d+-\d+-\d+\n/);
    assert.match(output, /Till-Cursor: v2-100101-[\d-]+_all_\d{8}\r\n.*PZN;VK\r\n\d{8};(\d+,\d\d)?\r\n/s);
    assert.match(
      output,
      /\n304\n(\{"status":"OK"\}){2}\{"status":"OK","equal":[0-2],"different":[0-2],"missing":\d+,"extra":0,"doubts":\[[^\]]*\]\}$/,
    );
  });
});
