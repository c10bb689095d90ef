import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN_PHARMACY } from '@portal/dev/demo/constants.ts';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import { checkScreenByNight, checkSizes, SIZES } from '../src/check-screen.ts';
import { someOf } from '../src/nightly.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

const GROUP = 'FREIWAHL';
let folder: string;
let lastSeeded = 0;

/** The prices of the list without VAT, as the pricing engine would send them by mistake. */
async function netFile(day: number): Promise<string> {
  const date = { year: 2026, month: 3, day };
  const { fileName, text } = createDemoPackage({
    kind: 'MDP',
    pharmacy: MAIN_PHARMACY.apoId,
    group: GROUP,
    rows: 60,
    day: date,
  });
  const [head = '', ...lines] = text.split('\r\n');
  const [from, to] = ['TruePrice alt', 'TruePrice neu'].map((heading) => head.split(';').indexOf(heading));
  assert.ok(from !== undefined && to !== undefined && from > 0 && to > 0);
  const net = lines.map((line) => {
    const cells = line.split(';');
    const listed = Number(cells[from]?.replace(',', '.'));
    if (cells.length > to && listed > 0) cells[to] = (listed / 1.19).toFixed(2).replace('.', ',');
    return cells.join(';');
  });
  const path = join(folder, fileName);
  await writeFile(path, [head, ...net].join('\r\n'));
  return path;
}

async function intake(file: string): Promise<{ code: number; out: string; err: string }> {
  const command = join(import.meta.dirname, '../../dev/src/operate/cli.ts');
  const env = { ...process.env, INTAKE_PORTAL: portal().stack.portalUrl };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, 'intake', file], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

// Rules 20.10 to 20.13.
describe('a delivery of net prices', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preisportal-files-'));
    const { rows } = await portal().database.query<{ id: number }>('SELECT max(id) AS id FROM price_update');
    lastSeeded = rows[0]?.id ?? 0;
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await portal().database.query(
      `UPDATE price_update SET status = -1, auto_action_at = NULL, auto_action = NULL WHERE status = 0 AND id > $1 AND apo_id = $2`,
      [lastSeeded, MAIN_PHARMACY.apoId],
    );
  });

  for (const [index, size] of someOf(SIZES).entries()) {
    test(`is refused, decided about by staff, and known afterwards, at ${size.name} px`, async ({ visitAs }) => {
      const file = await netFile(10 + index);
      const refused = await intake(file);
      assert.equal(refused.code, 4, refused.err);
      assert.match(refused.err, /Die Lieferung wurde nicht eingespielt \(Lieferung \d+\): .*fehlt die MwSt\./);

      const { page } = await visitAs('vertrieb', '/admin?view=overview', size);
      await page.getByRole('link', { name: 'Eine Lieferung wartet auf Ihre Entscheidung' }).click();
      const row = page.getByRole('row').filter({ hasText: 'offen' });
      await row.getByText(/fehlt die MwSt\./).waitFor();
      await row
        .getByText(/€ → neu/)
        .first()
        .waitFor();
      const box = await row.getByRole('button', { name: /herunterladen$/ }).boundingBox();
      assert.ok(box && box.height < (size.width < 500 ? 48 : 28), 'the file stands in one line, on phones in two');
      if (index === 0) await checkSizes(page, 'deliveries-doubted');
      await row.getByRole('button', { name: /einspielen$/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Grund' }).fill('Die Senkung ist gewollt');
      await checkScreenByNight(page, `deliveries-question-${size.name}`);
      await dialog.getByRole('button', { name: 'Trotzdem einspielen' }).click();
      await page.getByText('Grund: Die Senkung ist gewollt').first().waitFor();
      await page
        .getByRole('link', { name: /^MDP \d+$/ })
        .first()
        .click();
      await page.getByRole('heading', { name: /Monatsupdate/i }).waitFor();

      const again = await intake(file);
      assert.deepEqual([again.code, again.err], [0, '']);
      assert.match(again.out, /^schon bekannt/);
    });
  }
});
