import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, 'public/assets/i18n');

/**
 * Puts the translations into a folder named after their content as well: a browser that has a former version open asks for
 * the texts of that one, whose keys its screens know. `__TRANSLATIONS__` names the folder.
 */
export function translations(): Plugin {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ name: name.replaceAll('\\', '/'), source: readFileSync(join(SOURCE, name), 'utf8') }));
  const hash = createHash('sha256');
  for (const { name, source } of files) hash.update(`${name}\0${source}\0`);
  const folder = `assets/i18n/${hash.digest('hex').slice(0, 16)}`;
  return {
    name: 'portal-translations',
    apply: 'build',
    config: () => ({ define: { __TRANSLATIONS__: JSON.stringify(`/${folder}`) } }),
    // Every page needs these, and the application asks for them only once it runs.
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href: `/${folder}/de/common.json` },
        injectTo: 'head',
      },
    ],
    generateBundle() {
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
  };
}
