import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Growth } from './compare-calls.ts';
import { drawBars } from './draw.ts';
import type { Sizes } from './sizes.ts';

type Result = { pharmacies: number; calls: Growth[]; sizes: Sizes };
type Measured = { rows: number; results: Result[]; month: Sizes[] };

const DOCS = join(import.meta.dirname, '../../../docs');
const GOAL = 1.2;
const GROWTH_PICTURE = 'images/country-growth.svg';
const SIZE_PICTURE = 'images/country-size.svg';

/** Writes docs/performance.md and its pictures. */
export async function writePage({ rows, results, month }: Measured): Promise<void> {
  const largest = results.at(-1);
  if (!largest) throw new Error('nothing was measured');
  const ofPharmacies = largest.calls.filter(({ staff }) => !staff);
  const bars = ofPharmacies.map(({ call, small, large }) => ({
    label: call,
    value: large / small,
    text: `${times(large / small)} (${ms(large)})`,
  }));
  const title = `Cost of a call at ${count(largest.pharmacies)} pharmacies, × the same at 10`;
  await writeFile(join(DOCS, GROWTH_PICTURE), drawBars(title, bars, GOAL));
  const sizes = results.map(({ pharmacies, sizes: { database } }) => ({
    label: `${count(pharmacies)} pharmacies`,
    value: database,
    text: megabytes(database),
  }));
  await writeFile(join(DOCS, SIZE_PICTURE), drawBars(`Size of the database, ${rows} articles a pharmacy`, sizes));
  await writeFile(join(DOCS, 'performance.md'), page({ rows, results, month }, largest));
}

function page({ rows, results, month }: Measured, largest: Result): string {
  const heads = results.map(({ pharmacies }) => count(pharmacies));
  const calls = largest.calls.map(({ call, staff }) => [
    call,
    ...results.map(({ calls: measured }) => {
      const { small, large } = measured.find((each) => each.call === call) as Growth;
      return staff ? ms(large) : `${ms(large)} · ${times(large / small)}`;
    }),
  ]);
  const tables = largest.sizes.tables.slice(0, 8).map(({ table, bytes, indexBytes, live }) => {
    return [`\`${table}\``, count(live), megabytes(bytes), megabytes(indexBytes)];
  });
  return `# Performance at the size of a country

Written by \`pnpm bench country\` (${cpus().length} processors, ${rows} articles a pharmacy; \`COUNTRY_SIZES\` and \`COUNTRY_ROWS\` change how large). A database
grows to each size by SQL; every kind of call is then made in it and, by turns, in a new one of 10 pharmacies. Times are lower quartiles from request to last byte, with
everything in one process; what counts is the growth. Goals: at most ${GOAL} × for each call of a pharmacy, at most 50 ms for the staff's list and overview.

![Growth of each call](${GROWTH_PICTURE})

## Calls

Time at so many pharmacies, and × the same call at 10 in the same run.

${table(['Call', ...heads], calls)}

Staff's list and overview are kept in memory and brought up to date before each answer ([ADR 66](adr/0066-staff-overview.md)).
What they cost at 17,000 stands in [performance-screens.md](performance-screens.md). At 10 and 10 the growth is what the machine swings by.

## Sizes

![Size of the database](${SIZE_PICTURE})

The largest tables at ${count(largest.pharmacies)} pharmacies:

${table(['Table', 'Rows', 'Table', 'Indexes'], tables)}
${month.length === 0 ? '' : bloat(month)}`;
}

function bloat([before, after, vacuumed]: Sizes[]): string {
  const rows = (after?.tables ?? []).slice(0, 8).map(({ table: name, bytes, indexBytes, live, dead }) => {
    const of = (sizes: Sizes | undefined) => {
      const found = sizes?.tables.find((each) => each.table === name);
      return megabytes(found ? found.bytes + found.indexBytes : 0);
    };
    const share = `${((100 * dead) / (live + dead)).toFixed(0)} %`;
    return [`\`${name}\``, of(before), megabytes(bytes + indexBytes), share, of(vacuumed)];
  });
  return `
## A month

100 pharmacies live through a month by the calls of the portal: a package is opened, edited twice, approved, reopened, edited and approved again, the list is saved three times, a file for
the till is loaded, and the package reopened. Tables with their indexes, and the share of rows that are dead and wait for autovacuum:

${table(['Table', 'Before', 'After', 'Dead rows', 'After VACUUM'], rows)}
`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const count = (value: number) => value.toLocaleString('en');
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
const times = (value: number) => `${value.toFixed(2)} ×`;
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;
