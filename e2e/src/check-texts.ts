import { globSync, readFileSync } from 'node:fs';
import { describeMissing, missingTexts } from './texts/compare.ts';
import { SPECIFIED_TEXTS } from './texts/specified.ts';

/**
 * `pnpm check:texts`: compares the texts of the specification with the translation files and the sentences of the server.
 * That they are also shown is checked by the last of the browser journeys.
 */
const sources = [
  ...globSync('apps/web/public/assets/i18n/de/*.json').flatMap((file) =>
    textsIn(JSON.parse(readFileSync(file, 'utf8'))),
  ),
  // sentences and column titles that the server or the rules write
  ...globSync(['apps/api/src/**/*.ts', 'packages/{rules,contracts}/src/**/*.ts'], { exclude: ['**/generated/**'] }).map(
    (file) => readFileSync(file, 'utf8').replaceAll(/\$\{[^}]*\}/g, '…'),
  ),
].map((text) => text.replaceAll(/\{\{[^}]*\}\}/g, '…'));

const missing = missingTexts([...sources, ...composed(sources)]);
process.stdout.write(
  missing.length === 0
    ? `alle ${SPECIFIED_TEXTS.length} Texte der Spezifikation gefunden\n`
    : `${missing.length} von ${SPECIFIED_TEXTS.length} Texten der Spezifikation fehlen:\n${describeMissing(missing)}\n`,
);
process.exitCode = missing.length === 0 ? 0 : 1;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Titles that a screen puts together of two texts. */
function composed(texts: readonly string[]): string[] {
  const title = texts.find((text) => text.startsWith('MONATSUPDATE'));
  const deleted = texts.find((text) => text.includes('GELÖSCHT'));
  return title && deleted ? [`${title}${deleted}`] : [];
}
