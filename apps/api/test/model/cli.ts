import { parseArgs } from 'node:util';
import { startTestCluster } from '@portal/dev/test-database.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { checkPortal } from './check.ts';
import { openPortal } from './portal.ts';
import { openProcesses } from './processes.ts';

// `pnpm test:model [--steps N] [--seed N] [--processes N] [--kills]`: random steps on the real portal, each compared with the
// model of its rules. With --processes on real server processes, with --kills one of them is killed now and then;
// --as-found tells the first failure at once, without looking for a shorter one.
const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '2000' },
    processes: { type: 'string', default: '0' },
    kills: { type: 'boolean', default: false },
    'as-found': { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [steps, seed, processes] = [values.steps, values.seed, values.processes].map(Number) as [number, number, number];
if (!(steps > 0) || !Number.isInteger(seed) || !(processes >= 0) || (values.kills && processes === 0)) {
  process.stderr.write('pnpm test:model [--steps N] [--seed N] [--processes N [--kills]] [--as-found]\n');
  process.exit(2);
}
const server = await startTestCluster();
const portal = await (processes > 0 ? openProcesses(processes) : openPortal());
const started = Date.now();
try {
  process.stdout.write(`${steps} steps, seed ${seed}\n`);
  const done = await checkPortal(portal, { steps, seed, kills: values.kills, asFound: values['as-found'] });
  const broken = await brokenInvariants(portal.database);
  if (broken.length > 0) throw new Error(`broken invariants: ${broken.join('; ')}`);
  process.stdout.write(
    `${done.steps} steps in ${done.runs} runs agree, ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
} catch (error) {
  process.stdout.write(
    `${error instanceof Error ? `${error.message}\n${String(error.cause ?? '')}` : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await portal.close();
  await server.stop();
}
