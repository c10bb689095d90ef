// Loads test files and everything of the repository that they import, as often as wanted in one process, each time as modules
// of their own; a text of a source file can be another one for once.
import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { collect } from './collect-tests.mjs';
import { nameTests } from './run-tests.mjs';

const COLLECTOR = new URL('./collect-tests.mjs', import.meta.url).href;
const here = `${pathToFileURL(process.cwd()).href}/`;

let generations = 0;
let generation = 0;
let change;

/** To be called once, before anything is loaded. */
export function hookModules() {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: COLLECTOR, shortCircuit: true };
      const resolved = next(specifier, context);
      const own = resolved.url.startsWith(here) && !resolved.url.includes('/node_modules/');
      return own && generation > 0 ? { ...resolved, url: `${resolved.url}?${generation}` } : resolved;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      if (!change || fileURLToPath(url.split('?')[0]) !== join(process.cwd(), change.file)) return loaded;
      return { ...loaded, source: change.alter(String(loaded.source)) };
    },
  });
}

/** @returns the files in their order */
export const filesOf = (patterns) => [...new Set(patterns.flatMap((pattern) => globSync(pattern).sort()))];

/**
 * @param options.anew true for modules of their own
 * @param options.change what to alter: `{ file, alter(source) }`
 */
export async function loadTests(files, options = {}) {
  if (options.anew) generation = ++generations;
  change = options.change;
  try {
    const suites = [];
    for (const file of files) {
      // The test file's own address comes from here, not from a resolver.
      const url = `${pathToFileURL(join(process.cwd(), file)).href}${generation > 0 ? `?${generation}` : ''}`;
      suites.push(await collect(file, () => import(url)));
    }
    return { suites, files: nameTests(suites) };
  } finally {
    generation = 0;
    change = undefined;
  }
}
