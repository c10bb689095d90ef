import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT, Failure } from './failures.ts';

/** PZN to price in cents; null for a product that has no price any more. */
export type Prices = Map<string, number | null>;

const HEADING = 'PZN;VK';

/** The price file: `PZN;VK`, decimal comma, CRLF, an empty VK where the till has to take the price off; sorted by PZN. */
export function formatPriceFile(prices: Prices): string {
  const rows = [...prices].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([pzn, cents]) => `${pzn};${cents === null ? '' : formatCents(cents)}`);
  return [HEADING, ...lines, ''].join('\r\n');
}

/** Reads what `formatPriceFile` has written; undefined when somebody else has been at work. */
export function parsePriceFile(text: string): Prices | undefined {
  const [heading, ...lines] = text.split('\r\n');
  if (heading !== HEADING || lines.pop() !== '') return undefined;
  const prices: Prices = new Map();
  for (const line of lines) {
    const row = /^(\d{8});(?:(\d{1,5}),(\d{2}))?$/.exec(line);
    if (!row) return undefined;
    prices.set(row[1] as string, row[2] === undefined ? null : Number(row[2]) * 100 + Number(row[3]));
  }
  return prices;
}

/** Reads a file; undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fileFailure('lesen', file, error);
  }
}

/**
 * Puts a new content in the place of a file. Whoever reads it, also after a power cut, finds the old one or the new one, never
 * half of it: the content is on the disk before it gets its name.
 * @throws Failure 73
 */
export async function replaceFile(file: string, content: string): Promise<void> {
  const fresh = `${file}.neu`;
  try {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(fresh, 'w');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
    await syncFolder(dirname(file));
  } catch (error) {
    throw fileFailure('schreiben', file, error);
  }
}

/** Makes the new name last. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function formatCents(cents: number): string {
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}

function fileFailure(what: string, file: string, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Failure(EXIT.file, `Die Datei ${file} lässt sich nicht ${what} (${code ?? message}).`);
}
