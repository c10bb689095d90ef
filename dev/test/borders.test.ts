import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { API_MODULES } from '../../borders.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const INNER = 'A module is entered by its index.ts.';
const WEB = 'The web speaks to the api through contracts only.';
const PRICES = 'ui and lib know no prices: what shows or edits them lies in editing.';

/** A file, what it imports, and what lint says of it; nothing where the import is allowed. */
const PLANTED: [file: string, imported: string, refused?: string][] = [
  ['apps/api/src/modules/settings/a.ts', '../price-updates/index.ts'],
  ['apps/api/src/modules/settings/a.ts', '../price-updates/lock-update.ts', INNER],
  ['apps/api/src/modules/settings/deep/er/a.ts', '../../../price-updates/index.ts'],
  ['apps/api/src/modules/settings/deep/er/a.ts', '../../../price-updates/lock-update.ts', INNER],
  ['apps/api/src/modules/settings/a.ts', '../price-updates/deep/index.ts', INNER],
  ['apps/api/src/modules/settings/a.ts', '../mirrors/index.ts', 'borders.ts does not list this module for settings.'],
  ['apps/api/src/modules/settings/a.ts', '../../jobs/schedule.ts', 'Nothing starts from within a module.'],
  ['apps/api/src/modules/settings/a.ts', '@portal/web', 'The api knows the packages only.'],
  ['apps/api/src/http/a.ts', '../modules/users/index.ts', 'What all modules stand on knows none of them.'],
  ['apps/api/src/db/a.ts', '../http/errors.ts', 'The database answers no calls.'],
  ['apps/api/src/jobs/a.ts', '../modules/outbox/index.ts'],
  ['apps/api/src/jobs/a.ts', '../modules/outbox/messages.ts', INNER],
  ['apps/api/src/app.ts', './modules/outbox/messages.ts', INNER],

  ['apps/web/src/app/a.ts', '../features/history/HistoryPage.tsx'],
  ['apps/web/src/app/a.ts', '@portal/api', WEB],
  ['apps/web/src/features/history/a.ts', '../../editing/session/draft.ts'],
  ['apps/web/src/features/history/a.ts', '../mirrors/mirrors-api.ts', 'A feature imports no other feature.'],
  ['apps/web/src/features/history/deep/a.ts', '../../mirrors/mirrors-api.ts', 'A feature imports no other feature.'],
  ['apps/web/src/features/history/deep/a.ts', '../history-api.ts'],
  ['apps/web/src/features/history/a.ts', '../../app/store.ts', 'The app stands on features, not the other way round.'],
  ['apps/web/src/editing/a.ts', '../ui/grid/Grid.tsx'],
  ['apps/web/src/editing/kinds/a.ts', '../../features/history/a.ts', 'What screens stand on knows no screen.'],
  ['apps/web/src/editing/review/a.ts', '../state/use-view.ts'],
  ['apps/web/src/editing/state/a.ts', '../review/Hint.tsx', 'A room of editing knows those before it.'],
  ['apps/web/src/editing/review/cards/a.ts', '../../screen/Editor.tsx', 'A room of editing knows those before it.'],
  ['apps/web/src/editing/review/a.ts', '../../ui/screen/screen.module.css'],
  ['apps/web/src/features/price-lists/till/a.ts', '../import/ImportModal.tsx'],
  [
    'apps/web/src/features/price-lists/import/a.ts',
    '../till/b.ts',
    'A room of features/price-lists knows those before it.',
  ],
  ['apps/web/src/features/price-lists/till/a.ts', '../../history/a.ts', 'A feature imports no other feature.'],
  ['apps/web/src/ui/a.ts', '../editing/cells/cells.tsx', 'ui and lib know no subject.'],
  ['apps/web/src/ui/cells/a.ts', '../../features/history/a.ts', 'What screens stand on knows no screen.'],
  ['apps/web/src/lib/a.ts', '@portal/list-view', 'ui and lib know no subject.'],
  ['apps/web/src/lib/a.ts', '{ formatDate } from @portal/rules'],
  ['apps/web/src/lib/a.ts', '{ formatCents } from @portal/rules', PRICES],
  ['apps/web/src/auth/a.ts', '../editing/session/draft.ts', 'Editing stands on auth and api.'],

  ['packages/rules/src/a.ts', 'zod', 'The rules are pure: no package, no I/O.'],
  ['packages/rules/src/a.ts', '../../contracts/src/index.ts', 'Packages know no app.'],
  ['packages/list-view/src/a.ts', '@portal/rules'],
  [
    'packages/list-view/src/a.ts',
    '@portal/contracts',
    'The view of lists stands on the rules alone: no other package, no I/O.',
  ],
  ['packages/list-view/src/a.ts', 'node:fs', 'The view of lists stands on the rules alone: no other package, no I/O.'],
  ['packages/contracts/src/a.ts', '@portal/rules'],
  ['packages/contracts/src/a.ts', 'express', 'Contracts know only the rules.'],
];

