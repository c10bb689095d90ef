import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { checkScreen, checkSizes } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import { test, testByNight } from '../src/runner.ts';

type CaughtMail = {
  subject: string;
  to: string[];
  text: string;
  attachments: { filename: string; url: string }[];
};

/** The first mail to somebody; it is on its way for up to a quarter of a minute. */
async function mailTo(address: string): Promise<CaughtMail> {
  const { stack } = portal();
  for (;;) {
    const mails = (await (await fetch(`${stack.inboxUrl}/api/mails`)).json()) as CaughtMail[];
    const found = mails.find(({ to }) => to.includes(address));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The first part of an archive whose parts name their sizes in its directory. */
function firstPart(archive: Buffer): string {
  const directory = archive.readUInt32LE(archive.length - 6);
  const begin = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28);
  return inflateRawSync(archive.subarray(begin, begin + archive.readUInt32LE(directory + 20))).toString('utf8');
}

test('an export is started with a day and arrives by mail with the changes since then', async ({ visitAs }) => {
  const { page } = await visitAs('admin', '/admin/export');
  const field = page.getByRole('textbox', { name: 'Export von Veränderungen ab' });
  await field.fill('1.1.2020');
  await field.press('Tab');
  assert.equal(await field.inputValue(), '01.01.2020');
  const start = page.getByRole('button', { name: 'Export starten' });
  await start.click();
  await page
    .getByText('Der Export der Log-Datei wurde gestartet. Sie erhalten in einigen Minuten eine E-Mail.')
    .waitFor();
  assert.equal(await start.isDisabled(), true);

  const { stack, database } = portal();
  const mail = await mailTo('petra.hahn@solvena.example');
  assert.equal(mail.subject, 'TruePrice Log-Export: Veränderungen ab 01.01.2020');
  const [file] = mail.attachments;
  assert.ok(file);
  const bytes = Buffer.from(await (await fetch(stack.inboxUrl + file.url)).arrayBuffer());
  assert.match(file.filename, /\.zip$/);
  const csv = firstPart(bytes);
  const lines = csv.trimEnd().split('\r\n');
  assert.equal(
    lines[0],
    '\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt;APO-ID;Apotheke;Warengruppe;Grund;Geprüft von',
  );
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM price_change WHERE created_at >= '2019-12-31T23:00:00Z'`,
  );
  assert.equal(lines.length - 1, rows[0]?.count);
});

testByNight('the export page and the inbox stand up to a look at a desk and on a phone', async ({ visitAs }) => {
  const { page } = await visitAs('vertrieb', '/admin/export');
  const field = page.getByRole('textbox', { name: 'Export von Veränderungen ab' });
  await field.click();
  await page.getByRole('button', { name: 'voriger Monat' }).waitFor();
  await checkSizes(page, 'log-export-calendar');
  await field.fill('');
  await field.press('Escape');
  await page.getByRole('button', { name: 'Export starten' }).click();
  await page.getByText('Die E-Mail geht an tobias.sommer@solvena.example.').waitFor();
  await checkSizes(page, 'log-export-started');

  await mailTo('tobias.sommer@solvena.example');
  const { stack } = portal();
  await page.goto(stack.inboxUrl);
  const mail = page.getByRole('link', { name: /TruePrice Log-Export: alle Veränderungen/ }).first();
  await mail.waitFor();
  await checkSizes(page, 'inbox');
  await mail.click();
  await page.getByText('Guten Tag Tobias Sommer,').waitFor();
  await checkSizes(page, 'inbox-mail');
});

testByNight(
  'an export that is too large is downloaded with the link of the mail, after signing in',
  async ({ visitAs }) => {
    const { folder } = portal();
    const secret = await readFile(join(folder, 'link-secret'), 'utf8');
    // As it stands in the mail; to get there by itself the demo data would have to be ten times as large.
    const now = Date.now();
    const text = Buffer.from(JSON.stringify({ p: 'mail', s: null, u: now, e: now + 60_000 })).toString('base64url');
    const ticket = `${text}.${createHmac('sha256', secret).update(`log-export.${text}`).digest('base64url')}`;
    const { page } = await visitAs('admin', `/admin/export?link=${ticket}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export herunterladen' }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^Veraenderungen_bis_\d{4}-\d\d-\d\d\.zip$/);
    await page.getByText('Der Download läuft.').waitFor();
    await checkScreen(page, 'log-export-download-1440');
    await file.path(); // a browser that still loads does not close
  },
);
