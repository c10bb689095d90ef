import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyInto, copyLine } from '@portal/api/db/copy-text.ts';
import type { IntakeAnswer } from '@portal/contracts';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import { Parser } from 'csv-parse';
import { startBenchPortal } from './bench-portal.ts';
import { postFile as post } from './call.ts';
import { interleave, report } from './measure.ts';

/**
 * Intake of 50,000 rows, from the multipart upload to the stored package, without and with three standing rules (rule 18.2).
 * Its floor: csv-parse, COPY into a table of texts and one INSERT … SELECT with the types, unchecked. And how much memory
 * the process takes.
 */
const ROWS = 50_000;
const ROUNDS = 7;
const { apoId, crmCompanyId } = OWNER_PHARMACY;
const folder = await mkdtemp(join(tmpdir(), 'preisportal-bench-'));
const file = join(folder, 'package.csv');
const day = { year: 2026, month: 3, day: 9 };
const content = Buffer.from(createDemoPackage({ kind: 'QDP', pharmacy: apoId, group: 'OTC', rows: ROWS, day }).text);
await writeFile(file, content);
const portal = await startBenchPortal();
let delivery = 0;

async function deliver(): Promise<void> {
  delivery += 1;
  const answer = await post<IntakeAnswer>(
    `${portal.url}/api/intake/qdp/${crmCompanyId}/OTC`,
    `delivery-${delivery}.csv`,
    content,
  );
  if (answer.rows !== ROWS || answer.known) throw new Error(`${answer.rows} of ${ROWS} rows taken in`);
}

const CELLS = content.toString('utf8', 0, content.indexOf('\n')).split(';').length;
const names = Array.from({ length: CELLS }, (_, i) => `c${i + 1}`);
/** 1.234,50 as numeric */
const money = (cell: string) => `replace(nullif(${cell}, ''), ',', '.')::numeric`;

async function floor(): Promise<void> {
  delivery += 1;
  const connection = await portal.pool.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(`CREATE TEMP TABLE raw (${names.map((name) => `${name} text`).join(', ')}) ON COMMIT DROP`);
    const parser = createReadStream(file).pipe(new Parser({ delimiter: ';', bom: true, from_line: 2 }));
    async function* lines() {
      let batch = '';
      for await (const cells of parser) {
        batch += copyLine(cells as string[]);
        if (batch.length < 1 << 16) continue;
        yield batch;
        batch = '';
      }
      yield batch;
    }
    await copyInto(connection, 'raw', lines());
    await connection.query(
      `INSERT INTO price_update_item (update_id, apo_id, pzn, position, avp_old, avp, true_price_old, true_price, units, ravp, aep,
                                      vhp, ravp_regio, ravp_national)
       SELECT $1, $2, c1, row_number() OVER (), ${['c7', 'c8', 'c9', 'c10'].map(money).join(', ')},
              nullif(c15, '')::int, ${['c16', 'c17', 'c18', 'c19', 'c20'].map(money).join(', ')} FROM raw`,
      [1_000_000 + delivery, apoId],
    );
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}

/** Three rules that decide about every row between them. */
await portal.pool.query(
  `INSERT INTO standing_rule (apo_id, name, product_groups, rule, conditions, position, ends_on, without_review, started_at, confirmed_at, user_name, actor)
   SELECT $1, 'Regel ' || n, '{OTC}', jsonb_build_object('from', 'price', 'percent', n, 'amount', 0, 'endings', '[95, 49]'::jsonb,
          'way', 'nearest', 'floorPercent', NULL, 'upToAvp', false),
          CASE n WHEN 1 THEN '[{"key":"units","is":"atLeast","than":20,"to":null}]' WHEN 2 THEN '[{"key":"diffAvp","is":"below","than":-10,"to":null}]' ELSE '[]' END::jsonb,
          n, '2000-01-01', false, now(), now(), 'Bench', 'bench' FROM generate_series(1, 3) n`,
  [apoId],
);
const switchRules = (lastDay: string | null) => portal.pool.query('UPDATE standing_rule SET ends_on = $1', [lastDay]);

async function deliverWithRules(): Promise<void> {
  await switchRules(null);
  await deliver();
  await switchRules('2000-01-01');
}

// The first delivery also fills the master; it shows the memory, while the heap has not grown yet.
await deliver();
const growth = await memoryGrowth(deliver);
const times = await interleave({ floor, portal: deliver, rules: deliverWithRules }, ROUNDS);
const { rows: written } = await portal.pool.query<{ count: number }>(
  `SELECT count(*)::int AS count FROM price_update_item i JOIN price_update u ON u.apo_id = i.apo_id AND u.id = i.update_id
    WHERE u.status = 0 AND i.edited_rule IS NOT NULL`,
);
process.stdout.write(`\nA package of ${ROWS} rows × ${CELLS} columns, medians of ${ROUNDS} interleaved runs\n`);
const ratio = times.portal.ms / times.floor.ms;
report('floor: csv-parse, COPY, INSERT … SELECT', `${times.floor.ms.toFixed(0)} ms`);
report('the call', `${times.portal.ms.toFixed(0)} ms, CPU ${times.portal.cpuMs.toFixed(0)} ms`);
report('the call / floor', `${ratio.toFixed(2)} x`, { text: '<= 1.5 x', holds: ratio <= 1.5 });
const rules = times.rules.ms / times.portal.ms;
report('three standing rules, drafts', `${written[0]?.count ?? 0}`, {
  text: '> 0',
  holds: (written[0]?.count ?? 0) > 0,
});
report('with three standing rules / without', `${rules.toFixed(2)} x`, { text: '<= 1.25 x', holds: rules <= 1.25 });
report('growth of resident memory', `${growth.toFixed(0)} MB`, { text: '<= 100 MB', holds: growth <= 100 });
await rm(folder, { recursive: true, force: true });
await portal.pool.end();
await portal.close();

/** Highest resident memory while it runs, above that before, in MB. */
async function memoryGrowth(run: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss;
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  await run();
  clearInterval(timer);
  return (highest - before) / 2 ** 20;
}
