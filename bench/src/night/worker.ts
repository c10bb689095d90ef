import { createInterface } from 'node:readline';
import { openDatabase } from '@portal/api/db/database.ts';
import { runDueActions } from '@portal/api/jobs/run-due-actions.ts';
import { pino } from 'pino';

// One instance of the night's job: runs it at each line on its standard input, and answers with what it did and what it cost.
const logger = pino({ level: 'silent' });
const database = openDatabase({ url: process.env.WORKER_DATABASE_URL ?? '', pool: 12 }, logger);
await database.pool.query('SELECT 1');
process.stdout.write('ready\n');
for await (const _ of createInterface({ input: process.stdin })) {
  const cpu = process.cpuUsage();
  const report = await runDueActions({ database, clock: { now: () => new Date() }, logger });
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(`${JSON.stringify({ ...report, cpuMs: (user + system) / 1000 })}\n`);
}
await database.close();
process.exit(0);
