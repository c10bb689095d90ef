import { spawnSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csv } from '../../../apps/api/test/intake/support.ts';
import type { HttpClient } from '../../../apps/api/test/support/http-client.ts';
import { testPzn } from '../../../apps/api/test/support/seed.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { seedPharmacies } from '../sent-saves.ts';
import { type Environment, until } from '../environment.ts';
import { uploads } from './kill-intake.ts';

/** What is left of the disk: less than any upload here. */
const LEFT_BYTES = 16 * 1024;

const PZNS = Array.from({ length: 10_000 }, (_, index) => testPzn(index));

/**
 * No space for uploads. As root on Linux a real full disk, a small tmpfs; elsewhere a limit to the size of files, which
 * fails in the same place with another code.
 */
export const diskFull: Fault = {
  name: 'disk-full',
  title: 'Disk full for uploads',
  rounds: 3,
  async run(environment, rounds) {
    await seedPharmacies(environment, 1, PZNS);
    const limited = await environment.start({}, { through: 'ulimit -f 40' });
    for (let round = 0; round < rounds; round++) await refuses(environment, await environment.client(limited), round);
    await limited.end('SIGTERM');
    const real = await onSmallDisk(environment, rounds);
    const kinds = real ? 'a full tmpfs and a size limit' : 'a size limit (no right to mount a disk)';
    return { runs: real ? 2 * rounds : rounds, seen: `${kinds}: 507, nothing stored, no file left` };
  },
};

async function onSmallDisk(environment: Environment, rounds: number): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', environment.temporary]);
  if (mounted.status !== 0) return false;
  try {
    const ballast = join(environment.temporary, 'ballast');
    const instance = await environment.start();
    const client = await environment.client(instance);
    for (let round = 0; round < rounds; round++) {
      // The answer to an upload is out before its file is gone.
      await until('the upload before has left the disk', async () => (await uploads(environment)).length === 0);
      const { bavail, bsize } = await statfs(environment.temporary);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES));
      await refuses(environment, client, round);
      await rm(ballast);
      const retried = await client.upload(path, file(round));
      expect('once there is space again', retried.status, 200);
    }
    await until('nothing is left of the uploads', async () => (await uploads(environment)).length === 0);
    await instance.end('SIGTERM');
  } finally {
    spawnSync('umount', [environment.temporary]);
  }
  return true;
}

const path = `/api/intake/mdp/700001/OTC`;
const file = (round: number) => ({
  name: `delivery-${round}.csv`,
  content: csv(PZNS.map((pzn) => [pzn, `4,${10 + round}`] as const)),
});

async function refuses(environment: Environment, client: HttpClient, round: number): Promise<void> {
  const before = await environment.database.prisma.priceUpdate.count();
  const refused = await client.upload(path, file(round));
  expect(`answer ${JSON.stringify(refused.body)}`, refused.status, 507);
  const { message } = refused.body as { message: string };
  expectThat(`a clear message: ${message}`, /Speicherplatz.*nichts gespeichert/.test(message));
  expect('packages', await environment.database.prisma.priceUpdate.count(), before);
  await until('no upload is left', async () => (await uploads(environment)).length === 0);
  expect('everything else works', (await client.get('/api/solvena/pharmacies')).status, 200);
}
