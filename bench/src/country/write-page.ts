import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Growth } from './compare-calls.ts';
import type { Sizes } from './sizes.ts';

type Result = { pharmacies: number; calls: Growth[]; sizes: Sizes };
type Measured = { rows: number; results: Result[]; month: Sizes[] };

const PAGE = join(import.meta.dirname, '../../../docs/performance.md');
const GOAL = 1.2;
const LARGEST_TABLES = 4;

/** Writes docs/performance.md: the goals, and each call at the smallest and the largest size. */
export async function writePage({ rows, results, month }: Measured): Promise<void> {
  const [first, last] = [results[0], results.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
  await writeFile(PAGE, page(rows, first, last, month));
}

function page(rows: number, first: Result, last: Result, month: Sizes[]): string {
  const calls = last.calls.map(({ call, staff, small, large }) => {
    const before = first.calls.find((each) => each.call === call);
    return [call, before ? ms(before.large) : '', ms(large), staff ? '' : `${(large / small).toFixed(2)} ×`];
  });
  const heads = ['Call', count(first.pharmacies), count(last.pharmacies), '× 10 in the same run'];
  return `# Performance at the size of a country

**Goals**: at most ${GOAL} × for each call of a pharmacy, at most 50 ms for the staff's list and overview. Other goals: [screens](performance-screens.md),
[load](performance-load.md).

Written by \`pnpm bench country\` (${cpus().length} processors, ${rows} articles a pharmacy; \`COUNTRY_SIZES\` and \`COUNTRY_ROWS\` change that): time from request to last
byte at so many pharmacies, lower quartiles, and the ratio to the same call in a new database of 10, called alternately.

${table(heads, calls)}

At ${count(last.pharmacies)} pharmacies the database has ${megabytes(last.sizes.database)}; its largest tables with indexes: ${tables(last.sizes)}.
${month.length === 0 ? '' : bloat(month)}`;
}

function tables({ tables: all }: Sizes): string {
  const largest = all.slice(0, LARGEST_TABLES);
  return largest.map(({ table: name, bytes, indexBytes }) => `\`${name}\` ${megabytes(bytes + indexBytes)}`).join(', ');
}

function bloat([before, after]: Sizes[]): string {
  const grown = (after?.tables ?? []).slice(0, LARGEST_TABLES).map(({ table: name, bytes, indexBytes, live, dead }) => {
    const former = before?.tables.find((each) => each.table === name);
    const size = former ? former.bytes + former.indexBytes : 0;
    const share = `${((100 * dead) / (live + dead)).toFixed(0)} % dead rows`;
    return `\`${name}\` ${megabytes(size)} → ${megabytes(bytes + indexBytes)}, ${share}`;
  });
  return `In a month of 100 pharmacies (a package approved and reopened twice, three saves, a till file each) before VACUUM: ${grown.join('; ')}.
`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

const count = (value: number) => value.toLocaleString('en');
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
const megabytes = (bytes: number) => `${count(Math.round(bytes / 2 ** 20))} MB`;
