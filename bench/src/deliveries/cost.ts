import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkArrival } from '@portal/api/modules/intake/check-arrival.ts';
import { keepOwnRows, readFile } from '@portal/api/modules/intake/stage-file.ts';
import { stagePackage } from '@portal/api/modules/intake/stage-package.ts';
import type { IntakeAnswer } from '@portal/contracts';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import { DELIVERY_LIMITS, type UpdateKind } from '@portal/rules';
import { startBenchPortal } from '../bench-portal.ts';
import { postFile } from '../call.ts';
import { median } from '../measure.ts';

const ROUNDS = 5;
const { apoId, crmCompanyId } = OWNER_PHARMACY;
const FILES: readonly (readonly [kind: UpdateKind, rows: number])[] = [
  ['MDP', 1500],
  ['QDP', 20_000],
];

/** The checks on the database beside the whole call, by turns, each on the same file. */
export async function measureCost(): Promise<{ kind: UpdateKind; rows: number; checkMs: number; callMs: number }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-bench-'));
  const portal = await startBenchPortal();
  const measured = [];
  for (const [kind, rows] of FILES) {
    const day = { year: 2026, month: 3, day: 9 };
    const content = Buffer.from(createDemoPackage({ kind, pharmacy: apoId, group: 'OTC', rows, day }).text);
    const path = join(folder, 'package.csv');
    await writeFile(path, content);
    const [checks, calls]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      const call = await timed(async () => {
        const url = `${portal.url}/api/intake/${kind.toLowerCase()}/${crmCompanyId}/OTC`;
        const answer = await postFile<IntakeAnswer>(url, `${kind}-${round}.csv`, content);
        if (answer.known) throw new Error('the delivery is known');
      });
      const check = await timeCheck(portal.pool, kind, path);
      if (round === 0) continue;
      calls.push(call);
      checks.push(check);
    }
    measured.push({ kind, rows, checkMs: median(checks), callMs: median(calls) });
  }
  await rm(folder, { recursive: true, force: true });
  await portal.pool.end();
  await portal.close();
  return measured;
}

async function timeCheck(
  pool: Awaited<ReturnType<typeof startBenchPortal>>['pool'],
  kind: UpdateKind,
  path: string,
): Promise<number> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const delivery = { kind, apoId, group: 'OTC' as const, file: { path } };
    const { staged, read } = await readFile(delivery);
    await stagePackage(connection, read);
    const { foreign } = await keepOwnRows(connection, delivery, staged);
    return await timed(async () => checkArrival(connection, delivery, staged, foreign, DELIVERY_LIMITS));
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
