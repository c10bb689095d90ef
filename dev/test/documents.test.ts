import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const SCRIPTS = join(import.meta.dirname, '../../scripts');
const RECORD =
  '# 1. Cite records\n\nDate: 2026-11-27 · Status: accepted\n\n**Context.** a\n\n**Decision.** b\n\n**Consequences.** c\n';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preisportal-documents-'));
  spawnSync('git', ['init', '--quiet'], { cwd: folder });
  write('README.md', '# Portal\n');
  write('.nvmrc', '24.1.0\n');
  write('pnpm-workspace.yaml', 'catalog:\n  node: 24.1.0\n');
  write('docs/adr/README.md', '| 1 | [Cite records](0001-cite.md) |\n');
  write('docs/adr/0001-cite.md', RECORD);
  write(
    'docs/rules/1-access.md',
    '# 1. Access\n\n- **1.1 Sign-in.** a\n- **1.2 Roles.** b\n- **1.3 Gone.** *withdrawn*\n',
  );
  write('apps/api/src/sign-in.ts', '/** Signs in (rule_s 1.1 to 1.2, AD_ 1). See doc_/rules/1-access.md. */\n');
  write('apps/api/test/sign-in.test.ts', '// Rule_s 1.1 and 1.2.\n');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('check:docs', () => {
  test('accepts documents and comments that name what exists', () => {
    expect(check('check-docs.mjs')).toEqual({ status: 0, problems: [] });
  });

  test('refuses files and records that a comment names and that do not exist', () => {
    write(
      'apps/web/src/list.ts',
      [
        '// Drawn late (doc_/adr/0004).',
        "const path = 'docs/elsewhere.md';",
        'const late = path; // as app_/web/src/gone.ts says (AD_ 2)',
        '/* doc_/adr/0001-cite.md#nothing */',
      ].join('\n'),
    );
    expect(check('check-docs.mjs').problems).toEqual(
      [
        'apps/web/src/list.ts:1: doc_/adr/0004 does not exist',
        'apps/web/src/list.ts:3: apps/web/src/gone.ts does not exist',
        'apps/web/src/list.ts:4: docs/adr/0001-cite.md has no nothing',
        'apps/web/src/list.ts: AD_ 2 does not exist',
      ].map(spelled),
    );
  });

  test('leaves landed migrations as they are', () => {
    write('prisma/migrations/1_first/migration.sql', '-- doc_/adr/0063-keys.md, AD_ 63\n');
    expect(check('check-docs.mjs').problems).toEqual([]);
  });

  test('refuses a record out of form and documents over the limit', () => {
    write('docs/adr/0001-cite.md', RECORD.replace('**Context.**', '**Background.**'));
    write('docs/long.md', 'x'.repeat(373 * 1024));
    expect(check('check-docs.mjs').problems).toEqual([
      'docs/adr/0001-cite.md: not in the form of docs/adr/README.md',
      expect.stringMatching(/^documents have 37\d KB; at most 372 are allowed$/),
    ]);
  });
});

describe('check:rules', () => {
  test('accepts rules that product code and a test cite', () => {
    expect(check('check-rules.mjs')).toEqual({ status: 0, problems: [] });
  });

  test('refuses a rule without a test or product code, and a citation of none', () => {
    write('apps/api/src/sign-in.ts', '/** Signs in (rule_ 1.1). */\n');
    write('apps/api/test/sign-in.test.ts', '// Rule_s 1.2 and 1.9.\n');
    expect(check('check-rules.mjs').problems).toEqual(
      [
        'apps/api/test/sign-in.test.ts:1: rule_ 1.9 does not exist',
        '1-access.md: no test of `npm test` cites rule_ 1.1',
        '1-access.md: no product file cites rule_ 1.2',
      ].map(spelled),
    );
  });

  test('prints where a rule is cited, also within a range', () => {
    const { stdout } = spawnSync(process.execPath, [join(SCRIPTS, 'check-rules.mjs'), '1.2'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('- **1.2 Roles.** b\napps/api/src/sign-in.ts:1\napps/api/test/sign-in.test.ts:1\n');
  });
});

/** Citations in this file are spelled with '_', so that the checks do not read them as those of this repository. */
const spelled = (text: string) =>
  text.replaceAll('ule_', 'ule').replaceAll('AD_', 'ADR').replaceAll('doc_/', 'docs/').replaceAll('app_/', 'apps/');

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), spelled(text));
}

function check(script: string): { status: number | null; problems: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [join(SCRIPTS, script)], { cwd: folder, encoding: 'utf8' });
  return { status, problems: stderr.split('\n').filter(Boolean) };
}
