import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const source = (file: string) => readFileSync(join(import.meta.dirname, '../src', file), 'utf8');

/** Colours of our own sheet, by name. */
function tokensOf(scheme: 'light' | 'dark'): Record<string, string> {
  const [, block = ''] = new RegExp(`scheme="${scheme}"\\] \\{([^}]+)`).exec(source('app/global.css')) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

/** Of WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const hex = color.length === 4 ? color.replaceAll(/\w/g, '$&$&') : color;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [dark = 1, light = 1] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return light / dark;
}

test.each([
  ['light', '#ffffff', 0],
  ['dark', '#1c2424', 1],
] as const)('in %s a box is seen on every row, and one that is disabled is another', (scheme, surface, at) => {
  const {
    field = '',
    'field-line': line = '',
    'field-off': off = '',
    'field-line-off': lineOff = '',
  } = tokensOf(scheme);
  const rows = [...source('editing/parts/rows.module.css').matchAll(/light-dark\((#\w+), (#\w+)\)/g)].map(
    (row) => row[at + 1] ?? '',
  );
  expect(rows.length).toBeGreaterThan(6);
  for (const around of [surface, field, ...rows]) expect([around, contrast(line, around) >= 3]).toEqual([around, true]);
  expect(contrast(line, lineOff)).toBeGreaterThan(2);
  expect(off).not.toBe(field);
});

test('boxes of rows and of dialogs take these colours', () => {
  const sheets = [source('editing/cells/cells.module.css'), source('app/global.css')];
  for (const sheet of sheets) {
    expect(sheet).toMatch(/:not\(:checked, [^{]+\{[^}]*var\(--field-line\)/);
    expect(sheet).toMatch(/:disabled[^{]+\{[^}]*var\(--field-line-off\)/);
  }
});
