import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { TFunction } from 'i18next';

const FOLDER = 'apps/web/public/assets/i18n/de';
const SOURCES = globSync('apps/web/src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
/** What code names keys by: a text in quotes, or a template such as `column.${id}` or `${kind}.title`. */
const NAMED = SOURCES.flatMap((source) => [
  ...[...source.matchAll(/'(?:\w+:)?([\w.-]+)'/g)].map(([, key = '']) => key),
  ...[...source.matchAll(/`(?:\w+:)?((?:[\w.]|\$\{[^}]*\})*\.(?:[\w.]|\$\{[^}]*\})*)`/g)].map(([, key = '']) => key),
]);
const USED = new RegExp(`^(?:${[...new Set(NAMED)].map(asPattern).join('|')})$`);

function asPattern(key: string): string {
  return key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]+');
}

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value as object, `${prefix}${name}.`),
  );
}

/** `avp_MDP`, `articles_one`: forms of a text for a context or a number. */
function baseOf(key: string): string {
  return key.replace(/(?:_[A-Za-z]+)+$/, '');
}

test('every text is used by a screen', () => {
  const unused = readdirSync(FOLDER).flatMap((file) => {
    const keys = keysOf(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as object);
    return keys.filter((key) => !USED.test(key) && !USED.test(baseOf(key))).map((key) => `${file}: ${key}`);
  });
  expect(unused).toEqual([]);
});

test('a key that no file holds does not compile', () => {
  const t = ((key: string) => key) as TFunction<'settings'>;
  expect(t('saved')).toBe('saved');
  // @ts-expect-error -- the compiler reports a directive that expects nothing
  expect(t('savedd')).toBe('savedd');
  // @ts-expect-error -- of another namespace
  expect(t('guardrailName.maxChangePercent')).toBe('guardrailName.maxChangePercent');
  expect(t('cancel')).toBe('cancel');
});
