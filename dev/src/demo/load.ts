import { Client } from 'pg';
import { berlinDay, berlinMoment } from './calendar.ts';
import type { DemoScale } from './constants.ts';
import { type Cell, copyRows } from './copy.ts';
import { createDataset, type DemoDataset, type DemoListVersion } from './dataset.ts';
import type { DemoPackage } from './packages.ts';
import type { DemoEvent } from './past.ts';
import {
  changeRows,
  COLUMNS,
  historyRow,
  listVersionRow,
  outcomeRows,
  packageItemRows,
  packageRow,
  pharmacyRow,
  priceItemRows,
  productRow,
} from './rows.ts';

export interface DemoLoadOptions {
  /** A migrated database */
  databaseUrl: string;
  log?: (message: string) => void;
  /** Decides every date of the data; the same moment gives the same data. Default: the present */
  now?: Date;
  /** 'small' keeps the pharmacies and has lists of some hundred rows at most. Default: 'full' */
  scale?: DemoScale;
}

/** Any number, known to nothing else: two loads at once wait for each other. */
const LOAD_LOCK = 7_205_117;

/**
 * Fills a migrated, empty database with the demo world in one transaction; does nothing when pharmacies exist.
 * @returns whether it loaded
 * @throws what PostgreSQL reports; nothing is left behind then
 */
export async function loadDemoData(options: DemoLoadOptions): Promise<{ loaded: boolean }> {
  const { databaseUrl, log = () => {}, now = new Date(), scale = 'full' } = options;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const loaded = await loadInTransaction(client, () => createDataset(now, scale), now, log);
    await client.query('COMMIT');
    // The planner knows nothing about rows of a fresh COPY until they are analysed.
    if (loaded) await client.query(`VACUUM (ANALYZE) ${Object.keys(COLUMNS).join(', ')}`);
    return { loaded };
  } finally {
    // Ends an open transaction as well: PostgreSQL rolls back what was not committed.
    await client.end();
  }
}

async function loadInTransaction(
  client: Client,
  dataset: () => DemoDataset,
  now: Date,
  log: (message: string) => void,
): Promise<boolean> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOAD_LOCK]);
  const present = await client.query('SELECT 1 FROM pharmacy LIMIT 1');
  if (present.rowCount) return false;
  const { pharmacies, products, lists } = dataset();
  const copy = async (table: keyof typeof COLUMNS, rows: Iterable<readonly Cell[]>) => {
    const count = await copyRows(client, table, COLUMNS[table], rows);
    log(`${table}: ${count}`);
  };

  // A mirror refers to its main pharmacy: mains first.
  const ordered = pharmacies.toSorted(
    (left, right) => Number(left.parentApoId !== null) - Number(right.parentApoId !== null),
  );
  const foundedAt = berlinMoment(berlinDay(now, -400), 12);
  await copy(
    'pharmacy',
    map(ordered, (pharmacy) => pharmacyRow(pharmacy, foundedAt)),
  );
  await copy('product', map(Object.values(products).flat(), productRow));
  await client.query('INSERT INTO product_block SELECT DISTINCT left(pzn, 2), version FROM product, product_master');

  const versions: DemoListVersion[] = [];
  const packages: DemoPackage[] = [];
  const events: DemoEvent[] = [];
  function* items() {
    for (const list of lists()) {
      yield* priceItemRows(list);
      versions.push(list.version);
      packages.push(...list.packages);
      events.push(...list.events);
    }
  }
  await copy('price_item', items());
  await copy('list_version', map(versions, listVersionRow));

  numberByTime(packages);
  numberByTime(events);
  await copy('price_update', map(packages, packageRow));
  await copy('price_update_item', flatMap(packages, packageItemRows));
  await copy('price_update_outcome', flatMap(packages, outcomeRows));
  await copy('history_entry', map(events, historyRow));
  await copy('price_change', flatMap(events, changeRows));
  await continueSequences(client);
  // These entries were not written by the portal: its proof begins after them (rule 11.10).
  await client.query(`INSERT INTO history_unproved (apo_id, last_entry, last_change, entries, changes)
    SELECT e.apo_id, e.last, coalesce(c.last, 0), e.n, coalesce(c.n, 0)
      FROM (SELECT apo_id, max(id) AS last, count(*) AS n FROM history_entry GROUP BY apo_id) e
      LEFT JOIN (SELECT apo_id, max(id) AS last, count(*) AS n FROM price_change GROUP BY apo_id) c ON c.apo_id = e.apo_id`);
  return true;
}

/** Numbers grow with time, as if the portal had written the rows when they happened. */
function numberByTime(rows: { id: number; createdAt: Date }[]): void {
  rows.sort((left, right) => left.createdAt.getTime() - right.createdAt.getTime());
  for (const [index, row] of rows.entries()) row.id = index + 1;
}

/** price_change takes its numbers from the sequence already; the other two were numbered here. */
async function continueSequences(client: Client): Promise<void> {
  for (const table of ['price_update', 'history_entry']) {
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`);
  }
}

function* map<T, R>(values: Iterable<T>, mapper: (value: T) => R): Generator<R> {
  for (const value of values) yield mapper(value);
}

function* flatMap<T, R>(values: Iterable<T>, mapper: (value: T) => Iterable<R>): Generator<R> {
  for (const value of values) yield* mapper(value);
}
