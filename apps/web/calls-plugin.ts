import { join } from 'node:path';
import type { Plugin } from 'vite';
import * as calls from './src/api/calls.ts';

const FILE = join(import.meta.dirname, 'src/api/calls.ts');

/**
 * Evaluates `src/api/calls.ts` at build time. The values are the same as at run time in development and tests; without it the schemas
 * of all calls would be half of the script of a start (ADR 91).
 */
export function evaluateCalls(): Plugin {
  return {
    name: 'portal-calls',
    apply: 'build',
    load(id) {
      if (id !== FILE.replaceAll('\\', '/')) return undefined;
      const constants = Object.entries(calls).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { code: constants.join('\n'), map: { mappings: '' } };
    },
  };
}
