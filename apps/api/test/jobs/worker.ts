import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { openDatabase } from '../../src/db/database.ts';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';

// A process of its own that runs the clock-driven jobs once, when told so on its standard input, and prints the report.
const logger = pino({ level: 'silent' });
const database = openDatabase({ url: process.env.WORKER_DATABASE_URL ?? '', pool: 4 }, logger);
await database.pool.query('SELECT 1');
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const report = await runDueActions({ database, clock: { now: () => new Date(line) }, logger });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  break;
}
await database.close();
process.exit(0);
