import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { freePort } from '../src/free-ports.ts';
import { type Cluster, ensureDatabase, serverUrl, startCluster } from '../src/postgres/cluster.ts';

let folder: string;
const start = async (name: string): Promise<Cluster> =>
  startCluster({ dataDir: join(folder, name), port: await freePort(), unsafe: true });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-postgres-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask(cluster: Cluster, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: await ensureDatabase(cluster, 'kept') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('data outlives a restart and a server that was killed, in a folder that only its owner may enter', async () => {
  const first = await start('restart');
  await ask(first, 'CREATE TABLE note AS SELECT 42 AS answer');
  await first.stop();

  const second = await start('restart');
  expect(await ask(second, 'SELECT answer FROM note')).toEqual([{ answer: 42 }]);
  const pid = Number((await readFile(join(folder, 'restart/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  expect(await second.ended).toContain('Die Datenbank ist beendet');

  const third = await start('restart');
  expect(await ask(third, 'SELECT answer FROM note')).toEqual([{ answer: 42 }]);
  await third.stop();
});

test('the lock of a process that is no server does not keep it from starting', async () => {
  await (await start('lock')).stop();
  await writeFile(join(folder, 'lock/postmaster.pid'), `${process.pid}\n${join(folder, 'lock')}\n`);
  const server = await start('lock');
  expect(await ask(server, 'SELECT 42 AS answer')).toEqual([{ answer: 42 }]);
  await server.stop();
});

test('the server ends with the process that started it, even when that is killed', async () => {
  const port = await freePort();
  const script = join(folder, 'starter.mts');
  await writeFile(
    script,
    `import { startCluster } from ${JSON.stringify(new URL('../src/postgres/cluster.ts', import.meta.url).href)};
     await startCluster(${JSON.stringify({ dataDir: join(folder, 'orphan'), port, unsafe: true })});
     console.log('up');`,
  );
  const starter = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => starter.stdout.once('data', resolve));
  starter.kill('SIGKILL');
  // Waits for the other one to end, and refuses when it does not.
  const next = await start('orphan');
  expect(await ask(next, 'SELECT 42 AS answer')).toEqual([{ answer: 42 }]);
  await expect(new Client({ connectionString: serverUrl(port, 'postgres') }).connect()).rejects.toThrow('ECONNREFUSED');
  await next.stop();
});

test('a port in use, a folder in use and a damaged folder are named', async () => {
  const running = await start('busy');
  const port = Number(new URL(running.url('x')).port);
  await expect(startCluster({ dataDir: join(folder, 'other'), port })).rejects.toThrow(`Der Port ${port}`);
  await expect(start('busy')).rejects.toThrow(/werden schon benutzt .* PORTAL_DATA/);
  await running.stop();

  await rm(join(folder, 'busy/global/pg_control'));
  await expect(start('busy')).rejects.toThrow(/startet nicht\. Ist der Ordner beschädigt/);
  await rm(join(folder, 'busy/PG_VERSION'));
  await expect(start('busy')).rejects.toThrow('ist nicht leer und enthält keine Datenbank');
});
