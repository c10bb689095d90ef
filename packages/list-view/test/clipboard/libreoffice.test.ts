import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { blockHtml, type CopiedCell } from '../../src/index.ts';

const office = spawnSync('soffice', ['--version']).status === 0;
if (!office) process.stderr.write('clipboard: soffice is not installed, so LibreOffice pastes nothing\n');

/** What LibreOffice makes of the table that is copied: the cells of a sheet, `[type, value or text]`. */
function pasted(rows: readonly (readonly CopiedCell[])[]): [string, string][] {
  const folder = mkdtempSync(join(tmpdir(), 'preisportal-office-'));
  try {
    const path = join(folder, 'copied.html');
    writeFileSync(path, `<html><body>${blockHtml(rows)}</body></html>`);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const args = [
      profile,
      '--headless',
      '--infilter=HTML (StarCalc)',
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      path,
    ];
    execFileSync('soffice', args, { stdio: 'ignore' });
    const sheet = readFileSync(join(folder, 'copied.fods'), 'utf8');
    return [...sheet.matchAll(/<table:table-cell[^>]*office:value-type="(\w+)"([^>]*)>\s*<text:p>([^<]*)</g)].map(
      ([, type = '', more = '', text = '']) => [type, /office:value="([^"]*)"/.exec(more)?.[1] ?? text],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

(office ? test : test.skip)('pasted into LibreOffice a PZN keeps its zeros and a price is a number (rule 3.28)', () => {
  const copied = [
    [{ text: 'PZN' }, { text: 'Preis' }],
    [{ text: '03007758' }, { text: '1.234,56', number: 1234.56 }],
    [{ text: '=1+1' }, { text: '7', number: 7 }],
  ];
  expect(pasted(copied)).toEqual([
    ['string', 'PZN'],
    ['string', 'Preis'],
    ['string', '03007758'],
    ['float', '1234.56'],
    ['string', '=1+1'],
    ['float', '7'],
  ]);
});
