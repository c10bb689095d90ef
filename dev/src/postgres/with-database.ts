import { join, resolve } from 'node:path';
import { primaryUrl } from '../../../apps/api/src/db/servers.ts';
import { portalPort, portsFrom } from '../ports.ts';
import { ensureDatabase, isTaken, serverUrl, startCluster } from './cluster.ts';

/** Runs a command on a database: the one DATABASE_URL names, of several servers that which may be written to, else the embedded one. */
export async function withDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  return process.env.DATABASE_URL ? work(await primaryUrl(process.env.DATABASE_URL)) : withEmbedded(work);
}

/** On the database of `npm start` (PORTAL_PORT, PORTAL_DATA), whose server is started for the time when the portal is not running. */
export async function withEmbedded<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const port = portsFrom(portalPort()).postgres;
  if (await isTaken(port)) return work(serverUrl(port, 'portal'));
  const cluster = await startCluster({
    dataDir: join(resolve(process.env.PORTAL_DATA ?? '.portal'), 'postgres'),
    port,
  });
  try {
    return await work(await ensureDatabase(cluster, 'portal'));
  } finally {
    await cluster.stop();
  }
}
