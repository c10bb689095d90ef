import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import { portsFrom } from '@portal/dev/ports.ts';
import { prepareDemoDatabase } from '@portal/dev/stack/stack.ts';

/** Tells workers where the prepared folder is. */
const PREPARED = 'PORTAL_E2E_DEMO_DATABASE';

/** Makes a data folder that the server's account may enter, which for root is another user. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Loads the demo data once for all workers.
 * @returns removes the prepared folder
 */
export async function prepareDatabase(): Promise<() => Promise<void>> {
  const folder = await makeDataFolder();
  await prepareDemoDatabase(folder, portsFrom(await freePortalPort()).postgres);
  process.env[PREPARED] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Copies the prepared folder, if there is one, into an empty data folder. Owners are kept: PostgreSQL insists on them. */
export async function copyDatabase(folder: string): Promise<void> {
  const prepared = process.env[PREPARED];
  if (!prepared) return;
  if (process.platform === 'win32') await cp(prepared, folder, { recursive: true });
  else await promisify(execFile)('cp', ['-Rp', `${prepared}/.`, folder]);
}
