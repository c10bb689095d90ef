import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, preview } from 'vite';

export const CONTESTANTS = ['ours', 'ag'] as const;
export type ContestantName = (typeof CONTESTANTS)[number];

/** Builds pages of a folder as for production and serves them; sizes are kilobytes of compressed JavaScript. */
export async function servePages<Name extends string>(
  root: string,
  names: readonly Name[],
): Promise<{
  urlOf: (name: Name) => string;
  sizes: Record<Name, number>;
  close: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-bench-'));
  const sizes = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const name of names) {
    const outDir = join(folder, name);
    await build({
      root,
      base: `/${name}/`,
      configFile: false,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, `${name}.html`) } },
    });
    sizes[name] = await compressedScripts(join(outDir, 'assets'));
  }
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'error',
    appType: 'mpa',
    build: { outDir: '.' },
    preview: { port: 4179, host: '127.0.0.1' },
  });
  const origin = server.resolvedUrls?.local[0] ?? 'http://127.0.0.1:4179/';
  return {
    urlOf: (name) => `${origin}${name}/${name}.html`,
    sizes,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function compressedScripts(folder: string): Promise<number> {
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  const bodies = await Promise.all(scripts.map((file) => readFile(join(folder, file))));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
}