/** The first alone may. */
const NORMALIZING = [
  'packages/rules/src/incoming-text.ts',
  'packages/rules/src/till/a.ts',
  'packages/list-view/src/b.ts',
  'apps/api/src/files/b.ts',
  'apps/web/src/lib/b.ts',
];

describe('lint', () => {
  let folder: string;
  let found: { code: string; filename: string; help?: string }[];

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'preisportal-borders-')));
    for (const file of ['oxlint.config.ts', 'borders.ts']) cpSync(join(ROOT, file), join(folder, file));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    PLANTED.forEach(([file, imported], index) => plant(plantedAt(file, index), statement(imported)));
    for (const file of NORMALIZING) plant(file, "export const a = (text: string) => text.normalize('NFC');\n");
    plant('apps/api/src/circle/a.ts', "import type { B } from './b.ts';\nexport type A = B;\n");
    plant('apps/api/src/circle/b.ts', "import type { A } from './a.ts';\nexport type B = A | 1;\n");
    const bin = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [bin, '--format', 'json', 'apps', 'packages'], {
      cwd: folder,
      encoding: 'utf8',
    });
    found = JSON.parse(stdout.replaceAll('\\\\', '/')).diagnostics;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(PLANTED.map(([file, imported, refused], index) => ({ file, imported, refused, index })))(
    '$file: $imported: $refused',
    ({ file, refused, index }) => {
      const here = found.filter(({ filename }) => filename === plantedAt(file, index));
      const borders = here.filter(({ code }) => code === 'eslint(no-restricted-imports)');
      expect(borders.map(({ help }) => help)).toEqual(refused === undefined ? [] : [refused]);
    },
  );

  test('refuses a normal form outside the one function that bounds texts (rule 13.15)', () => {
    const normalizing = found.filter(({ code }) => code === 'eslint(no-restricted-properties)');
    expect(normalizing.map(({ filename }) => filename).toSorted()).toEqual(NORMALIZING.slice(1).toSorted());
  });

  test('finds circles of types', () => {
    const circles = found.filter(({ code }) => code === 'import(no-cycle)').map(({ filename }) => filename);
    expect(circles.toSorted()).toEqual(['apps/api/src/circle/a.ts', 'apps/api/src/circle/b.ts']);
  });

  function plant(file: string, text: string): void {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});

/** Each in a file of its own; what a zone names by its file keeps that name. */
function plantedAt(file: string, index: number): string {
  return file.replace(/\ba\.ts$/, `a${index}.ts`);
}

function statement(imported: string): string {
  const [names, source] = imported.includes(' from ') ? imported.split(' from ') : ['type { A }', imported];
  return `import ${names} from '${source}';\nexport type B = ${names === 'type { A }' ? 'A' : '1'};\n`;
}

describe('the modules of the api', () => {
  const folder = join(ROOT, 'apps/api/src/modules');

  test('all stand in the table, and each has its door', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(API_MODULES).toSorted());
    for (const name of Object.keys(API_MODULES)) expect(readdirSync(join(folder, name))).toContain('index.ts');
  });

  test('are listed for others that use them, and no longer than they do', () => {
    for (const [name, listed] of Object.entries(API_MODULES)) {
      const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' });
      const texts = files
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(join(folder, name, file), 'utf8'));
      const used = new Set(
        texts.flatMap((text) => [...text.matchAll(/'(?:\.\.\/)+([a-z-]+)\/index\.ts'/g)].map(([, other]) => other)),
      );
      expect([name, ...[...used].toSorted()]).toEqual([name, ...listed.toSorted()]);
    }
  });

  test('stand above those that use them', () => {
    const names = Object.keys(API_MODULES);
    const upwards = Object.entries(API_MODULES).flatMap(([name, used], place) =>
      used.filter((other) => !names.slice(0, place).includes(other)).map((other) => `${name} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });
});
