import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const CORE = join(import.meta.dirname, 'node_modules/@mantine/core');
const LIST = join(import.meta.dirname, 'src/app/mantine-styles.ts');

/** What Mantine calls the classes of its components, in scripts and sheets alike. */
const CLASSES = /\bm_[\da-f]{6,8}\b/g;
const classesIn = (text: string): readonly string[] => text.match(CLASSES) ?? [];

/**
 * What is wrong with the list of Mantine's sheets: one that a class of `scripts` needs is missing, none of its classes is needed, or they
 * are out of order, so that a component would lose against one that it is made of.
 */
export function wrongStyles(scripts: string, list = readFileSync(LIST, 'utf8')): readonly string[] {
  const used = new Set(classesIn(scripts));
  const named = [...list.matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name as string);
  const whole = bare(readFileSync(join(CORE, 'styles.layer.css'), 'utf8'));
  const sheets = new Map(
    readdirSync(join(CORE, 'styles'))
      .filter((file) => file.endsWith('.layer.css'))
      .map((file) => [file.replace('.layer.css', ''), readFileSync(join(CORE, 'styles', file), 'utf8')]),
  );
  const isUsed = (sheet: string) => classesIn(sheet).length === 0 || classesIn(sheet).some((each) => used.has(each));
  const missing = [...sheets].filter(([name, sheet]) => isUsed(sheet) && !named.includes(name));
  const needless = named.filter((name) => !isUsed(sheets.get(name) ?? ''));
  const places = named.map((name) => whole.indexOf(bare(sheets.get(name) ?? '')));
  const misplaced = named.filter((_, at) => at > 0 && (places[at] as number) < (places[at - 1] as number));
  return [
    ...missing.map(([name]) => `${name} is missing`),
    ...needless.map((name) => `${name} is not needed any more`),
    ...misplaced.map((name) => `${name} comes too late`),
  ];
}

/** A sheet without the layer around it and without blanks. */
function bare(sheet: string): string {
  return sheet
    .replaceAll(/\s+/g, '')
    .replace(/^@layermantine\{/, '')
    .replace(/\}$/, '');
}

/** Stops a build that would show a component of Mantine without its styles, or load styles that nothing uses. */
export function mantineStyles(): Plugin {
  return {
    name: 'portal-mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''));
      const wrong = wrongStyles(scripts.join('\n'));
      if (wrong.length > 0) this.error(`src/app/mantine-styles.ts: ${wrong.join(', ')}`);
    },
  };
}
