import { execFile } from 'node:child_process';
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { startBenchPortal } from './bench-portal.ts';
import { median, report } from './measure.ts';
import { plainTable } from './pdf/plain-table.ts';
import { benchRows } from './pdf/rows.ts';

/**
 * PDFs of 1,000, 5,000 and 20,000 rows through the portal's own call, from the first byte sent to the last received,
 * against plain pdfmake tables of the same rows in a worker thread of their own; by turns in one run.
 *
 * How long the main loop is held up is taken twice. The longest delay also grows with a busy machine, so it stands beside
 * that of the table, during which the main thread has nothing to do. The CPU time of the main thread does not: no single
 * block can be longer than all of it, this process's own sending and receiving included.
 */
const ROUNDS = 5;
const GOALS: Readonly<Record<number, number | undefined>> = { 5_000: 1_500, 20_000: 4_000 };
const BLOCK_GOAL_MS = 50;

const portal = await startBenchPortal();
const { apoId, token } = OWNER_PHARMACY;

type Answer = { status: number; bytes: number };
/** One call as a browser makes it. The answer is counted, not kept. */
function send(method: 'GET' | 'POST', path: string, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${portal.url}${path}`,
      {
        method,
        headers: {
          Authorization: 'Bearer bench',
          Cookie: `XSRF-TOKEN=${'x'.repeat(43)}`,
          'X-XSRF-TOKEN': 'x'.repeat(43),
          ...(body ? { 'Content-Type': 'application/json', 'Content-Length': body.length } : {}),
        },
      },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

type Taken = { ms: number; delayMs: number; cpuMs: number };
async function take(run: () => Promise<unknown>): Promise<Taken> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const cpu = process.threadCpuUsage();
  const started = performance.now();
  await run();
  const ms = performance.now() - started;
  const used = process.threadCpuUsage(cpu);
  loop.disable();
  return { ms, delayMs: loop.max / 1e6, cpuMs: (used.user + used.system) / 1000 };
}

/** What a process of its own grows by at its peak while it makes one PDF, in MB. */
async function peakOf(maker: 'portal' | 'plain', count: number): Promise<number> {
  const script = join(import.meta.dirname, 'pdf', 'memory.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, maker, String(count)]);
  return Number(stdout);
}

function checked(answer: Answer): void {
  if (answer.status !== 200) throw new Error(`the portal answered ${answer.status}`);
}

for (const count of [1_000, 5_000, 20_000]) {
  const body = Buffer.from(JSON.stringify({ template: 'approvalPricelist', products: benchRows(count) }));
  const own: Taken[] = [];
  const plain: Taken[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(
      await take(async () => {
        const answer = await send('POST', `/api/price/pdf/${apoId}/${token}/OTC`, body);
        checked(answer);
        bytes = answer.bytes;
      }),
    );
    plain.push(await take(() => plainTable(count)));
  }
  const ms = median(own.map((each) => each.ms));
  const plainMs = median(plain.map((each) => each.ms));
  const goal = GOALS[count];
  process.stdout.write(`\n${count.toLocaleString('en')} rows, medians of ${ROUNDS} interleaved runs\n`);
  report(
    'portal, request to last byte',
    `${ms.toFixed(0)} ms`,
    goal === undefined ? undefined : { text: `<= ${goal} ms`, holds: ms <= goal },
  );
  report('plain pdfmake table', `${plainMs.toFixed(0)} ms`);
  report('portal / plain pdfmake table', `${(ms / plainMs).toFixed(2)} x`);
  report('portal, the first one, start of its process included', `${own[0]?.ms.toFixed(0)} ms`);
  report(
    'memory at its peak, portal / plain',
    `${(await peakOf('portal', count)).toFixed(0)} / ${(await peakOf('plain', count)).toFixed(0)} MB`,
  );
  report('size of the PDF', `${(bytes / 1e6).toFixed(2)} MB`);
  reportMain(own, plain);
}

const stored = await take(async () => checked(await send('GET', `/api/price/pdf/pricelist/${apoId}/${token}/OTC`)));
process.stdout.write('\nThe stored list of 20,000 rows\n');
report('portal, request to last byte', `${stored.ms.toFixed(0)} ms`, { text: '<= 4000 ms', holds: stored.ms <= 4_000 });
reportMain([stored]);

function reportMain(own: readonly Taken[], plain?: readonly Taken[]): void {
  const delay = (taken: readonly Taken[]) => median(taken.map((each) => each.delayMs)).toFixed(0);
  report(
    plain ? 'longest delay of the main loop, portal / idle' : 'longest delay of the main loop',
    `${delay(own)}${plain ? ` / ${delay(plain)}` : ''} ms`,
  );
  const cpu = median(own.map((each) => each.cpuMs));
  report('CPU time of the main thread', `${cpu.toFixed(0)} ms`, {
    text: `<= ${BLOCK_GOAL_MS} ms`,
    holds: cpu <= BLOCK_GOAL_MS,
  });
}

await portal.pool.end();
await portal.close();
