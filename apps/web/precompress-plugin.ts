import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);

/** Smaller ones travel in as few packets as they are. */
const LEAST_BYTES = 1024;

/**
 * Lays beside each text that the build has made the same as `.br`, as small as brotli can: a fifth less than what a server makes of it while
 * somebody waits, and made once. The server sends it to clients that accept it (`apps/api/src/http/web-app.ts`).
 */
export function precompress(): Plugin {
  return {
    name: 'portal-precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|json|svg|wasm)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const text = await readFile(join(dir, name));
          if (text.length < LEAST_BYTES) return;
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
          await writeFile(join(dir, `${name}.br`), await brotli(text, { params }));
        }),
      );
    },
  };
}
