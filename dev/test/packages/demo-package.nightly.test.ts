import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasValidPznCheckDigit, parsePackageFileName } from '@portal/rules';
import { createDemoPackage } from '../../src/packages/demo-package.ts';

const DEMO_FILES = join(import.meta.dirname, '../../demo-files');
const day = { year: 2026, month: 3, day: 9 };
const rowsOf = (text: string) => text.trimEnd().split('\r\n').slice(1);

describe('a demo package', () => {
  test('holds as many rows as asked for, each with another valid PZN and a price', () => {
    const { text, rows, fileName } = createDemoPackage({
      kind: 'QDP',
      pharmacy: 100_101,
      group: 'OTC',
      rows: 3_000,
      day,
    });
    expect([fileName, rows]).toEqual(['QDP_OTC_200101_Rosen-Apotheke_09_03_2026.csv', 3_000]);
    const lines = rowsOf(text);
    const pzns = new Set(lines.map((line) => line.slice(0, 8)));
    expect(pzns.size).toBe(3_000);
    expect([...pzns].every((pzn) => hasValidPznCheckDigit(pzn))).toBe(true);
    expect(lines.every((line) => /;\d+,\d\d;Berechneter TruePrice;/.test(line))).toBe(true);
  });

  test('differs from day to day', () => {
    const on = (date: typeof day) =>
      createDemoPackage({ kind: 'MDP', pharmacy: 200_101, group: 'OTC', rows: 50, day: date }).text;
    expect(on(day)).toBe(on(day));
    expect(on({ ...day, day: 10 })).not.toBe(on(day));
  });

  test.each([
    [{ pharmacy: 4711 }, 'Die Demoapotheke 4711 gibt es nicht.'],
    [{ pharmacy: 200_103 }, '200103 ist eine Spiegelapotheke; Pakete bekommt ihre Hauptapotheke.'],
    [{ rows: 20_001 }, 'Ein Monatsupdate ändert nur gelistete Artikel; OTC von 200101 hat 20000.'],
  ])('is refused: %p', (options, message) => {
    const make = () => createDemoPackage({ kind: 'MDP', pharmacy: 200_101, group: 'OTC', rows: 10, day, ...options });
    expect(make).toThrow(message);
  });
});

test('the demo files are what the command writes', () => {
  const names = readdirSync(DEMO_FILES).sort();
  expect(names.map((name) => parsePackageFileName(name)?.kind)).toEqual(['MDP', 'QDP', 'LZD']);
  for (const name of names) {
    const {
      kind,
      productGroup: group,
      apoId,
    } = parsePackageFileName(name) as NonNullable<ReturnType<typeof parsePackageFileName>>;
    const made = createDemoPackage({ kind, pharmacy: Number(apoId), group, rows: 200, day });
    expect([name, made.text === readFileSync(join(DEMO_FILES, name), 'utf8')]).toEqual([made.fileName, true]);
  }
});
